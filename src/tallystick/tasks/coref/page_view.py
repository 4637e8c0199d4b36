"""The view of coreference: the text with its chains of mentions on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.formats.coref.document import CorefDocument, word_number
from tallystick.tasks.coref.explain.document_text import DocumentText
from tallystick.tasks.coref.explain.part_text import PartText, is_entity, is_mention
from tallystick.tasks.coref.explain.words import ShownMention, ShownSet
from tallystick.tasks.views.base import Original, SideView, WrittenItem
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.records import RecordSide, RecordView, Words
from tallystick.tasks.views.schema import (
    ChainLocation,
    EntityLocation,
    MentionLocation,
    PageSide,
    PartLocation,
    Parts,
    SystemDetail,
    WordRange,
)

if TYPE_CHECKING:
    from tallystick.tally import Alignment
    from tallystick.tasks.coref.explain.chain_rows import ChainAlignment
    from tallystick.tasks.views.rows import AlignedRows, WrittenRows
    from tallystick.tasks.views.totals import PageTotals

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

    def count(
        self,
        rows: Mapping[str, WrittenRows],
        totals: PageTotals,
        number: int,
        originals: tuple[Original, Original],
    ) -> None:
        """Count the errors and the words of mentions in numbers."""
        from tallystick.tasks.coref.explain.chain_totals import ChainTotals  # few runs make a page
        from tallystick.tasks.views.totals import Confusions, ErrorKinds

        own = _chain_alignments(rows)
        for metric in rows.keys() - own.keys():  # It has nothing to align here.
            totals.confusions.setdefault(metric, Confusions())
            totals.errors.setdefault(metric, ErrorKinds())
        if not own:
            return
        metrics, numbered = tuple(own), totals.numbered
        if not isinstance(numbered, ChainTotals) or not numbered.fits(metrics):
            totals.spell()
            numbered = totals.numbered = ChainTotals(metrics)
        numbered.add(number, list(own.values()))

    def write(
        self,
        gold: Original,
        pred: Original,
        rows: Mapping[str, WrittenRows],
        others: tuple[PageSide, SystemDetail] | None = None,
    ) -> WrittenItem:
        """Return the text with its chains as JSON, straight from the numbers of mentions and entities."""
        from tallystick.tasks.coref.explain.item_writer import written_item  # few runs make a page

        golds, preds = self.sides(gold, pred)
        assert isinstance(golds, ChainSide)
        assert isinstance(preds, ChainSide)
        gold_side, system = written_item((golds, preds), _chain_alignments(rows), tuple(rows), others)
        return WrittenItem(golds.text, gold_side, system)

    def mixes(self, others: Mapping[str, Alignment | AlignedRows]) -> bool:
        """Return that chains are written beside parts of any other metrics."""
        return True

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
        at: list[PartLocation] = []
        # The mentions of an entity that no metric matched appear here for the first time: the table grows.
        for part in table.parts:
            at.append(_location(part, table))
        shown = table.shown
        side = self.text_data(at)
        if len(self.document.sentences):
            side["breaks"] = [word_number(start) for start in self.document.sentences]
        if self.has_words and "tokens" in side:
            # In long documents, the texts of mentions and entities would be a third of the page.
            shown = [
                "" if self._follows(part) else text for text, part in zip(shown, table.parts, strict=True)
            ]
        return side, {"shown": shown, "at": at}

    def _follows(self, part: object) -> bool:
        """Whether the text of a part follows from the words: that of a mention, or of an entity of such mentions."""
        if isinstance(part, ShownMention):
            # An empty node is not shown by its word.
            words = [" ".join(self.tokens[first : last + 1]) for first, last in _ranges(part.ends)]
            return part.words == " … ".join(words)
        return type(part) is tuple and is_entity(part) and all(map(self._follows, part))


def _chain_alignments(rows: Mapping[str, WrittenRows]) -> dict[str, ChainAlignment]:
    """Return the alignments of chains; other metrics have rows where they have nothing to align."""
    from tallystick.tasks.coref.explain.chain_rows import ChainAlignment

    return {metric: own for metric, own in rows.items() if isinstance(own, ChainAlignment)}


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
