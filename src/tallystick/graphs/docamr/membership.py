"""Which sentences the nodes of a document graph belong to, told from the graph alone.

The layout of the text plays no part: two ways of writing one graph give the same sentences. Sets of sentences are
bits of an int.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tallystick.formats.penman import Graph
from tallystick.graphs.triples import Relation
from tallystick.graphs.turning import NO_INVERSES

__all__ = [
    "BRIDGING",
    "COREF",
    "ONLY_SENTENCE",
    "Membership",
    "hand_on",
    "is_sentence",
    "membership",
    "upright",
]

COREF = "coref"
BRIDGING = frozenset({"part", "subset"})
ROOT = 0
#: What a graph that is no document counts as.
ONLY_SENTENCE = "snt1"


@dataclass(frozen=True, slots=True)
class Membership:
    """The sentences of every node."""

    names: tuple[str, ...]
    """The roles under which the root has its sentences: the meaning of the bits."""
    sentences: tuple[int, ...]
    """Of each node; 0 for the root and for what belongs to no sentence."""
    entries: tuple[int, ...]
    """The nodes that the roles of the sentences point at."""
    arcs: tuple[tuple[int, ...], ...]
    """Where each node hands its sentences on to."""

    def several(self) -> list[bool]:
        """Whether each node is in several sentences by itself.

        It is if no single other node lies on all paths to it from the tops of the sentences: what merely hangs on
        such a node is in its sentences, but not by itself.
        """
        gates = _gates(len(self.sentences), self.entries, self.arcs)
        return [mask & (mask - 1) != 0 and gates[node] == _START for node, mask in enumerate(self.sentences)]


def is_sentence(relation: Relation) -> bool:
    """Whether a relation leads from the root to a sentence.

    >>> is_sentence((0, "snt2", 5)), is_sentence((3, "snt2", 5)), is_sentence((0, "sntence", 1))
    (True, False, True)
    """
    return relation[0] == ROOT and relation[1].startswith("snt")


def upright(graph: Graph) -> list[Relation]:
    """The relations between nodes, inverse ones turned round; `mod` and `domain` stay what they are.

    >>> upright(Graph.of("(a / b :ARG0-of (c / d :mod (e / f :domain-of (g / h :consist-of c))))"))
    [(1, 'arg0', 0), (1, 'mod', 2), (3, 'domain', 2), (3, 'consist-of', 1)]
    """
    found: list[Relation] = []
    for source, role, target in zip(graph.sources, graph.roles, graph.targets, strict=True):
        if target < 0:
            continue
        role = role.lower()
        while role.endswith("-of") and len(role) > 3 and role not in NO_INVERSES:
            role = role[:-3]
            source, target = target, source
        found.append((source, role, target))
    return found


def _arc(relation: Relation) -> tuple[int, int]:
    """From whom to whom a relation hands sentences on: downwards, and from a member to its entity."""
    source, role, target = relation
    return (target, source) if role == COREF else (source, target)


def membership(size: int, relations: Sequence[Relation]) -> Membership:
    """The sentences of the nodes of a document graph with these relations, turned upright.

    Sentences go down from the targets of the ``:sntK`` roles. A part of the graph that they do not reach belongs
    to the sentence of what it points at: the nodes of one sentence, or where there are none, all.
    """
    tops = [relation for relation in relations if is_sentence(relation)]
    if not tops:
        return Membership((ONLY_SENTENCE,), (1,) * size, (ROOT,) if size else (), ((),) * size)
    names = tuple(dict.fromkeys(role for _, role, _ in tops))
    bits = {name: 1 << place for place, name in enumerate(names)}
    arcs = _arcs(relations, size)
    sentences = [0] * size
    for _, role, target in tops:
        if target != ROOT:
            sentences[target] |= bits[role]
    hand_on(sentences, arcs, [target for _, _, target in tops])
    _from_below(sentences, arcs, relations)
    entries = tuple(dict.fromkeys(target for _, _, target in tops if target != ROOT))
    return Membership(names, tuple(sentences), entries, tuple(map(tuple, arcs)))


def _arcs(relations: Iterable[Relation], size: int) -> list[list[int]]:
    arcs: list[list[int]] = [[] for _ in range(size)]
    tied = [False] * size
    bridges: list[Relation] = []
    for relation in relations:
        if relation[1] in BRIDGING:
            bridges.append(relation)
            continue
        one, other = _arc(relation)
        tied[one] = tied[other] = True
        if ROOT not in (one, other) and one != other:
            arcs[one].append(other)
    for one, _, other in bridges:
        if ROOT in (one, other) or one == other:
            continue
        if not tied[other]:
            arcs[one].append(other)
        if not tied[one]:
            arcs[other].append(one)
    return arcs


def hand_on(sentences: list[int], arcs: list[list[int]], start: Iterable[int]) -> None:
    """Give every node the sentences of all from which arcs lead to it."""
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        mask = sentences[node]
        for below in arcs[node]:
            if sentences[below] | mask != sentences[below]:
                sentences[below] |= mask
                waiting.append(below)


def _from_below(sentences: list[int], arcs: list[list[int]], relations: Iterable[Relation]) -> None:
    """Give the parts that no sentence reaches the sentences of what they point at, and hand these on.

    A member that points at nothing belongs where its entity does.
    """
    points: dict[int, list[int]] = {}
    members: dict[int, list[int]] = {}
    for source, role, target in relations:
        if role == COREF:
            members.setdefault(target, []).append(source)
        elif role not in BRIDGING:
            points.setdefault(source, []).append(target)
    given: list[tuple[int, int]] = []
    back: list[tuple[int, int]] = []
    for part in _unreached_parts(sentences, arcs):
        givers = _givers(part, points, sentences) or _givers(part, members, sentences)
        mask = 0
        for _, giver in givers:
            mask |= sentences[giver]
        given += [(node, mask) for node in part]
        back += givers
    for node, mask in given:
        sentences[node] = mask
    hand_on(sentences, arcs, [node for node, _ in given])
    for node, giver in back:
        arcs[giver].append(node)  # a part is reached by way of what it belongs to


def _givers(
    part: Iterable[int], points: Mapping[int, Sequence[int]], sentences: Sequence[int]
) -> list[tuple[int, int]]:
    """The nodes of one sentence that a part points at, each with who does; where there are none, all it points at."""
    pointed = [(node, other) for node in part for other in points.get(node, ()) if sentences[other]]
    single = [(node, other) for node, other in pointed if sentences[other] & (sentences[other] - 1) == 0]
    return single or pointed


def _unreached_parts(sentences: list[int], arcs: list[list[int]]) -> Iterator[list[int]]:
    """The connected parts without a sentence; within them every arc is a tie both ways from now on."""
    around: dict[int, list[int]] = {
        node: [] for node, mask in enumerate(sentences) if not mask and node != ROOT
    }
    for node in list(around):
        for below in arcs[node]:
            if below in around:
                around[node].append(below)
                around[below].append(node)
    seen: set[int] = set()
    for first in around:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        for node in part:
            for other in around[node]:
                if other not in seen:
                    seen.add(other)
                    part.append(other)
        yield part
    for node, others in around.items():
        arcs[node] += [other for other in others if other not in arcs[node]]


#: The gate of a node that paths reach in several ways, and of one that no path reaches.
_START, _NEVER = -1, -2


def _gates(size: int, entries: Iterable[int], arcs: tuple[tuple[int, ...], ...]) -> list[int]:
    """For each node the last other node on all paths to it: its immediate dominator (Cooper, Harvey, Kennedy)."""
    order = _finishing_order(size, entries, arcs)
    rank = {node: place for place, node in enumerate(order)}
    above: dict[int, list[int]] = {node: [] for node in order}
    for node in order:
        for below in arcs[node]:
            above[below].append(node)
    for entry in entries:
        above[entry].append(_START)
    rank[_START] = size
    gates = [_NEVER] * size
    gate = {_START: _START}
    changed = True
    while changed:
        changed = False
        for node in reversed(order):
            known = [one for one in above[node] if one in gate]
            common = known[0]
            for one in known[1:]:
                while common != one:
                    while rank[common] < rank[one]:
                        common = gate[common]
                    while rank[one] < rank[common]:
                        one = gate[one]
            if gate.get(node) != common:
                gate[node] = common
                changed = True
    for node in order:
        gates[node] = gate[node]
    return gates


def _finishing_order(size: int, entries: Iterable[int], arcs: tuple[tuple[int, ...], ...]) -> list[int]:
    """The nodes that can be reached, each after all that are reached first by way of it."""
    seen = [False] * size
    order: list[int] = []
    for entry in entries:
        if seen[entry]:
            continue
        seen[entry] = True
        path = [(entry, iter(arcs[entry]))]
        while path:
            node, rest = path[-1]
            for below in rest:
                if not seen[below]:
                    seen[below] = True
                    path.append((below, iter(arcs[below])))
                    break
            else:
                order.append(node)
                path.pop()
    return order
