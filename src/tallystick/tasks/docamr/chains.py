"""The coreference chains of document graphs, with their mentions.

The mentions of a chain are the members of its entity, and the edges into a node that several sentences share: such a
node is the only trace of mentions that were merged.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from tallystick.dataclass import dataclass
from tallystick.formats.penman.graph import Graph
from tallystick.limits import current
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options
from tallystick.tasks.coref.chains import AlignedChains
from tallystick.tasks.docamr.build.chains import united
from tallystick.tasks.docamr.docsmatch import align_for_coreference
from tallystick.tasks.docamr.document_triples import DocumentView, default_view
from tallystick.tasks.docamr.explain import DocumentChains
from tallystick.tasks.docamr.membership import COREF
from tallystick.tasks.docamr.metrics import DocumentReading, views

__all__ = ["DocumentChainFinder", "chains_of_document"]

#: A member of an entity as its node, or an edge into a shared node as its source, role and target.
Mention = tuple[int] | tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class DocumentChainFinder:
    """Finds the chains of two documents under the alignment of docsmatch.coref."""

    documents: DocumentReading

    @classmethod
    def of(cls, options: Options) -> DocumentChainFinder:
        """The finder for some options."""
        return cls(DocumentReading.of(options))

    def __call__(self, pair: PairAnalysis) -> AlignedChains:
        """Find the chains; aligned nodes have the same key."""
        gold, pred = pair.once(views, self.documents)
        credited = align_for_coreference(gold, pred, time_limit=current().remaining())
        gold_chains, pred_chains = _chains(gold), _chains(pred)
        partners = _partners(gold_chains, pred_chains, credited.mapping)
        names: dict[Hashable, str] = {key: _shown(gold, key) for chain in gold_chains for key in chain}
        keys = {
            mention: partners.get(mention, ("pred", mention)) for chain in pred_chains for mention in chain
        }
        for mention, key in keys.items():
            names.setdefault(key, _shown(pred, mention))
        found = [[keys[mention] for mention in chain] for chain in pred_chains]
        return AlignedChains(gold_chains, found, names, credited.proved)


def chains_of_document(graph: Graph) -> tuple[list[list[Mention]], dict[Hashable, str]]:
    """The chains of one document, and the displayed names of their mentions."""
    view = default_view(graph)
    chains = _chains(view)
    return chains, {mention: _shown(view, mention) for chain in chains for mention in chain}


def _chains(view: DocumentView) -> list[list[Mention]]:
    """The chains of one side; those that share a mention are one."""
    found = DocumentChains(view)
    relations = view.triples.relations
    chains: list[list[Mention]] = []
    for node in sorted(found.chains):
        edges = [relations[index] for kind, index in found.chains[node].parts if kind == "relation"]
        chains.append([
            (target,) if role == COREF else (source, role, target) for source, role, target in edges
        ])  # fmt: skip
    return [
        list(dict.fromkeys(mention for number in numbers for mention in chains[number]))
        for numbers in united(chains)
    ]


def _partners(
    gold: Sequence[Sequence[Mention]], pred: Sequence[Sequence[Mention]], mapping: Sequence[int]
) -> dict[Mention, Mention]:
    """The gold mention that each pred mention is.

    A member is its node. An edge is where it begins and its role; where several edges begin there, those into aligned
    nodes are the same, and of what is left one on each side is.
    """
    golds = {mention for chain in gold for mention in chain}
    begins: dict[tuple[int, str], tuple[list[Mention], list[Mention]]] = {}
    for mention in golds:
        if len(mention) == 3:
            begins.setdefault(mention[:2], ([], []))[0].append(mention)
    partners: dict[Mention, Mention] = {}
    for mention in (mention for chain in pred for mention in chain):
        node = mapping[mention[0]]
        if len(mention) == 1:
            if (node,) in golds:
                partners[mention] = (node,)
        elif (node, mention[1]) in begins:
            begins[node, mention[1]][1].append(mention)
    for golds_here, preds_here in begins.values():
        exact: dict[Mention, Mention] = {
            mention: (mapping[mention[0]], mention[1], mapping[mention[2]])
            for mention in preds_here
            if len(mention) == 3
        }
        same = {mention: image for mention, image in exact.items() if image in golds_here}
        partners.update(same)
        taken = set(same.values())
        left = [mention for mention in golds_here if mention not in taken]
        over = [mention for mention in preds_here if mention not in same]
        if len(left) == len(over) == 1:
            partners[over[0]] = left[0]
    return partners


def _shown(view: DocumentView, mention: Mention) -> str:
    triples = view.triples
    node = f"{triples.names[mention[0]]}/{triples.concepts[mention[0]]}"
    return f"{node}:{mention[1]}" if len(mention) == 3 else node
