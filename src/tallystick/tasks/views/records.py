"""The view of records: the words of the text that they are about, and their fields."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from tallystick.core.describe import describe
from tallystick.dataclass import dataclass
from tallystick.formats.spans import CharacterSpan, Offsets
from tallystick.tasks.views.base import Describers, Original, SideView, View, names_of
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.schema import Kind, PageSide, PartField, PartLocation, Parts, WordRange

__all__ = ["RECORDS", "RecordSide", "RecordView", "Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """The words and the text that an item is about."""

    tokens: Sequence[str] = ()
    text: str = ""
    own: bool = True
    """Whether the words are those of the item itself, not borrowed from the other side."""


class RecordView(View):
    """Shows records in cards, with their words in the text. The default view of a task."""

    kind: ClassVar[Kind] = "records"

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair; a side without words has those of the other side."""
        gold_words, pred_words = self.words(gold), self.words(pred)
        return (
            self.side(gold, _completed(gold_words, pred_words)),
            self.side(pred, _completed(pred_words, gold_words)),
        )

    def describers(self, gold: Original, pred: Original) -> Describers | None:
        """Return how parts are shown with their words, where there are any."""
        sides = self.sides(gold, pred)
        known = any(isinstance(side, RecordSide) and side.tokens for side in sides)
        return (sides[0].show, sides[1].show) if known else None

    def words(self, item: Original) -> Words:
        """Return the words of an item: ``tokens`` of its JSON object, else its ``text``, cut at blanks."""
        if item.words:
            return Words(item.words, " ".join(item.words))
        content = _json_object(item.text)
        tokens, text = content.get("tokens"), content.get("text")
        if isinstance(tokens, list):
            sentences = (part if isinstance(part, list) else [part] for part in tokens)
            words = [str(word) for sentence in sentences for word in sentence]
        else:
            words = text.split() if isinstance(text, str) else []
        return Words(words, text if isinstance(text, str) else " ".join(words))

    def side(self, item: Original, words: Words) -> SideView:
        """Return one side of a pair."""
        return RecordSide(words)


class RecordSide(SideView):
    """Records of one side, shown with the words that they are about."""

    def __init__(self, words: Words) -> None:
        self.tokens = words.tokens
        self.text = words.text
        self.has_words = bool(words.tokens) and words.own

    def show(self, part: object) -> str:
        """Return a record in one line, followed by its words."""
        quoted = [
            " ".join(self.tokens[first : last + 1])
            for first, last in self._ranges(part)
            if 0 <= first <= last < len(self.tokens)
        ]
        return f"{describe(part)}  “{'” “'.join(quoted)}”" if quoted else describe(part)

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the text, and the records with their fields."""
        at: list[PartLocation] = [self._ranges(part) for part in table.parts]
        fields = [self._fields(part) for part in table.parts]
        return self.text_data(at), {"shown": table.shown, "at": at, "fields": fields}

    def text_data(self, locations: Iterable[PartLocation]) -> PageSide:
        """Return the words, else the text. Locations beyond the words are not counted in these words."""
        if not self.tokens:
            return {"text": self.text}
        last = max((word for location in locations for word in _last_words(location)), default=-1)
        return {"tokens": list(self.tokens)} if last < len(self.tokens) else {}

    def _ranges(self, part: object) -> list[WordRange]:
        """The words that a record is about: every span in it."""
        if isinstance(part, Offsets):
            return [WordRange(part.left, part.right)]
        if isinstance(part, CharacterSpan):
            return self._words_at(part)
        names = names_of(part)
        if names == ("start", "end"):  # the end is excluded
            start, end = getattr(part, "start", None), getattr(part, "end", None)
            return [WordRange(start, end - 1)] if isinstance(start, int) and isinstance(end, int) else []
        inner = [getattr(part, name) for name in names] if names is not None else part
        if not isinstance(inner, (list, tuple)):
            return []
        return [words for element in inner for words in self._ranges(element)]

    def _words_at(self, span: CharacterSpan) -> list[WordRange]:
        """The words that a span of characters touches."""
        first = bisect_right(self._ends, span.start)
        last = bisect_left(self._starts, span.end) - 1
        return [WordRange(first, last)] if first <= last else []

    @cached_property
    def _starts(self) -> list[int]:
        """The character at which each word begins; empty if the words are not those of the text."""
        starts: list[int] = []
        end = 0
        for token in self.tokens:
            start = self.text.find(token, end)
            if start < 0:
                return []
            starts.append(start)
            end = start + len(token)
        return starts

    @cached_property
    def _ends(self) -> list[int]:
        return [start + len(token) for start, token in zip(self._starts, self.tokens, strict=False)]

    def _fields(self, part: object) -> list[PartField]:
        fields = []
        for name in names_of(part) or ():
            value = getattr(part, name)
            many = isinstance(value, (list, tuple)) and names_of(value) is None
            fields.append(
                PartField(name, [self.show(element) for element in value] if many else self.show(value))
            )
        return fields


def _completed(words: Words, others: Words) -> Words:
    """The words of a side, else those of the other side."""
    return words if words.tokens else Words(others.tokens, words.text, own=False)


def _json_object(text: str) -> Mapping[str, object]:
    """The JSON object that an item was read from; empty if it was read from something else."""
    if not text.lstrip().startswith("{"):
        return {}
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _last_words(location: PartLocation) -> list[int]:
    """The last word of each range of a location."""
    ranges = location if isinstance(location, (list, tuple)) else ()
    return [words.last for words in ranges if isinstance(words, WordRange)]


RECORDS = RecordView()
