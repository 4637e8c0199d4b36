"""The JSON value in the text of a model: a byte order mark, a code fence or prose around it.

A value in prose is taken only if it is unambiguous. Scanning from the left, a complete value must begin
at each ``{`` or ``[`` outside of the values before, and all of these values must be equal. Nothing is ever taken from
inside a broken value. Every text is read a fixed number of times, whatever its contents.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tallystick.dataclass import dataclass
from tallystick.formats.json.repair.edits import Change, Edit, settle
from tallystick.formats.json.repair.lenient import Lenient, UnrepairableError, read_value, skip_comments
from tallystick.formats.json.text import MOST_DEPTH, Flaw, Parsed, exact_decoder, measure, parse_exact

__all__ = ["LEVELS", "Repaired", "repair"]

#: How much is repaired; each level includes those before.
LEVELS = ("none", "extract", "lenient")

#: A line that opens a code block, and the language of the block.
_FENCE = re.compile(r"^[ \t]*```[ \t]*([\w+.-]*)[ \t\r]*$", re.MULTILINE)
_FENCE_END = re.compile(r"\s*```")
#: A text that was cut may end with a part of the closing fence, or without it.
_CUT_FENCE_END = re.compile(r"\s*`{0,2}\s*\Z")
_BRACKET = re.compile(r"[]{}[]")
#: White space in JSON. Other blank characters are prose, so that removing them is an edit.
_SPACE = " \t\r\n"
_BLANK = re.compile(f"[{_SPACE}]*")


@dataclass(frozen=True, slots=True)
class Repaired:
    """The value of a text with the edits that it took, or what is wrong with the text."""

    value: object = None
    edits: tuple[Edit, ...] = ()
    flaws: tuple[Flaw, ...] = ()


def repair(text: str, level: str = "none") -> Repaired:
    """Read the text of a model, with repairs up to a level.

    >>> repair('```json\\n{"a": 1}\\n```', "extract").value
    {'a': 1}
    >>> repair("{'a': 1,}", "extract").flaws[0].hint
    '--repair lenient can read this text'
    """
    parsed = parse_exact(text)
    if not parsed.flaws:
        return Repaired(parsed.value)
    for allowed in LEVELS[1 : LEVELS.index(level) + 1]:
        repaired = _repaired(text, allowed)
        if repaired is not None:
            return repaired
    return Repaired(flaws=_with_hint(text, level, parsed))


def _with_hint(text: str, level: str, parsed: Parsed) -> tuple[Flaw, ...]:
    """Say which level reads a text that cannot be read."""
    for other in LEVELS[LEVELS.index(level) + 1 :]:
        if _repaired(text, other) is not None:
            hint = f"--repair {other} can read this text"
            return tuple(Flaw(flaw.message, flaw.offset, hint, flaw.code) for flaw in parsed.flaws)
    hint = f"{_obstacle(text)}; --on-error zero counts it as an empty prediction"
    return tuple(Flaw(flaw.message, flaw.offset, flaw.hint or hint, flaw.code) for flaw in parsed.flaws)


def _obstacle(text: str) -> str:
    """Say why no level reads a text."""
    if _BRACKET.search(text) is None:
        return "this text contains no JSON list or object"
    try:
        values = _candidates(text, 0, read_value)
    except UnrepairableError:
        values = None
    if values and _differ(values):
        return "this text has different JSON values, and no repair chooses one of them"
    return "no level of --repair can read this text"


#: Reads the value at an offset, strictly or leniently; raises an error if it cannot.
_Read = Callable[[str, int], Lenient]


def _repaired(text: str, level: str) -> Repaired | None:
    """Read a text that is not JSON, at one level; None if that level does not cover what is wrong with it."""
    mark: list[Change] = [("byte order mark", 0, 1, "")] if text.startswith("\ufeff") else []
    read = read_value if level == "lenient" else _strict
    start = len(mark)
    try:
        read_text = _whole(text, start, read) or _fenced(text, start, read) or _in_prose(text, start, read)
    except UnrepairableError:
        return None
    if read_text is None or measure(read_text.value)[1] > MOST_DEPTH:
        return None
    return Repaired(read_text.value, settle(text, mark + read_text.changes))


def _strict(text: str, start: int) -> Lenient:
    """Read the JSON value that begins at an offset."""
    start = _BLANK.match(text, start).end()  # type: ignore[union-attr]
    try:
        _, end = exact_decoder().raw_decode(text, start)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise UnrepairableError("not JSON", start) from error
    parsed = parse_exact(text[start:end])
    if parsed.flaws:
        raise UnrepairableError(parsed.flaws[0].message, start + parsed.flaws[0].offset)
    return Lenient(parsed.value, end, [], False)


def _whole(text: str, start: int, read: _Read) -> Lenient | None:
    """The text as a value, with comments around it."""
    try:
        value = read(text, start)
    except UnrepairableError:
        return None
    end, changes = _after(text, value.end, read)
    return Lenient(value.value, end, value.changes + changes, value.cut) if end == len(text) else None


def _after(text: str, end: int, read: _Read) -> tuple[int, list[Change]]:
    """Where the white space after a value ends, or, where these are allowed, the comments after it."""
    if read is read_value:
        return skip_comments(text, end)
    return _BLANK.match(text, end).end(), []  # type: ignore[union-attr]


def _fenced(text: str, start: int, read: _Read) -> Lenient | None:
    """The value in a code block: labelled JSON, or without a label and beginning like a list or an object."""
    values: list[tuple[int, Lenient]] = []
    at = start
    while (fence := _FENCE.search(text, at)) is not None:
        begin = _BLANK.match(text, fence.end()).end()  # type: ignore[union-attr]
        language = fence[1].lower()
        if language == "json" or (not language and text[begin : begin + 1] in ("{", "[", "/")):
            value = read(text, begin)
            at, _ = _after(text, value.end, read)
            end = _FENCE_END.match(text, at)
            if end is None and not (read is read_value and _CUT_FENCE_END.match(text, at)):
                return None
            at = end.end() if end else len(text)
            values.append((begin, value))
        else:
            end = _FENCE.search(text, fence.end())
            at = end.end() if end else len(text)
    return _only("code fence", text, start, values)


def _in_prose(text: str, start: int, read: _Read) -> Lenient | None:
    """The list or object in a text of words."""
    values = _candidates(text, start, read)
    return None if values is None else _only("prose", text, start, values)


def _candidates(text: str, start: int, read: _Read) -> list[tuple[int, Lenient]] | None:
    """The lists and objects in a text of words, with their offsets; None if brackets do not match."""
    values: list[tuple[int, Lenient]] = []
    at = start
    while (bracket := _BRACKET.search(text, at)) is not None:
        if bracket[0] in ("]", "}"):
            return None  # A value was closed too early: the rest is not prose.
        value = read(text, bracket.start())
        values.append((bracket.start(), value))
        at = value.end
    return values


def _differ(values: list[tuple[int, Lenient]]) -> bool:
    return any(not _same(values[0][1].value, value.value) for _, value in values[1:])


def _only(kind: str, text: str, start: int, values: list[tuple[int, Lenient]]) -> Lenient | None:
    """The first of some equal values, with changes that remove all text around it; None if values differ."""
    if not values or _differ(values):
        return None
    begin, first = values[0]
    around = [(kind, start, begin, ""), (kind, first.end, len(text), "")]
    changes = [change for change in around if text[change[1] : change[2]].strip(_SPACE)]
    return Lenient(first.value, len(text), changes + first.changes, first.cut)


def _same(left: object, right: object) -> bool:
    """Whether two values are equal, true and 1 being different."""
    waiting = [(left, right)]
    while waiting:
        left, right = waiting.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            waiting += [(left[key], right[key]) for key in left]
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            waiting += zip(left, right, strict=True)
        elif isinstance(left, bool) is not isinstance(right, bool) or left != right:
            return False
    return True
