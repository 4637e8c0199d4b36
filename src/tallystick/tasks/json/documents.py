"""A gold and a predicted document, and everything that comparing them takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from tallystick.formats.json.document import Document
from tallystick.tally import Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.flat import FlatRows, compare_flat, compare_rows
from tallystick.tasks.json.flat_pair import FlatPair, flat_pair
from tallystick.tasks.json.match import ANY_VALUE, EQUALITY, FULL, Matcher, Mode, Number
from tallystick.tasks.json.tree import Node, tree_of

__all__ = [
    "DocumentPair", "as_count", "best_pair", "document_pair", "document_pairs", "gold_values", "value_of",
]  # fmt: skip


class DocumentPair:
    """Two documents as trees, and the matchings of their lists under each way to compare leaves."""

    def __init__(self, scheme: Scheme, gold: object, pred: object) -> None:
        self.scheme = scheme
        if scheme.prepare is not None:
            gold, pred = scheme.prepare(gold, True), scheme.prepare(pred, False)
        self.values = gold, pred
        """The values of both documents, as they are compared."""
        self.flat = compare_flat(gold, pred) if scheme.simple else None
        """The counts of two plain records. Their trees are built on demand."""
        self._matchers: dict[Mode, Matcher] = {}
        self._values: dict[Mode, Number] = {}

    @cached_property
    def flat_rows(self) -> FlatRows | None:
        """The keys of two plain records with their outcomes."""
        return None if self.flat is None else compare_rows(*self.values)

    @cached_property
    def flat_pair(self) -> FlatPair | None:
        """Two plain records as a page shows them; None if several keys share a field."""
        return None if self.flat_rows is None else flat_pair(self.scheme, self.flat_rows, self.values)

    @cached_property
    def gold(self) -> Node | None:
        """The gold as a tree; None if it has no leaves."""
        return tree_of(self.scheme, self.values[0], gold=True)

    @cached_property
    def pred(self) -> Node | None:
        """The prediction as a tree; None if it has no leaves."""
        return tree_of(self.scheme, self.values[1], gold=False)

    def matcher(self, mode: Mode) -> Matcher:
        """Return what compares the parts of the two documents."""
        if mode == EQUALITY and self.scheme.plain:
            mode = FULL
        matcher = self._matchers.get(mode)
        if matcher is None:
            matcher = self._matchers[mode] = Matcher(mode)
        return matcher

    def value(self, mode: Mode) -> Number:
        """Return what the leaves of the two documents earn together."""
        if self.flat is not None:
            return self.flat.met if mode == ANY_VALUE else self.flat.matched
        if mode == EQUALITY and self.scheme.plain:
            mode = FULL
        if mode not in self._values:
            self._values[mode] = self.matcher(mode).value(self.gold, self.pred)
        return self._values[mode]

    def gold_size(self, mode: Mode) -> Number:
        """Return the weight of the gold leaves; which acceptable values count depends on the prediction."""
        if self.flat is not None:
            return self.flat.gold
        if self.gold is None or self.gold.fixed:
            return 0 if self.gold is None else self.gold.size
        return self.matcher(mode).gold_size(self.gold, self.pred)

    def tally(self, mode: Mode) -> Tally:
        """Count the leaves of both documents, and what they earn under the best matching of all lists."""
        scale = self.scheme.scale
        return Tally.of(
            as_count(self.value(mode), scale),
            pred=as_count(self.pred_size, scale),
            gold=as_count(self.gold_size(mode), scale),
        )

    @cached_property
    def pred_size(self) -> Number:
        """The weight of the predicted leaves."""
        if self.flat is not None:
            return self.flat.pred
        return 0 if self.pred is None else self.pred.size


def document_pairs(pair: PairAnalysis, scheme: Scheme) -> list[DocumentPair]:
    """Pair the prediction with each gold document; most runs have one: a step."""
    pred = value_of(pair.pred)
    return [DocumentPair(scheme, gold, pred) for gold in gold_values(pair.gold)]


def document_pair(pair: PairAnalysis, scheme: Scheme) -> DocumentPair:
    """Return the prediction with the gold document that its leaves agree with best: a step."""
    return best_pair(pair.once(document_pairs, scheme), lambda documents: documents.tally(FULL))


def best_pair(pairs: Sequence[DocumentPair], count: Callable[[DocumentPair], Tally]) -> DocumentPair:
    """Return the pair with the best F1; of several, one with the smallest gold. Nothing against nothing is right."""
    if len(pairs) == 1:
        return pairs[0]

    def rank(documents: DocumentPair) -> tuple[float, float]:
        tally = count(documents)
        total = tally.pred_total + tally.gold_total
        return (2 * tally.matched_pred / total if total else 1.0), -tally.gold_total

    return max(pairs, key=rank)


def gold_values(item: object) -> list[object]:
    """Return the JSON values of a gold item: its document, and the alternatives to it."""
    return [value_of(item), *getattr(item, "alternatives", ())]


def value_of(item: Any) -> object:
    """Return the JSON value of an item: its document may be wrapped with what was repaired."""
    if type(item) is Document:
        return item.value
    return getattr(item, "value", item) if not isinstance(item, (dict, list)) else item


def as_count(weight: Number, scale: int) -> float:
    """Return a sum of scaled weights as a count."""
    if scale == 1:
        return weight if isinstance(weight, int) else float(weight)
    if isinstance(weight, float):
        return weight / scale
    return float(Fraction(weight) / scale)
