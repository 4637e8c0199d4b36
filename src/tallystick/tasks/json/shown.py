# cython: language_level=3
"""Scalars for display: on one line, and not too long."""

from __future__ import annotations

import json
import re
from decimal import Decimal

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["first_values", "shown_difference", "shown_value", "whole_value"]

#: Longer values are cut where they are shown.
_MOST_SIGNS = 60
#: How much of two long texts is shown before their first difference.
_BEFORE = 20
#: Text that looks like a number or a literal, or is empty, is shown in quotation marks.
_LITERALS = ("true", "false", "null")
_LIKE_ANOTHER_KIND = re.compile(r"|-?[0-9.]+([eE][+-]?[0-9]+)?|true|false|null")


@cython.ccall
def whole_value(value: object) -> str:
    """Return a scalar on one line.

    >>> whole_value("two\\nlines"), whole_value("12"), whole_value(12), whole_value(None)
    ('two lines', '"12"', '12', 'null')
    """
    kind = type(value)
    if kind is str:
        words: str = value  # type: ignore[assignment]
        if _are_words(words) and words not in _LITERALS:
            return words
    elif kind is int or kind is Decimal:
        return str(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = " ".join(str(value).split())
    return f'"{text}"' if isinstance(value, str) and _LIKE_ANOTHER_KIND.fullmatch(text) else text


@cython.cfunc
def _are_words(text: str) -> cython.bint:
    """Whether a text is shown as it is, as far as that is cheap to see: it begins with a letter, and is on one line."""
    sign: cython.Py_UCS4
    after_space: cython.bint = False
    if not text or not text.isascii() or not text[0].isalpha():
        return False
    for sign in text:
        if sign < " " or sign == "\x7f" or (after_space and sign == " "):
            return False
        after_space = sign == " "
    return not after_space


@cython.ccall
def shown_value(value: object, most: cython.int = _MOST_SIGNS) -> str:
    """Return a scalar on one line, cut after `most` characters."""
    return _cut(whole_value(value), 0, most)


def first_values(value: object, most: int) -> list[str]:
    """Return the first scalars of a value, without nulls and empty texts.

    >>> first_values({"a": 1, "b": [{"c": "x", "d": ""}, None], "e": 2, "f": 3}, 3)
    ['1', 'x', '2']
    """
    shown: list[str] = []
    waiting: list[object] = [value]
    while waiting and len(shown) < most:
        here = waiting.pop()
        if isinstance(here, dict):
            waiting += reversed(here.values())
        elif isinstance(here, list):
            waiting += reversed(here)
        elif here is not None and here != "":
            shown.append(shown_value(here))
    return shown


def shown_difference(gold: object, pred: object, most: int = _MOST_SIGNS) -> tuple[str, str]:
    """Return two scalars that are not the same, on one line each: long texts from shortly before they differ.

    >>> same = "The total includes value added tax and is due "
    >>> shown_difference(f"{same}today", f"{same}tomorrow", 30)
    ('…d tax and is due today', '…d tax and is due tomorrow')
    >>> shown_difference("a  b", "a b")
    ('"a  b"', '"a b"')
    """
    texts = whole_value(gold), whole_value(pred)
    if texts[0] == texts[1]:
        # They differ in white space, or in the encoding of characters, which one line does not show.
        texts = _quoted(gold), _quoted(pred)
    pairs = enumerate(zip(*texts, strict=False))
    same = next((index for index, (own, other) in pairs if own != other), min(map(len, texts)))
    first = 0 if same <= most - _BEFORE else same - _BEFORE
    return _cut(texts[0], first, most), _cut(texts[1], first, most)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


@cython.cfunc
def _cut(text: str, first: cython.Py_ssize_t, most: cython.Py_ssize_t) -> str:
    """Return at most `most` characters of a text; an ellipsis marks each cut."""
    text = f"…{text[first + 1 :]}" if first else text
    return text if len(text) <= most else f"{text[: most - 1]}…"
