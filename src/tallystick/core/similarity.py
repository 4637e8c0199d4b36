"""Similarity: the one idea that everything else is built from.

A similarity φ compares a prediction with a gold value and gives a number ≥ 0 (Definition 1 of *A Unified View
of Evaluation Metrics for Structured Prediction*; "unnormalised" ones may exceed 1). Similarities compose:
products, thresholds, records, collections, normalisers are similarities again. Each one can be asked for

* one value, `compare(pred, gold)`;
* all non-zero values between two lists, `pairs(preds, golds)`, which is where the speed comes from: equality
  is found by hashing, overlaps of collections by an inverted index, and only what is left is computed pair by
  pair;
* a score with its counts, `score(gold, pred)`, and an explanation of it.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from tallystick.core.values import LatentFound, key_of, variables_of
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked, current, limited
from tallystick.tally import READ_RATIOS, Alignment, Pair, Reading, Score, Tally

if TYPE_CHECKING:
    from tallystick.core.corpus import CorpusScore
    from tallystick.core.latent_model import Expression, Model

__all__ = [
    "Candidates", "Exact", "Function", "Mapped", "Similarity", "Weighted", "exact",
    "join_by_key", "refuse_no_similarity", "similarity",
]  # fmt: skip

#: Index pairs (pred, gold) to which a comparison is limited; None for all of them.
Candidates = Sequence[tuple[int, int]] | None
#: Non-zero similarities as (pred index, gold index, value).
Weighted = list[tuple[int, int, float]]

#: Below this number of index pairs there is nothing to limit.
LARGE = 1 << 16
#: What one listed pair takes.
PAIR_BYTES = 100

_TOO_DEEP = "the values are nested too deeply to be compared; a larger sys.setrecursionlimit(…) may help"


class Similarity:
    """φ(pred, gold) ≥ 0, and a metric as soon as it is asked for a score."""

    #: Whether φ is δ over `key`: 1 for equal keys, 0 otherwise.
    discrete: bool = False
    #: Whether φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y) hold by construction.
    peaked: bool = False
    #: Which numbers a score of this similarity shows.
    reading: Reading = READ_RATIOS

    # -- what a similarity has to say ------------------------------------------------------------------------

    def compare(self, pred: object, gold: object) -> float:
        """φ(pred, gold)."""
        raise NotImplementedError

    def self_score(self, value: object) -> float:
        """φ(x, x): what the value could earn at most where φ is peaked."""
        return self.compare(value, value)

    def self_scores(self, values: Sequence[object]) -> list[float]:
        """φ(x, x) of each value; one that stands in the list many times is asked once."""
        known: dict[int, float] = {}
        for value in values:
            if id(value) not in known:
                known[id(value)] = self.self_score(value)
        return [known[id(value)] for value in values]

    def key(self, value: object) -> Hashable:
        """The key of a discrete similarity."""
        raise TypeError(f"{self!r} is not discrete")

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        """All non-zero φ(pred, gold) between two lists (or among the candidates)."""
        result = []
        for i, j in checked(every_pair(preds, golds) if candidates is None else candidates, 10 * PYTHON_STEP):
            value = self.compare(preds[i], golds[j])
            if value > 0:
                result.append((i, j, value))
        return result

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        """The alignments inside a matched pair, by the name of the field."""
        return {}

    def shown(self, pred: object, gold: object) -> tuple[Similarity, object, object]:
        """The similarity whose counts this one shows, with the values that it compares: itself, mostly."""
        return self, pred, gold

    def counts(self, pred: object, gold: object) -> Tally:
        """The tally of one item without free variables."""
        below, ours, theirs = self.shown(pred, gold)
        if below is not self:
            return below.counts(ours, theirs)
        return Tally.of(self.compare(pred, gold), pred=self.self_score(pred), gold=self.self_score(gold))

    def alignment(self, pred: object, gold: object) -> Alignment:
        """What matched in one item without free variables."""
        below, ours, theirs = self.shown(pred, gold)
        if below is not self:
            return below.alignment(ours, theirs)
        value = self.compare(pred, gold)
        if value > 0:
            return Alignment(matched=(Pair(gold, pred, value, self.inner(pred, gold)),))
        return Alignment(missed=(gold,), spurious=(pred,))

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        """φ(pred, gold) as a linear expression over the choices of a model (latent variables)."""
        return model.constant(self, pred, gold)

    # -- what every similarity can do ------------------------------------------------------------------------

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one item; free variables are matched first."""
        if time_limit is not None and (limits := current().within(time_limit)) is not current():
            with limited(limits):
                return self.tally(gold, pred, time_limit=time_limit)
        below, ours, theirs = self.shown(pred, gold)
        if below is not self:
            return below.tally(theirs, ours, time_limit=time_limit)
        try:
            return self.counts(pred, gold)
        except LatentFound:
            from tallystick.core.latent import latent_tally

            return latent_tally(self, pred, gold, time_limit)
        except RecursionError:
            raise UsageError(_TOO_DEEP) from None

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """Which gold part met which predicted part of one item."""
        if time_limit is not None and (limits := current().within(time_limit)) is not current():
            with limited(limits):
                return self.align(gold, pred, time_limit=time_limit)
        below, ours, theirs = self.shown(pred, gold)
        if below is not self:
            return below.align(theirs, ours, time_limit=time_limit)
        try:
            return self.alignment(pred, gold)
        except LatentFound:
            from tallystick.core.latent import latent_alignment

            return latent_alignment(self, pred, gold, time_limit)
        except RecursionError:
            raise UsageError(_TOO_DEEP) from None

    def score(self, gold: object, pred: object, *, time_limit: float | None = None) -> Score:
        """Score one item.

        >>> from tallystick import bag, exact
        >>> bag(exact).score(gold={2, 3, 4, 5}, pred={1, 2, 3}).recall
        0.5
        """
        tally = self.tally(gold, pred, time_limit=time_limit)
        return Score(tally, self.reading, partial(self.align, gold, pred, time_limit=time_limit))

    def corpus(self, golds: Iterable[object], preds: Iterable[object]) -> CorpusScore:
        """Score a corpus: item by item, micro, macro, with confidence intervals."""
        from tallystick.core.corpus import score_corpus

        return score_corpus(self, golds, preds)

    def of(self, project: Callable[[object], object], name: str | None = None) -> Similarity:
        """The same similarity over something computed from the values."""
        from tallystick.core.prepared import Projected

        return Projected(self, project, name)

    def mapped(self, function: Callable[[float], float], name: str) -> Similarity:
        """The similarity with each value changed by a non-decreasing function with f(0) = 0."""
        return Mapped(self, function, name)

    def __mul__(self, other: Similarity) -> Similarity:
        if not isinstance(other, Similarity):
            return NotImplemented
        from tallystick.core.product import Product

        return Product((self, other))

    def __gt__(self, threshold: float) -> Similarity:
        if threshold < 0:
            raise UsageError(f"a threshold below 0 ({threshold}) would match everything with everything")
        return Mapped(self, lambda value: float(value > threshold), f"> {threshold:g}")

    def __ge__(self, threshold: float) -> Similarity:
        if threshold <= 0:
            raise UsageError(f"a threshold of {threshold} would match everything with everything; use > 0")
        return Mapped(self, lambda value: float(value >= threshold), f">= {threshold:g}")


class Exact(Similarity):
    """δ: 1 if the two values are equal, 0 otherwise (Equation 1)."""

    discrete = True
    peaked = True

    def key(self, value: object) -> Hashable:
        return key_of(value)

    def compare(self, pred: object, gold: object) -> float:
        return float(key_of(pred) == key_of(gold))

    def self_score(self, value: object) -> float:
        key_of(value)  # a free variable must be noticed here too
        return 1.0

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        return join_by_key([key_of(value) for value in preds], [key_of(value) for value in golds], candidates)

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return model.equality(pred, gold)

    def __repr__(self) -> str:
        return "exact"


#: δ, the discrete similarity.
exact = Exact()


def join_by_key(preds: Sequence[Hashable], golds: Sequence[Hashable], candidates: Candidates) -> Weighted:
    """The pairs of equal keys, by hashing."""
    if candidates is not None:
        return [(i, j, 1.0) for i, j in candidates if preds[i] == golds[j]]
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j, key in enumerate(golds):
        places[key].append(j)
    if len(preds) * len(golds) <= LARGE:
        return [(i, j, 1.0) for i, key in enumerate(preds) for j in places.get(key, ())]
    reserve_pairs(sum([len(places.get(key, ())) for key in preds]))
    found: Weighted = []
    limits = current()
    for i, key in enumerate(preds):
        equal = places.get(key, ())
        limits.spend(PYTHON_STEP * len(equal))
        found.extend([(i, j, 1.0) for j in equal])
    return found


def every_pair(preds: Sequence[object], golds: Sequence[object]) -> Iterator[tuple[int, int]]:
    """All index pairs of two lists."""
    return ((i, j) for i in range(len(preds)) for j in range(len(golds)))


def reserve_pairs(count: int, size: int = PAIR_BYTES) -> None:
    """Refuse more pairs of values than there is room for, before they are listed."""
    current().reserve(size * count, f"{count:,} pairs of values to compare")


class Function(Similarity):
    """Any function of (pred, gold) with values of at least 0; those above 1 weigh more."""

    def __init__(self, function: Callable[..., float], peaked: bool = False) -> None:
        self.function = function
        self.peaked = peaked

    def compare(self, pred: object, gold: object) -> float:
        _refuse_free_variables((pred, gold))
        return self._value(pred, gold)

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        # Each value is searched for variables once, not once for every pair.
        _refuse_free_variables(preds)
        _refuse_free_variables(golds)
        # What is 0 is not kept: two long lists have few values in common, as a rule.
        return [
            (i, j, value)
            for i, j in checked(every_pair(preds, golds) if candidates is None else candidates)
            if (value := self._value(preds[i], golds[j])) > 0
        ]

    def _value(self, pred: object, gold: object) -> float:
        value = float(self.function(pred, gold))
        if not 0 <= value < inf:
            raise UsageError(
                f"{self!r} gave {value} for {pred!r:.60} and {gold!r:.60}; "
                "a similarity is a number of at least 0"
            )
        return value

    def __repr__(self) -> str:
        return f"similarity({getattr(self.function, '__name__', repr(self.function))})"


def _refuse_free_variables(values: Iterable[object]) -> None:
    for value in values:
        if not isinstance(value, (str, int, float)) and variables_of(value):
            raise LatentFound


def similarity(function: Callable[..., float], *, peaked: bool = False) -> Similarity:
    """A similarity from a function of (pred, gold).

    `peaked=True` promises φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y), which saves the search for self-scores.

    >>> soft = similarity(lambda pred, gold: 1 / (1 + abs(pred - gold)))
    >>> soft.compare(1, 2)
    0.5
    """
    return Function(function, peaked)


def refuse_no_similarity(part: object, whole: str) -> None:
    """An error that says what to write where something else stands in the place of a similarity."""
    if isinstance(part, Similarity):
        return
    name = getattr(part, "__name__", None) or f"{part!r:.40}"
    if isinstance(part, type):
        hint = f"derive({name}) is what a type asks for"
    elif callable(part):
        hint = f"similarity({name}) makes one of a function of (pred, gold)"
    else:
        hint = "exact is the simplest one"
    raise UsageError(f"{whole} is made of similarities, not of {name}; {hint}")


class Mapped(Similarity):
    """A similarity whose values pass through a non-decreasing function with f(0) = 0: thresholds, links."""

    def __init__(self, base: Similarity, function: Callable[[float], float], name: str) -> None:
        self.base = base
        self.function = function
        self.name = name
        self.peaked = base.peaked

    def compare(self, pred: object, gold: object) -> float:
        return self.function(self.base.compare(pred, gold))

    def self_score(self, value: object) -> float:
        return self.function(self.base.self_score(value))

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        found = ((i, j, self.function(value)) for i, j, value in self.base.pairs(preds, golds, candidates))
        return [entry for entry in found if entry[2] > 0]

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.base.inner(pred, gold)

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return model.mapped(self.base.expression(pred, gold, model), self.function)

    def __repr__(self) -> str:
        return f"({self.base!r} {self.name})"
