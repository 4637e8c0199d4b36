"""Common functions of document writers: words by sentence, names that a format allows, notes on losses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import pairwise

from tallystick.dataclass import dataclass
from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    SLOT_BITS,
    CorefDocument,
    Layer,
    is_empty_node,
    position,
    word_number,
)

__all__ = [
    "Losses",
    "Node",
    "brackets",
    "forms_of",
    "names_for",
    "sentence_starts",
    "sentences_of",
    "separable",
]

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")

#: A position, and the form of the word there; None for an empty node.
Node = tuple[int, str | None]


@dataclass(slots=True)
class Losses:
    """The kinds of data that a format cannot express."""

    _notes: dict[str, None] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Note a loss."""
        self._notes[text] = None

    @property
    def notes(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self._notes)

    def layers(
        self,
        document: CorefDocument,
        *,
        deixis: bool = False,
        bridging: bool = False,
        nonreferring: bool = False,
        heads: bool = False,
        sets: bool = False,
        markables: bool = False,
    ) -> None:
        """Note what the document has of the kinds that are left out."""
        details = document.identity.details.values()
        for left_out, there, what in (
            (deixis, len(document.deixis), "discourse deixis"),
            (bridging, document.bridges, "bridging links"),
            (nonreferring, document.identity.nonreferring, "non-referring mentions"),
            (heads, any(detail.head for detail in details), "heads of mentions"),
            (sets, document.identity.components, "sets of entities (split antecedents)"),
            (markables, any(detail.markable for detail in details), "names of mentions"),
        ):
            if left_out and there:
                self.note(f"the format has no {what}: they are left out")


def forms_of(document: CorefDocument, losses: Losses) -> list[str]:
    """The words; where they are not known, as many as the mentions need."""
    tokens = document.tokens
    if tokens.forms is not None and tokens.digest >= 0:
        return [form for _, form in tokens.forms(document.origin.text)]
    losses.note("the input has no words: each is written as _")
    last = max((*document.identity.last, *document.deixis.last), default=0)
    return ["_"] * max(tokens.count, word_number(last) + 1)


def sentences_of(document: CorefDocument, losses: Losses) -> list[list[Node]]:
    """The words and empty nodes, sentence by sentence."""
    forms = forms_of(document, losses)
    starts = sentence_starts(document)
    sentences: list[list[Node]] = [[]]
    nodes = list(reversed(document.empty_nodes))
    for word in range(-1, len(forms)):
        if word >= 0:
            sentences[-1].append((position(word), forms[word]))
        after = position(word + 1)
        while nodes and nodes[-1] < after and not nodes[-1] & BEFORE_SENTENCE:
            sentences[-1].append((nodes.pop(), None))
        if word + 1 in starts and sentences[-1]:
            sentences.append([])
        while nodes and nodes[-1] < after:
            sentences[-1].append((nodes.pop(), None))
    return [sentence for sentence in sentences if sentence]


def sentence_starts(document: CorefDocument) -> set[int]:
    """The numbers of the words that begin a sentence: as the document says, or behind a blank line of its text."""
    if document.sentences:
        return {word_number(start) + 1 for start in document.sentences}
    if document.tokens.forms is None:
        return set()
    text = document.origin.text
    starts: set[int] = set()
    before = -1
    for word, (offset, _) in enumerate(document.tokens.forms(text)):
        if before >= 0 and _BLANK_LINE.search(text, before, offset):
            starts.add(word)
        before = offset
    return starts


def names_for(layer: Layer, allowed: re.Pattern[str], prefix: str, losses: Losses) -> list[str]:
    """The names of entities, or new ones for all of them if the format does not allow one of these."""
    if all(map(allowed.fullmatch, layer.names)):
        return list(layer.names)
    losses.note("the format does not allow the names of these entities: they are numbered anew")
    return [f"{prefix}{number}" for number in range(1, len(layer.names) + 1)]


@dataclass(slots=True)
class Brackets:
    """The brackets that close and open at a position."""

    closing: list[tuple[int, int]] = field(default_factory=list)
    """Mention and part, from the innermost out."""
    opening: list[tuple[int, int, bool]] = field(default_factory=list)
    """Mention, part, and whether it closes at once."""


def brackets(layer: Layer, mentions: Sequence[int], *, nested: bool = False) -> dict[int, Brackets]:
    """By position: openings in the order of entities, or, nested, from the outermost in.

    Of one entity, the outermost comes first in any case: its mentions are closed from the innermost out. The order of
    entities is that of their first appearance in a file, so that it stays what it was.
    """
    by_position: dict[int, Brackets] = {}
    pieces = [(*piece, at, part) for at in mentions for part, piece in enumerate(layer.parts(at))]
    pieces.sort(key=lambda piece: (piece[0], 0 if nested else layer.entity[piece[2]], -piece[1], piece[2]))
    for first, last, at, part in pieces:
        by_position.setdefault(first, Brackets()).opening.append((at, part, first == last))
    for first, last, at, part in reversed(pieces):
        if first != last:
            by_position.setdefault(last, Brackets()).closing.append((at, part))
    return by_position


def separable(layer: Layer, mentions: Iterable[int], losses: Losses) -> list[int]:
    """The mentions that remain distinguishable where a closing bracket names nothing but its entity.

    Of one entity the innermost mention is closed first, so its mentions must not cross; and those with equally many
    parts must lie in each other's gaps.
    """
    kept: list[int] = []
    open_now: dict[tuple[int, int], list[int]] = {}
    for at in sorted(mentions, key=lambda at: (layer.first[at], -layer.last[at], at)):
        parts = layer.parts(at)
        stack = open_now.setdefault((layer.entity[at], len(parts)), [])
        while (
            stack
            and layer.last[stack[-1]] <= layer.first[at]
            and (len(parts) == 1 or layer.last[stack[-1]] < layer.first[at])
        ):
            stack.pop()
        if stack and not _inside(layer, at, stack[-1]):
            losses.note("mentions of one entity that cross are left out: the format cannot distinguish them")
            continue
        stack.append(at)
        kept.append(at)
    return sorted(kept)


def _inside(layer: Layer, inner: int, outer: int) -> bool:
    """Whether a mention lies inside another of its entity, or in a gap between its parts."""
    parts = layer.parts(outer)
    if len(parts) == 1:
        return layer.last[inner] <= layer.last[outer]
    gaps = pairwise(parts)
    return any(before[1] < layer.first[inner] and layer.last[inner] < after[0] for before, after in gaps)


def node_number(node: int, first_word: int) -> str:
    """The ID of a node in a sentence whose first word has this number in the document.

    >>> node_number(position(4), 3), node_number(position(4, 2), 3)
    ('2', '2.2')
    """
    if not is_empty_node(node):
        return str(word_number(node) - first_word + 1)
    slot = node & ((1 << SLOT_BITS) - 1)
    if slot & BEFORE_SENTENCE:
        return f"0.{slot - BEFORE_SENTENCE}"
    return f"{word_number(node) - first_word + 1}.{slot}"
