"""A document graph as docAMR 0.1.1 sees it when it scores: groups and counted items depend on the layout."""

from __future__ import annotations

from tallystick.compat.smatch.triples import smatch_1_0_4
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.document_triples import Counted, DocumentView, groups_of
from tallystick.tasks.docamr.membership import BRIDGING, COREF, ONLY_SENTENCE, hand_on, is_sentence
from tallystick.tasks.graphs.inversion import NO_INVERSES
from tallystick.tasks.graphs.triples import Relation, Triples

__all__ = ["released_view"]

#: The nodes whose instance triple the program counts.
ENTITIES = frozenset({"coref-entity", "implicit-role"})


def released_view(graph: Graph) -> DocumentView:
    """The graph as the program reads it."""
    triples = smatch_1_0_4(graph).once()
    sentences, names = _buckets(graph, triples)
    return DocumentView(triples, groups_of(names, sentences), _counted(graph, triples, sentences))


def _inverted(role: str) -> bool:
    return role.endswith("-of") and role not in NO_INVERSES


def _written(graph: Graph) -> list[tuple[int, str, int]]:
    """The branches between nodes, as written in the text."""
    return [
        (source, role.lower(), target)
        for source, role, target in zip(graph.sources, graph.roles, graph.targets, strict=True)
        if target >= 0
    ]


def _arcs(graph: Graph) -> list[list[int]]:
    """From whom a node is reached: an edge written the other way round counts in both directions."""
    arcs: list[list[int]] = [[] for _ in graph.variables]
    members: list[tuple[int, int]] = []
    for source, role, target in _written(graph):
        base = role[:-3] if _inverted(role) else role
        if base == COREF:
            entity, member = (target, source) if _inverted(role) else (source, target)
            arcs[member].append(entity)
            members.append((entity, member))
        elif base in BRIDGING or (_inverted(role) and base != "domain"):
            arcs[source].append(target)
            arcs[target].append(source)
        else:
            arcs[source].append(target)
    reached = _reached(arcs)
    for entity, member in members:
        if reached[entity] and not reached[member]:
            arcs[entity].append(member)
    return arcs


def _reached(arcs: list[list[int]]) -> list[int]:
    reached = [0] * len(arcs)
    if arcs:
        reached[0] = 1
        hand_on(reached, arcs, [0])
    return reached


def _buckets(graph: Graph, triples: Triples) -> tuple[tuple[int, ...], tuple[str, ...]]:
    tops = [relation for relation in triples.relations if is_sentence(relation)]
    size = len(graph.variables)
    if not tops:
        return (1,) * size, (ONLY_SENTENCE,)
    names = tuple(dict.fromkeys(role for _, role, _ in tops))
    sentences = [0] * size
    for _, role, target in tops:
        sentences[target] |= 1 << names.index(role)
    arcs = _arcs(graph)
    arcs[0] = []  # nothing is reached by way of the root
    hand_on(sentences, arcs, [target for _, _, target in tops])
    sentences[0] = 0
    return tuple(sentences), names


def _targets(graph: Graph, entities: frozenset[int], sentences: tuple[int, ...]) -> set[int]:
    """Entities, and nodes of several sentences with parents of different ones."""
    parents: dict[int, set[int]] = {}
    for source, role, target in _written(graph):
        base = role[:-3] if _inverted(role) else role
        if base != COREF and base not in BRIDGING:
            parents.setdefault(target, set()).add(source)
    targets = set(entities)
    for node, above in parents.items():
        mask = sentences[node]
        if mask & (mask - 1):
            others = [sentences[parent] for parent in above if sentences[parent] != mask]
            if len(others) > 1 and len(set(others)) > 1:
                targets.add(node)
    return targets


def _counted(graph: Graph, triples: Triples, sentences: tuple[int, ...]) -> Counted:
    entities = frozenset(node for node, concept in enumerate(triples.concepts) if concept in ENTITIES)
    targets = _targets(graph, entities, sentences)

    def counts(relation: Relation) -> bool:
        source, role, target = relation
        if role in BRIDGING and sentences[source] != sentences[target]:
            return True
        return target in targets or (role == COREF and source in targets)

    relations = frozenset(index for index, relation in enumerate(triples.relations) if counts(relation))
    return Counted(entities, relations)
