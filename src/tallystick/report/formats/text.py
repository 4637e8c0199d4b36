"""Plain text: tables with numbers × 100, or prose."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.report.columns import aligned, broken
from tallystick.report.formats import Format
from tallystick.report.view import ProseView, Table, TableView, Target

__all__ = ["FORMAT"]


def _write(view: TableView | ProseView, target: Target) -> Iterator[str]:
    if isinstance(view, ProseView):
        yield from view.prose(target)
        return
    blocks = [_block(table) for table in view.tables(target.screen)]
    notes = "".join(f"{note}\n" for note in view.notes(target.screen))
    # The notes follow a single table at once; several tables have a blank line between them.
    yield blocks[0] + notes if len(blocks) == 1 else "\n".join([*blocks, notes])


def _block(table: Table) -> str:
    """A table between its title and its note."""
    header = [_stacked(name) for name in table.header] if table.headed_by_metrics else table.header
    cells = (
        aligned(header, table.rows, left=table.left)
        if table.widest is None
        else broken(header, table.rows, table.widest)
    )
    title, note = (f"{line}\n" if line else "" for line in (table.title, table.note))
    return title + cells + note


def _stacked(name: str) -> str:
    """The name of a column in several lines: a metric, and below it its options.

    >>> _stacked("conll(match=head,singletons=drop)").splitlines()
    ['conll', 'match=head', 'singletons=drop']
    """
    return name.removesuffix(")").replace("(", "\n").replace(",", "\n") if "(" in name else name


FORMAT = Format(
    "text",
    "Tables and text, numbers × 100",
    (
        "scores",
        "comparison",
        "ranking",
        "agreement",
        "correlations",
        "matrices",
        "statistics",
        "problems",
        "metrics",
        "explanations",
    ),
    _write,
    rank=10,
    title="Text",
    percent=(
        "scores",
        "comparison",
        "ranking",
        "agreement",
        "correlations",
        "matrices",
        "explanations",
    ),
)
