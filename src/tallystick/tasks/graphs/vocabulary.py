# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Words as numbers: what a convention makes of a word is worked out once, and both graphs of a pair share the numbers.

A graph has some sixty words, and most of them have been seen before. Numbers are compared, counted and used as indices
without the interpreter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import local
from typing import NamedTuple

from tallystick.tasks.graphs.inversion import on_constant, plain, turned, unquoted

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

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
    """What a convention makes of words as they are written, by the numbers of a vocabulary.

    >>> table = Vocabulary().table(CASE_IGNORED)
    >>> table.word('"Paris"') == table.word("PARIS")
    True
    """

    vocabulary: Vocabulary
    convention: Convention
    _words: dict[str, int]
    _relations: dict[str, int]
    _attributes: dict[str, int]

    def __init__(self, vocabulary: Vocabulary, convention: Convention) -> None:
        self.vocabulary = vocabulary
        self.convention = convention
        self._words = {}
        self._relations = {}
        self._attributes = {}

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


_OF_THREAD = local()


def vocabulary() -> Vocabulary:
    """Return the vocabulary of this thread, a new one if it has become too large. Ask once for each pair."""
    known: Vocabulary | None = getattr(_OF_THREAD, "vocabulary", None)
    if known is None or known.entries > MOST_WORDS:
        known = _OF_THREAD.vocabulary = Vocabulary()
    return known
