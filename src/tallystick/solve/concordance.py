# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The sums behind Pearson's r, Spearman's ρ and Kendall's τ-b of two variables, in many resamples.

A resample is a row of weights: how often each item was drawn. Items drawn several times are tied with themselves. The
order of the items is the same in all resamples, so nothing is sorted again: ranks are running sums of weights, and a
tree of partial sums counts concordant pairs (Knight 1966, with Fenwick's tree), n log n for n items.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["SUMS", "TwoVariables"]

#: How many sums there are for each resample.
SUMS = 9


@cython.cclass
class TwoVariables:
    """Two variables over the same items, sorted by the first one.

    `x_rank` and `y_rank` number the distinct values from 0, in ascending order; `item` is the index of each item among
    the weights of a resample.
    """

    x: cython.double[::1]
    y: cython.double[::1]
    x_rank: cython.int[::1]
    y_rank: cython.int[::1]
    item: cython.int[::1]
    size: cython.Py_ssize_t
    classes: cython.Py_ssize_t
    weight_of: cython.double[::1]
    rank_of: cython.double[::1]
    tree: cython.double[::1]

    def __init__(
        self,
        x: cython.double[::1],
        y: cython.double[::1],
        x_rank: cython.int[::1],
        y_rank: cython.int[::1],
        item: cython.int[::1],
    ) -> None:
        k: cython.Py_ssize_t
        self.x = x
        self.y = y
        self.x_rank = x_rank
        self.y_rank = y_rank
        self.item = item
        self.size = len(item)
        self.classes = 0
        for k in range(self.size):
            self.classes = max(self.classes, y_rank[k] + 1)
        # The weight of each value of y, its rank, and the tree over these values: used anew for each resample.
        self.weight_of = array("d", bytes(8 * (self.classes + 1)))
        self.rank_of = array("d", bytes(8 * (self.classes + 1)))
        self.tree = array("d", bytes(8 * (self.classes + 1)))

    @cython.ccall
    def sum_resamples(self, weights: cython.int[:, ::1], sums: cython.double[:, ::1]) -> None:
        """Write the sums of each row of weights into the rows of `sums`.

        They are: of squares of x and of y, and of products, about the means; the same of ranks; the pairs, each
        counted twice, that are not tied in x and in y; the concordant pairs less the discordant ones.
        """
        row: cython.Py_ssize_t
        for row in range(len(weights)):
            self._sum(weights[row], sums[row])

    @cython.cfunc
    @cython.exceptval(check=False)
    def _sum(self, weight: cython.int[::1], sums: cython.double[::1]) -> cython.void:
        """Write the sums of one resample."""
        k: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        node: cython.Py_ssize_t
        w: cython.double
        total: cython.double = 0
        x_mean: cython.double = 0
        y_mean: cython.double = 0
        for k in range(self.classes + 1):
            self.weight_of[k] = 0
            self.tree[k] = 0
        for k in range(self.size):
            w = weight[self.item[k]]
            total += w
            x_mean += w * self.x[k]
            y_mean += w * self.y[k]
            self.weight_of[self.y_rank[k]] += w
        if total > 0:
            x_mean /= total
            y_mean /= total
        # Ranks are relative to their mean, so that the sums below are those of a correlation.
        seen: cython.double = 0
        y_tied: cython.double = 0
        rank_yy: cython.double = 0
        for k in range(self.classes):
            w = self.weight_of[k]
            self.rank_of[k] = seen + (w - total) / 2
            seen += w
            y_tied += w * w
            rank_yy += w * self.rank_of[k] * self.rank_of[k]
        xx: cython.double = 0
        yy: cython.double = 0
        xy: cython.double = 0
        rank_xx: cython.double = 0
        rank_xy: cython.double = 0
        rank: cython.double
        group: cython.double
        below: cython.double
        through: cython.double
        x_tied: cython.double = 0
        concordance: cython.double = 0
        seen = 0
        start = 0
        while start < self.size:
            end = start
            group = 0
            while end < self.size and self.x_rank[end] == self.x_rank[start]:
                group += weight[self.item[end]]
                end += 1
            rank = seen + (group - total) / 2
            x_tied += group * group
            rank_xx += group * rank * rank
            for k in range(start, end):
                w = weight[self.item[k]]
                if w == 0:
                    continue
                xx += w * (self.x[k] - x_mean) * (self.x[k] - x_mean)
                yy += w * (self.y[k] - y_mean) * (self.y[k] - y_mean)
                xy += w * (self.x[k] - x_mean) * (self.y[k] - y_mean)
                rank_xy += w * rank * self.rank_of[self.y_rank[k]]
                # What has a smaller x: how much of it is below this y, and how much of it is not above.
                below = 0
                node = self.y_rank[k]
                while node > 0:
                    below += self.tree[node]
                    node -= node & -node
                through = 0
                node = self.y_rank[k] + 1
                while node > 0:
                    through += self.tree[node]
                    node -= node & -node
                concordance += w * (below + through - seen)
            for k in range(start, end):
                w = weight[self.item[k]]
                if w == 0:
                    continue
                node = self.y_rank[k] + 1
                while node <= self.classes:
                    self.tree[node] += w
                    node += node & -node
            seen += group
            start = end
        sums[0] = xx
        sums[1] = yy
        sums[2] = xy
        sums[3] = rank_xx
        sums[4] = rank_yy
        sums[5] = rank_xy
        sums[6] = total * total - x_tied
        sums[7] = total * total - y_tied
        sums[8] = concordance
