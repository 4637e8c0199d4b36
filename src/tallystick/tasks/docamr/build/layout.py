"""Where each node of a document is written out: in its own sentence, if anything there leads to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.tasks.docamr.build.model import Draft, is_sentence_role, natural

__all__ = ["Branch", "Layout", "layout_of"]

#: Role, node at the other end, and whether the edge is written from its target.
Branch = tuple[str, str, bool]


@dataclass(slots=True)
class Layout:
    """A tree of all nodes, by which a graph can be written."""

    draft: Draft
    opened: dict[str, tuple[str, Branch]] = field(default_factory=dict)
    """Of each node but the root: where it is written out, and as which branch."""
    turned: set[tuple[str, str, str]] = field(default_factory=set)
    """Edges that are written from their target, as nothing else leads to their source."""

    def branches(self, node: str) -> list[Branch]:
        """The branches of a node in the order of their roles, inverted ones last."""
        forward = [
            (role, end, False)
            for role, end in _in_order(self.draft.outgoing[node])
            if (node, role, end) not in self.turned
        ]
        against = [
            (role, end, True)
            for role, end in _in_order(self.draft.incoming[node])
            if (end, role, node) in self.turned
        ]
        return forward + against

    def opens(self, node: str, branch: Branch) -> bool:
        """Whether the node at the end of a branch is written out there."""
        return self.opened.get(branch[1]) == (node, branch)

    def spread(self, starts: Iterable[str], allowed: Callable[[str], bool]) -> None:
        """Write out whatever can be reached: first along the edges, then, where needed, against them."""
        reached: list[str] = []
        for start in starts:
            self._forward(start, allowed, reached)
        # The list grows while it is read.
        for node in reached:
            for role, source in _in_order(self.draft.incoming[node]):
                if self._is_new(source) and allowed(source):
                    self.opened[source] = (node, (role, source, True))
                    self.turned.add((source, role, node))
                    self._forward(source, allowed, reached)

    def _forward(self, start: str, allowed: Callable[[str], bool], reached: list[str]) -> None:
        reached.append(start)
        waiting = [(start, iter(_in_order(self.draft.outgoing[start])))]
        while waiting:
            node, rest = waiting[-1]
            edge = next(rest, None)
            if edge is None:
                waiting.pop()
            elif self._is_new(edge[1]) and allowed(edge[1]):
                role, end = edge
                self.opened[end] = (node, (role, end, False))
                reached.append(end)
                waiting.append((end, iter(_in_order(self.draft.outgoing[end]))))

    def _is_new(self, node: str) -> bool:
        return node not in self.opened and node != self.draft.root


def _in_order(edges: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(edges, key=lambda edge: (natural(edge[0]), natural(edge[1])))


def layout_of(draft: Draft) -> Layout:
    """The layout of a document: sentence by sentence, then what belongs to none.

    >>> draft = Draft()
    >>> draft.add_node("d", "document")
    >>> for position in (1, 2):
    ...     draft.add_node(f"s{position}.a", "go-02", position)
    ...     draft.add_edge("d", f"snt{position}", f"s{position}.a")
    >>> draft.add_edge("s1.a", "time", "s2.a")
    >>> layout_of(draft).opened["s2.a"]
    ('d', ('snt2', 's2.a', False))
    """
    layout = Layout(draft)
    edges = (edge for edge in draft.outgoing[draft.root] if edge[1] != draft.root)
    starts = _in_order(edge for edge in edges if is_sentence_role(edge[0]))
    positions = {role: position for position, role in enumerate(dict.fromkeys(role for role, _ in starts), 1)}
    for role, start in starts:
        home = draft.sentence.get(start)
        if start not in layout.opened and home in (None, positions[role]):
            layout.opened[start] = (draft.root, (role, start, False))
            layout.spread([start], _at_home(draft, home))
    layout.spread([draft.root, *layout.opened], lambda _: True)
    return layout


def _at_home(draft: Draft, home: int | None) -> Callable[[str], bool]:
    return lambda node: draft.sentence.get(node, home) == home
