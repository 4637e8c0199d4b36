"""A JSON value in a text that may need edits: commas, quotes, comments, a missing end.

The parser reads the text once, token by token, without recursion. On JSON without errors it gives the
value of the strict parser and no edits.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.formats.json.decimals import exact_decimal
from tallystick.formats.json.repair.edits import Change

__all__ = ["Lenient", "UnrepairableError", "read_value", "skip_comments"]


class UnrepairableError(ValueError):
    """The text at `offset` is wrong in a way that no edit covers."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Lenient:
    """A value that was read, where it ends, and the changes that it took."""

    value: object
    end: int
    changes: list[Change]
    cut: bool
    """Whether the text ended before the value did."""


_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = {
    quote: re.compile(rf"{quote}[^{quote}\\]*(?:\\.[^{quote}\\]*)*{quote}", re.DOTALL) for quote in "\"'"
}
#: Tokens other than strings, punctuation and comments: numbers, literals, bare keys.
_WORD = re.compile(r"[-+.\w$]+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
#: Text that may become a number if it continues.
_NUMBER_BEGUN = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][-+]?[0-9]*)?)?")
_BARE_KEY = re.compile(r"[\w$]+")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_ESCAPE_OR_BREAK = re.compile(r"\\.|\r\n|\r|\n", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f]")
_LITERALS: dict[str, object] = {"true": True, "false": False, "null": None}
#: Python literals and NaN, with their JSON equivalents.
_FOREIGN = {
    "True": ("Python literal", "true"),
    "False": ("Python literal", "false"),
    "None": ("Python literal", "null"),
    "NaN": ("NaN", "null"),
}
_WORDS = (*_LITERALS, *_FOREIGN)


@dataclass(slots=True)
class _Open:
    """A list or object whose end has not come yet."""

    value: dict[str, object] | list[object]
    keys: dict[str, int] = field(default_factory=dict)
    """Of an object: the number of the last member with each key."""
    starts: list[int] = field(default_factory=list)
    """Of an object: where each member begins."""
    key: str = ""
    begun: int | None = None
    """Where a part that is not complete begins, with the comma before it; None after a complete part."""

    @property
    def closer(self) -> str:
        return "}" if isinstance(self.value, dict) else "]"


class _Cut(Exception):  # noqa: N818 - no error: it signals the end of the text
    """The text ends inside of the value: what begins at `offset` is unfinished."""

    def __init__(self, offset: int) -> None:
        self.offset = offset


def read_value(text: str, start: int = 0) -> Lenient:
    """Read the value that begins at `start`, or raise an error that says where it cannot be read.

    >>> read_value("{'a': [1, 2,], b: None, c: [tru").value
    {'a': [1, 2], 'b': None, 'c': []}
    """
    return _Parser(text, start).read()


def skip_comments(text: str, start: int) -> tuple[int, list[Change]]:
    """Return where white space and comments end, and the changes that remove these comments."""
    parser = _Parser(text, start)
    parser._skip()
    return parser.at, parser.changes


class _Parser:
    """The state of one pass over a text."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.changes: list[Change] = []
        self.stack: list[_Open] = []

    def read(self) -> Lenient:
        try:
            value = self._value()
        except _Cut as cut:
            return self._closed(cut.offset)
        return Lenient(value, self.at, self.changes, False)

    def _value(self) -> object:
        """Read on until the outermost value is complete."""
        while True:
            self._skip()
            sign = self.text[self.at : self.at + 1]
            value: object
            if sign in ("{", "["):
                self.stack.append(_Open({} if sign == "{" else []))
                self.at += 1
                if self._begin():
                    continue
                value = self.stack.pop().value
            else:
                value = self._scalar(sign)
            while True:
                if not self.stack:
                    return value
                self._attach(value)
                if self._next():
                    break
                value = self.stack.pop().value

    def _begin(self) -> bool:
        """After an opening bracket: go to the first part. Return False if there is none."""
        self._skip()
        if self._closes():
            return False
        if isinstance(self.stack[-1].value, dict):
            self._key()
        return True

    def _next(self) -> bool:
        """After a part: go to the next one. Return False if the list or object ends."""
        self._skip()
        if self._closes():
            return False
        frame = self.stack[-1]
        if self.at == len(self.text):
            raise _Cut(self.at)
        if self.text[self.at] != ",":
            raise UnrepairableError(f"expected ',' or '{frame.closer}' here", self.at)
        frame.begun = comma = self.at
        self.at += 1
        self._skip()
        if self._closes():
            self.changes.append(("trailing comma", comma, comma + 1, ""))
            return False
        if isinstance(frame.value, dict):
            self._key()
        return True

    def _closes(self) -> bool:
        sign = self.text[self.at : self.at + 1]
        if sign in ("]", "}"):
            if sign != self.stack[-1].closer:
                raise UnrepairableError(f"expected '{self.stack[-1].closer}' here, not '{sign}'", self.at)
            self.at += 1
            return True
        return False

    def _key(self) -> None:
        frame = self.stack[-1]
        start = self.at
        if frame.begun is None and start < len(self.text):
            frame.begun = start
        sign = self.text[start : start + 1]
        if sign in _STRING:
            key = self._string(sign)
        else:
            match = _BARE_KEY.match(self.text, start)
            if match is None:
                if start == len(self.text):
                    raise _Cut(start)
                raise UnrepairableError("expected a key here", start)
            key = match[0]
            self.at = match.end()
            self.changes.append(("bare key", start, self.at, json.dumps(key, ensure_ascii=False)))
        self._skip()
        if self.at == len(self.text):
            raise _Cut(start)
        if self.text[self.at] != ":":
            raise UnrepairableError("expected ':' here, after the key", self.at)
        self.at += 1
        frame.key = key
        frame.starts.append(start)

    def _attach(self, value: object) -> None:
        frame = self.stack[-1]
        frame.begun = None
        if isinstance(frame.value, list):
            frame.value.append(value)
            return
        earlier = frame.keys.get(frame.key)
        if earlier is not None:
            self.changes.append(("repeated key", frame.starts[earlier], frame.starts[earlier + 1], ""))
        frame.keys[frame.key] = len(frame.starts) - 1
        frame.value[frame.key] = value

    def _scalar(self, sign: str) -> object:
        if sign in _STRING:
            return self._string(sign)
        start = self.at
        match = _WORD.match(self.text, start)
        if match is None:
            if start == len(self.text):
                raise _Cut(start)
            raise UnrepairableError("expected a value here", start)
        word, self.at = match[0], match.end()
        if word in _LITERALS:
            return _LITERALS[word]
        if word in _FOREIGN:
            kind, after = _FOREIGN[word]
            self.changes.append((kind, start, self.at, after))
            return _LITERALS[after]
        if self.at == len(self.text) and (
            _NUMBER_BEGUN.fullmatch(word) or any(name.startswith(word) for name in _WORDS)
        ):
            raise _Cut(start)  # A number that ends the text may continue, too.
        if _NUMBER.fullmatch(word) is None:
            raise UnrepairableError("expected a value here", start)
        return _number(word, start)

    def _string(self, quote: str) -> str:
        start = self.at
        match = _STRING[quote].match(self.text, start)
        if match is None:
            raise _Cut(start)
        token, self.at = match[0], match.end()
        control = _CONTROL.search(token)
        if control is not None:
            raise UnrepairableError(
                "a string contains a control character that is not escaped", start + control.start()
            )
        written = token if quote == '"' else _double_quoted(token)
        repaired = _ESCAPE_OR_BREAK.sub(_escaped_break, written)
        try:
            value: str = json.loads(repaired)
        except json.JSONDecodeError as error:
            raise UnrepairableError("a string contains an invalid escape", start) from error
        if "\\u" in token and any("\ud800" <= sign <= "\udfff" for sign in value):
            message = "a string contains an unpaired surrogate, which is not a character"
            raise UnrepairableError(message, start)
        if quote == "'":
            self.changes.append(("single quotes", start, self.at, repaired))
        elif repaired != token:
            self.changes += [
                ("line break in a string", start + match.start(), start + match.end(), _escaped_break(match))
                for match in _ESCAPE_OR_BREAK.finditer(token)
                if match[0][0] != "\\"
            ]
        return value

    def _skip(self) -> None:
        """Skip white space and comments."""
        while True:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            if not self.text.startswith("/", self.at):
                return
            start = self.at
            if self.text.startswith("//", start):
                line_break = _LINE_BREAK.search(self.text, start)
                self.at = line_break.start() if line_break else len(self.text)
            elif self.text.startswith("/*", start):
                end = self.text.find("*/", start + 2)
                self.at = end + 2 if end >= 0 else len(self.text)
            elif start + 1 == len(self.text):
                self.at = start + 1
            else:
                return
            self.changes.append(("comment", start, self.at, ""))

    def _closed(self, offset: int) -> Lenient:
        """Close what is open at the end of the text, without what is unfinished."""
        if not self.stack:
            raise UnrepairableError("the text ends before a value begins", offset)
        begun = self.stack[-1].begun
        if begun is not None:
            offset = begun
        while self.changes and self.changes[-1][1] >= offset:
            self.changes.pop()
        closers = "".join(frame.closer for frame in reversed(self.stack))
        self.changes.append(("missing end", offset, len(self.text), closers))
        value = self.stack.pop().value
        while self.stack:
            self._attach(value)
            value = self.stack.pop().value
        return Lenient(value, len(self.text), self.changes, True)


def _number(word: str, offset: int) -> object:
    try:
        return int(word) if word.lstrip("-").isdigit() else exact_decimal(word)
    except (ValueError, ArithmeticError) as error:
        message = f"a number of more than {sys.get_int_max_str_digits()} digits cannot be read"
        raise UnrepairableError(message, offset) from error


def _double_quoted(token: str) -> str:
    """Write a string in single quotes with double quotes."""
    return '"' + _QUOTE.sub(_requoted, token[1:-1]) + '"'


_QUOTE = re.compile(r"\\.|\"", re.DOTALL)


def _requoted(match: re.Match[str]) -> str:
    if match[0] == "\\'":
        return "'"
    return '\\"' if match[0] == '"' else match[0]


def _escaped_break(match: re.Match[str]) -> str:
    """Escape a line break; an escape stays as it is, so that a backslash before a line break is still an error."""
    if match[0][0] == "\\":
        return match[0]
    return match[0].replace("\r", "\\r").replace("\n", "\\n")
