# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The alignment problem restricted to some cells: its edge pairs, and the slots of each cell.

The pairs of a pred edge are looked for from whichever of its ends makes less work: a node with many cells or a hub at one end
does not matter where the other end has few.
"""

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

from tallystick.solve.align.large.incidence import IndexedPair, bucket, gather

__all__ = ["Restricted", "merged", "restricted"]


class Restricted(NamedTuple):
    """Cells by row and column, their weights, and the edge pairs between them.

    A half is one end of an edge pair as its cell sees it: 2 * pair for the head, 2 * pair + 1 for the tail. The halves of
    one pred edge, or of one gold edge, are a slot of the cell: at most one of them can pay. `opens` is odd for the first
    half of a slot, and 2 or 3 where slots are gold edges.
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

    An edge pair between an old and a new cell gives the old one what it can spare for each of its slots: the prices of the
    older problem were checked with the same splits.
    """
    builder = Builder(pair, row_start, cell_col)
    builder.find_pairs()
    return builder.finish(old, old_spare)


def merged(
    old: Restricted, rows: array[int], cols: array[int]
) -> tuple[array[int], array[int]]:
    """Return where rows start, and columns, of the cells of a problem and some more."""
    all_rows, all_cols = old.cell_row + rows, old.cell_col + cols
    _, by_column = bucket(all_cols, old.cols)
    row_start, by_row = bucket(gather(all_rows, by_column), old.rows)
    return row_start, gather(gather(all_cols, by_column), by_row)


@cython.cclass
class Builder:
    """The cells, and the edge pairs as they come to light."""

    pair: IndexedPair
    rows: cython.int
    cols: cython.int
    rule: cython.int
    cells: cython.int
    start_array: array[int]
    col_array: array[int]
    row_start: cython.int[::1]
    cell_col: cython.int[::1]
    count: cython.int  # of edge pairs
    room: cython.int
    heads: array[int]
    tails: array[int]
    preds: array[int]
    golds: array[int]
    head: cython.int[::1]
    tail: cython.int[::1]
    pred: cython.int[::1]
    gold: cython.int[::1]

    def __init__(self, pair: IndexedPair, row_start: array[int], cell_col: array[int]) -> None:
        self.pair = pair
        self.rows = pair.pred.nodes
        self.cols = pair.gold.nodes
        self.rule = pair.rule
        self.cells = len(cell_col)
        self.start_array = row_start
        self.col_array = cell_col
        self.row_start = row_start
        self.cell_col = cell_col
        self.count = 0
        self.room = 0
        self.heads, self.tails = array("i"), array("i")
        self.preds, self.golds = array("i"), array("i")
        self.grow()

    @cython.cfunc
    def grow(self) -> object:
        """Make room for more edge pairs."""
        more = array("i", bytes(4 * max(4096, self.room)))
        # Arrays with views cannot be extended in place.
        self.heads, self.tails = self.heads + more, self.tails + more
        self.preds, self.golds = self.preds + more, self.golds + more
        self.head, self.tail, self.pred, self.gold = self.heads, self.tails, self.preds, self.golds
        self.room = len(self.heads)
        return None

    @cython.cfunc
    @cython.exceptval(check=False)
    def cell_at(self, i: cython.int, j: cython.int) -> cython.int:
        """Return the cell of a row and a column, or -1."""
        low: cython.int = self.row_start[i]
        high: cython.int = self.row_start[i + 1]
        middle: cython.int
        while low < high:
            middle = (low + high) >> 1
            if self.cell_col[middle] < j:
                low = middle + 1
            else:
                high = middle
        if low < self.row_start[i + 1] and self.cell_col[low] == j:
            return low
        return -1

    def find_pairs(self) -> None:
        """Find the pairs of equally labelled edges whose ends are cells, by pred edge and gold edge."""
        e: cython.int
        g: cython.int
        label: cython.int
        labels: cython.int = len(self.pair.gold.label_start) - 1
        pred_start: cython.int[::1] = self.pair.pred.label_start
        gold_start: cython.int[::1] = self.pair.gold.label_start
        source: cython.int[::1] = self.pair.pred.source
        target: cython.int[::1] = self.pair.pred.target
        heads = Stretches(self.pair.gold.source, self.pair.gold.out_edge, self.cols, True)
        tails = Stretches(self.pair.gold.target, self.pair.gold.in_edge, self.cols, False)
        for label in range(labels):
            for g in range(gold_start[label], gold_start[label + 1]):
                heads.add(g)
                tails.add(g)
            for e in range(pred_start[label], pred_start[label + 1]):
                if self.work(heads, source[e]) <= self.work(tails, target[e]):
                    self.find_from(heads, tails, e, source[e], target[e])
                else:
                    self.find_from(tails, heads, e, target[e], source[e])
            for g in range(gold_start[label], gold_start[label + 1]):
                heads.size[heads.end[g]] = 0
                tails.size[tails.end[g]] = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def work(self, ends: Stretches, i: cython.int) -> cython.longlong:
        """Return how many gold edges the cells of a row lead to."""
        x: cython.int
        total: cython.longlong = self.row_start[i + 1] - self.row_start[i]
        for x in range(self.row_start[i], self.row_start[i + 1]):
            total += ends.size[self.cell_col[x]]
        return total

    @cython.cfunc
    def find_from(
        self, near: Stretches, far: Stretches, e: cython.int, i: cython.int, k: cython.int
    ) -> object:
        """Add the pairs of a pred edge, looked for from the cells of its node i; k is at the other end."""
        x: cython.int
        y: cython.int
        g: cython.int
        at: cython.int
        j: cython.int
        first: cython.int = self.count
        for x in range(self.row_start[i], self.row_start[i + 1]):
            j = self.cell_col[x]
            for at in range(near.at[j], near.at[j] + near.size[j]):
                g = near.edge[at]
                y = self.cell_at(k, far.end[g])
                if y < 0:
                    continue
                if self.count == self.room:
                    self.grow()
                # The far end goes into `tail` for now.
                self.head[self.count] = x
                self.tail[self.count] = y
                self.pred[self.count] = e
                self.gold[self.count] = g
                self.count += 1
        if not near.forward:
            for at in range(first, self.count):
                x = self.head[at]
                self.head[at] = self.tail[at]
                self.tail[at] = x
        self.sort_by_gold(first)
        return None

    @cython.cfunc
    @cython.exceptval(check=False)
    def sort_by_gold(self, begin: cython.int) -> cython.void:
        """Sort the last edge pairs by their gold edges (Shell's method: short, and in place)."""
        end: cython.int = self.count
        gap: cython.int = 1
        k: cython.int
        at: cython.int
        x: cython.int
        y: cython.int
        g: cython.int
        while gap < (end - begin) // 3:
            gap = 3 * gap + 1
        while gap > 0:
            for k in range(begin + gap, end):
                x, y, g = self.head[k], self.tail[k], self.gold[k]
                at = k
                while at >= begin + gap and self.gold[at - gap] > g:
                    self.head[at] = self.head[at - gap]
                    self.tail[at] = self.tail[at - gap]
                    self.gold[at] = self.gold[at - gap]
                    at -= gap
                self.head[at], self.tail[at], self.gold[at] = x, y, g
            gap //= 3

    def finish(self, old: Restricted | None, old_spare: array[float] | None) -> Restricted:
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
        heads, tails = self.heads[:count], self.tails[:count]
        preds, golds = self.preds[:count], self.golds[:count]
        credits: array[float] = array("d", bytes(8 * count))
        credit: cython.double[::1] = credits
        pred_count: cython.int[::1] = self.pair.pred.count
        gold_count: cython.int[::1] = self.pair.gold.count
        for k in range(count):
            credit[k] = credit_of(self.rule, pred_count[self.pred[k]], gold_count[self.gold[k]])
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
            heads, tails, preds, golds, credits, shares, half_start, half, opens,
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
        """Return the heads' parts of the credits: as before; what an old cell can spare and the rest for a new one; half."""
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


@cython.cclass
class Stretches:
    """The gold edges of one label at each of their sources, or of their targets, as stretches of a list."""

    forward: cython.bint
    end: cython.int[::1]  # the node at this end of an edge
    edge: cython.int[::1]
    index: cython.int[::1]  # of an edge in that list
    at: cython.int[::1]
    size: cython.int[::1]

    def __init__(self, end: array[int], edge: array[int], nodes: cython.int, forward: bool) -> None:
        k: cython.int
        self.forward = forward
        self.end = end
        self.edge = edge
        self.index = array("i", bytes(4 * len(edge)))
        self.at = array("i", bytes(4 * nodes))
        self.size = array("i", bytes(4 * nodes))
        for k in range(len(edge)):
            self.index[self.edge[k]] = k

    @cython.cfunc
    @cython.exceptval(check=False)
    def add(self, g: cython.int) -> cython.void:
        """Add an edge; edges of one label come in their order."""
        if self.size[self.end[g]] == 0:
            self.at[self.end[g]] = self.index[g]
        self.size[self.end[g]] += 1


@cython.cfunc
def old_indices(
    start: cython.int[::1], col: cython.int[::1], old_start: cython.int[::1], old_col: cython.int[::1]
) -> object:
    """Return the index of each cell among older ones, -1 where it is new."""
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
def sort_halves(begin: cython.int, end: cython.int, half: cython.int[::1], gold: cython.int[::1]) -> cython.void:
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
