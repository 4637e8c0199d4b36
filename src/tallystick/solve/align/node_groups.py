"""Groups of nodes, as the pairs of nodes that share one."""

from __future__ import annotations

from array import array
from itertools import pairwise

from tallystick.limits import current
from tallystick.solve.align.graph_pair import NodeGroups, NodePairs

__all__ = ["expand"]

#: Bytes for one pair of nodes, here and in the alignment.
CELL_BYTES = 72


def expand(groups: NodeGroups) -> NodePairs:
    """Return the pairs of nodes that share a group, by pred node and gold node.

    >>> expand(NodeGroups(gold=[0, 1], pred=[2], start=[0, 1, 2, 4], group=[5, 6, 5, 6]))
    NodePairs(gold=array('i', [0, 1]), pred=array('i', [0, 0]))
    """
    masks = [sum(1 << group for group in groups.group[begin:end]) for begin, end in pairwise(groups.start)]
    columns: dict[int, list[int]] = {}
    for column, index in enumerate(groups.gold):
        columns.setdefault(index, []).append(column)
    partners = {
        index: sorted(
            [column for other, those in columns.items() if masks[other] & masks[index] for column in those]
        )
        for index in set(groups.pred)
    }
    count = sum(len(partners[index]) for index in groups.pred)
    current().reserve(CELL_BYTES * count, f"{count:,} pairs of nodes of a common sentence")
    rows, cols = array("i"), array("i")
    for row, index in enumerate(groups.pred):
        rows.extend([row] * len(partners[index]))
        cols.extend(partners[index])
    return NodePairs(gold=cols, pred=rows)
