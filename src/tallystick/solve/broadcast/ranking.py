# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Pairs of free nodes in the order of their keys, without sorting all of them at once.

Each pass takes the pairs with the greatest keys, an eighth of those that are left, and sorts them. Most of the others
lose a node to a match meanwhile and are never looked at again. A key that more pairs than that have in common is not
sorted: its pairs are found one after another where they are needed.
"""

from __future__ import annotations

from array import array

from tallystick.limits import current

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
else:
    from tallystick.solve.arena import Arena, thread_arena

__all__ = ["Ranking"]

#: So many pairs are sorted at once in any case.
FEW = 1 << 13
#: Fewer pairs are sorted by insertion.
SHORT_LIST = 32
#: Keys are counted in so many ranges.
BINS = 1024


@cython.cclass
class Ranking:
    """The keys of all pairs of free nodes, and which nodes are matched."""

    rows: cython.int
    cols: cython.int
    key: cython.int[::1]
    column: cython.int[::1]  # the match of each row, or -1
    row: cython.int[::1]  # the match of each column, or -1
    free_rows: cython.int[::1]  # those that were free when this pass began
    free_cols: cython.int[::1]
    row_count: cython.int
    col_count: cython.int
    least: cython.int  # the least key of this pass
    level: cython.int  # the present key
    wide: cython.bint  # too many pairs have it to be sorted
    entry: cython.longlong[::1]  # the pairs of this pass: the greatest key less theirs, and their index
    count: cython.int
    level_start: cython.int  # those of the present key
    level_end: cython.int
    position: cython.int  # of the present pair: in the entries, or among the free columns
    row_position: cython.int

    def __init__(self, keys: array[int], rows: cython.int, cols: cython.int) -> None:
        x: cython.int
        self.rows = rows
        self.cols = cols
        self.key = keys
        arena: Arena = thread_arena()
        self.column = arena.ints(rows)
        self.row = arena.ints(cols)
        self.free_rows = arena.ints(rows)
        self.free_cols = arena.ints(cols)
        for x in range(rows):
            self.column[x] = -1
            self.free_rows[x] = x
        for x in range(cols):
            self.row[x] = -1
            self.free_cols[x] = x
        self.level_start = self.level_end = self.count = self.position = self.row_position = 0
        self.row_count = rows
        self.col_count = cols

    @cython.cfunc
    def is_free(self, cell: cython.int) -> cython.bint:
        """Return whether both nodes of a pair are free."""
        return self.column[cell // self.cols] < 0 and self.row[cell % self.cols] < 0

    @cython.cfunc
    def match(self, cell: cython.int) -> cython.void:
        """Match a pair."""
        self.column[cell // self.cols] = cell % self.cols
        self.row[cell % self.cols] = cell // self.cols

    def match_without_ties(self) -> bool:
        """Match all pairs; return False as soon as two pairs with the same key compete for a node."""
        x: cython.int
        cell: cython.int
        stamp: cython.int = 0
        seen: cython.int[::1] = thread_arena().ints(self.rows + self.cols)
        while self.next_pass():
            if self.wide:
                return False  # more pairs than nodes
            while self.next_level():
                stamp += 1
                for x in range(self.level_start, self.level_end):
                    cell = self.cell_of(x)
                    if not self.is_free(cell):
                        continue
                    if seen[cell // self.cols] == stamp or seen[self.rows + cell % self.cols] == stamp:
                        return False
                    seen[cell // self.cols] = seen[self.rows + cell % self.cols] = stamp
                for x in range(self.level_start, self.level_end):
                    cell = self.cell_of(x)
                    if self.is_free(cell):
                        self.match(cell)
        return True

    @cython.cfunc
    def cell_of(self, x: cython.int) -> cython.int:
        """Return the index of an entry's pair."""
        return cython.cast(cython.int, self.entry[x] & 0x7FFFFFFF)

    @cython.cfunc
    def next_pass(self) -> cython.bint:
        """Sort the pairs with the greatest keys that are left; return whether there are any."""
        x: cython.int
        free: cython.int = 0
        for x in range(self.row_count):
            if self.column[self.free_rows[x]] < 0:
                self.free_rows[free] = self.free_rows[x]
                free += 1
        self.row_count = free
        free = 0
        for x in range(self.col_count):
            if self.row[self.free_cols[x]] < 0:
                self.free_cols[free] = self.free_cols[x]
                free += 1
        self.col_count = free
        if not self.row_count or not self.col_count:
            return False
        current().spend(4 * self.row_count * self.col_count)
        self.choose()
        if self.wide:
            self.level = self.least + 1
        else:
            self.collect()
            self.level_end = 0
        return True

    @cython.cfunc
    def choose(self) -> cython.void:
        """Choose the least key of this pass: by counting, if there are many pairs."""
        x: cython.int
        most: cython.int = 0
        low: cython.int = 0
        width: cython.int
        taken: cython.Py_ssize_t = 0
        pairs: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.row_count) * self.col_count
        few: cython.int = FEW
        bins: cython.int = BINS
        room: cython.Py_ssize_t = few if pairs // 8 < few else pairs // 8
        self.wide = False
        self.least = 0
        if pairs <= few:
            return
        counts: cython.int[::1] = array("i", bytes(4 * (bins + 1)))
        with cython.nogil:
            most = self.greatest()
        width = (most - low) // bins + 1
        while True:
            with cython.nogil:
                self.count_keys(low, width, bins, counts)
            x = bins - 1
            while x >= 0 and taken + counts[x] <= room:
                taken += counts[x]
                x -= 1
            if x < 0 or taken > 0:
                # Everything in the ranges after this one fits.
                self.least = low + (x + 1) * width
                return
            if width == 1:
                self.wide = True
                self.least = low + x
                return
            low += x * width
            width = (width - 1) // bins + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def greatest(self) -> cython.int:
        """Return the greatest key of the free pairs."""
        a: cython.int
        b: cython.int
        most: cython.int = 0
        key: cython.int[::1] = self.key
        base: cython.Py_ssize_t
        for a in range(self.row_count):
            base = cython.cast(cython.Py_ssize_t, self.free_rows[a]) * self.cols
            for b in range(self.col_count):
                if key[base + self.free_cols[b]] > most:
                    most = key[base + self.free_cols[b]]
        return most

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_keys(
        self, low: cython.int, width: cython.int, bins: cython.int, counts: cython.int[::1]
    ) -> cython.void:
        """Count the free pairs by ranges of keys of a width, from a least key on."""
        a: cython.int
        b: cython.int
        x: cython.int
        key: cython.int[::1] = self.key
        base: cython.Py_ssize_t
        for x in range(bins):
            counts[x] = 0
        for a in range(self.row_count):
            base = cython.cast(cython.Py_ssize_t, self.free_rows[a]) * self.cols
            for b in range(self.col_count):
                x = key[base + self.free_cols[b]]
                if x >= low:
                    x = (x - low) // width
                    if x < bins:
                        counts[x] += 1

    @cython.cfunc
    def collect(self) -> cython.void:
        """List the pairs from the least key of this pass on, the greatest keys first."""
        a: cython.int
        b: cython.int
        x: cython.int
        total: cython.int = 0
        value: cython.longlong
        base: cython.int
        key: cython.int[::1] = self.key
        for a in range(self.row_count):
            base = self.free_rows[a] * self.cols
            for b in range(self.col_count):
                x = key[base + self.free_cols[b]]
                if x >= self.least:
                    total += 1
        self.count = total
        self.entry = thread_arena().longs(total + 1)
        total = 0
        for a in range(self.row_count):
            base = self.free_rows[a] * self.cols
            for b in range(self.col_count):
                x = key[base + self.free_cols[b]]
                if x >= self.least:
                    value = 0x7FFFFFFF - x
                    self.entry[total] = (value << 31) | (base + self.free_cols[b])
                    total += 1
        if total > SHORT_LIST:
            self.sort()
        else:
            self.insert()

    @cython.cfunc
    def insert(self) -> cython.void:
        """Sort a few entries."""
        x: cython.int
        k: cython.int
        value: cython.longlong
        entry: cython.longlong[::1] = self.entry
        for x in range(1, self.count):
            value = entry[x]
            k = x
            while k > 0 and entry[k - 1] > value:
                entry[k] = entry[k - 1]
                k -= 1
            entry[k] = value

    @cython.cfunc
    def sort(self) -> cython.void:
        """Sort many entries, by one byte of the key after another; they are in the order of their indices."""
        x: cython.int
        byte: cython.int
        total: cython.int
        shift: cython.int
        differ: cython.longlong = 0
        source: cython.longlong[::1] = self.entry
        target: cython.longlong[::1] = array("q", bytes(8 * self.count + 8))
        spare: cython.longlong[::1]
        counts: cython.int[::1] = array("i", bytes(4 * 257))
        for x in range(1, self.count):
            differ |= source[x] ^ source[0]
        for shift in range(31, 62, 8):
            if not (differ >> shift) & 255:
                continue
            for x in range(257):
                counts[x] = 0
            for x in range(self.count):
                counts[cython.cast(cython.int, (source[x] >> shift) & 255) + 1] += 1
            for x in range(256):
                counts[x + 1] += counts[x]
            for x in range(self.count):
                byte = cython.cast(cython.int, (source[x] >> shift) & 255)
                total = counts[byte]
                target[total] = source[x]
                counts[byte] = total + 1
            spare = source
            source = target
            target = spare
        self.entry = source

    @cython.cfunc
    def next_level(self) -> cython.bint:
        """Continue with the next key of this pass; return whether there is one."""
        if self.wide:
            self.level -= 1
            return self.level == self.least
        if self.level_end >= self.count:
            return False
        self.level_start = self.level_end
        key: cython.longlong = self.entry[self.level_start] >> 31
        while self.level_end < self.count and self.entry[self.level_end] >> 31 == key:
            self.level_end += 1
        self.level = cython.cast(cython.int, 0x7FFFFFFF - key)
        return True

    @cython.cfunc
    def first_cell(self) -> cython.int:
        """Return the first pair of the present key, in the order of rows and columns; -1 if there is none."""
        self.position = self.level_start - 1
        if self.wide:
            self.position = -1
            self.row_position = 0
        return self.next_cell()

    @cython.cfunc
    def next_cell(self) -> cython.int:
        """Return the next pair of the present key, or -1."""
        row: cython.int
        self.position += 1
        if not self.wide:
            return self.cell_of(self.position) if self.position < self.level_end else -1
        while self.row_position < self.row_count:
            row = self.free_rows[self.row_position]
            if self.column[row] < 0:
                while self.position < self.col_count:
                    if (
                        self.row[self.free_cols[self.position]] < 0
                        and self.key[row * self.cols + self.free_cols[self.position]] == self.level
                    ):
                        return row * self.cols + self.free_cols[self.position]
                    self.position += 1
            self.position = 0
            self.row_position += 1
        return -1
