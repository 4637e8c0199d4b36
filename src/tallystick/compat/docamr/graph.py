"""Document graphs as docAMR 0.1.1 keeps and merges them: edges as they were written, in their order.

Constants are leaves, and a child is whatever was written below a node; so what is merged depends on which end of an
edge a sentence began with. This reproduces the released program; the definition that does not is in ``merging``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field

from tallystick.dataclass import dataclass

__all__ = ["ReleasedGraph"]

_OPERATOR = re.compile(r"op(\d+)")


@dataclass(slots=True)
class ReleasedGraph:
    """Nodes and their edges, in order."""

    concepts: dict[str, str] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    """The nodes that are constants."""
    down: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Role and end of the edges written below a node."""
    up: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def add_node(self, wish: str, concept: str, *, constant: bool = False) -> str:
        """A new node; gives its name."""
        name, number = wish, 0
        while name in self.concepts:
            number += 1
            name = f"{wish}{number}"
        self.concepts[name] = concept
        self.down[name], self.up[name] = [], []
        if constant:
            self.constants.add(name)
        return name

    def add_edge(self, source: str, role: str, target: str) -> None:
        """An edge, unless it is there."""
        if (role, target) not in self.down[source]:
            self.down[source].append((role, target))
            self.up[target].append((role, source))

    def remove_edge(self, source: str, role: str, target: str) -> None:
        """Take an edge away."""
        self.down[source].remove((role, target))
        self.up[target].remove((role, source))

    def remove_node(self, node: str) -> None:
        """Take a node away with its edges."""
        self.detach(node)
        del self.concepts[node], self.down[node], self.up[node]

    def detach(self, node: str) -> None:
        """Take all edges of a node away."""
        for role, target in list(self.down[node]):
            self.remove_edge(node, role, target)
        for role, source in list(self.up[node]):
            self.remove_edge(source, role, node)

    def below(self, node: str, role: str) -> list[str]:
        """The nodes below a node under a role."""
        return [end for name, end in self.down[node] if name == role]

    def merge(self, node: str, gone: str, *, types: bool = True, deep: bool = True) -> None:
        """Merge one node into another.

        `types`: a different concept is kept as an additional type. `deep`: children of one role and one concept are
        merged too, and so are their children.
        """
        waiting = [(node, gone, types)]
        while waiting:
            kept, merged, with_types = waiting.pop()
            if kept != merged and kept in self.concepts and merged in self.concepts:
                waiting += self._merge(kept, merged, with_types, deep)

    def _merge(self, node: str, gone: str, types: bool, deep: bool) -> list[tuple[str, str, bool]]:
        """Merge two nodes; return the children to merge next."""
        above, below = list(self.up[gone]), list(self.down[gone])
        self.detach(gone)
        for role, source in above:
            if source not in (node, gone):
                self.add_edge(source, role, node)
        # Children that come with the other node are not compared with each other.
        own = list(self.down[node])
        further: list[tuple[str, str, bool]] = []
        for role, end in below:
            if end in (node, gone):
                continue
            if role == "name":
                self._add_name(node, end)
            elif role == "wiki":
                self._add_wiki(node, end)
            else:
                same = [
                    child
                    for name, child in own
                    if name == role and self.concepts[child] == self.concepts[end]
                ]
                if same and deep:
                    further.insert(0, (same[-1], end, False))
                else:
                    self.add_edge(node, role, end)
        concept = self.concepts[gone]
        known = {self.concepts[node], *(self.concepts[end] for end in self.below(node, "additional-type"))}
        if types and concept not in known:
            self.add_edge(node, "additional-type", gone)
        else:
            self.remove_node(gone)
        return further

    def _add_name(self, node: str, name: str) -> None:
        spelt = self._spelling(name)
        if any(self._spelling(known) == spelt for known in self.below(node, "name") if known != name):
            for role, end in list(self.down[name]):
                if _OPERATOR.fullmatch(role):
                    self.remove_node(end)
                else:
                    self.add_edge(node, role, end)
            self.remove_node(name)
        else:
            self.add_edge(node, "name", name)

    def _spelling(self, name: str) -> str:
        parts = [
            (int(match[1][:18]), self.concepts[end])
            for role, end in self.down[name]
            if (match := _OPERATOR.fullmatch(role))
        ]
        return " ".join(text for _, text in sorted(parts, key=lambda part: part[0]))

    def _add_wiki(self, node: str, wiki: str) -> None:
        known = {self.concepts[child] for child in self.below(node, "wiki")}
        if self.concepts[wiki] in known or self.concepts[wiki] == "-":
            self.remove_node(wiki)
        else:
            self.add_edge(node, "wiki", wiki)

    def connected(self, start: str) -> Iterable[str]:
        """All nodes that are connected with a node, in order."""
        reached: dict[str, None] = {}
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in reached:
                reached[node] = None
                waiting += [end for _, end in reversed(self.down[node] + self.up[node]) if end not in reached]
        return reached
