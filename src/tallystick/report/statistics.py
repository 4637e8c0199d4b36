"""What is in files, as a table, JSON, CSV or Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from tallystick.report.markup import markdown_table
from tallystick.run.stats import Counted, Number, Statistics
from tallystick.run.table import Cells, broken
from tallystick.version import VERSION
from tallystick.visible import json_text

__all__ = ["WRITERS"]


#: So many labels of a kind are named below a table without details, the most frequent ones.
_MOST_LABELS = 5
#: A table with one row for each label is turned round where it would be wider than this, if that makes it narrower.
#: What is too wide even so is broken.
_WIDE = 120


def _cells(found: Statistics, *, details: bool) -> Cells:
    """A table: one row for each label, or one column where there are many numbers and few labels."""
    names = [name for name in found.names if details or "." not in name]
    rows = [*found.rows, found.total] if len(found.rows) != 1 else list(found.rows)
    # A task that counts for itself counts its items first, under a name of their own.
    counted = [*([] if found.own else ["items"]), *(["malformed"] if found.total.malformed else [])]
    header = [found.by, *counted, *(name.replace("_", " ") for name in names)]
    body = [
        [
            row.label,
            *map(str, (getattr(row, name) for name in counted)),
            *(_shown(row.numbers.get(name, 0)) for name in names),
        ]
        for row in rows
    ]
    labels, *numbers = ([*line] for line in zip(header, *body, strict=True))
    if _WIDE < _width(header, body) > _width(labels, numbers):
        return ["", *labels[1:]], numbers, 1
    return header, body, 1


def _width(header: list[str], body: list[list[str]]) -> int:
    return sum(max(map(len, column)) + 2 for column in zip(header, *body, strict=True))


def _shown(number: Number) -> str:
    return f"{number:.2f}" if isinstance(number, float) and not number.is_integer() else f"{number:.0f}"


def _footer(found: Statistics) -> str:
    bad = f"; {found.total.malformed} malformed, not counted" if found.total.malformed else ""
    return f"{found.task}, {found.files} file{'s' * (found.files != 1)}{bad}\n"


def as_text(found: Statistics, *, details: bool = False) -> str:
    """The table for people."""
    header, body, _ = _cells(found, details=details)
    labels = "" if details else "".join(f"{line}\n" for line in _frequent(found))
    return broken(header, body, _WIDE) + labels + _footer(found)


def _frequent(found: Statistics) -> Iterator[str]:
    """The most frequent details of each kind over all rows, a line each; nothing where none occur."""
    kinds: dict[str, list[tuple[str, Number]]] = {}
    for name in found.names:
        kind, dot, label = name.partition(".")
        number = found.total.numbers.get(name, 0)
        if dot and number:
            kinds.setdefault(kind, []).append((label, number))
    for kind, labels in kinds.items():
        labels.sort(key=lambda label: -label[1])  # equal ones as they come
        shown = ", ".join(
            f"{label.replace('_', ' ')} {_shown(number)}" for label, number in labels[:_MOST_LABELS]
        )
        more = len(labels) - _MOST_LABELS
        rest = f" and {more} more (--details)" if more > 0 else ""
        yield f"{kind.replace('_', ' ')}: {shown}{rest}"


def as_markdown(found: Statistics, *, details: bool = False) -> str:
    """The same as a Markdown table."""
    return f"{markdown_table(*_cells(found, details=details))}\n{_footer(found)}"


def as_json(found: Statistics, *, details: bool = False) -> str:
    """Everything, details too, for programs."""
    result = {
        "tallystick": VERSION,
        "task": found.task,
        "by": found.by,
        "files": found.files,
        "rows": [{found.by: row.label, **_as_dict(row, found)} for row in found.rows],
        "total": _as_dict(found.total, found),
    }
    return json_text(result, indent=2) + "\n"


def _as_dict(row: Counted, found: Statistics) -> dict[str, object]:
    numbers = {name: row.numbers.get(name, 0) for name in found.names}
    return {"items": row.items, "malformed": row.malformed, "statistics": numbers}


def as_csv(found: Statistics, *, details: bool = False) -> str:
    """One row for each label, with all details; the total is for whoever reads it to take."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([found.by, "items", "malformed", *found.names])
    for row in found.rows:
        writer.writerow(
            [row.label, row.items, row.malformed, *(row.numbers.get(name, 0) for name in found.names)]
        )
    return stream.getvalue()


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv, "markdown": as_markdown}
