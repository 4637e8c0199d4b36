# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Equal sets of numbers, found by way of a hash table."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena
else:
    from tallystick.solve.arena import Arena

__all__ = ["number_sets"]


@cython.cfunc
def number_sets(
    count: cython.int,
    start: cython.int[::1],
    member: cython.int[::1],
    mark: cython.int[::1],
    number: cython.int[::1],
    arena: Arena,
) -> cython.int:
    """Number equal sets alike, in the order in which they occur; return how many differ.

    `mark` has room for a number for each possible member, none of them above the number of sets.
    """
    x: cython.int
    k: cython.int
    entry: cython.int
    first: cython.int
    other: cython.int
    slots: cython.int = 4
    total: cython.int = 0
    code: cython.longlong
    value: cython.longlong
    equal: cython.bint
    # Variables, because constants of more than 31 bits would be objects.
    spread: cython.longlong = 2654435761
    low: cython.longlong = 0xFFFFFFFF
    most: cython.longlong = 0xFFFFFFFFFFFFF
    while slots < 2 * count:
        slots *= 2
    leader: cython.int[::1] = arena.ints(count)  # the first set of each number
    slot: cython.int[::1] = arena.ints(slots)  # the numbers in a hash table
    for x in range(count):
        code = start[x + 1] - start[x]
        for k in range(start[x], start[x + 1]):
            # The sum over a set does not depend on the order of its members, and must not be linear in them.
            value = ((member[k] + 1) * spread) & low
            code = (code + value * (value >> 12)) & most
            mark[member[k]] = -1 - x
        entry = cython.cast(cython.int, (code ^ (code >> 21)) & (slots - 1))
        while True:
            first = slot[entry] - 1
            if first < 0:
                slot[entry] = total + 1
                leader[total] = x
                number[x] = total
                total += 1
                break
            other = leader[first]
            equal = start[other + 1] - start[other] == start[x + 1] - start[x]
            if equal:
                for k in range(start[other], start[other + 1]):
                    if mark[member[k]] != -1 - x:
                        equal = False
                        break
            if equal:
                number[x] = first
                break
            entry = (entry + 1) & (slots - 1)
    return total
