"""Inspection of sources before they are read: whether they are readable, their task and their format."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Block, Item, Reader, Source
from tallystick.formats.columns.unrecognised import columns_in_words
from tallystick.registry import recognise, tasks
from tallystick.registry.marks import tasks_marked_in
from tallystick.run.inputs.pairing import no_items
from tallystick.run.inputs.peekable import PeekableStream
from tallystick.tasks.base import Task

__all__ = [
    "PipedSource",
    "check_task",
    "infer_task",
    "open_source",
    "pick_format",
    "read_block",
    "readable_blocks",
]

#: How many bytes of a file are examined to recognise its format.
_HEAD_BYTES = 256 * 1024
_HEAD_LINES = 200
#: So many bytes usually contain enough lines, unless lines are long.
_FIRST_BYTES = 32 * 1024

#: Errors of reading a file: a truncated or damaged archive raises its own.
_UNREADABLE = (OSError, EOFError, zlib.error)


@dataclass(frozen=True, slots=True)
class PipedSource(Source):
    """A pipe, such as the shell's ``<(…)`` or standard input: it can be opened only once, and is peeked at."""

    stream: PeekableStream | None = None

    def _open(self) -> BinaryIO:
        assert self.stream is not None
        return self.stream


def open_source(path: str) -> Source:
    """Return the source at a path: a file, a pipe or standard input."""
    if path == "-":
        return PipedSource(path, stream=PeekableStream(sys.stdin.buffer))
    file_path = Path(path)
    try:
        piped = file_path.exists() and not file_path.is_file() and not file_path.is_dir()
    except OSError:  # For example, too long for a path; opening it raises the error.
        piped = False
    if not piped:
        return Source(path)
    try:
        return PipedSource(path, stream=PeekableStream(open(path, "rb", buffering=0)))
    except OSError as error:
        raise DataError(_unreadable(path, error)) from error


def _unreadable(name: str, error: BaseException) -> Problem:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Problem(f"cannot read the file: {reason}", name, code="unreadable")


def readable_blocks(source: Source, reader: Reader) -> Iterator[Block]:
    """The blocks of a source; if reading fails, the last block reports the problem."""
    return _guarded_blocks(source, reader) if source.text is None else reader.blocks(source)


def _guarded_blocks(source: Source, reader: Reader) -> Iterator[Block]:
    number = 0
    try:
        for block in reader.blocks(source):
            number = block.line
            yield block
    except _UNREADABLE as error:
        yield Block("", source.shown, number + 1, None, (_unreadable(source.shown, error),))


def read_block(reader: Reader, side: Block | Item) -> Item:
    """Return the item of a block: a malformed one where the block itself cannot be read."""
    if isinstance(side, Item):
        return side
    if side.problems and any(problem.level == "error" for problem in side.problems):
        return Item(None, side.id, side.problems, path=side.path, line=side.line)
    return reader.item(side)


def head_of(source: Source) -> str:
    """The beginning of a source; a source that can be read only once is not consumed."""
    if source.text is not None:
        return _first_lines(source.text[:_HEAD_BYTES])
    if source.path != "-" and Path(source.path).is_dir():
        return ""
    try:
        return _first_lines(_head_bytes(source).decode("utf-8", "replace"))
    except _UNREADABLE as error:
        raise DataError(_unreadable(source.shown, error)) from error


def _head_bytes(source: Source) -> bytes:
    if isinstance(source, PipedSource) and source.stream is not None:
        return source.stream.peek_lines(_HEAD_BYTES, _HEAD_LINES)
    if source.path == "-":  # not opened here: use the data received so far
        peek = getattr(sys.stdin.buffer, "peek", None)
        return bytes(peek(_HEAD_BYTES)) if peek else b""
    with Source(source.path)._open() as file:
        head = file.read(_FIRST_BYTES)
        if head.count(b"\n") < _HEAD_LINES:
            head += file.read(_HEAD_BYTES - _FIRST_BYTES)
        return head


def _first_lines(text: str) -> str:
    # A mark of byte order is not a part of the first line. Only real line ends: a Unicode line separator inside a
    # string does not end a line of JSON.
    text = text.removeprefix("\ufeff")
    if text.count("\n") < _HEAD_LINES:
        return text
    return "\n".join(text.split("\n", _HEAD_LINES)[:_HEAD_LINES])


def infer_task(*sources: Source) -> Task:
    """Return the task that the files belong to, or raise an error that asks to name it."""
    heads = [head_of(source) for source in sources]
    for source, head in zip(sources, heads, strict=True):
        recognised = recognise(head)
        if len(recognised) == 1:
            return recognised[0]
        if len(recognised) > 1:
            names = " or ".join(task.name for task in recognised)
            raise UsageError(f"{source.shown} may belong to the task {names}; choose one with --task")
    _refuse_no_text(sources, heads)
    shown = " and ".join(dict.fromkeys(source.shown for source in sources))
    if empty := dict.fromkeys(key for head in heads for key in _empty_lists(head)):
        likely = [name for name in tasks_marked_in(heads[0]) if name != "json"] or ["TASK"]
        raise UsageError(
            f"cannot infer the task of {shown}: all lists ({', '.join(empty)}) are empty; "
            f"pass {' or '.join(f'--task {name}' for name in likely)}"
        )
    raise UsageError(
        f"cannot infer the task of {shown}; pass --task with one of {', '.join(tasks())}, or module:Type"
    )


def _empty_lists(head: str) -> list[str]:
    """The keys of the lists in JSON lines, if all of these lists are empty: nothing shows what they are lists of."""
    import json  # only files of an unknown task need it

    keys: dict[str, None] = {}
    for line in filter(str.strip, head.split("\n")):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return []
        if not isinstance(record, dict):
            return []
        lists = {key: value for key, value in record.items() if isinstance(value, list) and key != "tokens"}
        if any(lists.values()):
            return []
        keys |= dict.fromkeys(lists)
    return list(keys)


def _refuse_no_text(sources: Sequence[Source], heads: Sequence[str], *, empty: bool = True) -> None:
    problems = []
    for source, head in zip(sources, heads, strict=True):
        if empty and not head.strip("\ufeff \t\r\n"):
            problems.append(no_items(source.shown))
        elif _is_binary(head):
            message, hint = "expected text, not binary data", "is this the right file, and is it UTF-8?"
            problems.append(Problem(message, source.shown, 1, 1, hint=hint, code="encoding"))
    if problems:
        raise DataError(problems)


def _is_binary(head: str) -> bool:
    """A line of text with a few invalid bytes is a malformed item; with many, the file is not text."""
    return 20 * (head.count("\0") + head.count("\ufffd")) > len(head)


def check_task(task: Task, *sources: Source) -> None:
    """Reject files that are certainly not text, or of another task, instead of reporting every line."""
    heads = [head_of(source) for source in sources]
    _refuse_no_text(sources, heads, empty=False)
    if task.name not in tasks():
        return
    problems = []
    for source, head in zip(sources, heads, strict=True):
        if _format_of(task, head) is not None:
            continue  # recognised: the other tasks need not be tried
        recognised = recognise(head)
        if recognised:
            other = " or ".join(other.name for other in recognised)
            message = f"expected a file of the task {task.name}, but this is a file of the task {other}"
            hint = f"if it is the right file, pass --task {recognised[0].name}"
            problems.append(Problem(message, source.shown, 1, 1, hint=hint, code="wrong-task"))
        elif (seen := columns_in_words(head)) is not None:
            problems.append(_unrecognised(task, source, *seen))
    if problems:
        raise DataError(problems)


def _unrecognised(task: Task, source: Source, looks: str, line: int) -> Problem:
    """Describe columns in none of a task's formats: reporting every line as invalid JSON would not help."""
    known = "; ".join(choice.description for choice in task.formats)
    message = f"the task {task.name} cannot read this file; its formats are: {known}"
    return Problem(message, source.shown, line, 1, hint=looks, code="format")


def pick_format(task: Task, source: Source) -> int:
    """Which of the task's formats a source is in: the one that recognises or accepts it, else the first."""
    if len(task.formats) == 1:
        return 0
    return _format_of(task, head_of(source)) or 0


def _format_of(task: Task, head: str) -> int | None:
    """The first format that certainly matches, else the first that may match."""
    for index, choice in enumerate(task.formats):
        if choice.recognises(head):
            return index
    for index, choice in enumerate(task.formats):
        if choice.accepts is not None and choice.accepts(head):
            return index
    return None
