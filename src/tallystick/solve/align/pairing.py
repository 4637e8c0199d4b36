# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Builds the cells and edge pairs of a graph alignment from the two edge lists."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

from tallystick.limits import current
from tallystick.solve.align.graph_pair import Edges, GraphPair
from tallystick.solve.align.input_arrays import check, integers, number_labels, reals, reserve
from tallystick.solve.align.linking import link
from tallystick.solve.align.problem import AlignmentProblem, EdgePairs


def build(graphs: GraphPair) -> AlignmentProblem:
    """Return the problem with every cell that could earn something, or only with the allowed ones."""
    if graphs.rule not in (0, 1, 2, 3):
        raise ValueError(f"rule must be 0, 1, 2 or 3, not {graphs.rule}")
    rows, cols = graphs.pred.nodes, graphs.gold.nodes
    cells = graphs.cells
    cell_row, cell_col, cell_weight = integers(cells.pred), integers(cells.gold), reals(cells.weight)
    check(rows, cols, len(cell_row) == len(cell_col) == len(cell_weight), cell_row, cell_col)
    builder = Builder(rows, cols, edge_arrays(graphs.pred), edge_arrays(graphs.gold))
    if graphs.allowed is None:
        builder.collect(cell_row, cell_col, cell_weight, None, None)
    else:
        allowed_row, allowed_col = integers(graphs.allowed.pred), integers(graphs.allowed.gold)
        check(rows, cols, len(allowed_row) == len(allowed_col), allowed_row, allowed_col)
        builder.collect(cell_row, cell_col, cell_weight, allowed_row, allowed_col)
    return builder.finish(graphs.rule)


@cython.cfunc
def edge_arrays(graph: Edges) -> list[array[int]]:
    """Return the sources, targets, labels and counts of the edges as arrays."""
    source, target = integers(graph.sources), integers(graph.targets)
    label, count = integers(graph.labels), integers(graph.counts)
    check(graph.nodes, graph.nodes, len(source) == len(target) == len(label) == len(count), source, target)
    return [source, target, label, count]


@cython.cfunc
def piece(room: cython.int[::1], index: cython.int, size: cython.int) -> cython.int[::1]:
    """Return one of several pieces of equal size."""
    return room[index * size : (index + 1) * size]


@cython.cfunc
def take(values: cython.int[::1], members: cython.int[::1], taken: cython.int[::1]) -> cython.void:
    """Fill in the values at the members' indices."""
    k: cython.int
    for k in range(len(members)):
        taken[k] = values[members[k]]


@cython.cfunc
def bucket(
    count: cython.int, size: cython.int, key: cython.int[::1], start: cython.int[::1], order: cython.int[::1]
) -> cython.void:
    """Fill in the indices 0..count-1 in the order of their keys, and where each key begins."""
    k: cython.int
    for k in range(size + 1):
        start[k] = 0
    for k in range(count):
        start[key[k]] += 1
    for k in range(1, size + 1):
        start[k] += start[k - 1]
    # Filled from behind, each start ends up where its key begins.
    for k in range(count - 1, -1, -1):
        start[key[k]] -= 1
        order[start[key[k]]] = k


@cython.cclass
class Builder:
    """The edges of both sides in the orders the building needs: pred by label and by node, gold by label."""

    rows: cython.int
    cols: cython.int
    labels: cython.int
    pred_edges: cython.int
    pairs: cython.longlong
    work: cython.longlong  # of building the edge pairs, by row; 0 where it is too little to be counted
    integral: cython.bint
    # Pred edges, renumbered by label.
    pred_source: cython.int[::1]
    pred_target: cython.int[::1]
    pred_label: cython.int[::1]
    pred_count: cython.int[::1]
    pair_start: cython.int[::1]
    # Pred edges of a node.
    out_start: cython.int[::1]
    out_edge: cython.int[::1]
    in_start: cython.int[::1]
    in_edge: cython.int[::1]
    # Gold edges of a label.
    gold_start: cython.int[::1]
    gold_source: cython.int[::1]
    gold_target: cython.int[::1]
    gold_count: cython.int[::1]
    row_start: array[int]
    cell_col: array[int]
    weight: array[float]

    def __init__(
        self, rows: cython.int, cols: cython.int, pred: list[array[int]], gold: list[array[int]]
    ) -> None:
        e: cython.int
        label: cython.int
        preds: cython.int = len(pred[0])
        golds: cython.int = len(gold[0])
        self.rows = rows
        self.cols = cols
        self.pred_edges = preds
        self.integral = True
        pred_label, gold_label, self.labels = number_labels(pred[2], gold[2])
        # One allocation, cut into pieces: problems are many and small, and arrays would cost more than the work.
        room: cython.int[::1] = array("i", [0]) * (8 * preds + 4 * golds + 2 * rows + 2 * self.labels + 5)
        self.pred_source = piece(room, 0, preds)
        self.pred_target = piece(room, 1, preds)
        self.pred_label = piece(room, 2, preds)
        self.pred_count = piece(room, 3, preds)
        self.out_edge = piece(room, 4, preds)
        self.in_edge = piece(room, 5, preds)
        by_label: cython.int[::1] = piece(room, 6, preds)
        self.pair_start = room[7 * preds : 8 * preds + 1]
        room = room[8 * preds + 1 :]
        self.gold_source = piece(room, 0, golds)
        self.gold_target = piece(room, 1, golds)
        self.gold_count = piece(room, 2, golds)
        gold_by_label: cython.int[::1] = piece(room, 3, golds)
        room = room[4 * golds :]
        self.out_start = piece(room, 0, rows + 1)
        self.in_start = piece(room, 1, rows + 1)
        room = room[2 * rows + 2 :]
        self.gold_start = piece(room, 0, self.labels + 1)
        start: cython.int[::1] = piece(room, 1, self.labels + 1)
        bucket(preds, self.labels, pred_label, start, by_label)
        take(pred[0], by_label, self.pred_source)
        take(pred[1], by_label, self.pred_target)
        take(pred_label, by_label, self.pred_label)
        take(pred[3], by_label, self.pred_count)
        bucket(preds, rows, self.pred_source, self.out_start, self.out_edge)
        bucket(preds, rows, self.pred_target, self.in_start, self.in_edge)
        bucket(golds, self.labels, gold_label, self.gold_start, gold_by_label)
        take(gold[0], gold_by_label, self.gold_source)
        take(gold[1], gold_by_label, self.gold_target)
        take(gold[3], gold_by_label, self.gold_count)
        for e in range(preds):
            if self.pred_source[e] == self.pred_target[e]:
                raise ValueError("a self loop belongs into the weight of its cell")
        for e in range(golds):
            if self.gold_source[e] == self.gold_target[e]:
                raise ValueError("a self loop belongs into the weight of its cell")
        # The pairs of a pred edge are all gold edges of its label.
        self.pairs = 0
        for e in range(preds):
            label = self.pred_label[e]
            self.pairs += self.gold_start[label + 1] - self.gold_start[label]
            self.pair_start[e + 1] = self.pairs & 0x7FFFFFFF  # more are refused at once
        self.work = reserve(rows, cols, self.pairs)

    def collect(
        self,
        given_row: array[int],
        given_col: array[int],
        given_weight: array[float],
        allowed_row: array[int] | None,
        allowed_col: array[int] | None,
    ) -> None:
        """Find the cells of each row: those with a weight, those an edge pair touches, or those allowed."""
        i: cython.int
        j: cython.int
        k: cython.int
        g: cython.int
        x: cython.int
        label: cython.int
        count: cython.int = 0
        limit: cython.int
        free: cython.bint = allowed_row is None
        row: cython.int[::1] = given_row
        col: cython.int[::1] = given_col
        weight: cython.double[::1] = given_weight
        entries: cython.int = len(row)
        room: cython.int[::1] = array("i", [0]) * (self.rows + 1 + entries + 2 * self.cols)
        start: cython.int[::1] = room[: self.rows + 1]
        order: cython.int[::1] = room[self.rows + 1 : self.rows + 1 + entries]
        bucket(entries, self.rows, row, start, order)
        base_col: cython.int[::1] = col if free else allowed_col
        base_start: cython.int[::1] = start
        base_order: cython.int[::1] = order
        if not free:
            base_start = array("i", [0]) * (self.rows + 1)
            base_order = array("i", [0]) * len(base_col)
            bucket(len(base_col), self.rows, allowed_row, base_start, base_order)
        # A column met in row i carries the stamp i + 1; the cells come out unsorted within their row.
        stamp: cython.int[::1] = room[self.rows + 1 + entries : self.rows + 1 + entries + self.cols]
        where: cython.int[::1] = room[self.rows + 1 + entries + self.cols :]
        limit = len(base_col)
        if free:
            limit = min(cython.cast(cython.longlong, self.rows) * self.cols, limit + 2 * self.pairs)
        unsorted_cols: array[int] = array("i", [0]) * limit
        unsorted_col: cython.int[::1] = unsorted_cols
        start_array: array[int] = array("i", [0]) * (self.rows + 1)
        row_start: cython.int[::1] = start_array
        limits = current()
        for i in range(self.rows):
            if self.work:
                limits.spend(self.work)
            for k in range(base_start[i], base_start[i + 1]):
                j = base_col[base_order[k]]
                if stamp[j] != i + 1 and (not free or weight[base_order[k]] > 0.0):
                    stamp[j] = i + 1
                    unsorted_col[count] = j
                    count += 1
            if free:
                for k in range(self.out_start[i], self.out_start[i + 1]):
                    label = self.pred_label[self.out_edge[k]]
                    for g in range(self.gold_start[label], self.gold_start[label + 1]):
                        j = self.gold_source[g]
                        if stamp[j] != i + 1:
                            stamp[j] = i + 1
                            unsorted_col[count] = j
                            count += 1
                for k in range(self.in_start[i], self.in_start[i + 1]):
                    label = self.pred_label[self.in_edge[k]]
                    for g in range(self.gold_start[label], self.gold_start[label + 1]):
                        j = self.gold_target[g]
                        if stamp[j] != i + 1:
                            stamp[j] = i + 1
                            unsorted_col[count] = j
                            count += 1
            row_start[i + 1] = count
        columns: array[int] = array("i", [0]) * count
        cell_col: cython.int[::1] = columns
        self.sort_rows(count, unsorted_col, row_start, cell_col)
        weights: array[float] = array("d", [0.0]) * count
        cell_weight: cython.double[::1] = weights
        for j in range(self.cols):
            stamp[j] = 0
        for i in range(self.rows):
            for x in range(row_start[i], row_start[i + 1]):
                stamp[cell_col[x]] = i + 1
                where[cell_col[x]] = x
            for k in range(start[i], start[i + 1]):
                j = col[order[k]]
                if stamp[j] == i + 1 and weight[order[k]] > 0.0:
                    cell_weight[where[j]] += weight[order[k]]
        for x in range(count):
            if cell_weight[x] % 1.0 != 0.0:
                self.integral = False
        self.row_start = start_array
        self.cell_col = columns
        self.weight = weights

    @cython.cfunc
    def sort_rows(
        self,
        count: cython.int,
        unsorted_col: cython.int[::1],
        row_start: cython.int[::1],
        cell_col: cython.int[::1],
    ) -> None:
        """Sort the columns within each row: into columns and back, linear in the cells."""
        i: cython.int
        x: cython.int
        room: cython.int[::1] = array("i", [0]) * (2 * count + self.rows + self.cols + 2)
        row_of: cython.int[::1] = room[:count]
        by_column: cython.int[::1] = room[count : 2 * count]
        fill: cython.int[::1] = room[2 * count : 2 * count + self.rows + 1]
        start: cython.int[::1] = room[2 * count + self.rows + 1 :]
        bucket(count, self.cols, unsorted_col, start, by_column)
        for i in range(self.rows):
            fill[i] = row_start[i]
            for x in range(row_start[i], row_start[i + 1]):
                row_of[x] = i
        for x in range(count):
            i = row_of[by_column[x]]
            cell_col[fill[i]] = unsorted_col[by_column[x]]
            fill[i] += 1

    def finish(self, rule: cython.int) -> AlignmentProblem:
        """Find the cells at both ends of every edge pair, and put the problem together."""
        e: cython.int
        k: cython.int
        g: cython.int
        at: cython.int
        kept: cython.int = 0
        first: cython.int
        pred_count: cython.int
        gold_count: cython.int
        credit: cython.double
        total: cython.int = self.pair_start[self.pred_edges]
        limits = current()
        zero = array("i", [0])
        heads: array[int] = array("i", [-1]) * total
        tails: array[int] = array("i", [-1]) * total
        labels: array[int] = zero * total
        preds: array[int] = zero * total
        golds: array[int] = zero * total
        credits: array[float] = array("d", [0.0]) * total
        head: cython.int[::1] = heads
        tail: cython.int[::1] = tails
        pair_label: cython.int[::1] = labels
        pair_pred: cython.int[::1] = preds
        pair_gold: cython.int[::1] = golds
        pair_credit: cython.double[::1] = credits
        self.find_ends(self.out_start, self.out_edge, self.gold_source, head)
        self.find_ends(self.in_start, self.in_edge, self.gold_target, tail)
        for e in range(self.pred_edges):
            first = self.gold_start[self.pred_label[e]]
            if self.work:
                limits.spend(self.pair_start[e + 1] - self.pair_start[e])
            pred_count = self.pred_count[e]
            for k in range(self.pair_start[e], self.pair_start[e + 1]):
                g = first + k - self.pair_start[e]
                gold_count = self.gold_count[g]
                if rule == 0:
                    credit = min(pred_count, gold_count)
                elif rule == 1:
                    credit = pred_count
                elif rule == 2:
                    credit = gold_count
                else:
                    credit = cython.cast(cython.double, pred_count) * gold_count
                if head[k] < 0 or tail[k] < 0 or credit <= 0.0:
                    continue
                at = kept
                kept += 1
                head[at] = head[k]
                tail[at] = tail[k]
                pair_label[at] = self.pred_label[e]
                pair_pred[at] = e
                pair_gold[at] = g
                pair_credit[at] = credit
        if kept < total:
            heads, tails, credits = heads[:kept], tails[:kept], credits[:kept]
            labels, preds, golds = labels[:kept], preds[:kept], golds[:kept]
        limits.spend(kept)
        share = array("d", [0.0]) * kept
        half: cython.double[::1] = share
        for k in range(kept):
            half[k] = 0.5 * pair_credit[k]
        limits.spend(kept)
        names = array("i", range(self.rows)), array("i", range(self.cols))
        price = array("d", [0.0]) * self.cols
        pairs = EdgePairs(heads, tails, labels, preds, golds, credits, share)
        return link(names, bool(self.integral), self.row_start, self.cell_col, self.weight, pairs, price)

    @cython.cfunc
    def find_ends(
        self, start: cython.int[::1], edge: cython.int[::1], gold_node: cython.int[::1], end: cython.int[::1]
    ) -> None:
        """Fill in the cell at one end of every edge pair; -1 stays where it is not allowed."""
        i: cython.int
        x: cython.int
        k: cython.int
        g: cython.int
        e: cython.int
        at: cython.int
        label: cython.int
        row_start: cython.int[::1] = self.row_start
        cell_col: cython.int[::1] = self.cell_col
        room: cython.int[::1] = array("i", [0]) * (2 * self.cols)
        stamp: cython.int[::1] = room[: self.cols]
        where: cython.int[::1] = room[self.cols :]
        limits = current()
        for i in range(self.rows):
            for x in range(row_start[i], row_start[i + 1]):
                stamp[cell_col[x]] = i + 1
                where[cell_col[x]] = x
            for k in range(start[i], start[i + 1]):
                e = edge[k]
                at = self.pair_start[e]
                if self.work:
                    limits.spend(self.pair_start[e + 1] - at)
                label = self.pred_label[e]
                for g in range(self.gold_start[label], self.gold_start[label + 1]):
                    if stamp[gold_node[g]] == i + 1:
                        end[at] = where[gold_node[g]]
                    at += 1
