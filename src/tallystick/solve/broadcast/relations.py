# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Relations that two aligned graphs have in common, and what each of them adds to the sums of AnCast.

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
    from cython.cimports.tallystick.solve.exact_total import ExactTotals
else:
    from math import sqrt

    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.solve.broadcast.table import PairTable
    from tallystick.solve.exact_total import ExactTotals

__all__ = ["labelled_credits", "matched_relations", "relation_sums"]


@cython.cfunc
def _similarity(table: PairTable, i: cython.int, j: cython.int) -> cython.double:
    """Return the intrinsic similarity of two nodes."""
    return table.value[table.row_kind[i] * table.width + table.col_kind[j]]


@cython.cfunc
def _met(
    head: Shape,
    tail: Shape,
    intrinsic: PairTable,
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
    head_labels: cython.int
    tail_labels: cython.int
    common: cython.int
    count: cython.int = 0
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
            tail_labels = 0
            for y in range(tail.out_start[j], tail.out_start[j + 1]):
                if tail.tail[y] == other:
                    tail_labels += 1
            if tail_labels == 0:
                continue
            head_labels = 0
            common = 0
            for x in range(k, head.out_start[i + 1]):
                if head.tail[x] == child:
                    head_labels += 1
                    for y in range(tail.out_start[j], tail.out_start[j + 1]):
                        if tail.tail[y] == other and tail.role[y] == head.role[x]:
                            common += 1
            # Equal constants have similarity 1.
            means[count] = (
                _similarity(intrinsic, i, j) + (_similarity(intrinsic, child, other) if child >= 0 else 1.0)
            ) / 2.0
            ends[6 * count] = i
            ends[6 * count + 1] = child
            ends[6 * count + 2] = j
            ends[6 * count + 3] = other
            ends[6 * count + 4] = common
            ends[6 * count + 5] = head_labels if head_labels < tail_labels else tail_labels
            count += 1
    return count


def matched_relations(head: Shape, tail: Shape, columns: array[int]) -> int:
    """Return how many labelled relations between nodes an alignment matches."""
    i: cython.int
    k: cython.int
    y: cython.int
    other: cython.int
    total: cython.int = 0
    column: cython.int[::1] = columns
    for i in range(head.nodes):
        if column[i] < 0:
            continue
        for k in range(head.out_start[i], head.out_start[i + 1]):
            other = -1 if head.tail[k] < 0 else column[head.tail[k]]
            if other < 0:
                continue
            for y in range(tail.out_start[column[i]], tail.out_start[column[i] + 1]):
                if tail.tail[y] == other and tail.role[y] == head.role[k]:
                    total += 1
    return total


def labelled_credits(head: Shape, tail: Shape, similarity: PairTable, columns: array[int]) -> list[float]:
    """Return what each pair with a mirror image adds to the labelled sum over relations (Equation 19)."""
    k: cython.int
    arena: Arena = thread_arena()
    ends: cython.int[::1] = arena.ints(6 * head.edges)
    means: cython.double[::1] = arena.doubles(head.edges)
    earned: list[float] = []
    for k in range(_met(head, tail, similarity, columns, ends, means)):
        if ends[6 * k + 4] > 0:
            earned.append(means[k] * ends[6 * k + 4])
    return earned


def relation_sums(
    head: Shape, tail: Shape, similarity: PairTable, columns: array[int]
) -> tuple[int, float, float, float, float, float, float, float, float]:
    """Return the number of labels in common, and the sums of AnCast under an alignment, each rounded once.

    The similarities of aligned nodes (Equation 15), the labelled relations (Equation 19), the unlabelled ones
    (Equation 23), the weighted ones with the weights of either graph (Equation 25), and the weights of all edges of
    either graph (Equation 26). The last number is the greatest weight.
    """
    i: cython.int
    k: cython.int
    found: cython.int
    common: cython.int
    total: cython.int = 0
    credit: cython.double
    heaviest: cython.double
    arena: Arena = thread_arena()
    column: cython.int[::1] = columns
    here: cython.int[::1] = head.descendants()
    there: cython.int[::1] = here if head is tail else tail.descendants()
    ends: cython.int[::1] = arena.ints(6 * head.edges)
    means: cython.double[::1] = arena.doubles(head.edges)
    sums: ExactTotals = ExactTotals(7)
    found = _met(head, tail, similarity, column, ends, means)
    for k in range(found):
        common = ends[6 * k + 4]
        sums.add(2, means[k] * ends[6 * k + 5])
        if common > 0:
            credit = means[k] * common
            total += common
            sums.add(1, credit)
            sums.add(3, credit * _weight(here, ends[6 * k], ends[6 * k + 1]))
            sums.add(4, credit * _weight(there, ends[6 * k + 2], ends[6 * k + 3]))
    for i in range(head.nodes):
        if column[i] >= 0:
            sums.add(0, _similarity(similarity, i, column[i]))
    heaviest = max(_add_weights(head, here, sums, 5), _add_weights(tail, there, sums, 6))
    return (
        total,
        sums.total(0),
        sums.total(1),
        sums.total(2),
        sums.total(3),
        sums.total(4),
        sums.total(5),
        sums.total(6),
        heaviest,
    )


@cython.cfunc
def _add_weights(shape: Shape, below: cython.int[::1], sums: ExactTotals, index: cython.int) -> cython.double:
    """Add the weights of all edges to a sum; return the greatest, at least 1."""
    i: cython.int
    k: cython.int
    weight: cython.double
    heaviest: cython.double = 1.0
    for i in range(shape.nodes):
        for k in range(shape.out_start[i], shape.out_start[i + 1]):
            weight = _weight(below, i, shape.tail[k])
            sums.add(index, weight)
            heaviest = max(heaviest, weight)
    return heaviest


@cython.cfunc
@cython.inline
def _weight(below: cython.int[::1], parent: cython.int, child: cython.int) -> cython.double:
    """Return √(d₁·d₂) + 1, where a constant has no descendants (Equation 24)."""
    if child < 0:
        return 1.0
    return sqrt(1.0 * below[parent] * below[child]) + 1.0
