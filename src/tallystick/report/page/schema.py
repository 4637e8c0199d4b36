"""The shape of the report page's data: the overview, and the details of items.

The TypeScript types of the page are generated from these declarations and from those of one item
(`tallystick.tasks.views.schema`), by ``make web``.
"""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

from tallystick.tasks.views.document_schema import FieldSummary, FindingKind
from tallystick.tasks.views.schema import Kind, PageSide, SystemDetail

__all__ = [
    "Calibration",
    "ComparedMetric",
    "ComparedSystem",
    "ComparisonTable",
    "ConfusedLabels",
    "ConfusionTable",
    "Coverage",
    "ErrorKind",
    "Finding",
    "Interval",
    "ItemDetail",
    "ItemLocation",
    "ItemTable",
    "LabelCounts",
    "MetricNumbers",
    "MetricSummary",
    "Overview",
    "Significance",
    "SystemDifference",
    "SystemSummary",
]


class Interval(NamedTuple):
    """A confidence interval; None if undefined."""

    low: float | None
    high: float | None


class Calibration(TypedDict):
    """How well confidences tell right from wrong."""

    reliability: list[tuple[float, float, float]]
    """Leaves, share of right ones, and mean confidence of each bin."""
    risk_coverage: list[tuple[float, float, float]]
    """Coverage, risk and least confidence, from the most confident leaves to all of them."""


class MetricNumbers(TypedDict):
    """The numbers of one metric for one system; pairs of numbers are those of pred and gold."""

    values: list[float | None]
    """In the order of the metric's fields."""
    ci: dict[str, Interval]
    matched: tuple[float, float]
    totals: tuple[float, float]
    proved: tuple[int, int]
    """How many items are proved to be optimal, of how many."""
    undefined: dict[str, int]
    calibration: NotRequired[Calibration]


class MetricSummary(TypedDict):
    """A metric with its numbers for every system; None if a system does not have the metric."""

    key: str
    summary: str
    definition: str
    reference: str
    signature: str
    fields: list[str]
    headline: str
    systems: list[MetricNumbers | None]


class SystemSummary(TypedDict):
    """A system: what was scored, and what was wrong with its items."""

    name: str
    items: int
    skipped: int
    zeroed: int
    coverage: list[tuple[str, int]]
    unproved: str
    notes: list[str]
    problems: list[tuple[str, str]]
    """Level and message."""
    more_problems: int


class ConfusedLabels(NamedTuple):
    """A label of the gold and the label that the prediction has instead."""

    kind: str
    gold: str
    pred: str
    frequency: int
    items: list[int]
    """Examples."""


class LabelCounts(NamedTuple):
    """How often a label is in the gold, in the prediction, and in matched pairs."""

    kind: str
    label: str
    gold: int
    pred: int
    matched: int


class ConfusionTable(TypedDict):
    """The confusions of one metric for one system."""

    confused: list[ConfusedLabels]
    more: int
    labels: list[LabelCounts]
    more_labels: int


class ErrorKind(NamedTuple):
    """The errors of one kind under one metric, for one system."""

    kind: str
    errors: int
    items: int
    """How many items have any."""
    listed: list[int]
    """The first of these items."""
    examples: list[tuple[int, str, str]]
    """An item, the gold part and the pred part; empty if the error has none."""


class Finding(NamedTuple):
    """A finding about some predictions of a system."""

    kind: FindingKind
    text: str
    items: list[int]


class Significance(TypedDict):
    """The result of a paired test."""

    p: float | None
    adjusted: float | None


class SystemDifference(TypedDict):
    """The difference between two systems under one metric."""

    base: str
    system: str
    difference: float | None
    ci: Interval
    wins: int
    ties: int
    losses: int
    incomparable: int
    better: str | None
    """The name of the better system, where the difference is significant."""
    tests: dict[str, Significance]


class ComparedSystem(TypedDict):
    """The headline number of a system over the items that all systems have."""

    value: float | None
    ci: Interval


class ComparedMetric(TypedDict):
    """One metric in a comparison."""

    number: str
    systems: dict[str, ComparedSystem]
    ranks: dict[str, int | None]
    """1 is the best. Where all pairs are compared, systems that do not differ significantly share a rank."""
    differences: list[SystemDifference]


class Coverage(TypedDict):
    """How much of a system's output was compared."""

    skipped: int
    zeroed: int
    left_out: int


class ComparisonTable(TypedDict):
    """How the systems compare."""

    systems: list[str]
    items: int
    unit: str
    level: float
    tests: list[str]
    adjust: str
    pairs: str
    """Which systems are compared: all with each other, or each with the baseline."""
    comparisons: int
    trials: int
    resamples: int
    metrics: dict[str, ComparedMetric]
    coverage: dict[str, Coverage]


class ItemLocation(NamedTuple):
    """The location of the details of an item."""

    pack: int
    number: int


class ItemTable(TypedDict):
    """All items, in columns."""

    ids: list[str]
    texts: list[str]
    where: list[ItemLocation | None]
    detailed: int
    """How many items have details."""
    sizes: list[float | None]
    scores: list[list[list[list[float | None]] | None]]
    """By metric, system, field, item."""
    zeroed: list[list[int]]
    """By system, the items whose prediction counts as empty."""


class CountedOverview(TypedDict):
    """What follows from the counts of items: most of the data."""

    kind: Kind
    items: ItemTable
    confusions: list[list[ConfusionTable]]
    """By metric and system."""
    errors: list[list[list[ErrorKind]]]
    """By metric and system, the most frequent kinds first."""
    fields: list[list[list[FieldSummary]]]
    """By metric and system; empty if parts have no fields, or an earlier metric has the same."""
    findings: list[list[Finding]]
    """By system, the most frequent ones of each kind first."""


class ScoreOverview(TypedDict):
    """The scores, and how systems compare."""

    tallystick: str
    title: str
    task: str
    part: str
    average: str
    level: float | None
    """The level of the intervals; None if there are no intervals."""
    resamples: int
    seed: int
    systems: list[SystemSummary]
    metrics: list[MetricSummary]
    comparison: ComparisonTable | None


class Overview(CountedOverview, ScoreOverview):
    """Everything but the details of items."""


class ItemDetail(TypedDict):
    """One item: the gold once, then every system."""

    gold: PageSide
    systems: list[SystemDetail | None]
