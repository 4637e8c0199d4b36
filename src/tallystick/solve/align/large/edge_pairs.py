# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The pairs of equally labelled edges whose ends are cells of a restricted problem.

The pairs of a pred edge are looked for from whichever of its ends makes less work: a node with many cells, or a hub, at
one end does not matter where the other end has few.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.sorting import find_sorted
else:
    from tallystick.solve.sorting import find_sorted

from tallystick.limits import current
from tallystick.solve.align.large.incidence import IndexedPair

__all__ = ["EdgePairs", "find_edge_pairs"]

# What an edge pair takes in a restricted problem, its bound and its successor.
PAIR_BYTES = 150


class EdgePairs(NamedTuple):
    """The cells at the heads and tails of edge pairs, and their edges: by pred edge, then gold edge."""

    head: array[int]
    tail: array[int]
    pred: array[int]
    gold: array[int]


def find_edge_pairs(pair: IndexedPair, row_start: array[int], cell_col: array[int]) -> EdgePairs:
    """Return the edge pairs between some cells, which are sorted by row and column."""
    finder = Finder(pair, row_start, cell_col)
    finder.find()
    return finder.result()


@cython.cclass
class Finder:
    """The cells, and the edge pairs as they come to light."""

    pair: IndexedPair
    cols: cython.int
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
        self.cols = pair.gold.nodes
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
        added = max(4096, self.room)
        pairs = self.room + added
        current().reserve(PAIR_BYTES * pairs, f"{pairs:,} pairs of equally labelled edges")
        more = array("i", bytes(4 * added))
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
        return find_sorted(self.cell_col, self.row_start[i], self.row_start[i + 1], j)

    def find(self) -> None:
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

    def result(self) -> EdgePairs:
        """Return the edge pairs."""
        count = self.count
        return EdgePairs(self.heads[:count], self.tails[:count], self.preds[:count], self.golds[:count])


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
