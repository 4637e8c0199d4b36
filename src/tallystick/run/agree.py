"""`agree`: every annotator against every other. The command line and Python come here.

Nobody is the gold here. A metric that treats both sides alike is computed once for each pair; one that does not, in
both directions. Items that only one of two annotators has are left out of their comparison, and counted; so are the
sentences of a document that only one of them has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Item
from tallystick.registry import Chosen, MetricLike, NamedMetric, choose, find_preset
from tallystick.results.agreement import Agreement, MetricAgreement, PairCoverage, PairScore
from tallystick.results.report import MetricReport, Report
from tallystick.results.settings import Settings
from tallystick.run.inputs.annotators import Annotations, names_of, read_annotators, shared_items
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.score import Given, run_score
from tallystick.run.summarise import counts_something
from tallystick.tally import Score, Tally
from tallystick.tasks.base import Options, Preset, Task

__all__ = ["agree", "run_agree"]

#: The parameter of metrics over documents that may have different sentences.
OVERLAP = "overlap"


def agree(
    annotators: Mapping[str, Given] | Sequence[Given],
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    average: str = "micro",
    undefined: str = "null",
    on_error: str = "fail",
    match_by: str = "auto",
    by: str | None = None,
    jobs: int = 1,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    strict_text: bool = False,
    **options: object,
) -> Agreement:
    """Compare annotators with one another, two or more of them: by name, or one after another.

    Each is a path, text, or a list of items, as in :func:`~tallystick.run.score.score`.

    >>> import tallystick as ts
    >>> ann, bob = "(w / want-01 :ARG0 (b / boy))", "(w / want-01 :ARG0 (g / girl))"
    >>> found = ts.agree({"ann": ann, "bob": bob, "cy": ann}, "smatch", task="amr")
    >>> found["smatch"].matrix[0], round(found["smatch"].mean, 4)
    ([None, 0.75, 1.0], 0.8333)
    """
    request = Request.from_keywords(locals())
    named = annotators if isinstance(annotators, Mapping) else names_of(annotators)
    return run_agree(named, request, jobs=jobs)


def run_agree(
    annotators: Mapping[str, Given],
    request: Request,
    *,
    jobs: int = 1,
    progress: Callable[[float, int], None] | None = None,
) -> Agreement:
    """Compare annotators with everything settled. `progress` is told which share of all work was done."""
    settings = request.settings
    if len(annotators) < 2:
        raise UsageError("two annotators or more are needed to agree or not")
    if settings.on_error == "zero":
        raise UsageError(
            "on_error='zero' counts a prediction as empty, and no annotator is a prediction; use 'skip'"
        )
    read = read_annotators(annotators, request)
    preset = find_preset(read.task, request.preset) if request.preset else None
    chosen = choose(read.task, request.metrics, request.parameters, preset, settings.seed)
    options = _on_what_both_have(chosen, request.parameters, preset)
    chosen = choose(read.task, request.metrics, options, preset, settings.seed)
    work = _Work(read, chosen, settings, preset, jobs, progress)
    pairs = list(combinations(read.items, 2))
    found = [work.pair(a, b, len(pairs)) for a, b in pairs]
    if not any(one.coverage.items for one in found):
        raise DataError(Problem("no two annotators have an item in common", code="no-partner",
                                hint="items are paired by id, and files in directories by name"))  # fmt: skip
    agreed = [(one, work.metric(one, found)) for one in chosen]
    return Agreement(
        read.task.name,
        tuple(read.items),
        {one.key: metric for one, metric in agreed if _shown(one, metric)},
        tuple(one.coverage for one in found),
        found[0].settings,
        read.task.part,
        tuple(dict.fromkeys((*read.problems, *_remarks(found)))),
    )


def _on_what_both_have(chosen: Sequence[Chosen], options: Options, preset: Preset | None) -> Options:
    """Documents that overlap in part are compared on what both annotators have, unless something else is asked for."""
    asked = {*options, *(preset.options if preset else ())}
    if OVERLAP in asked or not any(OVERLAP in one.options for one in chosen):
        return options
    return {**options, OVERLAP: "common"}


def _remarks(found: Sequence[_Compared]) -> Iterator[Problem]:
    """What is to be said about items of two annotators."""
    for pair in found:
        if pair.report is not None:
            yield from pair.report.problems


def _shown(one: Chosen, metric: MetricAgreement) -> bool:
    """A metric whose subject is often absent is shown where it is asked for, or counts something."""
    return (
        one.asked
        or not one.metric.occasional
        or any(counts_something(pair.score.tally) for pair in metric.pairs)
    )


@dataclass(frozen=True, slots=True)
class _Compared:
    """Two annotators: the report of one direction, and of the other where that is another number."""

    a: str
    b: str
    report: Report | None
    back: Report | None
    coverage: PairCoverage
    settings: Settings


@dataclass(frozen=True, slots=True)
class _Work:
    """What is done for each pair."""

    read: Annotations
    chosen: Sequence[Chosen]
    settings: Settings
    preset: Preset | None
    jobs: int
    progress: Callable[[float, int], None] | None

    def pair(self, a: str, b: str, pairs: int) -> _Compared:
        """Compare two annotators."""
        shared = shared_items(self.read.items[a], self.read.items[b], self.settings.match_by)
        alone = (shared.only_mine, shared.only_theirs)
        lost = len(self.read.unreadable[a] | self.read.unreadable[b])
        if not shared.mine:
            return _Compared(a, b, None, None, PairCoverage(a, b, 0, *alone, lost), self.settings)
        asked = [one for one in self.chosen if self.both_ways(one)]
        share = 1 / (pairs * len(shared.mine) * (2 if asked else 1))
        report = self.run(shared.mine, shared.theirs, self.chosen, share)
        back = self.run(shared.theirs, shared.mine, asked, share) if asked else None
        coverage = PairCoverage(a, b, report.items, *alone, lost + report.skipped, report.coverage)
        return _Compared(a, b, report, back, coverage, report.settings)

    def run(self, gold: list[Item], pred: list[Item], chosen: Sequence[Chosen], share: float) -> Report:
        """Score in one direction, under the preset as far as these metrics have anything of it."""
        known = {parameter.name for one in chosen for parameter in one.metric.parameters}
        preset = self.preset.name if self.preset and known & set(self.preset.options) else None
        advance = self.progress

        def tell(_outcome: Outcome) -> None:
            if advance is not None:
                advance(share, 1)

        task = self.read.task
        # All of them are asked for: what counts nothing in this pair may count something in another.
        metrics = [NamedMetric(task, replace(choice, asked=True)) for choice in chosen]
        request = Request(metrics, {}, self.settings, task, preset)
        return run_score(gold, pred, request, Execution(self.jobs, progress=tell), items=False)

    def both_ways(self, one: Chosen) -> bool:
        """Whether a metric is to be computed in both directions.

        So it is where it is declared to be asymmetric, and where it follows another program, which may be.
        """
        foreign = any(
            one.options.get(name) == value and value != self.default(one, name)
            for preset in self.read.task.presets
            for name, value in preset.options.items()
        )
        return bool(one.metric.asymmetric) or foreign

    @staticmethod
    def default(one: Chosen, name: str) -> object:
        """What a parameter is unless it is given."""
        return next(
            (parameter.default for parameter in one.metric.parameters if parameter.name == name), None
        )

    def metric(self, one: Chosen, found: Sequence[_Compared]) -> MetricAgreement:
        """The numbers of one metric over all pairs."""
        both = self.both_ways(one)
        directions = [(pair.a, pair.b, pair.report) for pair in found]
        directions += [(pair.b, pair.a, pair.back) for pair in found] if both else []
        labels = sorted({label for _, _, report in directions if report for label in report.groups})
        reports = [report for _, _, report in directions if report]
        return MetricAgreement(
            one.key,
            reports[0][one.key].signature,
            tuple(self.read.items),
            tuple(self.score(one, a, b, report[one.key] if report else None) for a, b, report in directions),
            both,
            {
                label: tuple(
                    self.score(one, a, b, report.groups[label][one.key])
                    for a, b, report in directions
                    if report and label in report.groups
                )
                for label in labels
            },
        )

    def score(self, one: Chosen, a: str, b: str, found: MetricReport | None) -> PairScore:
        """Two annotators under one metric; everything is undefined where they share nothing."""
        if found is not None:
            return PairScore(a, b, found.score, found.values)
        reading = self.settings.reading(one.scorer().reading)
        return PairScore(a, b, Score(Tally(items=0, proved=0), reading), dict.fromkeys(reading.fields))
