"""Unions: values of the same alternative are compared as it says, others never match."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Collection says

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tallystick.core.pairs import Pairs, join_by_key
from tallystick.core.similarity import Similarity, refuse_no_similarity
from tallystick.core.solution import Credit
from tallystick.errors import UsageError

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Alternatives", "union"]


@dataclass(frozen=True, repr=False)
class Alternatives(Similarity):
    """A union: the first alternative that recognises a value compares it."""

    options: tuple[tuple[Callable[[object], bool], Similarity], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "discrete", all(option.discrete for _, option in self.options))
        object.__setattr__(self, "peaked", all(option.peaked for _, option in self.options))
        expense = max((option.expense for _, option in self.options), default=0)
        object.__setattr__(self, "expense", expense)

    def _index(self, value: object) -> int:
        for index, (recognises, _) in enumerate(self.options):
            if recognises(value):
                return index
        raise UsageError(f"{value!r:.60} has none of the types of {self!r}")

    def option_of(self, value: object) -> tuple[int, Similarity]:
        """The alternative that compares a value, with its number."""
        index = self._index(value)
        return index, self.options[index][1]

    def key(self, value: object) -> Hashable:
        index, option = self.option_of(value)
        return (index, option.key(value))

    def compare(self, gold: object, pred: object) -> float:
        index = self._index(gold)
        return self.options[index][1].compare(gold, pred) if index == self._index(pred) else 0.0

    def self_score(self, value: object) -> float:
        return self.options[self._index(value)][1].self_score(value)

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        if self.discrete:
            return join_by_key(self.keys(golds), self.keys(preds))
        gold_groups, pred_groups = _grouped(map(self._index, golds)), _grouped(map(self._index, preds))
        gold: list[int] = []
        pred: list[int] = []
        values: list[float] = []
        for number, (_, option) in enumerate(self.options):
            rows, columns = gold_groups.get(number, ()), pred_groups.get(number, ())
            if rows and columns:
                pairs = option.pairs([golds[i] for i in rows], [preds[j] for j in columns])
                gold += [rows[row] for row in pairs.gold]
                pred += [columns[column] for column in pairs.pred]
                values += pairs.value
        return Pairs(gold, pred, values)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        if self.discrete:
            return super().values(golds, preds, gold, pred)
        gold_options, pred_options = list(map(self._index, golds)), list(map(self._index, preds))
        chosen = [
            gold_options[i] if gold_options[i] == pred_options[j] else -1
            for i, j in zip(gold, pred, strict=True)
        ]
        result = [0.0] * len(chosen)
        for number, indices in _grouped(chosen).items():
            if number < 0:
                continue
            # An option sees only values of its kind.
            rows, columns = _renumbered([gold[k] for k in indices]), _renumbered([pred[k] for k in indices])
            values = self.options[number][1].values(
                [golds[i] for i in rows],
                [preds[j] for j in columns],
                [rows[gold[k]] for k in indices],
                [columns[pred[k]] for k in indices],
            )
            for index, value in zip(indices, values, strict=True):
                result[index] = value
        return result

    def credit(self, gold: object, pred: object) -> Credit:
        index = self._index(gold)
        return self.options[index][1].credit(gold, pred) if index == self._index(pred) else Credit(0.0)

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        index = self._index(gold)
        if index != self._index(pred):
            return model.nothing()
        return self.options[index][1].expression(gold, pred, model)

    def __repr__(self) -> str:
        return f"union({{{', '.join(f'{recognises!r}: {option!r}' for recognises, option in self.options)}}})"


def _renumbered(indices: Iterable[int]) -> dict[int, int]:
    """Numbers from 0 for the indices that occur, in their order."""
    return {index: number for number, index in enumerate(dict.fromkeys(indices))}


def _grouped(options: Iterable[int]) -> dict[int, list[int]]:
    """The indices of the values of each option."""
    groups: dict[int, list[int]] = {}
    for index, option in enumerate(options):
        groups.setdefault(option, []).append(index)
    return groups


@dataclass(frozen=True, slots=True, repr=False)
class IsInstance:
    """Recognises the values of a type."""

    kind: type

    def __call__(self, value: object) -> bool:
        return isinstance(value, self.kind)

    def __repr__(self) -> str:
        return self.kind.__name__


def union(options: Mapping[type, Similarity]) -> Similarity:
    """A similarity for values of several types, each with its own.

    >>> from tallystick import exact, similarity, union
    >>> either = union({str: exact, float: similarity(lambda gold, pred: max(0, 1 - abs(gold - pred)))})
    >>> either.compare("a", "a"), either.compare(0.5, 1.0), either.compare("a", 1.0)
    (1.0, 0.5, 0.0)
    """
    if not isinstance(options, Mapping):
        raise UsageError(
            f"union takes a mapping of types, such as {{str: exact}}, not {type(options).__name__}"
        )
    for kind, option in options.items():
        if not isinstance(kind, type):
            raise UsageError(
                f"union takes a mapping of types, such as {{str: exact}}; {kind!r:.60} is not a type"
            )
        refuse_no_similarity(option, "union")
    return Alternatives(tuple((IsInstance(kind), option) for kind, option in options.items()))
