"""Where the items come from: files, directories paired by file name, standard input."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from tallystick.declare import Task
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Block, Source
from tallystick.registry import recognise
from tallystick.run.pairing import BlockPair, pair_blocks

__all__ = ["SourcePair", "infer_task", "pick_format", "read_pairs", "source_pairs"]

#: How much of a file is looked at to recognise its format.
_HEAD_BYTES = 256 * 1024
_HEAD_LINES = 200


@dataclass(frozen=True, slots=True)
class SourcePair:
    """Two sources that belong together; `name` tells them apart where there are several."""

    gold: Source
    pred: Source
    name: str = ""


def source_pairs(gold: str, pred: str) -> list[SourcePair]:
    """The pairs of sources that two paths stand for."""
    if gold == "-" and pred == "-":
        raise UsageError("only one side can be read from standard input")
    for path in (gold, pred):
        if path != "-" and not Path(path).exists():
            raise DataError(Problem("there is no such file or directory", path, code="no-file"))
    directories = [path != "-" and Path(path).is_dir() for path in (gold, pred)]
    if not any(directories):
        return [SourcePair(Source(gold), Source(pred))]
    if not all(directories):
        raise UsageError(f"{gold} and {pred} must both be files or both be directories")
    return _paired_directories(Path(gold), Path(pred))


def _paired_directories(gold: Path, pred: Path) -> list[SourcePair]:
    sides = [
        {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        }
        for folder in (gold, pred)
    ]
    problems = [
        Problem(f"the file has no partner in {other}", str(path), code="no-partner", hint="directories are paired by file name")
        for mine, theirs, other in ((sides[0], sides[1], pred), (sides[1], sides[0], gold))
        for name, path in mine.items()
        if name not in theirs
    ]
    if problems:
        raise DataError(problems)
    if not sides[0]:
        raise DataError(Problem("the directory holds no files", str(gold), code="empty"))
    return [SourcePair(Source(str(path)), Source(str(sides[1][name])), name) for name, path in sides[0].items()]


def head_of(source: Source) -> str | None:
    """The beginning of a source; None for standard input, which can be read only once."""
    if source.text is not None:
        return source.text[:_HEAD_BYTES]
    if source.path == "-":
        return None
    opener = gzip.open if source.path.endswith(".gz") else open
    try:
        with opener(source.path, "rb") as stream:
            raw = stream.read(_HEAD_BYTES)
    except OSError as error:
        raise DataError(Problem(f"cannot be read: {error.strerror or error}", source.shown, code="no-file")) from error
    return "\n".join(raw.decode("utf-8", "replace").splitlines()[:_HEAD_LINES])


def infer_task(pair: SourcePair) -> Task:
    """The task that the files are certainly of, or a request to name it."""
    for source in (pair.gold, pair.pred):
        head = head_of(source)
        found = recognise(head) if head is not None else []
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            names = " or ".join(task.name for task in found)
            raise UsageError(f"{source.shown} may be of the task {names}; say which with --task")
    raise UsageError(
        f"the task cannot be told from {pair.gold.shown} and {pair.pred.shown}; name it with --task "
        "(tallystick metrics lists them)"
    )


def pick_format(task: Task, source: Source) -> int:
    """Which of the task's formats a source is in: the one that recognises it, else the first."""
    if len(task.formats) == 1:
        return 0
    head = head_of(source)
    if head is not None:
        for index, choice in enumerate(task.formats):
            if choice.recognises(head):
                return index
    return 0


def read_pairs(task: Task, pairs: list[SourcePair], formats: tuple[int, int], match_by: str) -> Iterator[BlockPair]:
    """All pairs of blocks, file after file."""
    return chain.from_iterable(_file_pairs(task, pair, formats, match_by, named=len(pairs) > 1) for pair in pairs)


def _file_pairs(
    task: Task, pair: SourcePair, formats: tuple[int, int], match_by: str, *, named: bool
) -> Iterator[BlockPair]:
    gold = _blocks(task, pair.gold, formats[0], pair.name if named else "")
    pred = _blocks(task, pair.pred, formats[1], pair.name if named else "")
    return pair_blocks(gold, pred, (pair.gold.shown, pair.pred.shown), match_by)


def _blocks(task: Task, source: Source, chosen: int, name: str) -> Iterator[Block]:
    """The blocks of a source; an empty one is an error. Ids are made unique across files by the file's name."""
    empty = True
    for number, block in enumerate(task.formats[chosen].reader.blocks(source), 1):
        empty = False
        if name:
            block = replace(block, id=f"{name}:{block.id or number}")
        yield block
    if empty:
        problem = Problem("the file holds no items", source.shown, 1, 1, code="empty", hint="is this the right file?")
        yield Block("", source.shown, 1, None, (problem,))
