# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Node numbers that depend on the graph alone, not on how it was written down: colour refinement."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence

from tallystick.dataclass import dataclass

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
    from cython.cimports.tallystick.solve.refinement import Refinement
    from cython.cimports.tallystick.solve.sorting import Sorter
    from cython.cimports.tallystick.tasks.graphs.ancast.graph import AncastGraph, GraphNumbers
    from cython.cimports.tallystick.tasks.graphs.ancast.words import AncastWords
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.solve.refinement import Refinement
    from tallystick.solve.sorting import Sorter
    from tallystick.tasks.graphs.ancast.graph import AncastGraph, GraphNumbers
    from tallystick.tasks.graphs.ancast.words import AncastWords

__all__ = ["Numbering", "exchangeable", "number_nodes"]


@dataclass(frozen=True, slots=True)
class Numbering:
    """The nodes of a graph in an order that does not depend on how the graph was written down."""

    order: array[int]
    classes: array[int]
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
    roles: cython.int[::1] = RoleOrder(graph.numbers).ranks()
    classes: Refinement = Refinement(graph.shape, roles, NodeOrder(graph, roles).ranks())
    classes.refine_all()
    if further is not None:
        values = {value: rank for rank, value in enumerate(sorted(set(further)))}  # type: ignore[type-var]
        classes.distinguish(array("i", [values[value] for value in further] or (0,)))
    class_of_node = classes.positions()
    return Numbering(classes.separate(), class_of_node)


def exchangeable(columns: array[int], pred: Numbering, gold: Numbering) -> bool:
    """Whether some aligned node is in a class with others, so that they might exchange their partners."""
    row: cython.int
    arena: Arena = thread_arena()
    pred_sizes: cython.int[::1] = arena.ints(len(pred.classes))
    gold_sizes: cython.int[::1] = arena.ints(len(gold.classes))
    pred_class: cython.int[::1] = pred.classes
    gold_class: cython.int[::1] = gold.classes
    column: cython.int[::1] = columns
    for row in range(len(pred_class)):
        pred_sizes[pred_class[row]] += 1
    for row in range(len(gold_class)):
        gold_sizes[gold_class[row]] += 1
    for row in range(len(column)):
        if column[row] >= 0 and (pred_sizes[pred_class[row]] > 1 or gold_sizes[gold_class[column[row]]] > 1):
            return True
    return False


@cython.cclass
class RoleOrder(Sorter):
    """The roles in the order of their names."""

    numbers: GraphNumbers

    def __init__(self, numbers: GraphNumbers) -> None:
        role: cython.int
        self.numbers = numbers
        for role in range(numbers.count):
            if numbers.words.start[numbers.role[role]] < 0:
                numbers.words.spell(numbers.role[role])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def before(self, first: cython.int, second: cython.int) -> cython.bint:
        """Whether the name of one role comes before that of another."""
        return self.numbers.words.compare(self.numbers.role[first], self.numbers.role[second]) < 0

    def ranks(self) -> cython.int[::1]:
        """Return the rank of each role."""
        x: cython.int
        count: cython.int = self.numbers.count
        order: cython.int[::1] = array("i", bytes(4 * count + 4))
        rank: cython.int[::1] = array("i", bytes(4 * count + 4))
        for x in range(count):
            order[x] = x
        self.sort(order, 0, count)
        for x in range(count):
            rank[order[x]] = x
        return rank


@cython.cclass
class NodeOrder(Sorter):
    """The nodes in the order of lemma, sense, attributes, and being the root."""

    graph: AncastGraph
    words: AncastWords
    role_rank: cython.int[::1]
    start: cython.int[::1]  # the attributes of each node
    attribute: AttributeOrder
    edge: cython.int[::1]

    def __init__(self, graph: AncastGraph, role_rank: cython.int[::1]) -> None:
        v: cython.int
        k: cython.int
        total: cython.int = 0
        shape: Shape = graph.shape
        self.graph = graph
        self.words = graph.numbers.words
        self.role_rank = role_rank
        self.attribute = AttributeOrder(shape, self.words, role_rank)
        self.start = array("i", bytes(4 * graph.size + 4))
        self.edge = array("i", bytes(4 * shape.edges + 4))
        for v in range(graph.size):
            if self.words.start[graph.sense[v]] < 0:
                self.words.spell(graph.sense[v])
            for k in range(shape.out_start[v], shape.out_start[v + 1]):
                if shape.tail[k] < 0:
                    if self.words.start[-1 - shape.tail[k]] < 0:
                        self.words.spell(-1 - shape.tail[k])
                    self.edge[total] = k
                    total += 1
            self.start[v + 1] = total
            self.attribute.sort(self.edge, self.start[v], total)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def before(self, first: cython.int, second: cython.int) -> cython.bint:
        """Whether one node comes before another."""
        step: cython.int = self.words.compare(self.graph.lemma[first], self.graph.lemma[second])
        if step == 0:
            step = self.words.compare(self.graph.sense[first], self.graph.sense[second])
        if step == 0:
            step = self.compare_attributes(first, second)
        if step == 0:
            # The root is the first node as it was read, and comes after its equals.
            return second == 0 and first != 0
        return step < 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def compare_attributes(self, first: cython.int, second: cython.int) -> cython.int:
        """Compare the attributes of two nodes: below 0, 0 or above 0."""
        step: cython.int
        x: cython.int = self.start[first]
        y: cython.int = self.start[second]
        while x < self.start[first + 1] and y < self.start[second + 1]:
            step = self.attribute.compare(self.edge[x], self.edge[y])
            if step != 0:
                return step
            x += 1
            y += 1
        return (self.start[first + 1] - x) - (self.start[second + 1] - y)

    def ranks(self) -> cython.int[::1]:
        """Return the rank of each node; equal nodes have the same."""
        x: cython.int
        last: cython.int = 0
        order: cython.int[::1] = array("i", bytes(4 * self.graph.size + 4))
        rank: cython.int[::1] = array("i", bytes(4 * self.graph.size + 4))
        for x in range(self.graph.size):
            order[x] = x
        self.sort(order, 0, self.graph.size)
        for x in range(self.graph.size):
            if x > 0 and self.before(order[x - 1], order[x]):
                last += 1
            rank[order[x]] = last
        return rank


@cython.cclass
class AttributeOrder(Sorter):
    """The attributes in the order of the names of their roles and their values; an entry is an edge of the graph."""

    shape: Shape
    words: AncastWords
    role_rank: cython.int[::1]

    def __init__(self, shape: Shape, words: AncastWords, role_rank: cython.int[::1]) -> None:
        self.shape = shape
        self.words = words
        self.role_rank = role_rank

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def compare(self, first: cython.int, second: cython.int) -> cython.int:
        """Compare two attributes: below 0, 0 or above 0."""
        step: cython.int = self.role_rank[self.shape.role[first]] - self.role_rank[self.shape.role[second]]
        if step == 0:
            step = self.words.compare(-1 - self.shape.tail[first], -1 - self.shape.tail[second])
        return step

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def before(self, first: cython.int, second: cython.int) -> cython.bint:
        """Whether one attribute comes before another."""
        return self.compare(first, second) < 0
