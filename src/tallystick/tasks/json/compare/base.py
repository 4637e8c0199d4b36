"""The common part of comparators.

A comparator is either an *equivalence*, given by a key (equal keys earn everything, others nothing), or *graded*: then
it has a credit for each pair. It compares values of one kind; two values of another kind are compared by equality, and
values of different kinds never match.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tallystick.tasks.json.scalars import Normal

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Comparator", "Credit", "Equivalence", "Graded", "bounded"]

#: A share of a leaf's weight, from 0 to 1.
Credit = Fraction | int


class Comparator:
    """How two scalars of one kind are compared."""

    kind: str = "string"
    """The kind of value that it compares."""
    graded: bool = False


class Equivalence(Comparator):
    """Scalars are equal where their keys are."""

    def __init__(self, key: Callable[[object, Normal], Hashable], kind: str = "string") -> None:
        self.key = key
        """From the value as it was read, and its normal form."""
        self.kind = kind


class Graded(Comparator):
    """Pairs of scalars earn a credit each. Equal normal forms are never asked about: they earn everything."""

    graded = True

    def __init__(
        self,
        credit: Callable[[Any, Any], Credit],
        kind: str = "string",
        fold: Callable[[Normal], Normal] | None = None,
        matrix: Callable[[Sequence[Any], Sequence[Any]], np.ndarray] | None = None,
        *,
        similarity: Callable[[Any, Any], Credit] | None = None,
        limit: Fraction | None = None,
    ) -> None:
        self._credit = credit
        self._matrix = matrix
        self.kind = kind
        self.fold = fold
        """The transformation of normal forms before they are compared."""
        self.similarity = similarity
        """The credit before the limit is applied; None if there is no limit."""
        self.limit = limit
        """The least similarity that earns anything."""
        self._known: dict[tuple[Normal, Normal], Credit] = {}

    def credit(self, gold: Normal, pred: Normal) -> Credit:
        """Return the credit of two normal forms of this kind; each pair is compared once."""
        known = self._known.get((gold, pred))
        if known is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            folded = (gold, pred) if self.fold is None else (self.fold(gold), self.fold(pred))
            known = 1 if folded[0] == folded[1] else self._credit(*folded)
            self._known[gold, pred] = known
        return known

    def near_miss(self, gold: Normal, pred: Normal) -> Credit:
        """Return the similarity of two normal forms that the limit keeps apart; 0 if there is no limit."""
        if self.similarity is None or self.limit is None:
            return 0
        folded = (gold, pred) if self.fold is None else (self.fold(gold), self.fold(pred))
        return self.similarity(*folded)

    def matrix(self, golds: Sequence[Normal], preds: Sequence[Normal]) -> np.ndarray:
        """Return the credits of all pairs of two lists of normal forms, as doubles."""
        if self.fold is not None:
            golds, preds = list(map(self.fold, golds)), list(map(self.fold, preds))
        if self._matrix is not None:
            return self._matrix(golds, preds)
        import numpy as np

        credit = self._credit
        return np.array(
            [[1.0 if gold == pred else float(credit(gold, pred)) for pred in preds] for gold in golds],
            dtype=np.float64,
        ).reshape(len(golds), len(preds))


#: Credits that a comparator keeps.
_MOST_KNOWN = 1 << 17


def bounded(credit: Credit, least: Fraction | None, full: Fraction | None) -> Credit:
    """Apply ``from`` (less earns nothing) and ``at`` (this or more earns everything, less nothing)."""
    if full is not None:
        return int(credit >= full)
    return 0 if least is not None and credit < least else credit
