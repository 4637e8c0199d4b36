"""``tallystick compare``."""

from __future__ import annotations

import click

from tallystick.cli.metric_options import ScoringCommand, given_parameters
from tallystick.cli.options import (
    average_option,
    jobs_option,
    names_option,
    output_options,
    paired_options,
    scoring_options,
    seed_option,
    undefined_option,
)
from tallystick.cli.output import Output, show_warnings
from tallystick.cli.progress import progress_bar
from tallystick.errors import UsageError
from tallystick.report.comparison import ComparisonView
from tallystick.results.settings import AVERAGES, Settings
from tallystick.run.compare import run_compare
from tallystick.run.inputs.annotators import names_of
from tallystick.run.inputs.sources import open_source
from tallystick.run.request import Request
from tallystick.stats.comparison import PAIRS, Statistics
from tallystick.visible import visible

__all__ = ["compare"]


@click.command(no_args_is_help=True, cls=ScoringCommand, short_help="Compare systems, with significance.")
@click.argument("gold")
@click.argument("systems", metavar="BASE SYSTEM…", nargs=-1, required=True)
@paired_options
@click.option(
    "--pairs",
    type=click.Choice(PAIRS),
    default="all",
    show_default=True,
    help="Compare each system with each other, or with the baseline only.",
)
@click.option(
    "--level",
    type=float,
    default=0.95,
    show_default=True,
    help="The level of the intervals; a difference is significant where p < 1 - level.",
)
@click.option(
    "--trials",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Trials of the randomisation.",
)
@click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Resamples of the bootstrap.",
)
@seed_option
@names_option("systems")
@average_option(*AVERAGES)
@click.option(
    "--by",
    metavar="KEY",
    help="The groups of --average groups: dataset, language, document or a key of meta.",
)
@undefined_option
@jobs_option
@scoring_options
@output_options("comparison")
def compare(
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
    paired_ar: bool,
    paired_bs: bool,
    pairs: str,
    adjust: str,
    unit: str,
    level: float,
    trials: int,
    resamples: int,
    seed: int,
    names: str | None,
    average: str,
    by: str | None,
    undefined: str,
    jobs: int,
    output: Output,
    **parameters: object,
) -> None:
    """Compare systems, two or more, against GOLD; the first one is the baseline.

    For each metric: every system's score with its interval, its difference to the baseline with its interval, on how
    many items it is better, as good and worse, and a p-value. Letters after a score name the systems that it is
    significantly better than. All are files, or all are directories. Only items that were scored for every system
    count; the number of others is stated.

    \b
    Examples:
      tallystick compare gold.jsonl base.jsonl new.jsonl
      tallystick compare gold.jsonl base.jsonl new.jsonl --paired-bs --names a,b
      tallystick compare gold.jsonl base.jsonl new.jsonl --pairs baseline -f latex
      tallystick compare gold/ base/ new/ --unit document
      tallystick compare gold/ base/ new/ --average groups --by dataset
    """
    if not gold or "" in systems:
        raise UsageError("a file is empty: is a variable of the shell unset?")
    if len(systems) < 2:
        raise UsageError(
            "two systems or more are needed: tallystick compare GOLD BASE SYSTEM…; "
            "one alone is scored with tallystick score GOLD PRED --confidence"
        )
    if (gold, *systems).count("-") > 1:
        raise UsageError("only one file can be read from standard input")
    golden, sources = open_source(gold), [open_source(path) for path in systems]
    output.check(golden, *sources)
    named = names_of(sources)
    if names is not None:
        given = [visible(name.strip()) for name in names.split(",")]
        if len(given) != len(sources) or len(set(given)) != len(given) or not all(given):
            raise UsageError(
                f"--names {names}: {len(sources)} different names are needed, separated by commas"
            )
        named = dict(zip(given, sources, strict=True))
    settings = Settings(
        average=average, undefined=undefined, on_error=on_error, match_by=match_by, time_limit=time_limit,
        on_timeout=on_timeout, memory_limit=memory_limit, seed=seed, by=by, strict_text=strict_text,
    )  # fmt: skip
    tests = tuple(test for test, asked in (("ar", paired_ar or not paired_bs), ("bs", paired_bs)) if asked)
    statistics = Statistics(tests, pairs, adjust, level, trials, resamples, seed)
    paths = [path for system in systems for path in (gold, system)]
    with progress_bar(output.progress, *paths) as advance:
        request = Request(metrics, given_parameters(parameters), settings, task, preset)
        comparison = run_compare(golden, named, request, statistics, unit=unit, jobs=jobs, progress=advance)
    if not output.quiet:
        show_warnings(comparison.problems)
    output.write(ComparisonView(comparison))
