"""``tallystick report``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Source
from tallystick.report.formats.html import PageView
from tallystick.results.report import Report
from tallystick.results.settings import ITEM_AVERAGES, Settings
from tallystick.run.compare import run_compare
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.sources import PipedSource, open_source
from tallystick.run.plan import Outcome
from tallystick.run.score import run_score
from tallystick.stats.comparison import Statistics
from tallystick.tasks.base import Options
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
    golden, sources = _kept(open_source(gold)), [_kept(open_source(path)) for path in systems]
    output.check(golden, *sources)
    named = _named(sources, names)
    level = confidence if confidence is not None or average not in ITEM_AVERAGES[:2] else _LEVEL
    settings = Settings(
        average=average, undefined=undefined, on_error=on_error, match_by=match_by, time_limit=time_limit,
        on_timeout=on_timeout, memory_limit=memory_limit, confidence=level, seed=seed, strict_text=strict_text,
    )  # fmt: skip
    tests = tuple(test for test, asked in (("ar", paired_ar or not paired_bs), ("bs", paired_bs)) if asked)
    statistics = Statistics(tests, adjust=adjust, level=level or _LEVEL, seed=seed)
    options = given_parameters(parameters)
    times = 1 + (len(systems) > 1)
    paths = [path for system in systems * times for path in (gold, system)]
    with progress_bar(output.progress, *paths) as advance:
        reports = _scored(golden, named, metrics, options, settings, task, preset, jobs, advance)
        comparison = None
        if len(named) > 1:
            # A comparison has intervals of its own.
            comparison = run_compare(
                golden, named, metrics, options, replace(settings, confidence=None), statistics,
                unit=unit, task=task, preset=preset, jobs=jobs, progress=advance,
            )  # fmt: skip
    if not output.quiet:
        for one in reports.values():
            show_notes(one)
    shown = title or f"{Path(golden.shown).name} ↔ {', '.join(Path(source.shown).name for source in sources)}"
    output.write(PageView(reports, comparison, shown, worst))


def _kept(source: Source) -> Source:
    """A source that can be read more than once: what comes through a pipe is remembered."""
    if source.text is not None or not (source.path == "-" or isinstance(source, PipedSource)):
        return source
    # What is no UTF-8 stays so, and is found where it stands.
    return Source(source.shown, source._open().read().decode("utf-8", "surrogateescape"))


def _named(sources: Sequence[Source], names: str | None) -> Mapping[str, Source]:
    if names is None:
        return {name: source for name, source in names_of(sources).items() if isinstance(source, Source)}
    given = [visible(name.strip()) for name in names.split(",")]
    if len(given) != len(sources) or len(set(given)) != len(given) or not all(given):
        raise UsageError(f"--names {names}: {len(sources)} different names are needed, separated by commas")
    return dict(zip(given, sources, strict=True))


def _scored(
    gold: Source, systems: Mapping[str, Source], metrics: Sequence[str], options: Options, settings: Settings,
    task: str | None, preset: str | None, jobs: int, progress: Callable[[Outcome], None] | None,
) -> dict[str, Report]:  # fmt: skip
    """The report of every system; raises one error with the problems of all of them."""
    found: dict[str, Report] = {}
    problems: list[Problem] = []
    unlisted = 0
    for name, pred in systems.items():
        try:
            found[name] = run_score(
                gold, pred, metrics, options, settings, task=task, preset=preset, jobs=jobs, progress=progress,
            )  # fmt: skip
        except DataError as error:
            problems += error.problems
            unlisted += error.unlisted
    if problems:
        raise DataError(problems, unlisted)
    return found
