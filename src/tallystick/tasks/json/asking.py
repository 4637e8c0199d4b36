"""Pairs of leaves that a user's comparator will be asked about, collected over many documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tallystick.errors import DataError
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.compare.functions import Called
from tallystick.tasks.json.documents import document_pairs
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.lists import LARGE, groups_by_key
from tallystick.tasks.json.scalars import Normal, kind_of
from tallystick.tasks.json.tree import Array, Leaf, Node, Object, Options

__all__ = ["ask_ahead"]


def ask_ahead(scheme: Scheme, pairs: Sequence[PairAnalysis]) -> None:
    """Ask the comparators of a scheme about the leaves of many documents at once."""
    wanted: dict[Called, dict[tuple[Normal, Normal], None]] = {}
    for pair in pairs:
        try:
            for documents in pair.once(document_pairs, scheme):
                for gold, pred in _meeting(documents.gold, documents.pred):
                    comparator = gold.field.comparator
                    if isinstance(comparator, Called) and _same_kind(comparator, gold, pred):
                        wanted.setdefault(comparator, {})[gold.normal, pred.normal] = None
        except DataError:
            continue  # reported where the pair is scored
    for comparator, leaves in wanted.items():
        comparator.ask(leaves)


def _same_kind(comparator: Called, gold: Leaf, pred: Leaf) -> bool:
    return kind_of(gold.normal) == kind_of(pred.normal) == comparator.kind


def _meeting(gold: Node | None, pred: Node | None) -> Iterator[tuple[Leaf, Leaf]]:
    """Return the leaves of two parts that a matching may compare."""
    if gold is None or pred is None:
        return
    if type(gold) is Options:
        for choice in gold.choices:
            yield from _meeting(choice, pred)
    elif gold.field.branch != pred.field.branch:
        return
    elif type(gold) is Leaf and type(pred) is Leaf:
        yield gold, pred
    elif type(gold) is Object and type(pred) is Object:
        for key, node in gold.entries.items():
            yield from _meeting(node, pred.entries.get(key))
    elif type(gold) is Array and type(pred) is Array and gold.is_map == pred.is_map:
        for i, j in _items(gold, pred):
            yield from _meeting(gold.items[i], pred.items[j])


def _items(gold: Array, pred: Array) -> Iterator[tuple[int, int]]:
    """Return the items of two lists that may be compared; none for long lists, which are compared column by column."""
    if gold.field.order == "position" and not gold.is_map:
        there = {index: at for at, index in enumerate(pred.indices)}
        yield from ((at, there[index]) for at, index in enumerate(gold.indices) if index in there)
        return
    for golds, preds in groups_by_key(gold, pred, range(len(gold.items)), range(len(pred.items))):
        if len(golds) * len(preds) < LARGE:
            yield from ((i, j) for i in golds for j in preds)
