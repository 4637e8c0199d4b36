"""Slots: the sum of the similarities of the fields of a record, where a record multiplies them."""

# ruff: noqa: D102 - what a method says, its declaration in Similarity or Fields says

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tallystick.core.fields import ABSENT, Fields
from tallystick.core.pairs import Pairs, combined
from tallystick.core.solution import Credit, one_pair
from tallystick.core.sums import added, refuse_sides
from tallystick.tally import Alignment

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Slots"]


@dataclass(frozen=True, repr=False)
class Slots(Fields):
    """The sum over named fields; a field that is None, or not in a dictionary, adds nothing."""

    maker = "slots"

    def __post_init__(self) -> None:
        super().__post_init__()
        for part in self.fields.values():
            refuse_sides(part, "slots")
        object.__setattr__(self, "expense", max([1, *[part.expense for part in self.fields.values()]]))

    __hash__ = Fields.__hash__

    def may_lack(self, name: str) -> bool:
        return True

    def get(self, value: object, name: str) -> object:
        content = super().get(value, name)
        return ABSENT if content is None else content

    def _filled(self, values: Sequence[object], name: str) -> dict[int, object]:
        """The contents of a field by the index of the value, where there are any."""
        contents = enumerate(self.column(values, name))
        return {
            index: content for index, content in contents if content is not None and content is not ABSENT
        }

    def compare(self, gold: object, pred: object) -> float:
        total = 0.0
        for name, part in self.fields.items():
            gold_content, pred_content = self.get(gold, name), self.get(pred, name)
            if gold_content is not ABSENT and pred_content is not ABSENT:
                total += part.compare(gold_content, pred_content)
        return total

    def self_score(self, value: object) -> float:
        contents = [(part, self.get(value, name)) for name, part in self.fields.items()]
        return added([part.self_score(content) for part, content in contents if content is not ABSENT])

    def self_scores(self, values: Sequence[object]) -> list[float]:
        totals = [0.0] * len(values)
        for name, part in self.fields.items():
            filled = self._filled(values, name)
            for index, score in zip(filled, part.self_scores([*filled.values()]), strict=True):
                totals[index] += score
        return totals

    def pairs(self, golds: Sequence[object], preds: Sequence[object]) -> Pairs:
        lists = []
        for name, part in self.fields.items():
            filled_golds, filled_preds = self._filled(golds, name), self._filled(preds, name)
            pairs = part.pairs([*filled_golds.values()], [*filled_preds.values()])
            gold = _original(pairs.gold, filled_golds, len(golds))
            lists.append(Pairs(gold, _original(pairs.pred, filled_preds, len(preds)), pairs.value))
        return combined(lists, add=True)

    def values(
        self, golds: Sequence[object], preds: Sequence[object], gold: Sequence[int], pred: Sequence[int]
    ) -> list[float]:
        totals = [0.0] * len(gold)
        for name, part in self.fields.items():
            filled_golds, filled_preds = self._filled(golds, name), self._filled(preds, name)
            # A similarity sees only contents of its field.
            rows = {index: row for row, index in enumerate(filled_golds)}
            columns = {index: column for column, index in enumerate(filled_preds)}
            pairs = enumerate(zip(gold, pred, strict=True))
            kept = [(k, rows[i], columns[j]) for k, (i, j) in pairs if i in rows and j in columns]
            values = part.values(
                [*filled_golds.values()],
                [*filled_preds.values()],
                [row for _, row, _ in kept],
                [column for _, _, column in kept],
            )
            for (k, _, _), value in zip(kept, values, strict=True):
                totals[k] += value
        return totals

    def credit(self, gold: object, pred: object) -> Credit:
        credits: dict[str, Credit] = {}
        for name, part in self.fields.items():
            gold_content, pred_content = self.get(gold, name), self.get(pred, name)
            if gold_content is not ABSENT and pred_content is not ABSENT:
                credits[name] = part.credit(gold_content, pred_content)
        value = added([credit.value for credit in credits.values()])
        return Credit(value, partial(self._inner, gold, pred, credits))

    def _inner(self, gold: object, pred: object, credits: Mapping[str, Credit]) -> Mapping[str, Alignment]:
        result: dict[str, Alignment] = {}
        for name in self.fields:
            gold_content, pred_content = self.get(gold, name), self.get(pred, name)
            inside = credits[name].inner() if name in credits else {}
            for path, alignment in inside.items():
                result[f"{name}.{path}" if path else name] = alignment
            if name in credits and not inside:
                result[name] = one_pair(gold_content, pred_content, credits[name])
            elif name not in credits and (gold_content, pred_content) != (ABSENT, ABSENT):
                result[name] = Alignment(
                    missed=() if gold_content is ABSENT else (gold_content,),
                    spurious=() if pred_content is ABSENT else (pred_content,),
                )
        return result

    def expression(self, gold: object, pred: object, model: Model) -> Expression:
        contents = [(part, self.get(gold, name), self.get(pred, name)) for name, part in self.fields.items()]
        return model.added(
            [
                part.expression(gold_content, pred_content, model)
                for part, gold_content, pred_content in contents
                if gold_content is not ABSENT and pred_content is not ABSENT
            ]
        )


def _original(indices: Sequence[int], filled: Mapping[int, object], count: int) -> Sequence[int]:
    """Indices among the filled values as indices among all."""
    if len(filled) == count:
        return indices
    originals = list(filled)
    return [originals[index] for index in indices]
