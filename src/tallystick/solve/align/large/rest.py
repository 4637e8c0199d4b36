"""The rest of a large problem, as a pair of graphs for the exact search."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.solve.align.graph_pair import Edges, GraphPair, NodePairs
from tallystick.solve.align.large.edge_pairs import find_edge_pairs
from tallystick.solve.align.large.incidence import IndexedPair, IndexedSide, bucket, gather
from tallystick.solve.disjoint import DisjointSets

__all__ = ["rest_of"]


def rest_of(graphs: GraphPair, pair: IndexedPair, left: NodePairs) -> GraphPair:
    """Return graphs with the cells that are left, and with labels under which only edges between them are equal.

    The exact search looks at all pairs of edges with the same label; most of them have lost their cells.
    """
    rows, cols = left.pred, left.gold
    _, by_column = bucket(cols, pair.gold.nodes)  # type: ignore[arg-type]
    row_start, by_row = bucket(gather(rows, by_column), pair.pred.nodes)  # type: ignore[arg-type]
    cell_col = gather(gather(cols, by_column), by_row)  # type: ignore[arg-type]
    pairs = find_edge_pairs(pair, row_start, cell_col)
    # Pred edges are negative, gold edges are not.
    joined = DisjointSets[int]()
    for pred_edge, gold_edge in zip(pairs.pred, pairs.gold, strict=True):
        joined.join(gold_edge, ~pred_edge)
    number: dict[int, int] = {}

    def labels(edges: Sequence[int]) -> list[int]:
        return [number.setdefault(joined.find(edge), len(number)) for edge in edges]

    gold, pred = range(len(pair.gold.source)), range(len(pair.pred.source))
    return graphs._replace(
        gold=relabelled(pair.gold, labels(gold)),
        pred=relabelled(pair.pred, labels([~edge for edge in pred])),
        allowed=left,
    )


def relabelled(side: IndexedSide, labels: Sequence[int]) -> Edges:
    """Return the edges of one side under other labels."""
    return Edges(side.nodes, side.source, side.target, labels, side.times)
