"""Exchange the partners of nodes that nothing distinguishes where that matches more relations.

Nodes that colour refinement leaves in one class have the same similarity to every other node, so an alignment is
settled only up to exchanges within the classes of either graph. Of all alignments that such exchanges lead to, one that
matches most labelled relations is taken. So a graph scores 1 against any layout of itself, and the similarities of
aligned nodes stay what they are.

Exchanges keep the number of pairs between any two classes. Relations may lead from graph to graph (in a document), so
several pairs of graphs are looked at together.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.disjoint import DisjointSets
from tallystick.tasks.graphs.ancast.numbering import Numbering
from tallystick.tasks.graphs.ancast.swaps import Class, ExchangeSide, Node, best_pairing

__all__ = ["Endpoint", "Relations", "Unit", "exchange"]

#: An end of a relation: a node, or the name of a constant.
Endpoint = Node | str
#: Relations (head, label, tail) with the weight of each.
Relations = Mapping[tuple[Endpoint, str, Endpoint], int]
#: What a relation can match as far as classes go: ends are blocks of classes, fixed gold nodes, or constants.
Outline = tuple[object, str, object]


@dataclass(frozen=True, slots=True)
class Unit:
    """A pair of aligned graphs."""

    columns: array[int]
    """The gold node of each pred node, or -1; changed in place."""
    numbering: tuple[Numbering, Numbering] | None = None
    """Of pred and gold; None if no two nodes compete for a partner, so that there is nothing to exchange."""


def exchange(units: Sequence[Unit], gold: Relations, pred: Relations) -> int:
    """Exchange partners in place; return by how much the matched weight may fall short of the most possible."""
    return _Exchange(units).run(gold, pred)


class _Exchange:
    """The classes whose members may exchange partners."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.rows: list[dict[int, int]] = []
        #: The nodes of the classes of each side in the order of their numbers, and the pairs between two classes.
        self.members: tuple[dict[Class, list[int]], dict[Class, list[int]]] = ({}, {})
        self.pairs: Counter[tuple[Class, Class]] = Counter()
        #: Classes that are connected by pairs form a block, named after one of its classes.
        self.blocks = DisjointSets[tuple[int, Class]]()
        for index, unit in enumerate(units):
            self.rows.append({column: row for row, column in enumerate(unit.columns) if column >= 0})
            if unit.numbering is not None:
                self._open(index, unit, unit.numbering)

    def _open(self, index: int, unit: Unit, numbering: tuple[Numbering, Numbering]) -> None:
        """Find the classes of a pair of graphs that have something to exchange."""
        members: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for side, own in enumerate(numbering):
            for node in checked(own.order):
                members[side].setdefault(own.classes[node], []).append(node)
        pairs = Counter(
            (numbering[0].classes[row], numbering[1].classes[column])
            for row, column in enumerate(unit.columns)
            if column >= 0
        )
        for (pred_class, gold_class), count in pairs.items():
            if len(members[0][pred_class]) > 1 or len(members[1][gold_class]) > 1:
                ends = (index, pred_class), (index, gold_class)
                self.pairs[ends] = count
                self.blocks.join((0, ends[0]), (1, ends[1]))
                self.members[0][ends[0]] = members[0][pred_class]
                self.members[1][ends[1]] = members[1][gold_class]

    def class_of(self, side: int, end: Endpoint) -> Class | None:
        """The class of a node that may exchange its partner."""
        if isinstance(end, str):
            return None
        numbering = self.units[end[0]].numbering
        if numbering is None:
            return None
        own = end[0], numbering[side].classes[end[1]]
        return own if own in self.members[side] else None

    def end(self, side: int, endpoint: Endpoint) -> object:
        """The possible match of an end of a relation: a block, a fixed gold node, a constant; None for nothing."""
        if isinstance(endpoint, str):
            return endpoint
        own = self.class_of(side, endpoint)
        if own is not None:
            return "block", self.blocks.find((side, own))
        index, node = endpoint
        if side == 1:
            return endpoint if node in self.rows[index] else None
        column = self.units[index].columns[node]
        return (index, column) if column >= 0 else None

    def image(self, endpoint: Endpoint) -> Endpoint:
        """The current gold node of a pred node, with index -1 if it has none."""
        return (
            endpoint
            if isinstance(endpoint, str)
            else (endpoint[0], self.units[endpoint[0]].columns[endpoint[1]])
        )

    def run(self, gold: Relations, pred: Relations) -> int:
        """Exchange partners wherever more relations could match."""
        if not self.pairs:
            return 0
        outlines = self._outlined(0, pred), self._outlined(1, gold)
        parts = DisjointSets[object]()
        common = [outline for outline in outlines[0] if outline in outlines[1]]
        for head, _, tail in checked(common):
            blocks = [end for end in (head, tail) if _is_block(end)]
            parts.join(blocks[0], blocks[-1])
        possible: Counter[object] = Counter()
        matched: Counter[object] = Counter()
        for outline in checked(common):
            part = _part_of(outline, parts)
            possible[part] += min(sum(outlines[side][outline].values()) for side in (0, 1))
            for (head, label, tail), weight in outlines[0][outline].items():
                matched[part] += min(weight, gold.get((self.image(head), label, self.image(tail)), 0))
        shortfall = 0
        limits = current()
        for part in possible:
            if matched[part] < possible[part]:
                limits.spend(PYTHON_STEP * (len(common) + len(self.pairs)))
                chosen = [outline for outline in common if _part_of(outline, parts) == part]
                relations = [_joined(outlines[side], chosen) for side in (0, 1)]
                shortfall += self._improve(parts, part, relations[1], relations[0], matched[part])
        return shortfall

    def _outlined(
        self, side: int, relations: Relations
    ) -> dict[Outline, dict[tuple[Endpoint, str, Endpoint], int]]:
        """The relations that exchanges can affect, by outline."""
        outlined: dict[Outline, dict[tuple[Endpoint, str, Endpoint], int]] = {}
        for relation, weight in checked(relations.items()):
            head, label, tail = relation
            ends = self.end(side, head), self.end(side, tail)
            if None not in ends and any(map(_is_block, ends)):
                outlined.setdefault((ends[0], label, ends[1]), {})[relation] = weight
        return outlined

    def _improve(
        self, parts: DisjointSets[object], part: object, gold: Relations, pred: Relations, matched: int
    ) -> int:
        """Find the best exchange in one part; return by how much it may fall short."""
        pairs = {
            ends: count
            for ends, count in self.pairs.items()
            if parts.find(("block", self.blocks.find((0, ends[0])))) == part
        }
        sides = []
        for side, relations in enumerate((pred, gold)):
            classes = sorted({ends[side] for ends in pairs})
            nodes = [(own, [(own[0], node) for node in self.members[side][own]]) for own in classes]
            sides.append(ExchangeSide(nodes, self._local(side, relations)))
        pairing = best_pairing(sides[1], sides[0], pairs)
        if pairing.matched <= matched:
            return pairing.most - matched
        for _, members in sides[0].classes:
            for index, row in members:
                self.units[index].columns[row] = -1
        for (index, row), (_, column) in pairing.partners.items():
            self.units[index].columns[row] = column
        return pairing.most - pairing.matched

    def _local(self, side: int, relations: Relations) -> dict[tuple[Endpoint, str, Endpoint], int]:
        """Relations with fixed ends replaced by the gold nodes that they are mapped to: as names."""

        def named(end: Endpoint) -> Endpoint:
            return end if self.class_of(side, end) is not None else str(self.end(side, end))

        return {
            (named(head), label, named(tail)): weight
            for (head, label, tail), weight in checked(relations.items())
        }


def _is_block(end: object) -> bool:
    return isinstance(end, tuple) and end[0] == "block"


def _part_of(outline: Outline, parts: DisjointSets[object]) -> object:
    return parts.find(outline[0] if _is_block(outline[0]) else outline[2])


def _joined(
    outlined: Mapping[Outline, Mapping[tuple[Endpoint, str, Endpoint], int]], chosen: Iterable[Outline]
) -> dict[tuple[Endpoint, str, Endpoint], int]:
    return {relation: weight for outline in chosen for relation, weight in outlined[outline].items()}
