"""The view of coreference: the text with its chains of mentions on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.formats.coref.document import CorefDocument, word_number
from tallystick.tally import Alignment
from tallystick.tasks.coref.explain.document_text import DocumentText
from tallystick.tasks.coref.explain.part_text import PartText, is_entity, is_mention
from tallystick.tasks.coref.explain.words import ShownMention, ShownSet
from tallystick.tasks.views.base import Original, SideView
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.records import RecordSide, RecordView, Words
from tallystick.tasks.views.schema import (
    ChainLocation,
    EncodedAlignment,
    EntityLocation,
    MentionLocation,
    PageSide,
    PartLocation,
    Parts,
    WordRange,
)

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import AlignedRows

__all__ = ["VIEW", "ChainSide", "CorefView"]


class CorefView(RecordView):
    """Shows chains in the text. A task with its own documents inherits from it and overrides `document`."""

    kind = "coref"

    def describers(self, gold: Original, pred: Original) -> None:
        """Return nothing: mentions have their words."""

    def document(self, value: object) -> CorefDocument:
        """Return the document of an item."""
        assert isinstance(value, CorefDocument)
        return value

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair; words are read once if both sides have the same."""
        golds, preds = self.document(gold.value), self.document(pred.value)
        if not golds.has_words_of(preds):
            return super().sides(gold, pred)
        words = self.words(gold)
        return self.side(gold, words), self.side(pred, words)

    def words(self, item: Original) -> Words:
        """Return the words of the document, else those of its JSON object."""
        words = super().words(item)
        document = self.document(item.value)
        if document.tokens.forms is None:
            return words
        text = DocumentText.of(document)
        # A text beside the tokens is easier to read.
        return Words(text.words, words.text or text.text)

    def write(
        self,
        sides: tuple[SideView, SideView],
        tables: tuple[PartTable, PartTable],
        alignments: Mapping[str, Alignment | AlignedRows],
        encoded: Mapping[str, EncodedAlignment],
    ) -> tuple[bytes, bytes] | None:
        """Write columns straight from the numbers of mentions and entities, if any metric has rows."""
        if not tables[0].lists:
            return None
        from tallystick.tasks.coref.explain.item_writer import written_item  # few runs make a page

        gold, pred = sides
        assert isinstance(gold, ChainSide)
        assert isinstance(pred, ChainSide)
        return written_item((gold, pred), tables, alignments, encoded)

    def side(self, item: Original, words: Words) -> SideView:
        """Return one side of a pair."""
        return ChainSide(self.document(item.value), words)

    def fields(self, part: object) -> Iterator[tuple[tuple[str, ...], object]]:
        """Mentions and sets have no fields: their words are not labels."""
        return iter(()) if isinstance(part, (ShownMention, ShownSet)) else super().fields(part)

    def labels(self, part: object) -> Iterator[tuple[str, str]]:
        """Mentions are counted by their words."""
        return iter((("mention", part.words),)) if isinstance(part, ShownMention) else super().labels(part)

    def is_group(self, part: object) -> bool:
        """Mentions are repeated in every pair of entities that they are part of."""
        return isinstance(part, ShownSet) or is_entity(part)


class ChainSide(RecordSide):
    """The text of one side with its chains."""

    def __init__(self, document: CorefDocument, words: Words) -> None:
        super().__init__(words)
        self.document = document
        self._text = PartText(words.tokens)

    def show(self, part: object) -> str:
        """Return a mention or an entity in one line."""
        return self._text.show(part)

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the text, and the words of mentions and the mentions of entities."""
        shown: list[str] = []
        at: list[PartLocation] = []
        own: list[object] = []
        # The mentions of an entity that no metric matched appear here for the first time: the table grows.
        for text, part in zip(table.shown, table.parts, strict=True):
            if part is not None:  # Parts in lists are written in columns.
                shown.append(text)
                at.append(_location(part, table))
                own.append(part)
        side = self.text_data(at)
        if len(self.document.sentences):
            side["breaks"] = [word_number(start) for start in self.document.sentences]
        if self.has_words and "tokens" in side:
            # In long documents, the texts of mentions and entities would be a third of the page.
            shown = ["" if self._follows(part) else text for text, part in zip(shown, own, strict=True)]
        return side, {"shown": shown, "at": at}

    def _follows(self, part: object) -> bool:
        """Whether the text of a part follows from the words: that of a mention, or of an entity of such mentions."""
        if isinstance(part, ShownMention):
            # An empty node is not shown by its word.
            words = [" ".join(self.tokens[first : last + 1]) for first, last in _ranges(part.ends)]
            return part.words == " … ".join(words)
        return type(part) is tuple and is_entity(part) and all(map(self._follows, part))


def _location(part: object, table: PartTable) -> ChainLocation | None:
    if isinstance(part, ShownMention):
        return _mention(part.ends)
    if isinstance(part, ShownSet):
        elements = [mention for element in part.elements if isinstance(element, tuple) for mention in element]
        return "set", [table.number(mention) for mention in part.mentions], [*map(table.number, elements)]
    if type(part) is not tuple or not part:
        return None
    if is_mention(part):
        return _mention(part)
    if not is_entity(part):
        return None
    entity: EntityLocation = ("entity", *map(table.number, part))
    return entity


def _mention(ends: Sequence[int]) -> MentionLocation:
    return ("mention", *_ranges(ends))


def _ranges(ends: Sequence[int]) -> list[WordRange]:
    return [WordRange(first, last) for first, last in zip(ends[::2], ends[1::2], strict=True)]


VIEW = CorefView()
