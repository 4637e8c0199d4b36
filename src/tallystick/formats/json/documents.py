"""Any JSON as items: JSON lines, a file with one document, or a folder of such files.

A line is the document itself, or a *wrapper*: the document under ``value``, or the text of a model under ``output``.
It is a wrapper if its keys are among these and ``id`` and ``meta``. Where documents are paired by id, the ``id`` of a
document without a wrapper is not a field of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from tallystick.errors import OF_GOLD, OF_PRED, REPAIRED, Problem
from tallystick.formats.base import Block, Item, Line, Source
from tallystick.formats.folders import read_folder
from tallystick.formats.json.document import Document
from tallystick.formats.json.escapes import written_offsets
from tallystick.formats.json.ids import id_text
from tallystick.formats.json.locations import Lines, offsets
from tallystick.formats.json.mismatch import Mismatch
from tallystick.formats.json.mismatch import Path as ValuePath
from tallystick.formats.json.pointer import follow, pointer_steps
from tallystick.formats.json.repair.edits import Edit
from tallystick.formats.json.repair.extract import Repaired, repair
from tallystick.formats.json.text import Flaw, parse_exact, parse_record, parse_records

__all__ = ["JsonDocuments", "is_wrapper"]

_WRAPPER = frozenset(("id", "value", "output", "meta"))
#: Files of one document, in a folder.
_ONE_DOCUMENT = (".json", ".txt")
_ID_FIRST = re.compile(r'\s*\{\s*"id"\s*:\s*(?:"([^"\\\x00-\x1f]*)"|(0|-?[1-9][0-9]{0,50}))\s*[,}]')

_ARRAY = "the file is one JSON list, which may be a list of documents, or a document that is a list"
_ARRAY_HINT = (
    "write JSON lines: jq -c '.[]' FILE > FILE.jsonl for a list of documents, jq -c . FILE for a document"
)


def is_wrapper(value: object) -> bool:
    """Whether a line wraps its document under ``value`` or ``output``."""
    return isinstance(value, dict) and value.keys() <= _WRAPPER and ("value" in value or "output" in value)


class JsonDocuments:
    """Reads documents of any shape. The gold is never repaired; predictions are, up to a level.

    >>> reader = JsonDocuments().for_predictions("lenient", "")
    >>> [reader.item(block).value.value for block in reader.blocks(Source("x", '{"output": "{a: 1,}"}'))]
    [{'a': 1}]
    """

    name = "json"
    optional_ids = True

    def __init__(self, level: str | None = None, pointer: str = "") -> None:
        self.level = level
        """The level of repair; None for no repair, which messages then do not offer."""
        self.pointer = pointer_steps(pointer)

    def for_predictions(self, level: str, pointer: str) -> JsonDocuments:
        """Return the reader of predictions: repaired up to a level, found at a JSON Pointer."""
        return JsonDocuments(level, pointer)

    def reads_folder(self, folder: Path) -> bool:
        """Whether a folder contains files of one document each, which are items of one source."""
        files = read_folder(folder).files.values()
        return bool(files) and all(path.suffix in _ONE_DOCUMENT for path in files)

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block for each document."""
        if source.text is None and source.path != "-" and Path(source.path).is_dir():
            yield from self._folder(Path(source.path))
            return
        lines = (line for line in source.lines() if line.problem or (line.text and not line.text.isspace()))
        first = next(lines, None)
        if first is None:
            return
        second = next(lines, None)
        rest = chain([first] if second is None else [first, second], lines)
        if not first.problem and (
            _may_list_documents(source.path, first.text)
            if second is None
            else _is_spread(source.path, first.text)
        ):
            yield self._whole(source, list(rest))
            return
        shown = source.shown
        for line in rest:
            problems = (line.problem,) if line.problem else ()
            yield Block(line.text, shown, line.number, self._id_of(line.text), problems, line.end)

    def _folder(self, folder: Path) -> Iterator[Block]:
        for name, path in read_folder(folder).files.items():
            source = Source(str(path))
            yield self._whole(source, list(source.lines()), id=str(Path(name).with_suffix("")))

    def _whole(self, source: Source, lines: list[Line], id: str | None = None) -> Block:
        """A file as one document."""
        problems = tuple([line.problem for line in lines if line.problem])
        # Blank lines were left out; the text keeps the numbers of its lines.
        start = lines[0].number if lines else 1
        text = "".join(
            "\n" * (line.number - before) + line.text
            for line, before in zip(lines, [start, *(line.number for line in lines)], strict=False)
        )
        if id is None:
            if text.lstrip().startswith("[") and not problems:
                column = len(lines[0].text) - len(lines[0].text.lstrip()) + 1
                problem = Problem(_ARRAY, source.shown, start, column, hint=_ARRAY_HINT, code="json-lines")
                problems = (problem,)
            id = self._id_of(text)
        return Block(text, source.shown, start, id, problems, lines[-1].end if lines else 0)

    def _id_of(self, text: str) -> str | None:
        if '"id"' not in text and self.level != "lenient":
            return None
        match = _ID_FIRST.match(text)
        if match:
            return match[1] if match[1] is not None else match[2]
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = self._read(text).value
        return id_text(value.get("id")) if isinstance(value, dict) else None

    def items(self, blocks: Sequence[Block]) -> Iterator[Item]:
        """Read many documents together, which is faster."""
        records = parse_records([block.text for block in blocks])
        return map(self._item, blocks, records)

    def item(self, block: Block) -> Item:
        """Read one document."""
        return self._item(block, parse_record(block.text))

    def _item(self, block: Block, record: dict[str, object] | None) -> Item:
        """Read a document that may be a plain record."""
        if record is not None and not (self.pointer or is_wrapper(record)):
            # Most lines are a document that needs nothing.
            if block.id is not None:
                record.pop("id", None)
            return Item(Document(record), block.id, (), {}, block.path, block.line)
        parsed = parse_exact(block.text)
        read = self._read(block.text) if parsed.flaws else Repaired(parsed.value)
        if read.flaws:
            return _malformed(block, [_flaw_problem(block, flaw, flaw.offset) for flaw in read.flaws])
        edits = read.edits
        target = self._target(read.value)
        if isinstance(target, Mismatch):
            offset = offsets(block.text, [target.path])[0]
            return _malformed(
                block, [_flaw_problem(block, Flaw(target.message, offset, code="value"), offset)]
            )
        value, path = target
        meta: Mapping[str, str] = {}
        if not path and block.id is not None and isinstance(value, dict):
            value.pop("id", None)
        elif not self.pointer and path and isinstance(read.value, dict):
            meta = _meta(read.value.get("meta"))
        if not isinstance(value, str) or not _is_text(value, path):
            return _item(block, Document(value, edits), meta, [edit.offset for edit in edits])
        return self._text_item(block, value, path, edits, meta)

    def _target(self, value: object) -> tuple[object, ValuePath] | Mismatch:
        """Return the document in a line and the path to it, or the place where the pointer fails."""
        if self.pointer:
            return follow(value, self.pointer)
        if isinstance(value, dict) and is_wrapper(value):
            key = "value" if "value" in value else "output"
            return value[key], (key,)
        return value, ()

    def locations(self, block: Block, paths: Sequence[ValuePath]) -> list[tuple[int, int]]:
        """Return line and column of the values at some paths of a document that can be read.

        Values of a text that was repaired are where the text begins.
        """
        read = self._read(block.text)
        target = self._target(read.value)
        if read.edits or isinstance(target, Mismatch):
            located = [0 for _ in paths]
        elif _is_text(*target):
            text, path = str(target[0]), target[1]
            within = [0 for _ in paths] if self._read(text).edits else offsets(text, paths)
            located = written_offsets(block.text, offsets(block.text, [path])[0], within)
        else:
            located = offsets(block.text, [(*target[1], *path) for path in paths])
        lines = Lines(block.text)
        lines_and_columns = [lines.location(offset) for offset in located]
        return [(block.line + line - 1, column) for line, column in lines_and_columns]

    def _read(self, text: str) -> Repaired:
        """Read a text as JSON, repaired as far as that is allowed."""
        if self.level is not None:
            return repair(text, self.level)
        parsed = parse_exact(text)
        return Repaired(parsed.value, flaws=parsed.flaws)

    def _text_item(
        self,
        block: Block,
        text: str,
        path: ValuePath,
        outer: tuple[Edit, ...],
        meta: Mapping[str, str],
    ) -> Item:
        """Read the document from a text inside a line."""
        inner = self._read(text)
        if inner.flaws and block.path in (OF_GOLD, OF_PRED):
            return _malformed(block, [_given_text_problem(block, text, flaw) for flaw in inner.flaws])
        within = [flaw.offset for flaw in inner.flaws] or [edit.offset for edit in inner.edits]
        # Where the line itself was repaired, the text inside of it has no offsets in the file.
        start = offsets(block.text, [path])[0] if within and not outer else 0
        located = [start] * len(within) if outer else written_offsets(block.text, start, within)
        if inner.flaws:
            return _malformed(
                block, [_flaw_problem(block, *flaw) for flaw in zip(inner.flaws, located, strict=True)]
            )
        document = Document(inner.value, outer + inner.edits)
        return _item(block, document, meta, [*(edit.offset for edit in outer), *located])


def _is_text(value: object, path: ValuePath) -> bool:
    """Whether a value is the text of a model, in which the document is still to be read."""
    return isinstance(value, str) and path not in ((), ("value",))


def _is_spread(path: str, first: str) -> bool:
    """Whether the first line of several shows that the file is one document."""
    if first.strip() in ("{", "["):
        return True
    if not path.endswith(_ONE_DOCUMENT):
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return True
    return False


def _may_list_documents(path: str, line: str) -> bool:
    """Whether the only line of a file is a list that may be a list of documents, not a document.

    Lines of JSON lines are documents, unless everything in the list has an id and a wrapper.
    """
    if not line.lstrip().startswith("["):
        return False
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if path.endswith(_ONE_DOCUMENT):
        return bool(value)
    return bool(value) and all(is_wrapper(part) and "id" in part for part in value)


def _item(block: Block, document: Document, meta: Mapping[str, str], located: Iterable[int]) -> Item:
    if not document.edits:
        return Item(document, block.id, (), meta, block.path, block.line)
    lines = Lines(block.text)
    notes = []
    for edit, offset in zip(document.edits, located, strict=True):
        line, column = lines.location(offset)
        notes.append(
            Problem(
                f"repaired: {edit}", block.path, block.line + line - 1, column, block.id, None, REPAIRED, "note",
                lines.line(line),
            )
        )  # fmt: skip
    return Item(document, block.id, tuple(notes), meta, block.path, block.line)


def _malformed(block: Block, problems: list[Problem]) -> Item:
    return Item(None, block.id, tuple(problems), path=block.path, line=block.line)


def _flaw_problem(block: Block, flaw: Flaw, offset: int) -> Problem:
    lines = Lines(block.text)
    line, column = lines.location(min(offset, len(block.text)))
    return Problem(
        flaw.message,
        block.path,
        block.line + line - 1,
        column,
        block.id,
        flaw.hint,
        flaw.code,
        text=lines.line(line),
    )


def _given_text_problem(block: Block, text: str, flaw: Flaw) -> Problem:
    """Report what is wrong with a text that was given in Python: it has no file, but it has lines."""
    line, column = Lines(text).location(min(flaw.offset, len(text)))
    message = f"{flaw.message} (item {block.line}, line {line}, column {column} of its text)"
    return Problem(message, block.path, block.line, 0, block.id, flaw.hint, flaw.code)


def _meta(value: object) -> dict[str, str]:
    """Metadata of a document, for groups; lists and objects do not form groups."""
    if not isinstance(value, dict):
        return {}
    return {
        key: json.dumps(part) if isinstance(part, bool) else str(part)
        for key, part in value.items()
        if part is not None and not isinstance(part, (list, dict))
    }
