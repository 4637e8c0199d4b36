# cython: language_level=3
"""The alignment problem that two graphs pose: cells and edges as the solver takes them."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from typing import TYPE_CHECKING

from tallystick.limits import current
from tallystick.solve.align import Cells

if TYPE_CHECKING:
    from tallystick.tasks.graphs.triples import Triples

__all__ = ["cells", "edges"]

# Below this number of pairs of nodes there is nothing to limit.
LARGE = 1 << 20
# What one pair of nodes takes here: three list entries, and three numbers in arrays.
CELL_BYTES = 40


def _further(triples: Triples) -> list[tuple[int, Hashable]]:
    """The attributes and loops of each node."""
    entries: list[tuple[int, Hashable]] = [(node, (role, value)) for node, role, value in triples.attributes]
    for source, role, target in triples.relations:
        if source == target:
            entries.append((source, (role, None)))
    return entries


def cells(gold: Triples, pred: Triples, multiply: bool) -> Cells:
    """What each pair of nodes earns by itself; a pair may come several times, and earns all of it.

    Equal triples count as often as the rarer side has them, or for every pair of them if they are to multiply.
    """
    rows: list[int] = []
    cols: list[int] = []
    weights: list[float] = []
    bearers: dict[str, list[int]] = {}
    for node, concept in enumerate(gold.concepts):
        if concept is not None:
            others = bearers.get(concept)
            if others is None:
                bearers[concept] = [node]
            else:
                others.append(node)
    if len(pred.concepts) * len(gold.concepts) > LARGE:
        _reserve(pred, bearers)
    for node, concept in enumerate(pred.concepts):
        others = bearers.get(concept)  # type: ignore[arg-type]
        if others is not None:
            for other in others:
                rows.append(node)
                cols.append(other)
                weights.append(1.0)
    gold_entries: dict[Hashable, dict[int, int]] = {}
    for node, key in _further(gold):
        nodes = gold_entries.get(key)
        if nodes is None:
            gold_entries[key] = {node: 1}
        else:
            nodes[node] = nodes.get(node, 0) + 1
    pred_entries: dict[tuple[int, Hashable], int] = {}
    for entry in _further(pred):
        if entry[1] in gold_entries:
            pred_entries[entry] = pred_entries.get(entry, 0) + 1
    for (node, key), count in pred_entries.items():
        for other, times in gold_entries[key].items():
            rows.append(node)
            cols.append(other)
            weights.append(count * times if multiply else count if count < times else times)
    return Cells(gold=array("i", cols), pred=array("i", rows), weight=array("d", weights))


def _reserve(pred: Triples, bearers: dict[str, list[int]]) -> None:
    """Refuse more pairs of nodes with equal concepts than there is room for."""
    pairs = sum([len(bearers.get(concept, ())) for concept in pred.concepts if concept is not None])
    limits = current()
    limits.spend(4 * pairs)
    limits.reserve(CELL_BYTES * pairs, f"{pairs:,} pairs of nodes with equal concepts")


def edges(triples: Triples, labels: dict[str, int]) -> tuple[array[int], array[int], array[int], array[int]]:
    """The relations between different nodes, with the number of times each occurs."""
    counted: dict[tuple[int, str, int], int] = {}
    for relation in triples.relations:
        if relation[0] != relation[2]:
            counted[relation] = counted.get(relation, 0) + 1
    sources, targets, roles = [], [], []
    for source, role, target in counted:
        sources.append(source)
        targets.append(target)
        roles.append(labels.setdefault(role, len(labels)))
    return array("i", sources), array("i", targets), array("i", roles), array("i", list(counted.values()))
