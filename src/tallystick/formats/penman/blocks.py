"""Cutting a source of PENMAN text into blocks, large pieces of the file at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from tallystick.errors import Problem
from tallystick.formats.base import MOST_LINE_BYTES, Block, Source
from tallystick.formats.penman.cut import cut

__all__ = ["graph_blocks"]

#: So many bytes are read at once; more only if a graph is longer than that.
_CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"


def graph_blocks(source: Source) -> Iterator[Block]:
    """One block for each graph with the comments before it; only a chunk of the file is in memory at a time.

    >>> [(block.id, block.line) for block in graph_blocks(Source("x", "# ::id a\\n(x / y)\\n\\n(z / w)"))]
    [('a', 1), (None, 4)]
    """
    if source.text is not None and _is_readable(source.text):
        return _GraphCutter(source).cut(source.text, 0, final=True)
    return _streamed(source)


def _is_readable(text: str) -> bool:
    """Whether a text can be cut as it is: it has nothing that a file could not have in UTF-8, or not at its start."""
    if "\0" in text or text.startswith("\ufeff") or len(text) > _CHUNK:
        return False
    try:
        return text.isascii() or bool(text.encode("utf-8"))
    except UnicodeEncodeError:
        return False


def _streamed(source: Source) -> Iterator[Block]:
    cutter = _GraphCutter(source)
    stream = source._open()
    try:
        wanted = _CHUNK
        raw = b""
        while more := stream.read(wanted):
            raw += more
            end = raw.rfind(b"\n") + 1
            cut_any = False
            for block in cutter.feed(raw[:end], final=False) if end else ():
                cut_any = True
                yield block
            raw = raw[end:]
            # Each chunk reads the open graph from its start: growing chunks keep the total linear.
            wanted = _CHUNK if cut_any else max(_CHUNK, len(raw) + len(cutter.rest))
            if len(raw) + len(cutter.rest) > MOST_LINE_BYTES:
                yield cutter.give_up(len(raw))
                raw = b""
        yield from cutter.feed(raw, final=True)
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


class _GraphCutter:
    """Makes blocks of chunks that end at line ends, and keeps what belongs to the next one."""

    def __init__(self, source: Source) -> None:
        self.rest = ""
        self._source = source
        self._line = 1
        self._read = 0
        self._problems: list[Problem] = []

    def feed(self, raw: bytes, *, final: bool) -> Iterator[Block]:
        """The blocks that are complete with these bytes."""
        # Replacement characters may be longer than the bad bytes: the position is for progress only.
        before = max(0, self._read - len(self.rest.encode("utf-8")))
        self._read += len(raw)
        if self._read == len(raw) and raw.startswith(_BOM):
            raw = raw[len(_BOM) :]
            before = len(_BOM)
        text = self.rest + self._decoded(raw) if self.rest else self._decoded(raw)
        return self.cut(text, before, final=final)

    def cut(self, text: str, before: int, *, final: bool) -> Iterator[Block]:
        """The blocks of a text; `before` is its position in bytes."""
        pieces, rest, line = cut(text, final)
        plain = text.isascii()
        path = self._source.shown
        at = 0
        for start, end, row, name in pieces:
            before += end - at if plain else len(text[at:end].encode("utf-8"))
            at = end
            problems = self._problems and self._problems_before(text, start, end, self._line + row, name)
            yield Block(text[start:end], path, self._line + row, name, tuple(problems or ()), before)
        self.rest = text[rest:]
        self._line += line
        if final and self._problems:
            yield Block("", path, self._problems[0].line, None, tuple(self._problems), self._read)

    def give_up(self, size: int) -> Block:
        """A block for a graph that is too long for the memory."""
        message = "the graph is too long to be read"
        problem = Problem(message, self._source.shown, self._line, 1, code="too-long", text=self.rest[:200])
        self._read += size
        self._line += self.rest.count("\n")
        self.rest = ""
        return Block("", problem.path, problem.line, None, (problem,), self._read)

    def _decoded(self, raw: bytes) -> str:
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            text = raw.decode("utf-8", "replace")
            self._locate(raw)
        else:
            if "\0" in text:
                self._locate(raw)
        return text

    def _locate(self, raw: bytes) -> None:
        """Note the lines that are not text."""
        first = self._line + self.rest.count("\n")
        for number, line in enumerate(raw.split(b"\n"), first):
            problem = self._source._line(line, number, 0).problem
            if problem is not None:
                self._problems.append(problem)

    def _problems_before(self, text: str, start: int, end: int, line: int, name: str | None) -> list[Problem]:
        """Take the problems up to the end of a piece."""
        last = line + text.count("\n", start, end)
        if end > start and text[end - 1] == "\n":
            last -= 1
        taken = [replace(problem, item=name) for problem in self._problems if problem.line <= last]
        self._problems = self._problems[len(taken) :]
        return taken
