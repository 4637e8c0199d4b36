"""``tallystick explain``."""

from __future__ import annotations

import difflib

import click

from tallystick.cli.metric_options import ScoringCommand
from tallystick.cli.options import output_options, sides
from tallystick.cli.output import Output, show_notes
from tallystick.cli.progress import progress_bar
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.explanation import ExplanationView
from tallystick.results.report import ItemScore, MetricReport, Report
from tallystick.run.request import Execution
from tallystick.run.score import run_score

__all__ = ["explain"]

#: Maximum number of ids listed in the message for an unknown id.
_MOST_NAMES = 5


@click.command(
    no_args_is_help=True, cls=ScoringCommand, short_help="Show matched, missed and spurious parts."
)
@sides
@run_options("explain")
@click.option(
    "--id", "ids", multiple=True, metavar="ID", help="Only the item with this id (may be repeated)."
)
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the N items with the lowest scores, worst first.",
)
@click.option("--errors-only", is_flag=True, help="Show only errors, and only items with errors.")
@click.option("--sentence", metavar="NAME", help="Show only one sentence of a document: an id or a number.")
@click.option("--nodes", is_flag=True, help="Also show the alignment of the nodes of graphs.")
@click.option("--rounds", is_flag=True, help="Also show the alignment after each round of AnCast.")
@output_options("explanations")
def explain(
    gold: Source,
    pred: Source,
    run: RunArguments,
    ids: tuple[str, ...],
    worst: int | None,
    errors_only: bool,
    sentence: str | None,
    nodes: bool,
    rounds: bool,
    output: Output,
) -> None:
    """Show matched, missed and spurious parts, item by item.

    \b
    = matched               ≈ partly matched
    - missed (in gold only) + spurious (in pred only)
    ≠ wrong value           ~ near miss: similar, but below a threshold

    \b
    Examples:
      tallystick explain gold.jsonl pred.jsonl --id doc-7
      tallystick explain gold.jsonl pred.jsonl -m argument --worst 10
      tallystick explain gold.jsonl pred.jsonl --errors-only
      tallystick explain gold.umr pred.umr --sentence 2
      tallystick explain gold.amr pred.amr -m ancast.concept --nodes
    """  # fmt: skip
    output.check(gold, pred)
    with progress_bar(output.progress, gold.path, pred.path) as advance:
        report = run_score(gold, pred, run.request(), Execution(progress=advance))
    if not output.quiet:
        show_notes(report)
    shown = [
        (metric, item) for metric in report.metrics.values() for item in _selected(report, metric, ids, worst)
    ]
    output.write(ExplanationView(shown, errors_only, sentence, nodes, rounds))


def _selected(
    report: Report, metric: MetricReport, ids: tuple[str, ...], worst: int | None
) -> list[ItemScore]:
    items = list(metric.items)
    if ids:
        known = {item.id for item in items}
        for name in ids:
            if name not in known:
                raise UsageError(_no_such_item(name, [item.id for item in items]))
        items = [item for item in items if item.id in ids]
    if worst is not None:
        # An undefined score is not a bad score: both sides are empty.
        items = sorted((item for item in items if item.value is not None), key=lambda item: item.value or 0.0)
    return items[:worst]


def _no_such_item(name: str, known: list[str]) -> str:
    """Suggest similar ids: file names are part of an id, and often the part that users remember."""
    close = [known_id for known_id in known if name in known_id] or difflib.get_close_matches(
        name, known, _MOST_NAMES
    )
    shown = close or known
    names = ", ".join(shown[:_MOST_NAMES]) + ", …" * (len(shown) > _MOST_NAMES)
    how = f"did you mean {names}?" if close else f"the ids are {names}"
    return f"none of the {len(known)} scored items has the id {name!r}; {how}"
