"""Reading CoNLL-U: one sentence per block, columns by the standard library's fastest means.

A regular sentence is read column by column. Irregular sentences are passed to `diagnosis`, which reports every problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from itertools import groupby

from tallystick.dataclass import dataclass
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.columns.rows import SPACES, RowNotes, unreadable
from tallystick.formats.conllu.blocks import sentence_blocks
from tallystick.formats.conllu.diagnosis import diagnose
from tallystick.formats.conllu.passage import Passage, join
from tallystick.formats.conllu.sentence import read_rows, regular_sentence

__all__ = ["ConlluSentences", "ReadBlock", "checked_sentence"]


@dataclass(frozen=True, slots=True)
class ReadBlock(Block):
    """A block that was read already. The item is handed over once; later readers read the text again."""

    item: Item | None = field(default=None, repr=False, compare=False)

    def take(self) -> Item | None:
        """Return the item the first time, None afterwards."""
        item = self.item
        object.__setattr__(self, "item", None)
        return item


class ConlluSentences:
    """Reads sentences as passages.

    >>> reader = ConlluSentences()
    >>> row = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_"
    >>> [reader.item(block).value.relations for block in reader.blocks(Source("x", row))]
    [['root']]
    """

    name = "conllu"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block per sentence."""
        return sentence_blocks(source)

    def item(self, block: Block) -> Item:
        """Read a block: one sentence, or several with blank lines between them."""
        if isinstance(block, ReadBlock):
            item = block.take()
            if item is not None:
                return item
        bad = unreadable(block)
        if bad is not None:
            return bad
        meta = {"document": block.document} if block.document else {}
        passage = regular_sentence(block)
        if passage is None:
            passages, notes = _sentences(block)
            if notes.problems:
                return Item(None, block.id, tuple(notes.problems), meta, block.path, block.line)
            passage = join(passages)
        return Item(passage, block.id, (), meta, block.path, block.line)


def checked_sentence(block: Block) -> Item:
    """Read a sentence for `check`, with notes on what other programs refuse."""
    item = ConlluSentences().item(block)
    notes = RowNotes(block)
    lines = block.text.split("\n")
    rows = [row for row, text in enumerate(lines) if not text.startswith("#")]
    for row in range(rows[0] if rows else len(lines), len(lines)):
        if lines[row].startswith("#"):
            message = "a comment inside a sentence"
            notes.add(message, row, 1, "conllu-form", text=lines[row], level="note")
    problems = dict.fromkeys((*block.problems, *notes.problems, *item.problems))
    return replace(item, problems=tuple(problems))


def _sentences(block: Block) -> tuple[list[Passage], RowNotes]:
    """The sentences of a block that is not a single regular sentence, and what is wrong with them."""
    notes = RowNotes(block)
    passages = []
    lines = block.text.split("\n")
    for blank, group in groupby(enumerate(lines), key=lambda numbered: not numbered[1].strip(SPACES)):
        if blank:
            continue
        numbered = list(group)
        rows = [(row, text) for row, text in numbered if not text.startswith("#")]
        before = len(notes.problems)
        diagnose(rows, numbered[0], notes)
        if len(notes.problems) == before:
            lines_of_rows = [block.line + row for row, _ in rows]
            passage = read_rows("\n".join([text for _, text in rows]), lines_of_rows, block)
            assert passage is not None
            passages.append(passage)
    return passages, notes
