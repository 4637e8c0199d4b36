"""The mentions and entities of one side as rows: whole numbers, which the report page turns into text."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from tallystick.formats.coref.document import SLOT_BITS, CorefDocument, Layer, is_empty_node, word_number
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.chain_columns import add_rows, gather_rows, largest
from tallystick.tasks.coref.explain.chain_writer import (
    write_entities,
    write_mentions,
    write_partners,
    write_steps,
)
from tallystick.tasks.coref.explain.error_kinds import PartNumber
from tallystick.tasks.coref.explain.labels import add_labels, copy_labels
from tallystick.tasks.coref.explain.part_text import PartText
from tallystick.tasks.coref.explain.vocabulary import MentionLabels
from tallystick.tasks.coref.explain.words import MentionWords, ShownMention, ShownSet
from tallystick.tasks.views.json_writer import JsonWriter
from tallystick.tasks.views.schema import MentionLocation, WordRange

if TYPE_CHECKING:
    from tallystick.tasks.coref.explain.entities import Explainer

__all__ = ["ChainParts", "ComparedRows", "Pairs", "SideRows", "has_words"]

#: The mentions of an entity and those of each of its elements, as rows.
_Entity = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


class Pairs(NamedTuple):
    """Pairs of entities, by index."""

    golds: array[int]
    preds: array[int]


class SideRows:
    """The rows of one side as some metrics select and number its mentions."""

    def __init__(self, mentions: array[int], entities: Sequence[int]) -> None:
        self.mentions = mentions
        """By number; −1 for those of the other side."""
        self.entities = entities
        """By index."""

    def row(self, number: PartNumber) -> PartNumber:
        """Return the row of a mention by its number; entities are complements on both sides."""
        if number is None:
            return None
        if isinstance(number, tuple):
            return tuple([~self.entities[~entity] for entity in number])
        return self.mentions[number] if number >= 0 else ~self.entities[~number]


class ComparedRows(NamedTuple):
    """The chains of two documents as they are matched under some options."""

    partners: array[int]
    """The predicted row of each gold mention that has a partner; −1 for others."""
    pairs: Pairs
    """Entities that may earn something together, by index."""
    rows: tuple[SideRows, SideRows]
    explainer: Explainer

    def write(self, writer: JsonWriter, golds: ChainParts, preds: ChainParts) -> None:
        """Write which mentions are partners, and the pairs of entities."""
        # Other metrics may have added mentions since.
        more = len(golds.mentions) - len(self.partners)
        writer.text(b'{"partners":')
        write_partners(writer, self.partners + array("i", [-1]) * more)
        writer.text(b',"golds":')
        write_steps(writer, self.pairs.golds)
        writer.text(b',"preds":')
        write_steps(writer, self.pairs.preds)
        if self.explainer.compared.has_sets:
            pairs = zip(self.pairs.golds, self.pairs.preds, strict=True)
            writer.text(b',"differing_sets":')
            writer.integers([index for index, pair in enumerate(pairs) if self.explainer.sets_differ(*pair)])
        for name, rows, parts in zip(
            (b"gold_entities", b"pred_entities"), self.rows, (golds, preds), strict=True
        ):
            if rows.entities != range(parts.entity_count):
                writer.text(b',"%s":' % name)
                writer.integers(list(rows.entities))
        writer.text(b"}")


class KnownLabels(NamedTuple):
    """The labels of some mentions of a layer."""

    vocabulary: MentionLabels
    layer: Layer
    mentions: array[int]
    labels: array[int]

    def fit(self, vocabulary: MentionLabels, layer: Layer, mentions: array[int]) -> bool:
        """Return whether these are the labels of other mentions, too."""
        return self.vocabulary is vocabulary and self.layer is layer and self.mentions == mentions


class ChainParts:
    """The mentions of one side that any metric selects, then its entities.

    Mentions are rows from 0 on; entities are counted by themselves, because more mentions may be added before the
    page is written. Where a row may be either, an entity is the complement of its index.
    """

    def __init__(self, words: MentionWords) -> None:
        self.words = words
        self.layer: Layer = words.layer
        self.mentions: array[int] = array("i")
        """The index of each mention in the layer."""
        self.members: array[int] = array("i")
        """The mentions of all entities."""
        self.begins: array[int] = array("i", [0])
        """Where each entity begins among them, and where the last one ends."""
        self.sets: dict[int, tuple[tuple[int, ...], ...]] = {}
        """Of entities that are sets: the mentions of each of their elements."""
        self.compared: list[ComparedRows] = []
        """How these chains of a prediction are compared with those of the gold, under several options perhaps."""
        self._row_of = array("i", [-1]) * len(self.layer)
        self._known: dict[_Entity, int] | None = None
        self._text = PartText()
        self._labels: array[int] = array("i")
        self._vocabulary: MentionLabels | None = None

    def __len__(self) -> int:
        return len(self.mentions) + self.entity_count

    @property
    def entity_count(self) -> int:
        """The number of entities."""
        return len(self.begins) - 1

    def entity(self, index: int) -> tuple[int, ...]:
        """Return the mentions of an entity, as rows."""
        return tuple(self.members[self.begins[index] : self.begins[index + 1]])

    def add(self, numbers: array[int], entities: Entities) -> SideRows:
        """Add the mentions and entities that some metrics compare; `numbers` has the number of each mention."""
        rows = add_rows(numbers, self._row_of, self.mentions)
        return SideRows(rows, self._add_entities(rows, entities))

    def _add_entities(self, rows: array[int], entities: Entities) -> Sequence[int]:
        members, begins = gather_rows(entities.mentions, rows)
        sets = {
            index: tuple([tuple(sorted([rows[mention] for mention in entities.atoms[a]])) for a in atoms])
            for index, atoms in entities.sets.items()
        }
        if not self.entity_count:
            self.members, self.begins, self.sets = members, begins, sets
            return range(len(begins) - 1)
        if self._known is None:
            self._known = {}
            for row in range(self.entity_count):
                self._known.setdefault((self.entity(row), self.sets.get(row, ())), row)
        numbers = []
        for index, (begin, end) in enumerate(pairwise(begins)):
            own, elements = members[begin:end], sets.get(index, ())
            row = self._known.setdefault((tuple(own), elements), self.entity_count)
            if row == self.entity_count:
                self.members.extend(own)
                self.begins.append(len(self.members))
                if elements:
                    self.sets[row] = elements
            numbers.append(row)
        return numbers

    def labels(self, vocabulary: MentionLabels, golds: ChainParts, partners: array[int]) -> array[int]:
        """Return the words of each mention as a number; `partners` are those of gold mentions, which may have them."""
        if vocabulary is self._vocabulary and len(self._labels) == len(self.mentions):
            return self._labels
        layer, words = self.layer, self.words
        known = words.document.derived.get("labels") if golds is self else None
        if isinstance(known, KnownLabels) and known.fit(vocabulary, layer, self.mentions):
            self._labels, self._vocabulary = known.labels, vocabulary
            return known.labels
        labels = array("i", [-1]) * len(self.mentions)
        if self._unusual:
            for row, at in enumerate(self.mentions):
                if at in self._unusual:
                    labels[row] = vocabulary.number(words.text(at))
        elif golds is not self and not golds._unusual and words.shares_words(golds.words):
            own = golds.labels(vocabulary, golds, partners)
            columns = own, golds.mentions, golds.layer.first, golds.layer.last
            copy_labels(columns, (labels, self.mentions, layer.first, layer.last), partners)
        text = words.document_text.text, words.document_text.starts
        positions = layer.first, layer.last, SLOT_BITS
        add_labels(labels, self.mentions, positions, text, vocabulary.numbers, vocabulary.words)
        self._labels, self._vocabulary = labels, vocabulary
        if golds is self:  # Other systems are compared with the same gold.
            words.document.derived["labels"] = KnownLabels(vocabulary, layer, self.mentions[:], labels)
        return labels

    @cached_property
    def _unusual(self) -> set[int]:
        """The mentions that are not a range of words."""
        layer = self.layer
        unusual = {at for at, detail in layer.details.items() if detail.parts}
        if self.words.document.empty_nodes:
            unusual.update(at for at in range(len(layer)) if _is_node(layer.first[at], layer.last[at]))
        return unusual

    def ends(self, row: int) -> tuple[int, int]:
        """Return the first and the last word of a mention, counted from 1."""
        at = self.mentions[row]
        return self.layer.first[at] >> SLOT_BITS, self.layer.last[at] >> SLOT_BITS

    def key(self, row: int) -> tuple[str, tuple[int, ...]]:
        """Return what equal mentions of both sides have in common: their words, and where they are."""
        at = self.mentions[row]
        return self.words.text(at), self.words.numbers(at)

    def show(self, row: object) -> str:
        """Return a mention, an entity (the complement of its index), or several entities in one line."""
        if isinstance(row, tuple):
            return self._text.show(tuple(map(self._entity, row)))
        assert isinstance(row, int)
        return self._text.show(self._mention(row) if row >= 0 else self._entity(row))

    def _mention(self, row: int) -> object:
        return self.words.at(self.mentions[row])

    def _entity(self, row: int) -> object:
        mentions = self._in_order(self.entity(~row))
        elements = self.sets.get(~row)
        return mentions if elements is None else ShownSet(mentions, tuple(map(self._in_order, elements)))

    def _in_order(self, rows: Sequence[int]) -> tuple[object, ...]:
        """Return mentions in the order of the text; metrics with other options may have numbered some before."""
        return tuple(map(self.words.at, sorted([self.mentions[row] for row in rows])))

    def write(self, writer: JsonWriter, golds: ChainParts) -> None:
        """Write the columns of the mentions and entities, and how they are compared with those of the gold."""
        layer = self.layer
        writer.text(b"{")
        write_mentions(writer, layer.first, layer.last, self.mentions, SLOT_BITS)
        writer.text(b',"entities":')
        write_entities(writer, self.members, self.begins)
        further: dict[str, object] = {}
        if self._unusual:
            further["unusual"] = [
                (row, *self._location(at)) for row, at in enumerate(self.mentions) if at in self._unusual
            ]
        if self.sets:
            further["sets"] = [
                (index, self.show(~index), [*chain.from_iterable(elements)])
                for index, elements in self.sets.items()
            ]
        for name, value in further.items():
            writer.text(f',"{name}":{json.dumps(value)}'.encode("ascii"))
        for index, compared in enumerate(self.compared):
            writer.text(b"," if index else b',"compared":[')
            compared.write(writer, golds, self)
        writer.text(b"]}" if self.compared else b"}")

    def _location(self, at: int) -> tuple[str, MentionLocation]:
        """The text of a mention, if it does not follow from its words, and where it is."""
        numbers = self.words.numbers(at)
        ranges = [WordRange(first, last) for first, last in zip(numbers[::2], numbers[1::2], strict=True)]
        words = self.words.words
        follows = " … ".join([" ".join(words[first : last + 1]) for first, last in ranges])
        text = self.words.text(at)
        shown = "" if text == follows else self._text.show(ShownMention(text, numbers))
        return shown, ("mention", *ranges)


def _is_node(first: int, last: int) -> bool:
    return first == last and is_empty_node(first)


def has_words(document: CorefDocument, layer: Layer) -> bool:
    """Whether the words of all mentions of a document are known."""
    if not len(layer):
        return True
    return document.tokens.forms is not None and word_number(largest(layer.last)) < document.tokens.count
