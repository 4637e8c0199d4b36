"""A document graph as DocSmatch sees it: its triples, the groups of its nodes, and what tells of coreference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tallystick.formats.penman import Graph
from tallystick.graphs.docamr.membership import BRIDGING, COREF, Membership, membership, upright
from tallystick.graphs.facets import with_their_ends
from tallystick.graphs.triples import Relation, Triples, incoming, of_graph

__all__ = ["DOCUMENT", "Counted", "DocumentView", "default_view", "groups_of", "reentrancies"]

#: The group of the root and of all that belongs to no sentence.
DOCUMENT = "document"
#: Nodes that stand for a chain of mentions (paper, Section 4.3).
ENTITIES = frozenset({"coref-entity", "interlocutor-entity"})


@dataclass(frozen=True, slots=True)
class Counted:
    """The items of a graph that tell of coreference."""

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
        if mask:
            known[mask] = frozenset(name for place, name in enumerate(names) if mask >> place & 1)
    return tuple([known[mask] for mask in sentences])


def default_view(graph: Graph) -> DocumentView:
    """The graph under our conventions, which know nothing of its layout."""
    triples = of_graph(graph)
    relations = upright(graph)
    members = membership(len(triples.names), relations)
    groups = groups_of(members.names, members.sentences)
    return DocumentView(triples, groups, _counted(triples, relations, members))


def _counted(triples: Triples, relations: Sequence[Relation], members: Membership) -> Counted:
    """Entities, what leads to a member, what leads into a node of several sentences, bridges between sentences."""
    several, sentences = members.several(), members.sentences
    places = {relation: place for place, relation in enumerate(triples.relations)}
    counted = set()
    for source, role, target in relations:
        if role in BRIDGING:
            counts = sentences[source] != sentences[target]
        else:
            counts = role == COREF or several[target]
        if counts:
            counted.add(places[(target, "domain", source) if role == "mod" else (source, role, target)])
    nodes = frozenset(node for node, concept in enumerate(triples.concepts) if concept in ENTITIES)
    return Counted(nodes, frozenset(counted))


def reentrancies(view: DocumentView) -> DocumentView:
    """The relations into nodes that two or more lead to, and the instance triples of their ends."""
    counts = incoming(view.triples.relations, len(view.triples.names))
    triples = with_their_ends(view.triples, lambda relation: counts[relation[2]] > 1)
    return DocumentView(triples, view.groups, Counted())
