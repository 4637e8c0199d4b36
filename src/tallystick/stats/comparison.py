"""Several systems under several metrics: intervals, differences, wins and losses, tests.

Everything here comes from samples, that is from counts alone; nothing is scored again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import combinations, islice
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.stats.adjust import ADJUSTMENTS, adjusted
from tallystick.stats.bootstrap import (
    TIE,
    Interval,
    Resampled,
    Spread,
    bootstrap_p,
    inflation_of,
    resampled,
    spread_of,
    tail_of,
)
from tallystick.stats.power import detectable_difference, superiority
from tallystick.stats.randomisation import randomise
from tallystick.stats.ranks import Rank, ranks_of, shared_ranks
from tallystick.stats.resamples import RESAMPLES, check_resampling
from tallystick.stats.sample import Sample
from tallystick.tally import Numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "PAIRS",
    "TESTS",
    "Difference",
    "MetricComparison",
    "Statistics",
    "SystemScore",
    "Verdict",
    "compared",
]

#: The tests by name: paired approximate randomisation, paired bootstrap.
TESTS = ("ar", "bs")
#: Which systems are compared: each with each, or each with the first.
PAIRS = ("all", "baseline")


@dataclass(frozen=True, slots=True)
class Statistics:
    """How systems are compared, checked before any work is done."""

    tests: tuple[str, ...] = ("ar",)
    """The first test decides significance."""
    pairs: str = "all"
    adjust: str = "holm"
    level: float = 0.95
    trials: int = 10_000
    resamples: int = RESAMPLES
    seed: int = 12345

    def __post_init__(self) -> None:
        for test in self.tests:
            if test not in TESTS:
                raise UsageError(f"test={test!r} is not one of {', '.join(TESTS)}")
        if not self.tests or len(set(self.tests)) != len(self.tests):
            raise UsageError("one test or more is needed, each once: ar, bs")
        if self.pairs not in PAIRS:
            raise UsageError(f"pairs={self.pairs!r} is not one of {', '.join(PAIRS)}")
        if self.adjust not in ADJUSTMENTS:
            raise UsageError(f"adjust={self.adjust!r} is not one of {', '.join(ADJUSTMENTS)}")
        check_resampling(self.level, self.resamples)
        if self.trials < 1:
            raise UsageError(f"trials={self.trials} is not a positive number")
        if self.seed < 0:
            raise UsageError(f"the seed must not be negative: {self.seed}")

    @property
    def alpha(self) -> float:
        """A difference is significant where its p-value is below this: 0.05 for a level of 0.95."""
        return round(1 - self.level, 12)


@dataclass(frozen=True, slots=True)
class SystemScore(Numbers):
    """One system under one metric."""

    values: Mapping[str, float | None]
    intervals: Mapping[str, Interval]
    deviations: Mapping[str, float | None]
    """The standard deviation over resamples of each number."""
    undefined: Mapping[str, int]
    """In how many resamples each number is undefined; they are left out of its interval."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a test for a difference."""

    p: float | None
    """Two-sided; None if one of the two numbers is undefined."""
    trials: int
    """How many trials, or resamples, there were; where the test is exact, all possible ones."""
    exact: bool = False
    undefined: int = 0
    """In how many of them the difference is undefined; they count against it."""
    adjusted: float | None = None
    """The p-value adjusted over the pairs of systems compared under the metric."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better a system is than another, the base of the comparison, under one metric."""

    base: str
    system: str
    value: float | None
    interval: Interval
    wins: int
    """On how many items the system has the higher number."""
    ties: int
    losses: int
    incomparable: int
    """For how many items the number is undefined for one of the two, or both."""
    undefined: int
    """In how many resamples the difference is undefined; they are left out of its interval."""
    deviation: float | None = None
    """The standard deviation of the difference over resamples: its standard error."""
    detectable: float | None = None
    """The smallest difference that the test would detect with a power of 80 %, from the standard error."""
    tests: Mapping[str, Verdict] = field(default_factory=dict)

    @property
    def superiority(self) -> float | None:
        """The effect size: the share of items on which the system is better, a tie counting half."""
        return superiority(self.wins, self.ties, self.losses)

    def better(self, statistics: Statistics) -> str | None:
        """Return the name of the significantly better system, or None."""
        p = self.tests[statistics.tests[0]].adjusted
        if p is None or self.value is None or p >= statistics.alpha:
            return None
        return self.system if self.value > 0 else self.base


@dataclass(frozen=True, slots=True)
class MetricComparison:
    """All systems under one metric."""

    key: str
    headline: str
    """The number that is compared: F1 for most metrics."""
    systems: Mapping[str, SystemScore]
    differences: tuple[Difference, ...]
    signature: str = ""
    group: str | None = None
    """The group of ``--by`` that is compared; None for the whole."""
    ranks: Mapping[str, Rank] = field(default_factory=dict)

    def difference(self, base: str, system: str) -> Difference:
        """The comparison of two systems."""
        for difference in self.differences:
            if (difference.base, difference.system) == (base, system):
                return difference
        raise KeyError(f"{system!r} was not compared with {base!r}")

    def is_better(self, name: str, other: str, statistics: Statistics) -> bool:
        """Return whether a system is significantly better than another that it was compared with."""
        return other in self.better_than(name, statistics)

    def better_than(self, name: str, statistics: Statistics) -> list[str]:
        """Return the systems that `name` is significantly better than."""
        return [
            difference.base if difference.system == name else difference.system
            for difference in self.differences
            if difference.better(statistics) == name
        ]

    def shared_ranks(self, statistics: Statistics) -> dict[str, int]:
        """Return the ranks by score, best first; systems that do not differ significantly share a rank."""

        def score(name: str) -> float:
            value = self.systems[name].values[self.headline]
            return float("-inf") if value is None else value

        ordered = sorted(self.systems, key=score, reverse=True)
        return shared_ranks(ordered, lambda leader, name: self.is_better(leader, name, statistics))


def compared(
    samples: Mapping[str, Mapping[str, Sample]],
    statistics: Statistics,
    families: Mapping[str, str] | None = None,
    in_common: Mapping[tuple[str, str, str], tuple[Sample, Sample]] | None = None,
) -> dict[str, MetricComparison]:
    """Compare systems: from samples by metric and system, the baseline first; those of a metric of the same units.

    `families` says which metrics are adjusted together; others are adjusted alone. `in_common` has the samples of two
    systems under a metric over what both have, where one of them lacks something; their difference is over these.

    >>> from tallystick.stats.sample import sample_of
    >>> from tallystick.tally import READ_RATIOS, Tally
    >>> base, best = ([Tally.of(matched, pred=2, gold=2)] * 8 for matched in (1, 2))
    >>> both = {"base": sample_of(base, READ_RATIOS), "best": sample_of(best, READ_RATIOS)}
    >>> difference = compared({"m": both}, Statistics())["m"].difference("base", "best")
    >>> difference.value, difference.wins, difference.tests["ar"].p
    (0.5, 8, 0.0078125)
    """
    in_common = in_common or {}
    listed = [sample for of in samples.values() for sample in of.values()]
    listed += [sample for pair in in_common.values() for sample in pair]
    drawn = iter(resampled(listed, statistics.resamples, statistics.seed))
    numbers = {key: {name: next(drawn) for name in of} for key, of in samples.items()}
    numbers_in_common = {key: (next(drawn), next(drawn)) for key in in_common}

    # Many metrics and groups count the same.
    @cache
    def spread(base: Resampled, system: Resampled, headlines: tuple[int, int], tail: float) -> Spread:
        return spread_of(_differences((base, system), headlines), statistics.level, tail)

    @cache
    def ranked(
        values: tuple[float | None, ...], drawn: tuple[Resampled, ...], headline: int, tail: float
    ) -> list[Rank]:
        return ranks_of(values, [own.values[:, headline] for own in drawn], tail)

    comparisons = []
    pairs: list[tuple[Sample, Sample]] = []
    for key, of in samples.items():
        scores = {name: _score(sample, numbers[key][name], statistics) for name, sample in of.items()}
        differences = []
        for names in _pairs(of, statistics):
            base, system = names
            pair = in_common.get((key, *names), (of[base], of[system]))
            own = numbers_in_common.get((key, *names), (numbers[key][base], numbers[key][system]))
            differences.append(_difference(names, pair, own, statistics, spread))
            pairs.append(pair)
        first = next(iter(of.values()))
        headline = first.fields[first.headline]
        values = tuple([sample.value for sample in of.values()])
        ranks = ranked(values, tuple(numbers[key].values()), first.headline, tail_of(first, statistics.level))
        comparisons.append(
            MetricComparison(
                key, headline, scores, tuple(differences), ranks=dict(zip(of, ranks, strict=True))
            )
        )
    if "ar" in statistics.tests:
        comparisons = _randomised(comparisons, pairs, statistics)
    return {metric.key: metric for metric in _adjusted(comparisons, statistics, families or {})}


def _differences(numbers: tuple[Resampled, Resampled], headlines: tuple[int, int]) -> NDArray[np.float64]:
    """The difference between two systems in each resample."""
    base, system = numbers
    differences: NDArray[np.float64] = system.values[:, headlines[1]] - base.values[:, headlines[0]]
    return differences


def _pairs(names: Mapping[str, Sample], statistics: Statistics) -> list[tuple[str, str]]:
    pairs = list(combinations(names, 2))
    return pairs if statistics.pairs == "all" else pairs[: len(names) - 1]


def _score(sample: Sample, numbers: Resampled, statistics: Statistics) -> SystemScore:
    spreads = numbers.spreads(statistics.level, tail_of(sample, statistics.level))
    return SystemScore(
        dict(zip(sample.fields, sample.values, strict=True)),
        {name: spread.interval for name, spread in zip(sample.fields, spreads, strict=True)},
        {name: spread.deviation for name, spread in zip(sample.fields, spreads, strict=True)},
        {name: spread.undefined for name, spread in zip(sample.fields, spreads, strict=True)},
    )


def _difference(
    names: tuple[str, str],
    samples: tuple[Sample, Sample],
    numbers: tuple[Resampled, Resampled],
    statistics: Statistics,
    spread_of_pair: Callable[[Resampled, Resampled, tuple[int, int], float], Spread],
) -> Difference:
    """Compare a system with its base: their names, samples and resampled numbers, the base first."""
    import numpy as np

    base_sample, sample = samples
    value = None if sample.value is None or base_sample.value is None else sample.value - base_sample.value
    headlines = base_sample.headline, sample.headline
    spread = spread_of_pair(*numbers, headlines, tail_of(sample, statistics.level))
    items = sample.items - base_sample.items
    wins, losses = int(np.count_nonzero(items > TIE)), int(np.count_nonzero(items < -TIE))
    incomparable = int(np.isnan(items).sum())
    tests = {}
    if "bs" in statistics.tests:
        p, undefined = (
            (None, spread.undefined)
            if value is None
            else bootstrap_p(_differences(numbers, headlines), value, inflation_of(sample))
        )
        tests["bs"] = Verdict(p, statistics.resamples, undefined=undefined)
    return Difference(
        *names, value, spread.interval, wins, len(items) - wins - losses - incomparable, losses, incomparable,
        spread.undefined, spread.deviation, tests=tests,
    )  # fmt: skip


def _randomised(
    comparisons: Sequence[MetricComparison], pairs: Sequence[tuple[Sample, Sample]], statistics: Statistics
) -> list[MetricComparison]:
    """Add the randomisation test; metrics and pairs with the same number of units share their trials."""
    results = iter(randomise(pairs, statistics.trials, statistics.seed))

    def with_test(difference: Difference) -> Difference:
        result = next(results)
        return replace(
            difference,
            tests={
                "ar": Verdict(result.p, result.trials, result.exact, result.undefined),
                **difference.tests,
            },
        )

    return [replace(metric, differences=tuple(map(with_test, metric.differences))) for metric in comparisons]


def _adjusted(
    comparisons: Sequence[MetricComparison], statistics: Statistics, families: Mapping[str, str]
) -> list[MetricComparison]:
    """Adjust the p-values of each test over the pairs of systems, metric by metric or family by family.

    A metric's p-values must not change with the other metrics that happen to be shown.
    """
    members: dict[str, list[Difference]] = {}
    for metric in comparisons:
        members.setdefault(families.get(metric.key, metric.key), []).extend(metric.differences)
    results = {family: iter(_with_adjusted(own, statistics)) for family, own in members.items()}
    return [
        replace(
            metric,
            differences=tuple(islice(results[families.get(metric.key, metric.key)], len(metric.differences))),
        )
        for metric in comparisons
    ]


def _with_adjusted(differences: Sequence[Difference], statistics: Statistics) -> tuple[Difference, ...]:
    columns = [
        adjusted([difference.tests[test].p for difference in differences], statistics.adjust)
        for test in statistics.tests
    ]
    tested = sum(difference.tests[statistics.tests[0]].p is not None for difference in differences)
    # Holm's adjustment compares the smallest p-value with this level.
    alpha = statistics.alpha / max(1, tested) if statistics.adjust == "holm" else statistics.alpha
    return tuple(
        replace(
            difference,
            detectable=detectable_difference(difference.deviation, alpha),
            tests={
                test: replace(difference.tests[test], adjusted=p)
                for test, p in zip(statistics.tests, row, strict=True)
            },
        )
        for difference, *row in zip(differences, *columns, strict=True)
    )
