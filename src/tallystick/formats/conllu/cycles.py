# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cycles among the heads of a sentence."""

from __future__ import annotations

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
    # 1 for the words of the path that is followed, 2 for those of earlier paths.
    seen = bytearray(size)
    cycles: list[int] = []
    for start in range(size):
        word = start
        while word >= 0 and not seen[word]:
            seen[word] = 1
            word = heads[word]
        if word >= 0 and seen[word] == 1:
            cycles.append(word)
        word = start
        while word >= 0 and seen[word] == 1:
            seen[word] = 2
            word = heads[word]
    return cycles
