# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The alignment problem restricted to some cells: weights, edge pairs, slots, and splits to start from."""

from __future__ import annotations

from array import array
from typing import NamedTuple

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.align.large.credit import credit_of
else:
    from tallystick.solve.align.large.credit import credit_of

from tallystick.solve.align.large.edge_pairs import EdgePairs, find_edge_pairs
from tallystick.solve.align.large.incidence import IndexedPair, bucket, gather

__all__ = ["Restricted", "merged", "restricted"]


class Restricted(NamedTuple):
    """Cells by row and column, their weights, and the edge pairs between them.

    A half is one end of an edge pair as its cell sees it: 2 * pair for the head, 2 * pair + 1 for the tail. The halves
    of one pred edge, or of one gold edge, are a slot of the cell: at most one of them can pay. `opens` is odd for the
    first half of a slot, and 2 or 3 where slots are gold edges.
    """

    rows: int
    cols: int
    row_start: array[int]
    cell_row: array[int]
    cell_col: array[int]
    weight: array[float]
    col_start: array[int]
    col_cell: array[int]
    head: array[int]
    tail: array[int]
    pred: array[int]
    gold: array[int]
    credit: array[float]
    share: array[float]
    half_start: array[int]
    half: array[int]
    opens: array[int]


def restricted(
    pair: IndexedPair,
    row_start: array[int],
    cell_col: array[int],
    old: Restricted | None = None,
    old_spare: array[float] | None = None,
) -> Restricted:
    """Return the problem of some cells, with the splits of an older problem where that has them.

    An edge pair between an old and a new cell gives the old one what it can spare for each of its slots: the prices of
    the older problem were checked with the same splits.
    """
    builder = Builder(pair, row_start, cell_col, find_edge_pairs(pair, row_start, cell_col))
    return builder.build(old, old_spare)


def merged(old: Restricted, rows: array[int], cols: array[int]) -> tuple[array[int], array[int]]:
    """Return where rows start, and columns, of the cells of a problem and some more."""
    all_rows, all_cols = old.cell_row + rows, old.cell_col + cols
    _, by_column = bucket(all_cols, old.cols)
    row_start, by_row = bucket(gather(all_rows, by_column), old.rows)
    return row_start, gather(gather(all_cols, by_column), by_row)


@cython.cclass
class Builder:
    """The cells and edge pairs of a problem that is being put together."""

    pair: IndexedPair
    rows: cython.int
    cols: cython.int
    cells: cython.int
    count: cython.int  # of edge pairs
    start_array: array[int]
    col_array: array[int]
    pairs: EdgePairs
    row_start: cython.int[::1]
    cell_col: cython.int[::1]
    head: cython.int[::1]
    tail: cython.int[::1]
    pred: cython.int[::1]
    gold: cython.int[::1]

    def __init__(
        self, pair: IndexedPair, row_start: array[int], cell_col: array[int], pairs: EdgePairs
    ) -> None:
        self.pair = pair
        self.rows = pair.pred.nodes
        self.cols = pair.gold.nodes
        self.cells = len(cell_col)
        self.count = len(pairs.head)
        self.start_array, self.row_start = row_start, row_start
        self.col_array, self.cell_col = cell_col, cell_col
        self.pairs = pairs
        self.head, self.tail, self.pred, self.gold = pairs

    def build(self, old: Restricted | None, old_spare: array[float] | None) -> Restricted:
        """Put the problem together."""
        i: cython.int
        k: cython.int
        x: cython.int
        count: cython.int = self.count
        cell_row_array: array[int] = array("i", bytes(4 * self.cells))
        cell_row: cython.int[::1] = cell_row_array
        for i in range(self.rows):
            for x in range(self.row_start[i], self.row_start[i + 1]):
                cell_row[x] = i
        col_start, col_cell = bucket(self.col_array, self.cols)
        credits: array[float] = array("d", bytes(8 * count))
        credit: cython.double[::1] = credits
        pred_count: cython.int[::1] = self.pair.pred.times
        gold_count: cython.int[::1] = self.pair.gold.times
        for k in range(count):
            credit[k] = credit_of(self.pair.rule, pred_count[self.pred[k]], gold_count[self.gold[k]])
        half_start, half, opens = self.slots()
        weights = self.weights()
        if old is None or old_spare is None:
            shares = array("d", bytes(8 * count))
            share: cython.double[::1] = shares
            for k in range(count):
                share[k] = 0.5 * credit[k]
        else:
            shares = self.shares(credits, half_start, half, opens, old, old_spare)
        return Restricted(
            self.rows, self.cols, self.start_array, cell_row_array, self.col_array, weights, col_start, col_cell,
            *self.pairs, credits, shares, half_start, half, opens,
        )  # fmt: skip

    @cython.cfunc
    def weights(self) -> object:
        """Return what each cell earns by itself."""
        i: cython.int
        k: cython.int
        x: cython.int
        given_start: cython.int[::1] = self.pair.row_start
        given_col: cython.int[::1] = self.pair.col
        given_weight: cython.double[::1] = self.pair.weight
        result: array[float] = array("d", bytes(8 * self.cells))
        weight: cython.double[::1] = result
        for i in range(self.rows):
            k = given_start[i]
            for x in range(self.row_start[i], self.row_start[i + 1]):
                while k < given_start[i + 1] and given_col[k] < self.cell_col[x]:
                    k += 1
                if k < given_start[i + 1] and given_col[k] == self.cell_col[x]:
                    weight[x] = given_weight[k]
        return result

    @cython.cfunc
    def shares(
        self,
        credits: array[float],
        half_start: cython.int[::1],
        half: cython.int[::1],
        opens: cython.int[::1],
        old: Restricted,
        old_spare: cython.double[::1],
    ) -> object:
        """Return the heads' parts of the credits: those of old pairs; what an old cell can spare; else half."""
        i: cython.int
        k: cython.int
        x: cython.int
        h: cython.int
        at: cython.int = 0
        first: cython.int
        largest: cython.double
        result: array[float] = array("d", bytes(8 * self.count))
        share: cython.double[::1] = result
        credit: cython.double[::1] = credits
        is_old: cython.int[::1] = array("i", bytes(4 * self.count))
        before: cython.int[::1] = old_indices(self.row_start, self.cell_col, old.row_start, old.cell_col)
        old_share: cython.double[::1] = old.share
        old_pred: cython.int[::1] = old.pred
        old_gold: cython.int[::1] = old.gold
        for k in range(self.count):
            while at < len(old_pred) and (
                old_pred[at] < self.pred[k] or (old_pred[at] == self.pred[k] and old_gold[at] < self.gold[k])
            ):
                at += 1
            if at < len(old_pred) and old_pred[at] == self.pred[k] and old_gold[at] == self.gold[k]:
                share[k] = old_share[at]
                is_old[k] = 1
            else:
                share[k] = 0.5 * credit[k]
        for x in range(self.cells):
            if before[x] < 0:
                continue
            first = half_start[x]
            while first < half_start[x + 1]:
                largest = 0.0
                at = first
                while at == first or (at < half_start[x + 1] and opens[at] & 1 == 0):
                    h = half[at]
                    if is_old[h >> 1]:
                        largest = max(largest, credit[h >> 1] - share[h >> 1] if h & 1 else share[h >> 1])
                    at += 1
                for k in range(first, at):
                    h = half[k]
                    i = h >> 1
                    if not is_old[i] and before[self.head[i] if h & 1 else self.tail[i]] < 0:
                        # What the cell can take without a change of its price.
                        share[i] = min(credit[i], largest + old_spare[before[x]])
                        if h & 1:
                            share[i] = credit[i] - share[i]
                first = at
        return result

    @cython.cfunc
    def slots(self) -> object:
        """Return the halves of each cell, grouped into slots by the side that has fewer edges there."""
        x: cython.int
        k: cython.int
        h: cython.int
        begin: cython.int
        end: cython.int
        preds: cython.int
        golds: cython.int
        label: cython.int[::1] = self.pair.pred.label
        start_array: array[int] = array("i", bytes(4 * (self.cells + 1)))
        half_array: array[int] = array("i", bytes(8 * self.count))
        opens_array: array[int] = array("i", bytes(8 * self.count))
        start: cython.int[::1] = start_array
        half: cython.int[::1] = half_array
        opens: cython.int[::1] = opens_array
        for k in range(self.count):
            start[self.head[k]] += 1
            start[self.tail[k]] += 1
        for x in range(1, self.cells + 1):
            start[x] += start[x - 1]
        # Filled from behind: in each cell the heads come first, and both stay sorted by pred edge.
        for k in range(self.count - 1, -1, -1):
            start[self.tail[k]] -= 1
            half[start[self.tail[k]]] = 2 * k + 1
        for k in range(self.count - 1, -1, -1):
            start[self.head[k]] -= 1
            half[start[self.head[k]]] = 2 * k
        for x in range(self.cells):
            begin = start[x]
            while begin < start[x + 1]:
                h = half[begin]
                end = begin + 1
                preds = 1
                golds = 1
                # Gold edges rise within a pred edge: a fall opens the next pred edge.
                while (
                    end < start[x + 1]
                    and (half[end] & 1) == (h & 1)
                    and label[self.pred[half[end] >> 1]] == label[self.pred[h >> 1]]
                ):  # fmt: skip
                    if self.pred[half[end] >> 1] != self.pred[half[end - 1] >> 1]:
                        preds += 1
                    end += 1
                opens[begin] = 1
                if preds > 1:
                    golds = self.most_golds(half, begin, end)
                if golds < preds:
                    sort_halves(begin, end, half, self.gold)
                    for k in range(begin + 1, end):
                        opens[k] = 3 if self.gold[half[k] >> 1] != self.gold[half[k - 1] >> 1] else 2
                    opens[begin] = 3
                else:
                    for k in range(begin + 1, end):
                        opens[k] = self.pred[half[k] >> 1] != self.pred[half[k - 1] >> 1]
                begin = end
        return start_array, half_array, opens_array

    @cython.cfunc
    @cython.exceptval(check=False)
    def most_golds(self, half: cython.int[::1], begin: cython.int, end: cython.int) -> cython.int:
        """Return how many gold edges a pred edge here meets at most."""
        k: cython.int
        run: cython.int = 1
        most: cython.int = 1
        for k in range(begin + 1, end):
            run = run + 1 if self.pred[half[k] >> 1] == self.pred[half[k - 1] >> 1] else 1
            most = max(most, run)
        return most


@cython.cfunc
def old_indices(
    start: cython.int[::1], col: cython.int[::1], old_start: cython.int[::1], old_col: cython.int[::1]
) -> object:
    """Return the index of each cell among older ones, -1 if it is new."""
    i: cython.int
    k: cython.int
    x: cython.int
    result: array[int] = array("i", bytes(4 * len(col)))
    index: cython.int[::1] = result
    for i in range(len(start) - 1):
        k = old_start[i]
        for x in range(start[i], start[i + 1]):
            while k < old_start[i + 1] and old_col[k] < col[x]:
                k += 1
            index[x] = k if k < old_start[i + 1] and old_col[k] == col[x] else -1
    return result


@cython.cfunc
def sort_halves(
    begin: cython.int, end: cython.int, half: cython.int[::1], gold: cython.int[::1]
) -> cython.void:
    """Sort halves by gold edge, equal ones by pair (Shell's method)."""
    gap: cython.int = 1
    k: cython.int
    at: cython.int
    moved: cython.int
    while gap < (end - begin) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for k in range(begin + gap, end):
            moved = half[k]
            at = k
            while at >= begin + gap and (
                gold[half[at - gap] >> 1] > gold[moved >> 1]
                or (gold[half[at - gap] >> 1] == gold[moved >> 1] and half[at - gap] > moved)
            ):
                half[at] = half[at - gap]
                at -= gap
            half[at] = moved
        gap //= 3
