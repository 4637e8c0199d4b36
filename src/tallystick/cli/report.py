"""``tallystick report``."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from tallystick.cli.messages import notify
from tallystick.cli.names import named_sources, names_option
from tallystick.cli.options import OptionalLevel, output_options
from tallystick.cli.output import Output, show_notes
from tallystick.cli.progress import progress_bar
from tallystick.cli.run_options import RunArguments, run_options
from tallystick.errors import UsageError
from tallystick.report.formats.html import PageView
from tallystick.report.page.data import PageBuilder
from tallystick.results.report import Report
from tallystick.run.compare import check_comparison, compare_runs
from tallystick.run.inputs.sources import open_source
from tallystick.run.system_runs import score_systems
from tallystick.tasks.notes import common_notes

__all__ = ["report"]

#: The level of the intervals where none is requested.
_LEVEL = 0.95
#: Objects, and younger collections, after which garbage is collected.
_COLLECTED_AFTER = 2_000_000, 20, 100


@click.command(no_args_is_help=True, cls=OptionalLevel, short_help="Write an HTML page with every item.")
@click.argument("gold")
@click.argument("systems", metavar="PRED…", nargs=-1, required=True)
@run_options("report")
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show details only for the N items with the lowest scores; the page lists all items.",
)
@click.option("--title", help="Title of the page. Default: the names of the files.")
@names_option("systems")
@output_options("page")
def report(
    gold: str,
    systems: tuple[str, ...],
    run: RunArguments,
    worst: int | None,
    title: str | None,
    names: str | None,
    output: Output,
) -> None:
    """Write an HTML page that compares PRED (one or more systems) with GOLD, item by item.

    The page is a single file that needs no network. It shows scores with intervals, every item with its matched, missed
    and spurious parts, confusions, and how systems compare (the first system is the baseline).

    \b
    Examples:
      tallystick report gold.jsonl pred.jsonl -o report.html
      tallystick report gold.jsonl base.jsonl new.jsonl -o report.html --names a,b
      tallystick report gold.jsonl pred.jsonl -m span -o report.html --worst 500
    """  # fmt: skip
    if not gold or "" in systems:
        raise UsageError("an argument is empty; is a shell variable unset?")
    if output.terminal:
        raise UsageError("cannot write HTML to a terminal; pass -o report.html")
    if (gold, *systems).count("-") > 1:
        raise UsageError("only one file can be read from standard input")
    golden, sources = open_source(gold), [open_source(path) for path in systems]
    output.check(golden, *sources)
    named = named_sources(sources, names)
    level = _LEVEL if run["confidence"] is None else run["confidence"]
    request = run.request(run.settings(confidence=level))
    if len(named) > 1:
        check_comparison(named, request.settings, run["unit"])
    # Nearly everything that is created stays until the page is written: there is no garbage to look for.
    gc.set_threshold(*_COLLECTED_AFTER)
    # The threads of NumPy's linear algebra wait for work by keeping processors busy, which the workers need.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    paths = [path for system in systems for path in (gold, system)]
    builder = PageBuilder(worst=worst, systems=len(named))
    with progress_bar(output.progress, *paths) as advance:
        runs = score_systems(
            golden, named, request, page=True, jobs=run["jobs"], progress=advance, ready=builder.add
        )
    reports = {name: system.report for name, system in runs.items()}
    comparison = None
    if len(runs) > 1:
        comparison = compare_runs(runs, run.statistics(level=level), unit=run["unit"])
    if not output.quiet:
        _show_notes(reports)
    called = list(named) if names is not None else [Path(source.shown).name for source in sources]
    shown = title or f"{Path(golden.shown).name} ↔ {', '.join(called)}"
    output.write(PageView(reports, comparison, shown, builder))


def _show_notes(reports: Mapping[str, Report]) -> None:
    """Show the notes on all systems: those that all share once, the others with the name of the system."""
    shared = common_notes(report.notes for report in reports.values()) if len(reports) > 1 else ()
    for note in shared:
        notify(f"note: {note}")
    for name, report in reports.items():
        own = tuple([note for note in report.notes if note not in shared])
        show_notes(replace(report, notes=own), name if len(reports) > 1 else "")
