"""Sources of items: files, directories paired by file name, standard input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.base import Block, Source
from tallystick.formats.choice import PairSources
from tallystick.formats.folders import read_folder
from tallystick.registry import find_task
from tallystick.run.inputs.archives import archived_files, is_archive, unwrapped
from tallystick.run.inputs.memory import ItemMemory
from tallystick.run.inputs.objects import object_items
from tallystick.run.inputs.optional_ids import settled_ids
from tallystick.run.inputs.pairing import BlockPair, Side, pair_blocks
from tallystick.run.inputs.sources import open_source, pick_format, readable_blocks
from tallystick.run.inputs.tables import as_table
from tallystick.tasks.base import Task

__all__ = [
    "Input",
    "InputPair",
    "ItemsLike",
    "Listing",
    "Opened",
    "exists",
    "input_of",
    "input_pairs",
    "listing",
    "opened",
    "pairing_notes",
    "read_pairs",
    "refuse_missing",
    "scored_format",
]


#: One side of a run: something to be read, or items as objects.
Input = Source | Iterable[object]
#: The types of a side: a path, text, a readable object, or items as objects.
ItemsLike = str | Path | Source | Iterable[object]


@dataclass(frozen=True, slots=True)
class InputPair:
    """Two inputs that belong together; `name` distinguishes several pairs."""

    gold: Input
    pred: Input
    name: str = ""
    warnings: tuple[Problem, ...] = ()
    """Warnings about skipped entries in the two directories; only the first pair has them."""

    @property
    def sources(self) -> list[Source]:
        """The files to read."""
        return [side for side in (self.gold, self.pred) if isinstance(side, Source)]


def input_of(side: ItemsLike, name: str, columns: Mapping[str, str] = MappingProxyType({})) -> Input:
    """A path or text as a source, a table as such; anything else as it is."""
    if isinstance(side, Path):
        return open_source(str(side))
    if not isinstance(side, str):
        return side if isinstance(side, (list, tuple, Source)) else as_table(side, columns) or side
    if "\n" in side or (side.lstrip()[:1] in ("{", "[", "(") and not exists(side)):
        return Source(f"<{name}>", side)
    if not side:
        raise UsageError(f"{name} is empty: expected a path, text or a list of items")
    return open_source(side)


def input_pairs(
    gold: Input, pred: Input, *, missing: str = "error", task: str | Task | None = None
) -> list[InputPair]:
    """Return the pairs of two inputs: several if they are directories.

    `missing` sets how to treat a file that only one of two directories has: ``error``; ``zero`` makes a gold file
    without a partner one whose predictions are all missing; ``skip`` leaves it out, with a warning. The format of the
    `task`, if it is known already, may take a directory as one source, with an item in each file.
    """
    paths = [side.path for side in (gold, pred) if isinstance(side, Source) and side.text is None]
    if paths == ["-", "-"]:
        raise UsageError("only one side can be read from standard input")
    refuse_missing(paths)
    directories = [path for path in paths if path != "-" and (Path(path).is_dir() or is_archive(Path(path)))]
    if directories and task is not None and all(_is_source(task, path) for path in directories):
        return [InputPair(gold, pred)]
    if len(directories) == 2:
        return _paired_directories(Path(directories[0]), Path(directories[1]), missing)
    if directories:
        kind = "directory" if Path(directories[0]).is_dir() else "zip file"
        message = f"this is a {kind}, but the other side is a file: pass two files or two directories"
        raise DataError(Problem(message, directories[0], code="no-file"))
    return [InputPair(gold, pred)]


def _is_source(task: str | Task, path: str) -> bool:
    """Whether a format of the task takes a directory as one source."""
    formats = (find_task(task) if isinstance(task, str) else task).formats
    return any(
        reads_folder(Path(path))
        for choice in formats
        if (reads_folder := getattr(choice.reader, "reads_folder", None)) is not None
    )


def _named_hint(path: str) -> str | None:
    """Say how to name a system, if that is what was tried: name=path."""
    name, equals, file = path.partition("=")
    return f"write {file}, and give names to systems by --names {name},…" if equals and exists(file) else None


def refuse_missing(paths: Iterable[str]) -> None:
    """Raise an error that lists all paths that do not exist."""
    missing = [
        Problem("no such file or directory", path, code="no-file", hint=_named_hint(path))
        for path in dict.fromkeys(paths)
        if path != "-" and not exists(path)
    ]
    if missing:
        raise DataError(missing)


def exists(path: str) -> bool:
    """Whether there is something at a path; a text too long for a path does not exist."""
    try:
        # Texts are also tried as paths: this rejects them without raising an exception first.
        return bool(path) and os.access(path, os.F_OK)
    except ValueError:  # a NUL character
        return False


def _paired_directories(gold: Path, pred: Path, missing: str) -> list[InputPair]:
    folders = _read_both(gold, pred)
    golds, preds = (folder.files for folder in folders)
    hint = "Directories are paired by file name. Pass --on-missing skip to leave such files out"
    if not golds.keys() & preds.keys() and {_stem(name) for name in golds} & {_stem(name) for name in preds}:
        hint = f"With --task json, files that differ only in .json and .txt are paired. {hint}"
    hints = f"{hint}, zero to score missing predictions as empty.", f"{hint}."
    problems = [
        Problem(f"the file has no partner in {other}", f"{own}/{name}", code="no-partner", hint=own_hint)
        for files, other_files, own, other, own_hint in (
            (golds, preds, gold, pred, hints[0]),
            (preds, golds, pred, gold, hints[1]),
        )
        for name in files
        if name not in other_files and not (missing == "zero" and files is golds)
    ]
    if missing == "skip":
        golds = {name: opener for name, opener in golds.items() if name in preds}
    if problems and (missing != "skip" or not golds):
        raise DataError(problems)
    left_out = [
        replace(problem, message=f"{problem.message}, and is left out", hint="", level="warning")
        for problem in problems
    ]
    if not golds:
        raise DataError(
            [Problem("the directory contains no files", str(folder), code="empty") for folder in (gold, pred)]
        )
    first, *others = (
        InputPair(
            opener(),
            preds[name]() if name in preds else Source(str(pred / name), ""),
            name,
        )
        for name, opener in golds.items()
    )
    skipped = (*left_out, *folders[0].warnings, *folders[1].warnings)
    return [replace(first, warnings=tuple(dict.fromkeys(skipped))), *others]


def _stem(name: str) -> str:
    return str(Path(name).with_suffix(""))


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of a directory or a zip file by name, each as a function that opens it."""

    files: Mapping[str, Callable[[], Source]]
    warnings: tuple[Problem, ...] = ()
    """Warnings about skipped entries."""


def listing(path: Path) -> Listing:
    """List a directory or a zip file; raise an error that names everything in it that cannot be read."""
    if is_archive(path):
        return Listing(archived_files(path))
    folder = read_folder(path)
    files = {name: partial(Source, str(file)) for name, file in folder.files.items()}
    return Listing(files, folder.warnings(str(path)))


def _read_both(gold: Path, pred: Path) -> list[Listing]:
    """List two directories or zip files; raise an error that lists everything unreadable in either."""
    both: list[Listing] = []
    problems: list[Problem] = []
    for path in (gold, pred):
        try:
            both.append(listing(path))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    # A zip file often has a single folder around its files.
    tops = [{name.partition("/")[0] for name in each.files} for each in both]
    return [
        replace(each, files=unwrapped(each.files, tops[1 - side])) if is_archive(path) else each
        for side, (each, path) in enumerate(zip(both, (gold, pred), strict=True))
    ]


def read_pairs(
    task: Task, pairs: list[InputPair], match_by: str, memory: ItemMemory | None = None
) -> Iterator[BlockPair]:
    """All pairs of blocks, file after file. The `memory` keeps the blocks of the gold for other systems."""
    return chain.from_iterable(_file_pairs(task, pair, match_by, memory) for pair in pairs)


def _file_pairs(task: Task, pair: InputPair, match_by: str, memory: ItemMemory | None) -> Iterator[BlockPair]:
    gold, pred = opened(task, pair.gold, "gold"), opened(task, pair.pred, "pred")
    if memory is not None and isinstance(pair.gold, Source):
        gold = replace(gold, items=memory.blocks((pair.gold, gold.format), gold.items))
    origin = (pair.name, (gold.format, pred.format))
    own = _own_pairing(task, gold, pred)
    if own is not None:
        first_gold, first_pred = next(gold.items, None), next(pred.items, None)
        golds, preds = _after(first_gold, gold.items), _after(first_pred, pred.items)
        if first_gold is not None and first_pred is not None:
            paired = own(_blocks(golds), _blocks(preds))
            return (BlockPair(number, *sides, *origin) for number, sides in enumerate(paired, 1))
        gold, pred = replace(gold, items=golds), replace(pred, items=preds)
    golds, preds = gold.items, pred.items
    readers = [task.formats_of(name)[side.format].reader for name, side in (("gold", gold), ("pred", pred))]
    if all(getattr(reader, "optional_ids", False) for reader in readers):
        golds, preds, match_by = settled_ids(golds, preds, readers, match_by)
    return pair_blocks(golds, preds, (gold.shown, pred.shown), match_by, origin)


def _own_pairing(task: Task, gold: Opened, pred: Opened) -> PairSources | None:
    """Return the pairing function of the format of two files, if it has one."""
    both_files = gold.is_file and pred.is_file
    return task.formats[gold.format].pair if both_files and gold.format == pred.format else None


def _after(first: Side | None, others: Iterator[Side]) -> Iterator[Side]:
    return others if first is None else chain([first], others)


def _blocks(sides: Iterator[Side]) -> Iterator[Block]:
    return (side for side in sides if isinstance(side, Block))


def pairing_notes(task: Task, pairs: list[InputPair], match_by: str) -> list[Problem]:
    """Warn that ``--match-by`` has no effect if a format pairs its files itself."""
    if match_by == "auto":
        return []
    for pair in pairs:
        for side in pair.sources:
            if task.formats[pick_format(task, side)].pair is not None:
                message = f"--match-by {match_by} has no effect: sentences are paired by their text"
                return [Problem(message, side.shown, code="match-by", level="warning")]
    return []


def scored_format(task: Task, source: Source) -> int:
    """Return the index of the format of a source; refuse a format that cannot be scored."""
    chosen = pick_format(task, source)
    if unscored := task.formats[chosen].unscored:
        raise DataError(Problem(unscored, source.shown, 1, 1, code="unscored"))
    return chosen


@dataclass(frozen=True, slots=True)
class Opened:
    """An opened side: the index of its format, its name in messages, its items."""

    format: int
    shown: str
    items: Iterator[Side]
    is_file: bool = False


def opened(task: Task, side: Input, name: str) -> Opened:
    """Open a side, a file or a list of items, for reading; messages call a list `name`."""
    if isinstance(side, Source):
        chosen = scored_format(task, side)
        reader = task.formats_of(name)[chosen].reader
        return Opened(chosen, side.shown, readable_blocks(side, reader), is_file=True)
    return Opened(0, f"<{name}>", object_items(task, side, name))
