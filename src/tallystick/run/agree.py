"""`agree`: every annotator against every other. Entry point of the command line and of Python.

No annotator is the gold. A symmetric metric is computed once for each pair, an asymmetric metric in both directions.
Items that only one of two annotators has are left out of their comparison, and counted; so are the sentences of a
document that only one of them has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item
from tallystick.registry import Chosen, MetricLike, NamedMetric, choose, find_preset
from tallystick.results.agreement import Agreement, MetricAgreement, PairCoverage, PairScore
from tallystick.results.label_agreement import LabelAgreement
from tallystick.results.report import MetricReport, Report
from tallystick.results.settings import Settings
from tallystick.run.directions import computed_both_ways, on_common_parts
from tallystick.run.inputs.annotators import (
    Annotations,
    by_input,
    common_items,
    names_of,
    read_annotators,
    shared_items,
)
from tallystick.run.label_agreement import label_agreement, refuse_no_labels
from tallystick.run.mean_intervals import Outcomes, interval_of_mean, remember
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.score import ItemsLike, run_score
from tallystick.run.summarise import counts_something
from tallystick.stats.agreement import Resampling
from tallystick.stats.resamples import RESAMPLES
from tallystick.tally import Score, Tally
from tallystick.tasks.base import Preset, Task
from tallystick.tasks.notes import OptionNote, common_notes

__all__ = ["agree", "run_agree"]


def agree(
    annotators: Mapping[str, ItemsLike] | Sequence[ItemsLike],
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    average: str = "auto",
    undefined: str = "null",
    on_error: str = "fail",
    match_by: str = "auto",
    by: str | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    strict_text: bool = False,
    confidence: float | None = None,
    resamples: int = RESAMPLES,
    seed: int = 12345,
    labels: bool = False,
    **options: object,
) -> Agreement:
    """Compare two or more annotators with each other: a dictionary by name, or a list.

    Each is a path, text, or a list of items, as in :func:`~tallystick.run.score.score`. `confidence` adds bootstrap
    intervals over items. `labels` adds chance-corrected coefficients for labels on units that annotators share.

    >>> import tallystick as ts
    >>> ann, bob = "(w / want-01 :ARG0 (b / boy))", "(w / want-01 :ARG0 (g / girl))"
    >>> agreement = ts.agree({"ann": ann, "bob": bob, "cy": ann}, "smatch", task="amr")
    >>> agreement["smatch"].matrix[0], round(agreement["smatch"].mean, 4)
    ([None, 0.75, 1.0], 0.8333)
    """
    request = Request.from_keywords(locals())
    named = annotators if isinstance(annotators, Mapping) else names_of(annotators)
    return run_agree(named, request, labels=labels, jobs=jobs)


def run_agree(
    annotators: Mapping[str, ItemsLike],
    request: Request,
    *,
    labels: bool = False,
    jobs: int | None = None,
    progress: Callable[[float, int], None] | None = None,
) -> Agreement:
    """Compare annotators with all options resolved. `progress` receives the share of the work that was done."""
    settings = request.settings
    if len(annotators) < 2:
        raise UsageError("pass at least two annotators")
    if settings.on_error == "zero":
        raise UsageError("on_error='zero' applies only to predictions; for annotators, use 'skip'")
    read = read_annotators(annotators, request)
    if labels:
        refuse_no_labels(read.task)
    preset = find_preset(read.task, request.preset) if request.preset else None
    chosen = choose(read.task, request.metrics, request.parameters, preset, settings.seed)
    options = on_common_parts(chosen, request.parameters, preset)
    chosen = choose(read.task, request.metrics, options, preset, settings.seed)
    comparer = _PairComparer(read, chosen, settings, preset, jobs, progress)
    pairs = list(combinations(read.items, 2))
    compared = [comparer.pair(a, b, len(pairs)) for a, b in pairs]
    if not any(pair.coverage.items for pair in compared):
        raise DataError(Problem("no two annotators have an item in common", code="no-partner",
                                hint="items are paired by id, and files in directories by name"))  # fmt: skip
    agreed = [(choice, comparer.metric(choice, compared)) for choice in chosen]
    return Agreement(
        read.task.name,
        tuple(read.items),
        {choice.key: metric for choice, metric in agreed if _shown(choice, metric)},
        tuple(pair.coverage for pair in compared),
        compared[0].settings,
        read.task.part,
        tuple(dict.fromkeys((*read.problems, *_remarks(compared)))),
        _labels(read, settings) if labels else (),
        common_notes([pair.there.report.notes for pair in compared if pair.there is not None], OptionNote),
    )


def _labels(read: Annotations, settings: Settings) -> tuple[LabelAgreement, ...]:
    """Return the agreement on labels, with intervals if they were requested."""
    how = Resampling(settings.confidence, settings.resamples, settings.seed)
    return label_agreement(read.task, tuple(read.items), by_input(read, settings.match_by), how)


def _remarks(compared: Sequence[_Compared]) -> Iterator[Problem]:
    """Yield the problems of all pairs."""
    for pair in compared:
        if pair.there is not None:
            yield from pair.there.report.problems


def _shown(choice: Chosen, metric: MetricAgreement) -> bool:
    """Return whether a metric is shown: an occasional metric only if requested or if it counts something."""
    return (
        choice.requested
        or not choice.metric.occasional
        or any(counts_something(pair.score.tally) for pair in metric.pairs)
    )


@dataclass(frozen=True, slots=True)
class _Direction:
    """Two annotators, one of them treated as the gold."""

    report: Report
    outcomes: Outcomes
    """All items, if intervals were requested."""
    metrics: list[str]

    def index(self, choice: Chosen) -> int:
        """Return the index of a metric among the counts of an item."""
        return self.metrics.index(choice.key)


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two annotators: in one direction, and in the other if there are asymmetric metrics."""

    a: str
    b: str
    there: _Direction | None
    back: _Direction | None
    coverage: PairCoverage
    settings: Settings


@dataclass(frozen=True, slots=True)
class _PairComparer:
    """Compares each pair of annotators."""

    read: Annotations
    chosen: Sequence[Chosen]
    settings: Settings
    preset: Preset | None
    jobs: int | None
    progress: Callable[[float, int], None] | None

    def pair(self, a: str, b: str, pairs: int) -> _Compared:
        """Compare two annotators."""
        shared = shared_items(self.read.items[a], self.read.items[b], self.settings.match_by)
        alone = (shared.only_first, shared.only_second)
        lost = len(self.read.unreadable[a] | self.read.unreadable[b])
        if not shared.first:
            return _Compared(a, b, None, None, PairCoverage(a, b, 0, *alone, lost), self.settings)
        reversed_metrics = [choice for choice in self.chosen if computed_both_ways(self.read.task, choice)]
        share = 1 / (pairs * len(shared.first) * (2 if reversed_metrics else 1))
        first, second, parts = common_items(self.read.task, shared)
        there = self.run(first, second, self.chosen, share)
        back = self.run(second, first, reversed_metrics, share) if reversed_metrics else None
        report = there.report
        coverage = PairCoverage(
            a, b, report.items, *alone, lost + report.skipped, {**parts, **report.coverage}
        )
        return _Compared(a, b, there, back, coverage, report.settings)

    def run(self, gold: list[Item], pred: list[Item], chosen: Sequence[Chosen], share: float) -> _Direction:
        """Score in one direction, with the preset if it has options of these metrics."""
        known = {parameter.name for choice in chosen for parameter in choice.metric.parameters}
        preset = self.preset.name if self.preset and known & set(self.preset.options) else None
        advance = self.progress
        outcomes: dict[tuple[str, int], Outcome] = {}
        take = remember(outcomes) if self.settings.confidence is not None else None

        def advance_by_share(outcome: Outcome) -> None:
            if take is not None:
                take(outcome)
            if advance is not None:
                advance(share, 1)

        task = self.read.task
        # All metrics are requested: a metric that counts nothing in this pair may count something in another.
        metrics = [NamedMetric(task, replace(choice, requested=True)) for choice in chosen]
        request = Request(metrics, {}, self.settings, task, preset)
        execution = Execution(self.jobs, progress=advance_by_share)
        report = run_score(gold, pred, request, execution, items=False)
        return _Direction(report, outcomes, [choice.key for choice in chosen])

    def metric(self, choice: Chosen, compared: Sequence[_Compared]) -> MetricAgreement:
        """Return the numbers of a metric over all pairs."""
        both = computed_both_ways(self.read.task, choice)
        runs = [(pair.a, pair.b, pair.there) for pair in compared]
        runs += [(pair.b, pair.a, pair.back) for pair in compared] if both else []
        directions = [(a, b, run.report if run else None) for a, b, run in runs]
        labels = sorted({label for _, _, report in directions if report for label in report.groups})
        reports = [report for _, _, report in directions if report]
        interval = None
        if self.settings.confidence is not None:
            pairs = [(run.outcomes, run.index(choice)) for _, _, run in runs if run]
            interval = interval_of_mean(pairs, choice.scorer().reading, reports[0].settings)
        return MetricAgreement(
            choice.key,
            reports[0][choice.key].signature,
            tuple(self.read.items),
            tuple(
                self.score(choice, a, b, report[choice.key] if report else None)
                for a, b, report in directions
            ),
            both,
            {
                label: tuple(
                    self.score(choice, a, b, report.groups[label][choice.key])
                    for a, b, report in directions
                    if report and label in report.groups
                )
                for label in labels
            },
            interval,
        )

    def score(self, choice: Chosen, a: str, b: str, report: MetricReport | None) -> PairScore:
        """Score two annotators under a metric; all numbers are undefined if they have no item in common."""
        if report is not None:
            return PairScore(a, b, report.score, report.values, report.intervals)
        reading = self.settings.reading(choice.scorer().reading)
        return PairScore(a, b, Score(Tally(items=0, proved=0), reading), dict.fromkeys(reading.fields))
