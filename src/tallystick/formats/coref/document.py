"""The model of a document with coreference, the same for every format.

A **position** is a whole number: word i of the document, counted from 0, has (i + 1) · 2²⁰; the empty nodes
after it lie between it and the next word, so that they never shift the numbers of words. A mention is one range of
positions, both ends inside, or several if it is discontinuous; its words are the words in these ranges and the empty
nodes that its own document has there.

Mentions are columns of numbers, not objects: a document of twenty thousand mentions is normal.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem

__all__ = [
    "BEFORE_SENTENCE",
    "MOST_WORD",
    "SLOT_BITS",
    "Bridge",
    "CorefDocument",
    "Detail",
    "Layer",
    "NodeRow",
    "Note",
    "Origin",
    "Range",
    "Tokens",
    "is_empty_node",
    "node_row",
    "position",
    "word_number",
]

#: Empty nodes have 2²⁰ slots between two words: the first half for those after a word, the second half for those
#: before the first word of the next sentence.
SLOT_BITS = 20
BEFORE_SENTENCE = 1 << (SLOT_BITS - 1)
_SLOTS = (1 << SLOT_BITS) - 1

#: The number of the last word there may be: its position has to fit into 64 bits.
MOST_WORD = 2**40

#: First and last position, both inside.
Range = tuple[int, int]


def position(word: int, slot: int = 0) -> int:
    """The position of a word, counted from 0, or of an empty node after it.

    >>> position(0) < position(0, 1) < position(1)
    True
    """
    return ((word + 1) << SLOT_BITS) + slot


def is_empty_node(node_position: int) -> bool:
    """Whether this is the position of an empty node."""
    return bool(node_position & _SLOTS)


def word_number(node_position: int) -> int:
    """The word at a position, counted from 0; of an empty node, the word before it."""
    return (node_position >> SLOT_BITS) - 1


def _no_positions() -> array[int]:
    return array("q")


#: Offset, message, code, level and hint of a problem.
Note = tuple[int, str, str, str, str | None]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document was read, for the messages about it."""

    path: str = "<data>"
    line: int = 1
    item: str | None = None
    text: str = field(default="", repr=False)
    in_bytes: bool = False
    """Whether offsets count the bytes of the text in UTF-8; else its characters."""

    def problem(
        self, message: str, offset: int, code: str, *, level: str = "error", hint: str | None = None
    ) -> Problem:
        """A problem at an offset in the text; without text, at the line of the document."""
        return self.problems([(offset, message, code, level, hint)])[0]

    def problems(self, notes: Iterable[Note]) -> list[Problem]:
        """Problems at offsets in the text, in the order of the text: lines are counted in one pass."""
        if not self.text:
            return [
                Problem(message, self.path, self.line, 0, self.item, hint, code, level)
                for _, message, code, level, hint in notes
            ]
        problems = []
        line, start, before = self.line, 0, 0
        for (_, message, code, level, hint), offset in self._in_order(notes):
            # Counting continues from the last offset, so that many problems on a long line cost one pass over it.
            line += self.text.count("\n", before, offset)
            start = self.text.rfind("\n", before, offset) + 1 or start
            before = offset
            shown = self.text[start : start + 2000].partition("\n")[0]
            column = offset - start + 1
            problems.append(Problem(message, self.path, line, column, self.item, hint, code, level, shown))
        return problems

    def _in_order(self, notes: Iterable[Note]) -> Iterator[tuple[Note, int]]:
        """Notes by their offsets, which count characters of the text."""
        data = self.text.encode("utf-8", "surrogatepass") if self.in_bytes else b""
        characters = before = 0
        for note in sorted(notes, key=itemgetter(0)):
            offset = max(0, note[0])
            if data:
                characters += len(data[before:offset].decode("utf-8", "ignore"))
                before, offset = max(before, offset), characters
            yield note, min(offset, len(self.text))


#: Reads the words of a document from its text: offset and form.
Forms = Callable[[str], Iterator[tuple[int, str]]]


class NodeRow(NamedTuple):
    """The attributes of a word or an empty node; ``_`` if the file has none."""

    empty: bool
    form: str
    lemma: str = "_"
    upos: str = "_"
    id: str = ""
    """The ID of the node in its sentence."""
    head: str = ""
    """The ID of the node it depends on."""
    relation: str = ""


def node_row(columns: Sequence[str]) -> NodeRow:
    """The contents of a row of CoNLL-U."""
    number, form, lemma, upos, _, _, head, relation = columns[:8]
    return NodeRow("." in number, form, lemma, upos, number, head, relation)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a document, without empty nodes: how many, and a digest of their forms.

    The forms are read again from the text only to show a difference."""

    count: int = -1
    """−1 where the format has no words."""
    digest: int = -1
    """−1 where the words are counted, but their forms are not known."""
    forms: Forms | None = field(default=None, compare=False, repr=False)
    rows: Callable[[str], Iterator[NodeRow]] | None = field(default=None, compare=False, repr=False)
    """Reads words and empty nodes from the text, in order; None if a format has only the forms."""
    words: Callable[[str], Sequence[str]] | None = field(default=None, compare=False, repr=False)
    """Reads the forms without their offsets, where a format has a faster way."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Further information on a mention, beyond its first and last position."""

    parts: tuple[Range, ...] = ()
    """The ranges of a discontinuous mention in order; empty if it is one range."""
    head: tuple[Range, ...] = ()
    """Where its head is: one word, or the words of its MIN; empty if the whole mention is as good as a head."""
    markable: str = ""
    """Its own name, where the format has one."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Entities and their mentions: the identity of entities, or discourse deixis."""

    names: tuple[str, ...] = ()
    """The name of each entity, in the order of its first appearance in the file."""
    first: array[int] = field(default_factory=_no_positions)
    """The first position of each mention. Mentions are in order of first, then of last position."""
    last: array[int] = field(default_factory=_no_positions)
    entity: array[int] = field(default_factory=lambda: array("i"))
    offset: Sequence[int] = field(default=(), compare=False, repr=False)
    """Where each mention begins in the text of the document, for messages."""
    details: Mapping[int, Detail] = field(default_factory=dict, hash=False)
    """By mention; a mention without an entry is one range, and all of it counts as its head."""
    components: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    """By entity: the entities it is a set of, as written."""
    nonreferring: frozenset[int] = frozenset()
    """Entities that are marked as not referring to anything."""

    def __len__(self) -> int:
        """The number of mentions."""
        return len(self.first)

    def parts(self, mention: int) -> tuple[Range, ...]:
        """The ranges of a mention."""
        detail = self.details.get(mention)
        return detail.parts if detail and detail.parts else ((self.first[mention], self.last[mention]),)

    def head(self, mention: int) -> tuple[Range, ...]:
        """The ranges of its head, or of all of it."""
        detail = self.details.get(mention)
        return detail.head if detail and detail.head else self.parts(mention)

    def is_zero(self, mention: int) -> bool:
        """Whether its head is an empty node."""
        return all(first == last and is_empty_node(first) for first, last in self.head(mention))


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridging link, between mentions of the identity layer."""

    anaphor: int
    antecedent: int
    """A mention; −1 if only an entity is named and none of its mentions comes before."""
    entity: int = -1
    """The entity of the antecedent."""
    relation: str = ""


@lru_cache(maxsize=4)
def _words(forms: Forms, words: Callable[[str], Sequence[str]] | None, text: str) -> tuple[str, ...]:
    """The words of a text. The metrics of a pair use the same two documents, one after another."""
    return tuple([form for _, form in forms(text)] if words is None else words(text))


@dataclass(frozen=True, slots=True)
class CorefDocument:
    """One document."""

    name: str = ""
    tokens: Tokens = Tokens()
    identity: Layer = field(default_factory=Layer)
    deixis: Layer = field(default_factory=Layer)
    bridges: tuple[Bridge, ...] = ()
    empty_nodes: array[int] = field(default_factory=_no_positions)
    """The positions of all empty nodes, in order."""
    dependencies: Mapping[int, frozenset[tuple[int, str]]] = field(default_factory=dict, hash=False)
    """By empty node: the positions of its parents (0 for the root) with the relations to them."""
    sentences: array[int] = field(default_factory=_no_positions, compare=False, repr=False)
    """Where sentences begin, behind the last words of those before; empty if the format has no sentences."""
    origin: Origin = field(default=Origin(), compare=False, repr=False)
    faults: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict, compare=False, repr=False)
    """By annotation (``identity``, ``discourse-deixis``, ``bridging``): why it could not be read. It is empty then."""

    openings_first: Layer | None = field(default=None, compare=False, repr=False)
    """The identity layer if each cell of a CoNLL-2012 file opens mentions before it closes any; None if it is the same.

    ``60)|(60`` then ends the mention that begins at this word, and not the one that began before."""

    derived: dict[str, object] = field(default_factory=dict, compare=False, repr=False)
    """What pages and explanations derived from the words, for the next comparison."""

    def layer(self, name: str) -> Layer:
        """The layer of that name: ``identity`` or ``discourse-deixis``."""
        return self.deixis if name == "discourse-deixis" else self.identity

    def words(self) -> Sequence[str]:
        """The forms of the words, read from the text; empty if they are not known."""
        tokens = self.tokens
        return () if tokens.forms is None else _words(tokens.forms, tokens.words, self.origin.text)

    def has_words_of(self, other: CorefDocument) -> bool:
        """Whether both documents are known to have the same words."""
        own, others = self.tokens, other.tokens
        known = own.forms is not None and others.forms is not None and own.digest >= 0
        return known and (own.count, own.digest) == (others.count, others.digest)

    def require(self, *annotations: str) -> None:
        """Raise an error if one of these annotations could not be read; without names, if any could not."""
        problems = [
            problem
            for annotation, faults in self.faults.items()
            if not annotations or annotation in annotations
            for problem in faults
        ]
        if problems:
            raise DataError(problems)

    def nodes(self) -> Iterator[tuple[int, NodeRow]]:
        """The words and empty nodes with their positions; nothing where the format has no rows."""
        if self.tokens.rows is None:
            return
        empty = iter(self.empty_nodes)
        words = 0
        for row in self.tokens.rows(self.origin.text):
            if row.empty:
                yield next(empty), row
            else:
                yield position(words), row
                words += 1

    def words_in(self, first: int, last: int) -> int:
        """Count the words and empty nodes from one position to another, both included."""
        words = (last >> SLOT_BITS) - ((first - 1) >> SLOT_BITS)
        nodes = self.empty_nodes
        return words + bisect_right(nodes, last) - bisect_left(nodes, first) if nodes else words

    def size(self, layer: Layer, mention: int) -> int:
        """How many words a mention has."""
        return sum(self.words_in(first, last) for first, last in layer.parts(mention))
