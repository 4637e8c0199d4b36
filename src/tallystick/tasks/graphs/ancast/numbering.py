"""Node numbers that depend on the graph alone, not on how it was written down: colour refinement."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tallystick.limits import PYTHON_STEP, current
from tallystick.tasks.graphs.ancast.graph import AncastGraph
from tallystick.tasks.graphs.triples import TOP, Triples

__all__ = ["Numbering", "number_nodes"]

#: The relations of a node: whether it is their head, the number of the role, and the other node.
Around = Sequence[Sequence[tuple[bool, int, int]]]
#: The same with the positions of classes instead of nodes, sorted.
Key = tuple[tuple[bool, int, int], ...]


@dataclass(frozen=True, slots=True)
class Numbering:
    """The nodes of a graph in an order that does not depend on how the graph was written down."""

    order: array[int]
    classes: tuple[int, ...]
    """The class of each node: colour refinement cannot distinguish the nodes of a class."""


def number_nodes(graph: AncastGraph, further: Sequence[Hashable] | None = None) -> Numbering:
    """Number the nodes of a graph by colour refinement.

    Nodes are distinguished by lemma, sense, attributes and being the root, then repeatedly by their neighbours, as long
    as that distinguishes more of them. Nodes that are still equal are distinguished by `further`, sortable values from
    outside the graph, and once more by their neighbours.

    Within a class, the nodes are separated one by one, which distinguishes their neighbours. Which node comes first is
    arbitrary, but where the nodes of a class can be mapped onto each other, as in every tree, the
    resulting numbers are the same for all layouts.
    """
    size = graph.size
    triples = graph.triples
    attributes: list[list[tuple[str, str]]] = [[] for _ in range(size)]
    root = -1
    for node, role, value in triples.attributes:
        if role == TOP:
            root = node
        else:
            attributes[node].append((role, value))
    classes = _Classes(
        [
            (
                graph.lemmas[node],
                graph.senses[node],
                tuple(sorted(attributes[node])),
                node == root,
            )
            for node in range(size)
        ]
    )
    around = _around(triples, size)
    classes.refine(around, range(size))
    if further is not None:
        classes.split(further, around)
    class_of_node = tuple([classes.position(node) for node in range(size)])
    classes.separate(around)
    return Numbering(array("i", sorted(range(size), key=classes.position)), class_of_node)


def _around(triples: Triples, size: int) -> Around:
    edges = [
        (tail, "mod", head) if role == "domain" else (head, role, tail)
        for head, role, tail in triples.relations
    ]
    numbers = {role: number for number, role in enumerate(sorted({role for _, role, _ in edges}))}
    around: list[list[tuple[bool, int, int]]] = [[] for _ in range(size)]
    for head, role, tail in edges:
        around[head].append((True, numbers[role], tail))
        around[tail].append((False, numbers[role], head))
    return around


class _Classes:
    """Nodes that are equal so far, class by class, and the order of the classes.

    When a class splits, the largest part keeps its number. Only nodes joined to one of the other parts can
    be distinguished by that, and a node is in one of those at most log n times: a chain takes as many rounds as it has
    nodes, and must not take the time of all nodes in every one of them.
    """

    def __init__(self, keys: Sequence[Any]) -> None:
        groups: dict[Any, set[int]] = {}
        for node, key in enumerate(keys):
            groups.setdefault(key, set()).add(node)
        self.members = [groups[key] for key in sorted(groups)]
        self.number = [0] * len(keys)
        #: How many nodes come before each class: the order of the classes, which stays when they fall apart.
        self.before: list[int] = []
        #: The class that begins at a position.
        self.at: dict[int, int] = {}
        total = 0
        for number, nodes in enumerate(self.members):
            self.before.append(total)
            self.at[total] = number
            total += len(nodes)
            for node in nodes:
                self.number[node] = number

    def position(self, node: int) -> int:
        """The position of a node's class in the order of all nodes."""
        return self.before[self.number[node]]

    def refine(self, around: Around, touched: Collection[int]) -> None:
        """Distinguish nodes by their neighbours, round after round, as long as classes split.

        `touched` are the nodes around which something may have changed.
        """
        limits = current()
        while touched:
            limits.spend(PYTHON_STEP * len(touched))
            # All keys are computed before any class splits: a round depends only on the round before it.
            splits = [(number, *self._parts(nodes, around)) for number, nodes in self._by_class(touched)]
            moved = [node for split in splits for node in self._fall_apart(*split)]
            touched = {other for node in moved for _, _, other in around[node]}

    def split(self, keys: Sequence[Any], around: Around) -> None:
        """Distinguish the nodes of a class by further keys, then by their neighbours."""
        moved: list[int] = []
        for number in range(len(self.members)):
            parts: dict[Any, set[int]] = {}
            for node in self.members[number]:
                parts.setdefault(keys[node], set()).add(node)
            if len(parts) > 1:
                moved += self._fall_apart(number, [parts[key] for key in sorted(parts)], -1)
        self.refine(around, {other for node in moved for _, _, other in around[node]})

    def separate(self, around: Around) -> None:
        """Give every node a class of its own, refining the others after each separation."""
        position = 0
        while position < len(self.number):
            members = self.members[self.at[position]]
            if len(members) == 1:
                position += 1
                continue
            node = min(members)
            neighbours = sorted(around[node])
            current().spend(PYTHON_STEP * len(members))
            if all(sorted(around[other]) == neighbours for other in members):
                # They have the very same neighbours: separating one distinguishes no other nodes.
                for twin in sorted(members)[:-1]:
                    self._set_apart(twin)
                continue
            self._set_apart(node)
            self.refine(around, {other for _, _, other in around[node]})

    def _set_apart(self, node: int) -> None:
        """Put a node before all others of its class."""
        self._fall_apart(self.number[node], [{node}, set()], 1)

    def _by_class(self, touched: Iterable[int]) -> list[tuple[int, list[int]]]:
        """The nodes that may have changed, by class; classes of one node are skipped."""
        by_class: dict[int, list[int]] = {}
        for node in touched:
            number = self.number[node]
            if len(self.members[number]) > 1:
                by_class.setdefault(number, []).append(node)
        return list(by_class.items())

    def _parts(self, touched: list[int], around: Around) -> tuple[list[set[int]], int]:
        """The nodes of a class that may have changed, part after part, and to which part all its others belong.

        That is -1 where there are no others.
        """
        parts: dict[Key, set[int]] = {}
        for node in touched:
            parts.setdefault(self._key(node, around), set()).add(node)
        members = self.members[self.number[touched[0]]]
        if len(touched) == len(members):
            return [parts[key] for key in sorted(parts)], -1
        # The others were equal, and nothing has changed around them: one represents all.
        apart = set(touched)
        others = self._key(next(node for node in members if node not in apart), around)
        parts.setdefault(others, set())
        order = sorted(parts)
        return [parts[key] for key in order], order.index(others)

    def _key(self, node: int, around: Around) -> Key:
        """What a node is joined to."""
        return tuple(sorted([(is_head, role, self.position(other)) for is_head, role, other in around[node]]))

    def _fall_apart(self, number: int, parts: list[set[int]], rest: int) -> list[int]:
        """Make a class of each part but the largest, which keeps the number; the nodes that have a new one."""
        members = self.members[number]
        sizes = [len(part) for part in parts]
        if rest >= 0:
            sizes[rest] += len(members) - sum(sizes)
        largest = sizes.index(max(sizes))
        if rest not in (-1, largest):
            parts[rest] = members.difference(*(part for index, part in enumerate(parts) if index != rest))
        moved: list[int] = []
        before = self.before[number]
        for index, (part, size) in enumerate(zip(parts, sizes, strict=True)):
            if index == largest:
                self.before[number] = before
                self.at[before] = number
            else:
                for node in part:
                    self.number[node] = len(self.members)
                self.at[before] = len(self.members)
                self.members.append(part)
                self.before.append(before)
                members -= part
                moved += part
            before += size
        return moved
