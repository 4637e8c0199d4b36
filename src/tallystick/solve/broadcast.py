# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Anchor broadcast: two graphs aligned from the inside out, from the nodes that are surely the same.

The sums of Equations 5 and 6 run over lists of neighbours, never over whole matrices. Similarities are kept
as multiples of 2⁻⁴⁴, so that these sums are exact: neither the order of the nodes nor which graph comes first
can move a result, not even in its last digit. Equations are those of Sun and Xue (2024).

Shapes and what reads them stand in one module because compiled they see each other's insides.
"""

from __future__ import annotations

from array import array

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

#: No more pairs of nodes can be compared: places in tables of four numbers a pair are counted in 31 bits.
MOST_CELLS = 500_000_000
#: Fewer pairs of nodes, and fewer descendants of a node, are too little work to be counted.
LARGE = 1 << 14
LARGE_ROW = 1 << 7


@cython.cfunc
@cython.inline
def _sliced(block: object) -> object:
    """Return an array whose slices are parts of it, not copies: compiled, all are."""
    return block if cython.compiled else memoryview(block)  # type: ignore[arg-type]


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
        # One block of memory for all lists whose length is known.
        block: cython.int[::1] = _sliced(array("i", bytes(4 * (6 * nodes + 7 + 6 * count + self.labels))))
        out_start: cython.int[::1] = block[: nodes + 2]
        in_start: cython.int[::1] = block[nodes + 2 : 2 * nodes + 4]
        self.label_start = block[2 * nodes + 4 : 3 * nodes + 5]
        self.down_start = block[3 * nodes + 5 : 4 * nodes + 6]
        self.up_start = block[4 * nodes + 6 : 5 * nodes + 7]
        seen: cython.int[::1] = block[5 * nodes + 7 : 6 * nodes + 7]
        rest: cython.int[::1] = block[6 * nodes + 7 :]
        role: cython.int[::1] = rest[:count]
        tail: cython.int[::1] = rest[count : 2 * count]
        head: cython.int[::1] = rest[2 * count : 3 * count]
        in_role: cython.int[::1] = rest[3 * count : 4 * count]
        self.label = rest[4 * count : 6 * count]
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
        self.down = _two_steps(nodes, out_start, tail, seen, 0, self.down_start)
        self.up = _two_steps(nodes, in_start, head, seen, nodes, self.up_start)
        self.collect_labels(in_start, in_role, rest[6 * count :])

    @cython.cfunc
    def collect_labels(
        self, in_start: cython.int[::1], in_role: cython.int[::1], seen: cython.int[::1]
    ) -> cython.void:
        """List the distinct labels of each node."""
        k: cython.int
        v: cython.int
        x: cython.int
        total: cython.int = 0
        kept: cython.int[::1] = self.label
        start: cython.int[::1] = self.label_start
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
        large: cython.int = LARGE_ROW
        limits = current()
        for v in range(self.nodes):
            if v and counts[v - 1] > large:
                limits.spend(8 * counts[v - 1])
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
def _two_steps(
    nodes: cython.int,
    start: cython.int[::1],
    near: cython.int[::1],
    seen: cython.int[::1],
    stamp: cython.int,
    far_start: cython.int[::1],
) -> cython.int[::1]:
    """List the other nodes one or two steps away from each node, each once; later stamps are not in use."""
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
    far: cython.int[::1] = array("i", bytes(4 * room + 4))
    for v in range(nodes):
        stamp += 1
        seen[v] = stamp
        for k in range(start[v], start[v + 1]):
            w = near[k]
            if w < 0:
                continue
            if seen[w] != stamp:
                seen[w] = stamp
                far[total] = w
                total += 1
            for x in range(start[w], start[w + 1]):
                if near[x] >= 0 and seen[near[x]] != stamp:
                    seen[near[x]] = stamp
                    far[total] = near[x]
                    total += 1
        far_start[v + 1] = total
    return far


@cython.cfunc
def _met(
    head: Shape,
    tail: Shape,
    intrinsic: cython.double[::1],
    column: cython.int[::1],
    ends: cython.int[::1],
    means: cython.double[::1],
) -> cython.int:
    """Find the parent–child pairs that have a mirror image; return their number."""
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
    found: cython.int = 0
    wide: cython.int = tail.nodes
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
            means[found] = (
                intrinsic[i * wide + j] + (intrinsic[child * wide + other] if child >= 0 else 1.0)
            ) / 2.0
            ends[6 * found] = i
            ends[6 * found + 1] = child
            ends[6 * found + 2] = j
            ends[6 * found + 3] = other
            ends[6 * found + 4] = common
            ends[6 * found + 5] = mine if mine < theirs else theirs
            found += 1
    return found


def met_pairs(
    head: Shape, tail: Shape, similarity: array[float], columns: array[int]
) -> list[tuple[int, int, int, int, float, int, int]]:
    """Return the parent–child pairs of one graph that have a mirror image in the other, under an alignment.

    Each with its two ends here, its two ends there (a constant is below 0), the mean similarity of the ends
    (Equation 17), the number of labels in common and the smaller number of labels (Equations 18 and 23).
    """
    ends: array[int] = array("i", bytes(24 * head.edges + 4))
    means: array[float] = array("d", bytes(8 * head.edges + 8))
    found = _met(head, tail, similarity, columns, ends, means)
    return [(*ends[6 * k : 6 * k + 4], means[k], *ends[6 * k + 4 : 6 * k + 6]) for k in range(found)]  # type: ignore[misc]


def labelled_credits(head: Shape, tail: Shape, similarity: array[float], columns: array[int]) -> list[float]:
    """Return what each pair with a mirror image adds to the labelled sum over relations (Equation 19)."""
    k: cython.int
    ends: cython.int[::1] = array("i", bytes(24 * head.edges + 4))
    means: cython.double[::1] = array("d", bytes(8 * head.edges + 8))
    found: list[float] = []
    for k in range(_met(head, tail, similarity, columns, ends, means)):
        if ends[6 * k + 4] > 0:
            found.append(means[k] * ends[6 * k + 4])
    return found


def credits(
    head: Shape,
    tail: Shape,
    similarity: array[float],
    columns: array[int],
    head_below: array[int],
    tail_below: array[int],
) -> tuple[int, list[float], list[float], list[float], list[float]]:
    """Return the labels in common, and what each pair with a mirror image adds to the sums over relations.

    The sums are the labelled one (Equation 19), the unlabelled one (Equation 23), and the weighted one with
    the weights of either graph (Equation 25).
    """
    k: cython.int
    common: cython.int
    total: cython.int = 0
    mean: cython.double
    here: cython.int[::1] = head_below
    there: cython.int[::1] = tail_below
    ends: cython.int[::1] = array("i", bytes(24 * head.edges + 4))
    means: cython.double[::1] = array("d", bytes(8 * head.edges + 8))
    labelled = []
    unlabelled = []
    by_head = []
    by_tail = []
    for k in range(_met(head, tail, similarity, columns, ends, means)):
        common = ends[6 * k + 4]
        unlabelled.append(means[k] * ends[6 * k + 5])
        if common > 0:
            mean = means[k] * common
            total += common
            labelled.append(mean)
            by_head.append(mean * _weight(here, ends[6 * k], ends[6 * k + 1]))
            by_tail.append(mean * _weight(there, ends[6 * k + 2], ends[6 * k + 3]))
    return total, labelled, unlabelled, by_head, by_tail


@cython.cfunc
def _weight(below: cython.int[::1], parent: cython.int, child: cython.int) -> cython.double:
    """Return √(d₁·d₂) + 1, where a constant has no descendants (Equation 24)."""
    if child < 0:
        return 1.0
    return sqrt(1.0 * below[parent] * below[child]) + 1.0


def edge_weights(shape: Shape, descendants: array[int]) -> list[float]:
    """Return the weight of every edge."""
    i: cython.int
    k: cython.int
    below: cython.int[::1] = descendants
    result = []
    for i in range(shape.nodes):
        for k in range(shape.out_start[i], shape.out_start[i + 1]):
            result.append(_weight(below, i, shape.tail[k]))
    return result


@cython.cclass
class Caster:
    """Two shapes, the intrinsic similarity of their nodes, and what the anchors say about all the others."""

    rows: cython.int
    cols: cython.int
    large: cython.bint  # enough work to be counted
    head: Shape
    tail: Shape
    intrinsic: cython.double[::1]
    bias: cython.double  # β of Equation 13
    nudge: cython.double  # added before rounding half up; negative: round half to even
    limit: cython.int
    relative: cython.double  # a cell may move by 10⁻⁴, and by this share of its size
    cast: cython.double[::1]  # Ā, the anchors broadcast
    parents: cython.double[::1]  # P of Equation 5
    children: cython.double[::1]  # C of Equation 6
    heard: cython.double[::1]
    inverse: cython.double[::1]  # of the numbers of neighbours
    key: cython.double[::1]  # of a cell: F in steps of 10⁻⁴, and below that the labels in common
    step: cython.double  # one step of F in the keys
    shared: cython.int[::1]
    col_row: cython.int[::1]  # room for what is worked out of columns, filled anew each time
    col_best: cython.double[::1]

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
        x: cython.int
        if self.rows and self.cols > MOST_CELLS // self.rows:
            raise MemoryError
        cells: cython.int = self.rows * self.cols
        self.large = cells > LARGE
        most: cython.int = self.rows if self.rows > self.cols else self.cols
        # One block of memory for all tables. Its numbers are counted, not its bytes: these need not fit into an int.
        block: cython.double[::1] = _sliced(array("d", (0.0,)) * (4 * cells + 2 * self.cols + most + 1))
        self.cast = block[:cells]
        self.parents = block[cells : 2 * cells]
        self.children = block[2 * cells : 3 * cells]
        self.key = block[3 * cells : 4 * cells]
        self.heard = block[4 * cells : 4 * cells + self.cols]
        self.col_best = block[4 * cells + self.cols : 4 * cells + 2 * self.cols]
        self.inverse = block[4 * cells + 2 * self.cols :]
        rest: cython.int[::1] = _sliced(array("i", (0,)) * (cells + self.cols + 1))
        self.shared = rest[:cells]
        self.col_row = rest[cells : cells + self.cols]
        for x in range(1, most + 1):
            self.inverse[x] = 1.0 / x
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
        limits = current()
        for i in range(self.rows):
            if self.large:
                limits.spend(4 * self.cols)
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
        """Run the inner loop from the anchors, a column or -1 for each row; return its number of rounds."""
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
            self.gather(self.head.up_start, self.head.up, self.tail.up_start, self.tail.up, self.parents)
            self.gather(
                self.head.down_start, self.head.down, self.tail.down_start, self.tail.down, self.children
            )
            if self.settle(anchor):
                break
        self.combine()
        return rounds

    @cython.cfunc
    def gather(
        self,
        row_start: cython.int[::1],
        row_near: cython.int[::1],
        col_start: cython.int[::1],
        col_near: cython.int[::1],
        result: cython.double[::1],
    ) -> cython.void:
        """Sum up what the neighbours of two nodes say, less where their numbers differ (Equations 5, 6)."""
        i: cython.int
        j: cython.int
        k: cython.int
        end: cython.int
        base: cython.int
        near: cython.int
        here: cython.int
        there: cython.int
        cols: cython.int = self.cols
        total: cython.double
        cast: cython.double[::1] = self.cast
        heard: cython.double[::1] = self.heard
        inverse: cython.double[::1] = self.inverse
        limits = current()
        for i in range(self.rows):
            base = i * cols
            here = row_start[i + 1] - row_start[i]
            if self.large:
                limits.spend((here + 4) * cols)
            if here == 0:
                for j in range(cols):
                    result[base + j] = 0.0
                continue
            near = row_near[row_start[i]] * cols
            for j in range(cols):
                heard[j] = cast[near + j]
            for k in range(row_start[i] + 1, row_start[i + 1]):
                near = row_near[k] * cols
                for j in range(cols):
                    heard[j] += cast[near + j]
            k = 0
            for j in range(cols):
                there = col_start[j + 1] - k
                end = k + there
                total = 0.0
                while k < end:
                    total += heard[col_near[k]]
                    k += 1
                result[base + j] = total * (here * inverse[there] if here < there else there * inverse[here])

    @cython.cfunc
    def settle(self, anchor: cython.int[::1]) -> cython.bint:
        """Join both directions, scale, reset the anchors (Equations 7–9); return whether all stand still."""
        i: cython.int
        x: cython.int
        cells: cython.int = self.rows * self.cols
        most: cython.double = 0.0
        scale: cython.double
        relative: cython.double = self.relative
        moved: cython.double
        # Adding and taking away 1.5 · 2⁸ rounds to a multiple of 2⁻⁴⁴.
        grain: cython.double = 384.0
        cast: cython.double[::1] = self.cast
        new: cython.double[::1] = self.parents
        children: cython.double[::1] = self.children
        for x in range(cells):
            new[x] = (new[x] + 1.0) * (children[x] + 1.0) - 1.0
        for x in range(cells):
            most = new[x] if new[x] > most else most
        if most == 0.0:
            most = 1.0
        scale = 1.0 / most
        for i in range(self.rows):
            if anchor[i] >= 0:
                new[i * self.cols + anchor[i]] = most
        # The root of Equation 7, drawn after scaling.
        for x in range(cells):
            new[x] = (sqrt(new[x] * scale) + grain) - grain
        self.parents = cast
        self.cast = new
        for x in range(cells):
            moved = new[x] - cast[x]
            if moved > 1e-4 + relative * cast[x] or -moved > 1e-4 + relative * cast[x]:
                return False
        return True

    @cython.cfunc
    def combine(self) -> cython.void:
        """Join broadcast and intrinsic similarity (Equation 13, α = 0.2), rounded, then the shared labels."""
        x: cython.int
        value: cython.double
        whole: cython.double
        # Adding and taking away 1.5 · 2⁵² rounds to a whole number.
        grain: cython.double = 6755399441055744.0
        bias: cython.double = self.bias
        cast: cython.double[::1] = self.cast
        intrinsic: cython.double[::1] = self.intrinsic
        key: cython.double[::1] = self.key
        shared: cython.int[::1] = self.shared
        for x in range(self.rows * self.cols):
            value = (cast[x] + bias) * (intrinsic[x] + 0.2)
            if self.nudge < 0.0:
                whole = (value * 1e4 + grain) - grain
            else:
                value = (value + self.nudge) * 1e4 + 0.5
                whole = (value + grain) - grain
                if whole > value:
                    whole -= 1.0
            key[x] = whole * self.step + shared[x]

    def mutual(self) -> array[int]:
        """Return for each row the column with which it is mutually the strict best, or -1 (Equation 14)."""
        i: cython.int
        j: cython.int
        x: cython.int = 0
        value: cython.double
        chosen: array[int] = array("i", bytes(4 * self.rows))
        choice: cython.int[::1] = chosen
        row_best: cython.double
        col_best: cython.double[::1] = self.col_best
        col_row: cython.int[::1] = self.col_row
        for j in range(self.cols):
            col_best[j] = -1.0
            col_row[j] = -1
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

    def keys(self) -> object:
        """Return the key of every cell, row by row: F in steps of 10⁻⁴, then the labels in common."""
        return self.key

    def broadcast_values(self) -> list[float]:
        """Return Ā as it stands, row by row."""
        return list(self.cast)[: self.rows * self.cols]

    def adjusted(self) -> list[float]:
        """Return F in whole steps of 10⁻⁴, row by row."""
        return [(self.key[x] - self.shared[x]) / self.step for x in range(self.rows * self.cols)]
