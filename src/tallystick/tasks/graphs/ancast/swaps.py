"""The best way to pair the members of classes, so that most relations are matched.

The problem that is solved does not depend on how the graphs were written down, nor on which of them is the gold:
among equally good answers every layout gets the same.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence

from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.align import Cells, Edges, GraphPair, NodePairs, align
from tallystick.solve.integer import maximise

__all__ = ["Class", "ExchangeSide", "Node", "Paired", "best_pairing"]

#: A class of one side: the index of the pair of graphs, and the class.
Class = tuple[int, int]
#: A node: the index of its pair of graphs, and its own.
Node = tuple[int, int]
#: Relations (head, label, tail) with the weight of each; an end that is fixed is a name.
Relations = Mapping[tuple[Node | str, str, Node | str], int]

#: Cells times branches after which the search gives up its proof: symmetric problems can have very many branches.
MOST_WORK = 2_000_000
#: The memory of a cell, here and in the aligner.
CELL_BYTES = 400
#: An index in both sides' lists of nodes.
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ExchangeSide:
    """The nodes of one side that may exchange their partners, and their relations."""

    classes: Sequence[tuple[Class, Sequence[Node]]]
    relations: Relations

    def indices(self) -> dict[Node, int]:
        """The index of each node, in the order of classes and node numbers."""
        nodes = [node for _, members in self.classes for node in members]
        return {node: index for index, node in enumerate(nodes)}

    def signature(self) -> tuple[int, list[tuple[int, str, int]]]:
        """A value that orders the two sides, whichever of them is gold."""
        index = self.indices()
        return len(index), sorted(
            [
                (
                    -1 if isinstance(head, str) else index[head],
                    label,
                    -1 if isinstance(tail, str) else index[tail],
                )
                for head, label, tail in checked(self.relations)
            ]
        )


@dataclass(frozen=True, slots=True)
class Paired:
    """A pairing, the weight of the relations that it matches, and the most that any could match."""

    partners: Mapping[Node, Node]
    matched: int
    most: int


def best_pairing(gold: ExchangeSide, pred: ExchangeSide, pairs: Mapping[tuple[Class, Class], int]) -> Paired:
    """Pair the nodes of the classes so that most relations match.

    `pairs` has the number of pairs for two classes (pred, gold), as do the partners that are returned.
    """
    if pred.signature() <= gold.signature():
        return _Problem(pred, gold, pairs).solve()
    paired = _Problem(gold, pred, {ends[::-1]: count for ends, count in pairs.items()}).solve()
    turned = {pred_node: gold_node for gold_node, pred_node in paired.partners.items()}
    return Paired(turned, paired.matched, paired.most)


class _Problem:
    """The cells that may be used with their own gains, and the edges, which gain if both ends are paired."""

    def __init__(
        self, first: ExchangeSide, second: ExchangeSide, pairs: Mapping[tuple[Class, Class], int]
    ) -> None:
        self.sides = first, second
        self.indices = first.indices(), second.indices()
        self.pairs = pairs
        self.edges: tuple[dict[tuple[int, str, int], int], dict[tuple[int, str, int], int]] = ({}, {})
        gains = self._gains()
        # A pair of nodes weighs more than all relations together: exchanges never leave a node without its partner.
        self.heavy = 1 + sum(first.relations.values())
        members = dict(first.classes), dict(second.classes)
        size = sum(len(members[0][ends[0]]) * len(members[1][ends[1]]) for ends in pairs)
        current().reserve(CELL_BYTES * size, f"{size:,} ways to pair nodes that nothing distinguishes")
        self.cells: dict[Cell, float] = {}
        self.classes: list[tuple[Class, Class]] = []
        for ends in sorted(pairs):
            columns = [self.indices[1][node] for node in members[1][ends[1]]]
            for row in checked(
                [self.indices[0][node] for node in members[0][ends[0]]], PYTHON_STEP * len(columns)
            ):
                for column in columns:
                    self.cells[row, column] = self.heavy + gains.get((row, column), 0)
                    self.classes.append(ends)

    def _gains(self) -> dict[Cell, int]:
        """The credit of each pair of nodes for relations to fixed ends and to itself; the edges are kept apart."""
        fixed: tuple[dict[tuple[str, str, str], dict[int, int]], ...] = ({}, {})
        for number, side in enumerate(self.sides):
            index = self.indices[number]
            for (head, label, tail), weight in checked(side.relations.items()):
                if isinstance(head, str):
                    assert not isinstance(tail, str)
                    fixed[number].setdefault((label, "from", head), {})[index[tail]] = weight
                elif isinstance(tail, str):
                    fixed[number].setdefault((label, "to", tail), {})[index[head]] = weight
                elif head == tail:
                    fixed[number].setdefault((label, "loop", ""), {})[index[head]] = weight
                else:
                    self.edges[number][index[head], label, index[tail]] = weight
        gains: Counter[Cell] = Counter()
        for key, rows in fixed[0].items():
            for column, other_weight in checked(fixed[1].get(key, {}).items(), PYTHON_STEP * len(rows)):
                for row, weight in rows.items():
                    gains[row, column] += min(weight, other_weight)
        return gains

    def solve(self) -> Paired:
        """Search among all pairings of the cells; add the numbers of pairs as constraints if the result breaks them."""
        rows, columns = (array("i", [cell[end] for cell in self.cells]) for end in (0, 1))
        labels = {label: number for number, label in enumerate(sorted({key[1] for key in self.edges[0]}))}
        flat = []
        for edges in self.edges:
            known = sorted([(labels[label], head, tail, edges[head, label, tail]) for head, label, tail in edges
                            if label in labels])  # fmt: skip
            flat.append([array("i", [edge[part] for edge in known]) for part in (1, 2, 0, 3)])
        # The solver calls the side of the rows pred, whichever of the two it is.
        graphs = GraphPair(
            pred=Edges(len(self.indices[0]), *flat[0]),
            gold=Edges(len(self.indices[1]), *flat[1]),
            cells=Cells(gold=columns, pred=rows, weight=array("d", self.cells.values())),
            allowed=NodePairs(gold=columns, pred=rows),
        )
        result = align(graphs, node_limit=1 + MOST_WORK // len(self.cells))
        chosen = {(row, column) for row, column in enumerate(result.mapping) if column >= 0}
        if self._counts(chosen) != self.pairs:
            return self._solve_with_counts()
        return self._paired(chosen, result.score, result.upper_bound)

    def _counts(self, chosen: set[Cell]) -> Counter[tuple[Class, Class]]:
        """How many pairs of each two classes a pairing has."""
        return Counter(ends for cell, ends in zip(self.cells, self.classes, strict=True) if cell in chosen)

    def _paired(self, chosen: set[Cell], score: float, bound: float) -> Paired:
        nodes = [list(index) for index in self.indices]
        base = self.heavy * sum(self.pairs.values())
        partners = {nodes[0][row]: nodes[1][column] for row, column in sorted(chosen)}
        return Paired(partners, round(score - base), round(bound - base))

    def _solve_with_counts(self) -> Paired:
        """The same as an integer program in which the numbers of pairs are constraints."""
        number = {cell: index for index, cell in enumerate(self.cells)}
        objective = list(self.cells.values())
        limits: list[float] = []
        entries: list[tuple[int, int, float]] = []

        def constrain(terms: Sequence[tuple[int, float]], limit: float) -> None:
            entries.extend([(len(limits), variable, factor) for variable, factor in terms])
            limits.append(limit)

        for end in (0, 1):
            for index in checked(range(len(self.indices[end])), PYTHON_STEP * len(number)):
                constrain([(k, 1.0) for cell, k in number.items() if cell[end] == index], 1.0)
        for ends, count in checked(self.pairs.items(), PYTHON_STEP * len(number)):
            constrain([(k, 1.0) for k, own in enumerate(self.classes) if own == ends], count)
        by_label: dict[str, list[tuple[int, int, int]]] = {}
        for (head, label, tail), weight in self.edges[1].items():
            by_label.setdefault(label, []).append((head, tail, weight))
        for (head, label, tail), weight in self.edges[0].items():
            for other_head, other_tail, other_weight in checked(by_label.get(label, ())):
                cells = (head, other_head), (tail, other_tail)
                if cells[0] in number and cells[1] in number:
                    for cell in cells:
                        constrain([(len(objective), 1.0), (number[cell], -1.0)], 0.0)
                    objective.append(min(weight, other_weight))
        row, column, factor = zip(*entries, strict=True)
        result = maximise(objective, row, column, factor, limits)
        chosen = {cell for cell, value in zip(number, result.values, strict=False) if value}
        return self._paired(chosen, result.score, result.upper_bound)
