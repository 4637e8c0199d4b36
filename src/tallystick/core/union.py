"""Unions: values of the same alternative are compared as it says, others never match."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.core.similarity import Candidates, Similarity, Weighted, join_by_key, refuse_no_similarity
from tallystick.errors import UsageError
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["Alternatives", "union"]


class Alternatives(Similarity):
    """A union: the first alternative that recognises a value compares it."""

    def __init__(self, options: Sequence[tuple[Callable[[object], bool], Similarity]]) -> None:
        self.options = tuple(options)
        self.discrete = all(option.discrete for _, option in self.options)
        self.peaked = all(option.peaked for _, option in self.options)

    def _index(self, value: object) -> int:
        for index, (recognises, _) in enumerate(self.options):
            if recognises(value):
                return index
        raise UsageError(f"{value!r:.60} is of none of the types of {self!r}")

    def key(self, value: object) -> Hashable:
        index = self._index(value)
        return (index, self.options[index][1].key(value))

    def compare(self, pred: object, gold: object) -> float:
        index = self._index(pred)
        return self.options[index][1].compare(pred, gold) if index == self._index(gold) else 0.0

    def self_score(self, value: object) -> float:
        return self.options[self._index(value)][1].self_score(value)

    def pairs(
        self, preds: Sequence[object], golds: Sequence[object], candidates: Candidates = None
    ) -> Weighted:
        if self.discrete:
            return join_by_key([self.key(v) for v in preds], [self.key(v) for v in golds], candidates)
        ours, theirs = [self._index(value) for value in preds], [self._index(value) for value in golds]
        found: Weighted = []
        for index, (_, option) in enumerate(self.options):
            rows = [i for i, other in enumerate(ours) if other == index]
            cols = [j for j, other in enumerate(theirs) if other == index]
            inside = None
            if candidates is not None:
                row_of, col_of = (
                    {i: place for place, i in enumerate(rows)},
                    {j: place for place, j in enumerate(cols)},
                )
                inside = [(row_of[i], col_of[j]) for i, j in candidates if i in row_of and j in col_of]
            some = option.pairs([preds[i] for i in rows], [golds[j] for j in cols], inside)
            found.extend((rows[i], cols[j], value) for i, j, value in some)
        return found

    def inner(self, pred: object, gold: object) -> Mapping[str, Alignment]:
        return self.options[self._index(pred)][1].inner(pred, gold)

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        index = self._index(pred)
        if index != self._index(gold):
            return model.nothing()
        return self.options[index][1].expression(pred, gold, model)

    def __repr__(self) -> str:
        return " | ".join(repr(option) for _, option in self.options)


def union(options: Mapping[type, Similarity]) -> Similarity:
    """A similarity for values of several types, each with its own.

    >>> from tallystick import exact, similarity, union
    >>> either = union({str: exact, float: similarity(lambda pred, gold: max(0, 1 - abs(pred - gold)))})
    >>> either.compare("a", "a"), either.compare(0.5, 1.0), either.compare("a", 1.0)
    (1.0, 0.5, 0.0)
    """
    for option in options.values():
        refuse_no_similarity(option, "union")
    return Alternatives([(_is_a(kind), option) for kind, option in options.items()])


def _is_a(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)
