"""Similarity: the idea that everything else is built from.

A similarity φ compares a gold value with a prediction and gives a number ≥ 0 (Definition 1 of *A Unified View
of Evaluation Metrics for Structured Prediction*; "unnormalised" ones may exceed 1). Similarities compose:
products, thresholds, records, collections, normalisers are similarities again. Each can be asked for

* one value, `compare(gold, pred)`;
* all non-zero values between two lists, `pairs(golds, preds)`, which is where the speed comes from: equality
  is a hash join, overlaps of collections come from an inverted index, and only the rest is computed pair by
  pair; and the values of pairs that are known to matter, `values(golds, preds, gold, pred)`;
* a score with its counts, `score(gold, pred)`, and an explanation of it; `analyse(gold, pred)` gives both from one
  solution.

Similarities are immutable. Two of them are equal if they are made of equal parts.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any

from tallystick.core.pairs import Pairs, join_by_key
from tallystick.core.promises import refuse_broken_promise
from tallystick.core.solution import Credit, Solution, one_pair
from tallystick.core.values import LatentFound, key_of, keys_of
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked, current, limited
from tallystick.tally import READ_RATIOS, Alignment, Reading, Score, Tally

if TYPE_CHECKING:
    from tallystick.core.corpus import CorpusScore
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Exact", "Similarity", "exact", "refuse_no_similarity"]

_TOO_DEEP = "the values are nested too deeply to be compared; a larger sys.setrecursionlimit(…) may help"


class Similarity:
    """A function φ(gold, pred) ≥ 0. Every similarity is also a metric: call `score`."""

    #: Whether φ is δ over `key`: 1 for equal keys, 0 otherwise.
    discrete: bool = False
    #: Whether φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y) hold by construction.
    peaked: bool = False
    #: Which numbers a score of this similarity shows.
    reading: Reading = READ_RATIOS
    #: The cost of comparing two lists: 0 a join, 1 an index, 2 a call for each pair, 3 a search for each pair.
    expense: int = 2
    #: Whether the representation is made of operators, and needs parentheses inside another one.
    infix: bool = False

    # -- what a similarity defines -----------------------------------------------------------------------------

    def compare(self, gold: Any, pred: Any) -> float:
        """φ(gold, pred)."""
        raise NotImplementedError

    def self_score(self, value: object) -> float:
        """φ(x, x): what the value could earn at most where φ is peaked."""
        return self.compare(value, value)

    def self_scores(self, values: Sequence[object]) -> list[float]:
        """φ(x, x) of each value; computed once for an object that is in the list many times."""
        known: dict[int, float] = {}
        for value in values:
            if id(value) not in known:
                known[id(value)] = self.self_score(value)
        return [known[id(value)] for value in values]

    def key(self, value: object) -> Hashable:
        """The key of a discrete similarity."""
        raise TypeError(f"{self!r} is not discrete")

    def keys(self, values: Sequence[object]) -> Sequence[Hashable]:
        """The keys of many values."""
        return [self.key(value) for value in values]

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        """All non-zero φ(gold, pred) between two lists."""
        entries = []
        for i, gold in enumerate(golds):
            for j, pred in checked(enumerate(preds), 10 * PYTHON_STEP):
                value = self.compare(gold, pred)
                if value > 0:
                    entries.append((i, j, value))
        return Pairs.of(entries)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        """φ of some pairs of two lists, given by their indices; 0 for those that earn nothing."""
        if self.discrete:
            gold_keys, pred_keys = self.keys(golds), self.keys(preds)
            return [float(gold_keys[i] == pred_keys[j]) for i, j in zip(gold, pred, strict=True)]
        indices = checked(zip(gold, pred, strict=True), 10 * PYTHON_STEP)
        return [self.compare(golds[i], preds[j]) for i, j in indices]

    def credit(self, gold: object, pred: object) -> Credit:
        """φ(gold, pred) with the alignments inside the pair, from one solution."""
        return Credit(self.compare(gold, pred))

    def inner(self, gold: object, pred: object) -> Mapping[str, Alignment]:
        """The alignments inside a matched pair; a similarity without parts is not asked again."""
        return {} if type(self).credit is Similarity.credit else self.credit(gold, pred).inner()

    def shown(self, gold: object, pred: object) -> tuple[Similarity, object, object]:
        """The similarity whose counts this one shows, with the values that it compares: itself, mostly."""
        return self, gold, pred

    def counts(self, gold: object, pred: object) -> Tally:
        """The tally of one item without free variables."""
        below, below_gold, below_pred = self.shown(gold, pred)
        if below is not self:
            return below.counts(below_gold, below_pred)
        return Tally.of(self.compare(gold, pred), pred=self.self_score(pred), gold=self.self_score(gold))

    def solved(self, gold: object, pred: object) -> Solution:
        """The counts of one item without free variables, and the alignment that they come from."""
        below, below_gold, below_pred = self.shown(gold, pred)
        if below is not self:
            return below.solved(below_gold, below_pred)
        credit = self.credit(gold, pred)
        tally = Tally.of(credit.value, pred=self.self_score(pred), gold=self.self_score(gold))
        if self.peaked and not self.discrete:
            refuse_broken_promise(
                self, Pairs((0,), (0,), (credit.value,)), [tally.gold_total], [tally.pred_total]
            )
        return Solution(tally, partial(one_pair, gold, pred, credit))

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        """φ(gold, pred) as a linear expression over the choices of a model (latent variables)."""
        return model.constant(self, gold, pred)

    # -- what every similarity can do ------------------------------------------------------------------------

    def analyse(self, gold: object, pred: object, *, time_limit: float | None = None) -> Solution:
        """Compare one item once: its counts, and the alignment from the same solution.

        Free variables are matched first.
        """
        if time_limit is not None and (limits := current().within(time_limit)) is not current():
            with limited(limits):
                return self.analyse(gold, pred, time_limit=time_limit).within(time_limit)
        below, below_gold, below_pred = self.shown(gold, pred)
        if below is not self:
            return below.analyse(below_gold, below_pred, time_limit=time_limit)
        try:
            return self.solved(gold, pred)
        except LatentFound:
            from tallystick.core.latent.search import analyse_latent

            return analyse_latent(self, gold, pred, time_limit)
        except RecursionError:
            raise UsageError(_TOO_DEEP) from None

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one item."""
        return self.analyse(gold, pred, time_limit=time_limit).tally

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """The alignment of one item."""
        return self.analyse(gold, pred, time_limit=time_limit).alignment

    def score(self, gold: object, pred: object, *, time_limit: float | None = None) -> Score:
        """Score one item.

        >>> from tallystick import bag, exact
        >>> bag(exact).score(gold={2, 3, 4, 5}, pred={1, 2, 3}).recall
        0.5
        """
        analysis = self.analyse(gold, pred, time_limit=time_limit)
        return Score(analysis.tally, self.reading, analysis.align)

    def corpus(self, golds: Iterable[object], preds: Iterable[object]) -> CorpusScore:
        """Score a corpus: item by item, micro, macro, with confidence intervals."""
        from tallystick.core.corpus import score_corpus

        return score_corpus(self, golds, preds)

    def of(self, project: Callable[[Any], object], name: str | None = None) -> Similarity:
        """The same similarity over values computed by a function."""
        from tallystick.core.prepared import Projected

        return Projected(self, project, name)

    def mapped(self, function: Callable[[float], float], name: str) -> Similarity:
        """The similarity with each value changed by a non-decreasing function with f(0) = 0."""
        from tallystick.core.mapped import Mapped

        return Mapped(self, function, name)

    def __mul__(self, other: Similarity | float) -> Similarity:
        if isinstance(other, Similarity):
            from tallystick.core.product import Product

            return Product((self, other))
        if not isinstance(other, Real):
            return NotImplemented
        from tallystick.core.sums import weighted

        return weighted(self, other)

    def __rmul__(self, weight: float) -> Similarity:
        return self * weight

    def __add__(self, other: Similarity) -> Similarity:
        if isinstance(other, Real):
            raise UsageError(f"φ + {other!r} would match everything with everything; add similarities")
        if not isinstance(other, Similarity):
            return NotImplemented
        from tallystick.core.sums import Sum

        return Sum((self, other))

    def __radd__(self, other: object) -> Similarity:
        # The built-in sum(…) begins with 0.
        return self if other == 0 else self + other  # type: ignore[operator]

    def __gt__(self, threshold: float) -> Similarity:
        from tallystick.core.mapped import Indicator, Mapped

        return Mapped(self, Indicator(threshold, strict=True))

    def __ge__(self, threshold: float) -> Similarity:
        from tallystick.core.mapped import Indicator, Mapped

        return Mapped(self, Indicator(threshold, strict=False))


@dataclass(frozen=True, repr=False)
class Exact(Similarity):
    """δ: 1 if the two values are equal, 0 otherwise (Equation 1)."""

    discrete = True
    peaked = True
    expense = 0

    def key(self, value: object) -> Hashable:
        return key_of(value)

    def keys(self, values: Sequence[object]) -> Sequence[Hashable]:
        return keys_of(values)

    def compare(self, gold: object, pred: object) -> float:
        return float(key_of(gold) == key_of(pred))

    def self_score(self, value: object) -> float:
        key_of(value)  # a free variable must be noticed here too
        return 1.0

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        return join_by_key(self.keys(golds), self.keys(preds))

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.equality(gold, pred)

    def __repr__(self) -> str:
        return "exact"

    def __reduce__(self) -> str:
        return "exact"  # the object of that name, not a copy


#: δ, the discrete similarity.
exact = Exact()


def refuse_no_similarity(part: object, whole: str) -> None:
    """Raise an error that says what to write instead of a value that is not a similarity."""
    if isinstance(part, Similarity):
        return
    name = getattr(part, "__name__", None) or f"{part!r:.40}"
    if isinstance(part, type):
        hint = f"derive({name}) builds one from a type"
    elif callable(part):
        hint = f"similarity({name}) builds one from a function of (gold, pred)"
    else:
        hint = "exact is the simplest one"
    raise UsageError(f"{whole} is made of similarities, not of {name}; {hint}")
