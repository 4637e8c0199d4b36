"""Document graphs that overlap in part, reduced to the sentences that both have."""

from __future__ import annotations

from dataclasses import replace

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.membership import ROOT, is_sentence, membership
from tallystick.tasks.graphs.to_triples import of_graph

__all__ = ["in_common"]


def in_common(gold: Graph, pred: Graph) -> tuple[Graph, Graph]:
    """Two document graphs without the nodes that belong only to sentences which the other one lacks.

    >>> gold = Graph.of("(d / document :snt1 (a / come-01) :snt2 (b / go-02))")
    >>> in_common(gold, Graph.of("(d / document :snt2 (b / go-02) :snt3 (c / sing-01))"))[0].variables
    ('d', 'b')
    """
    shared = _sentences(gold) & _sentences(pred)
    return _only(gold, shared), _only(pred, shared)


def _sentences(graph: Graph) -> set[str]:
    return set(membership(of_graph(graph)).names)


def _only(graph: Graph, sentences: set[str]) -> Graph:
    triples = of_graph(graph)
    memberships = membership(triples)
    kept_bits = sum(1 << bit for bit, name in enumerate(memberships.names) if name in sentences)
    kept = [
        node
        for node, mask in enumerate(memberships.sentences)
        if node == ROOT or not mask or mask & kept_bits
    ]
    number = {old: new for new, old in enumerate(kept)}
    branches = []
    for source, role, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        if source not in number or (constant is None and target not in number):
            continue
        if is_sentence((source, role.lower(), target)) and role.lower() not in sentences:
            continue  # its top belongs to a sentence that is kept as well
        branches.append((number[source], role, number.get(target, target), constant))
    sources, roles, targets, constants = zip(*branches, strict=True) if branches else ((), (), (), ())
    return replace(
        graph,
        variables=tuple([graph.variables[node] for node in kept]),
        concepts=tuple([graph.concepts[node] for node in kept]),
        sources=sources,
        roles=roles,
        targets=targets,
        constants=constants,
        marks={},
    )
