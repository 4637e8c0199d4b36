"""Heads of mentions: where they are, what part of speech they are, and what belongs to their name."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.errors import DataError
from tallystick.formats.coref.document import CorefDocument, Detail, Layer, NodeRow, Range

__all__ = ["NOMINAL", "head_categories", "with_minimal_spans"]

#: The parts of speech of nouns, names and pronouns.
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})

#: The relations that join the words of a name: their subtypes count too.
_NAME_PARTS = frozenset({"flat", "fixed", "compound", "goeswith"})


@dataclass(frozen=True, slots=True)
class Syntax:
    """The attributes of the words and empty nodes of a document, by position."""

    rows: Mapping[int, NodeRow]
    parents: Mapping[int, int]
    """The position of the word on which another depends; the root of a sentence has none."""
    positions: tuple[int, ...]

    @classmethod
    def of(cls, document: CorefDocument) -> Syntax:
        """Read the syntax of a document; an error where its format has none."""
        if document.tokens.rows is None:
            message = "the format has no parts of speech and dependencies"
            raise DataError(document.origin.problem(message, 0, "coref-syntax"))
        rows: dict[int, NodeRow] = {}
        parents: dict[int, int] = {}
        sentence: list[tuple[int, NodeRow]] = []
        for position, row in document.nodes():
            if sentence and _begins(row, sentence):
                parents |= _parents(sentence)
                sentence = []
            sentence.append((position, row))
            rows[position] = row
        parents |= _parents(sentence)
        return cls(rows, parents, tuple(sorted(rows)))

    def inside(self, parts: Iterable[Range]) -> list[int]:
        """The positions of all words and empty nodes in some ranges."""
        return [
            position
            for first, last in parts
            for position in self.positions[
                bisect_left(self.positions, first) : bisect_right(self.positions, last)
            ]
        ]

    def head(self, layer: Layer, mention: int) -> int:
        """The head of a mention: its head as annotated, else the first of its words that depends on none of them."""
        inside = self.inside(layer.head(mention))
        own = set(inside)
        free = (position for position in inside if self.parents.get(position) not in own)
        return next(free, layer.first[mention])

    def minimal_span(self, layer: Layer, mention: int) -> tuple[Range, ...]:
        """The head of a mention with the other words of its name; where MIN is annotated, these words."""
        annotated = layer.details.get(mention)
        if annotated is not None and len(self.inside(annotated.head)) > 1:
            return annotated.head
        inside = self.inside(layer.parts(mention))
        kept = {self.head(layer, mention)}
        while more := {
            position
            for position in inside
            if position not in kept
            and self.parents.get(position) in kept
            and self.rows[position].relation.partition(":")[0] in _NAME_PARTS
        }:
            kept |= more
        return tuple((position, position) for position in sorted(kept))


def _begins(row: NodeRow, sentence: list[tuple[int, NodeRow]]) -> bool:
    """Whether a row begins a new sentence: IDs start again. An empty node before the first word is 0.1."""
    return row.id == "0.1" or (row.id == "1" and any(not other.empty for _, other in sentence))


def _parents(sentence: list[tuple[int, NodeRow]]) -> dict[int, int]:
    positions = {row.id: position for position, row in sentence}
    return {position: positions[row.head] for position, row in sentence if row.head in positions}


def head_categories(document: CorefDocument, layer: Layer) -> list[str]:
    """The part of speech of the head of each mention. A head without one that is an empty node is a pronoun."""
    syntax = Syntax.of(document)
    if syntax.rows and all(row.upos == "_" for row in syntax.rows.values()):
        message = "the document has no parts of speech (UPOS)"
        hint = "add the column UPOS to the prediction as well: it decides which mentions are compared"
        raise DataError(document.origin.problem(message, 0, "coref-syntax", hint=hint))
    categories = []
    for mention in range(len(layer)):
        row = syntax.rows.get(syntax.head(layer, mention))
        upos = row.upos if row else "_"
        categories.append("PRON" if row and row.empty and upos == "_" else upos)
    return categories


def with_minimal_spans(document: CorefDocument, name: str) -> CorefDocument:
    """The document with the minimal span of each mention as its head."""
    syntax = Syntax.of(document)
    layer = document.layer(name)
    details = {}
    for mention in range(len(layer)):
        known = layer.details.get(mention, Detail())
        details[mention] = replace(known, head=syntax.minimal_span(layer, mention))
    changed = replace(layer, details=details)
    if name == "discourse-deixis":
        return replace(document, deixis=changed)
    return replace(document, identity=changed)
