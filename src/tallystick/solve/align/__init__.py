"""Exact alignment of labelled graphs: the best map of the nodes of the one to the nodes of the other."""

from tallystick.solve.align.graph_pair import Cells, Edges, GraphPair, NodeGroups, NodePairs, evaluate
from tallystick.solve.align.problem import AlignmentResult
from tallystick.solve.align.solver import align, climb

__all__ = ["AlignmentResult", "Cells", "Edges", "GraphPair", "NodeGroups", "NodePairs", "align", "climb", "evaluate"]
