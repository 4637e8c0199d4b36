"""UMR documents: one file per item, sentences with graphs, alignments and relations of the document level.

Both layouts are read: that of the releases since 2.0 and the older one with the words on the line of the
sentence. A sentence whose graph or document level cannot be read is marked so and harms no other; everything
else is kept as it was written. Warnings are given of what concerns a score; `check` has the rest.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tallystick.errors import DataError, Problem
from tallystick.formats.base import MOST_LINE_BYTES, Block, Item, Source
from tallystick.formats.umr.document import DocumentTriple, Sentence, UmrDocument
from tallystick.formats.umr.parts import cut_document
from tallystick.formats.umr.score_warnings import add_score_warnings
from tallystick.formats.umr.sentence import SentenceReading, read_sentence
from tallystick.formats.umr.sheet import Sheet
from tallystick.formats.umr.write import dump, dumps, to_amr, to_json

__all__ = [
    "DocumentTriple",
    "Sentence",
    "UmrDocument",
    "UmrReader",
    "dump",
    "dumps",
    "load",
    "loads",
    "looks_like_umr",
    "read_document",
    "to_amr",
    "to_json",
]

_BOM = b"\xef\xbb\xbf"


class UmrReader:
    """Reads UMR files.

    >>> text = "# :: snt1\\tBoys go.\\n\\n# sentence level graph:\\n(s1g / go-01 :actor (s1b / boy))\\n"
    >>> reader = UmrReader()
    >>> for item in map(reader.item, reader.blocks(Source("x.umr", text))):
    ...     print(item.value.name, [sentence.text for sentence in item.value.sentences])
    x ['Boys go.']
    """

    name = "umr"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block for the whole file; none for an empty one."""
        stream = source._open()
        try:
            raw = stream.read(MOST_LINE_BYTES + 1)
        finally:
            if stream is not sys.stdin.buffer:
                stream.close()
        if len(raw) > MOST_LINE_BYTES:
            problem = Problem("the document is too long to be read", source.shown, 1, 1, code="too-long")
            yield Block("", source.shown, 1, None, (problem,), len(raw))
            return
        size = len(raw)
        raw = _with_line_feeds(raw)
        problems: tuple[Problem, ...] = ()
        try:
            text = raw.removeprefix(_BOM).decode("utf-8")
        except UnicodeDecodeError:
            text = raw.removeprefix(_BOM).decode("utf-8", "replace")
            problems = _no_text(source, raw)
        else:
            if "\0" in text:
                problems = _no_text(source, raw)
        if problems or text.strip():
            yield Block(text, source.shown, 1, None, problems, size)

    def item(self, block: Block) -> Item:
        """Read one document."""
        return read_document(block, add_score_warnings)


def read_document(block: Block, remark: Callable[[Sheet, Sequence[SentenceReading]], None]) -> Item:
    """Read one document; `remark` adds what is odd about it to the sheet."""
    sheet = Sheet(block)
    sheet.problems += block.problems
    bad_lines = sorted(problem.line for problem in block.problems)
    pieces = cut_document(sheet)
    if not pieces:
        if not block.problems:
            sheet.add(
                len(block.text) - len(block.text.lstrip()), "umr-no-sentence",
                "no sentence begins in this file", "a sentence begins with a line '# :: snt1'", None,
                "error",
            )  # fmt: skip
        return Item(None, block.id, sheet.ordered(), path=block.path, line=block.line)
    readings = [read_sentence(sheet, piece, bad_lines) for piece in pieces]
    remark(sheet, readings)
    document = UmrDocument(tuple(reading.sentence for reading in readings), _name_of(block.path))
    return Item(document, block.id, sheet.ordered(), path=block.path, line=block.line)


def _with_line_feeds(raw: bytes) -> bytes:
    """Return a document with line feeds only; without any, its carriage returns end lines."""
    if b"\r" not in raw:
        return raw
    raw = raw.replace(b"\r\n", b"\n")
    return raw if b"\n" in raw else raw.replace(b"\r", b"\n")


def _no_text(source: Source, raw: bytes) -> tuple[Problem, ...]:
    """The lines that are not text."""
    lines = (source._line(line, number, 0) for number, line in enumerate(raw.split(b"\n"), 1))
    return tuple(replace(line.problem, level="error") for line in lines if line.problem is not None)


def _name_of(path: str) -> str:
    """The name of a file without its ending; texts and streams have none."""
    name = "" if path.startswith("<") else Path(path).name
    return name.removesuffix(".gz").removesuffix(".umr")


def loads(text: str) -> UmrDocument:
    """The document of a text; raises :class:`~tallystick.errors.DataError` with all errors.

    >>> len(loads("# :: snt1\\n# sentence level graph:\\n(s1a / b)"))
    1
    """
    return _document(Source("<data>", text))


def load(path: str | Path) -> UmrDocument:
    """The document of a file, ``.gz`` or not, or of standard input (``-``)."""
    return _document(Source.of(path))


def _document(source: Source) -> UmrDocument:
    reader = UmrReader()
    for block in reader.blocks(source):
        item = reader.item(block)
        if item.malformed:
            raise DataError([problem for problem in item.problems if problem.level == "error"])
        if isinstance(item.value, UmrDocument):
            return item.value
    raise DataError(Problem("the document is empty", source.shown, 1, 1, code="empty"))


#: Marks of UMR files: numbered sentences, headings of parts.
_UMR = re.compile(
    r"^[^\S\n]*#[^\S\n]*(?:sentence\s+level\s+graph|document\s+level\s+annotation|::[^\S\n]*snt\d+(?!\w))",
    re.M | re.I,
)  # fmt: skip


def looks_like_umr(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_umr("# :: snt1\\n\\n# sentence level graph:\\n(s1b / boy)")
    True
    >>> looks_like_umr("# ::snt The boy\\n(b / boy)")
    False
    """
    return bool(_UMR.search(head))
