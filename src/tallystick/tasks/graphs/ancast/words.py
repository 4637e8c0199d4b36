# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Words as AnCast reads them: lemmas, senses and letters, computed once for each number of a vocabulary."""

from __future__ import annotations

import re
from array import array
from functools import cache
from pathlib import Path
from threading import local

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.tasks.graphs.vocabulary import ReadingTable, Vocabulary
else:
    from tallystick.tasks.graphs.vocabulary import ReadingTable, Vocabulary

from tallystick.tasks.graphs.vocabulary import CASE_IGNORED, vocabulary

__all__ = ["AncastWords", "ancast_words", "is_abstract", "lemma_and_sense", "searched_words"]

_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}

#: A lemma of at least this length may occur anywhere in the text, a shorter one only as a word.
SURE_LENGTH = 3


def lemma_and_sense(concept: str) -> tuple[str, str]:
    """Split a concept in two parts; the sense is a final hyphen and two or more digits.

    >>> lemma_and_sense("read-01"), lemma_and_sense("have-rel-role-91"), lemma_and_sense("route-6")
    (('read', '01'), ('have-rel-role', '91'), ('route-6', ''))
    """
    lemma, hyphen, sense = concept.rpartition("-")
    if hyphen and len(sense) > 1 and sense.isdecimal():
        return lemma, sense
    return concept, ""


@cache
def _abstract() -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """Read the concepts listed as abstract, the structural ones among them, and the suffixes."""
    table = Path(__file__).parent.parent / "data" / "abstract_concepts.tsv"
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()[1:] if line]
    structural = frozenset([concept for kind, concept in rows if kind == "structural"])
    types = frozenset([concept for kind, concept in rows if kind == "entity-type"])
    suffixes = tuple([concept for kind, concept in rows if kind == "suffix"])
    return structural | types, structural, suffixes


def is_abstract(concept: str, lemma: str) -> bool:
    """Whether a concept represents no word of the sentence.

    >>> is_abstract("person", "person"), is_abstract("contrast-01", "contrast")
    (True, True)
    >>> is_abstract("read-01", "read"), is_abstract("have-org-role-91", "have-org-role")
    (False, False)
    """
    listed, structural, suffixes = _abstract()
    return concept in listed or lemma in structural or concept.endswith(suffixes)


def searched_words(text: str) -> str:
    """Return a text in lower case, everything but letters and digits turned into single blanks.

    >>> searched_words("Well-known_facts!")
    'well known facts'
    """
    if text.isascii():  # the same, several times faster
        return " ".join(text.lower().translate(_BLANKS).split())
    return _NEITHER_LETTER_NOR_DIGIT.sub(" ", text.lower()).strip()


@cython.final
@cython.cclass
class AncastWords:
    """The words of a vocabulary by their numbers. Entries are filled in when they are first needed."""

    vocabulary: Vocabulary
    table: ReadingTable
    domain: cython.int  # numbers of two roles that mean the same in opposite directions
    mod: cython.int
    room: cython.int
    lemma: cython.int[::1]  # of a concept; -1 where it is not known yet
    sense: cython.int[::1]
    abstract: cython.int[::1]
    searched: dict[int, str]  # the words of each lemma that is searched as words, not just anywhere in a text
    start: cython.int[::1]  # of the letters of a word; -1 where they are not known yet
    length: cython.int[::1]
    signs: cython.longlong[
        ::1
    ]  # the set of its letters, as bits: what another word lacks cannot be part of it
    letters: cython.int[::1]
    used: cython.int
    role_slot: cython.int[::1]  # scratch: where a role or a lemma is in some list, if it is there
    lemma_slot: cython.int[::1]

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.table = vocabulary.table(CASE_IGNORED)
        self.domain = vocabulary.number("domain")
        self.mod = vocabulary.number("mod")
        self.room = 0
        self.used = 0
        self.letters = array("i", bytes(4096))
        self.searched = {}
        self.lemma = self.sense = self.abstract = self.start = self.length = array("i")
        self.role_slot = self.lemma_slot = array("i")
        self.signs = array("q")
        self.grow()

    def grow(self) -> None:
        """Make room for all words of the vocabulary."""
        old: cython.int = self.room
        room: cython.int = max(256, 2 * len(self.vocabulary.words))
        more: cython.int = room - old
        self.lemma = _larger(self.lemma, more, -1)
        self.start = _larger(self.start, more, -1)
        self.sense = _larger(self.sense, more, 0)
        self.abstract = _larger(self.abstract, more, 0)
        self.length = _larger(self.length, more, 0)
        self.role_slot = _larger(self.role_slot, more, 0)
        self.lemma_slot = _larger(self.lemma_slot, more, 0)
        self.signs = array("q", self.signs) + array("q", bytes(8 * more))
        self.room = room

    def learn(self, number: cython.int) -> None:
        """Find the lemma and the sense of a concept, and whether it is abstract."""
        concept: str = self.vocabulary.words[number]
        lemma, sense = lemma_and_sense(concept)
        lemma_number: cython.int = self.vocabulary.number(lemma)
        sense_number: cython.int = self.vocabulary.number(sense)
        if len(self.vocabulary.words) > self.room:
            self.grow()
        self.lemma[number] = lemma_number
        self.sense[number] = sense_number
        self.abstract[number] = is_abstract(concept, lemma)
        if len(lemma) < SURE_LENGTH or not lemma.isalnum():
            self.searched[lemma_number] = searched_words(lemma)
        if self.start[lemma_number] < 0:
            self.spell(lemma_number)

    def spell(self, number: cython.int) -> None:
        """Write down the letters of a word."""
        k: cython.int
        code: cython.longlong
        signs: cython.longlong = 0
        unit: cython.longlong = 1
        word: str = self.vocabulary.words[number]
        size: cython.int = len(word)
        if self.used + size > len(self.letters):
            self.letters = _larger(self.letters, len(self.letters) + size, 0)
        for k in range(size):
            code = ord(word[k])
            self.letters[self.used + k] = code
            # 63 bits: the last one is a sign.
            signs |= unit << (code % 63)
        self.start[number] = self.used
        self.length[number] = size
        self.signs[number] = signs
        self.used += size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def includes(self, whole: cython.int, part: cython.int) -> cython.bint:
        """Whether a lemma is a part of a longer one, both with their letters; the empty one is part of none."""
        size: cython.int = self.length[part]
        last: cython.int = self.length[whole] - size
        i: cython.int = self.start[part]
        j: cython.int = self.start[whole]
        k: cython.int
        x: cython.int
        if size == 0 or last <= 0 or self.signs[part] & ~self.signs[whole]:
            return False
        for x in range(last + 1):
            k = 0
            while k < size and self.letters[j + x + k] == self.letters[i + k]:
                k += 1
            if k == size:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def compare(self, first: cython.int, second: cython.int) -> cython.int:
        """Compare two words with their letters in the order of strings: below 0, 0 or above 0."""
        k: cython.int
        step: cython.int
        if first == second:
            return 0
        size: cython.int = min(self.length[first], self.length[second])
        for k in range(size):
            step = self.letters[self.start[first] + k] - self.letters[self.start[second] + k]
            if step != 0:
                return step
        return self.length[first] - self.length[second]


@cython.cfunc
def _larger(numbers: cython.int[::1], more: cython.int, value: cython.int) -> cython.int[::1]:
    """Return a longer array with the same numbers at its beginning."""
    return array("i", numbers) + array("i", [value]) * more


_OF_THREAD = local()


def ancast_words() -> AncastWords:
    """Return the words of this thread's vocabulary. Ask once for each pair."""
    present: Vocabulary = vocabulary()
    known: AncastWords | None = getattr(_OF_THREAD, "words", None)
    if known is None or known.vocabulary is not present:
        known = _OF_THREAD.words = AncastWords(present)
    return known
