"""Confidence of predicted values: `{"value": …, "confidence": …}` anywhere in a prediction.

The confidence is a number for everything below, or an object or list of the same shape as the value with a number for
each leaf. Leaves are right or wrong by the alignment of the documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from tallystick.errors import DataError, Problem
from tallystick.tasks.json.documents import DocumentPair
from tallystick.tasks.json.flat import EQUAL, MISSED
from tallystick.tasks.json.match import FULL, Matcher
from tallystick.tasks.json.scalars import is_number
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options

__all__ = ["confidence_tree", "judged_leaves", "without_confidence"]

_KEYS = {"value", "confidence"}
#: The types of values without parts.
_SCALARS = frozenset({str, int, float, bool, Decimal, type(None)})


def without_confidence(value: object) -> object:
    """Return a prediction without its confidences: a record of scalars is returned as it is.

    >>> without_confidence({"total": {"value": 5, "confidence": 0.9}, "name": "Acme"})
    {'total': 5, 'name': 'Acme'}
    """
    if isinstance(value, dict):
        if value.keys() == _KEYS:
            return without_confidence(value["value"])
        if _SCALARS.issuperset(map(type, value.values())):
            return value
        return {key: without_confidence(part) for key, part in value.items()}
    if isinstance(value, list):
        return [without_confidence(part) for part in value]
    return value


def confidence_tree(value: object, around: object = None, path: str = "") -> object:
    """Return the confidences of a prediction, in the shape of the prediction without them.

    `around` is the confidence of what contains the value at `path`. The nearest confidence counts.

    >>> confidence_tree({"value": {"a": 1, "b": {"value": 2, "confidence": 0.5}}, "confidence": 0.9})
    {'a': 0.9, 'b': 0.5}
    """
    if isinstance(value, dict):
        if value.keys() == _KEYS:
            own = value["confidence"]
            return confidence_tree(value["value"], around if own is None else own, path)
        return {
            key: confidence_tree(part, _member(around, key), f"{path}.{key}") for key, part in value.items()
        }
    if isinstance(value, list):
        return [
            confidence_tree(part, _member(around, index), f"{path}[{index}]")
            for index, part in enumerate(value)
        ]
    return _checked(around, path.removeprefix(".") or "the document")


def _member(confidence: object, key: str | int) -> object:
    """Return the confidence of a part: its own, or that of the whole."""
    if isinstance(confidence, dict):
        return confidence.get(key)
    if isinstance(confidence, list):
        return confidence[key] if isinstance(key, int) and key < len(confidence) else None
    return confidence


def _checked(confidence: object, path: str) -> object:
    if confidence is None or (is_number(confidence) and 0 <= confidence <= 1):  # type: ignore[operator]
        return confidence
    message = f"the confidence of {path} is {confidence!s:.60}, which is not a number from 0 to 1"
    raise DataError([Problem(message, code="confidence")])


def judged_leaves(documents: DocumentPair, confidence: object) -> Iterator[tuple[Decimal, bool]]:
    """Yield the confidence of each predicted leaf that has one, and whether the leaf is right."""
    if documents.flat_rows is None:
        yield from _Judge(documents.matcher(FULL)).pair(documents.gold, documents.pred, confidence)
        return
    outcomes = dict(zip(*documents.flat_rows, strict=True))
    pred: Any = documents.values[1]
    # In the order of the prediction, like the leaves of a tree. Predicted keys without a value are not leaves.
    for key in pred:
        outcome = outcomes.get(key, MISSED)
        if outcome != MISSED:
            yield from _judged(_member(confidence, key), outcome == EQUAL)


class _Judge:
    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher

    def pair(
        self, gold: Node | None, pred: Node | None, confidence: object
    ) -> Iterator[tuple[Decimal, bool]]:
        if pred is None:
            return
        if type(gold) is Options:
            gold = self.matcher.chosen(gold, pred)
        if gold is not None and gold.field.branch == pred.field.branch:
            if type(gold) is Leaf and type(pred) is Leaf:
                yield from _judged(confidence, self.matcher.leaf(gold, pred) == pred.size)
                return
            if type(gold) is Object and type(pred) is Object:
                for key, node in pred.entries.items():
                    yield from self.pair(gold.entries.get(key), node, _member(confidence, key))
                return
            if type(gold) is Array and type(pred) is Array and gold.is_map == pred.is_map:
                partners = {j: i for i, j in self.matcher.lists(gold, pred).pairs}
                for j, node in enumerate(pred.items):
                    partner = gold.items[partners[j]] if j in partners else None
                    yield from self.pair(partner, node, _member(confidence, pred.indices[j]))
                return
        yield from self.spurious(pred, confidence)

    def spurious(self, pred: Node, confidence: object) -> Iterator[tuple[Decimal, bool]]:
        """Return the leaves of a part that meets none: all are wrong."""
        if type(pred) is Leaf:
            yield from _judged(confidence, False)
        elif type(pred) is Object:
            for key, node in pred.entries.items():
                yield from self.spurious(node, _member(confidence, key))
        elif type(pred) is Array:
            for index, node in zip(pred.indices, pred.items, strict=True):
                yield from self.spurious(node, _member(confidence, index))


def _judged(confidence: object, right: bool) -> Iterator[tuple[Decimal, bool]]:
    # A leaf may be a list, such as a box: then the confidence of its first part counts.
    while isinstance(confidence, list) and confidence:
        confidence = confidence[0]
    if is_number(confidence):
        yield Decimal(str(confidence)), right
