"""``tallystick explain``."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import sys
from collections.abc import Iterator

import click

from tallystick.cli.metric_options import ScoringCommand, given_parameters
from tallystick.cli.options import output_options, scoring_options, sides
from tallystick.cli.output import check_output, in_json, show_notes, write
from tallystick.cli.progress import progress_bar
from tallystick.core.describe import alignment_as_dict, alignment_lines, costs, parts_as_dict, side_by_side
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.run.report import ItemScore, MetricReport, Report
from tallystick.run.request import Execution, Request
from tallystick.run.score import run_score
from tallystick.run.settings import Settings
from tallystick.run.table import percent
from tallystick.visible import visible

__all__ = ["explain"]

#: The innermost mention of a text with chains, and the colours of chains.
_CHAIN = re.compile(r"\[[^\[\]]*\]([0-9]+)")
_CHAINS = (
    "cyan",
    "yellow",
    "magenta",
    "green",
    "blue",
    "red",
    "bright_cyan",
    "bright_yellow",
    "bright_magenta",
)
#: How many ids are named where one does not exist.
_MOST_NAMES = 5
_COLOURS = {"matched": "green", "partly": "yellow", "missed": "red", "spurious": "magenta", "label": None}


@click.command(no_args_is_help=True, cls=ScoringCommand, short_help="Show what matched and what did not.")
@sides
@scoring_options
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only the item of this id (may be repeated).")
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the N items with the lowest scores, the worst first.",
)
@output_options("text", "json")
def explain(
    gold: Source,
    pred: Source,
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    on_error: str,
    match_by: str,
    time_limit: float | None,
    on_timeout: str,
    memory_limit: str | None,
    strict_text: bool,
    ids: tuple[str, ...],
    worst: int | None,
    output_format: str,
    output: str | None,
    quiet: bool,
    no_progress: bool,
    **parameters: object,
) -> None:
    """Show what matched and what did not, item by item.

    \b
    = matched               ≈ matched, but not the same
    - missed (in gold only) + spurious (in pred only)

    \b
    Examples:
      tallystick explain gold.jsonl pred.jsonl --id doc-7
      tallystick explain gold.jsonl pred.jsonl -m argument --worst 10
    """  # fmt: skip
    check_output(output, gold, pred)
    settings = Settings(
        on_error=on_error, match_by=match_by, time_limit=time_limit, on_timeout=on_timeout, memory_limit=memory_limit,
        strict_text=strict_text,
    )  # fmt: skip
    with progress_bar(not quiet and not no_progress, gold.path, pred.path) as advance:
        request = Request(metrics, given_parameters(parameters), settings, task, preset)
        report = run_score(gold, pred, request, Execution(progress=advance))
    if not quiet:
        show_notes(report)
    shown = [
        (metric, item) for metric in report.metrics.values() for item in _selected(report, metric, ids, worst)
    ]
    if output_format == "json":
        write(in_json([_as_dict(metric, item) for metric, item in shown]), output)
        return
    colour = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    write("\n".join(_in_text(metric, item, colour) for metric, item in shown), output)


def _chains(line: str) -> str:
    """A text with chains, ``[Ann]1``: each chain in a colour of its own."""

    def coloured(match: re.Match[str]) -> str:
        return click.style(match[0], fg=_CHAINS[int(match[1]) % len(_CHAINS)])

    return _CHAIN.sub(coloured, line)


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
        # An undefined score is no bad score: nothing was to be found, and nothing was.
        items = sorted((item for item in items if item.value is not None), key=lambda item: item.value or 0.0)
    return items[:worst]


def _no_such_item(name: str, known: list[str]) -> str:
    """What may have been meant: names of files are a part of an id, and often the part that one remembers."""
    close = [one for one in known if name in one] or difflib.get_close_matches(name, known, _MOST_NAMES)
    shown = close or known
    told = ", ".join(shown[:_MOST_NAMES]) + ", …" * (len(shown) > _MOST_NAMES)
    how = "did you mean" if close else "the ids are"
    return f"there is no item {name!r} among the {len(known)} that were scored; {how} {told}" + "?" * bool(
        close
    )


def _as_dict(metric: MetricReport, item: ItemScore) -> dict[str, object]:
    parts = parts_as_dict(item.score)
    return {
        "metric": metric.key,
        "id": item.id,
        **({"zeroed": True} if item.zeroed else {}),
        "scores": dict(item.values),
        **({"parts": parts} if parts else {}),
        "alignment": alignment_as_dict(item.alignment),
        **({"errors": item.alignment.summary} if item.alignment.summary else {}),
    }


def _part_lines(item: ItemScore) -> Iterator[str]:
    """What a mean is the mean of, such as the two halves of BLANC: a line each."""
    parts = parts_as_dict(item.score)
    width = max(map(len, parts), default=0)
    for name, part in parts.items():
        numbers = "  ".join(f"{kind} {percent(part[kind])}" for kind in ("precision", "recall", "f1"))
        counts = ", ".join(f"{part[kind]:.6g} {kind}" for kind in ("right", "missed", "spurious"))
        yield f"  {name.ljust(width)}  {numbers}  ({counts})"


def _in_text(metric: MetricReport, item: ItemScore, colour: bool) -> str:
    numbers = "  ".join(f"{name} {percent(value)}" for name, value in item.values.items())
    zeroed = "  (the prediction counts as empty)" if item.zeroed else ""
    heading = f"{visible(item.id)}  {metric.key}  {numbers}{zeroed}"
    lines = [click.style(heading, bold=True) if colour else heading, *_part_lines(item)]
    alignment = item.alignment
    if alignment.sides is not None:
        width = shutil.get_terminal_size((120, 24)).columns
        texts = side_by_side(*alignment.sides, width - 2)
        lines += [f"  {_chains(line) if colour else line}" for line in map(visible, texts)] + [""]
    found = list(alignment_lines(alignment, 1)) or [("label", "  nothing to be found, and nothing predicted")]
    lines += [
        click.style(visible(text), fg=_COLOURS[kind]) if colour else visible(text) for kind, text in found
    ]
    if alignment.summary:
        lines.append(f"  {visible(str(alignment.summary))}")
    if cost := costs(item.score, alignment):
        lines.append(f"  {cost}")
    return "\n".join(lines) + "\n"
