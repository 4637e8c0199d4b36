"""The result of comparing annotators with one another: a matrix for each metric, and how much was compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from tallystick.errors import Problem
from tallystick.notebook import lines_html, table_html
from tallystick.run.settings import Settings
from tallystick.run.table import aligned, average_in_words, percent
from tallystick.tally import Numbers, Score

__all__ = ["Agreement", "MetricAgreement", "PairCoverage", "PairScore", "footer_lines", "matrix_cells"]


@dataclass(frozen=True, slots=True)
class PairScore(Numbers):
    """Two annotators under one metric; `a` is taken as the gold."""

    a: str
    b: str
    score: Score
    values: Mapping[str, float | None]
    """The numbers in the average that was asked for; None where the two share nothing."""

    @property
    def items(self) -> int:
        """How many items were compared."""
        return self.score.tally.items

    @property
    def value(self) -> float | None:
        """The headline number."""
        return self.values.get(self.score.reading.headline)


@dataclass(frozen=True, slots=True)
class PairCoverage:
    """How much two annotators have in common."""

    a: str
    b: str
    items: int
    """How many items were compared."""
    only_a: int = 0
    """How many items `a` has and `b` has not; they are left out, as are those of `b` alone."""
    only_b: int = 0
    skipped: int = 0
    """How many items, or parts of items, were left out because one side cannot be read."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """How much of the items was compared, where they have parts: as in a report of scores, `a` being the gold."""

    @property
    def complete(self) -> bool:
        """Whether everything was compared."""
        return not (self.only_a or self.only_b or self.skipped or any(list(self.parts.values())[1:]))


@dataclass(frozen=True, slots=True)
class MetricAgreement:
    """One metric over all pairs of annotators."""

    key: str
    signature: str
    annotators: tuple[str, ...]
    pairs: tuple[PairScore, ...]
    """Each pair once; in both directions where the metric is asymmetric."""
    both_ways: bool = False
    groups: Mapping[str, tuple[PairScore, ...]] = field(default_factory=dict)
    """The same pairs by label, where `by` was given."""

    @property
    def headline(self) -> str:
        """Which number stands in the matrix: F1 for most metrics."""
        return self.pairs[0].score.reading.headline

    @property
    def mean(self) -> float | None:
        """The mean over pairs; those for which the number is undefined are left out."""
        return mean(self.pairs)

    @property
    def undefined(self) -> int:
        """How many pairs the mean leaves out."""
        return sum(pair.value is None for pair in self.pairs)

    @property
    def matrix(self) -> list[list[float | None]]:
        """The headline numbers: a row for each annotator taken as the gold. None where there is nothing to compare."""
        place = {name: index for index, name in enumerate(self.annotators)}
        matrix: list[list[float | None]] = [[None] * len(place) for _ in place]
        for pair in self.pairs:
            matrix[place[pair.a]][place[pair.b]] = pair.value
            if not self.both_ways:
                matrix[place[pair.b]][place[pair.a]] = pair.value
        return matrix


def mean(pairs: Sequence[PairScore]) -> float | None:
    """The mean of the headline numbers that are defined."""
    values = [pair.value for pair in pairs if pair.value is not None]
    return fsum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True, repr=False)
class Agreement:
    """How far annotators agree.

    ``agreement["smatch"].mean`` is a number, ``agreement["smatch"].matrix`` a table of them.
    """

    task: str
    annotators: tuple[str, ...]
    metrics: Mapping[str, MetricAgreement]
    coverage: tuple[PairCoverage, ...]
    settings: Settings
    part: str = "item"
    """What is skipped, in a word."""
    problems: tuple[Problem, ...] = ()

    def __getitem__(self, key: str) -> MetricAgreement:
        try:
            return self.metrics[key]
        except KeyError:
            raise KeyError(f"no metric {key!r} in this agreement; it has {', '.join(self.metrics)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.metrics)

    def __repr__(self) -> str:
        blocks = []
        for metric in self.metrics.values():
            header, body = matrix_cells(metric)
            blocks.append(f"{metric.key}\n{aligned(header, body)}mean {percent(metric.mean)}")
        return "\n\n".join(blocks)

    def _repr_html_(self) -> str:
        tables = []
        for metric in self.metrics.values():
            header, body = matrix_cells(metric)
            tables.append(table_html([metric.key, *header[1:]], body, f"mean {percent(metric.mean)}"))
        return "".join(tables) + lines_html(("label", line) for line in footer_lines(self, scale=", × 100"))


def matrix_cells(metric: MetricAgreement) -> tuple[list[str], list[list[str]]]:
    """The matrix of a metric as a table for people, × 100; nobody is compared with himself."""
    body = [
        [name, *("" if row == column else percent(value) for column, value in enumerate(values))]
        for row, (name, values) in enumerate(zip(metric.annotators, metric.matrix, strict=True))
    ]
    return ["", *metric.annotators], body


def footer_lines(agreement: Agreement, *, scale: str = "") -> list[str]:
    """What the numbers are, and how much each pair of annotators has in common."""
    average = average_in_words(agreement.settings.average)
    first = f"{agreement.task}, {len(agreement.annotators)} annotators, {average}{scale}"
    counts = {pair.items for pair in agreement.coverage}
    if len(counts) == 1 and all(pair.complete for pair in agreement.coverage):
        (count,) = counts
        return [f"{first}; {count} item{'s' * (count != 1)}"]
    return [first, *(_in_words(pair, agreement.part) for pair in agreement.coverage)]


def _in_words(pair: PairCoverage, part: str) -> str:
    """How much two annotators have in common."""
    told = [f"{pair.items} item{'s' * (pair.items != 1)} compared"]
    told += [
        f"{count} only in {name}" for name, count in ((pair.a, pair.only_a), (pair.b, pair.only_b)) if count
    ]
    if pair.skipped:
        told.append(f"{pair.skipped} {part}{'s' * (pair.skipped != 1)} skipped")
    compared, *others = pair.parts.items() or [("", 0)]
    if any(count for _, count in others):
        for label, count in (compared, *others):
            if count:
                shown = {"gold_only": f"only in {pair.a}", "pred_only": f"only in {pair.b}"}.get(label, label)
                told.append(f"{count} {shown.replace('_', ' ')}")
    return f"{pair.a} – {pair.b}: {', '.join(told)}"
