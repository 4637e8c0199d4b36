"""A finished document as a graph in a fixed order: the same however its sentences were written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.formats.penman.graph import Graph, Mark
from tallystick.tasks.docamr.build.layout import Layout, layout_of
from tallystick.tasks.docamr.build.merging import written_name
from tallystick.tasks.docamr.build.model import Draft, Tokens, natural

__all__ = ["as_graph"]


def as_graph(draft: Draft, metadata: Mapping[str, str]) -> Graph:
    """The graph of a draft: its branches are in the order in which they are written.

    >>> draft = Draft()
    >>> draft.add_node("d", "document"); draft.add_node("s1.h", "he", 1)
    >>> draft.add_edge("d", "snt1", "s1.h")
    >>> as_graph(draft, {}).triples()
    [('d', ':instance', 'document'), ('d', ':snt1', 's1.h'), ('s1.h', ':instance', 'he')]
    """
    layout = layout_of(draft)
    writer = _BranchWriter(draft, layout)
    writer.write()
    return Graph(
        tuple(written_name(node) for node in writer.number),
        tuple(draft.concepts[node] for node in writer.number),
        tuple(writer.sources),
        tuple(writer.roles),
        tuple(writer.number.get(target, -1) for target in writer.targets),
        tuple(writer.constants),
        dict(metadata),
        writer.marks,
    )


@dataclass(slots=True)
class _BranchWriter:
    """Branches gathered in the order of the text."""

    draft: Draft
    layout: Layout
    number: dict[str, int] = field(default_factory=dict)
    sources: list[int] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    constants: list[str | None] = field(default_factory=list)
    marks: dict[Mark, str] = field(default_factory=dict)

    def write(self) -> None:
        """Walk through the document as it is laid out."""
        self._open(self.draft.root)
        waiting = [(self.draft.root, iter(self.layout.branches(self.draft.root)))]
        while waiting:
            node, rest = waiting[-1]
            branch = next(rest, None)
            if branch is None:
                waiting.pop()
                continue
            role, end, turned = branch
            source, target = (end, node) if turned else (node, end)
            tokens = self.draft.outgoing[source][role, target]
            branch_index = self._branch(node, f"{role}-of" if turned else role, end, None)
            self._mark("role", branch_index, tokens)
            if self.layout.opens(node, branch):
                self._open(end)
                waiting.append((end, iter(self.layout.branches(end))))

    def _open(self, node: str) -> None:
        self._mark("concept", len(self.number), self.draft.tokens[node])
        self.number[node] = len(self.number)
        values = self.draft.values[node]
        for role, constant in sorted(values, key=lambda value: (natural(value[0]), value[1])):
            self._mark("target", self._branch(node, role, "", constant), values[role, constant])

    def _branch(self, node: str, role: str, target: str, constant: str | None) -> int:
        self.sources.append(self.number[node])
        self.roles.append(role)
        self.targets.append(target)
        self.constants.append(constant)
        return len(self.sources) - 1

    def _mark(self, kind: str, index: int, tokens: Tokens) -> None:
        if tokens:
            self.marks[kind, index] = "e." + ",".join(str(token) for token in sorted(tokens))
