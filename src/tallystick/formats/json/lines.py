"""JSON lines: one document per line, read according to a type.

Besides the document's own fields, a line may have an ``id``, ``meta`` (more about the document, for
``--by``), and the ``text`` or ``tokens`` that the annotation is about. The reader takes these for itself,
unless the type has fields of these names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain

from tallystick.core.types import Hint, Noted, OneOf, RecordShape, shape_of
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Line, Source
from tallystick.formats.json import value_names as words
from tallystick.formats.json.ids import id_text
from tallystick.formats.json.locations import offsets
from tallystick.formats.json.mismatch import Key, Mismatch, Path
from tallystick.formats.json.text import parse_json
from tallystick.formats.json.typed import Converter, converter
from tallystick.formats.json.typed_records import json_fields

__all__ = ["JsonLines"]

_ARRAY = "expected JSON lines, one document per line, but the file is a single JSON list"
_ARRAY_HINT = "convert it to JSON lines: jq -c '.[]' FILE > FILE.jsonl"
_SPREAD = "expected JSON lines, one value per line, but a value spans several lines"
_SPREAD_HINT = "convert the file to JSON lines: jq -c . FILE > FILE.jsonl"


class JsonLines:
    """Reads JSON lines as values of a type.

    If the type is a record, or a union of records, a line is a JSON object with the fields of the record and
    the keys that the reader knows itself. Otherwise the line as a whole is the value, and has no id.

    >>> from typing import NamedTuple
    >>> class Sentence(NamedTuple):
    ...     length: int
    >>> reader = JsonLines(Sentence)
    >>> [reader.item(block).value for block in reader.blocks(Source("x", '{"id": "a", "length": 3}'))]
    [Sentence(length=3)]
    """

    name = "json-lines"

    def __init__(self, hint: Hint, *, id_keys: tuple[str, ...] = ("id",), advice: str = "") -> None:
        """Read lines as the type says; `advice` is the hint for a line that is not such an object at all."""
        self.hint = hint
        self.advice = advice
        self.id_keys = id_keys
        self._fields = _record_keys(hint)
        own = self._fields or frozenset()
        self._reserved = tuple(key for key in (*id_keys, "meta", "text", "tokens") if key not in own)
        self._quick_id = re.compile(
            r'\s*\{\s*"'
            + re.escape(id_keys[0])
            + r'"\s*:\s*(?:"([^"\\\x00-\x1f]*)"|(0|-?[1-9][0-9]{0,50}))\s*[,}]'
        )

    @property
    def keys(self) -> frozenset[str]:
        """The keys that a line may have."""
        return (self._fields or frozenset()).union(self._reserved)

    @cached_property
    def converter(self) -> Converter:
        """The reader of JSON values for the type; created when the first line is read, because there are many tasks."""
        return converter(self.hint)

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block for each line that is not blank."""
        lines = (line for line in source.lines() if line.problem or (line.text and not line.text.isspace()))
        start = [line for _, line in zip(range(3), lines, strict=False)]
        if start and not start[0].problem and (whole := self._whole_file(start)):
            message, hint = whole
            line = start[0]
            column = len(line.text) - len(line.text.lstrip()) + 1
            problem = Problem(
                message, source.shown, line.number, column, hint=hint, code="json-lines", text=line.text
            )
            yield Block(line.text, source.shown, line.number, None, (problem,), line.end)
            return
        for line in chain(start, lines):
            problems = (line.problem,) if line.problem else ()
            yield Block(line.text, source.shown, line.number, self._block_id(line.text), problems, line.end)

    def _whole_file(self, start: list[Line]) -> tuple[str, str] | None:
        """The problem if the file as a whole is JSON, but not JSON lines. A single bad line is reported elsewhere."""
        text = start[0].text.strip()
        others = [isinstance(_loaded(line.text), dict) for line in start[1:]]
        if others and all(others) and (text != "[" or len(others) > 1):
            return None
        if text == "{" or (text == "[" and self._fields is None):
            return _SPREAD, _SPREAD_HINT
        if self._fields is None or not text.startswith("["):
            return None
        if text.endswith((",", "[", "{")):
            return _ARRAY, _ARRAY_HINT
        if len(start) == 1 and isinstance(_loaded(text), list):
            return _ARRAY, _ARRAY_HINT
        return None

    def _block_id(self, text: str) -> str | None:
        if self._fields is None:
            return None
        match = self._quick_id.match(text)
        if match:
            return match[1] if match[1] is not None else match[2]
        value = _loaded(text)
        return self._id_of(value)[1] if isinstance(value, dict) else None

    def _id_of(self, value: Mapping[str, object]) -> tuple[str | None, str | None]:
        """The key of the id that counts, and the id."""
        key = next((key for key in self.id_keys if value.get(key) is not None), None)
        return key, id_text(value[key]) if key is not None else None

    def item(self, block: Block) -> Item:
        """Read one line."""
        if block.problems and any(problem.level == "error" for problem in block.problems):
            problems = tuple(replace(problem, item=block.id) for problem in block.problems)
            return Item(None, block.id, problems, path=block.path, line=block.line)
        parsed = parse_json(block.text)
        if parsed.flaws:
            flaws = tuple(
                Problem(
                    flaw.message, block.path, block.line, flaw.offset + 1, block.id,
                    flaw.hint or self.advice or None, flaw.code, text=block.text,
                )
                for flaw in parsed.flaws
            )  # fmt: skip
            return Item(None, block.id, flaws, path=block.path, line=block.line)
        value = parsed.value
        if self._fields is None:
            built, mismatches = self.converter.convert(value)
            return Item(
                built, block.id, self._problems(block, block.id, mismatches), path=block.path, line=block.line
            )
        if type(value) is not dict:
            wrong = Mismatch((), f"expected an object, not {words.describe_value(value)}")
            return Item(
                None, block.id, self._problems(block, block.id, [wrong]), path=block.path, line=block.line
            )
        return self._document(block, value)

    def _document(self, block: Block, value: dict[str, object]) -> Item:
        key, name = self._id_of(value)
        around: list[Mismatch] = []
        meta: dict[str, str] = {}
        if key is not None and name is None and key in self._reserved:
            around.append(
                Mismatch(
                    (key,),
                    f"expected a string or an integer as the id, not {words.describe_value(value[key])}",
                )
            )
        if "meta" in value:
            meta, wrong = _meta(value["meta"])
            around += wrong if "meta" in self._reserved else []
        text: str | None = None
        tokens: tuple[str, ...] | None = None
        for reserved in self._reserved:
            if reserved in value:
                part = value.pop(reserved)
                if reserved == "text":
                    if isinstance(part, str):
                        text = part
                    else:
                        around.append(
                            Mismatch(("text",), f"expected a string, not {words.describe_value(part)}")
                        )
                elif reserved == "tokens":
                    tokens = _tokens(part)
                    if tokens is None:
                        message = "expected a list of strings, or of lists of strings"
                        around.append(Mismatch(("tokens",), message))
        built, mismatches = self.converter.convert(value)
        if not mismatches and not around:
            return Item(built, name, (), meta, block.path, block.line, tokens, text)
        return Item(
            None, name, self._problems(block, name, around + mismatches), meta, block.path, block.line
        )

    def _problems(self, block: Block, name: str | None, mismatches: list[Mismatch]) -> tuple[Problem, ...]:
        if not mismatches:
            return ()
        starts = offsets(block.text, [mismatch.path for mismatch in mismatches])
        return tuple(
            Problem(
                _with_path(mismatch), block.path, block.line, offset + 1, name,
                mismatch.hint or self._hint(mismatch.path), "value", text=block.text,
            )
            for mismatch, offset in zip(mismatches, starts, strict=True)
        )  # fmt: skip

    def _hint(self, path: Path) -> str | None:
        if not path:
            return self.advice or None
        if len(path) == 1 and isinstance(path[0], Key):
            return words.did_you_mean(path[0], self._reserved)
        return None


def _record_keys(hint: Hint) -> frozenset[str] | None:
    """The keys of a record, or of all records of a union; None for any other type."""
    match shape_of(hint):
        case RecordShape() as shape:
            return frozenset(part.key for part in json_fields(shape))
        case Noted(base):
            return _record_keys(base)
        case OneOf(options):
            keys = [_record_keys(option) for option in options]
            known = [option for option in keys if option is not None]
            return frozenset().union(*known) if len(known) == len(keys) else None
        case _:
            return None


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _meta(value: object) -> tuple[dict[str, str], list[Mismatch]]:
    if not isinstance(value, dict):
        return {}, [Mismatch(("meta",), f"expected an object, not {words.describe_value(value)}")]
    meta: dict[str, str] = {}
    wrong: list[Mismatch] = []
    for key, part in value.items():
        if isinstance(part, (list, dict)):
            message = f"expected a string, a number, true, false or null, not {words.describe_value(part)}"
            wrong.append(Mismatch(("meta", key), message))
        elif part is not None:
            meta[key] = part if isinstance(part, str) else json.dumps(part)
    return meta, wrong


def _tokens(value: object) -> tuple[str, ...] | None:
    """The tokens of a document, in one list or one per sentence; None if there are no tokens."""
    if not isinstance(value, list):
        return None
    flat = tuple(token for part in value for token in (part if isinstance(part, list) else (part,)))
    return flat if all(isinstance(token, str) for token in flat) else None


def _with_path(mismatch: Mismatch) -> str:
    steps = mismatch.path[:-1] if mismatch.path and isinstance(mismatch.path[-1], Key) else mismatch.path
    shown = "".join(f"[{step}]" if isinstance(step, int) else f".{_printable(step)}" for step in steps)
    return f"{shown.lstrip('.')}: {mismatch.message}" if shown else mismatch.message


def _printable(step: str) -> str:
    return words.key(step)[1:-1]
