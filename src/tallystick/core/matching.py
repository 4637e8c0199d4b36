"""Matching of collections: Σ over multisets under a constraint (Equation 13).

`match` says how often an element may be used: ``"1:1"`` (↔), ``"N:1"`` (→, each pred has at most one gold),
``"1:N"`` (←, each gold has at most one pred), ``"N:N"`` (~). Elements are multisets: duplicates count with
their multiplicity on each side.
"""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from math import fsum
from typing import TYPE_CHECKING, Final

from tallystick.core.coverage import covered_credit
from tallystick.core.describe import describe
from tallystick.core.similarity import (
    LARGE,
    Candidates,
    Similarity,
    Weighted,
    refuse_no_similarity,
    reserve_pairs,
)
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Pair, Tally

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["MATCHES", "Collection", "Covered", "Multiset", "bag", "best_pairs", "check_options"]

MATCHES: Final = ("1:1", "N:1", "1:N", "N:N")

#: What equal elements earn together, from their numbers on the pred and on the gold side.
OVERLAP: Final[Mapping[str, Callable[[int, int], int]]] = {
    "1:1": min,
    "N:1": lambda pred, gold: pred if gold else 0,
    "1:N": lambda pred, gold: gold if pred else 0,
    "N:N": lambda pred, gold: pred * gold,
}

#: Iterables that are no collections of elements, and what to give instead.
_NO_COLLECTIONS = (str, bytes, Mapping, Iterator)
_HINTS: Final[Mapping[type, str]] = {
    Mapping: "; give its items(), or derive(…) the metric from its type",
    Iterator: "; it can be read once only: give a list of it",
}
#: Two values are as good as each other if they differ by rounding only.
_AS_GOOD: Final = 1 - 1e-12


def check_options(match: str, recall: str) -> None:
    """Refuse a constraint or a recall that does not exist, saying which ones do."""
    if match not in MATCHES:
        raise UsageError(f"match={match!r} is not one of {', '.join(MATCHES)}")
    if recall not in ("covered", "literal"):
        raise UsageError(f"recall={recall!r} is not one of covered, literal")


class Collection(Similarity):
    """What bags, sequences and digraphs share: a score is the sum over the chosen pairs of elements."""

    def __init__(self, element: Similarity, match: str, recall: str) -> None:
        check_options(match, recall)
        refuse_no_similarity(element, "a collection")
        self.element = element
        self.match = match
        self.recall = recall
        self.one_sided = match in ("N:1", "1:N") and recall == "covered"
        self.reading = READ_SIDES if self.one_sided else READ_RATIOS
        self.peaked = match == "1:1" and element.peaked
        #: Whether matching every element with itself is an optimal self-matching.
        self.self_is_best = match != "N:N" and element.peaked

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

    def choose(self, pred: object, gold: object) -> Weighted:
        """An optimal matching: the chosen pairs with what each earns."""
        raise NotImplementedError

    def compare(self, pred: object, gold: object) -> float:
        # fsum: the order of the elements must not move the last digit.
        return fsum([value for _, _, value in self.choose(pred, gold)])

    def self_score(self, value: object) -> float:
        # Every element with itself breaks no constraint and no order; where φ is peaked nothing earns more.
        if self.self_is_best:
            return fsum(self.element.self_scores(self.elements(value)))
        return self.compare(value, value)

    def counts(self, pred: object, gold: object) -> Tally:
        if not self.one_sided:
            return super().counts(pred, gold)
        return self._covered_counts(pred, gold)

    def _covered_counts(self, pred: object, gold: object) -> Tally:
        """One-sided matching in which no element earns more than it is worth.

        Under N:1 many preds may share one gold; as printed, recall could then exceed 1. A gold is covered at
        most once: it earns min(φ(g, g), what its preds earned).
        """
        chosen = self.choose(pred, gold)
        earned = fsum([value for _, _, value in chosen])
        if self.match == "N:1":
            worth = self.element.self_scores(self.elements(gold))
            return Tally(earned, self.covered(pred, gold, chosen, worth), self.self_score(pred), fsum(worth))
        worth = self.element.self_scores(self.elements(pred))
        return Tally(self.covered(pred, gold, chosen, worth), earned, fsum(worth), self.self_score(gold))

    def covered(self, pred: object, gold: object, chosen: Weighted, worth: Sequence[float]) -> float:
        """How much of the side that may be shared is covered: the most that an optimal matching can."""
        raise NotImplementedError

    def credits(self, pred: object, gold: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        """What each pair of elements earns, as linear expressions over the choices of a model."""
        raise NotImplementedError

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        return model.total(self.credits(pred, gold, model), self.match)

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return {"": self.alignment(pred, gold)}

    def alignment(self, pred: object, gold: object) -> Alignment:
        pred, gold = _listed(pred), _listed(gold)
        preds, golds = self.elements(pred), self.elements(gold)
        chosen = sorted(self.choose(pred, gold))
        found_preds = {i for i, _, _ in chosen}
        found_golds = {j for _, j, _ in chosen}
        return Alignment(
            matched=tuple(
                Pair(golds[j], preds[i], value, self.element.inner(preds[i], golds[j]))
                for i, j, value in chosen
            ),
            missed=tuple(value for j, value in enumerate(golds) if j not in found_golds),
            spurious=tuple(value for i, value in enumerate(preds) if i not in found_preds),
        )

    def _shown_options(self) -> str:
        match = "" if self.match == "1:1" else f", match={self.match!r}"
        recall = "" if self.recall == "covered" else f", recall={self.recall!r}"
        return match + recall


def _listed(value: object) -> object:
    """A set in an order of its own: an explanation reads the same in every run, whatever the hash seed."""
    return sorted(value, key=describe) if isinstance(value, Set) else value


class Multiset(Collection):
    """Σ over multisets: the best matching of the elements under the constraint."""

    def choose(self, pred: object, gold: object) -> Weighted:
        preds, golds = self.elements(pred), self.elements(gold)
        if self.element.discrete and self.match == "1:1":
            return _pair_off(
                [self.element.key(value) for value in preds], [self.element.key(value) for value in golds]
            )
        return best_pairs(self.element.pairs(preds, golds), self.match, len(preds), len(golds))

    def compare(self, pred: object, gold: object) -> float:
        if not self.element.discrete:
            return super().compare(pred, gold)
        return overlap(self._counted(pred), self._counted(gold), OVERLAP[self.match])

    def self_score(self, value: object) -> float:
        if self.match != "N:N" and self.element.discrete:
            elements = self.elements(value)
            for element in elements:  # a free variable must be noticed here too
                self.element.key(element)
            return float(len(elements))
        return super().self_score(value)

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        if not self.element.discrete:
            return super().pairs(preds, golds, candidates)
        return overlaps(
            [self._counted(value) for value in preds] if candidates is None else self._counted_once(preds),
            [self._counted(value) for value in golds] if candidates is None else self._counted_once(golds),
            OVERLAP[self.match],
            candidates,
        )

    def _counted(self, value: object) -> Counter[Hashable]:
        return Counter([self.element.key(element) for element in self.elements(value)])

    def _counted_once(self, values: Sequence[object]) -> list[Counter[Hashable]]:
        """The counts of each value; a value that stands in the list many times is counted once."""
        known: dict[int, Counter[Hashable]] = {}
        for value in values:
            if id(value) not in known:
                known[id(value)] = self._counted(value)
        return [known[id(value)] for value in values]

    def _covered_counts(self, pred: object, gold: object) -> Tally:
        if not self.element.discrete:
            return super()._covered_counts(pred, gold)
        # Equal elements cover each other one to one.
        ours, theirs = self._counted(pred), self._counted(gold)
        earned, covered = (overlap(ours, theirs, OVERLAP[match]) for match in (self.match, "1:1"))
        found = (earned, covered) if self.match == "N:1" else (covered, earned)
        return Tally(*found, float(ours.total()), float(theirs.total()))

    def covered(self, pred: object, gold: object, chosen: Weighted, worth: Sequence[float]) -> float:
        many, one = (0, 1) if self.match == "N:1" else (1, 0)
        best = {pair[many]: value for *pair, value in chosen}
        partners: defaultdict[int, list[int]] = defaultdict(list)
        for *pair, value in self.element.pairs(self.elements(pred), self.elements(gold)):
            if value >= best[pair[many]] * _AS_GOOD:
                partners[pair[many]].append(pair[one])
        return covered_credit([(best[giver], takers) for giver, takers in sorted(partners.items())], worth)

    def credits(self, pred: object, gold: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        return model.matching(self.element, self.elements(pred), self.elements(gold), self.match, None)

    def __repr__(self) -> str:
        return f"bag({self.element!r}{self._shown_options()})"


class Covered(Similarity):
    """What a one-sided matching covers of the side that may be shared, as a similarity inside another one."""

    def __init__(self, base: Similarity) -> None:
        assert isinstance(base, Collection)
        self.base = base
        self.peaked = base.element.peaked

    def compare(self, pred: object, gold: object) -> float:
        tally = self.base.counts(pred, gold)
        return tally.matched_gold if self.base.match == "N:1" else tally.matched_pred

    def self_score(self, value: object) -> float:
        return fsum(self.base.element.self_scores(self.base.elements(value)))

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.base.inner(pred, gold)

    def __repr__(self) -> str:
        return f"covered({self.base!r})"


def bag(element: Similarity, match: str = "1:1", recall: str = "covered") -> Similarity:
    """Σ over multisets (Equation 13).

    >>> from tallystick import bag, exact
    >>> [bag(exact, match).compare([1, 2, 2], [1, 1, 1, 2]) for match in ("1:1", "N:1", "1:N", "N:N")]
    [2.0, 3.0, 4.0, 5.0]
    """
    return Multiset(element, match, recall)


def overlap(pred: Counter[Hashable], gold: Counter[Hashable], together: Callable[[int, int], int]) -> float:
    """What two counted multisets have in common."""
    if len(pred) > len(gold):
        return float(sum(together(pred[key], count) for key, count in gold.items() if key in pred))
    return float(sum(together(count, gold[key]) for key, count in pred.items() if key in gold))


def overlaps(
    preds: Sequence[Counter[Hashable]],
    golds: Sequence[Counter[Hashable]],
    together: Callable[[int, int], int],
    candidates: Candidates,
) -> Weighted:
    """The non-zero overlaps between two lists of counted multisets, found by an inverted index."""
    if candidates is not None:
        known: dict[tuple[int, int], float] = {}
        result = []
        for i, j in checked(candidates, 4 * PYTHON_STEP):
            places = (id(preds[i]), id(golds[j]))
            if places not in known:
                known[places] = overlap(preds[i], golds[j], together)
            if known[places]:
                result.append((i, j, known[places]))
        return result
    holders: defaultdict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for j, gold in enumerate(golds):
        for key, count in gold.items():
            holders[key].append((j, count))
    found: Weighted = []
    limits = current()
    for i, pred in enumerate(preds):
        common: defaultdict[int, int] = defaultdict(int)
        for key, count in pred.items():
            others = holders.get(key, ())
            limits.spend(PYTHON_STEP * len(others))
            for j, other in others:
                common[j] += together(count, other)
        if len(found) > LARGE:
            reserve_pairs(len(found))
        found.extend((i, j, float(value)) for j, value in common.items())
    return found


def _pair_off(preds: Sequence[Hashable], golds: Sequence[Hashable]) -> Weighted:
    """Equal elements one to one, in their order."""
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j in range(len(golds) - 1, -1, -1):
        waiting[golds[j]].append(j)
    return [(i, waiting[key].pop(), 1.0) for i, key in enumerate(preds) if waiting.get(key)]


def best_pairs(found: Weighted, match: str, rows: int, cols: int) -> Weighted:
    """The pairs of greatest total weight under a constraint."""
    if match == "N:N":
        return found
    if match == "1:1":
        return _assigned(found, rows, cols)
    best: dict[int, tuple[int, int, float]] = {}
    for i, j, value in found:
        many = i if match == "N:1" else j
        if many not in best or value > best[many][2]:
            best[many] = (i, j, value)
    return list(best.values())


def _assigned(found: Weighted, rows: int, cols: int) -> Weighted:
    row, col = [entry[0] for entry in found], [entry[1] for entry in found]
    if len(set(row)) == len(row) and len(set(col)) == len(col):
        return found  # nobody competes
    from tallystick.solve.assign.sparse import assign

    partners, _ = assign(rows, cols, array("i", row), array("i", col), array("d", [w for _, _, w in found]))
    return [entry for entry in found if partners[entry[0]] == entry[1]]
