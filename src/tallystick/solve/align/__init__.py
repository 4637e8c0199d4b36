"""Exact alignment of labelled graphs: the best map of the nodes of the one to the nodes of the other."""

from tallystick.solve.align.graph_pair import (
    AlignmentResult,
    Cells,
    Edges,
    GraphPair,
    NodeGroups,
    NodePairs,
    evaluate,
)
from tallystick.solve.align.solver import align, align_columns, climb

__all__ = [
    "AlignmentResult",
    "Cells",
    "Edges",
    "GraphPair",
    "NodeGroups",
    "NodePairs",
    "align",
    "align_columns",
    "climb",
    "evaluate",
]
