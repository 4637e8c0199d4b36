"""The sentences that each node of a document graph belongs to, derived from the graph alone.

Edges are the relations that Smatch compares, so that two spellings of one graph have one membership: inverse roles
are normalised and `mod` is read as `domain-of`. Sets of sentences are the bits of an int.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence

from tallystick.dataclass import dataclass
from tallystick.tasks.graphs.triples import Relation, Triples

__all__ = [
    "BRIDGING",
    "COREF",
    "ENTITY",
    "ONLY_SENTENCE",
    "SentenceMembership",
    "hand_on",
    "is_sentence",
    "membership",
]

COREF = "coref"
BRIDGING = frozenset({"part", "subset"})
#: The concept of a node that represents a chain of mentions.
ENTITY = "coref-entity"
ROOT = 0
#: The sentence of a graph without `:snt` roles.
ONLY_SENTENCE = "snt1"


@dataclass(frozen=True, slots=True)
class SentenceMembership:
    """The sentences of every node."""

    names: tuple[str, ...]
    """The roles of the root that lead to sentences, one for each bit."""
    sentences: tuple[int, ...]
    """The sentences of each node; 0 for the root and for nodes that belong to no sentence."""
    several: tuple[bool, ...]
    """Whether each node is in several sentences in its own right, not by hanging on one other node that is."""


def is_sentence(relation: Relation) -> bool:
    """Whether a relation leads from the root to a sentence.

    >>> is_sentence((0, "snt2", 5)), is_sentence((3, "snt2", 5)), is_sentence((0, "sntence", 1))
    (True, False, True)
    """
    return relation[0] == ROOT and relation[1].startswith("snt")


def membership(triples: Triples) -> SentenceMembership:
    """The sentences of the nodes of a document graph.

    >>> from tallystick.formats.penman.reader import Graph
    >>> from tallystick.tasks.graphs.to_triples import of_graph
    >>> text = "(d / document :snt1 (a / see-01 :ARG1 (b / boy :mod (y / young))) :snt2 (c / go-02 :ARG0 b))"
    >>> members = membership(of_graph(Graph.of(text)))
    >>> members.names, members.sentences, members.several
    (('snt1', 'snt2'), (0, 1, 3, 3, 2), (False, False, True, False, False))
    """
    size = len(triples.names)
    tops = [relation for relation in triples.relations if is_sentence(relation)]
    if not tops:
        return SentenceMembership((ONLY_SENTENCE,), (1,) * size, (False,) * size)
    spread = _Spread(triples)
    names = tuple(dict.fromkeys(role for _, role, _ in tops))
    bits = {name: 1 << index for index, name in enumerate(names)}
    entries = {target: 0 for _, _, target in tops if target != ROOT}
    for _, role, target in tops:
        if target != ROOT:
            entries[target] |= bits[role]
    spread.give(entries)
    starts = dict.fromkeys(entries)
    for ties in (spread.ordinary, spread.ordinary + spread.bridging):
        starts |= dict.fromkeys(spread.give_to_parts(ties, single=True))
    gates = _gates(size, starts, spread.down)
    several = [mask & (mask - 1) != 0 and gates[node] == _START for node, mask in enumerate(spread.sentences)]
    spread.settle_the_rest()
    return SentenceMembership(names, tuple(spread.sentences), tuple(several))


class _Spread:
    """How sentences spread over a graph, step by step."""

    def __init__(self, triples: Triples) -> None:
        self.ordinary: list[tuple[int, int]] = []
        self.bridging: list[tuple[int, int]] = []
        self.coref: list[tuple[int, int]] = []
        self.sentences = [0] * len(triples.names)
        #: Step 1: from a node to those below it, and from a member to its entity.
        self.down: list[list[int]] = [[] for _ in triples.names]
        self.entities = {node for node, concept in enumerate(triples.concepts) if concept == ENTITY}
        for source, role, target in triples.relations:
            if ROOT in (source, target) or source == target:
                continue
            if role in BRIDGING:
                self.bridging.append((source, target))
            elif role == COREF:
                self.coref.append((source, target))
                self.down[target].append(source)
            else:
                self.ordinary.append((source, target))
                self.down[source].append(target)

    def give(self, sentences: dict[int, int]) -> None:
        """Give sentences to some nodes, and hand them on downwards."""
        for node, mask in sentences.items():
            self.sentences[node] |= mask
        hand_on(self.sentences, self.down, sentences)

    def give_to_parts(self, ties: Sequence[tuple[int, int]], *, single: bool) -> list[int]:
        """Give each connected part without a sentence the sentences of the nodes it is tied to (steps 2 and 3).

        With `single` only nodes of one sentence give, and entities neither give nor receive. All parts use the
        sentences as they were before any part receives its own. Returns the nodes that received sentences.
        """
        aside = self.entities if single else ()
        without = {node for node, mask in enumerate(self.sentences) if not mask and node != ROOT}.difference(
            aside
        )
        around: dict[int, list[int]] = {node: [] for node in without}
        for first, second in ties:
            if first in without:
                around[first].append(second)
            if second in without:
                around[second].append(first)
        received: dict[int, int] = {}
        for part in _parts(around):
            mask = 0
            for node in part:
                for giver in around[node]:
                    bits = self.sentences[giver]
                    if giver not in aside and not (single and bits & (bits - 1)):
                        mask |= bits
            if mask:
                received |= dict.fromkeys(part, mask)
        self.give(received)
        return list(received)

    def settle_the_rest(self) -> None:
        """Step 3: nodes connected only to nodes of several sentences, or to entities, belong to all of these."""
        ties = self.ordinary
        stages = [ties, ties + self.bridging, ties + self.bridging + self.coref]
        changed = True
        while changed:
            changed = False
            for stage in stages:
                if self.give_to_parts(stage, single=False):
                    changed = True


def _parts(around: dict[int, list[int]]) -> Iterator[list[int]]:
    """The connected parts of the nodes that are keys."""
    seen: set[int] = set()
    for first in around:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        for node in part:
            for other in around[node]:
                if other in around and other not in seen:
                    seen.add(other)
                    part.append(other)
        yield part


def hand_on(sentences: list[int], down: Sequence[Sequence[int]], start: Iterable[int]) -> None:
    """Give every node the sentences of all nodes from which arcs lead to it."""
    # First come, first served: what many arcs lead to has most of its sentences before it hands them on.
    waiting = deque(start)
    queued = set(waiting)
    while waiting:
        node = waiting.popleft()
        queued.discard(node)
        mask = sentences[node]
        for below in down[node]:
            known = sentences[below]
            if known | mask != known:
                sentences[below] = known | mask
                if below not in queued:
                    queued.add(below)
                    waiting.append(below)


#: The gate of a node that paths reach in several ways, and of one that no path reaches.
_START, _NEVER = -1, -2


def _gates(size: int, entries: Collection[int], down: Sequence[Sequence[int]]) -> list[int]:
    """For each node the last other node on all paths to it: its immediate dominator (Cooper, Harvey, Kennedy)."""
    order = _finishing_order(size, entries, down)
    rank = {node: index for index, node in enumerate(order)}
    above: dict[int, list[int]] = {node: [] for node in order}
    for node in order:
        for below in down[node]:
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
            known = [candidate for candidate in above[node] if candidate in gate]
            common = known[0]
            for candidate in known[1:]:
                while common != candidate:
                    while rank[common] < rank[candidate]:
                        common = gate[common]
                    while rank[candidate] < rank[common]:
                        candidate = gate[candidate]
            if gate.get(node) != common:
                gate[node] = common
                changed = True
    for node in order:
        gates[node] = gate[node]
    return gates


def _finishing_order(size: int, entries: Collection[int], down: Sequence[Sequence[int]]) -> list[int]:
    """The nodes that can be reached, each after all nodes that are first reached through it."""
    seen = [False] * size
    order: list[int] = []
    for entry in entries:
        if seen[entry]:
            continue
        seen[entry] = True
        path = [(entry, iter(down[entry]))]
        while path:
            node, rest = path[-1]
            for below in rest:
                if not seen[below]:
                    seen[below] = True
                    path.append((below, iter(down[below])))
                    break
            else:
                order.append(node)
                path.pop()
    return order
