# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The edges of two graphs joined by label: which gold edges each pred edge can be mapped onto."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.pair_columns import EdgeColumns, PairColumns
else:
    from tallystick.solve.align.pair_columns import EdgeColumns, PairColumns

from tallystick.solve.align.room import ample, integers

__all__ = ["EdgeJoin"]


@cython.final
@cython.cclass
class EdgeJoin:
    """The edges of both sides in the orders the building needs: pred by label and by node, gold by label."""

    edges: cython.int  # of pred
    pairs: cython.longlong
    pred_room: cython.int
    gold_room: cython.int
    row_room: cython.int
    order_room: cython.int
    order: cython.int[::1]
    # Pred edges, renumbered by label; labels are numbered from 0.
    source: cython.int[::1]
    target: cython.int[::1]
    label: cython.int[::1]
    count: cython.int[::1]
    first_gold: cython.int[::1]  # the first of the gold edges of the same label
    pair_start: cython.int[::1]  # where the pairs with them begin
    # Pred edges of a node.
    out_start: cython.int[::1]
    out_edge: cython.int[::1]
    in_start: cython.int[::1]
    in_edge: cython.int[::1]
    # Gold edges, renumbered by label.
    gold_source: cython.int[::1]
    gold_target: cython.int[::1]
    gold_label: cython.int[::1]
    gold_count: cython.int[::1]

    def __init__(self) -> None:
        self.edges = 0
        self.pairs = 0
        self.pred_room = -1
        self.gold_room = -1
        self.row_room = -1
        self.order_room = -1

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_pred(self, edges: cython.int) -> cython.int:
        """Make larger arrays for pred edges."""
        room: cython.int = ample(edges)
        self.source = integers(room)
        self.target = integers(room)
        self.label = integers(room)
        self.count = integers(room)
        self.first_gold = integers(room)
        self.pair_start = integers(room + 1)
        self.out_edge = integers(room)
        self.in_edge = integers(room)
        self.pred_room = room
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_gold(self, edges: cython.int) -> cython.int:
        """Make larger arrays for gold edges."""
        room: cython.int = ample(edges)
        self.gold_source = integers(room)
        self.gold_target = integers(room)
        self.gold_label = integers(room)
        self.gold_count = integers(room)
        self.gold_room = room
        return 0

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def grow_rows(self, rows: cython.int) -> cython.int:
        """Make larger arrays for rows."""
        self.row_room = ample(rows)
        self.out_start = integers(self.row_room + 1)
        self.in_start = integers(self.row_room + 1)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def join(self, columns: PairColumns) -> cython.int:
        """Read the edges of a pair of graphs."""
        k: cython.int
        e: cython.int
        preds: cython.int = columns.pred.size
        golds: cython.int = columns.gold.size
        if max(preds, golds) > self.order_room:
            with cython.gil:
                self.order_room = ample(max(preds, golds))
                self.order = integers(self.order_room)
        if preds > self.pred_room:
            with cython.gil:
                self.grow_pred(preds)
        if golds > self.gold_room:
            with cython.gil:
                self.grow_gold(golds)
        if columns.pred.nodes > self.row_room:
            with cython.gil:
                self.grow_rows(columns.pred.nodes)
        self.edges = preds
        self.sort_by_label(columns.pred)
        for k in range(preds):
            e = self.order[k]
            self.source[k] = columns.pred.source[e]
            self.target[k] = columns.pred.target[e]
            self.label[k] = columns.pred.label[e]
            self.count[k] = columns.pred.count[e]
        self.sort_by_label(columns.gold)
        for k in range(golds):
            e = self.order[k]
            self.gold_source[k] = columns.gold.source[e]
            self.gold_target[k] = columns.gold.target[e]
            self.gold_label[k] = columns.gold.label[e]
            self.gold_count[k] = columns.gold.count[e]
        self.order_by_node(columns.pred.nodes)
        self.count_pairs(golds)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1, check=False)
    def sort_by_label(self, graph: EdgeColumns) -> cython.int:
        """Fill in the edges by label, those of one label as they come (Shell's method: labels may be any numbers)."""
        gap: cython.int = 1
        k: cython.int
        e: cython.int
        at: cython.int
        label: cython.int
        other: cython.int
        while gap < graph.size // 3:
            gap = 3 * gap + 1
        for k in range(graph.size):
            self.order[k] = k
            if graph.source[k] == graph.target[k]:
                with cython.gil:
                    raise ValueError("a self loop belongs into the weight of its cell")
        while gap > 0:
            for k in range(gap, graph.size):
                e = self.order[k]
                label = graph.label[e]
                at = k
                while at >= gap:
                    other = self.order[at - gap]
                    if graph.label[other] < label or (graph.label[other] == label and other < e):
                        break
                    self.order[at] = other
                    at -= gap
                self.order[at] = e
            gap //= 3
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def order_by_node(self, rows: cython.int) -> cython.void:
        """Fill in the pred edges that leave and that enter each node."""
        i: cython.int
        e: cython.int
        for i in range(rows + 1):
            self.out_start[i] = 0
            self.in_start[i] = 0
        for e in range(self.edges):
            self.out_start[self.source[e]] += 1
            self.in_start[self.target[e]] += 1
        for i in range(1, rows + 1):
            self.out_start[i] += self.out_start[i - 1]
            self.in_start[i] += self.in_start[i - 1]
        # Filled from behind, each start ends up where its node begins.
        for e in range(self.edges - 1, -1, -1):
            i = self.source[e]
            self.out_start[i] -= 1
            self.out_edge[self.out_start[i]] = e
            i = self.target[e]
            self.in_start[i] -= 1
            self.in_edge[self.in_start[i]] = e

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_pairs(self, golds: cython.int) -> cython.void:
        """Number the labels of the pred edges anew, and find the gold edges that each can be mapped onto."""
        e: cython.int
        first: cython.int = 0
        end: cython.int = 0
        labels: cython.int = 0
        label: cython.int = 0
        self.pairs = 0
        self.pair_start[0] = 0
        for e in range(self.edges):
            if e == 0 or self.label[e] != label:
                label = self.label[e]
                labels += 1
                first = end
                while first < golds and self.gold_label[first] < label:
                    first += 1
                end = first
                while end < golds and self.gold_label[end] == label:
                    end += 1
            self.label[e] = labels - 1
            self.first_gold[e] = first
            self.pairs += end - first
            self.pair_start[e + 1] = self.pairs & 0x7FFFFFFF  # more are refused at once
