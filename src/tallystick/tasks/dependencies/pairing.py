"""Sentences of two files paired by the characters of their text, whatever their ids.

The two files are read in parallel until both have ended a sentence at the same character. What lies between two such
points is a *stretch*: its words are aligned independently, and one stretch is in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item
from tallystick.formats.choice import SidePair
from tallystick.formats.conllu.passage import Passage, join, without_spaces
from tallystick.formats.conllu.reader import ConlluSentences, ReadBlock
from tallystick.formats.conllu.sentence import same_forms
from tallystick.tasks.dependencies.comparison import Comparison, shares
from tallystick.tasks.dependencies.differences import difference

__all__ = ["pair_by_characters"]

_READER = ConlluSentences()


def pair_by_characters(golds: Iterator[Block], preds: Iterator[Block]) -> Iterator[SidePair]:
    """Pair each gold sentence with the predicted words of the same characters.

    If the texts differ, a last pair says where, and the rest of both files is only checked.
    """
    gold, pred = _Side(golds), _Side(preds)
    while True:
        text, position = "", 0
        ahead, behind = gold, pred
        both = gold.next(), pred.next()
        if both[0] is not None and both[1] is not None and same_forms(both[0].text, both[1].text):
            # The usual case: the sentences are read when they are scored.
            gold.meet()
            pred.meet()
            yield *both, ()
            continue
        if not gold.advance():
            if pred.advance():
                yield from _different(gold, pred)
            return
        text = gold.text
        while position < len(text) or not behind.sentences:
            if not behind.advance():
                yield from _different(gold, pred)
                return
            rest = len(text) - position
            if len(behind.text) <= rest:
                same = text.startswith(behind.text, position)
                position += len(behind.text)
            else:
                same = behind.text.startswith(text[position:])
                text, position = behind.text, rest
                ahead, behind = behind, ahead
            if not same:
                yield from _different(gold, pred)
                return
        yield from _stretch(gold.take(), pred.take())


class _Sentence:
    """A sentence, read on first use."""

    def __init__(self, block: Block) -> None:
        self.block = block

    @cached_property
    def item(self) -> Item:
        return _READER.item(self.block)


class _Side:
    """The sentences of one file: those of the current stretch, and those of the one before."""

    def __init__(self, blocks: Iterator[Block]) -> None:
        self.blocks = blocks
        self.following: Block | None = None
        self.sentences: list[_Sentence] = []
        self.before: list[_Sentence] = []
        self.text = ""
        """The characters of the last sentence."""

    def next(self) -> Block | None:
        """Return the sentence that follows, without beginning to read it."""
        if self.following is None:
            self.following = next(self.blocks, None)
        return self.following

    def meet(self) -> None:
        """Take the sentence that follows as a stretch of its own."""
        assert self.following is not None
        self.before, self.following = [_Sentence(self.following)], None

    def advance(self) -> bool:
        """Read another sentence; return whether there is one."""
        block = self.next()
        if block is None:
            return False
        self.following = None
        sentence = _Sentence(block)
        value = sentence.item.value
        self.text = value.text if isinstance(value, Passage) else _rough_text(block)
        self.sentences.append(sentence)
        return True

    def take(self) -> list[_Sentence]:
        """Return the sentences of the stretch, and begin another one."""
        self.before, self.sentences = self.sentences, []
        return self.before

    def passage(self) -> Passage:
        """Join the sentences of this stretch and of the one before."""
        return _passage([*self.before, *self.sentences])

    def errors(self) -> tuple[Problem, ...]:
        """Return the errors in the sentences of the stretch."""
        return _errors(self.sentences)

    def rest(self) -> Iterator[Block]:
        """Yield the sentences after the stretch."""
        while (block := self.next()) is not None:
            self.following = None
            yield block


#: The number of a word. Longer ones are errors, and may be too long to be converted.
_NUMBER = re.compile("[0-9]{1,9}")


def _rough_text(block: Block) -> str:
    """The characters of a sentence that cannot be read, as far as its rows have forms."""
    forms = []
    end = 0
    for line in block.text.split("\n"):
        number, _, more = line.partition("\t")
        first, _, last = number.partition("-")
        if not _NUMBER.fullmatch(first):
            continue
        if _NUMBER.fullmatch(last):
            end = int(last)
        elif int(first) <= end:
            continue
        forms.append(more.partition("\t")[0])
    return "".join(without_spaces(forms))


def _passage(sentences: Iterable[_Sentence]) -> Passage:
    items = [sentence.item for sentence in sentences]
    return join([item.value for item in items if isinstance(item.value, Passage)])


def _errors(sentences: Iterable[_Sentence]) -> tuple[Problem, ...]:
    problems = [problem for sentence in sentences for problem in sentence.item.problems]
    return tuple([problem for problem in problems if problem.level == "error"])


def _different(gold: _Side, pred: _Side) -> Iterator[SidePair]:
    """Report where two files differ; then check what is left of them."""
    # A sentence that cannot be read is the likely reason for a difference.
    problems = (*gold.errors(), *pred.errors())
    if not problems:
        problem = difference(gold.passage(), pred.passage())
        assert problem is not None
        problems = (problem,)
    yield None, None, problems
    for side in (gold, pred):
        for block in side.rest():
            errors = _errors([_Sentence(block)])
            if errors:
                yield None, None, errors


def _stretch(golds: list[_Sentence], preds: list[_Sentence]) -> Iterator[SidePair]:
    """Pair the sentences of a stretch."""
    if len(golds) == 1:
        yield _as_read(golds[0]), _joined(preds), ()
        return
    errors = (*_errors(golds), *_errors(preds))
    if errors:
        for number, sentence in enumerate(golds):
            # All errors once, and for every other sentence the reason why it has no prediction.
            listed = errors if number == 0 else errors[:1]
            first = preds[0].block
            yield _as_read(sentence), Item(None, first.id, listed, {}, first.path, first.line), ()
        return
    comparison = Comparison(_passage(golds), _passage(preds))
    for sentence, share in zip(golds, shares(comparison), strict=True):
        line = comparison.pred.lines[share.pred[0]] if share.pred else preds[0].block.line
        yield _as_read(sentence), Item(share, None, (), {}, comparison.pred.path, line), ()


def _as_read(sentence: _Sentence) -> Block:
    return _read_block(sentence.block, sentence.item)


def _read_block(block: Block, item: Item) -> Block:
    return ReadBlock(
        block.text, block.path, block.line, block.id, block.problems, block.end, block.document, item
    )


def _joined(sentences: list[_Sentence]) -> Block:
    """Return several sentences as one block, with as many blank lines between them as in the file."""
    if len(sentences) == 1:
        return _as_read(sentences[0])
    first, last = sentences[0], sentences[-1].block
    text = ""
    for sentence in sentences:
        block = sentence.block
        lines = text.count("\n") + 1 if text else 0
        text += "\n" * max(2, block.line - first.block.line - lines + 1) * bool(text) + block.text
    problems = tuple([problem for sentence in sentences for problem in sentence.block.problems])
    joined = replace(first.block, text=text, problems=problems, end=last.end)
    errors = _errors(sentences)
    value = None if errors else _passage(sentences)
    return _read_block(joined, replace(first.item, value=value, problems=errors))
