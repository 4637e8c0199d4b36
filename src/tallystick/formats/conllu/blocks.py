"""Cutting a CoNLL-U source into sentences, large pieces of the file at a time."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from tallystick.errors import Problem
from tallystick.formats.base import Block, Line, Source
from tallystick.formats.columns.rows import SPACES, block_of

__all__ = ["sentence_blocks"]

#: So many bytes are read at once; more only if a sentence is longer than that.
_PIECE = 1 << 17

_ID = re.compile(r"^#[ \t]*(?:sent_id|id)[ \t]*=(.*)", re.MULTILINE)
_DOCUMENT = re.compile(r"^#[ \t]*newdoc\b(?:[ \t]+id[ \t]*=(.*))?", re.MULTILINE)
#: A row: a line that is neither blank nor a comment.
_ROW = re.compile(r"^(?!#)[^\n]", re.MULTILINE)
#: A possible blank line with spaces. Carriage returns and binary data make a piece irregular too.
_SPACED = re.compile(rb"\n[ \t\f\v]")

_BLANK_LINES = "more than one blank line"


def sentence_blocks(source: Source) -> Iterator[Block]:
    """One block per sentence, with the comments before it.

    >>> text = "# newdoc id = d\\n# sent_id = a\\n1\\tGo\\n\\n\\n1\\tStop"
    >>> [(block.id, block.line, block.document) for block in sentence_blocks(Source("x", text))]
    [('a', 1, 'd'), (None, 6, 'd')]
    """
    cutter = _Cutter(source)
    stream = source._open()
    raw, wanted = b"", _PIECE
    try:
        while more := stream.read(wanted):
            raw += more
            end = raw.rfind(b"\n\n") + 2 if b"\n\n" in raw else raw.rfind(b"\n\r\n") + 3
            if end < 3:
                # Growing reads keep the work for a long sentence, or a file without blank lines, linear.
                wanted = max(_PIECE, len(raw))
                continue
            yield from cutter.cut(raw[:end])
            raw, wanted = raw[end:], _PIECE
        cutter.note_end(raw)
        yield from cutter.cut(raw)
        yield from cutter.finish()
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


class _Cutter:
    """Makes blocks of pieces that end after a blank line, or at the end of the file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.line = 1
        self.position = 0
        self.document = ""
        self.group: list[Line] = []
        """The lines of a sentence that continues in the next piece; only after an irregular piece."""
        self.notes: list[Problem] = []
        """Deviations that other programs reject: notes for `check`, reported with the next block."""
        self.carriage_returns = False

    def _note(self, message: str, line: int) -> None:
        self.notes.append(Problem(message, self.source.shown, line, 1, code="conllu-form", level="note"))

    def _taken_notes(self) -> tuple[Problem, ...]:
        notes, self.notes = tuple(self.notes), []
        return notes

    def note_end(self, raw: bytes) -> None:
        """Note that the last piece of a file does not end with a blank line."""
        if raw.strip() and not raw.endswith((b"\n\n", b"\n\r\n")):
            line = self.line + raw.rstrip(b"\n").count(b"\n")
            self._note("the file does not end with a blank line", line)

    def cut(self, raw: bytes) -> Iterator[Block]:
        """Cut one piece."""
        if self.position == 0 and raw.startswith(b"\xef\xbb\xbf"):
            self._note("the file begins with a byte order mark", 1)
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return self._by_line(raw)
        if self.position == 0:
            text = text.removeprefix("\ufeff")
        if self.group or b"\r" in raw or b"\0" in raw or text[:1].isspace() or _SPACED.search(raw):
            return self._by_line(raw)
        return self._by_sentence(text, len(raw))

    def finish(self) -> Iterator[Block]:
        """Return the last sentence of an irregular file."""
        yield from self._from_lines(self.group)
        self.group = []

    def _by_sentence(self, text: str, size: int) -> Iterator[Block]:
        path, position = self.source.shown, self.position
        self.position += size
        share = size / max(1, len(text))
        read = 0
        documents = "newdoc" in text
        for part in text.split("\n\n"):
            sentence = part.lstrip("\n")
            line = self.line + len(part) - len(sentence)
            if line > self.line and sentence:
                self._note(_BLANK_LINES, line - 1)
            sentence = sentence.rstrip("\n")
            self.line += part.count("\n") + 2
            read += len(part) + 2
            if sentence:
                name = _ID.search(sentence) if "#" in sentence else None
                found = (name[1].strip() or None) if name is not None else None
                if found is not None or _ROW.search(sentence):
                    if documents and "newdoc" in sentence:
                        self._note_document(sentence)
                    end = position + min(size, int(read * share))
                    notes = self._taken_notes() if self.notes else ()
                    yield Block(sentence, path, line, found, notes, end, self.document)
        # The piece ends after a blank line: the split has a last, empty part.
        self.line -= 2

    def _note_document(self, sentence: str) -> None:
        for match in _DOCUMENT.finditer(sentence):
            self.document = (match[1] or "").strip()

    def _by_line(self, raw: bytes) -> Iterator[Block]:
        for piece in raw.split(b"\n")[: None if raw[-1:] != b"\n" else -1]:
            self.position += len(piece) + 1
            line = self.source._line(piece, self.line, self.position)
            self.line += 1
            if piece.endswith(b"\r") and not self.carriage_returns:
                self.carriage_returns = True
                self._note("lines end with carriage returns", line.number)
            if line.problem is None and not line.text.strip(SPACES):
                if not self.group and line.number > 1:
                    self._note(_BLANK_LINES, line.number)
                yield from self._from_lines(self.group)
                self.group = []
            else:
                self.group.append(line)

    def _from_lines(self, group: list[Line]) -> Iterator[Block]:
        for block in block_of(self.source, group, lambda text: _ROW.match(text) is not None):
            self._note_document(block.text)
            yield replace(block, document=self.document, problems=(*block.problems, *self._taken_notes()))
