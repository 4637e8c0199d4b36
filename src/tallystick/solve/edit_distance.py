# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Levenshtein distances of all pairs of two lists of texts, by bit vectors (Myers 1999, Hyyrö 2003).

A column of the table of distances between prefixes is two bit vectors: where the distance rises from a row to the next,
and where it falls. Reading a text moves one column per character; in the end the distance is the length of the text,
plus the rises, minus the falls. Many patterns are compared with a text at a time: each has a lane of 16 bits in every
word, and the loops over lanes are written so that a compiler turns them into vector instructions.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Coded", "EditDistances"]

#: Patterns that are compared at a time, characters of a pattern in a word, and texts between two visits of the result.
_LANES = cython.declare(cython.Py_ssize_t, 32)
_BITS = cython.declare(cython.Py_ssize_t, 16)
_BLOCK = cython.declare(cython.Py_ssize_t, 64)


class Coded(NamedTuple):
    """Texts as numbers."""

    signs: array[int]
    """The characters of all texts, one after the other."""
    starts: array[int]
    """Where each text begins, and the end of the last."""


@cython.cclass
class EditDistances:
    """Patterns, texts, and the state of comparing some of the patterns with a text."""

    pattern_sign: cython.int[::1]
    pattern_start: cython.int[::1]
    pattern_count: cython.Py_ssize_t
    text_sign: cython.int[::1]
    text_start: cython.int[::1]
    text_count: cython.Py_ssize_t
    words: cython.Py_ssize_t  # of the longest of the patterns that are being compared
    order: cython.int[::1]  # the patterns by length, so that those of a batch have about as many words
    table: cython.ushort[::1]  # the bits of each character, word and lane
    rises: cython.ushort[::1]
    falls: cython.ushort[::1]
    masks: cython.ushort[::1]  # the bits of each word and lane that belong to its pattern
    carried_rises: cython.ushort[::1]  # from a word to the next
    carried_falls: cython.ushort[::1]
    distance: cython.int[::1]  # from the texts of a block to the patterns

    def __init__(self, patterns: Coded, texts: Coded, sign_count: int) -> None:
        """Take texts with characters below `sign_count`."""
        starts = patterns.starts
        order = sorted(range(len(starts) - 1), key=lambda index: starts[index + 1] - starts[index])
        longest: int = max([starts[index + 1] - starts[index] for index in order], default=0)
        words: int = max(1, -(-longest // 16))
        lanes: int = 2 * 32 * words
        current().reserve(lanes * sign_count, f"texts of {longest:,} characters")
        self.pattern_sign = patterns.signs
        self.pattern_start = starts
        self.pattern_count = len(order)
        self.text_sign = texts.signs
        self.text_start = texts.starts
        self.text_count = len(texts.starts) - 1
        self.words = words
        self.order = array("i", order)
        self.table = array("H", bytes(lanes * sign_count))
        self.rises = array("H", bytes(lanes))
        self.falls = array("H", bytes(lanes))
        self.masks = array("H", bytes(lanes))
        self.carried_rises = array("H", bytes(2 * 32))
        self.carried_falls = array("H", bytes(2 * 32))
        self.distance = array("i", bytes(4 * 32 * 64))

    def shares(self, least: array[int], full: bool, out: cython.double[::1]) -> None:
        """Write 1 − distance / the longer length of each pattern and text, a row per pattern.

        `least` has the number of characters that must be kept for each length up to the longest; where fewer are, the
        share is 0. If `full`, every other share is 1.
        """
        first: cython.Py_ssize_t
        last: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        text: cython.Py_ssize_t
        all_full: cython.bint = full
        kept_least: cython.int[::1] = least
        limits = current()
        first = 0
        while first < self.pattern_count:
            last = min(first + _LANES, self.pattern_count)
            limits.spend(len(self.text_sign) * self.set_lanes(first, last, True))
            with cython.nogil:
                start = 0
                while start < self.text_count:
                    end = min(start + _BLOCK, self.text_count)
                    for text in range(start, end):
                        if self.words == 1:
                            self.read_short(text)
                        else:
                            self.read(text)
                        self.count(text, text - start)
                    self.write(first, last, start, end, kept_least, all_full, out)
                    start = end
            self.set_lanes(first, last, False)
            first = last

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_lanes(
        self, first: cython.Py_ssize_t, last: cython.Py_ssize_t, wanted: cython.bint
    ) -> cython.Py_ssize_t:
        """Enter some patterns into the table, or remove them; return the number of their words."""
        lane: cython.Py_ssize_t
        k: cython.Py_ssize_t
        x: cython.Py_ssize_t
        start: cython.Py_ssize_t
        length: cython.Py_ssize_t
        k = self.order[last - 1]
        if wanted:
            self.words = max(1, (self.pattern_start[k + 1] - self.pattern_start[k] + _BITS - 1) // _BITS)
        for x in range(self.words * _LANES):
            self.masks[x] = 0
        for lane in range(last - first):
            start = self.pattern_start[self.order[first + lane]]
            length = self.pattern_start[self.order[first + lane] + 1] - start
            for k in range(length):
                x = k // _BITS * _LANES + lane
                self.masks[x] |= 1 << (k % _BITS)
                x += self.pattern_sign[start + k] * self.words * _LANES
                if wanted:
                    self.table[x] |= 1 << (k % _BITS)
                else:
                    self.table[x] = 0
        return self.words

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_short(self, text: cython.Py_ssize_t) -> cython.void:
        """Compare a text with patterns of a single word."""
        lane: cython.Py_ssize_t
        k: cython.Py_ssize_t
        row: cython.Py_ssize_t
        equal: cython.ushort
        rise: cython.ushort
        fall: cython.ushort
        diagonal: cython.ushort
        up: cython.ushort
        down: cython.ushort
        # As local variables, compilers know that they do not change.
        table: cython.ushort[::1] = self.table
        rises: cython.ushort[::1] = self.rises
        falls: cython.ushort[::1] = self.falls
        for lane in range(_LANES):
            rises[lane] = 0xFFFF
            falls[lane] = 0
        for k in range(self.text_start[text], self.text_start[text + 1]):
            row = self.text_sign[k] * _LANES
            for lane in range(_LANES):
                equal = table[row + lane]
                rise = rises[lane]
                fall = falls[lane]
                diagonal = ((((equal & rise) + rise) ^ rise) | equal | fall) & 0xFFFF
                up = (((fall | ~(diagonal | rise)) << 1) | 1) & 0xFFFF
                down = ((rise & diagonal) << 1) & 0xFFFF
                falls[lane] = up & diagonal
                rises[lane] = (down | ~(diagonal | up)) & 0xFFFF

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read(self, text: cython.Py_ssize_t) -> cython.void:
        """Compare a text with patterns of several words, which carry their last row to the next word."""
        lane: cython.Py_ssize_t
        k: cython.Py_ssize_t
        x: cython.Py_ssize_t
        word: cython.Py_ssize_t
        row: cython.Py_ssize_t
        equal: cython.ushort
        rise: cython.ushort
        fall: cython.ushort
        diagonal: cython.ushort
        vertical: cython.ushort
        up: cython.ushort
        down: cython.ushort
        table: cython.ushort[::1] = self.table
        rises: cython.ushort[::1] = self.rises
        falls: cython.ushort[::1] = self.falls
        carried_rises: cython.ushort[::1] = self.carried_rises
        carried_falls: cython.ushort[::1] = self.carried_falls
        for x in range(self.words * _LANES):
            rises[x] = 0xFFFF
            falls[x] = 0
        for k in range(self.text_start[text], self.text_start[text + 1]):
            for lane in range(_LANES):
                carried_rises[lane] = 1  # in the row of the empty prefix
                carried_falls[lane] = 0
            for word in range(self.words):
                x = word * _LANES
                row = self.text_sign[k] * self.words * _LANES + x
                for lane in range(_LANES):
                    equal = table[row + lane]
                    rise = rises[x + lane]
                    fall = falls[x + lane]
                    vertical = equal | fall
                    equal = equal | carried_falls[lane]
                    diagonal = ((((equal & rise) + rise) ^ rise) | equal) & 0xFFFF
                    up = (fall | ~(diagonal | rise)) & 0xFFFF
                    down = rise & diagonal
                    rise = (up << 1 | carried_rises[lane]) & 0xFFFF
                    fall = (down << 1 | carried_falls[lane]) & 0xFFFF
                    carried_rises[lane] = up >> 15
                    carried_falls[lane] = down >> 15
                    falls[x + lane] = rise & vertical
                    rises[x + lane] = (fall | ~(vertical | rise)) & 0xFFFF

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count(self, text: cython.Py_ssize_t, row: cython.Py_ssize_t) -> cython.void:
        """Write the distances of a text that was read to a row of the block."""
        lane: cython.Py_ssize_t
        x: cython.Py_ssize_t
        word: cython.Py_ssize_t
        rise: cython.ushort
        fall: cython.ushort
        length: cython.int = self.text_start[text + 1] - self.text_start[text]
        rises: cython.ushort[::1] = self.rises
        falls: cython.ushort[::1] = self.falls
        masks: cython.ushort[::1] = self.masks
        distance: cython.int[::1] = self.distance
        row *= _LANES
        for lane in range(_LANES):
            distance[row + lane] = length
        for word in range(self.words):
            x = word * _LANES
            for lane in range(_LANES):
                # The bits of both, added up in pairs, fours and eights.
                rise = rises[x + lane] & masks[x + lane]
                fall = falls[x + lane] & masks[x + lane]
                rise = rise - ((rise >> 1) & 0x5555)
                fall = fall - ((fall >> 1) & 0x5555)
                rise = (rise & 0x3333) + ((rise >> 2) & 0x3333)
                fall = (fall & 0x3333) + ((fall >> 2) & 0x3333)
                rise = (rise + (rise >> 4)) & 0x0F0F
                fall = (fall + (fall >> 4)) & 0x0F0F
                rise = (rise + (rise >> 8)) & 0x1F
                fall = (fall + (fall >> 8)) & 0x1F
                distance[row + lane] += rise - fall

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(
        self,
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        start: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        least: cython.int[::1],
        full: cython.bint,
        out: cython.double[::1],
    ) -> cython.void:
        """Write the shares of some patterns and texts."""
        lane: cython.Py_ssize_t
        text: cython.Py_ssize_t
        index: cython.Py_ssize_t
        length: cython.int
        longer: cython.int
        kept: cython.int
        for lane in range(last - first):
            index = self.order[first + lane]
            length = self.pattern_start[index + 1] - self.pattern_start[index]
            index *= self.text_count
            for text in range(start, end):
                longer = max(length, self.text_start[text + 1] - self.text_start[text])
                kept = longer - self.distance[(text - start) * _LANES + lane]
                if kept < least[longer]:
                    out[index + text] = 0.0
                elif full or longer == 0:
                    out[index + text] = 1.0
                else:
                    out[index + text] = cython.cast(cython.double, kept) / longer
