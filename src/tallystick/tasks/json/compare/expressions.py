"""Comparators as users write them: ``number(abs=2)`` on a command line, ``{"number": {"abs": 2}}`` in a schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction

from tallystick.errors import UsageError
from tallystick.tasks.json.compare.table import ARGUMENTS
from tallystick.tasks.json.shape import Compare

__all__ = ["compare_from_json", "compare_from_text", "threshold"]

_EXPRESSION = re.compile(r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*", re.DOTALL)
#: An argument: quotation marks may enclose commas.
_ARGUMENT = re.compile(r"""(?:"[^"]*"|'[^']*'|[^,])+""")
#: Arguments that are numbers, and arguments that may be lists.
_NUMBERS = frozenset({"abs", "rel", "within"})
_LISTS = frozenset({"formats", "classes"})
#: The values of an option for differences that text ignores, and whether it is then ignored.
_SWITCHES: dict[object, bool] = {
    True: True, "ignore": True, "true": True, "yes": True,
    False: False, "keep": False, "false": False, "no": False,
}  # fmt: skip
#: Thresholds, which every comparator takes.
_THRESHOLDS = frozenset({"from", "at"})


def compare_from_text(text: str) -> Compare:
    """Read a comparator from text.

    >>> compare_from_text("number(abs=0.01)")
    Compare(name='number', arguments={'abs': Fraction(1, 100)}, least=None, full=None, normalise=(), same=())
    >>> compare_from_text("levenshtein(from=0.8)").least
    Fraction(4, 5)
    >>> compare_from_text('date(formats="%d.%m.%Y")').arguments
    {'formats': ('%d.%m.%Y',)}
    >>> compare_from_text('date(formats="%b %d, %Y", within=1)').arguments
    {'formats': ('%b %d, %Y',), 'within': Fraction(1, 1)}
    >>> compare_from_text('regex("(\\\\d+)")').arguments
    {'pattern': '(\\\\d+)'}
    """
    match = _EXPRESSION.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not of the form name or name(argument=value,…)")
    name, inside = match[1], match[2] or ""
    if name == "regex" and inside:
        # A pattern may have its own commas and equals signs.
        return _compare(name, {"pattern": _unquoted(inside.removeprefix("pattern="))})
    arguments: dict[str, object] = {}
    for part in filter(None, map(str.strip, _ARGUMENT.findall(inside))):
        argument, equals, value = part.partition("=")
        value = _unquoted(value.strip())
        before = arguments.get(argument.strip())
        if before is None:
            arguments[argument.strip()] = value if equals else True
        else:
            arguments[argument.strip()] = [*(before if isinstance(before, list) else [before]), value]
    return _compare(name, arguments)


def _unquoted(text: str) -> str:
    """Return a text without the quotation marks around it, which users write although shells do not need them here."""
    quoted = len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def compare_from_json(value: object) -> Compare:
    """Read a comparator from a schema: its name, or an object with its name and its arguments.

    >>> compare_from_json({"date": {"within": 2}}).arguments
    {'within': Fraction(2, 1)}
    """
    if isinstance(value, str):
        return compare_from_text(value)
    if not isinstance(value, Mapping) or len(value) != 1:
        raise UsageError('a comparator is a name or an object such as {"number": {"abs": 0.01}}')
    ((name, arguments),) = value.items()
    if name == "regex" and isinstance(arguments, str):
        arguments = {"pattern": arguments}
    if not isinstance(arguments, Mapping):
        raise UsageError(f"the arguments of {name} must be an object")
    return _compare(str(name), arguments)


def threshold(name: str, value: object) -> Fraction:
    """Read a threshold: a share of the whole, as a decimal."""
    number = _number(name, value)
    if not 0 < number <= 1:
        raise UsageError(f"{name}={value} is not between 0 and 1")
    return number


def _compare(name: str, arguments: Mapping[str, object]) -> Compare:
    if ":" not in name and name not in ARGUMENTS:
        close = get_close_matches(name, ARGUMENTS, 1)
        meant = f" (did you mean {close[0]!r}?)" if close else ""
        known = ", ".join(ARGUMENTS)
        raise UsageError(f"unknown comparator {name!r}{meant}; available: {known}, module:function")
    known_arguments = ARGUMENTS.get(name, frozenset()) | _THRESHOLDS
    for argument in arguments:
        if argument not in known_arguments:
            raise UsageError(
                f"the comparator {name} has no argument {argument!r}; it has {', '.join(sorted(known_arguments))}"
            )
    own = {key: _argument(key, value) for key, value in arguments.items() if key not in _THRESHOLDS}
    if name == "regex":
        _check_pattern(own.get("pattern"))
    least, full = [threshold(key, arguments[key]) if key in arguments else None for key in ("from", "at")]
    return Compare(name, own, least, full)


def _argument(name: str, value: object) -> object:
    if name in _NUMBERS:
        number = _number(name, value)
        if number < 0:
            raise UsageError(f"{name}={value} is negative")
        return number
    if name in _LISTS:
        return tuple(value) if isinstance(value, (list, tuple)) else (value,)
    if name == "pattern":
        return value
    return _switch(name, value)


def _switch(name: str, value: object) -> bool:
    """Read what text ignores: written alone, ``text(case)``, or with a value that says so."""
    if value in _SWITCHES:
        return _SWITCHES[value]
    raise UsageError(f"text({name}={value}): write text({name}) to ignore {name}")


def _number(name: str, value: object) -> Fraction:
    try:
        if isinstance(value, bool):
            raise ValueError(value)
        return Fraction(value if isinstance(value, (int, Fraction, Decimal)) else str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise UsageError(f"{name}={value} is not a number") from error


def _check_pattern(pattern: object) -> None:
    if not isinstance(pattern, str):
        raise UsageError("the comparator regex needs a pattern: regex(pattern)")
    try:
        re.compile(pattern)
    except re.error as error:
        raise UsageError(f"{pattern!r} is not a valid regular expression: {error}") from error
