"""The coreference chains of UMR documents: nodes that are marked as the same entity or event."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from tallystick.dataclass import dataclass
from tallystick.formats.umr.document import UmrDocument
from tallystick.solve.disjoint import DisjointSets
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options
from tallystick.tasks.coref.chains import AlignedChains
from tallystick.tasks.graphs.ancast.constants import PAPER_CONSTANTS
from tallystick.tasks.graphs.ancast.metrics import ANCHORS
from tallystick.tasks.graphs.overlap import OVERLAP
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.identity import GOLD, PRED, Node
from tallystick.tasks.umr.metrics import compare_documents

__all__ = ["UmrChains", "chains_of_document"]

#: The relations that make two nodes one entity or event; a subset is not identical.
_IDENTITY = frozenset({"same-entity", "same-event"})


@dataclass(frozen=True, slots=True)
class UmrChains:
    """Finds the chains of two documents under AnCast's node alignment."""

    anchors: str
    overlap: str

    @classmethod
    def of(cls, options: Options) -> UmrChains:
        """The finder for some options."""
        return cls(str(options[ANCHORS.name]), str(options[OVERLAP.name]))

    def __call__(self, pair: PairAnalysis) -> AlignedChains:
        """Find the chains; aligned nodes have the same key."""
        comparison = pair.once(compare_documents, self.anchors, self.overlap, PAPER_CONSTANTS)
        gold, pred = (_chains(comparison, side) for side in (GOLD, PRED))
        names: dict[Hashable, str] = {
            node: _shown(comparison, node) for chain in (*gold, *pred) for node in chain
        }
        return AlignedChains(gold, pred, names, comparison.complete and not comparison.shortfall)


def chains_of_document(document: UmrDocument) -> tuple[list[list[Node]], dict[Hashable, str]]:
    """The chains of one document, and the displayed names of their mentions."""
    comparison = DocumentComparison(document, UmrDocument.nothing())
    chains = _chains(comparison, GOLD)
    return chains, {node: _shown(comparison, node) for chain in chains for node in chain}


def _chains(comparison: DocumentComparison, side: int) -> list[list[Node]]:
    """The chains of one side, in the order of their first relations."""
    links = [
        (placed.parent, placed.child)
        for placed in comparison.counted(side, "coref")
        if placed.label in _IDENTITY
    ]
    return joined(links)


def joined(links: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Nodes that links connect, directly or through others.

    >>> joined([("a", "b"), ("c", "d"), ("e", "b")])
    [['a', 'b', 'e'], ['c', 'd']]
    """
    sets = DisjointSets[Node]()
    nodes: dict[Node, None] = {}
    for first, second in links:
        sets.join(first, second)
        nodes |= {first: None, second: None}
    chains: dict[Node, list[Node]] = {}
    for node in nodes:
        chains.setdefault(sets.find(node), []).append(node)
    return list(chains.values())


def _shown(comparison: DocumentComparison, node: Node) -> str:
    if isinstance(node, str):
        return node
    side, index, name = node
    graph = comparison.documents[side].sentences[index].graph
    concept = dict(zip(graph.variables, graph.concepts, strict=True)).get(name)
    return f"{name}/{concept}" if concept else name
