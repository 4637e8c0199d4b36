"""Checking UMR documents: everything that is odd about them, whether or not it concerns a score."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.formats.base import Block, Item
from tallystick.formats.umr.check_document import check_document_level
from tallystick.formats.umr.check_sentences import check_sentences
from tallystick.formats.umr.reader import read_document
from tallystick.formats.umr.sentence import SentenceReading
from tallystick.formats.umr.sheet import Sheet
from tallystick.formats.umr.variables import Declarations

__all__ = ["checked_document"]


def checked_document(block: Block) -> Item:
    """Read one document with every remark that there is.

    >>> text = "# :: snt1\\n# sentence level graph:\\n(s1a / b)\\n"
    >>> [problem.code for problem in checked_document(Block(text)).problems]
    ['umr-no-words', 'umr-empty-alignment', 'umr-empty-document', 'umr-no-triples']
    """
    return read_document(block, _check)


def _check(sheet: Sheet, readings: Sequence[SentenceReading]) -> None:
    names = Declarations(reading.sentence.declared for reading in readings)
    check_sentences(sheet, readings, names)
    check_document_level(sheet, readings, names)
