"""Matching of collections: Σ over multisets under a constraint (Equation 13).

`match` says how often an element may be used: ``"1:1"`` (↔), ``"N:1"`` (→, each pred has at most one gold),
``"1:N"`` (←, each gold has at most one pred), ``"N:N"`` (~). Elements are multisets: duplicates count with
their multiplicity on each side.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from math import fsum
from typing import TYPE_CHECKING, Final, Literal, get_args

from tallystick.core.arguments import check_choice
from tallystick.core.coverage import covered_credit
from tallystick.core.describe import describe
from tallystick.core.overlap import OVERLAP, overlap, overlap_values, overlaps, pair_off
from tallystick.core.pairs import Pairs
from tallystick.core.promises import refuse_broken_promise
from tallystick.core.similarity import Similarity, refuse_no_similarity
from tallystick.core.solution import Credit, Solution
from tallystick.errors import UsageError
from tallystick.limits import current
from tallystick.solve.assign.few import FEW, assign_few
from tallystick.solve.assign.sparse import assign
from tallystick.solve.tables import select_partners
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Pair, Tally

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = [
    "MATCHES",
    "Collection",
    "Match",
    "Matching",
    "Multiset",
    "Recall",
    "bag",
    "check_options",
]

#: How often an element may be used: pred elements to gold elements.
Match = Literal["1:1", "N:1", "1:N", "N:N"]
#: How an element that several others share counts: at most its own worth, or by the formula as printed.
Recall = Literal["covered", "literal"]
MATCHES: Final[tuple[Match, ...]] = get_args(Match)

#: Iterables that are not collections of elements, and what to pass instead.
_NO_COLLECTIONS = (str, bytes, Mapping, Iterator)
_HINTS: Final[Mapping[type, str]] = {
    Mapping: "; pass its items(), or derive the metric from its type: derive(…)",
    Iterator: "; it can be read only once: pass a list",
}
#: Two values are as good as each other if they differ by rounding only.
_AS_GOOD: Final = 1 - 1e-12


def check_options(match: str, recall: str) -> None:
    """Reject an unknown constraint or recall, and list the known ones."""
    check_choice("match", match, Match)
    check_choice("recall", recall, Recall)


@dataclass(slots=True)
class Matching:
    """An optimal matching of the elements of two collections, with what it was chosen from."""

    golds: Sequence[object]
    preds: Sequence[object]
    pairs: Pairs
    """All pairs of elements that earn something."""
    chosen: Pairs
    groups: Callable[[], Sequence[Sequence[int]]] | None = None
    """Groups of mutually exclusive pairs, by their indices; only where a solver may need them."""
    slack: float = 0.0
    """An upper bound of what another matching could earn in addition: 0 if this one is proved optimal."""

    @property
    def earned(self) -> float:
        """The total credit of the chosen pairs."""
        # fsum: the order of the elements must not affect the last digit.
        return fsum(self.chosen.value)

    def released(self) -> Matching:
        """The matching without its candidates, which scores must not keep in memory."""
        return Matching(self.golds, self.preds, self.chosen, self.chosen, slack=self.slack)


@dataclass(frozen=True, repr=False)
class Collection(Similarity):
    """The common part of bags, sequences and digraphs: a score is the sum over the chosen pairs of elements."""

    element: Similarity
    match: Match = "1:1"
    recall: Recall = "covered"
    one_sided: bool = field(init=False, compare=False)
    """Whether one side may be shared and counts at most its worth."""
    self_is_best: bool = field(init=False, compare=False)
    """Whether matching every element with itself is an optimal self-matching."""

    expense = 3

    def __post_init__(self) -> None:
        check_options(self.match, self.recall)
        refuse_no_similarity(self.element, "a collection")
        one_sided = self.match in ("N:1", "1:N") and self.recall == "covered"
        object.__setattr__(self, "one_sided", one_sided)
        object.__setattr__(self, "reading", READ_SIDES if one_sided else READ_RATIOS)
        object.__setattr__(self, "peaked", self.match == "1:1" and self.element.peaked)
        object.__setattr__(self, "self_is_best", self.match != "N:N" and self.element.peaked)

    def elements(self, value: object) -> Sequence[object]:
        """The elements of one side."""
        if isinstance(value, (list, tuple)):
            return value
        if isinstance(value, _NO_COLLECTIONS) or not isinstance(value, Iterable):
            hint = _HINTS.get(next((kind for kind in _HINTS if isinstance(value, kind)), type(None)), "")
            raise UsageError(
                f"{self!r} compares collections, not {type(value).__name__} ({value!r:.60}){hint}"
            )
        return list(value)

    def matching(self, gold: object, pred: object) -> Matching:
        """An optimal matching."""
        raise NotImplementedError

    def covered(self, matching: Matching, worth: Sequence[float]) -> float:
        """How much of the side that may be shared is covered: the most that an optimal matching can."""
        raise NotImplementedError

    def credits(self, gold: object, pred: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        """The credit of each pair of elements, as linear expressions over the choices of a model."""
        raise NotImplementedError

    def compare(self, gold: object, pred: object) -> float:
        return self._proved(self.matching(gold, pred)).earned

    def _proved(self, matching: Matching) -> Matching:
        """The matching; a part of a value cannot say that it is not proved to be best."""
        if matching.slack:
            current().give_up()
        return matching

    def self_score(self, value: object) -> float:
        # Every element with itself breaks no constraint and no order; where φ is peaked nothing earns more.
        if self.self_is_best:
            return fsum(self.element.self_scores(self.elements(value)))
        return self.compare(value, value)

    def counts(self, gold: object, pred: object) -> Tally:
        return self._tally(self.matching(gold, pred), gold, pred)

    def solved(self, gold: object, pred: object) -> Solution:
        matching = self.matching(gold, pred)
        align = partial(self._alignment, matching.released())
        return Solution(self._tally(matching, gold, pred), align, matching.chosen)

    def credit(self, gold: object, pred: object) -> Credit:
        matching = self._proved(self.matching(gold, pred))
        return Credit(matching.earned, partial(self._inner, matching.released()))

    def _tally(self, matching: Matching, gold: object, pred: object) -> Tally:
        """The counts of a matching.

        Under N:1 many preds may share one gold; as printed, recall could then exceed 1. With covered recall a gold
        counts at most once: min(φ(g, g), what its preds earned).
        """
        earned, slack = matching.earned, matching.slack
        if not self.self_is_best and not self.one_sided:
            (pred_total, is_best_pred), (gold_total, is_best_gold) = self._total(pred), self._total(gold)
            proved = not slack and is_best_pred and is_best_gold
            return Tally.of(earned, pred=pred_total, gold=gold_total, proved=proved, slack=slack)
        gold_worth = self._worth(gold, matching.golds, shared=self.match == "N:1")
        pred_worth = self._worth(pred, matching.preds, shared=self.match == "1:N")
        if self.self_is_best and not self.element.discrete:
            refuse_broken_promise(self.element, matching.pairs, gold_worth, pred_worth)
        matched_gold = matched_pred = earned
        if self.one_sided and self.match == "N:1":
            matched_gold = self.covered(matching, gold_worth)
        elif self.one_sided:
            matched_pred = self.covered(matching, pred_worth)
        return Tally(
            matched_pred, matched_gold, fsum(pred_worth), fsum(gold_worth), proved=int(not slack), slack=slack
        )

    def _total(self, value: object) -> tuple[float, bool]:
        """The self-score of a value, and whether it is proved; at least the sum of the self-scores of its elements."""
        matching = self.matching(value, value)
        if not matching.slack:
            return matching.earned, True
        return max(matching.earned, fsum(self.element.self_scores(self.elements(value)))), False

    def _worth(self, side: object, elements: Sequence[object], *, shared: bool) -> list[float]:
        """The worth of each element; for a side that is not shared and not its own best match, only the sum."""
        if self.self_is_best or shared:
            return self.element.self_scores(elements)
        return [self.self_score(side)]

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        return model.total(self.credits(gold, pred, model), self.match)

    def _inner(self, matching: Matching) -> Mapping[str, Alignment]:
        return {"": self._alignment(matching)}

    def _alignment(self, matching: Matching) -> Alignment:
        golds, preds = matching.golds, matching.preds
        matched_golds, matched_preds = set(matching.chosen.gold), set(matching.chosen.pred)
        return Alignment(
            matched=tuple(
                Pair(golds[i], preds[j], value, self.element.inner(golds[i], preds[j]))
                for i, j, value in sorted(matching.chosen, key=_in_order_of_preds)
            ),
            missed=tuple(value for i, value in enumerate(golds) if i not in matched_golds),
            spurious=tuple(value for j, value in enumerate(preds) if j not in matched_preds),
        )

    def _shown_options(self) -> str:
        match = "" if self.match == "1:1" else f", match={self.match!r}"
        recall = "" if self.recall == "covered" else f", recall={self.recall!r}"
        return match + recall


def _in_order_of_preds(pair: tuple[int, int, float]) -> tuple[int, int]:
    return pair[1], pair[0]


def listed(value: object) -> object:
    """A set in canonical order: an explanation reads the same in every run, whatever the hash seed."""
    if isinstance(value, (list, tuple)) or not isinstance(value, Set):
        return value
    return sorted(value, key=describe) if len(value) > 1 else list(value)


@dataclass(frozen=True, repr=False)
class Multiset(Collection):
    """Σ over multisets: the best matching of the elements under the constraint."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "expense", 1 if self.element.discrete else 3)

    def matching(self, gold: object, pred: object) -> Matching:
        golds, preds = self.elements(gold), self.elements(pred)
        if self.element.discrete and self.match == "1:1":
            pairs = pair_off(self.element.keys(golds), self.element.keys(preds))
            return Matching(golds, preds, pairs, pairs)
        pairs = self.element.pairs(golds, preds)
        return Matching(golds, preds, pairs, best_pairs(pairs, self.match, len(golds), len(preds)))

    def compare(self, gold: object, pred: object) -> float:
        if not self.element.discrete:
            return super().compare(gold, pred)
        keys = self.element.keys
        gold_keys, pred_keys = keys(self.elements(gold)), keys(self.elements(pred))
        gold_set, pred_set = set(gold_keys), set(pred_keys)
        if len(gold_set) == len(gold_keys) and len(pred_set) == len(pred_keys):
            return float(len(gold_set & pred_set))  # without repetition all constraints are the same
        return overlap(Counter(gold_keys), Counter(pred_keys), OVERLAP[self.match])

    def self_score(self, value: object) -> float:
        if self.match != "N:N" and self.element.discrete:
            return float(len(self.element.keys(self.elements(value))))  # keys, to notice free variables
        return super().self_score(value)

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        if not self.element.discrete:
            return super().pairs(golds, preds)
        gold_counts, pred_counts = map(self._counted, golds), map(self._counted, preds)
        return overlaps(list(gold_counts), list(pred_counts), OVERLAP[self.match])

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        if not self.element.discrete:
            return super().values(golds, preds, gold, pred)
        gold_counts, pred_counts = self._counted_once(golds), self._counted_once(preds)
        return overlap_values(gold_counts, pred_counts, OVERLAP[self.match], gold, pred)

    def _counted(self, value: object) -> Counter[Hashable]:
        return Counter(self.element.keys(self.elements(value)))

    def _counted_once(self, values: Sequence[object]) -> list[Counter[Hashable]]:
        """The counts of each value; an object that is in the list many times is counted once."""
        known: dict[int, Counter[Hashable]] = {}
        for value in values:
            if id(value) not in known:
                known[id(value)] = self._counted(value)
        return [known[id(value)] for value in values]

    def counts(self, gold: object, pred: object) -> Tally:
        if not self.element.discrete:
            return super().counts(gold, pred)
        keys = self.element.keys
        gold_keys, pred_keys = keys(self.elements(gold)), keys(self.elements(pred))
        gold_set, pred_set = set(gold_keys), set(pred_keys)
        gold_count, pred_count = len(gold_keys), len(pred_keys)
        if len(gold_set) == gold_count and len(pred_set) == pred_count:
            # Without repetition all constraints are the same, and equal elements cover each other.
            common = float(len(gold_set & pred_set))
            return Tally(common, common, float(pred_count), float(gold_count))
        gold_counts, pred_counts = Counter(gold_keys), Counter(pred_keys)
        earned = overlap(gold_counts, pred_counts, OVERLAP[self.match])
        if self.match == "N:N":
            gold_total, pred_total = (overlap(n, n, OVERLAP["N:N"]) for n in (gold_counts, pred_counts))
        else:
            gold_total, pred_total = float(gold_counts.total()), float(pred_counts.total())
        if not self.one_sided:
            return Tally(earned, earned, pred_total, gold_total)
        # Equal elements cover each other one to one.
        covered = overlap(gold_counts, pred_counts, min)
        matched = (earned, covered) if self.match == "N:1" else (covered, earned)
        return Tally(*matched, pred_total, gold_total)

    def solved(self, gold: object, pred: object) -> Solution:
        if not self.element.discrete:
            return super().solved(listed(gold), listed(pred))
        # Counting needs no matching; equal elements are paired off on demand.
        return Solution(self.counts(gold, pred), partial(self._paired_off, gold, pred))

    def credit(self, gold: object, pred: object) -> Credit:
        if not self.element.discrete:
            return super().credit(listed(gold), listed(pred))
        return Credit(self.compare(gold, pred), partial(self._inner_paired_off, gold, pred))

    def _paired_off(self, gold: object, pred: object) -> Alignment:
        return self._alignment(self.matching(listed(gold), listed(pred)))

    def _inner_paired_off(self, gold: object, pred: object) -> Mapping[str, Alignment]:
        return {"": self._paired_off(gold, pred)}

    def covered(self, matching: Matching, worth: Sequence[float]) -> float:
        giving, shared = (1, 0) if self.match == "N:1" else (0, 1)
        best = {pair[giving]: value for *pair, value in matching.chosen}
        partners: defaultdict[int, list[int]] = defaultdict(list)
        for *pair, value in matching.pairs:
            if value >= best[pair[giving]] * _AS_GOOD:
                partners[pair[giving]].append(pair[shared])
        return covered_credit([(best[giver], takers) for giver, takers in sorted(partners.items())], worth)

    def credits(self, gold: object, pred: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        return model.matching(self.element, self.elements(gold), self.elements(pred), self.match, None)

    def __repr__(self) -> str:
        return f"bag({self.element!r}{self._shown_options()})"


def bag(element: Similarity, match: Match = "1:1", recall: Recall = "covered") -> Similarity:
    """Σ over multisets (Equation 13).

    >>> from tallystick import bag, exact
    >>> [bag(exact, match).compare([1, 1, 1, 2], [1, 2, 2]) for match in ("1:1", "N:1", "1:N", "N:N")]
    [2.0, 3.0, 4.0, 5.0]
    """
    return Multiset(element, match, recall)


def best_pairs(pairs: Pairs, match: Match, golds: int, preds: int) -> Pairs:
    """The pairs of greatest total weight under a constraint."""
    if match == "N:N":
        return pairs
    if match == "1:1":
        return _assigned(pairs, golds, preds)
    best: dict[int, tuple[int, int, float]] = {}
    for index, pair in zip(pairs.pred if match == "N:1" else pairs.gold, pairs, strict=True):
        if index not in best or pair[2] > best[index][2]:
            best[index] = pair
    return Pairs.of(best.values())


def _assigned(pairs: Pairs, golds: int, preds: int) -> Pairs:
    # The rows of the solver are preds: of equally good assignments it takes the first in their order.
    if golds <= FEW and preds <= FEW:
        return pairs.taken(assign_few(preds, golds, pairs.pred, pairs.gold, pairs.value))
    count = len(pairs)
    if count <= min(golds, preds) and len(set(pairs.gold)) == count == len(set(pairs.pred)):
        return pairs  # no competition
    partners, _ = assign(preds, golds, pairs.pred, pairs.gold, pairs.value)
    return Pairs(*select_partners(pairs.gold, pairs.pred, pairs.value, partners))
