"""The elements that a one-sided matching covers, as a similarity."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity says

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from tallystick.core.matching import Collection
from tallystick.core.similarity import Similarity
from tallystick.core.solution import Credit
from tallystick.errors import UsageError
from tallystick.tally import Tally

__all__ = ["Covered"]


@dataclass(frozen=True, repr=False)
class Covered(Similarity):
    """The covered part of the side that may be shared in a one-sided matching, as a similarity inside another one."""

    base: Similarity

    def __post_init__(self) -> None:
        if not isinstance(self.base, Collection):
            raise UsageError(f"Covered takes a bag, a sequence or a digraph, not {self.base!r:.60}")
        object.__setattr__(self, "peaked", self.base.element.peaked)

    @property
    def _collection(self) -> Collection:
        assert isinstance(self.base, Collection)
        return self.base

    def _of(self, tally: Tally) -> float:
        return tally.matched_gold if self._collection.match == "N:1" else tally.matched_pred

    def compare(self, gold: object, pred: object) -> float:
        return self._of(self.base.counts(gold, pred))

    def self_score(self, value: object) -> float:
        return fsum(self._collection.element.self_scores(self._collection.elements(value)))

    def credit(self, gold: object, pred: object) -> Credit:
        analysis = self.base.solved(gold, pred)
        return Credit(self._of(analysis.tally), analysis.as_inner)

    def __repr__(self) -> str:
        return f"Covered({self.base!r})"
