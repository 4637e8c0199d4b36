"""JSON text to JSON values, strictly: nothing is lost or bent, and every flaw has its position."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache

from tallystick.dataclass import dataclass
from tallystick.formats.json import value_names as words
from tallystick.formats.json.locations import constants, deep_value, duplicate_keys, long_integers, numbers

__all__ = [
    "MOST_DEPTH",
    "Flaw",
    "Parsed",
    "exact_decoder",
    "measure",
    "parse_exact",
    "parse_json",
    "parse_record",
]

#: Documents of any shape may be nested so deep. Data are not; hostile input is, and would exhaust the stack.
MOST_DEPTH = 200


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong with a JSON text as such."""

    message: str
    offset: int
    """The position in the text, from 0."""
    hint: str | None = None
    code: str = "json"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The value of a JSON text, or what is wrong with the text."""

    value: object = None
    flaws: tuple[Flaw, ...] = ()


class _DuplicateKeyError(ValueError):
    """Signals that a key is repeated; a second pass over the text finds where."""


class _ConstantError(ValueError):
    """Signals NaN or an infinity."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _DuplicateKeyError
    return result


def _constant(name: str) -> object:
    raise _ConstantError(name)


_decode = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant).decode

_CONTAINERS = frozenset((dict, list))
_SPACED_COLON = re.compile(r'"[ \t\r\n]+:')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# One half of a surrogate pair, written as an escape, without the other half.
_LONE_SURROGATE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)

_MEANINGS = {
    "Expecting value": "expected a value here",
    "Expecting property name enclosed in double quotes": "expected a key in double quotes here",
    "Expecting ':' delimiter": "expected ':' here, after the key",
    "Expecting ',' delimiter": "expected ',' or the end of the list or object here",
    "Unterminated string starting at": "the string that begins here is not closed",
    "Invalid control character at": "a string contains a control character that is not escaped",
    "Invalid \\escape": "'\\' must be followed by one of \" \\ / b f n r t u",
    "Invalid \\uXXXX escape": "'\\u' must be followed by four hexadecimal digits",
    "Extra data": "the JSON value has ended, but more text follows",
}


@cache
def exact_decoder() -> json.JSONDecoder:
    """Return a decoder that keeps numbers as they are written; of repeated keys, it keeps the last."""
    # Imported here: only documents of any shape are read so.
    from tallystick.formats.json.decimals import exact_decimal

    return json.JSONDecoder(parse_constant=_constant, parse_float=exact_decimal)


def parse_record(text: str) -> dict[str, object] | None:
    """Read a JSON text as `parse_exact` does, if it is an object of scalars without escapes.

    None for any other text, and where something may be wrong with it: such texts need a closer look.

    >>> parse_record('{"a": 1.50}'), parse_record('{"a": [1]}'), parse_record('{"a": 1, "a": 2}')
    ({'a': Decimal('1.50')}, None, None)
    """
    # Before it is decoded, so that no text is decoded twice. Each of these looks for a single character, which is fast.
    if text[:1] != "{" or text.find("{", 1) > 0 or "[" in text or "\\" in text:
        return None
    try:
        value, end = exact_decoder().raw_decode(text)
    except (ValueError, ArithmeticError):
        return None
    if end != len(text):
        return None
    # Each key has a colon: where there are no more colons than keys, no key was lost.
    if len(value) != text.count(":") and len(value) != text.count('":') + _spaced_colons(text):
        return None
    record: dict[str, object] = value
    return record


def parse_records(texts: Sequence[str]) -> Sequence[dict[str, object] | None]:
    """Read JSON texts as `parse_record` does, together: that is faster, and equal keys become one string.

    >>> parse_records(['{"a": 1}', '{"a": [1]}'])
    [{'a': 1}, None]
    """
    joined = ",".join(texts)
    # Every text begins with the only brace in it. So if there are as many objects as texts, each is that of its text.
    if (
        "[" not in joined
        and "\\" not in joined
        and joined.count("{") == len(texts)
        and {text[:1] for text in texts} == {"{"}
    ):
        try:
            values: list[dict[str, object]] = exact_decoder().decode(f"[{joined}]")
        except (ValueError, ArithmeticError):
            values = []
        if (
            len(values) == len(texts)
            and set(map(type, values)) == {dict}
            and sum(map(len, values)) == joined.count(":")
        ):
            return values
    return [parse_record(text) for text in texts]


def parse_exact(text: str) -> Parsed:
    """Read a JSON text with its numbers as they are written: integers, and decimals for all others.

    >>> parse_exact("[1, 1.0, 12.350]").value
    [1, Decimal('1.0'), Decimal('12.350')]
    """
    record = parse_record(text)
    if record is not None:
        return Parsed(record)
    try:
        parsed = parse_json(text, exact_decoder().decode)
    except ArithmeticError:
        return Parsed(flaws=_numbers(text))
    if parsed.flaws:
        deep = deep_value(text, MOST_DEPTH) if parsed.flaws[0].code == "nesting" else None
        return parsed if deep is None else Parsed(flaws=(_too_deep(deep),))
    value = parsed.value
    if type(value) is dict and text.count("{") + text.count("[") == 1:
        keys, depth = len(value), 1
    else:
        keys, depth = measure(value)
    if depth > MOST_DEPTH and (deep := deep_value(text, MOST_DEPTH)) is not None:
        return Parsed(flaws=(_too_deep(deep),))
    if (
        keys < text.count(":")
        and keys < text.count('":') + _spaced_colons(text)
        and any(duplicate_keys(text))
    ):
        return Parsed(flaws=_duplicates(text))
    return parsed


def measure(value: object) -> tuple[int, int]:
    """Return the number of keys in a value, and how deep it is nested.

    >>> measure({"a": [{"b": 1}]})
    (2, 3)
    """
    keys = depth = 0
    level = [value] if type(value) in _CONTAINERS else []
    while level:
        inner: list[object] = []
        for part in level:
            if type(part) is dict:
                keys += len(part)
                inner += [child for child in part.values() if type(child) in _CONTAINERS]
            elif type(part) is list:
                inner += [child for child in part if type(child) in _CONTAINERS]
        level = inner
        depth += 1
    return keys, depth


def _spaced_colons(text: str) -> int:
    """The number of colons after a quote and white space: keys that are followed by a space, and maybe more."""
    return 0 if text.count('":') == text.count(":") else len(_SPACED_COLON.findall(text))


def _too_deep(offset: int) -> Flaw:
    message = f"the value is nested more than {MOST_DEPTH} levels deep, which is not supported"
    return Flaw(message, offset, code="nesting")


def _numbers(text: str) -> tuple[Flaw, ...]:
    from tallystick.formats.json.decimals import MOST_DIGITS, exact_decimal

    message = f"a number of more than {MOST_DIGITS} digits, written out or by its exponent, cannot be read"
    flaws = []
    for offset, token in numbers(text):
        try:
            exact_decimal(token)
        except ArithmeticError:
            flaws.append(Flaw(message, offset, "if this is an identifier, put it in quotes", "number"))
    return tuple(flaws) or (Flaw(message, _start(text), code="number"),)


def parse_json(text: str, decode: Callable[[str], object] = _decode) -> Parsed:
    """Read a JSON text.

    >>> parse_json('{"a": 1}').value
    {'a': 1}
    >>> parse_json('{"a": 1, "a": 2}').flaws[0].message
    "the key 'a' occurs twice in one object"
    """
    try:
        value = decode(text)
    except json.JSONDecodeError as error:
        return Parsed(flaws=(_syntax(text, error),))
    except _DuplicateKeyError:
        return Parsed(flaws=_duplicates(text))
    except _ConstantError as error:
        return Parsed(flaws=_constants(text, str(error)))
    except RecursionError:
        return Parsed(
            flaws=(Flaw("the value is nested too deeply to be read", _start(text), code="nesting"),)
        )
    except ValueError:
        return Parsed(flaws=_integers(text))
    if "\\u" in text and _SURROGATE.search(text) and (flaw := _surrogate(text, value)):
        return Parsed(flaws=(flaw,))
    return Parsed(value)


def _start(text: str) -> int:
    return len(text) - len(text.lstrip())


def _duplicates(text: str) -> tuple[Flaw, ...]:
    hint = "one of them would be lost; remove or rename it"
    flaws = [
        Flaw(f"the key {words.key(name)} occurs twice in one object", offset, hint, "duplicate-key")
        for offset, name in duplicate_keys(text)
    ]
    return tuple(flaws) or (Flaw("a key occurs twice in one object", _start(text), hint, "duplicate-key"),)


def _constants(text: str, name: str) -> tuple[Flaw, ...]:
    hint = "write null, or leave the value out"
    flaws = [
        Flaw(f"not JSON: {token} is not a number in JSON", offset, hint) for offset, token in constants(text)
    ]
    return tuple(flaws) or (Flaw(f"not JSON: {name} is not a number in JSON", _start(text), hint),)


def _integers(text: str) -> tuple[Flaw, ...]:
    most = sys.get_int_max_str_digits()
    message = f"an integer of more than {most} digits cannot be read"
    flaws = [
        Flaw(message, offset, "if this is an identifier, put it in quotes", "number")
        for offset in long_integers(text, most)
    ]
    return tuple(flaws) or (Flaw(message, _start(text), code="number"),)


def _surrogate(text: str, value: object) -> Flaw | None:
    """Find half of a surrogate pair: such a string could not be written to any file again."""
    match = _LONE_SURROGATE.search(text)
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")
        return None
    except UnicodeEncodeError:
        pass
    except RecursionError:  # then only the text itself can be judged
        if match is None:
            return None
    message = "an unpaired surrogate is not a character"
    return Flaw(message, match.start() if match else _start(text), code="encoding")


def _syntax(text: str, error: json.JSONDecodeError) -> Flaw:
    offset = error.pos
    comma = _trailing_comma(text, offset)
    if comma is not None:
        return Flaw("not JSON: a comma before the end of a list or object", comma, "remove the comma")
    name = next((name for name in _MEANINGS if error.msg.startswith(name)), None)
    meaning = _MEANINGS[name] if name else error.msg[:1].lower() + error.msg[1:]
    if not text.strip():
        return Flaw("not JSON: the text is empty", offset)
    if name != "Extra data" and not text[offset:].strip():
        meaning = "the text ends before the value is complete"
        offset = max(0, len(text.rstrip()) - 1)
    return Flaw(f"not JSON: {meaning}", offset, _syntax_hint(text, offset, meaning))


def _trailing_comma(text: str, offset: int) -> int | None:
    """Return the offset of the comma if it is the mistake. Python versions report different offsets."""
    if text[offset : offset + 1] == ",":
        after = text[offset + 1 :].lstrip()[:1]
        return offset if after in ("]", "}") and after else None
    if text[offset : offset + 1] in ("]", "}") and offset < len(text):
        before = text[:offset].rstrip()
        return len(before) - 1 if before.endswith(",") else None
    return None


#: The probable format of a line that is not JSON, by how it begins.
_OTHER_FORMATS = (
    (re.compile(r"\(\s*\S+\s*/|#\s*::"), "this looks like PENMAN, the notation of AMR"),
    (
        re.compile(
            r"#begin document|#\s*(sent_id|newdoc|text|global\.\w+)\b"
            r"|[^\s{\[\"<]\S*(\t[^\t]*){2}|[^\s{\[\"<]\S*( +\S+)* +(O|[BIESLU]-\S+)$"
        ),
        "this looks like a file of columns (CoNLL), not JSON lines",
    ),
    (re.compile("<"), "this looks like XML or HTML"),
)

#: Mistakes inside a line, by the text at the offset.
_MISTAKES = (
    (re.compile("'"), "JSON requires double quotes; was this printed by Python? Use json.dumps"),
    (
        re.compile(r"(True|False|None)\b"),
        "JSON uses true, false and null; was this printed by Python? Use json.dumps",
    ),
    (re.compile(r"-?(nan|inf)\b"), "JSON has no such number: write null"),
    (re.compile(r"//|/\*|#"), "JSON has no comments"),
)


def _syntax_hint(text: str, offset: int, meaning: str) -> str | None:
    start, rest = text[:1000].strip(), text[offset : offset + 20].lstrip()
    if "more text follows" in meaning and rest[:1] in ("{", "["):
        return "one value per line: break the line here"
    for pattern, hint in _OTHER_FORMATS:
        if pattern.match(start):
            return hint
    for pattern, hint in _MISTAKES:
        if pattern.match(rest):
            return hint
    if meaning.startswith("the text ends"):
        return "is the file truncated, or does the value span several lines?"
    return None
