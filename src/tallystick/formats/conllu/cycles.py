# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cycles among the heads of a sentence."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["cycle_words"]


def cycle_words(heads: list[int]) -> list[int]:
    """Return a word of each cycle; negative heads are roots.

    >>> cycle_words([1, 0, -1, 3])
    [0, 3]
    """
    size: cython.Py_ssize_t = len(heads)
    start: cython.Py_ssize_t
    word: cython.Py_ssize_t
    reached_from: cython.int[::1] = array("i", bytes(4 * size)) if size else array("i", [0])
    cycles: list[int] = []
    for start in range(size):
        word = start
        while word >= 0 and not reached_from[word]:
            reached_from[word] = start + 1
            word = heads[word]
        if word >= 0 and reached_from[word] == start + 1:
            cycles.append(word)
    return cycles
