# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The nodes, edges and parent–child pairs of a graph that AnCast aligned, as rows."""

from __future__ import annotations

from tallystick.tasks.graphs.triples import ATTRIBUTE, NODE, RELATION, ROOT, TOP

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.tasks.graphs.ancast.graph import AncastGraph
    from cython.cimports.tallystick.tasks.graphs.columns import scattered, table_size
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.tasks.graphs.ancast.graph import AncastGraph
    from tallystick.tasks.graphs.columns import scattered, table_size
    from tallystick.tasks.graphs.triple_rows import TripleRows

__all__ = ["EdgeRows"]


@cython.final
@cython.cclass
class EdgeRows:
    """One graph as rows: its nodes, the mark of its root, its edges, and after them the pairs with several labels.

    A parent–child pair with a single label is the row of its edge.
    """

    rows: TripleRows
    nodes: cython.int
    edges: cython.int
    single: cython.int  # the number of rows before the pairs with several labels
    edge: cython.int[::1]  # head, role, tail of each
    first: cython.int[::1]  # the first edge with the same ends
    next: cython.int[::1]  # the next edge with the same ends, -1 for none
    pair: cython.int[::1]  # the row of the pair that begins with an edge
    table: cython.int[::1]
    slots: cython.longlong

    def __init__(self, graph: AncastGraph) -> None:
        k: cython.int
        role: cython.int
        self.nodes = graph.size
        self.edges = len(graph.edge) // 3
        self.edge = graph.edge
        self.rows = TripleRows(graph.columns.vocabulary, graph, self.nodes, self.nodes + 1 + 2 * self.edges)
        for k in range(self.nodes):
            self.rows.add(NODE, k, -1, graph.columns.concept[k])
        if self.nodes > 0:
            self.rows.add(ROOT, 0, self.rows.vocabulary.number(TOP), self.rows.vocabulary.number("top"))
        for k in range(self.edges):
            role = graph.numbers.role[self.edge[3 * k + 1]]
            if self.edge[3 * k + 2] >= 0:
                self.rows.add(RELATION, self.edge[3 * k], role, self.edge[3 * k + 2])
            else:
                self.rows.add(ATTRIBUTE, self.edge[3 * k], role, -1 - self.edge[3 * k + 2])
        self.single = self.rows.size
        self.group_edges()

    @cython.cfunc
    def group_edges(self) -> cython.void:
        """Find the edges with the same ends, and add a row for each pair of ends with several of them."""
        k: cython.int
        last: cython.int
        slot: cython.longlong
        arena: Arena = thread_arena()
        self.first = arena.ints(self.edges)
        self.next = arena.ints(self.edges)
        self.pair = arena.ints(self.edges)
        self.slots = table_size(self.edges + 1)
        self.table = arena.ints(self.slots)
        for slot in range(self.slots):
            self.table[slot] = -1
        for k in range(self.edges):
            self.next[k] = -1
            self.first[k] = self.enter(k)
            self.pair[k] = self.single - self.edges + k
            if self.first[k] != k:
                last = self.first[k]
                while self.next[last] >= 0:
                    last = self.next[last]
                self.next[last] = k
        for k in range(self.edges):
            if self.first[k] == k and self.next[k] >= 0:
                self.pair[k] = self.add_pair(k)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, k: cython.int) -> cython.int:
        """Return the first edge with the ends of an edge: itself, if there is none before it."""
        slot: cython.longlong = scattered(self.edge[3 * k], self.edge[3 * k + 2], 0) & (self.slots - 1)
        while self.table[slot] >= 0:
            if (
                self.edge[3 * self.table[slot]] == self.edge[3 * k]
                and self.edge[3 * self.table[slot] + 2] == self.edge[3 * k + 2]
            ):
                return self.table[slot]
            slot = (slot + 1) & (self.slots - 1)
        self.table[slot] = k
        return k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, head: cython.int, tail: cython.int) -> cython.int:
        """Return the first edge with these ends, -1 if there is none."""
        slot: cython.longlong = scattered(head, tail, 0) & (self.slots - 1)
        while self.table[slot] >= 0:
            if self.edge[3 * self.table[slot]] == head and self.edge[3 * self.table[slot] + 2] == tail:
                return self.table[slot]
            slot = (slot + 1) & (self.slots - 1)
        return -1

    @cython.cfunc
    @cython.exceptval(-1)
    def add_pair(self, k: cython.int) -> cython.int:
        """Add the row of a pair with several labels: its role is all of them."""
        row: cython.int = self.single - self.edges + k
        labels: list[str] = []
        while k >= 0:
            labels.append(self.rows.role_of(self.single - self.edges + k))
            k = self.next[k]
        return self.rows.add(
            self.rows.sort[row],
            self.rows.source[row],
            self.rows.vocabulary.number(", ".join(sorted(labels))),
            self.rows.target[row],
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_pairs(self, rows: cython.int[::1]) -> cython.int:
        """Write the rows of the parent–child pairs; return their number."""
        k: cython.int
        count: cython.int = 0
        for k in range(self.edges):
            if self.first[k] == k:
                rows[count] = self.pair[k]
                count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def labels(self, k: cython.int) -> cython.int:
        """Return the number of labels of the pair that begins with an edge."""
        count: cython.int = 0
        while k >= 0:
            count += 1
            k = self.next[k]
        return count
