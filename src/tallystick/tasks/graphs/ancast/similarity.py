# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The intrinsic similarity of two nodes (Equations 1–4)."""

from __future__ import annotations

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
    from cython.cimports.tallystick.solve.broadcast.table import PairTable, full_table
    from cython.cimports.tallystick.solve.sorting import sort_numbers
    from cython.cimports.tallystick.tasks.graphs.ancast.graph import AncastGraph
    from cython.cimports.tallystick.tasks.graphs.ancast.words import AncastWords
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.solve.broadcast.table import PairTable, full_table
    from tallystick.solve.sorting import sort_numbers
    from tallystick.tasks.graphs.ancast.graph import AncastGraph
    from tallystick.tasks.graphs.ancast.words import AncastWords

__all__ = ["inclusion", "intrinsic"]

#: γ of Equation 1 in the paper: what a different sense costs.
SENSE = 0.1
#: What the similarity and the tables of the broadcast take for each pair of nodes.
TABLES_BYTES = 44
#: Below this many pairs of nodes, neither the memory limit nor the deadline is checked.
LARGE = 1 << 14
#: The work of comparing two nodes.
COMPARED = 20


def inclusion(first: str, second: str) -> float:
    """The share of the longer string that the shorter one makes up, if it is part of it (Equation 2).

    >>> inclusion("sun", "sunlight"), inclusion("sun", "sun"), inclusion("sun", "moon"), inclusion("", "")
    (0.375, 1.0, 0.0, 0.0)
    """
    if first == second:
        return 1.0 if first else 0.0
    if len(first) > len(second):
        first, second = second, first
    return 1.0 * len(first) / len(second) if first in second else 0.0


def intrinsic(gold: AncastGraph, pred: AncastGraph, sense_weight: float = SENSE) -> PairTable:
    """The similarity S of every pair of nodes, with a row for each pred node (Equation 1).

    `sense_weight` is γ.
    """
    kind: cython.int
    width: cython.Py_ssize_t = gold.size
    limits = current()
    large: cython.bint = pred.size * width > LARGE
    if limits.memory is not None or large:
        size = TABLES_BYTES * pred.size * width
        limits.reserve(size, f"{pred.size:,} × {width:,} pairs of nodes")
    arena: Arena = thread_arena()
    cells: cython.double[::1] = arena.doubles(pred.size * width)
    other_sense: cython.double = 1 - sense_weight
    for kind in range(pred.kinds):
        if large:
            limits.spend(4 * gold.kinds + COMPARED)
        compare_lemma(gold, pred, pred.first[kind], other_sense, cells)
    gold_values = AttributeValues(gold.shape)
    pred_values = gold_values if pred.shape is gold.shape else AttributeValues(pred.shape)
    compare_attributes(gold_values, pred_values, cells, width, large)
    return full_table(pred.size, cython.cast(cython.int, width), cells)


@cython.cfunc
@cython.exceptval(check=False)
def compare_lemma(
    gold: AncastGraph,
    pred: AncastGraph,
    node: cython.int,
    other_sense: cython.double,
    cells: cython.double[::1],
) -> cython.void:
    """Compare all pred nodes with the lemma of one of them, the first, with all gold nodes (Equations 1, 2)."""
    kind: cython.int
    row: cython.int
    column: cython.int
    other: cython.int
    share: cython.double
    words: AncastWords = gold.numbers.words
    lemma: cython.int = pred.lemma[node]
    size: cython.double = words.length[lemma]
    if words.length[lemma] == 0:
        return
    for kind in range(gold.kinds):
        other = gold.lemma[gold.first[kind]]
        if other == lemma:
            share = 1.0
        elif words.includes(other, lemma):
            share = size / words.length[other]
        elif words.includes(lemma, other):
            share = words.length[other] / size
        else:
            continue
        row = node
        while row >= 0:
            column = gold.first[kind]
            while column >= 0:
                cells[cython.cast(cython.Py_ssize_t, row) * gold.size + column] = (
                    share if pred.sense[row] == gold.sense[column] else share * other_sense
                )
                column = gold.after[column]
            row = pred.after[row]


@cython.final
@cython.cclass
class AttributeValues:
    """The attributes of the nodes that have any, each a number of its role and its value; those of a node in order."""

    nodes: cython.int
    node: cython.int[::1]
    start: cython.int[::1]
    pair: cython.longlong[::1]

    def __init__(self, shape: Shape) -> None:
        v: cython.int
        k: cython.int
        total: cython.int = 0
        nodes: cython.int = 0
        for k in range(shape.edges):
            if shape.tail[k] < 0:
                total += 1
        self.nodes = 0
        if total == 0:
            return
        arena: Arena = thread_arena()
        self.node = arena.ints(total)
        self.start = arena.ints(total + 1)
        self.pair = arena.longs(total)
        total = 0
        for v in range(shape.nodes):
            for k in range(shape.out_start[v], shape.out_start[v + 1]):
                if shape.tail[k] < 0:
                    self.pair[total] = (cython.cast(cython.longlong, shape.role[k]) << 32) | (-shape.tail[k])
                    total += 1
            if total > self.start[nodes]:
                sort_numbers(self.pair, self.start[nodes], total)
                self.node[nodes] = v
                nodes += 1
                self.start[nodes] = total
        self.nodes = nodes


@cython.cfunc
def compare_attributes(
    gold: AttributeValues,
    pred: AttributeValues,
    cells: cython.double[::1],
    width: cython.Py_ssize_t,
    large: cython.bint,
) -> cython.void:
    """Let the share of equal attributes count as much as the concepts, where two nodes share any (Equation 3)."""
    x: cython.int
    y: cython.int
    cell: cython.Py_ssize_t
    share: cython.double
    limits = current()
    for x in range(pred.nodes):
        if large:
            limits.spend(COMPARED * gold.nodes)
        for y in range(gold.nodes):
            share = equal_share(gold, pred, y, x)
            if share >= 0.0:
                cell = pred.node[x] * width + gold.node[y]
                cells[cell] = (cells[cell] + share) / 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def equal_share(
    gold: AttributeValues, pred: AttributeValues, gold_index: cython.int, pred_index: cython.int
) -> cython.double:
    """The share of the shared attributes with equal values (Equations 3, 4); below 0 where none is shared."""
    shared: cython.int = 0
    equal: cython.int = 0
    same: cython.bint
    x: cython.int = pred.start[pred_index]
    y: cython.int = gold.start[gold_index]
    x_end: cython.int = pred.start[pred_index + 1]
    y_end: cython.int = gold.start[gold_index + 1]
    role: cython.longlong
    while x < x_end and y < y_end:
        role = pred.pair[x] >> 32
        if role < gold.pair[y] >> 32:
            x += 1
        elif role > gold.pair[y] >> 32:
            y += 1
        else:
            same = True
            while x < x_end and y < y_end and pred.pair[x] >> 32 == role and gold.pair[y] >> 32 == role:
                if pred.pair[x] != gold.pair[y]:
                    same = False
                x += 1
                y += 1
            while x < x_end and pred.pair[x] >> 32 == role:
                same = False
                x += 1
            while y < y_end and gold.pair[y] >> 32 == role:
                same = False
                y += 1
            shared += 1
            equal += same
    return 1.0 * equal / shared if shared else -1.0
