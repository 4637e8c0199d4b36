"""DocSmatch: Smatch between document graphs, in which only nodes of a common sentence may be aligned."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from tallystick.dataclass import dataclass
from tallystick.errors import TimeLimitError
from tallystick.solve.align import AlignmentResult, Edges, GraphPair, NodeGroups, align
from tallystick.tasks.docamr.document_triples import DocumentView
from tallystick.tasks.graphs.columns import triple_columns
from tallystick.tasks.graphs.problem import graph_pair
from tallystick.tasks.graphs.smatch import unsearched
from tallystick.tasks.graphs.vocabulary import vocabulary

__all__ = ["Credited", "align_documents", "align_for_coreference", "node_groups"]


def node_groups(gold: DocumentView, pred: DocumentView) -> NodeGroups:
    """The groups of the nodes of both sides, as numbers."""
    numbers: dict[str, int] = {}
    sets: dict[frozenset[str], int] = {}
    start, group = array("i", [0]), array("i")

    def numbered(view: DocumentView) -> array[int]:
        indices = array("i")
        for names in view.groups:
            index = sets.get(names)
            if index is None:
                index = sets[names] = len(sets)
                group.extend(sorted([numbers.setdefault(name, len(numbers)) for name in names]))
                start.append(len(group))
            indices.append(index)
        return indices

    return NodeGroups(numbered(gold), numbered(pred), start, group)


def align_documents(
    gold: DocumentView, pred: DocumentView, *, time_limit: float | None = None
) -> AlignmentResult:
    """The best alignment of pred nodes with gold nodes of a common group."""
    try:
        return align(_graph_pair(gold, pred), time_limit=time_limit)
    except TimeLimitError:  # before the problem was built
        return _unsearched(gold, pred)


def _unsearched(gold: DocumentView, pred: DocumentView) -> AlignmentResult:
    """The properties of two documents that need no search."""
    result = unsearched(gold.triples, pred.triples)
    if result.optimal and gold.groups != pred.groups:
        mapping = array("i", [-1]) * len(result.mapping)
        return AlignmentResult(mapping, 0.0, result.upper_bound, result.upper_bound == 0.0, 0, 0)
    return result


def _graph_pair(gold: DocumentView, pred: DocumentView) -> GraphPair:
    """The problem of two document graphs."""
    words = vocabulary()
    columns = triple_columns(gold.triples, words), triple_columns(pred.triples, words)
    return graph_pair(*columns, allowed=node_groups(gold, pred))


@dataclass(frozen=True, slots=True)
class Credited:
    """An optimal alignment with as much coreference credit as one can have."""

    mapping: Sequence[int]
    matched: int
    """The counted items of the one side that it maps onto counted items of the other."""
    proved: bool


def align_for_coreference(
    gold: DocumentView, pred: DocumentView, *, time_limit: float | None = None
) -> Credited:
    """Among the best alignments the one with most coreference credit.

    Every triple weighs more than all coreference credit together, and a pair of counted items one more.
    """
    try:
        result = align(_coreference_pair(gold, pred), time_limit=time_limit)
    except TimeLimitError:  # before the problem was built
        result = _unsearched(gold, pred)
    return Credited(result.mapping, _credit(gold, pred, result.mapping), result.optimal)


def _coreference_pair(gold: DocumentView, pred: DocumentView) -> GraphPair:
    """The problem in which coreference decides between equally good alignments."""
    heavy = min(len(pred.counted), len(gold.counted)) + 1
    graphs = _graph_pair(gold, pred)
    extra = _counted_cells(gold, pred)
    weights = array("d", [
        heavy * weight + extra.get((row, col), 0) for col, row, weight in zip(*graphs.cells, strict=True)
    ])  # fmt: skip
    return graphs._replace(
        gold=_weighted(graphs.gold, gold, heavy),
        pred=_weighted(graphs.pred, pred, heavy),
        cells=graphs.cells._replace(weight=weights),
    )


def _counted_cells(gold: DocumentView, pred: DocumentView) -> dict[tuple[int, int], int]:
    """The credit of pairs of nodes: both are counted with the same concept, or have a counted loop of one role."""
    sides = []
    for view in (pred, gold):
        keys: dict[tuple[str, str | None], list[int]] = {}
        for node in view.counted.nodes:
            keys.setdefault(("instance", view.triples.concepts[node]), []).append(node)
        for index in view.counted.relations:
            source, role, target = view.triples.relations[index]
            if source == target:
                keys.setdefault(("loop", role), []).append(source)
        sides.append(keys)
    credit: dict[tuple[int, int], int] = {}
    for key, nodes in sides[0].items():
        for other in sides[1].get(key, ()):
            for node in nodes:
                credit[node, other] = credit.get((node, other), 0) + 1
    return credit


def _weighted(edges: Edges, view: DocumentView, heavy: int) -> Edges:
    """The relations between different nodes; two that are both counted earn one more than others."""
    indices = [index for index, (source, _, target) in enumerate(view.triples.relations) if source != target]
    counted = view.counted.relations
    return edges._replace(counts=array("i", [heavy + (index in counted) for index in indices]))


def _credit(gold: DocumentView, pred: DocumentView, mapping: Sequence[int]) -> int:
    """The counted items of pred that an alignment maps onto counted items of gold."""
    pred_concepts, gold_concepts = pred.triples.concepts, gold.triples.concepts
    matched = sum(
        mapping[node] in gold.counted.nodes and pred_concepts[node] == gold_concepts[mapping[node]]
        for node in pred.counted.nodes
    )
    gold_relations = {gold.triples.relations[index] for index in gold.counted.relations}
    for index in pred.counted.relations:
        source, role, target = pred.triples.relations[index]
        matched += (mapping[source], role, mapping[target]) in gold_relations
    return matched
