"""Reading CoNLL-U: one sentence per block, columns by the standard library's fastest means.

A regular sentence is read column by column. Whatever is irregular goes through `diagnosis`, which names every problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from threading import Lock

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.columns.rows import SPACES, RowNotes, unreadable
from tallystick.formats.conllu.blocks import sentence_blocks
from tallystick.formats.conllu.diagnosis import diagnose
from tallystick.formats.conllu.passage import ROOT, EmptyNode, Passage, join, without_spaces
from tallystick.formats.conllu.trees import tree_faults

__all__ = ["ConlluSentences", "ReadBlock", "checked_sentence"]

_RANGE = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_EMPTY = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")

#: The IDs of the words of a sentence, and the index that each means as HEAD. Both grow with the longest sentence.
_IDS: list[str] = []
_HEADS: dict[str, int] = {"0": ROOT}
_GROWING = Lock()


def _grow(count: int) -> None:
    with _GROWING:
        more = range(len(_IDS), max(count, 2 * len(_IDS), 128) if count > len(_IDS) else len(_IDS))
        _HEADS.update({str(index + 1): index for index in more})
        _IDS.extend(str(index + 1) for index in more)


class ReadBlock(Block):
    """A block that was read already. The item is handed over once; later readers read the text again."""

    __slots__ = ("_item",)

    _item: Item | None

    def __init__(self, block: Block, item: Item) -> None:
        super().__init__(
            block.text, block.path, block.line, block.id, block.problems, block.end, block.document
        )
        object.__setattr__(self, "_item", item)

    def take(self) -> Item | None:
        """Return the item the first time, None afterwards."""
        item = self._item
        object.__setattr__(self, "_item", None)
        return item


class ConlluSentences:
    """Reads sentences as passages.

    >>> reader = ConlluSentences()
    >>> row = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_"
    >>> [reader.item(block).value.relations for block in reader.blocks(Source("x", row))]
    [('root',)]
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
        passage = None
        if "\n\n" not in block.text:
            passage = _regular_sentence(block.text.split("\n"), block)
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
            passages.append(
                _sentence(
                    [text.split("\t") for _, text in rows], [block.line + row for row, _ in rows], block
                )
            )
    return passages, notes


def _regular_sentence(lines: list[str], block: Block) -> Passage | None:
    """Read a sentence whose rows follow its comments; None if anything about it is irregular."""
    first = 0
    while first < len(lines) and lines[first][:1] == "#":
        first += 1
    rows = [line.split("\t") for line in lines[first:]]
    line = block.line + first
    numbers = range(line, line + len(rows))
    try:
        ids, forms, lemmas, upos, xpos, feats, heads, relations, deps, _ = zip(*rows, strict=True)
        count = len(ids)
        if count > len(_IDS):
            _grow(count)
        if list(ids) == _IDS[:count]:
            indices = [_HEADS[head] for head in heads]
            tokens = without_spaces(forms)
            if max(indices) >= count or "" in tokens or "" in relations:
                return None
            faults = tree_faults(indices, forms, numbers, block)
            return Passage(
                forms, lemmas, upos, xpos, feats, indices, relations, deps, tokens, None, (), ((0, 0),), (),
                block.path, numbers, faults,
            )  # fmt: skip
    except (ValueError, KeyError):
        return None
    return _sentence(rows, numbers, block) if _is_regular(rows) else None


def _is_regular(rows: list[list[str]]) -> bool:
    """Whether the rows of a sentence with multiword tokens or empty nodes are in order."""
    words = end = last_empty = 0
    highest = 0
    for row in rows:
        number = row[0]
        if number.isdecimal() and words < len(_IDS) and number == _IDS[words]:
            words += 1
            last_empty = 0
            head = _HEADS.get(row[6])
            if head is None or not row[7]:
                return False
            highest = max(highest, head)
            if words > end and (not row[1] or row[1].isspace()):
                return False
        elif (span := _RANGE.fullmatch(number)) is not None:
            first, last = int(span[1]), int(span[2])
            if first != words + 1 or last < first or first <= end or not row[1] or row[1].isspace():
                return False
            end = last
        elif (node := _EMPTY.fullmatch(number)) is not None:
            if int(node[1]) != words or int(node[2]) != last_empty + 1:
                return False
            last_empty += 1
        else:
            return False
    return 0 < words > highest and words >= end


def _sentence(rows: list[list[str]], numbers: Sequence[int], block: Block) -> Passage:
    """Read a sentence whose rows are in order."""
    words: list[list[str]] = []
    lines: list[int] = []
    multiword: list[int] = []
    token_forms: list[str] = []
    token_of: list[int] = []
    empty_nodes: list[EmptyNode] = []
    end = 0
    for row, line in zip(rows, numbers, strict=True):
        number = row[0]
        if "." in number:
            empty_nodes.append(EmptyNode(0, number, row[8], line))
        elif "-" in number:
            end = int(number.partition("-")[2])
            multiword.append(len(token_forms))
            token_forms.append(row[1])
        else:
            words.append(row)
            lines.append(line)
            if len(words) > end:
                token_forms.append(row[1])
            token_of.append(len(token_forms) - 1)
    _grow(len(words))
    _, forms, lemmas, upos, xpos, feats, heads, relations, deps, _ = zip(*words, strict=True)
    indices = [_HEADS[head] for head in heads]
    return Passage(
        forms, lemmas, upos, xpos, feats, indices, relations, deps, without_spaces(token_forms),
        token_of if multiword else None, tuple(multiword), ((0, 0),), empty_nodes, block.path, lines,
        tree_faults(indices, forms, lines, block),
    )  # fmt: skip
