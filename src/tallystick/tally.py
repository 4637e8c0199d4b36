"""Tally, Score, Alignment: what every metric gives back.

A **tally** holds the additive counts behind a score: what matched, out of how much, on each side. Tallies
add, so micro averages, bootstrap, streaming and distributed runs are one piece of code for all metrics.
A **score** is a tally read as precision, recall and F1. An **alignment** says which part of the gold met
which part of the prediction and what credit that earned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from tallystick.exact_sum import ExactSum

__all__ = [
    "READ_RATIOS",
    "READ_SIDES",
    "Alignment",
    "Numbers",
    "Pair",
    "Reading",
    "Score",
    "Tally",
    "TallySum",
    "f_measure",
    "jaccard_measure",
    "numbers_line",
    "ratio",
    "total",
]


@dataclass(frozen=True, slots=True)
class Tally:
    """Additive counts of one item, or of many.

    >>> Tally.of(2, pred=3, gold=4) + Tally.of(1, pred=1, gold=1)
    Tally(matched_pred=3, matched_gold=3, pred_total=4, gold_total=5, items=2, proved=2, slack=0.0, parts=())
    """

    matched_pred: float = 0
    """What was found, measured on the side of the prediction: the numerator of precision."""
    matched_gold: float = 0
    """The same on the side of the gold: the numerator of recall. For most metrics the two are equal."""
    pred_total: float = 0
    gold_total: float = 0
    items: int = 1
    proved: int = 1
    """How many of the items are proved to be optimal."""
    slack: float = 0.0
    """How much more the matched counts could be at most: 0 where everything is proved."""
    parts: tuple[Tally, ...] = ()
    """The tallies of the metrics that a composite metric is made of."""

    @classmethod
    def of(
        cls, matched: float, *, pred: float, gold: float, proved: bool = True, slack: float = 0.0
    ) -> Tally:
        """A tally in which one number of matches serves both sides."""
        return cls(matched, matched, pred, gold, 1, int(proved), slack)

    @classmethod
    def composite(cls, parts: Iterable[Tally]) -> Tally:
        """The tally of a metric that is computed from the tallies of others."""
        parts = tuple(parts)
        proved = min((part.proved for part in parts), default=1)
        return cls(proved=proved, parts=parts)

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        if not self.items:
            return other
        if not other.items:
            return self
        return Tally(
            self.matched_pred + other.matched_pred,
            self.matched_gold + other.matched_gold,
            self.pred_total + other.pred_total,
            self.gold_total + other.gold_total,
            self.items + other.items,
            self.proved + other.proved,
            self.slack + other.slack,
            # Most metrics have no parts, and there are very many sums.
            tuple([mine + theirs for mine, theirs in zip(self.parts, other.parts, strict=True)])
            if self.parts or other.parts
            else (),
        )

    def with_possible_bound(self) -> Tally:
        """Return the tally with a bound no higher than the smaller total: no more than everything can match."""
        parts = tuple([part.with_possible_bound() for part in self.parts])
        most = min(self.pred_total - self.matched_pred, self.gold_total - self.matched_gold)
        if parts == self.parts and self.slack <= max(0.0, most):
            return self
        return replace(self, slack=min(self.slack, max(0.0, most)), parts=parts)

    def at_its_bound(self) -> Tally:
        """The tally as it would be if all that is not ruled out had matched."""
        return replace(
            self,
            matched_pred=self.matched_pred + self.slack,
            matched_gold=self.matched_gold + self.slack,
            slack=0.0,
            parts=tuple(part.at_its_bound() for part in self.parts),
        )

    def swapped(self) -> Tally:
        """The tally seen from the other side: gold and pred exchanged."""
        return Tally(
            self.matched_gold,
            self.matched_pred,
            self.gold_total,
            self.pred_total,
            self.items,
            self.proved,
            self.slack,
            tuple(part.swapped() for part in self.parts),
        )


class TallySum:
    """A running sum of tallies that does not depend on their order, to the last bit."""

    __slots__ = ("_items", "_numbers", "_parts", "_proved")

    def __init__(self) -> None:
        self._numbers = tuple(ExactSum() for _ in range(5))
        self._items = self._proved = 0
        self._parts: tuple[TallySum, ...] = ()

    def add(self, tally: Tally) -> None:
        """Add a tally; one of no items adds nothing."""
        if not tally.items:
            return
        if not self._items:
            self._parts = tuple(TallySum() for _ in tally.parts)
        counts = (tally.matched_pred, tally.matched_gold, tally.pred_total, tally.gold_total, tally.slack)
        for number, count in zip(self._numbers, counts, strict=True):
            number.add(count)
        self._items += tally.items
        self._proved += tally.proved
        for part, own in zip(self._parts, tally.parts, strict=True):
            part.add(own)

    @property
    def total(self) -> Tally:
        """The sum so far."""
        matched_pred, matched_gold, pred, gold, slack = (number.value for number in self._numbers)
        parts = tuple(part.total for part in self._parts)
        return Tally(matched_pred, matched_gold, pred, gold, self._items, self._proved, float(slack), parts)


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies, the same in any order; of none, the tally of no items."""
    result = TallySum()
    for tally in tallies:
        result.add(tally)
    return result.total


def ratio(part: float, whole: float) -> float | None:
    """A share of something; of nothing, undefined."""
    return part / whole if whole else None


def f_measure(tally: Tally, beta: float = 1.0) -> float | None:
    """F = (1+β²)·PR / (β²·P + R), written so that it needs no division of its own.

    With equal matches on both sides this is (1+β²)·xy / (xx + β²·yy): 0, not undefined, where one side only
    is empty; undefined where both are.
    """
    weight = beta * beta
    if not tally.pred_total and not tally.gold_total:
        return None
    if tally.matched_pred == tally.matched_gold:
        return ratio((1 + weight) * tally.matched_pred, tally.pred_total + weight * tally.gold_total)
    whole = weight * tally.matched_pred * tally.gold_total + tally.matched_gold * tally.pred_total
    return (1 + weight) * tally.matched_pred * tally.matched_gold / whole if whole else 0.0


def jaccard_measure(tally: Tally) -> float | None:
    """J = xy / (xx + yy − xy); where the two sides have counts of their own, F / (2 − F)."""
    if tally.matched_pred == tally.matched_gold:
        return ratio(tally.matched_pred, tally.pred_total + tally.gold_total - tally.matched_pred)
    return _jaccard_of(f_measure(tally))


def _jaccard_of(f1: float | None) -> float | None:
    return None if f1 is None or f1 == 2 else f1 / (2 - f1)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a tally is read: which numbers it gives, and how they are computed."""

    fields: tuple[str, ...]
    read: Callable[[Tally], tuple[float | None, ...]]
    sides: bool = False
    """Whether the two sides have different numbers of matches."""
    parts: tuple[str, ...] = ()
    """The names of the parts of a composite tally."""
    normaliser: str = ""
    """The field of the metric's outermost normaliser; empty where the metric does not name one."""

    def __call__(self, tally: Tally) -> dict[str, float | None]:
        """The numbers by name; of no items, all undefined."""
        if not tally.items:
            return dict.fromkeys(self.fields)
        return dict(zip(self.fields, self.read(tally), strict=True))

    @property
    def headline(self) -> str:
        """The number that stands for the metric where there is room for one only."""
        return self.normaliser or ("f1" if "f1" in self.fields else self.fields[-1])

    def with_normaliser(self, name: str, measure: Callable[[Tally], float | None] | None = None) -> Reading:
        """The same reading with another headline, which `measure` computes if it is no field yet."""
        if measure is None or name in self.fields:
            return replace(self, normaliser=name)
        return replace(self, fields=(*self.fields, name), read=_ReadMore(self.read, measure), normaliser=name)


@dataclass(frozen=True, slots=True)
class _ReadMore:
    """The numbers of a reading and one more. A class, not a closure: readings are pickled with their metrics."""

    read: Callable[[Tally], tuple[float | None, ...]]
    measure: Callable[[Tally], float | None]

    def __call__(self, tally: Tally) -> tuple[float | None, ...]:
        return *self.read(tally), self.measure(tally)


def _ratios(tally: Tally) -> tuple[float | None, ...]:
    precision = ratio(tally.matched_pred, tally.pred_total)
    recall = ratio(tally.matched_gold, tally.gold_total)
    return precision, recall, f_measure(tally)


#: The short names of numbers, as tables for people show them.
TITLES = {"precision": "P", "recall": "R", "f1": "F1", "jaccard": "Jaccard", "f_beta": "F-beta"}
#: Precision, recall and F1 with one number of matches for both sides.
READ_RATIOS = Reading(("precision", "recall", "f1"), _ratios)
#: The same where each side has its own number of matches.
READ_SIDES = Reading(("precision", "recall", "f1"), _ratios, sides=True)


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold part and the predicted part that it met, with the credit that this earned."""

    gold: object
    pred: object
    credit: float
    inner: Mapping[str, Alignment] = field(default_factory=dict)
    """The alignments of the parts' own parts, by the name of the field."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which gold part met which predicted part; what was missed; what was spurious.

    Pairs that earned nothing are not listed as matched, unless they are part of a node alignment.
    """

    matched: tuple[Pair, ...] = ()
    missed: tuple[object, ...] = ()
    spurious: tuple[object, ...] = ()
    sides: tuple[str, str] | None = field(default=None, compare=False)
    """Gold and pred in a notation of their own, where they have one: the text of two graphs."""
    summary: str = field(default="", compare=False)
    """The errors by kind, in words."""
    unit: str = field(default="", compare=False)
    """What the parts are, in a word, if each counts one and adding or dropping one changes no other; else empty."""

    def __bool__(self) -> bool:
        return bool(self.matched or self.missed or self.spurious)


class Numbers:
    """What has numbers by name has the usual ones as attributes too; None where they are undefined."""

    __slots__ = ()

    def _number(self, name: str) -> float | None:
        values: Mapping[str, float | None] = self.values  # type: ignore[attr-defined]
        return values.get(name)

    @property
    def precision(self) -> float | None:
        """Matched over what was predicted."""
        return self._number("precision")

    @property
    def recall(self) -> float | None:
        """Matched over what is in the gold."""
        return self._number("recall")

    @property
    def f1(self) -> float | None:
        """2·xy / (xx + yy)."""
        return self._number("f1")


def numbers_line(values: Mapping[str, float | None]) -> str:
    """Numbers × 100 in a line.

    >>> numbers_line({"precision": 0.5, "recall": None, "f1": 0.25})
    'P 50.00  R –  F1 25.00'
    """
    shown = {
        TITLES.get(name, name): "–" if value is None else f"{100 * value:.2f}"
        for name, value in values.items()
    }
    return "  ".join(f"{name} {value}" for name, value in shown.items())


@dataclass(frozen=True, slots=True, repr=False)
class Score(Numbers):
    """A tally read as numbers.

    >>> score = Score(Tally.of(2, pred=3, gold=4))
    >>> round(score.precision, 4), score.recall, round(score.f1, 4), score.jaccard
    (0.6667, 0.5, 0.5714, 0.4)
    >>> score
    <Score  P 66.67  R 50.00  F1 57.14  (matched 2, pred 3, gold 4; × 100)>
    """

    tally: Tally
    reading: Reading = READ_RATIOS
    explain: Callable[[], Alignment] | None = field(default=None, repr=False, compare=False)

    @property
    def values(self) -> dict[str, float | None]:
        """Every number of this score by name."""
        return self.reading(self.tally)

    @property
    def value(self) -> float | None:
        """The headline number: F1 for most metrics."""
        return self.values[self.reading.headline]

    @property
    def jaccard(self) -> float | None:
        """Xy / (xx + yy − xy); where the two sides have counts of their own, F / (2 − F)."""
        return _jaccard_of(self.f1) if self.tally.parts else jaccard_measure(self.tally)

    def f_beta(self, beta: float) -> float | None:
        """F with recall weighted β times as much as precision."""
        return f_measure(self.tally, beta)

    @property
    def matched(self) -> float:
        """What matched: Σ(gold, pred), on the side of the prediction."""
        return self.tally.matched_pred

    @property
    def matched_pred(self) -> float:
        """The numerator of precision."""
        return self.tally.matched_pred

    @property
    def matched_gold(self) -> float:
        """The numerator of recall."""
        return self.tally.matched_gold

    @property
    def pred_total(self) -> float:
        """Σ(pred, pred)."""
        return self.tally.pred_total

    @property
    def gold_total(self) -> float:
        """Σ(gold, gold)."""
        return self.tally.gold_total

    @property
    def optimal(self) -> bool:
        """Whether every item of the score is proved to be optimal."""
        return self.tally.proved == self.tally.items

    @property
    def upper_bound(self) -> float:
        """What `matched` could be at most; equal to it where everything is proved."""
        return self.tally.matched_pred + self.tally.slack

    @property
    def alignment(self) -> Alignment:
        """What matched, what was missed, what was spurious (computed when asked for)."""
        return self.explain() if self.explain else Alignment()

    def __repr__(self) -> str:
        tally = self.tally
        matched = f"{tally.matched_pred:g}"
        if tally.matched_gold != tally.matched_pred:
            matched += f" / {tally.matched_gold:g}"
        counts = (
            ""
            if self.reading.parts
            else f"matched {matched}, pred {tally.pred_total:g}, gold {tally.gold_total:g}; "
        )
        return f"<Score  {numbers_line(self.values)}  ({counts}× 100)>"

    def _repr_html_(self) -> str:
        from tallystick.notebook import table_html  # only notebooks need it

        numbers = ["–" if value is None else f"{100 * value:.2f}" for value in self.values.values()]
        counts = ("matched_pred", "matched_gold", "pred_total", "gold_total")
        header = [*self.values, *(() if self.reading.parts else (name.replace("_", " ") for name in counts))]
        shown = [] if self.reading.parts else [f"{getattr(self.tally, name):g}" for name in counts]
        return table_html(
            header,
            [[*numbers, *shown]],
            "numbers × 100" + ("" if self.optimal else "; not proved to be optimal"),
        )
