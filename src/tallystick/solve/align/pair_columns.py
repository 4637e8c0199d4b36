# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Two graphs to be aligned as typed columns, which other kernels fill without the interpreter's lock.

The objects are meant to be filled again and again: they keep their arrays, and ask for larger ones where they must.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["CellColumns", "EdgeColumns", "PairColumns"]

# Room for a sentence graph from the beginning.
FIRST_CAPACITY = 64


@cython.final
@cython.cclass
class EdgeColumns:
    """The nodes of a graph and its labelled edges, no two alike, with the number of times each one occurs.

    Labels are numbers of both graphs together. They may be any, but small ones (from 0) save a renumbering.
    """

    nodes: cython.int
    size: cython.int  # the number of edges; the columns may be longer
    capacity: cython.int
    source: cython.int[::1]
    target: cython.int[::1]
    label: cython.int[::1]
    count: cython.int[::1]

    def __init__(self) -> None:
        self.nodes = 0
        self.size = 0
        self.make_room(FIRST_CAPACITY)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def clear(self, nodes: cython.int, capacity: cython.int) -> cython.int:
        """Begin another graph: its number of nodes, and room for so many edges (more may be added)."""
        self.nodes = nodes
        self.size = 0
        if capacity > self.capacity:
            with cython.gil:
                self.make_room(capacity)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def add(self, source: cython.int, target: cython.int, label: cython.int, count: cython.int) -> cython.int:
        """Append an edge."""
        if self.size == self.capacity:
            with cython.gil:
                self.make_room(2 * self.capacity)
        self.source[self.size] = source
        self.target[self.size] = target
        self.label[self.size] = label
        self.count[self.size] = count
        self.size += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_room(self, capacity: cython.int) -> cython.int:
        """Move the edges to larger arrays."""
        k: cython.int
        room: cython.int[::1] = memoryview(array("i", bytes(16 * capacity)))
        source: cython.int[::1] = room[:capacity]
        target: cython.int[::1] = room[capacity : 2 * capacity]
        label: cython.int[::1] = room[2 * capacity : 3 * capacity]
        count: cython.int[::1] = room[3 * capacity :]
        for k in range(self.size):
            source[k] = self.source[k]
            target[k] = self.target[k]
            label[k] = self.label[k]
            count[k] = self.count[k]
        self.source = source
        self.target = target
        self.label = label
        self.count = count
        self.capacity = capacity
        return 0


@cython.final
@cython.cclass
class CellColumns:
    """Pairs of nodes, and what each of them earns by itself; a pair that is repeated earns all of its weights."""

    size: cython.int  # the number of cells; the columns may be longer
    capacity: cython.int
    gold: cython.int[::1]
    pred: cython.int[::1]
    weight: cython.double[::1]

    def __init__(self) -> None:
        self.size = 0
        self.make_room(FIRST_CAPACITY)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def clear(self) -> cython.int:
        """Begin anew without cells."""
        self.size = 0
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def add(self, gold: cython.int, pred: cython.int, weight: cython.double) -> cython.int:
        """Append a cell."""
        if self.size == self.capacity:
            with cython.gil:
                self.make_room(2 * self.capacity)
        self.gold[self.size] = gold
        self.pred[self.size] = pred
        self.weight[self.size] = weight
        self.size += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def make_room(self, capacity: cython.int) -> cython.int:
        """Move the cells to larger arrays."""
        k: cython.int
        room: cython.int[::1] = memoryview(array("i", bytes(8 * capacity)))
        gold: cython.int[::1] = room[:capacity]
        pred: cython.int[::1] = room[capacity:]
        weight: cython.double[::1] = memoryview(array("d", bytes(8 * capacity)))
        for k in range(self.size):
            gold[k] = self.gold[k]
            pred[k] = self.pred[k]
            weight[k] = self.weight[k]
        self.gold = gold
        self.pred = pred
        self.weight = weight
        self.capacity = capacity
        return 0


@cython.final
@cython.cclass
class PairColumns:
    """Two graphs, the pairs of their nodes that earn something by themselves, and how pairs of edges earn.

    The rule is that of :class:`GraphPair`. If the pair is restricted, only the allowed pairs of nodes are used; their
    weights mean nothing.
    """

    gold: EdgeColumns
    pred: EdgeColumns
    cells: CellColumns
    rule: cython.int
    restricted: cython.bint
    allowed: CellColumns

    def __init__(self) -> None:
        self.gold = EdgeColumns()
        self.pred = EdgeColumns()
        self.cells = CellColumns()
        self.allowed = CellColumns()
        self.rule = 0
        self.restricted = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def clear(
        self, gold_nodes: cython.int, gold_edges: cython.int, pred_nodes: cython.int, pred_edges: cython.int
    ) -> cython.int:
        """Begin another pair: the numbers of nodes, and room for so many edges; no cells, rule 0, no restriction."""
        self.gold.clear(gold_nodes, gold_edges)
        self.pred.clear(pred_nodes, pred_edges)
        self.cells.clear()
        self.allowed.clear()
        self.rule = 0
        self.restricted = False
        return 0
