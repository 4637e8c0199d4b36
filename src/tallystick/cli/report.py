"""``tallystick report``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from tallystick.cli.metric_options import given_parameters
from tallystick.cli.options import (
    OptionalLevel,
    average_option,
    jobs_option,
    names_option,
    output_options,
    paired_options,
    scoring_options,
    seed_option,
    undefined_option,
)
from tallystick.cli.output import Output, show_notes
from tallystick.cli.progress import progress_bar
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.formats.html import PageView
from tallystick.results.settings import ITEM_AVERAGES, Settings
from tallystick.run.compare import check_comparison, compare_runs, score_systems
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.sources import open_source
from tallystick.run.request import Request
from tallystick.stats.comparison import Statistics
from tallystick.visible import visible

__all__ = ["report"]

#: The level of the intervals where none is asked for.
_LEVEL = 0.95


@click.command(no_args_is_help=True, cls=OptionalLevel, short_help="Make a page that shows what matched.")
@click.argument("gold")
@click.argument("systems", metavar="PRED…", nargs=-1, required=True)
@scoring_options
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show only the N items with the lowest scores in detail; all are listed. The page says so.",
)
@click.option("--title", help="The title of the page. Default: the names of the files.")
@names_option("systems")
@average_option(*ITEM_AVERAGES)
@undefined_option
@click.option(
    "--confidence",
    type=float,
    metavar="[LEVEL]",
    help="The level of the bootstrap confidence intervals. Default: 0.95 for micro and macro averages.",
)
@seed_option
@paired_options
@jobs_option
@output_options("page")
def report(
    gold: str,
    systems: tuple[str, ...],
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    on_error: str,
    match_by: str,
    time_limit: float | None,
    on_timeout: str,
    memory_limit: str | None,
    strict_text: bool,
    worst: int | None,
    title: str | None,
    names: str | None,
    average: str,
    undefined: str,
    confidence: float | None,
    seed: int,
    paired_ar: bool,
    paired_bs: bool,
    adjust: str,
    unit: str,
    jobs: int,
    output: Output,
    **parameters: object,
) -> None:
    """Make a page that shows how PRED, one system or several, compares with GOLD, item by item.

    One file of HTML that opens from disk and needs no network: scores with intervals, every item with what matched,
    was missed and was spurious, what is taken for what, and how systems compare (the first one is the baseline).

    \b
    Examples:
      tallystick report gold.jsonl pred.jsonl -o report.html
      tallystick report gold.jsonl base.jsonl new.jsonl -o report.html --names a,b
      tallystick report gold.jsonl pred.jsonl -m span -o report.html --worst 500
    """  # fmt: skip
    if not gold or "" in systems:
        raise UsageError("a file is empty: is a variable of the shell unset?")
    if output.terminal:
        raise UsageError("a page is not for a terminal: name a file with -o report.html")
    if (gold, *systems).count("-") > 1:
        raise UsageError("only one file can be read from standard input")
    golden, sources = open_source(gold), [open_source(path) for path in systems]
    output.check(golden, *sources)
    named = _named(sources, names)
    level = confidence if confidence is not None or average not in ITEM_AVERAGES[:2] else _LEVEL
    settings = Settings(
        average=average, undefined=undefined, on_error=on_error, match_by=match_by, time_limit=time_limit,
        on_timeout=on_timeout, memory_limit=memory_limit, confidence=level, seed=seed, strict_text=strict_text,
    )  # fmt: skip
    tests = tuple(test for test, asked in (("ar", paired_ar or not paired_bs), ("bs", paired_bs)) if asked)
    statistics = Statistics(tests, adjust=adjust, level=level or _LEVEL, seed=seed)
    request = Request(metrics, given_parameters(parameters), settings, task, preset)
    if len(named) > 1:
        check_comparison(named, settings, unit)
    paths = [path for system in systems for path in (gold, system)]
    with progress_bar(output.progress, *paths) as advance:
        runs = score_systems(golden, named, request, items=True, jobs=jobs, progress=advance)
    reports = {name: run.report for name, run in runs.items()}
    comparison = compare_runs(runs, request, statistics, unit=unit) if len(runs) > 1 else None
    if not output.quiet:
        for one in reports.values():
            show_notes(one)
    shown = title or f"{Path(golden.shown).name} ↔ {', '.join(Path(source.shown).name for source in sources)}"
    output.write(PageView(reports, comparison, shown, worst))


def _named(sources: Sequence[Source], names: str | None) -> Mapping[str, Source]:
    if names is None:
        return {name: source for name, source in names_of(sources).items() if isinstance(source, Source)}
    given = [visible(name.strip()) for name in names.split(",")]
    if len(given) != len(sources) or len(set(given)) != len(given) or not all(given):
        raise UsageError(f"--names {names}: {len(sources)} different names are needed, separated by commas")
    return dict(zip(given, sources, strict=True))
