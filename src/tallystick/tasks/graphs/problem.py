# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The alignment problem that two graphs pose: their columns joined into cells and edges, as the solver takes them."""

from __future__ import annotations

from array import array
from threading import local

from tallystick.limits import current
from tallystick.solve.align import Cells, Edges, GraphPair, NodeGroups, NodePairs

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.pair_columns import EdgeColumns, PairColumns
    from cython.cimports.tallystick.tasks.graphs.columns import (
        TripleColumns,
        first_rows,
        scattered,
        table_size,
    )
else:
    from tallystick.solve.align.pair_columns import EdgeColumns, PairColumns
    from tallystick.tasks.graphs.columns import TripleColumns, first_rows, scattered, table_size

__all__ = ["edges_of", "graph_pair", "joined"]

# Below this number of pairs of triples there is nothing to limit.
LARGE = 1 << 20
# What one pair of nodes takes in the columns.
CELL_BYTES = 16


@cython.final
@cython.cclass
class UnaryTriples:
    """The triples of one graph that concern a single node: instances, attributes and loops, equal ones counted.

    An instance has the role -1, a loop the value -1; words have no such numbers.
    """

    size: cython.int
    node: cython.int[::1]
    role: cython.int[::1]
    value: cython.int[::1]
    count: cython.int[::1]

    @cython.cfunc
    def make_room(self, size: cython.int) -> cython.void:
        """Make room for so many triples."""
        if self.size < size:
            room: cython.int[::1] = array("i", bytes(16 * size))
            self.node = room[:size]
            self.role = room[size : 2 * size]
            self.value = room[2 * size : 3 * size]
            self.count = room[3 * size :]
            self.size = size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def collect(self, columns: TripleColumns, first: cython.int[::1], table: cython.int[::1]) -> cython.int:
        """Fill in the triples of a graph, each once, and return how many there are."""
        k: cython.int
        size: cython.int = 0
        kept: cython.int = 0
        for k in range(columns.nodes):
            if columns.concept[k] >= 0:
                self.node[size] = k
                self.role[size] = -1
                self.value[size] = columns.concept[k]
                size += 1
        for k in range(columns.attributes):
            self.node[size] = columns.attribute_node[k]
            self.role[size] = columns.attribute_role[k]
            self.value[size] = columns.attribute_value[k]
            size += 1
        for k in range(columns.relations):
            if columns.source[k] == columns.target[k]:
                self.node[size] = columns.source[k]
                self.role[size] = columns.role[k]
                self.value[size] = -1
                size += 1
        for k in range(size):
            self.count[k] = 1
        if columns.distinct:
            return size
        first_rows(size, self.node, self.role, self.value, first, table)
        # `first` becomes the new row of each triple: a row is always moved to one that has been read already.
        for k in range(size):
            if first[k] == k:
                self.node[kept] = self.node[k]
                self.role[kept] = self.role[k]
                self.value[kept] = self.value[k]
                self.count[kept] = 1
                first[k] = kept
                kept += 1
            else:
                first[k] = first[first[k]]
                self.count[first[k]] += 1
        return kept


@cython.final
@cython.cclass
class Join:
    """Room for joining pairs of graphs, one after another."""

    pair: PairColumns
    gold: UnaryTriples
    pred: UnaryTriples
    first: cython.int[::1]
    table: cython.int[::1]
    following: cython.int[::1]
    label: cython.int[::1]  # the labels of the words of the vocabulary, -1 between two pairs
    rows: cython.int
    words: cython.Py_ssize_t

    def __init__(self) -> None:
        self.pair = PairColumns()
        self.gold = UnaryTriples()
        self.pred = UnaryTriples()
        self.gold.size = self.pred.size = 0
        self.rows = 0
        self.words = 0

    @cython.cfunc
    def make_room(self, rows: cython.int, words: cython.Py_ssize_t) -> cython.void:
        """Make room for so many triples of a graph, and words."""
        if self.rows < rows:
            self.rows = 2 * rows
            self.first = array("i", bytes(4 * self.rows))
            self.following = array("i", bytes(4 * self.rows))
            self.table = array("i", bytes(4 * table_size(self.rows)))
        if self.words < words:
            self.words = 2 * words
            self.label = array("i", [-1]) * self.words

    @cython.cfunc
    def run(self, gold: TripleColumns, pred: TripleColumns, multiply: cython.bint) -> PairColumns:
        """Fill in the problem of two graphs."""
        gold_size: cython.int = gold.nodes + gold.attributes + gold.relations
        pred_size: cython.int = pred.nodes + pred.attributes + pred.relations
        counted: cython.longlong = 0
        self.make_room(max(gold_size, pred_size) + 1, len(gold.vocabulary.words))
        self.gold.make_room(gold_size)
        self.pred.make_room(pred_size)
        large: cython.bint = cython.cast(cython.longlong, gold_size) * pred_size > LARGE
        with cython.nogil:
            self.pair.clear(gold.nodes, gold.relations, pred.nodes, pred.relations)
            self.pair.rule = 3 if multiply else 0
            self.add_edges(gold, self.pair.gold, 0)
            self.add_edges(pred, self.pair.pred, self.label_count(gold))
            self.forget_labels(gold)
            self.forget_labels(pred)
            gold_size = self.gold.collect(gold, self.first, self.table)
            pred_size = self.pred.collect(pred, self.first, self.table)
            self.index_gold(gold_size)
            if large:
                counted = self.match(gold_size, pred_size, multiply, True)
        if large:
            limits = current()
            limits.spend(4 * counted)
            limits.reserve(
                CELL_BYTES * counted, f"{counted:,} pairs of nodes with equal concepts or attributes"
            )
        with cython.nogil:
            self.match(gold_size, pred_size, multiply, False)
        return self.pair

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def label_count(self, columns: TripleColumns) -> cython.int:
        """Return how many labels there are after the edges of one graph were added."""
        k: cython.int
        most: cython.int = -1
        for k in range(columns.relations):
            if self.label[columns.role[k]] > most:
                most = self.label[columns.role[k]]
        return most + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget_labels(self, columns: TripleColumns) -> cython.void:
        """Free the words of one graph from their labels."""
        k: cython.int
        for k in range(columns.relations):
            self.label[columns.role[k]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def add_edges(self, columns: TripleColumns, edges: EdgeColumns, labels: cython.int) -> cython.int:
        """Add the relations between different nodes, equal ones counted, in the order of their first occurrence."""
        k: cython.int
        role: cython.int
        if not columns.distinct:
            first_rows(
                columns.relations, columns.source, columns.role, columns.target, self.first, self.table
            )
        for k in range(columns.relations):
            if columns.source[k] == columns.target[k]:
                continue
            if not columns.distinct and self.first[k] != k:
                self.first[k] = self.first[self.first[k]]
                edges.count[self.first[k]] += 1
                continue
            role = columns.role[k]
            if self.label[role] < 0:
                self.label[role] = labels
                labels += 1
            self.first[k] = edges.size
            edges.add(columns.source[k], columns.target[k], self.label[role], 1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def index_gold(self, size: cython.int) -> cython.void:
        """Chain the gold triples by a hash of role and value."""
        k: cython.int
        slot: cython.longlong
        slots: cython.longlong = table_size(size)
        for slot in range(slots):
            self.table[slot] = -1
        for k in range(size - 1, -1, -1):
            slot = scattered(self.gold.role[k], self.gold.value[k], 0) & (slots - 1)
            self.following[k] = self.table[slot]
            self.table[slot] = k

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def match(
        self, gold_size: cython.int, pred_size: cython.int, multiply: cython.bint, only_count: cython.bint
    ) -> cython.longlong:
        """Add a cell for every two equal triples of one node each, or only count them; return their number."""
        j: cython.int
        k: cython.int
        weight: cython.double
        counted: cython.longlong = 0
        slots: cython.longlong = table_size(gold_size)
        for k in range(pred_size):
            j = self.table[scattered(self.pred.role[k], self.pred.value[k], 0) & (slots - 1)]
            while j >= 0:
                if self.gold.value[j] == self.pred.value[k] and self.gold.role[j] == self.pred.role[k]:
                    counted += 1
                    if not only_count:
                        if multiply:
                            weight = cython.cast(cython.double, self.gold.count[j]) * self.pred.count[k]
                        else:
                            weight = min(self.gold.count[j], self.pred.count[k])
                        self.pair.cells.add(self.gold.node[j], self.pred.node[k], weight)
                j = self.following[j]
        return counted


_OF_THREAD = local()


def joined(gold: TripleColumns, pred: TripleColumns, multiply: bool = False) -> PairColumns:
    """Join two graphs: equal triples of one node are cells, relations between nodes are edges.

    Equal triples count as often as the rarer side has them, or for every pair of them if they are to multiply. The
    columns are those of this thread: the next call fills them anew.
    """
    join: Join | None = getattr(_OF_THREAD, "join", None)
    if join is None:
        join = _OF_THREAD.join = Join()
    return join.run(gold, pred, multiply)


def edges_of(columns: EdgeColumns) -> Edges:
    """Return the edges of one graph as arrays of their own."""
    size = columns.size
    return Edges(
        columns.nodes,
        array("i", columns.source[:size]),
        array("i", columns.target[:size]),
        array("i", columns.label[:size]),
        array("i", columns.count[:size]),
    )


def graph_pair(
    gold: TripleColumns,
    pred: TripleColumns,
    multiply: bool = False,
    allowed: NodePairs | NodeGroups | None = None,
) -> GraphPair:
    """Join two graphs as arrays of their own, for callers that change them."""
    pair = joined(gold, pred, multiply)
    size = pair.cells.size
    cells = Cells(
        gold=array("i", pair.cells.gold[:size]),
        pred=array("i", pair.cells.pred[:size]),
        weight=array("d", pair.cells.weight[:size]),
    )
    return GraphPair(edges_of(pair.gold), edges_of(pair.pred), cells, 3 if multiply else 0, allowed)
