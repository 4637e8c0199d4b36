"""The coreference chains of document graphs, with their mentions.

The mentions of a chain are the members of its entity, and the edges into a node that several sentences share: such a
node is all that is left of mentions that were merged.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from tallystick.dataclass import dataclass
from tallystick.formats.penman.graph import Graph
from tallystick.limits import current
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options
from tallystick.tasks.coref.chains import AlignedChains
from tallystick.tasks.docamr.docsmatch import align_for_coreference
from tallystick.tasks.docamr.document_triples import DocumentView, default_view
from tallystick.tasks.docamr.explain import DocumentChains
from tallystick.tasks.docamr.membership import COREF
from tallystick.tasks.docamr.metrics import DocumentReading, views

__all__ = ["DocumentChainFinder", "chains_of_document"]

#: A member: the key of its node and no role. An edge: the key of its source, and its role.
Mention = tuple[Hashable, str]


@dataclass(frozen=True, slots=True)
class DocumentChainFinder:
    """Finds the chains of two documents under the alignment of docsmatch.coref."""

    documents: DocumentReading

    @classmethod
    def of(cls, options: Options) -> DocumentChainFinder:
        """The finder that some options ask for."""
        return cls(DocumentReading.of(options))

    def __call__(self, pair: PairAnalysis) -> AlignedChains:
        """Find the chains; aligned nodes have the same key."""
        gold, pred = pair.once(views, self.documents)
        credited = align_for_coreference(gold, pred, time_limit=current().remaining())
        mapping = credited.mapping
        names: dict[Hashable, str] = {}
        gold_chains = _chains(gold, lambda node: node, names)
        pred_chains = _chains(
            pred, lambda node: mapping[node] if mapping[node] >= 0 else ("pred", node), names
        )
        return AlignedChains(gold_chains, pred_chains, names, credited.proved)


def chains_of_document(graph: Graph) -> tuple[list[list[Mention]], dict[Hashable, str]]:
    """The chains of one document, and the displayed names of their mentions."""
    names: dict[Hashable, str] = {}
    return _chains(default_view(graph), lambda node: node, names), names


def _chains(
    view: DocumentView, key: Callable[[int], Hashable], names: dict[Hashable, str]
) -> list[list[Mention]]:
    """The chains of one side; names of mentions that are not known yet are added."""
    found = DocumentChains(view)
    return [_mentions(view, found.chains[node].parts, key, names) for node in sorted(found.chains)]


def _mentions(
    view: DocumentView,
    parts: Sequence[tuple[str, int]],
    key: Callable[[int], Hashable],
    names: dict[Hashable, str],
) -> list[Mention]:
    triples = view.triples
    mentions: list[Mention] = []
    for kind, index in parts:
        if kind == "relation":
            source, role, target = triples.relations[index]
            node, edge = (target, "") if role == COREF else (source, role)
            mention = key(node), edge
            label = f"{triples.names[node]}/{triples.concepts[node]}"
            names.setdefault(mention, f"{label}:{edge}" if edge else label)
            mentions.append(mention)
    return mentions
