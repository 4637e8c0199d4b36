"""Text from files, made safe to print: control characters are escaped, so that data cannot drive a terminal."""

from __future__ import annotations

import csv
import io
import json
import re

__all__ = ["guarded_csv", "json_text", "one_line", "visible"]

#: Control characters (C0, DEL, C1), line and paragraph separators, marks that change the direction of text, half
#: surrogate pairs.
_CONTROLS = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_CONTROL = f"[{_CONTROLS}]"
_CONTROL_IN_LINES = f"(?!\n)[{_CONTROLS}]"
#: How a cell begins that a spreadsheet takes for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def visible(text: str, *, lines: bool = False) -> str:
    r"""Escape control characters; with `lines`, keep line breaks.

    >>> print(visible("a\x1b[31mb\n"))
    a\x1b[31mb\n
    """
    if text.isprintable():
        return text
    return re.sub(_CONTROL_IN_LINES if lines else _CONTROL, _escaped, text)


def one_line(text: str) -> str:
    """Text without line breaks, runs of spaces and control characters: ids may contain anything.

    >>> one_line("a\\n  b")
    'a b'
    """
    return visible(" ".join(text.split()))


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def json_text(value: object, *, indent: int | None = None) -> str:
    r"""Write JSON with every control character escaped, those too that JSON allows in strings.

    >>> print(json_text({"id": "é\x9b31m"}))
    {"id": "é\u009b31m"}
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    # The others are inside strings; line breaks are between values.
    return re.sub(_CONTROL_IN_LINES, lambda match: f"\\u{ord(match[0]):04x}", text)


def guarded_csv(text: str) -> str:
    """Put an apostrophe before cells that a spreadsheet would run as formulas. Numbers stay as they are.

    >>> print(guarded_csv('id,f1\\r\\n=1+2,-0.5'), end="")
    id,f1
    '=1+2,-0.5
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_guarded(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline="")))
    return stream.getvalue()


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
