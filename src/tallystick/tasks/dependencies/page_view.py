"""The view of dependencies on the report page: both trees over one line of text.

The words of both sides are placed by the characters that they cover, in columns of a fixed-width font.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from tallystick.core.describe import describe
from tallystick.formats.conllu.passage import ROOT, Passage
from tallystick.tally import Alignment
from tallystick.tasks.dependencies.alignment import boundaries
from tallystick.tasks.dependencies.comparison import Share
from tallystick.tasks.dependencies.explain import ShownWords
from tallystick.tasks.dependencies.tree_writer import multiword_words, width, written_trees
from tallystick.tasks.dependencies.word_counts import WordTotals
from tallystick.tasks.dependencies.word_rows import SameWords
from tallystick.tasks.views.base import Describers, Original, SideView, WrittenItem
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.records import RecordSide, RecordView, Words
from tallystick.tasks.views.rows import AlignedRows, WrittenRows
from tallystick.tasks.views.schema import (
    DrawnWord,
    MultiwordToken,
    PageSide,
    Parts,
    SystemDetail,
    WordRange,
)
from tallystick.tasks.views.totals import PageTotals

__all__ = ["VIEW"]

#: The head of a word whose head is not a word of the item.
_OUTSIDE = -2


class DependencyView(RecordView):
    """Sentences with their words; lists of edges as records."""

    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair."""
        if not isinstance(gold.value, Passage):
            return super().sides(gold, pred)
        if isinstance(pred.value, Share):
            whole = pred.value.comparison
            golds, preds = range(pred.value.gold.start, pred.value.gold.stop), pred.value.pred
            gold_side, pred_side = whole.gold, whole.pred
        else:
            gold_side, pred_side = gold.value, pred.value if isinstance(pred.value, Passage) else Passage()
            golds, preds = range(len(gold_side.forms)), range(len(pred_side.forms))
        columns = _columns(gold_side, pred_side)
        sides = WordSide(gold_side, golds, columns), WordSide(pred_side, preds, columns)
        # Both begin at the same column of the page.
        first = min((start for side in sides for start, _ in side.locations), default=0.0)
        for side in sides:
            side.locations = [
                (round(start - first, 2), round(end - first, 2)) for start, end in side.locations
            ]
        return sides

    def count(
        self,
        rows: Mapping[str, WrittenRows],
        totals: PageTotals,
        number: int,
        originals: tuple[Original, Original],
    ) -> None:
        """Count the words of a pair."""
        own, numbered = _same_words(rows), totals.numbered
        if not isinstance(numbered, WordTotals) or numbered.metrics != tuple(own):
            totals.spell()
            numbered = totals.numbered = WordTotals(own)
        numbered.add(number, own)

    def write(
        self,
        gold: Original,
        pred: Original,
        rows: Mapping[str, WrittenRows],
        others: tuple[PageSide, SystemDetail] | None = None,
    ) -> WrittenItem:
        """Return a pair of trees as JSON."""
        return WrittenItem(*written_trees(_same_words(rows), None if others is None else others[1]))

    def mixes(self, others: Mapping[str, Alignment | AlignedRows]) -> bool:
        """Return that words are written beside parts of any other metrics."""
        return True

    def describers(self, gold: Original, pred: Original) -> Describers | None:
        """Return how edges are shown with their words; sentences show their own words."""
        return None if isinstance(gold.value, Passage) else super().describers(gold, pred)

    def fields(self, part: object) -> Iterator[tuple[tuple[str, ...], object]]:
        """Yield the tags and relations of a word; which word it is, and its head, are not labels."""
        return (field for field in super().fields(part) if field[0] not in (("word",), ("head",)))


class WordSide(RecordSide):
    """Some words of a passage."""

    def __init__(self, passage: Passage, words: Sequence[int], columns: Sequence[int]) -> None:
        text = " ".join([passage.forms[word] for word in words])
        super().__init__(Words([passage.forms[word] for word in words], text))
        self.passage = passage
        self.words = words
        self.index_of = index_of = {word: index for index, word in enumerate(words)}
        locations = list(_locations(passage, columns))
        self.locations = [locations[word] for word in words]
        """The first column of each word, and the one after its last."""
        self.multiword = [
            MultiwordToken(index_of[inner[0]], index_of[inner[-1]], passage.tokens[token])
            for token, inner in multiword_words(passage)
            if all(word in index_of for word in inner)
        ]

    def show(self, part: object) -> str:
        """Return a word with what the metric compares, in one line."""
        return describe(part)

    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the words with their heads, and the parts with the words that they are about."""
        side: PageSide = {"tokens": list(self.tokens), "drawn": self._drawn()}
        if self.multiword:
            side["multiword"] = self.multiword
        return side, self._parts(table)

    def _drawn(self) -> list[DrawnWord]:
        passage, index_of = self.passage, self.index_of
        return [
            DrawnWord(
                passage.forms[word],
                *location,
                ROOT if passage.heads[word] == ROOT else index_of.get(passage.heads[word], _OUTSIDE),
                passage.relations[word],
            )
            for word, location in zip(self.words, self.locations, strict=True)
        ]

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of each word by its name."""
        names = ShownWords(self.passage).names
        return {names[word]: index for word, index in self.index_of.items()}

    def _parts(self, table: PartTable) -> Parts:
        return {
            "shown": table.shown,
            "at": [self._at(part) for part in table.parts],
            "fields": [self._fields(part) for part in table.parts],
            "heads": [self._head(part) for part in table.parts],
        }

    def _at(self, part: object) -> list[WordRange]:
        index = self.index.get(getattr(part, "word", ""))
        return [] if index is None else [WordRange(index, index)]

    def _head(self, part: object) -> int | None:
        """The head of a part that is an edge."""
        head = getattr(part, "head", None)
        if head is None:
            return None
        return ROOT if head == "ROOT" else self.index.get(head, _OUTSIDE)


def _columns(gold: Passage, pred: Passage) -> list[int]:
    """Where each character of the text begins, and where the last one ends."""
    text = gold.text
    widths = [1] * len(text) if text.isascii() else [width(sign) for sign in text]
    for passage in (gold, pred):
        bounds = boundaries(passage)
        for end in bounds[1:]:
            # A space after each token of either side.
            widths[end - 1] = max(widths[end - 1], width(text[end - 1]) + 1)
        for token, words in multiword_words(passage):
            needed = sum(width(passage.forms[word]) + 1 for word in words)
            lacking = needed - sum(widths[bounds[token] : bounds[token + 1]])
            widths[bounds[token + 1] - 1] += max(0, lacking)
    return list(accumulate(widths, initial=0))


def _locations(passage: Passage, columns: Sequence[int]) -> Iterator[tuple[float, float]]:
    """The first column of each word and the one after its last. The words of a multiword token share its columns."""
    bounds = boundaries(passage)
    shared: dict[int, tuple[float, float]] = {}
    for token, words in multiword_words(passage):
        start, end = columns[bounds[token]], columns[bounds[token + 1]]
        widths = [width(passage.forms[word]) + 1 for word in words]
        scale = (end - start) / sum(widths)
        ends = list(accumulate(widths, initial=0))
        for word, before, after in zip(words, ends, ends[1:], strict=False):
            shared[word] = start + scale * before, start + scale * after - 1
    for word, token in enumerate(passage.word_tokens()):
        if word in shared:
            yield shared[word]
        else:
            start, end = columns[bounds[token]], columns[bounds[token + 1]]
            yield start, max(start + 1, end - 1)


def _same_words(rows: Mapping[str, WrittenRows]) -> dict[str, SameWords]:
    return {metric: own for metric, own in rows.items() if isinstance(own, SameWords)}


VIEW = DependencyView()
