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


@cython.cclass
class Shape:
    """A graph as numbers: who is near whom, and which labels stand at each node."""

    nodes: cython.int
    labels: cython.int
    edges: cython.int
    out_start: cython.int[::1]
    role: cython.int[::1]  # the edges by their heads; those with a tail below 0 lead to constants
    tail: cython.int[::1]
    up_start: cython.int[::1]  # parents and their parents, each once
    up: cython.int[::1]
    down_start: cython.int[::1]  # children and their children, each once
    down: cython.int[::1]
    label_start: cython.int[::1]
    label: cython.int[::1]  # the distinct labels at a node: 2·role going out, 2·role + 1 coming in

    def __init__(self, nodes: int, roles: int, edges: array[int]) -> None:
        """Take the numbers of nodes and roles, and the edges, no two alike: head, role, tail, head, role …

        Roles that serve constants only may have greater numbers.
        """
        e: cython.int
        v: cython.int
        count: cython.int = len(edges) // 3
        flat: cython.int[::1] = edges
        self.nodes = nodes
        self.labels = 2 * roles
        self.edges = count
        out_start: cython.int[::1] = array("i", bytes(4 * nodes + 8))
        in_start: cython.int[::1] = array("i", bytes(4 * nodes + 8))
        role: cython.int[::1] = array("i", bytes(4 * count + 4))
        tail: cython.int[::1] = array("i", bytes(4 * count + 4))
        head: cython.int[::1] = array("i", bytes(4 * count + 4))
        in_role: cython.int[::1] = array("i", bytes(4 * count + 4))
        # Counted two places on, summed up to one place on, and moved to their own place while filling.
        for e in range(0, 3 * count, 3):
            out_start[flat[e] + 2] += 1
            if flat[e + 2] >= 0:
                in_start[flat[e + 2] + 2] += 1
        for v in range(self.nodes):
            out_start[v + 1] += out_start[v]
            in_start[v + 1] += in_start[v]
        for e in range(0, 3 * count, 3):
            v = flat[e] + 1
            role[out_start[v]] = flat[e + 1]
            tail[out_start[v]] = flat[e + 2]
            out_start[v] += 1
            if flat[e + 2] >= 0:
                v = flat[e + 2] + 1
                in_role[in_start[v]] = flat[e + 1]
                head[in_start[v]] = flat[e]
                in_start[v] += 1
        self.out_start = out_start
        self.role = role
        self.tail = tail
        self.down_start, self.down = _two_steps(nodes, out_start, tail)
        self.up_start, self.up = _two_steps(nodes, in_start, head)
        self.collect_labels(in_start, in_role)

    @cython.cfunc
    def collect_labels(self, in_start: cython.int[::1], in_role: cython.int[::1]) -> cython.void:
        """List the distinct labels of each node."""
        k: cython.int
        v: cython.int
        x: cython.int
        total: cython.int = 0
        seen: cython.int[::1] = array("i", bytes(4 * self.labels + 4))
        kept: cython.int[::1] = array("i", bytes(8 * self.edges + 4))
        start: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
        for v in range(self.nodes):
            for k in range(self.out_start[v], self.out_start[v + 1]):
                x = 2 * self.role[k]
                if self.tail[k] >= 0 and seen[x] != v + 1:
                    seen[x] = v + 1
                    kept[total] = x
                    total += 1
            for k in range(in_start[v], in_start[v + 1]):
                x = 2 * in_role[k] + 1
                if seen[x] != v + 1:
                    seen[x] = v + 1
                    kept[total] = x
                    total += 1
            start[v + 1] = total
        self.label_start = start
        self.label = kept

    def descendants(self) -> array[int]:
        """Return how many other nodes can be reached from each node."""
        v: cython.int
        w: cython.int
        k: cython.int
        size: cython.int
        seen: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
        stack: cython.int[::1] = array("i", bytes(4 * self.nodes + 4))
        result: array[int] = array("i", bytes(4 * self.nodes))
        counts: cython.int[::1] = result
        for v in range(self.nodes):
            seen[v] = v + 1
            stack[0] = v
            size = 1
            while size > 0:
                size -= 1
                w = stack[size]
                for k in range(self.out_start[w], self.out_start[w + 1]):
                    w = self.tail[k]
                    if w >= 0 and seen[w] != v + 1:
                        seen[w] = v + 1
                        counts[v] += 1
                        stack[size] = w
                        size += 1
        return result


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
            if near[k] >= 0:
                part += start[near[k] + 1] - start[near[k]]
        room += part if part < nodes else nodes
    seen: cython.int[::1] = array("i", bytes(4 * nodes + 4))
    starts: array[int] = array("i", bytes(4 * nodes + 4))
    far_start: cython.int[::1] = starts
    ends: array[int] = array("i", bytes(4 * room + 4))
    far: cython.int[::1] = ends
    for v in range(nodes):
        seen[v] = v + 1
        for k in range(start[v], start[v + 1]):
            w = near[k]
            if w < 0:
                continue
            if seen[w] != v + 1:
                seen[w] = v + 1
                far[total] = w
                total += 1
            for x in range(start[w], start[w + 1]):
                if near[x] >= 0 and seen[near[x]] != v + 1:
                    seen[near[x]] = v + 1
                    far[total] = near[x]
                    total += 1
        far_start[v + 1] = total
    return starts, ends


def met_pairs(
    head: Shape, tail: Shape, similarity: array[float], columns: array[int]
) -> list[tuple[int, int, int, int, float, int, int]]:
    """Return the parent–child pairs of one graph that have a mirror image in the other, under an alignment.

    Each with its two ends here, its two ends there (a constant is below 0), the mean similarity of the ends
    (Equation 17), the number of labels in common and the smaller number of labels (Equations 18 and 23).
    """
    i: cython.int
    j: cython.int
    k: cython.int
    x: cython.int
    y: cython.int
    first: cython.int
    child: cython.int
    other: cython.int
    mine: cython.int
    theirs: cython.int
    common: cython.int
    wide: cython.int = tail.nodes
    mean: cython.double
    column: cython.int[::1] = columns
    intrinsic: cython.double[::1] = similarity
    result = []
    for i in range(head.nodes):
        j = column[i]
        if j < 0:
            continue
        first = head.out_start[i]
        for k in range(first, head.out_start[i + 1]):
            child = head.tail[k]
            other = child
            if child >= 0:
                other = column[child]
                if other < 0:
                    continue
            x = first
            while head.tail[x] != child:
                x += 1
            if x < k:
                continue  # this pair was met with an earlier label
            theirs = 0
            for y in range(tail.out_start[j], tail.out_start[j + 1]):
                if tail.tail[y] == other:
                    theirs += 1
            if theirs == 0:
                continue
            mine = 0
            common = 0
            for x in range(k, head.out_start[i + 1]):
                if head.tail[x] == child:
                    mine += 1
                    for y in range(tail.out_start[j], tail.out_start[j + 1]):
                        if tail.tail[y] == other and tail.role[y] == head.role[x]:
                            common += 1
            # Equal constants have similarity 1.
            mean = intrinsic[i * wide + j] + (intrinsic[child * wide + other] if child >= 0 else 1.0)
            result.append((i, child, j, other, mean / 2.0, common, mine if mine < theirs else theirs))
    return result


def edge_weights(shape: Shape, descendants: array[int]) -> list[float]:
    """Return the weight of every edge: √(d₁·d₂) + 1, where a constant has no descendants (Equation 24)."""
    i: cython.int
    k: cython.int
    below: cython.int[::1] = descendants
    product: cython.double
    result = []
    for i in range(shape.nodes):
        for k in range(shape.out_start[i], shape.out_start[i + 1]):
            product = 0.0
            if shape.tail[k] >= 0:
                product = 1.0 * below[i] * below[shape.tail[k]]
            result.append(sqrt(product) + 1.0)
    return result


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
    heard: cython.double[::1]
    parents: cython.double[::1]  # P and C of Equations 5 and 6, for one row
    children: cython.double[::1]
    inverse: cython.double[::1]  # of the numbers of neighbours
    most: cython.double
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
        self.heard = array("d", bytes(8 * self.cols + 8))
        self.parents = array("d", bytes(8 * self.cols + 8))
        self.children = array("d", bytes(8 * self.cols + 8))
        most: cython.int = self.rows if self.rows > self.cols else self.cols
        self.inverse = array("d", bytes(8 * most + 8))
        for cells in range(1, most):
            self.inverse[cells] = 1.0 / cells
        self.most = 0.0
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
        labels: cython.int = self.head.labels if self.head.labels > self.tail.labels else self.tail.labels
        mark: cython.int[::1] = array("i", bytes(4 * labels + 4))
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
        """Run the inner loop from the anchors, a column or -1 for each row; return how often it went round."""
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
        # A matrix of zeros stays as it is.
        while some and rounds < self.limit:
            rounds += 1
            self.hear()
            if self.settle(anchor):
                break
        self.combine()
        return rounds

    @cython.cfunc
    def hear(self) -> cython.void:
        """Let every cell hear from the cells around it (Equations 5–7)."""
        i: cython.int
        j: cython.int
        base: cython.int
        cols: cython.int = self.cols
        value: cython.double
        most: cython.double = 0.0
        new: cython.double[::1] = self.other
        parents: cython.double[::1] = self.parents
        children: cython.double[::1] = self.children
        for i in range(self.rows):
            self.gather(i, self.head.up_start, self.head.up, self.tail.up_start, self.tail.up, parents)
            self.gather(
                i, self.head.down_start, self.head.down, self.tail.down_start, self.tail.down, children
            )
            base = i * cols
            for j in range(cols):
                # The root of Equation 7 is drawn after scaling.
                value = (parents[j] + 1.0) * (children[j] + 1.0) - 1.0
                new[base + j] = value
                if value > most:
                    most = value
        self.most = most

    @cython.cfunc
    def gather(
        self,
        i: cython.int,
        row_start: cython.int[::1],
        row_near: cython.int[::1],
        col_start: cython.int[::1],
        col_near: cython.int[::1],
        result: cython.double[::1],
    ) -> cython.void:
        """Sum up what the neighbours of a row and of each column say, less where their numbers differ."""
        j: cython.int
        k: cython.int
        end: cython.int
        base: cython.int
        cols: cython.int = self.cols
        here: cython.int = row_start[i + 1] - row_start[i]
        there: cython.int
        total: cython.double
        cast: cython.double[::1] = self.cast
        heard: cython.double[::1] = self.heard
        inverse: cython.double[::1] = self.inverse
        if here == 0:
            for j in range(cols):
                result[j] = 0.0
            return
        base = row_near[row_start[i]] * cols
        for j in range(cols):
            heard[j] = cast[base + j]
        for k in range(row_start[i] + 1, row_start[i + 1]):
            base = row_near[k] * cols
            for j in range(cols):
                heard[j] += cast[base + j]
        k = 0
        for j in range(cols):
            total = 0.0
            there = col_start[j + 1] - k
            end = k + there
            while k < end:
                total += heard[col_near[k]]
                k += 1
            result[j] = total * (here * inverse[there] if here < there else there * inverse[here])

    @cython.cfunc
    def settle(self, anchor: cython.int[::1]) -> cython.bint:
        """Scale to 1 and reset the anchors (Equations 8, 9); return whether no cell has moved much."""
        i: cython.int
        x: cython.int = 0
        end: cython.int
        greatest: cython.double = self.most if self.most > 0.0 else 1.0
        scale: cython.double = 1.0 / greatest
        moved: cython.double
        most: cython.double = 0.0
        # Adding and taking away 1.5 · 2⁸ rounds to a multiple of 2⁻⁴⁴.
        grain: cython.double = 384.0
        cast: cython.double[::1] = self.cast
        new: cython.double[::1] = self.other
        for i in range(self.rows):
            end = x + self.cols
            if anchor[i] >= 0:
                new[x + anchor[i]] = greatest
            while x < end:
                new[x] = (sqrt(new[x] * scale) + grain) - grain
                moved = new[x] - cast[x]
                if moved < 0.0:
                    moved = -moved
                moved -= self.relative * cast[x]
                if moved > most:
                    most = moved
                x += 1
        self.other = cast
        self.cast = new
        return most <= 1e-4

    @cython.cfunc
    def combine(self) -> cython.void:
        """Join broadcast and intrinsic similarity (Equation 13, α = 0.2), rounded, with the labels in common."""
        x: cython.int
        value: cython.double
        whole: cython.double
        # Adding and taking away 1.5 · 2⁵² rounds to a whole number.
        grain: cython.double = 6755399441055744.0
        for x in range(self.rows * self.cols):
            value = (self.cast[x] + self.bias) * (self.intrinsic[x] + 0.2)
            if self.nudge < 0.0:
                whole = (value * 1e4 + grain) - grain
            else:
                value = (value + self.nudge) * 1e4 + 0.5
                whole = (value + grain) - grain
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
