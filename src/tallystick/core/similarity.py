"""Similarity: the idea that everything else is built from.

A similarity φ compares a gold value with a prediction and gives a number ≥ 0 (Definition 1 of *A Unified View
of Evaluation Metrics for Structured Prediction*; "unnormalised" ones may exceed 1). Similarities compose:
products, thresholds, records, collections, normalisers are similarities again. Each can be asked for

* one value, `compare(gold, pred)`;
* all non-zero values between two lists, `pairs(golds, preds)`, which is where the speed comes from: equality
  is a hash join, overlaps of collections come from an inverted index, and only the rest is computed pair by
  pair;
* a score with its counts, `score(gold, pred)`, and an explanation of it; `analyse(gold, pred)` gives both from one
  solution.

Similarities are immutable. Two of them are equal if they are made of equal parts.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from tallystick.core.arguments import check_function, name_of
from tallystick.core.join import Candidates, Weighted, every_pair, join_by_key
from tallystick.core.promises import refuse_broken_promise
from tallystick.core.solution import Credit, Solution, one_pair
from tallystick.core.values import LatentFound, key_of, variables_of
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked, current, limited
from tallystick.tally import READ_RATIOS, Alignment, Reading, Score, Tally

if TYPE_CHECKING:
    from tallystick.core.corpus import CorpusScore
    from tallystick.core.latent.model import Expression, Model

__all__ = [
    "Candidates", "Exact", "Function", "Similarity", "Weighted", "exact", "refuse_no_similarity", "similarity",
]  # fmt: skip

_TOO_DEEP = "the values are nested too deeply to be compared; a larger sys.setrecursionlimit(…) may help"


class Similarity:
    """φ(gold, pred) ≥ 0, and a metric as soon as it is asked for a score."""

    #: Whether φ is δ over `key`: 1 for equal keys, 0 otherwise.
    discrete: bool = False
    #: Whether φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y) hold by construction.
    peaked: bool = False
    #: Which numbers a score of this similarity shows.
    reading: Reading = READ_RATIOS

    # -- what a similarity defines -----------------------------------------------------------------------------

    def compare(self, gold: Any, pred: Any) -> float:
        """φ(gold, pred)."""
        raise NotImplementedError

    def self_score(self, value: object) -> float:
        """φ(x, x): what the value could earn at most where φ is peaked."""
        return self.compare(value, value)

    def self_scores(self, values: Sequence[object]) -> list[float]:
        """φ(x, x) of each value; an object that is in the list many times is asked once."""
        known: dict[int, float] = {}
        for value in values:
            if id(value) not in known:
                known[id(value)] = self.self_score(value)
        return [known[id(value)] for value in values]

    def key(self, value: object) -> Hashable:
        """The key of a discrete similarity."""
        raise TypeError(f"{self!r} is not discrete")

    def pairs(
        self, golds: Sequence[object], preds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        """All non-zero φ(gold, pred) between two lists (or among the candidates)."""
        result = []
        for i, j in checked(every_pair(golds, preds) if candidates is None else candidates, 10 * PYTHON_STEP):
            value = self.compare(golds[i], preds[j])
            if value > 0:
                result.append((i, j, value))
        return result

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
            refuse_broken_promise(self, [(0, 0, credit.value)], [tally.gold_total], [tally.pred_total])
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
        """Which gold part met which predicted part of one item."""
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
        """The same similarity over something computed from the values."""
        from tallystick.core.prepared import Projected

        return Projected(self, project, name)

    def mapped(self, function: Callable[[float], float], name: str) -> Similarity:
        """The similarity with each value changed by a non-decreasing function with f(0) = 0."""
        from tallystick.core.mapped import Mapped

        return Mapped(self, function, name)

    def __mul__(self, other: Similarity) -> Similarity:
        if not isinstance(other, Similarity):
            return NotImplemented
        from tallystick.core.product import Product

        return Product((self, other))

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

    def key(self, value: object) -> Hashable:
        return key_of(value)

    def compare(self, gold: object, pred: object) -> float:
        return float(key_of(gold) == key_of(pred))

    def self_score(self, value: object) -> float:
        key_of(value)  # a free variable must be noticed here too
        return 1.0

    def pairs(
        self, golds: Sequence[object], preds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        return join_by_key([key_of(value) for value in golds], [key_of(value) for value in preds], candidates)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.equality(gold, pred)

    def __repr__(self) -> str:
        return "exact"

    def __reduce__(self) -> str:
        return "exact"  # the object of that name, not a copy


#: δ, the discrete similarity.
exact = Exact()


@dataclass(frozen=True, repr=False)
class Function(Similarity):
    """Any function of (gold, pred) with values of at least 0; those above 1 weigh more."""

    function: Callable[[Any, Any], float]
    peaked: bool = False

    def __post_init__(self) -> None:
        check_function("similarity", self.function, "gold", "pred")

    def compare(self, gold: object, pred: object) -> float:
        _refuse_free_variables((gold, pred))
        value = self.function(gold, pred)
        return value if type(value) is float and 0 <= value < inf else self._checked(value, gold, pred)

    def pairs(
        self, golds: Sequence[object], preds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        # Each value is searched for variables once, not once for every pair.
        _refuse_free_variables(golds)
        _refuse_free_variables(preds)
        function, result = self.function, []
        for i, j in checked(every_pair(golds, preds) if candidates is None else candidates):
            value = function(golds[i], preds[j])
            if type(value) is not float or not 0 <= value < inf:
                value = self._checked(value, golds[i], preds[j])
            if value:  # two long lists have few values in common, as a rule
                result.append((i, j, value))
        return result

    def _checked(self, value: Any, gold: object, pred: object) -> float:
        """The value as a float, or an error that says what the function returned instead of a similarity."""
        number: float | None = None
        if not isinstance(value, (str, bytes)):
            try:
                number = float(value)  # integers, truth values, numbers of other libraries
            except (TypeError, ValueError):
                number = None
        if number is None or not 0 <= number < inf:
            hint = " (is a return statement missing?)" if value is None else ""
            raise UsageError(
                f"{self!r} returned {value!r:.60}{hint} for gold {gold!r:.60} and pred {pred!r:.60}; "
                "a similarity is a number of at least 0"
            )
        return number

    def __repr__(self) -> str:
        return f"similarity({name_of(self.function)}{', peaked=True' * self.peaked})"


def _refuse_free_variables(values: Iterable[object]) -> None:
    for value in values:
        if not isinstance(value, (str, int, float)) and variables_of(value):
            raise LatentFound


def similarity(function: Callable[[Any, Any], float], *, peaked: bool = False) -> Similarity:
    """A similarity from a function of (gold, pred).

    `peaked=True` promises φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y), which saves the search for self-scores. A pair that
    breaks the promise is an error.

    >>> soft = similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)))
    >>> soft.compare(1, 2)
    0.5
    """
    return Function(function, peaked)


def refuse_no_similarity(part: object, whole: str) -> None:
    """Raise an error that says what to write instead of a value that is no similarity."""
    if isinstance(part, Similarity):
        return
    name = getattr(part, "__name__", None) or f"{part!r:.40}"
    if isinstance(part, type):
        hint = f"derive({name}) is what a type asks for"
    elif callable(part):
        hint = f"similarity({name}) makes one of a function of (gold, pred)"
    else:
        hint = "exact is the simplest one"
    raise UsageError(f"{whole} is made of similarities, not of {name}; {hint}")
