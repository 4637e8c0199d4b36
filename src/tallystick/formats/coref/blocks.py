"""Cutting files of many documents into blocks, large pieces of the file at a time."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from tallystick.errors import Problem
from tallystick.formats.base import MOST_LINE_BYTES, Block, Source

__all__ = ["document_blocks"]

#: So many bytes are read at once; more only if a document is longer than that.
_CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"
_NEWLINE = 10


def document_blocks(source: Source, begins: re.Pattern[bytes]) -> Iterator[Block]:
    """One block from each line that begins a document to the next; `begins` names the document by its group.

    Text before the first such line is a block without an id, unless it is blank.

    >>> marks = re.compile(rb"#begin (.*)")
    >>> [(b.id, b.line) for b in document_blocks(Source("x", "#begin a\\n1\\n#begin b\\n2"), marks)]
    [('a', 1), ('b', 3)]
    """
    cutter = _DocumentCutter(source, begins)
    stream = source._open()
    try:
        wanted = _CHUNK
        while raw := stream.read(wanted):
            yield from cutter.feed(raw)
            # The open document is copied with each reading: reading more and more keeps the whole linear.
            wanted = max(_CHUNK, len(cutter.rest))
            if len(cutter.rest) > MOST_LINE_BYTES:
                yield cutter.give_up()
        yield from cutter.finish()
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


class _DocumentCutter:
    """Makes blocks of chunks, and keeps what belongs to the next one."""

    def __init__(self, source: Source, begins: re.Pattern[bytes]) -> None:
        self.rest = b""
        self._source = source
        self._begins = begins
        self._line = 1
        self._end = 0
        self._started = False

    def feed(self, raw: bytes) -> Iterator[Block]:
        """The blocks that are complete with these bytes."""
        if not self._started and not self.rest and raw.startswith(_BOM):
            raw = raw[len(_BOM) :]
            self._end = len(_BOM)
        self._started = True
        # A mark may be cut by the end of the chunk before.
        searched = max(0, self.rest.rfind(b"\n"))
        data = self.rest + raw if self.rest else raw
        complete = data.rfind(b"\n")
        start = 0
        at = data.find(b"#", searched)
        while 0 <= at < complete:
            if at > start and data[at - 1] == _NEWLINE and self._begins.match(data, at):
                yield from self._block(data[start:at])
                start = at
            at = data.find(b"#", at + 1)
        self.rest = data[start:] if start else data

    def finish(self) -> Iterator[Block]:
        """The last block."""
        # The last line may be a mark too, though no line break ends it.
        at = self.rest.rfind(b"\n#")
        if at >= 0 and self._begins.match(self.rest, at + 1):
            rest = self.rest
            yield from self._block(rest[: at + 1])
            yield from self._block(rest[at + 1 :])
        else:
            yield from self._block(self.rest)

    def give_up(self) -> Block:
        """A block for a document that is too long for the memory."""
        message = "the document is too long to be read"
        problem = Problem(message, self._source.shown, self._line, 1, code="too-long")
        self._end += len(self.rest)
        self._line += self.rest.count(b"\n")
        self.rest = b""
        return Block("", problem.path, problem.line, None, (problem,), self._end)

    def _block(self, raw: bytes) -> Iterator[Block]:
        line = self._line
        self._line += raw.count(b"\n")
        self._end += len(raw)
        if not raw or raw.isspace():
            return
        mark = self._begins.match(raw)
        name = mark[1].decode("utf-8", "replace").strip() or None if mark and mark[1] is not None else None
        problems: tuple[Problem, ...] = ()
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            text = raw.decode("utf-8", "replace")
            problems = self._unreadable(raw, line, name)
        else:
            if "\0" in text:
                problems = self._unreadable(raw, line, name)
        yield Block(text, self._source.shown, line, name, problems, self._end)

    def _unreadable(self, raw: bytes, first: int, name: str | None) -> tuple[Problem, ...]:
        """The lines that are not text."""
        lines = (self._source._line(line, number, 0) for number, line in enumerate(raw.split(b"\n"), first))
        return tuple(replace(line.problem, item=name) for line in lines if line.problem)
