"""Reading document graphs back: sentences, chains and what is between them, in whichever layout.

A link between an entity and its member may be written ``:coref`` or ``:coref-of``: both are one link. Chains that
share a mention are merged, and so are two chains if one is a member of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tallystick.errors import DataError, Problem
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.base import tokens_of
from tallystick.tasks.docamr.build.chains import united
from tallystick.tasks.docamr.build.model import COREF, ENTITY, Draft, is_sentence_role, natural, upright

__all__ = ["BRIDGING", "draft_of", "is_document"]

#: The roles of bridging relations: they lead from one sentence to another.
BRIDGING = frozenset({"part", "subset"})

_PREFIX = re.compile(r"s(\d{1,9})\.")


def is_document(graph: Graph) -> bool:
    """Whether a graph is a document graph: its root is `document`, and has edges to sentences.

    >>> is_document(Graph.of("(d / document :snt1 (h / he))")), is_document(Graph.of("(h / he)"))
    (True, False)
    """
    branches = zip(graph.sources, graph.roles, graph.targets, strict=True)
    return graph.concepts[:1] == ("document",) and any(
        source == graph.top and target >= 0 and is_sentence_role(role) for source, role, target in branches
    )


def draft_of(graph: Graph, apart: Iterable[str] = ()) -> Draft:
    """A document graph, ready to be brought into another representation.

    `apart` names roles that lead from sentence to sentence beside those of coreference and bridging.
    """
    if not is_document(graph):
        raise DataError(
            Problem(
                "expected a document graph: a root (d / document) with edges :snt1, :snt2, … to sentences",
                item=graph.id, code="docamr-document",
            )
        )  # fmt: skip
    names = graph.variables
    draft = Draft(names[graph.top])
    marks = {position: frozenset(tokens_of(mark)) for position, mark in graph.marks.items()}
    none: frozenset[int] = frozenset()
    for node, (name, concept) in enumerate(zip(names, graph.concepts, strict=True)):
        draft.add_node(name, concept, None, marks.get(("concept", node), none))
        draft.tokens[name] |= marks.get(("variable", node), none)
    branches = zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True)
    for branch, (source, written, target, constant) in enumerate(branches):
        on_role, on_target = marks.get(("role", branch), none), marks.get(("target", branch), none)
        if constant is not None:
            draft.add_value(names[source], written, constant, on_role | on_target)
            continue
        role, turned = upright(written)
        draft.tokens[names[target]] |= on_target
        ends = (names[target], names[source]) if turned else (names[source], names[target])
        draft.add_edge(ends[0], role, ends[1], on_role)
    draft.entities = dict.fromkeys(
        sorted((node for node, concept in draft.concepts.items() if concept == ENTITY), key=natural)
    )
    _unite(draft)
    _find_sentences(draft, frozenset(apart))
    return draft


def _unite(draft: Draft) -> None:
    entities = list(draft.entities)
    for numbers in united([[entity, *draft.members(entity)] for entity in entities]):
        for number in numbers[1:]:
            draft.absorb(entities[numbers[0]], entities[number])


def _find_sentences(draft: Draft, apart: frozenset[str]) -> None:
    """Say of each node which sentence it comes from.

    Its name says so (``s2.p``) if all names have this form; else the nearest sentence root does, on a way that does
    not lead through chains and bridging relations.
    """
    starts = sorted(
        ((role, target) for role, target in draft.outgoing[draft.root] if is_sentence_role(role)),
        key=lambda edge: (natural(edge[0]), natural(edge[1])),
    )
    positions = {role: position for position, role in enumerate(dict.fromkeys(role for role, _ in starts), 1)}
    numbers = {role[3:]: position for role, position in positions.items()}
    named = {node: _PREFIX.match(node) for node in draft.concepts}
    for node, match in named.items():
        if match and match[1] in numbers:
            draft.sentence[node] = numbers[match[1]]
    if all(node in draft.sentence for _, node in starts):
        return
    draft.sentence = {}
    near = [(target, positions[role]) for role, target in starts]
    shared = {draft.root, *draft.entities}
    # Breadth first from all sentences at once; the first sentence comes first.
    for node, position in near:
        if node in draft.sentence or node in shared:
            continue
        draft.sentence[node] = position
        near += [
            (end, position)
            for _, role, end in sorted(draft.neighbours(node), key=lambda edge: (natural(edge[1]), natural(edge[2])))
            if role != COREF and role not in BRIDGING and role not in apart
        ]  # fmt: skip
