# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sorting in place and searching what is sorted, without the interpreter."""

from __future__ import annotations

from bisect import bisect_left

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Sorter", "find_sorted", "sort_numbers"]

# Compiled, it is in the .pxd file, where other modules can have it inline.
if not cython.compiled:

    def find_sorted(number: cython.int[::1], low: int, high: int, value: int) -> int:
        """Return the index of a value among the numbers from `low` to `high`, which rise; -1 if it is not there."""
        index = bisect_left(number, value, low, high)
        return index if index < high and number[index] == value else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_numbers(number: cython.longlong[::1], begin: cython.int, end: cython.int) -> cython.void:
    """Sort the numbers from `begin` to `end`: few by insertion, many by a heap."""
    x: cython.int
    y: cython.int
    value: cython.longlong
    size: cython.int = end - begin
    if size <= 24:
        for x in range(begin + 1, end):
            value = number[x]
            y = x
            while y > begin and number[y - 1] > value:
                number[y] = number[y - 1]
                y -= 1
            number[y] = value
        return
    for x in range(size // 2 - 1, -1, -1):
        sift(number, begin, x, size, number[begin + x])
    for x in range(size - 1, 0, -1):
        value = number[begin + x]
        number[begin + x] = number[begin]
        sift(number, begin, 0, x, value)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sift(
    number: cython.longlong[::1], begin: cython.int, x: cython.int, size: cython.int, value: cython.longlong
) -> cython.void:
    """Let a value sink from an index of the heap to where no number below it is greater."""
    below: cython.int
    while True:
        below = 2 * x + 1
        if below >= size:
            break
        if below + 1 < size and number[begin + below + 1] > number[begin + below]:
            below += 1
        if number[begin + below] <= value:
            break
        number[begin + x] = number[begin + below]
        x = below
    number[begin + x] = value


@cython.cclass
class Sorter:
    """Sorts entries by its own order, which a subclass defines."""

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def before(self, first: cython.int, second: cython.int) -> cython.bint:
        """Whether one entry comes before another."""
        return first < second

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self, entry: cython.int[::1], begin: cython.int, end: cython.int) -> cython.void:
        """Sort the entries from `begin` to `end`; those that are equal in any order."""
        x: cython.int
        y: cython.int
        value: cython.int
        size: cython.int = end - begin
        if size <= 24:
            for x in range(begin + 1, end):
                value = entry[x]
                y = x
                while y > begin and self.before(value, entry[y - 1]):
                    entry[y] = entry[y - 1]
                    y -= 1
                entry[y] = value
            return
        for x in range(size // 2 - 1, -1, -1):
            self.sink(entry, begin, x, size, entry[begin + x])
        for x in range(size - 1, 0, -1):
            value = entry[begin + x]
            entry[begin + x] = entry[begin]
            self.sink(entry, begin, 0, x, value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sink(
        self, entry: cython.int[::1], begin: cython.int, x: cython.int, size: cython.int, value: cython.int
    ) -> cython.void:
        """Let an entry sink from an index of the heap to where none below it comes after it."""
        below: cython.int
        while True:
            below = 2 * x + 1
            if below >= size:
                break
            if below + 1 < size and self.before(entry[begin + below], entry[begin + below + 1]):
                below += 1
            if not self.before(value, entry[begin + below]):
                break
            entry[begin + x] = entry[begin + below]
            x = below
        entry[begin + x] = value
