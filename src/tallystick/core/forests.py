"""Partial orders that are forests: in which the nodes above a node form a chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tallystick.core.pairs import Pairs
from tallystick.limits import PYTHON_STEP, current

__all__ = ["Forest", "as_forest", "match_as_forests"]

#: With more pairs than this, an integer program is hopeless, and the search runs to its end.
MOST_PAIRS_OF_A_PROGRAMME = 1000


class Forest(NamedTuple):
    """The nodes of a forest in preorder, and where the range of the nodes below each of them ends."""

    order: list[int]
    end: list[int]

    @property
    def is_chain(self) -> bool:
        """Whether all nodes are above or below each other."""
        return all(end == len(self.end) for end in self.end)


class ForestChoice(NamedTuple):
    """The chosen pairs by their indices, and whether no others earn more."""

    chosen: Sequence[int]
    optimal: bool


def as_forest(below: Sequence[int]) -> Forest | None:
    """The forest of a preorder, given as bit sets of the nodes below each node, itself included, or None."""
    count = len(below)
    parent = [-1] * count
    above = [0] * count
    size = [bits.bit_count() for bits in below]
    limits = current()
    for node, bits in enumerate(below):
        bits &= ~(1 << node)
        limits.spend(PYTHON_STEP * size[node])
        while bits:
            lower = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            if size[lower] >= size[node]:
                return None  # a cycle: they reach each other
            above[lower] += 1
            if parent[lower] < 0 or size[node] < size[parent[lower]]:
                parent[lower] = node
    children: list[list[int]] = [[] for _ in range(count)]
    depth = [0] * count
    # From the largest down: parents before children.
    for node in sorted(range(count), key=size.__getitem__, reverse=True):
        if parent[node] >= 0:
            depth[node] = depth[parent[node]] + 1
            children[parent[node]].append(node)
        if depth[node] != above[node]:
            return None  # some node above it is not in the chain of its parents
    order: list[int] = []
    waiting = [node for node in range(count - 1, -1, -1) if parent[node] < 0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(reversed(children[node]))
    return Forest(order, [start + size[node] for start, node in enumerate(order)])


def _turned(below: Sequence[int]) -> list[int]:
    """The nodes above each node, from those below each."""
    above = [0] * len(below)
    for node, bits in enumerate(below):
        while bits:
            lower = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            above[lower] |= 1 << node
    return above


def match_as_forests(
    gold_reach: Sequence[int], pred_reach: Sequence[int], pairs: Pairs
) -> ForestChoice | None:
    """The best 1:1 matching that keeps the order, where both orders are forests; None if they are not."""
    golds, preds = as_forest(gold_reach), as_forest(pred_reach)
    if golds is None or preds is None:
        # Trees whose edges lead to the root are forests upside down.
        golds, preds = as_forest(_turned(gold_reach)), as_forest(_turned(pred_reach))
    if golds is None or preds is None:
        return None
    gold_rank, pred_rank = _ranks(golds), _ranks(preds)
    rows, cols = [pred_rank[j] for j in pairs.pred], [gold_rank[i] for i in pairs.gold]
    if golds.is_chain and preds.is_chain:
        from tallystick.solve.ordered import STRICT, match_ordered

        matched = match_ordered(len(preds.order), len(golds.order), rows, cols, pairs.value, STRICT)
        cells = set(zip(matched.rows, matched.cols, strict=True))
        indices = enumerate(zip(rows, cols, strict=True))
        return ForestChoice([index for index, cell in indices if cell in cells], True)
    from tallystick.solve.forest import MOST_NODES, match_forests

    most_nodes = MOST_NODES if len(pairs) <= MOST_PAIRS_OF_A_PROGRAMME else 1 << 62
    result = match_forests(preds.end, golds.end, rows, cols, pairs.value, most_nodes)
    return ForestChoice(result.chosen, result.optimal)


def _ranks(forest: Forest) -> list[int]:
    """The index of each node in preorder."""
    ranks = [0] * len(forest.order)
    for rank, node in enumerate(forest.order):
        ranks[node] = rank
    return ranks
