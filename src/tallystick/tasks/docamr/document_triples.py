"""A document graph as DocSmatch reads it: triples, groups of nodes, and the parts that count for coreference."""

from __future__ import annotations

from itertools import compress

from tallystick.dataclass import dataclass
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.membership import BRIDGING, COREF, ENTITY, SentenceMembership, membership
from tallystick.tasks.graphs.to_triples import of_graph
from tallystick.tasks.graphs.triples import Triples, incoming, with_their_ends

__all__ = ["DOCUMENT", "Counted", "DocumentView", "default_view", "groups_of", "reentrancies"]

#: The group of the root and of all that belongs to no sentence.
DOCUMENT = "document"
#: Nodes that represent a chain of mentions (paper, Section 4.3).
ENTITIES = frozenset({ENTITY, "interlocutor-entity"})


@dataclass(frozen=True, slots=True)
class Counted:
    """The nodes and relations of a graph that count for coreference."""

    nodes: frozenset[int] = frozenset()
    """Nodes whose instance triple counts."""
    relations: frozenset[int] = frozenset()
    """Places of the relations that count."""

    def __len__(self) -> int:
        return len(self.nodes) + len(self.relations)


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document graph as the metrics see it."""

    triples: Triples
    groups: tuple[frozenset[str], ...]
    """The groups of each node: two nodes may be aligned if they share one."""
    counted: Counted


def groups_of(names: tuple[str, ...], sentences: tuple[int, ...]) -> tuple[frozenset[str], ...]:
    """Sets of sentences as sets of names; what is in none belongs to the document."""
    known: dict[int, frozenset[str]] = {0: frozenset({DOCUMENT})}
    for mask in set(sentences):
        if mask.bit_count() == 1:
            known[mask] = frozenset({names[mask.bit_length() - 1]})
        elif mask:
            known[mask] = frozenset(compress(names, map(int, reversed(f"{mask:b}"))))
    return tuple([known[mask] for mask in sentences])


def default_view(graph: Graph) -> DocumentView:
    """The graph under our conventions, which do not depend on its layout."""
    triples = of_graph(graph)
    members = membership(triples)
    groups = groups_of(members.names, members.sentences)
    return DocumentView(triples, groups, _counted(triples, members))


def _counted(triples: Triples, members: SentenceMembership) -> Counted:
    """The parts that count for coreference (paper, Section 4.3).

    Instances of entities; edges to members; edges into nodes of several sentences; bridging edges whose ends belong to
    different sentences.
    """
    sentences, several = members.sentences, members.several
    relations = frozenset(
        index
        for index, (source, role, target) in enumerate(triples.relations)
        if role == COREF or several[target] or (role in BRIDGING and sentences[source] != sentences[target])
    )
    return Counted(
        frozenset(n for n, concept in enumerate(triples.concepts) if concept in ENTITIES), relations
    )


def reentrancies(view: DocumentView) -> DocumentView:
    """The relations into nodes that two or more lead to, and the instance triples of their ends."""
    counts = incoming(view.triples.relations, len(view.triples.names))
    triples = with_their_ends(view.triples, lambda relation: counts[relation[2]] > 1)
    return DocumentView(triples, view.groups, Counted())
