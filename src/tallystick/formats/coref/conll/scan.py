# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Scanning the rows of a CoNLL-2012 document: its mentions, and a digest of its words.

One pass over the text in UTF-8, byte by byte, that makes no strings but the names of entities. Signs are compared
by their numbers: 9 is the tab, 10 the line break, 32 the blank, 35 ``#``, 40 ``(``, 41 ``)``, 45 ``-``, 48 to 57 the
digits, 95 ``_``, 124 ``|``. Positions are those of
`formats.coref.document`: word i, counted from 0, has the position (i + 1) << SLOT_BITS.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

#: Offset and code of a problem, and the piece of text it is about.
Trouble = tuple[int, str, bytes]
#: First and last positions, offsets, entities.
Columns = tuple["array[int]", ...]

#: Names that are numbers below this are found in a table, all others in a dictionary.
MOST_TABLED = 1 << 16
#: So many bytes of a malformed cell are kept to be shown.
MOST_SHOWN = 200
#: More mentions than this that begin at one word are sorted by the library.
LARGE_GROUP = 24


@cython.cclass
class RowScanner:
    """The state of a pass over the rows of one document."""

    data: bytes
    tabs: cython.bint  # whether tabs alone divide columns
    column: cython.int  # the column of the word, -1 if there is none
    slot_bits: cython.int
    # Whether a cell opens mentions before it closes any, in whatever order they are written.
    openings_first: cython.bint
    reopened: cython.bint  # whether a cell closes an entity and opens it again behind that
    words: cython.longlong
    codes: cython.longlong  # of characters that wait to be digested
    first_digest: cython.longlong
    second_digest: cython.longlong
    mentions: cython.int
    entities: cython.int
    first: cython.longlong[::1]
    last: cython.longlong[::1]
    offset: cython.longlong[::1]
    entity: cython.int[::1]
    below: cython.int[::1]  # the open mention of the same entity around a mention
    top: cython.int[::1]  # the innermost open mention of an entity, -1 if there is none
    closed_at: cython.longlong[
        ::1
    ]  # the word at which a mention of an entity was closed last, -1 if none was
    tabled: cython.int[::1]  # the entity of a name that is a number, -1 if it is new
    named: dict[str, int]
    names: list[str]
    troubles: list[Trouble]
    arrays: tuple[array[int], array[int], array[int], array[int]]

    def __init__(self, data: bytes, tabs: bool, column: int, slot_bits: int, openings_first: bool) -> None:
        self.data = data
        self.openings_first = openings_first
        self.reopened = False
        self.tabs = tabs
        self.column = column
        self.slot_bits = slot_bits
        self.words = self.codes = self.first_digest = self.second_digest = 0
        self.mentions = self.entities = 0
        # No cell opens more mentions than there are brackets.
        most = data.count(b"(")
        positions = array("q", [-1]) * most
        self.arrays = (positions, positions[:], positions[:], array("i", [-1]) * most)
        self.first, self.last, self.offset, self.entity = self.arrays
        self.below = self.arrays[3][:]
        self.top = self.arrays[3][:]
        self.closed_at = positions[:]
        self.tabled = array("i", [-1]) * min(MOST_TABLED, 4 * most + 64)
        self.named = {}
        self.names = []
        self.troubles = []

    def scan(self) -> None:
        """Read all rows."""
        data: bytes = self.data
        n: cython.Py_ssize_t = len(data)
        i: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t
        row: cython.Py_ssize_t
        form: cython.Py_ssize_t
        form_end: cython.Py_ssize_t
        before: cython.Py_ssize_t
        before_end: cython.Py_ssize_t
        end: cython.Py_ssize_t
        field: cython.int
        sign: cython.int
        tabs: cython.bint = self.tabs
        column: cython.int = self.column
        while i < n:
            sign = data[i]
            if sign == 10:
                i += 1
                continue
            if sign == 35 and not (i + 1 < n and data[i + 1] == 9):
                while i < n and data[i] != 10:
                    i += 1
                continue
            row = start = i
            before = before_end = form = form_end = i
            field = 0
            while i < n:
                sign = data[i]
                if sign <= 32:
                    if sign == 10:
                        break
                    if sign == 9 or (sign == 32 and not tabs):
                        if tabs or i > start:
                            if field == column:
                                form = start
                                form_end = i
                            before = start
                            before_end = i
                            field += 1
                        start = i + 1
                i += 1
            end = i
            while end > start and data[end - 1] <= 32:
                end -= 1
            if end == start:
                # The row ends in blanks: its last column is the one before them.
                if field == 0:
                    continue
                start = before
                end = before_end
                field -= 1
            if field <= column:
                self.troubles.append((row, "coref-columns", data[row:i]))
            else:
                self.digest(form, form_end)
                if end - start != 1 or (data[start] != 45 and data[start] != 95):
                    if self.openings_first:
                        if self.cell(start, end, True, False):
                            self.cell(start, end, False, True)
                    else:
                        self.cell(start, end, True, True)
            self.words += 1

    @cython.cfunc
    def digest(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
        """Add a word to the digests."""
        data: bytes = self.data
        k: cython.Py_ssize_t
        codes: cython.longlong = self.codes
        first: cython.longlong = self.first_digest
        second: cython.longlong = self.second_digest
        for k in range(start, end):
            # 2 to the power of 27: four codes are there.
            codes = (codes << 9) | (data[k] + 2)
            if codes >= 134217728:
                first = (first * 1000003 + codes) % 2147483647
                second = (second * 998244353 + codes) % 2147483629
                codes = 0
        codes = (codes << 9) | 1
        if codes >= 134217728:
            first = (first * 1000003 + codes) % 2147483647
            second = (second * 998244353 + codes) % 2147483629
            codes = 0
        self.codes = codes
        self.first_digest = first
        self.second_digest = second

    def digested(self) -> int:
        """The digest of all words: two polynomials modulo a prime, 62 bits together.

        A word is the codes of its bytes, from 2 on, and the code 1; four codes of nine bits are one coefficient.
        """
        first: cython.longlong = (self.first_digest * 1000003 + self.codes) % 2147483647
        second: cython.longlong = (self.second_digest * 998244353 + self.codes) % 2147483629
        return (first << 31) | second

    @cython.cfunc
    def cell(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, opening: cython.bint, closing: cython.bint
    ) -> cython.bint:
        """Read the openings, the closings or both of a cell, with bars between them; whether it is well formed.

        Only the first problem of a cell is noted: a cell may be as long as its file.
        """
        data: bytes = self.data
        entity: cython.int
        word: cython.longlong = self.words
        unopened: cython.bint = False
        closed: cython.bint = False
        i: cython.Py_ssize_t = start
        name: cython.Py_ssize_t
        opens: cython.bint
        closes: cython.bint
        position: cython.longlong = (self.words + 1) << self.slot_bits
        while i < end:
            opens = data[i] == 40
            if opens:
                i += 1
            name = i
            while i < end and data[i] != 41 and data[i] != 40 and data[i] != 124:
                i += 1
            closes = i < end and data[i] == 41
            if i == name or not (opens or closes):
                self.troubles.append((name, "coref-cell", data[start : start + MOST_SHOWN]))
                return False
            if opens and opening:
                entity = self.entity_of(name, i, True)
                if closed and self.closed_at[entity] == word:
                    self.reopened = True
                self.open(entity, position, name - 1)
            if closes and closing:
                entity = self.close(name, i, position)
                if entity < 0:
                    if not unopened:
                        self.troubles.append((name, "coref-unopened", data[name:i]))
                    unopened = True
                    # The matching opening bracket may follow.
                    self.reopened = True
                elif not opens:
                    self.closed_at[entity] = word
                    closed = True
            if closes:
                i += 1
            if i < end and data[i] == 124:
                i += 1
                if i == end:
                    self.troubles.append((i - 1, "coref-cell", data[start : start + MOST_SHOWN]))
                    return False
        return True

    @cython.cfunc
    def entity_of(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, make: cython.bint) -> cython.int:
        """The number of the entity with this name; if there is none, a new entity, or −1."""
        data: bytes = self.data
        value: cython.int = 0
        k: cython.Py_ssize_t
        entity: cython.int
        # A number as it is normally written: without zeros before it.
        if end - start <= 6 and (data[start] != 48 or end - start == 1):
            for k in range(start, end):
                if not 48 <= data[k] <= 57:
                    value = -1
                    break
                value = 10 * value + (data[k] - 48)
            if 0 <= value < len(self.tabled):
                entity = self.tabled[value]
                if entity < 0 and make:
                    entity = self.tabled[value] = self.entities
                    self.names.append(data[start:end].decode())
                    self.entities += 1
                return entity
        name = data[start:end].decode()
        known = self.named.get(name)
        if known is None:
            if not make:
                return -1
            known = self.named[name] = self.entities
            self.names.append(name)
            self.entities += 1
        return known

    @cython.cfunc
    def open(self, entity: cython.int, position: cython.longlong, offset: cython.longlong) -> None:
        """A mention begins."""
        at: cython.int = self.mentions
        self.first[at] = position
        self.entity[at] = entity
        self.offset[at] = offset
        self.below[at] = self.top[entity]
        self.top[entity] = at
        self.mentions += 1

    @cython.cfunc
    def close(
        self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, position: cython.longlong
    ) -> cython.int:
        """End the innermost open mention of the entity that is named here; the entity, −1 if none is open."""
        entity: cython.int = self.entity_of(start, end, False)
        at: cython.int = self.top[entity] if entity >= 0 else -1
        if at < 0:
            return -1
        self.last[at] = position
        self.top[entity] = self.below[at]
        return entity

    def sort(self) -> None:
        """Bring mentions that begin at the same word into order of their last word; note those without one."""
        i: cython.int = 0
        j: cython.int
        k: cython.int
        noted: cython.longlong = -1  # where mentions begin that are noted already
        while i < self.mentions:
            if self.last[i] < 0 and self.first[i] != noted:
                noted = self.first[i]
                name = self.names[self.entity[i]]
                self.troubles.append((self.offset[i], "coref-unclosed", name.encode()))
            i += 1
        i = 0
        while i < self.mentions:
            j = i + 1
            while j < self.mentions and self.first[j] == self.first[i]:
                j += 1
            if j - i > LARGE_GROUP:
                self.sort_group(i, j)
            else:
                for k in range(i + 1, j):
                    self.sink(i, k)
            i = j

    @cython.cfunc
    def sink(self, start: cython.int, at: cython.int) -> None:
        """Move a mention forward to its sorted index among those from `start` on."""
        last: cython.longlong = self.last[at]
        offset: cython.longlong = self.offset[at]
        entity: cython.int = self.entity[at]
        while at > start and self.last[at - 1] > last:
            self.last[at] = self.last[at - 1]
            self.offset[at] = self.offset[at - 1]
            self.entity[at] = self.entity[at - 1]
            at -= 1
        self.last[at] = last
        self.offset[at] = offset
        self.entity[at] = entity

    def sort_group(self, start: int, end: int) -> None:
        """Sort a large group."""
        _, last, offset, entity = self.arrays
        rows = sorted(
            zip(last[start:end], range(end - start), offset[start:end], entity[start:end], strict=True)
        )
        for at, (new_last, _, new_offset, new_entity) in enumerate(rows, start):
            last[at] = new_last
            offset[at] = new_offset
            entity[at] = new_entity

    def result(self) -> Columns:
        """First and last positions, offsets and entities of the mentions, in order."""
        return tuple(column[: self.mentions] for column in self.arrays)


class Scanned(NamedTuple):
    """The contents of a document."""

    words: int
    digest: int
    names: list[str]
    """The names of the entities."""
    columns: Columns
    """The mentions in order. One that is never closed has −1 as its last position."""
    troubles: list[Trouble]
    order_matters: bool
    """Whether mentions may be others if the openings of a cell are read before its closings."""


def scan_rows(data: bytes, tabs: bool, column: int, slot_bits: int, openings_first: bool = False) -> Scanned:
    """Scan the rows of a document; `openings_first` reads the openings of a cell before its closings.

    >>> scanned = scan_rows(b"a (1\\nb 1)|(x)", False, 0, 0)
    >>> first, last, offset, entity = scanned.columns
    >>> scanned.words, scanned.names, list(first), list(last), list(offset), list(entity), scanned.troubles
    (2, ['1', 'x'], [1, 2], [2, 2], [2, 10], [0, 1], [])
    >>> [list(column) for column in scan_rows(b"a (1\\nb 1)|(1\\nc 1)", False, 0, 0).columns[:2]]
    [[1, 2], [2, 3]]
    >>> [list(column) for column in scan_rows(b"a (1\\nb 1)|(1\\nc 1)", False, 0, 0, True).columns[:2]]
    [[1, 2], [3, 2]]
    """
    scanner: RowScanner = RowScanner(data, tabs, column, slot_bits, openings_first)
    scanner.scan()
    scanner.sort()
    return Scanned(
        scanner.words,
        scanner.digested(),
        scanner.names,
        scanner.result(),
        scanner.troubles,
        scanner.reopened,
    )


def digest_words(words: list[str]) -> int:
    """The digest of words: the same as that of the rows they come from.

    >>> digest_words(["Ann", "Rex"]) == scan_rows(b"a Ann -\\na Rex (1)\\n", False, 1, 0)[1]
    True
    """
    scanner: RowScanner = RowScanner(b"", False, 0, 0, False)
    for word in words:
        scanner.data = word.encode("utf-8", "surrogatepass")
        scanner.digest(0, len(scanner.data))
    return scanner.digested()
