"""`correlate`: scores of items against human judgements. Entry point of the command line and of Python.

Every pair of items is scored once, by all metrics; from then on only the scores of items are used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.registry import Chosen, MetricLike
from tallystick.results.correlation import (
    Correlation,
    CorrelationDifference,
    Correlations,
    JudgedSet,
    MetricCorrelations,
)
from tallystick.results.options import chosen
from tallystick.results.report import Report
from tallystick.run.inputs.judgements import JudgementsLike, read_judgements
from tallystick.run.plan import Outcome
from tallystick.run.request import Execution, Request
from tallystick.run.score import ItemsLike, run_score
from tallystick.stats.adjust import adjusted
from tallystick.stats.comparison import Statistics
from tallystick.stats.resamples import RESAMPLES
from tallystick.tally import Reading
from tallystick.tasks.base import Task
from tallystick.tasks.notes import common_notes

if TYPE_CHECKING:
    from tallystick.stats.correlation import Array, Correlator

__all__ = ["DataSet", "correlate", "run_correlate"]


def correlate(
    gold: ItemsLike | Mapping[str, ItemsLike],
    pred: ItemsLike | Mapping[str, ItemsLike],
    judgements: JudgementsLike | Mapping[str, JudgementsLike] | None = None,
    metrics: Sequence[MetricLike] | MetricLike = (),
    *,
    task: str | type | Task | None = None,
    preset: str | None = None,
    undefined: str = "null",
    on_error: str = "fail",
    on_missing: str = "error",
    match_by: str = "auto",
    repair: str = "none",
    pred_at: str = "",
    strict_text: bool = False,
    time_limit: float | None = None,
    on_timeout: str = "best",
    memory_limit: int | str | None = None,
    seed: int = 12345,
    jobs: int | None = None,
    adjust: str = "holm",
    level: float = 0.95,
    resamples: int = RESAMPLES,
    columns: Mapping[str, str] | None = None,
    **options: object,
) -> Correlations:
    """Correlate metrics with human judgements and with each other, over items.

    `gold` and `pred` are as in :func:`~tallystick.run.score.score`. `judgements` are a path, numbers in the order of
    the gold, rows such as ``{"id": "s1", "adequacy": 4}``, or columns by name; without them, metrics are correlated
    with each other only. For several data sets, `gold`, `pred` and `judgements` are dictionaries with the same keys.

    >>> import tallystick as ts
    >>> gold = [{"id": n, "spans": [{"type": "PER", "span": [n, n]}]} for n in range(4)]
    >>> pred = [{"id": 0, "spans": []}, {"id": 1, "spans": []}, *gold[2:]]
    >>> correlations = ts.correlate(gold, pred, [1, 2, 4, 5], "span", task="spans")
    >>> round(correlations["span"].pearson, 4), round(correlations["span"].kendall, 4)
    (0.9487, 0.8165)
    """
    request, statistics = Request.from_keywords(locals()), Statistics(**chosen("statistics", locals()))
    if isinstance(gold, Mapping):
        if not isinstance(pred, Mapping) or gold.keys() != pred.keys():
            raise UsageError("gold and pred must have the same data sets")
        if judgements is not None and not (
            isinstance(judgements, Mapping) and judgements.keys() == gold.keys()
        ):
            raise UsageError("gold and judgements must have the same data sets")
        sets = {
            name: DataSet(gold[name], pred[name], judgements[name] if judgements is not None else None)
            for name in gold
        }
    else:
        sets = {"": DataSet(gold, pred, judgements)}  # type: ignore[arg-type]
    return run_correlate(sets, request, statistics, jobs=jobs)


@dataclass(frozen=True, slots=True)
class DataSet:
    """The two sides of a data set, and the human judgements of each item."""

    gold: ItemsLike
    pred: ItemsLike
    judgements: JudgementsLike | None = None


def run_correlate(
    data_sets: Mapping[str, DataSet],
    request: Request,
    statistics: Statistics,
    *,
    judgements: Sequence[str] = (),
    jobs: int | None = None,
    progress: Callable[[Outcome], None] | None = None,
) -> Correlations:
    """Correlate with all options resolved; `judgements` are the columns to use, by default all."""
    scored: dict[str, _Scored] = {}
    for name, data_set in data_sets.items():
        scored[name] = _score(data_set, request, judgements, jobs, progress)
        if request.task is None:
            request = replace(request, task=scored[name].report.task)  # the same for all data sets
    first = next(iter(scored.values()))
    keys, names = list(first.scores), list(first.judgements)
    for name, own in scored.items():
        if list(own.judgements) != names:
            message = f"{name} has the judgements {', '.join(own.judgements)}; others have {', '.join(names)}"
            raise DataError(Problem(message, code="judgements"))
    if not names and len(keys) < 2:
        raise UsageError("pass at least two metrics, or judgements: --with FILE")
    correlations: list[Correlation] = []
    between: list[Correlation] = []
    differences: list[CorrelationDifference] = []
    for name, own in scored.items():
        correlator = own.correlator(statistics)
        correlations += _correlate(name, list(product(keys, names)), correlator)
        between += _correlate(name, list(combinations(keys, 2)), correlator)
        for judgement in names:
            differences += _compare(
                name, judgement, list(combinations(keys, 2)), correlator, statistics.adjust
            )
    return Correlations(
        first.report.task,
        {
            key: MetricCorrelations(
                key, first.report[key].signature, tuple(each for each in correlations if each.metric == key)
            )
            for key in keys
        },
        tuple(names),
        tuple(between),
        tuple(differences),
        {name: own.coverage() for name, own in scored.items()},
        statistics,
        first.report.settings,
        tuple(dict.fromkeys(problem for own in scored.values() for problem in own.report.problems)),
        common_notes(own.report.notes for own in scored.values()),
    )


@dataclass(frozen=True, slots=True)
class _Scored:
    """The scores and judgements of the items of a data set, not a number where there is none."""

    report: Report
    scores: dict[str, Array]
    judgements: dict[str, Array]
    unknown: int

    def correlator(self, statistics: Statistics) -> Correlator:
        from tallystick.stats.correlation import Correlator

        if both := self.scores.keys() & self.judgements.keys():
            raise UsageError(f"a judgement has the name of a metric: {', '.join(sorted(both))}")
        return Correlator(
            {**self.scores, **self.judgements},
            level=statistics.level,
            resamples=statistics.resamples,
            seed=statistics.seed,
        )

    def coverage(self) -> JudgedSet:
        def undefined(column: Array) -> int:
            return int((column != column).sum())

        size = len(next(iter(self.scores.values())))
        return JudgedSet(
            size,
            {name: size - undefined(column) for name, column in self.judgements.items()},
            {key: undefined(column) for key, column in self.scores.items()},
            self.unknown,
        )


def _score(
    data_set: DataSet,
    request: Request,
    columns: Sequence[str],
    jobs: int | None,
    progress: Callable[[Outcome], None] | None,
) -> _Scored:
    """Score a data set and read its judgements."""
    import numpy as np

    # Before any scoring, so that an invalid file of judgements fails immediately.
    judged = read_judgements(data_set.judgements, columns) if data_set.judgements is not None else None
    outcomes: list[Outcome] = []
    readings: dict[str, Reading] = {}

    def take(outcome: Outcome) -> None:
        outcomes.append(replace(outcome, kept=None))
        if progress is not None:
            progress(outcome)

    def note_readings(_task: Task, chosen_metrics: Sequence[Chosen], _request: Request) -> None:
        for choice in chosen_metrics:
            readings[choice.key] = request.settings.reading(choice.scorer().reading)

    execution = Execution(jobs, progress=take)
    report = run_score(data_set.gold, data_set.pred, request, execution, items=False, accept=note_readings)
    scores = {
        key: np.array([_value(outcome, index, reading) for outcome in outcomes], dtype=np.float64)
        for index, (key, reading) in enumerate(readings.items())
        if key in report.metrics
    }
    if judged is None:
        return _Scored(report, scores, {}, 0)
    names = [outcome.gold_id for outcome in outcomes]
    numbers = {name: np.array(column, dtype=np.float64) for name, column in judged.of_items(names).items()}
    return _Scored(report, scores, numbers, judged.unknown(names))


def _value(outcome: Outcome, metric: int, reading: Reading) -> float | None:
    """The headline number of an item; None if it is undefined or the item was left out."""
    if outcome.status not in ("scored", "zeroed"):
        return None
    return reading.read(outcome.tallies[metric])[reading.fields.index(reading.headline)]


def _correlate(data_set: str, pairs: Sequence[tuple[str, str]], correlator: Correlator) -> list[Correlation]:
    return [
        Correlation(metric, other, data_set, found.items, found.values, found.intervals)
        for (metric, other), found in zip(pairs, correlator.correlate(pairs), strict=True)
    ]


def _compare(
    data_set: str, judgement: str, pairs: Sequence[tuple[str, str]], correlator: Correlator, adjust: str
) -> list[CorrelationDifference]:
    """Compare every pair of metrics by their correlations with a judgement."""
    from tallystick.stats.correlation import COEFFICIENTS

    differences = []
    for coefficient in COEFFICIENTS:
        tests = correlator.compare(judgement, pairs, coefficient)
        p_values = adjusted([test.p for test in tests], adjust)
        differences += [
            CorrelationDifference(
                judgement, data_set, coefficient, base, metric, test.items, test.value, test.interval, test.test,
                test.p, p,
            )
            for (base, metric), test, p in zip(pairs, tests, p_values, strict=True)
        ]  # fmt: skip
    return differences
