"""The view of coreference: the text with its chains of mentions on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tallystick.core.describe import describe
from tallystick.formats.coref.document import CorefDocument, word_number
from tallystick.tasks.coref.explain.words import ShownMention, ShownSet
from tallystick.tasks.views.base import Original, SideView
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.records import RecordSide, RecordView, Words
from tallystick.tasks.views.schema import (
    ChainLocation,
    EntityLocation,
    MentionLocation,
    PageSide,
    PartLocation,
    Parts,
    WordRange,
)

__all__ = ["VIEW", "CorefView"]

#: Maximum number of mentions shown for an entity that is listed beside others.
_FEW = 2


class CorefView(RecordView):
    """Shows chains in the text. A task with its own documents inherits from it and overrides `document`."""

    kind = "coref"

    def describers(self, gold: Original, pred: Original) -> None:
        """Return nothing: mentions have their words."""

    def document(self, value: object) -> CorefDocument:
        """Return the document of an item."""
        assert isinstance(value, CorefDocument)
        return value

    def words(self, item: Original) -> Words:
        """Return the words of the document, else those of its JSON object."""
        words = super().words(item)
        document = self.document(item.value)
        if document.tokens.forms is None:
            return words
        tokens = list(document.words())
        # A text beside the tokens is easier to read.
        return Words(tokens, words.text or " ".join(tokens))

    def side(self, item: Original, words: Words) -> SideView:
        """Return one side of a pair."""
        return _ChainSide(self.document(item.value), words)

    def fields(self, part: object) -> Iterator[tuple[tuple[str, ...], object]]:
        """Mentions and sets have no fields: their words are not labels."""
        return iter(()) if isinstance(part, (ShownMention, ShownSet)) else super().fields(part)

    def labels(self, part: object) -> Iterator[tuple[str, str]]:
        """Mentions are counted by their words."""
        return iter((("mention", part.words),)) if isinstance(part, ShownMention) else super().labels(part)

    def is_group(self, part: object) -> bool:
        """Mentions are repeated in every pair of entities that they are part of."""
        return isinstance(part, ShownSet) or _is_entity(part)


class _ChainSide(RecordSide):
    """Mentions shown by their words; entities as their mentions in braces, to differ from their only mention."""

    def __init__(self, document: CorefDocument, words: Words) -> None:
        super().__init__(words)
        self.sentences = document.sentences
        self._shown: dict[object, str] = {}

    def show(self, part: object) -> str:
        """Return a mention or an entity in one line."""
        # Every metric has the same mentions and entities, and there are thousands.
        shown = self._shown.get(part)
        if shown is None:
            shown = self._shown[part] = self._show(part)
        return shown

    def _show(self, part: object) -> str:
        if isinstance(part, ShownMention):
            return f"{part.words} {describe(part.ends)}"
        if type(part) is not tuple or not part:
            return describe(part)
        if all(map(_is_entity, part)):
            return f"{{{', '.join(map(self._beginning, part))}}}"
        if _is_entity(part):
            return f"{{{', '.join(map(self.show, part))}}}"
        if not _is_mention(part) or not all(word < len(self.tokens) for word in part):
            return describe(part)
        words = [" ".join(self.tokens[first : last + 1]) for first, last in _ranges(part)]
        return f"{' … '.join(words)} {describe(part)}"

    def _beginning(self, entity: tuple[object, ...]) -> str:
        """Return an entity beside others: a long one with its first mentions only."""
        if len(entity) <= _FEW + 1:
            return self.show(entity)
        return f"{{{', '.join(map(self.show, entity[:_FEW]))}, … {len(entity)} mentions}}"

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the text, and the words of mentions and the mentions of entities."""
        at: list[PartLocation] = []
        # The mentions of an entity that no metric matched appear here for the first time: the table grows.
        while len(at) < len(table.parts):
            at.append(_location(table.parts[len(at)], table))
        side = self.text_data(at)
        if len(self.sentences):
            side["breaks"] = [word_number(start) for start in self.sentences]
        shown = table.shown
        if self.has_words and "tokens" in side:
            # In long documents, the texts of mentions and entities would be a third of the page.
            shown = ["" if self._follows(part) else table.shown[n] for n, part in enumerate(table.parts)]
        return side, {"shown": shown, "at": at}

    def _follows(self, part: object) -> bool:
        """Whether the text of a part follows from the words: that of a mention, or of an entity of such mentions."""
        if isinstance(part, ShownMention):
            # An empty node is not shown by its word.
            words = [" ".join(self.tokens[first : last + 1]) for first, last in _ranges(part.ends)]
            return part.words == " … ".join(words)
        return type(part) is tuple and _is_entity(part) and all(map(self._follows, part))


def _location(part: object, table: PartTable) -> ChainLocation | None:
    if isinstance(part, ShownMention):
        return _mention(part.ends)
    if isinstance(part, ShownSet):
        elements = [mention for element in part.elements if isinstance(element, tuple) for mention in element]
        return "set", [table.number(mention) for mention in part.mentions], [*map(table.number, elements)]
    if type(part) is not tuple or not part:
        return None
    if _is_mention(part):
        return _mention(part)
    if not _is_entity(part):
        return None
    entity: EntityLocation = ("entity", *map(table.number, part))
    return entity


def _mention(ends: Sequence[int]) -> MentionLocation:
    return ("mention", *_ranges(ends))


def _is_mention(part: tuple[object, ...]) -> bool:
    """Whether a part is the first and last words of a mention, which has no words to be shown by."""
    return len(part) % 2 == 0 and all(isinstance(word, int) for word in part)


def _is_entity(part: object) -> bool:
    if type(part) is not tuple or not part:
        return False
    return all(isinstance(mention, (tuple, ShownMention)) for mention in part)


def _ranges(ends: Sequence[int]) -> list[WordRange]:
    return [WordRange(first, last) for first, last in zip(ends[::2], ends[1::2], strict=True)]


VIEW = CorefView()
