# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The most that cells outside a restricted problem can be worth, given its splits and prices.

An edge pair of such a cell counts by half where its other end is outside too. Where that is inside, the cell there
takes as much of the credit as it can without a change of its price, and the rest counts.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.large.credit import credit_of
    from cython.cimports.tallystick.solve.align.large.groups import SharedGroups
    from cython.cimports.tallystick.solve.sorting import find_sorted
else:
    from tallystick.solve.align.large.credit import credit_of
    from tallystick.solve.align.large.groups import SharedGroups
    from tallystick.solve.sorting import find_sorted

from tallystick.solve.align.large.incidence import IndexedPair
from tallystick.solve.align.large.restricted import Restricted

__all__ = ["Outside"]

# Beyond so many pairs of equally labelled edges at a cell, each edge counts in full without a look at its other end.
MOST_LOOKS = 400


@cython.cclass
class Outside:
    """The graphs, and the cells inside with their splits and prices."""

    rows: cython.int
    rule: cython.int
    # Edges by label; those of a node, in the same order.
    pred_source: cython.int[::1]
    pred_target: cython.int[::1]
    pred_label: cython.int[::1]
    pred_count: cython.int[::1]
    pred_out_start: cython.int[::1]
    pred_out: cython.int[::1]
    pred_in_start: cython.int[::1]
    pred_in: cython.int[::1]
    gold_source: cython.int[::1]
    gold_target: cython.int[::1]
    gold_label: cython.int[::1]
    gold_count: cython.int[::1]
    gold_out_start: cython.int[::1]
    gold_out: cython.int[::1]
    gold_in_start: cython.int[::1]
    gold_in: cython.int[::1]
    largest: cython.double[::1]  # credit of a pair of edges of a label
    groups: SharedGroups
    # The cells inside, with what each can spare for every slot, and their edge pairs.
    row_start: cython.int[::1]
    cell_col: cython.int[::1]
    spare: cython.double[::1]
    row_price: cython.double[::1]
    col_price: cython.double[::1]
    half_start: cython.int[::1]
    half: cython.int[::1]
    opens: cython.int[::1]
    pair_pred: cython.int[::1]
    pair_gold: cython.int[::1]
    pair_credit: cython.double[::1]
    pair_share: cython.double[::1]

    def __init__(self, pair: IndexedPair) -> None:
        pred, gold = pair.pred, pair.gold
        self.rows = pred.nodes
        self.rule = pair.rule
        self.pred_source, self.pred_target = pred.source, pred.target
        self.pred_label, self.pred_count = pred.label, pred.times
        self.pred_out_start, self.pred_out = pred.out_start, pred.out_edge
        self.pred_in_start, self.pred_in = pred.in_start, pred.in_edge
        self.gold_source, self.gold_target = gold.source, gold.target
        self.gold_label, self.gold_count = gold.label, gold.times
        self.gold_out_start, self.gold_out = gold.out_start, gold.out_edge
        self.gold_in_start, self.gold_in = gold.in_start, gold.in_edge
        self.largest = pair.largest
        self.groups = SharedGroups(pair.groups)

    def load(
        self, problem: Restricted, row_price: array[float], col_price: array[float], slack: cython.double[::1]
    ) -> array[float]:
        """Take the cells, splits and prices of a restricted problem; return what each cell can spare for every slot."""
        i: cython.int
        x: cython.int
        result: array[float] = array("d", bytes(8 * len(problem.cell_col)))
        self.spare = result
        self.row_start, self.cell_col = problem.row_start, problem.cell_col
        self.row_price, self.col_price = row_price, col_price
        self.half_start, self.half, self.opens = problem.half_start, problem.half, problem.opens
        self.pair_pred, self.pair_gold = problem.pred, problem.gold
        self.pair_credit, self.pair_share = problem.credit, problem.share
        for i in range(self.rows):
            for x in range(self.row_start[i], self.row_start[i + 1]):
                if slack[x] > 0.0:
                    self.spare[x] = slack[x] / max(1.0, self.slots(i, self.cell_col[x]))
        return result

    @cython.cfunc
    @cython.exceptval(check=False)
    def slots(self, i: cython.int, j: cython.int) -> cython.double:
        """Return how many slots a cell has at most."""
        return self.common(
            self.pred_out, self.pred_out_start[i], self.pred_out_start[i + 1],
            self.gold_out, self.gold_out_start[j], self.gold_out_start[j + 1],
        ) + self.common(
            self.pred_in, self.pred_in_start[i], self.pred_in_start[i + 1],
            self.gold_in, self.gold_in_start[j], self.gold_in_start[j + 1],
        )  # fmt: skip

    @cython.cfunc
    @cython.exceptval(check=False)
    def common(
        self, pred_edge: cython.int[::1], a: cython.int, a_end: cython.int,
        gold_edge: cython.int[::1], b: cython.int, b_end: cython.int,
    ) -> cython.double:  # fmt: skip
        """Return the number of edges with a label that both nodes have, on the side that has more of them."""
        label: cython.int
        a_count: cython.int
        b_count: cython.int
        total: cython.double = 0.0
        while a < a_end and b < b_end:
            label = self.pred_label[pred_edge[a]]
            if label < self.gold_label[gold_edge[b]]:
                a += 1
            elif label > self.gold_label[gold_edge[b]]:
                b += 1
            else:
                a_count = b_count = 0
                while a < a_end and self.pred_label[pred_edge[a]] == label:
                    a += 1
                    a_count += 1
                while b < b_end and self.gold_label[gold_edge[b]] == label:
                    b += 1
                    b_count += 1
                total += max(a_count, b_count)
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def worth(self, i: cython.int, j: cython.int) -> cython.double:
        """Return what a cell outside is worth at most: it earns nothing by itself."""
        total: cython.double = self.worth_of_edges(
            0, self.pred_out, self.pred_out_start[i], self.pred_out_start[i + 1], self.pred_target,
            self.gold_out, self.gold_out_start[j], self.gold_out_start[j + 1], self.gold_target,
        )  # fmt: skip
        return total + self.worth_of_edges(
            1, self.pred_in, self.pred_in_start[i], self.pred_in_start[i + 1], self.pred_source,
            self.gold_in, self.gold_in_start[j], self.gold_in_start[j + 1], self.gold_source,
        )  # fmt: skip

    @cython.cfunc
    @cython.exceptval(check=False)
    def worth_of_edges(
        self,
        way: cython.int,
        pred_edge: cython.int[::1],
        a: cython.int,
        a_end: cython.int,
        pred_other: cython.int[::1],
        gold_edge: cython.int[::1],
        b: cython.int,
        b_end: cython.int,
        gold_other: cython.int[::1],
    ) -> cython.double:
        """Return what the edges of one direction (0 out, 1 in) are worth at most."""
        e: cython.int
        a_next: cython.int
        b_next: cython.int
        label: cython.int
        total: cython.double = 0.0
        by_pred: cython.double
        most: cython.double
        while a < a_end and b < b_end:
            label = self.pred_label[pred_edge[a]]
            if label < self.gold_label[gold_edge[b]]:
                a += 1
                continue
            if label > self.gold_label[gold_edge[b]]:
                b += 1
                continue
            a_next = a + 1
            while a_next < a_end and self.pred_label[pred_edge[a_next]] == label:
                a_next += 1
            b_next = b + 1
            while b_next < b_end and self.gold_label[gold_edge[b_next]] == label:
                b_next += 1
            most = self.largest[label] * min(a_next - a, b_next - b)
            if (a_next - a) * (b_next - b) <= MOST_LOOKS:
                by_pred = 0.0
                for e in range(a, a_next):
                    by_pred += self.best_partner(
                        way, pred_edge[e], pred_other[pred_edge[e]], gold_edge, b, b_next, gold_other
                    )
                most = min(most, by_pred)
            total += most
            a = a_next
            b = b_next
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def best_partner(
        self,
        way: cython.int,
        e: cython.int,
        k: cython.int,
        gold_edge: cython.int[::1],
        b: cython.int,
        b_end: cython.int,
        gold_other: cython.int[::1],
    ) -> cython.double:
        """Return what a pred edge whose other end is node k earns with the best of some gold edges."""
        g: cython.int
        x: cython.int
        best: cython.double = 0.0
        credit: cython.double
        while b < b_end:
            g = gold_edge[b]
            b += 1
            credit = credit_of(self.rule, self.pred_count[e], self.gold_count[g])
            if credit <= best:
                continue
            x = self.cell_at(k, gold_other[g])
            if x >= 0:
                best = max(best, credit - self.taken(x, 1 - way, e, g))
            elif 0.5 * credit > best and self.groups.allow(k, gold_other[g]):
                best = 0.5 * credit
        return best

    @cython.cfunc
    @cython.exceptval(check=False)
    def taken(self, x: cython.int, way: cython.int, e: cython.int, g: cython.int) -> cython.double:
        """Return what a cell inside can take of the credit of an edge pair without a change of its price.

        That is as much as it takes of another edge pair of the same slot, and what it can spare.
        """
        k: cython.int
        pair: cython.int
        share: cython.double
        largest: cython.double = 0.0
        if self.half_start[x + 1] - self.half_start[x] > MOST_LOOKS:
            return self.spare[x]
        for k in range(self.half_start[x], self.half_start[x + 1]):
            pair = self.half[k] >> 1
            if self.half[k] & 1 != way:
                continue
            if self.pair_gold[pair] == g if self.opens[k] & 2 else self.pair_pred[pair] == e:
                share = self.pair_credit[pair] - self.pair_share[pair] if way else self.pair_share[pair]
                largest = max(largest, share)
        return largest + self.spare[x]

    @cython.cfunc
    @cython.exceptval(check=False)
    def cell_at(self, i: cython.int, j: cython.int) -> cython.int:
        """Return the cell inside of a row and a column, or -1."""
        return find_sorted(self.cell_col, self.row_start[i], self.row_start[i + 1], j)
