# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Anchor broadcast: two graphs aligned from the inside out, from the nodes that are surely the same.

The sums of Equations 5 and 6 run over lists of neighbours, never over whole matrices. Similarities are kept as
multiples of 2⁻⁴⁴, so that these sums are exact: neither the order of the nodes nor which graph comes first can
move a result, not even in its last digit.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

# Adding and taking away again rounds to whole multiples of 2⁻⁴⁴ (1.5 · 2⁸), of 1 (1.5 · 2⁵²).
GRAIN: cython.double = 384.0
WHOLE: cython.double = 6755399441055744.0


@cython.cclass
class Shape:
    """A graph as numbers: who is near whom, and which labels stand at each node."""

    nodes: cython.int
    labels: cython.int
    child_start: cython.int[::1]
    child: cython.int[::1]
    up_start: cython.int[::1]  # parents and their parents, each once
    up: cython.int[::1]
    down_start: cython.int[::1]  # children and their children, each once
    down: cython.int[::1]
    label_start: cython.int[::1]
    label: cython.int[::1]  # the distinct labels at a node: 2·role going out, 2·role + 1 coming in

    def __init__(self, nodes: int, roles: int, edges: array[int]) -> None:
        """Take the number of nodes, the number of roles, and the edges: head, role, tail, one after another."""
        self.nodes = nodes
        self.labels = 2 * roles
        count: cython.int = len(edges) // 3
        flat: cython.int[::1] = edges
        self.child_start, self.child = _lists(nodes, count, flat, 0, 2)
        parent_start: cython.int[::1]
        parent: cython.int[::1]
        parent_start, parent = _lists(nodes, count, flat, 2, 0)
        self.down_start, self.down = _two_steps(nodes, self.child_start, self.child)
        self.up_start, self.up = _two_steps(nodes, parent_start, parent)
        self.collect_labels(count, flat)

    @cython.cfunc
    def collect_labels(self, count: cython.int, edges: cython.int[::1]) -> cython.void:
        """List the distinct labels of each node."""
        e: cython.int
        k: cython.int
        v: cython.int
        total: cython.int = 0
        start: cython.int[::1] = array("i", bytes(4 * (self.nodes + 2)))
        every: cython.int[::1] = array("i", bytes(8 * count + 4))
        seen: cython.int[::1] = array("i", bytes(4 * self.labels + 4))
        kept: cython.int[::1] = array("i", bytes(8 * count + 4))
        kept_start: cython.int[::1] = array("i", bytes(4 * (self.nodes + 1)))
        for e in range(count):
            start[edges[3 * e] + 2] += 1
            start[edges[3 * e + 2] + 2] += 1
        for v in range(self.nodes):
            start[v + 1] += start[v]
        for e in range(count):
            v = edges[3 * e] + 1
            every[start[v]] = 2 * edges[3 * e + 1]
            start[v] += 1
            v = edges[3 * e + 2] + 1
            every[start[v]] = 2 * edges[3 * e + 1] + 1
            start[v] += 1
        for v in range(self.nodes):
            for k in range(start[v], start[v + 1]):
                if seen[every[k]] != v + 1:
                    seen[every[k]] = v + 1
                    kept[total] = every[k]
                    total += 1
            kept_start[v + 1] = total
        self.label_start = kept_start
        self.label = kept

    def descendants(self) -> list[int]:
        """Return how many other nodes can be reached from each node."""
        v: cython.int
        w: cython.int
        k: cython.int
        size: cython.int
        found: cython.int
        seen: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
        stack: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
        counts: list[int] = []
        for v in range(self.nodes):
            found = 0
            seen[v] = v + 1
            stack[0] = v
            size = 1
            while size > 0:
                size -= 1
                w = stack[size]
                for k in range(self.child_start[w], self.child_start[w + 1]):
                    if seen[self.child[k]] != v + 1:
                        seen[self.child[k]] = v + 1
                        found += 1
                        stack[size] = self.child[k]
                        size += 1
            counts.append(found)
        return counts


@cython.cfunc
def _lists(
    nodes: cython.int, count: cython.int, edges: cython.int[::1], near: cython.int, far: cython.int
) -> tuple:
    """Return the far ends of the edges of each node as one list, and where each node's part begins."""
    e: cython.int
    v: cython.int
    starts: array[int] = array("i", bytes(4 * (nodes + 2)))
    start: cython.int[::1] = starts
    ends: array[int] = array("i", bytes(4 * count + 4))
    end: cython.int[::1] = ends
    for e in range(count):
        start[edges[3 * e + near] + 2] += 1
    for v in range(nodes):
        start[v + 1] += start[v]
    for e in range(count):
        v = edges[3 * e + near] + 1
        end[start[v]] = edges[3 * e + far]
        start[v] += 1
    return starts, ends


@cython.cfunc
def _two_steps(nodes: cython.int, start: cython.int[::1], near: cython.int[::1]) -> tuple:
    """Return the other nodes one or two steps away from each node, each once."""
    v: cython.int
    k: cython.int
    x: cython.int
    w: cython.int
    room: cython.int = 0
    part: cython.int
    total: cython.int = 0
    for v in range(nodes):
        part = start[v + 1] - start[v]
        for k in range(start[v], start[v + 1]):
            part += start[near[k] + 1] - start[near[k]]
        room += part if part < nodes else nodes
    seen: cython.int[::1] = array("i", bytes(4 * nodes + 4))
    starts: array[int] = array("i", bytes(4 * (nodes + 1)))
    far_start: cython.int[::1] = starts
    ends: array[int] = array("i", bytes(4 * room + 4))
    far: cython.int[::1] = ends
    for v in range(nodes):
        seen[v] = v + 1
        for k in range(start[v], start[v + 1]):
            w = near[k]
            if seen[w] != v + 1:
                seen[w] = v + 1
                far[total] = w
                total += 1
            for x in range(start[w], start[w + 1]):
                if seen[near[x]] != v + 1:
                    seen[near[x]] = v + 1
                    far[total] = near[x]
                    total += 1
        far_start[v + 1] = total
    return starts, ends


@cython.cclass
class Caster:
    """Two shapes, the intrinsic similarity of their nodes, and what the anchors say about all the others."""

    rows: cython.int
    cols: cython.int
    head: Shape
    tail: Shape
    intrinsic: cython.double[::1]
    bias: cython.double  # β of Equation 13
    nudge: cython.double  # added before rounding half up; negative: round half to even
    limit: cython.int
    relative: cython.double  # a cell may move by 10⁻⁴, and by this share of its size
    cast: cython.double[::1]  # Ā, the anchors broadcast
    other: cython.double[::1]
    key: cython.double[::1]  # of a cell: F in steps of 10⁻⁴, and below that the labels in common
    step: cython.double  # one step of F in the keys
    shared: cython.int[::1]

    def __init__(
        self,
        head: Shape,
        tail: Shape,
        intrinsic: array[float],
        *,
        bias: float = 0.01,
        nudge: float = 1e-13,
        limit: int = 1000,
        relative: float = 0.0,
        labels: bool = True,
    ) -> None:
        self.rows = head.nodes
        self.cols = tail.nodes
        self.head = head
        self.tail = tail
        self.intrinsic = intrinsic
        self.bias = bias
        self.nudge = nudge
        self.limit = limit
        self.relative = relative
        cells: cython.int = self.rows * self.cols
        self.cast = array("d", bytes(8 * cells + 8))
        self.other = array("d", bytes(8 * cells + 8))
        self.key = array("d", bytes(8 * cells + 8))
        self.shared = array("i", bytes(4 * cells + 4))
        self.step = 1.0
        if labels:
            self.share()

    @cython.cfunc
    def share(self) -> cython.void:
        """Count the labels that two nodes have in common."""
        i: cython.int
        j: cython.int
        k: cython.int
        common: cython.int
        most: cython.int = 0
        mark: cython.int[::1] = array("i", bytes(4 * self.head.labels + 4))
        for i in range(self.rows):
            for k in range(self.head.label_start[i], self.head.label_start[i + 1]):
                mark[self.head.label[k]] = i + 1
            for j in range(self.cols):
                common = 0
                for k in range(self.tail.label_start[j], self.tail.label_start[j + 1]):
                    if mark[self.tail.label[k]] == i + 1:
                        common += 1
                self.shared[i * self.cols + j] = common
                if common > most:
                    most = common
        self.step = most + 1.0

    def broadcast(self, anchors: array[int]) -> int:
        """Run the inner loop (Equations 5–9) from the anchors, a column or -1 for each row, and return its length."""
        i: cython.int
        rounds: cython.int = 0
        anchor: cython.int[::1] = anchors
        some: cython.bint = False
        for i in range(self.rows * self.cols):
            self.cast[i] = 0.0
        for i in range(self.rows):
            if anchor[i] >= 0:
                self.cast[i * self.cols + anchor[i]] = 1.0
                some = True
        if some:
            while rounds < self.limit:
                rounds += 1
                if self.pass_on(anchor):
                    break
        self.combine()
        return rounds

    @cython.cfunc
    def pass_on(self, anchor: cython.int[::1]) -> cython.bint:
        """Let every cell hear from its neighbours once; return whether all stand still."""
        i: cython.int
        j: cython.int
        k: cython.int
        x: cython.int
        cols: cython.int = self.cols
        base: cython.int
        ups: cython.int
        downs: cython.int
        there: cython.int
        parents: cython.double
        children: cython.double
        most: cython.double = 0.0
        value: cython.double
        moved: cython.double
        still: cython.bint = True
        cast: cython.double[::1] = self.cast
        new: cython.double[::1] = self.other
        up_start: cython.int[::1] = self.tail.up_start
        up: cython.int[::1] = self.tail.up
        down_start: cython.int[::1] = self.tail.down_start
        down: cython.int[::1] = self.tail.down
        above: cython.double[::1] = array("d", bytes(8 * cols + 8))
        below: cython.double[::1] = array("d", bytes(8 * cols + 8))
        for i in range(self.rows):
            ups = self.head.up_start[i + 1] - self.head.up_start[i]
            downs = self.head.down_start[i + 1] - self.head.down_start[i]
            for j in range(cols):
                above[j] = 0.0
                below[j] = 0.0
            for k in range(self.head.up_start[i], self.head.up_start[i + 1]):
                base = self.head.up[k] * cols
                for j in range(cols):
                    above[j] += cast[base + j]
            for k in range(self.head.down_start[i], self.head.down_start[i + 1]):
                base = self.head.down[k] * cols
                for j in range(cols):
                    below[j] += cast[base + j]
            base = i * cols
            for j in range(cols):
                parents = 0.0
                children = 0.0
                for x in range(up_start[j], up_start[j + 1]):
                    parents += above[up[x]]
                if parents > 0.0:
                    there = up_start[j + 1] - up_start[j]
                    parents = parents * ups / there if ups < there else parents * there / ups
                for x in range(down_start[j], down_start[j + 1]):
                    children += below[down[x]]
                if children > 0.0:
                    there = down_start[j + 1] - down_start[j]
                    children = children * downs / there if downs < there else children * there / downs
                value = 0.0
                if parents > 0.0 or children > 0.0:
                    value = sqrt((parents + 1.0) * (children + 1.0) - 1.0)
                    if value > most:
                        most = value
                new[base + j] = value
        for i in range(self.rows):
            base = i * cols
            for j in range(cols):
                value = new[base + j]
                if value > 0.0:
                    value = (value / most + GRAIN) - GRAIN
                if anchor[i] == j:
                    value = 1.0
                new[base + j] = value
                moved = value - cast[base + j]
                if moved < 0.0:
                    moved = -moved
                if moved > 1e-4 + self.relative * cast[base + j]:
                    still = False
        self.other = cast
        self.cast = new
        return still

    @cython.cfunc
    def combine(self) -> cython.void:
        """Join broadcast and intrinsic similarity (Equation 13, α = 0.2), rounded, with the labels in common."""
        x: cython.int
        value: cython.double
        whole: cython.double
        for x in range(self.rows * self.cols):
            value = (self.cast[x] + self.bias) * (self.intrinsic[x] + 0.2)
            if self.nudge < 0.0:
                whole = (value * 1e4 + WHOLE) - WHOLE
            else:
                value = (value + self.nudge) * 1e4 + 0.5
                whole = (value + WHOLE) - WHOLE
                if whole > value:
                    whole -= 1.0
            self.key[x] = whole * self.step + self.shared[x]

    def mutual(self) -> array[int]:
        """Return for each row the column that is its strict best and whose strict best it is, or -1 (Equation 14)."""
        i: cython.int
        j: cython.int
        x: cython.int = 0
        value: cython.double
        chosen: array[int] = array("i", bytes(4 * self.rows))
        choice: cython.int[::1] = chosen
        row_best: cython.double
        col_best: cython.double[::1] = array("d", [-1.0]) * (self.cols + 1)
        col_row: cython.int[::1] = array("i", [-1]) * (self.cols + 1)
        for i in range(self.rows):
            row_best = -1.0
            choice[i] = -1
            for j in range(self.cols):
                value = self.key[x]
                x += 1
                if value > row_best:
                    row_best = value
                    choice[i] = j
                elif value == row_best:
                    choice[i] = -1
                if value > col_best[j]:
                    col_best[j] = value
                    col_row[j] = i
                elif value == col_best[j]:
                    col_row[j] = -1
        for i in range(self.rows):
            if choice[i] >= 0 and col_row[choice[i]] != i:
                choice[i] = -1
        return chosen

    def finish(
        self, anchors: array[int], row_order: array[int] | None = None, col_order: array[int] | None = None
    ) -> array[int] | None:
        """Align the free nodes, always the greatest key first, and return the column of each row.

        Equal keys in one row or column are decided by the orders: the nodes as they are numbered. Without
        orders they are not decided, and the answer is None; equal keys elsewhere do not hinder one another.
        """
        a: cython.int
        b: cython.int
        i: cython.int
        j: cython.int
        best: cython.int
        strict: cython.bint = row_order is None
        rows: cython.int[::1]
        cols: cython.int[::1]
        result: array[int] = array("i", anchors)
        column: cython.int[::1] = result
        row_count: cython.int = 0
        col_count: cython.int = 0
        taken: cython.int[::1] = array("i", bytes(4 * self.cols + 4))
        choice: cython.int[::1] = array("i", bytes(4 * self.rows + 4))
        # The free rows and columns, in order, drawn together at the front of their lists.
        rows = array("i", range(self.rows)) if row_order is None else array("i", row_order)
        cols = array("i", range(self.cols)) if col_order is None else array("i", col_order)
        for a in range(self.rows):
            i = rows[a]
            if column[i] >= 0:
                taken[column[i]] = 1
            else:
                rows[row_count] = i
                row_count += 1
        for b in range(self.cols):
            if not taken[cols[b]]:
                cols[col_count] = cols[b]
                col_count += 1
        if col_count:
            for a in range(row_count):
                choice[rows[a]] = self.first_best(rows[a], cols, col_count)
        while row_count and col_count:
            best = 0
            for a in range(1, row_count):
                i = rows[a]
                if (
                    self.key[i * self.cols + choice[i]]
                    > self.key[rows[best] * self.cols + choice[rows[best]]]
                ):
                    best = a
            i = rows[best]
            j = choice[i]
            if strict and self.rivalled(i, j, rows, row_count, cols, col_count):
                return None
            column[i] = j
            row_count -= 1
            for a in range(best, row_count):
                rows[a] = rows[a + 1]
            b = 0
            while cols[b] != j:
                b += 1
            col_count -= 1
            while b < col_count:
                cols[b] = cols[b + 1]
                b += 1
            if col_count:
                for a in range(row_count):
                    if choice[rows[a]] == j:
                        choice[rows[a]] = self.first_best(rows[a], cols, col_count)
        return result

    @cython.cfunc
    def first_best(self, i: cython.int, cols: cython.int[::1], count: cython.int) -> cython.int:
        """Return the first of the columns with the greatest key in a row."""
        b: cython.int
        base: cython.int = i * self.cols
        best: cython.int = cols[0]
        for b in range(1, count):
            if self.key[base + cols[b]] > self.key[base + best]:
                best = cols[b]
        return best

    @cython.cfunc
    def rivalled(
        self,
        i: cython.int,
        j: cython.int,
        rows: cython.int[::1],
        row_count: cython.int,
        cols: cython.int[::1],
        col_count: cython.int,
    ) -> cython.bint:
        """Return whether a free cell of the same row or column has the same key."""
        x: cython.int
        value: cython.double = self.key[i * self.cols + j]
        for x in range(col_count):
            if cols[x] != j and self.key[i * self.cols + cols[x]] == value:
                return True
        for x in range(row_count):
            if rows[x] != i and self.key[rows[x] * self.cols + j] == value:
                return True
        return False

    def broadcast_values(self) -> list[float]:
        """Return Ā as it stands, row by row."""
        return list(self.cast)[: self.rows * self.cols]

    def adjusted(self) -> list[float]:
        """Return F in whole steps of 10⁻⁴, row by row."""
        x: cython.int
        return [(self.key[x] - self.shared[x]) / self.step for x in range(self.rows * self.cols)]
