"""Scalars for display: on one line, and not too long."""

from __future__ import annotations

import json
import re

__all__ = ["shown_difference", "shown_value", "whole_value"]

#: Longer values are cut where they are shown.
_MOST_SIGNS = 60
#: How much of two long texts is shown before their first difference.
_BEFORE = 20
#: Text that looks like a number or a literal, or is empty, is shown in quotation marks.
_LITERALS = ("true", "false", "null")
_LIKE_ANOTHER_KIND = re.compile(r"|-?[0-9.]+([eE][+-]?[0-9]+)?|true|false|null")


def whole_value(value: object) -> str:
    """Return a scalar on one line.

    >>> whole_value("two\\nlines"), whole_value("12"), whole_value(12), whole_value(None)
    ('two lines', '"12"', '12', 'null')
    """
    kind = type(value)
    if kind is int or (kind is str and value.isalpha() and value not in _LITERALS):  # type: ignore[attr-defined]
        return str(value)  # Most values, as they are.
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = " ".join(str(value).split())
    return f'"{text}"' if isinstance(value, str) and _LIKE_ANOTHER_KIND.fullmatch(text) else text


def shown_value(value: object, most: int = _MOST_SIGNS) -> str:
    """Return a scalar on one line, cut after `most` characters."""
    return _cut(whole_value(value), 0, most)


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


def _cut(text: str, first: int, most: int) -> str:
    """Return at most `most` characters of a text; an ellipsis marks each cut."""
    text = f"…{text[first + 1 :]}" if first else text
    return text if len(text) <= most else f"{text[: most - 1]}…"
