# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What each metric of AnCast matched in two aligned graphs, by rows.

Equations are those of Sun and Xue (2024).
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
    from cython.cimports.tallystick.solve.broadcast.table import PairTable
    from cython.cimports.tallystick.tasks.graphs.ancast.edge_rows import EdgeRows
    from cython.cimports.tallystick.tasks.graphs.ancast.graph import AncastGraph
    from cython.cimports.tallystick.tasks.graphs.row_alignment import RowAlignment, match_rows
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows
else:
    from math import sqrt

    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.solve.broadcast.table import PairTable
    from tallystick.tasks.graphs.ancast.edge_rows import EdgeRows
    from tallystick.tasks.graphs.ancast.graph import AncastGraph
    from tallystick.tasks.graphs.row_alignment import RowAlignment, match_rows
    from tallystick.tasks.graphs.triple_rows import TripleRows

__all__ = ["AncastRows"]

RELATION = cython.declare(cython.int, 1)


@cython.final
@cython.cclass
class AncastRows:
    """The rows of two aligned graphs. What several metrics show is made once."""

    gold: EdgeRows
    pred: EdgeRows
    shape: Shape  # of the prediction
    similarity: PairTable
    mapping: array[int]
    image: cython.int[::1]  # the gold node of each pred node, -1 for none
    round: cython.int[::1]  # when each pred row was aligned, as in RowAlignment
    rounds: cython.int
    latest: RowAlignment | None  # the alignment that was made last
    met: cython.int  # the number of parent–child pairs that met, -1 if unknown
    pair: cython.int[::1]  # the first pred edge of each, parent by parent
    mirror: cython.int[::1]  # its mirror image in the gold
    mean: cython.double[::1]  # the mean similarity of the ends (Equation 17)
    common: cython.int[::1]  # the number of labels in common (Equation 18)
    least: cython.int[::1]  # the smaller number of labels (Equation 23)

    def __init__(
        self,
        gold: AncastGraph,
        pred: AncastGraph,
        similarity: PairTable,
        mapping: array[int],
        history: tuple[array[int], ...],
    ) -> None:
        """Take two graphs, the similarities and the partners of their nodes, and the anchors after each round."""
        self.gold = EdgeRows(gold)
        self.pred = EdgeRows(pred)
        self.shape = pred.shape
        self.similarity = similarity
        self.mapping = mapping
        self.met = -1
        self.latest = None
        if self.pred.nodes > 0:
            self.image = mapping
        self.find_rounds(history)

    @cython.cfunc
    def find_rounds(self, history: tuple[array[int], ...]) -> cython.void:
        """Find when each pred row was aligned: a relation when both of its ends were."""
        k: cython.int
        node: cython.int
        row: cython.int
        anchors: cython.int[::1]
        rows: TripleRows = self.pred.rows
        arena: Arena = thread_arena()
        of_node: cython.int[::1] = arena.ints(self.pred.nodes)
        self.rounds = len(history)
        self.round = arena.ints(rows.size)
        if self.pred.nodes == 0:
            return
        for node in range(self.pred.nodes):
            if self.image[node] >= 0:
                of_node[node] = self.rounds + 1
        # From the last round to the first, as long as the partner is the same.
        for k in range(self.rounds - 1, -1, -1):
            anchors = history[k]
            for node in range(self.pred.nodes):
                if of_node[node] == k + 2 and anchors[node] == self.image[node]:
                    of_node[node] = k + 1
        for row in range(rows.size):
            self.round[row] = of_node[rows.source[row]]
            if rows.sort[row] == RELATION and of_node[rows.target[row]] > self.round[row]:
                self.round[row] = of_node[rows.target[row]]

    def rows(self, metric: str) -> RowAlignment:
        """Return the parts that a metric counts: nodes, parent–child pairs, or triples.

        Aligned nodes are matched even where they have nothing in common: that is what the alignment says.
        """
        rows: RowAlignment
        if metric == "smatch":
            rows = match_rows(
                self.gold.rows, self.pred.rows, self.mapping, self.gold.single, self.pred.single, self.latest
            )
        elif metric == "concept":
            rows = self.node_rows()
        else:
            rows = self.relation_rows(metric == "unlabeled", metric == "weighted")
        rows.round = self.round
        rows.rounds = self.rounds
        self.latest = rows
        return rows

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def likeness(self, i: cython.int, j: cython.int) -> cython.double:
        """Return the similarity of a pred node and a gold node."""
        return self.similarity.value[
            self.similarity.row_kind[i] * self.similarity.width + self.similarity.col_kind[j]
        ]

    @cython.cfunc
    def node_rows(self) -> RowAlignment:
        """Return the nodes, with their similarities as credits."""
        node: cython.int
        arena: Arena = thread_arena()
        rows: RowAlignment = RowAlignment(
            self.gold.rows, self.pred.rows, self.mapping, self.pred.nodes, self.latest
        )
        for node in range(self.pred.nodes):
            if self.image[node] >= 0:
                rows.add(self.image[node], node, self.likeness(node, self.image[node]))
        rows.leave(
            arena.counting(self.gold.nodes), self.gold.nodes, arena.counting(self.pred.nodes), self.pred.nodes
        )
        return rows

    @cython.cfunc
    def relation_rows(self, unlabeled: cython.bint, weighted: cython.bint) -> RowAlignment:
        """Return the parent–child pairs, with the credit that a metric gives."""
        k: cython.int
        edge: cython.int
        child: cython.int
        credit: cython.double
        weight: cython.double
        below: cython.int[::1]
        arena: Arena = thread_arena()
        self.meet()
        rows: RowAlignment = RowAlignment(self.gold.rows, self.pred.rows, self.mapping, self.met, self.latest)
        if weighted:
            below = self.shape.descendants()
        for k in range(self.met):
            edge = self.pair[k]
            credit = self.mean[k] * (self.least[k] if unlabeled else self.common[k])
            child = self.pred.edge[3 * edge + 2]
            if weighted and child >= 0:
                weight = cython.cast(cython.double, below[self.pred.edge[3 * edge]]) * below[child]
                credit = credit * (sqrt(weight) + 1)
            if credit > 0:
                rows.add(self.gold.pair[self.mirror[k]], self.pred.pair[edge], credit)
        golds: cython.int[::1] = arena.ints(self.gold.edges)
        preds: cython.int[::1] = arena.ints(self.pred.edges)
        rows.leave(golds, self.gold.write_pairs(golds), preds, self.pred.write_pairs(preds))
        return rows

    @cython.cfunc
    def meet(self) -> cython.void:
        """Find the parent–child pairs of the prediction that have a mirror image in the gold, parent by parent."""
        k: cython.int
        x: cython.int
        y: cython.int
        at: cython.int
        head: cython.int
        child: cython.int
        other: cython.int
        mirror: cython.int
        if self.met >= 0:
            return
        gold: EdgeRows = self.gold
        pred: EdgeRows = self.pred
        arena: Arena = thread_arena()
        self.met = 0
        self.pair = arena.ints(pred.edges)
        self.mirror = arena.ints(pred.edges)
        self.mean = arena.doubles(pred.edges)
        self.common = arena.ints(pred.edges)
        self.least = arena.ints(pred.edges)
        if pred.edges == 0 or gold.edges == 0:
            return
        order: cython.int[::1] = arena.ints(pred.edges)
        by_head(pred, order, arena.ints(pred.nodes + 1))
        for at in range(pred.edges):
            k = order[at]
            head = pred.edge[3 * k]
            if pred.first[k] != k or self.image[head] < 0:
                continue
            child = pred.edge[3 * k + 2]
            other = child
            if child >= 0:
                other = self.image[child]
                if other < 0:
                    continue
            mirror = gold.find(self.image[head], other)
            if mirror < 0:
                continue
            x = k
            while x >= 0:
                y = mirror
                while y >= 0:
                    if pred.edge[3 * x + 1] == gold.edge[3 * y + 1]:
                        self.common[self.met] += 1
                    y = gold.next[y]
                x = pred.next[x]
            self.pair[self.met] = k
            self.mirror[self.met] = mirror
            self.least[self.met] = min(pred.labels(k), gold.labels(mirror))
            # Equal constants have similarity 1.
            self.mean[self.met] = (
                self.likeness(head, self.image[head]) + (self.likeness(child, other) if child >= 0 else 1.0)
            ) / 2.0
            self.met += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_head(rows: EdgeRows, order: cython.int[::1], first: cython.int[::1]) -> cython.void:
    """Sort edges by their heads; those of a head stay in their order."""
    k: cython.int
    head: cython.int
    for k in range(rows.edges):
        first[rows.edge[3 * k] + 1] += 1
    for k in range(rows.nodes):
        first[k + 1] += first[k]
    for k in range(rows.edges):
        head = rows.edge[3 * k]
        order[first[head]] = k
        first[head] += 1
