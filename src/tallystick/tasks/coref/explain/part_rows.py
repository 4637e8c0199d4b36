"""The mentions and entities of one side as rows: whole numbers, which the report page turns into text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from tallystick.formats.coref.document import SLOT_BITS, CorefDocument, Layer, is_empty_node, word_number
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.error_kinds import PartNumber
from tallystick.tasks.coref.explain.part_text import PartText
from tallystick.tasks.coref.explain.words import MentionWords, ShownMention, ShownSet
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import Label
from tallystick.tasks.views.rows import PartRows
from tallystick.tasks.views.schema import Chains, ComparedChains, MentionLocation, Parts, WordRange

if TYPE_CHECKING:
    from tallystick.tasks.coref.explain.entities import Explainer

__all__ = ["ChainParts", "ComparedRows", "SideRows", "has_words", "steps"]

#: The mentions of an entity and those of each of its elements, as rows.
_Entity = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


class SideRows:
    """The rows of one side as some metrics select and number its mentions."""

    def __init__(self, mentions: Sequence[int], entities: Sequence[int]) -> None:
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

    matched: Sequence[tuple[int, int]]
    """Mentions that are partners, as rows."""
    pairs: Sequence[tuple[int, int]]
    """Entities that may earn something together, by index."""
    rows: tuple[SideRows, SideRows]
    explainer: Explainer

    def columns(self, golds: ChainParts, preds: ChainParts) -> ComparedChains:
        """Return which mentions are partners, and the pairs of entities."""
        partner = [-1] * len(golds.mentions)
        for gold, pred in self.matched:
            partner[gold] = pred
        partners = []
        before = -1
        for pred in partner:
            partners.append(pred - before if pred >= 0 else 0)
            before = pred if pred >= 0 else before
        columns: ComparedChains = {
            "partners": partners,
            "golds": steps([gold for gold, _ in self.pairs]),
            "preds": steps([pred for _, pred in self.pairs]),
        }
        if self.explainer.compared.has_sets:
            columns["differing_sets"] = [
                index for index, pair in enumerate(self.pairs) if self.explainer.sets_differ(*pair)
            ]
        gold_entities, pred_entities = (side.entities for side in self.rows)
        if gold_entities != range(len(golds.entities)):
            columns["gold_entities"] = list(gold_entities)
        if pred_entities != range(len(preds.entities)):
            columns["pred_entities"] = list(pred_entities)
        return columns


class ChainParts(PartRows):
    """The mentions of one side that any metric selects, then its entities.

    Mentions are rows from 0 on; entities are counted by themselves, because more mentions may be added before the
    page is written. Where a row may be either, an entity is the complement of its index.
    """

    def __init__(self, words: MentionWords, golds: ChainParts | None = None) -> None:
        self.words = words
        self.golds = golds
        """The parts of the gold, if these are predicted."""
        self.layer: Layer = words.layer
        self.mentions: list[int] = []
        """The index of each mention in the layer."""
        self.entities: list[tuple[int, ...]] = []
        """The mentions of each entity."""
        self.sets: dict[int, tuple[tuple[int, ...], ...]] = {}
        """Of entities that are sets: the mentions of each of their elements."""
        self.compared: list[ComparedRows] = []
        """How these chains are compared with those of the gold, under several options perhaps."""
        self._row_of = [-1] * len(self.layer)
        self._known: dict[_Entity, int] | None = None
        self._text = PartText()
        self._labels: list[Label] = []

    def __len__(self) -> int:
        return len(self.mentions) + len(self.entities)

    def add(self, index: Mapping[int, int], entities: Entities) -> SideRows:
        """Add the mentions and entities that some metrics compare; `index` has the index of each number."""
        row_of = self._row_of
        if not self.mentions:
            self.mentions = sorted(index.values())
            for row, at in enumerate(self.mentions):
                row_of[at] = row
        else:
            for at in sorted(index.values()):
                if row_of[at] < 0:
                    row_of[at] = len(self.mentions)
                    self.mentions.append(at)
        rows = [-1] * (max(index, default=-1) + 1)
        for number, at in index.items():
            rows[number] = row_of[at]
        return SideRows(rows, self._add_entities(rows, entities))

    def _add_entities(self, rows: Sequence[int], entities: Entities) -> Sequence[int]:
        chosen = [tuple(sorted([rows[mention] for mention in own])) for own in entities.mentions]
        sets = {
            index: tuple([tuple(sorted([rows[mention] for mention in entities.atoms[a]])) for a in atoms])
            for index, atoms in entities.sets.items()
        }
        if not self.entities:
            self.entities, self.sets = chosen, sets
            return range(len(chosen))
        if self._known is None:
            self._known = {}
            for row, own in enumerate(self.entities):
                self._known.setdefault((own, self.sets.get(row, ())), row)
        numbers = []
        for index, own in enumerate(chosen):
            elements = sets.get(index, ())
            row = self._known.setdefault((own, elements), len(self.entities))
            if row == len(self.entities):
                self.entities.append(own)
                if elements:
                    self.sets[row] = elements
            numbers.append(row)
        return numbers

    @property
    def labels(self) -> Sequence[Label]:
        """The words of each mention, as a label."""
        if len(self._labels) < len(self.mentions):
            first, last, words = self.layer.first, self.layer.last, self.words.words
            self._labels = [
                ("mention", " ".join(words[(first[at] >> SLOT_BITS) - 1 : last[at] >> SLOT_BITS]))
                for at in self.mentions
            ]
            for row, at in enumerate(self.mentions if self._unusual else ()):
                if at in self._unusual:
                    self._labels[row] = "mention", self.words.text(at)
        return self._labels

    @cached_property
    def _unusual(self) -> set[int]:
        """The mentions that are not a range of words."""
        layer = self.layer
        unusual = {at for at, detail in layer.details.items() if detail.parts}
        if self.words.document.empty_nodes:
            unusual.update(at for at in range(len(layer)) if _is_node(layer.first[at], layer.last[at]))
        return unusual

    def ends(self, rows: Iterable[int]) -> list[tuple[int, int]]:
        """Return the first and the last word of some mentions, counted from 1."""
        first, last = self.layer.first, self.layer.last
        indices = [self.mentions[row] for row in rows]
        return [(first[at] >> SLOT_BITS, last[at] >> SLOT_BITS) for at in indices]

    def key(self, row: int) -> tuple[str, tuple[int, ...]]:
        """Return what equal mentions of both sides have in common: their words, and where they are."""
        at = self.mentions[row]
        return self.labels[row][1], self.words.numbers(at)

    def show(self, row: object) -> str:
        """Return a mention, an entity (the complement of its index), or several entities in one line."""
        if isinstance(row, tuple):
            return self._text.show(tuple(map(self._entity, row)))
        assert isinstance(row, int)
        return self._text.show(self._mention(row) if row >= 0 else self._entity(row))

    def _mention(self, row: int) -> object:
        return self.words.at(self.mentions[row])

    def _entity(self, row: int) -> object:
        mentions = tuple(map(self._mention, self.entities[~row]))
        elements = self.sets.get(~row)
        if elements is None:
            return mentions
        return ShownSet(mentions, tuple([tuple(map(self._mention, element)) for element in elements]))

    def page_parts(self, side: SideView, offset: int) -> Parts:
        """Return the columns of the mentions and entities."""
        layer, mentions = self.layer, self.mentions
        # Shifted, the position of a word is its number plus 1.
        firsts = [layer.first[at] >> SLOT_BITS for at in mentions]
        lasts = [layer.last[at] >> SLOT_BITS for at in mentions]
        chains: Chains = {
            "part": offset,
            "starts": steps(firsts, 1),
            "more_words": list(map(sub, lasts, firsts)),
            "entities": _entity_steps(self.entities),
        }
        unusual = self._unusual
        if unusual:
            chains["unusual"] = [
                (row, *self._location(at)) for row, at in enumerate(mentions) if at in unusual
            ]
        if self.sets:
            chains["sets"] = [
                (index, self.show(~index), [*chain.from_iterable(elements)])
                for index, elements in self.sets.items()
            ]
        if self.golds is not None:
            chains["compared"] = [compared.columns(self.golds, self) for compared in self.compared]
        return {"shown": [], "at": [], "chains": [chains]}

    def _location(self, at: int) -> tuple[str, MentionLocation]:
        """The text of a mention, if it does not follow from its words, and where it is."""
        numbers = self.words.numbers(at)
        ranges = [WordRange(first, last) for first, last in zip(numbers[::2], numbers[1::2], strict=True)]
        words = self.words.words
        follows = " … ".join([" ".join(words[first : last + 1]) for first, last in ranges])
        text = self.words.text(at)
        shown = "" if text == follows else self._text.show(ShownMention(text, numbers))
        return shown, ("mention", *ranges)


def steps(values: Sequence[int], start: int = 0) -> list[int]:
    """Return the difference of each number from the one before.

    >>> steps([3, 4, 4, 2])
    [3, 1, 0, -2]
    """
    return list(map(sub, values, chain((start,), values)))


def _entity_steps(entities: Iterable[tuple[int, ...]]) -> list[list[int]]:
    """Mentions counted from those before, the first of an entity from the first of the entity before.

    >>> _entity_steps([(0, 4, 5), (1,), (3, 7)])
    [[0, 4, 1], [1], [2, 4]]
    """
    result = []
    before = 0
    for own in entities:
        if own:
            first = own[0]
            result.append([first - before, *map(sub, own[1:], own)] if len(own) > 1 else [first - before])
            before = first
        else:
            result.append([])
    return result


def _is_node(first: int, last: int) -> bool:
    return first == last and is_empty_node(first)


def has_words(document: CorefDocument, layer: Layer) -> bool:
    """Whether the words of all mentions of a document are known."""
    if not len(layer):
        return True
    return document.tokens.forms is not None and word_number(max(layer.last)) < document.tokens.count
