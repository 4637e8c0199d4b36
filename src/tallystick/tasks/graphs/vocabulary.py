# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Words as numbers: what a convention makes of a word is worked out once, and both graphs of a pair share the numbers.

A graph has some sixty words, and most of them have been seen before. Numbers are compared, counted and used as indices
without the interpreter.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from threading import local
from typing import NamedTuple

from tallystick.tasks.graphs.inversion import on_constant, plain, turned, unquoted

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.signs import Signs, hashed, sign_at
else:
    from tallystick.formats.penman.signs import Signs, hashed, sign_at

__all__ = [
    "CASE_IGNORED",
    "CASE_KEPT",
    "MOST_WORDS",
    "Convention",
    "ReadingTable",
    "Vocabulary",
    "vocabulary",
]

#: A vocabulary with more words than this is given up for a new one before the next pair.
MOST_WORDS = 1 << 17

_SENSE = re.compile(r"-[0-9]{2,}$")
_ARGUMENT = re.compile(r"^arg[0-9]+$", re.IGNORECASE)


class Convention(NamedTuple):
    """How words are read: a function for each kind of word as it is written."""

    word: Callable[[str], str]
    """Concepts and constants."""
    relation: Callable[[str], tuple[str, bool]]
    """Roles between nodes: the base form, and whether the ends change places."""
    attribute: Callable[[str], str]
    """Roles of constants."""


def _turned_as_written(role: str) -> tuple[str, bool]:
    return turned(role.lower())


def _role_of_constant(role: str) -> str:
    return on_constant(*turned(role.lower()))


#: Our own conventions.
CASE_IGNORED = Convention(plain, _turned_as_written, _role_of_constant)
CASE_KEPT = Convention(unquoted, _turned_as_written, _role_of_constant)


@cython.final
@cython.cclass
class WordTable:
    """Numbers of words, found by the signs of a text without making a string: a hash table with open addresses."""

    size: cython.int
    slots: cython.int[::1]  # the entry of each hash, -1 where there is none
    start: cython.int[::1]  # where the letters of an entry begin; those of the next one follow
    number: cython.int[::1]
    letters: cython.int[::1]

    def __init__(self) -> None:
        self.size = 0
        self.slots = array("i", [-1]) * 64
        self.start = array("i", [0]) * 33
        self.number = array("i", [0]) * 32
        self.letters = array("i", [0]) * 256

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.int:
        """Return the number of the word from i to j, -1 if it is not known."""
        entry: cython.int
        k: cython.int
        last: cython.longlong = len(self.slots) - 1
        slot: cython.longlong = hashed(signs, i, j) & last
        size: cython.int = j - i
        while True:
            entry = self.slots[slot]
            if entry < 0:
                return -1
            if self.start[entry + 1] - self.start[entry] == size:
                k = 0
                while k < size and self.letters[self.start[entry] + k] == code_of(sign_at(signs, i + k)):
                    k += 1
                if k == size:
                    return self.number[entry]
            slot = (slot + 1) & last

    @cython.cfunc
    @cython.exceptval(-1)
    def add(self, signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t, number: cython.int) -> cython.int:
        """Keep the number of a word that is not known."""
        k: cython.int
        at: cython.int = self.start[self.size]
        if 2 * self.size + 2 > len(self.slots):
            self.start = array("i", self.start) + array("i", bytes(4 * self.size))
            self.number = array("i", self.number) + array("i", bytes(4 * self.size))
            self.spread()
        if at + (j - i) > len(self.letters):
            self.letters = array("i", self.letters) + array("i", bytes(4 * (at + (j - i))))
        for k in range(j - i):
            self.letters[at + k] = code_of(sign_at(signs, i + k))
        self.start[self.size + 1] = at + (j - i)
        self.number[self.size] = number
        self.enter(self.size, hashed(signs, i, j))
        self.size += 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def enter(self, entry: cython.int, value: cython.longlong) -> cython.void:
        """Let the slots lead to an entry."""
        last: cython.longlong = len(self.slots) - 1
        slot: cython.longlong = value & last
        while self.slots[slot] >= 0:
            slot = (slot + 1) & last
        self.slots[slot] = entry

    @cython.cfunc
    @cython.exceptval(-1)
    def spread(self) -> cython.int:
        """Double the slots."""
        entry: cython.int
        self.slots = array("i", [-1]) * (2 * len(self.slots))
        for entry in range(self.size):
            word = "".join([chr(self.letters[k]) for k in range(self.start[entry], self.start[entry + 1])])
            self.enter(entry, hashed(Signs(word), 0, len(word)))
        return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def code_of(sign: cython.Py_UCS4) -> cython.int:
    """Return the code point of a sign."""
    if cython.compiled:
        return cython.cast(cython.int, sign)
    else:  # each branch exists in one of the two forms only
        return ord(sign)


@cython.final
@cython.cclass
class Vocabulary:
    """Words and their numbers.

    >>> vocabulary = Vocabulary()
    >>> number = vocabulary.number("paris")
    >>> vocabulary.words[number], vocabulary.number("paris") == number, vocabulary.number("rome") == number
    ('paris', True, False)
    """

    words: list[str]
    numbers: dict[str, int]
    tables: dict[Convention, ReadingTable]
    entries: cython.Py_ssize_t  # of all tables together
    _lemmas: dict[int, int]
    _arguments: dict[int, bool]

    def __init__(self) -> None:
        self.words = []
        self.numbers = {}
        self.tables = {}
        self.entries = 0
        self._lemmas = {}
        self._arguments = {}

    def number(self, word: str) -> cython.long:
        """Return the number of a word."""
        known = self.numbers.get(word)
        if known is None:
            known = self.numbers[word] = len(self.words)
            self.words.append(word)
            self.entries += 1
        return known

    def table(self, convention: Convention) -> ReadingTable:
        """Return the table of a convention."""
        known = self.tables.get(convention)
        if known is None:
            known = self.tables[convention] = ReadingTable(self, convention)
        return known

    def lemma(self, number: cython.long) -> cython.long:
        """Return the number of a concept without its word sense: the same number where it has none."""
        known = self._lemmas.get(number)
        if known is None:
            word = self.words[number]
            known = self._lemmas[number] = (
                self.number(_SENSE.sub("", word)) if _SENSE.search(word) else number
            )
        return known

    def is_argument(self, number: cython.long) -> cython.bint:
        """Whether a role is ARGn."""
        known = self._arguments.get(number)
        if known is None:
            known = self._arguments[number] = _ARGUMENT.match(self.words[number]) is not None
        return known


@cython.final
@cython.cclass
class ReadingTable:
    """Words as a convention reads them, by the numbers of a vocabulary.

    >>> table = Vocabulary().table(CASE_IGNORED)
    >>> table.word('"Paris"') == table.word("PARIS")
    True
    """

    vocabulary: Vocabulary
    convention: Convention
    # As strings, and as stretches of a text.
    _words: dict[str, int]
    _relations: dict[str, int]
    _attributes: dict[str, int]
    _text_words: WordTable
    _text_relations: WordTable
    _text_attributes: WordTable

    def __init__(self, vocabulary: Vocabulary, convention: Convention) -> None:
        self.vocabulary = vocabulary
        self.convention = convention
        self._words = {}
        self._relations = {}
        self._attributes = {}
        self._text_words = WordTable()
        self._text_relations = WordTable()
        self._text_attributes = WordTable()

    def word(self, written: str) -> cython.long:
        """Return the number of a concept or constant."""
        known = self._words.get(written)
        if known is None:
            known = self._words[written] = self.vocabulary.number(self.convention.word(written))
            self.vocabulary.entries += 1
        return known

    def relation(self, written: str) -> cython.long:
        """Return a role between nodes: twice the number of its base form, and 1 more if the ends change places."""
        known = self._relations.get(written)
        if known is None:
            base, swap = self.convention.relation(written)
            known = self._relations[written] = 2 * self.vocabulary.number(base) + swap
            self.vocabulary.entries += 1
        return known

    def attribute(self, written: str) -> cython.long:
        """Return the number of the role of a constant."""
        known = self._attributes.get(written)
        if known is None:
            known = self._attributes[written] = self.vocabulary.number(self.convention.attribute(written))
            self.vocabulary.entries += 1
        return known

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def word_at(self, signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.int:
        """Return the number of the concept or constant from i to j."""
        number: cython.int = self._text_words.find(signs, i, j)
        if number < 0:
            with cython.gil:
                number = self.word(signs.text[i:j])
                self._text_words.add(signs, i, j, number)
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def relation_at(self, signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.int:
        """Return the role between nodes from i to j, as `relation` does."""
        number: cython.int = self._text_relations.find(signs, i, j)
        if number < 0:
            with cython.gil:
                number = self.relation(signs.text[i:j])
                self._text_relations.add(signs, i, j, number)
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def attribute_at(self, signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.int:
        """Return the number of the role of a constant from i to j."""
        number: cython.int = self._text_attributes.find(signs, i, j)
        if number < 0:
            with cython.gil:
                number = self.attribute(signs.text[i:j])
                self._text_attributes.add(signs, i, j, number)
        return number


_OF_THREAD = local()


def vocabulary() -> Vocabulary:
    """Return the vocabulary of this thread, a new one if it has become too large. Ask once for each pair."""
    known: Vocabulary | None = getattr(_OF_THREAD, "vocabulary", None)
    if known is None or known.entries > MOST_WORDS:
        known = _OF_THREAD.vocabulary = Vocabulary()
    return known
