"""A document graph under construction: nodes that can be joined, with every inverse role normalised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache

from tallystick.dataclass import dataclass

__all__ = [
    "COREF",
    "ENTITY",
    "Draft",
    "Neighbour",
    "Tokens",
    "is_sentence_role",
    "natural",
    "upright",
]

#: The tokens that something is aligned to.
Tokens = frozenset[int]
#: Whether an edge leaves (else it arrives), its role, and the node at its other end.
Neighbour = tuple[bool, str, str]

#: The role of the edges from an entity to its members, and the concept of an entity.
COREF = "coref"
ENTITY = "coref-entity"

#: Roles that end in -of and are not inverses.
_TRUE_ROLES = frozenset({"consist-of", "prep-out-of", "prep-on-behalf-of"})
_NONE: Tokens = frozenset()
_NUMBER = re.compile(r"(\d+)")


def upright(role: str) -> tuple[str, bool]:
    """A role without its ``-of``, and whether source and target change places. `mod` stays as it is.

    >>> upright("ARG0-of"), upright("consist-of"), upright("mod")
    (('ARG0', True), ('consist-of', False), ('mod', False))
    """
    turned = False
    while role.endswith("-of") and len(role) > 3 and role.lower() not in _TRUE_ROLES:
        role, turned = role[:-3], not turned
    return role, turned


def is_sentence_role(role: str) -> bool:
    """Whether an edge from the root of a document leads to a sentence: ``snt1``, ``snt2``, or any other label.

    >>> is_sentence_role("snt12"), is_sentence_role("mod")
    (True, False)
    """
    return role.lower().startswith("snt")


@lru_cache(maxsize=1 << 16)
def natural(text: str) -> tuple[tuple[str, int], ...]:
    """A key for natural sorting: ``snt9`` before ``snt10``.

    >>> sorted(["snt10", "snt9", "ARG1"], key=natural)
    ['ARG1', 'snt9', 'snt10']
    """
    parts = _NUMBER.split(text)
    numbers = [*(int(number[:18]) for number in parts[1::2]), -1]
    return tuple(zip(parts[::2], numbers, strict=True))


@dataclass(slots=True)
class Draft:
    """A graph that changes. Its edges are a set: two equal ones are one.

    >>> draft = Draft()
    >>> draft.add_node("a", "and"); draft.add_node("b", "boy"); draft.add_node("c", "he")
    >>> draft.add_edge("a", "op1", "b"); draft.add_edge("a", "op2", "c")
    >>> draft.absorb("b", "c")
    >>> sorted(draft.edges())
    [('a', 'op1', 'b'), ('a', 'op2', 'b')]
    """

    root: str = "d"
    concepts: dict[str, str] = field(default_factory=dict)
    outgoing: dict[str, dict[tuple[str, str], Tokens]] = field(default_factory=dict)
    """Role and target of each edge of a node, with the tokens its role is aligned to."""
    incoming: dict[str, dict[tuple[str, str], None]] = field(default_factory=dict)
    """Role and source."""
    values: dict[str, dict[tuple[str, str], Tokens]] = field(default_factory=dict)
    """Role and constant of each attribute, with the tokens the constant is aligned to."""
    tokens: dict[str, Tokens] = field(default_factory=dict)
    """The tokens a node is aligned to."""
    sentence: dict[str, int] = field(default_factory=dict)
    """The position of the sentence that a node comes from; those of the document itself have none."""
    entities: dict[str, None] = field(default_factory=dict)
    """The nodes that represent chains, in order."""
    into: dict[str, str] = field(default_factory=dict)
    """The node that each merged node was merged into."""

    def add_node(self, node: str, concept: str, sentence: int | None = None, tokens: Tokens = _NONE) -> None:
        """A new node; the name must be free."""
        self.concepts[node] = concept
        self.outgoing[node], self.incoming[node], self.values[node] = {}, {}, {}
        self.tokens[node] = tokens
        if sentence is not None:
            self.sentence[node] = sentence

    def free_name(self, wish: str) -> str:
        """The name, or where it is taken, the name with the first number that is free."""
        name, number = wish, 0
        while name in self.concepts or name in self.into:
            number += 1
            name = f"{wish}{number}"
        return name

    def add_edge(self, source: str, role: str, target: str, tokens: Tokens = _NONE) -> None:
        """An edge, if it is not there yet."""
        edges = self.outgoing[source]
        edges[role, target] = edges.get((role, target), _NONE) | tokens
        self.incoming[target][role, source] = None

    def add_value(self, node: str, role: str, constant: str, tokens: Tokens = _NONE) -> None:
        """An attribute, if it is not there yet."""
        values = self.values[node]
        values[role, constant] = values.get((role, constant), _NONE) | tokens

    def remove_edge(self, source: str, role: str, target: str) -> None:
        """Take an edge away."""
        del self.outgoing[source][role, target]
        del self.incoming[target][role, source]

    def remove_node(self, node: str) -> None:
        """Take a node away with all its edges."""
        for role, target in list(self.outgoing[node]):
            self.remove_edge(node, role, target)
        for role, source in list(self.incoming[node]):
            self.remove_edge(source, role, node)
        del (
            self.concepts[node],
            self.outgoing[node],
            self.incoming[node],
            self.values[node],
            self.tokens[node],
        )
        self.entities.pop(node, None)

    def absorb(self, node: str, gone: str) -> None:
        """Join two nodes: move everything of `gone` but its concept to `node`.

        An edge between the two becomes one of `node` with itself, unless it only says that they corefer.
        """
        edges = [(gone, role, target, tokens) for (role, target), tokens in self.outgoing[gone].items()]
        edges += [
            (source, role, gone, self.outgoing[source][role, gone])
            for role, source in self.incoming[gone]
            if source != gone
        ]
        values, tokens = self.values[gone], self.tokens[gone]
        self.remove_node(gone)
        self.into[gone] = node
        for source, role, target, marks in edges:
            source, target = (node if end == gone else end for end in (source, target))
            if role != COREF or source != target:
                self.add_edge(source, role, target, marks)
        for (role, constant), marks in values.items():
            self.add_value(node, role, constant, marks)
        self.tokens[node] |= tokens

    def resolve(self, node: str) -> str:
        """Where a node is now."""
        while node in self.into:
            node = self.into[node]
        return node

    def members(self, entity: str) -> list[str]:
        """The members of a chain, the first mention first.

        That is the one in the first sentence, and there the first by concept: what else could decide depends on
        how a graph happens to be written. (Names of variables decide between nodes that are otherwise alike.)
        """
        nodes = [
            target
            for role, target in self.outgoing[entity]
            if role == COREF and target not in (self.root, entity)
        ]
        return sorted(nodes, key=self.mention_order)

    def mention_order(self, node: str) -> tuple[int, str, tuple[tuple[str, int], ...]]:
        """The key by which mentions come first."""
        return self.sentence.get(node, 0), self.concepts[node], natural(node)

    def has(self, node: str, role: str) -> bool:
        """Whether a node has an outgoing edge or attribute of a role."""
        return any(role == name for name, _ in self.outgoing[node]) or any(
            role == name for name, _ in self.values[node]
        )

    def neighbours(self, node: str) -> Iterator[Neighbour]:
        """All edges of a node, seen from it."""
        for role, target in self.outgoing[node]:
            yield True, role, target
        for role, source in self.incoming[node]:
            yield False, role, source

    def edges(self) -> Iterable[tuple[str, str, str]]:
        """All edges."""
        return ((source, role, target) for source, edges in self.outgoing.items() for role, target in edges)
