"""The texts of two items: they must be the same, and must contain all spans."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from tallystick.errors import Problem
from tallystick.formats.base import Item
from tallystick.formats.spans import Located
from tallystick.formats.texts import OUTSIDE, text_problem, texts_differ, words_differ

__all__ = ["outside_text", "text_problems"]

_COLLECTIONS: Final = (tuple, list, set, frozenset)


def text_problems(gold: Item, pred: Item, tokens_hint: str = "") -> list[Problem]:
    """Compare the texts of two items, and the spans of each with its own text.

    Different tokens are an error if `tokens_hint` says what to do about it.
    """
    if gold.text is None and pred.text is None and gold.words is None and pred.words is None:
        return []
    different = _different(gold, pred)
    if tokens_hint and gold.words is not None and pred.words is not None:
        different = [replace(problem, level="error", hint=tokens_hint) for problem in different]
    return [*different, *outside_text(gold), *outside_text(pred)]


def _different(gold: Item, pred: Item) -> list[Problem]:
    location = f"{gold.path}:{gold.line}" if gold.line else gold.path
    message = None
    if gold.words is not None and pred.words is not None:
        message = words_differ(gold.words, pred.words, location)
    elif gold.text is not None and pred.text is not None:
        message = texts_differ(gold.text, pred.text, location)
    return [text_problem(message, pred.path, pred.line, pred.id)] if message else []


def outside_text(item: Item) -> list[Problem]:
    """Find the spans of an item that end beyond its text, and report the first one with a count.

    Spans count tokens. If an item has a text and no tokens, spans may also count characters, so only spans beyond all
    characters are certainly wrong.
    """
    if item.words is not None:
        length, unit = len(item.words), "tokens"
    elif item.text is not None:
        length, unit = len(item.text), "characters"
    else:
        return []
    beyond = [span for span in _spans(item.value) if span.last_token >= length]
    if not beyond:
        return []
    more = f"; {len(beyond)} spans do" if len(beyond) > 1 else ""
    message = f"the span {_shown(beyond[0])} ends beyond the text of {length} {unit}{more}"
    return [Problem(message, item.path, item.line, 1, item.id, None, OUTSIDE, "warning")]


def _spans(value: Any) -> Iterator[Located]:
    """All spans in a value, however deep."""
    cls: type = type(value)
    names = _parts(cls)
    if names is None:
        yield value
    elif isinstance(value, _COLLECTIONS):
        for part in value:
            yield from _spans(part)
    else:
        for name in names:
            yield from _spans(getattr(value, name))


@lru_cache(maxsize=1024)
def _parts(cls: type) -> tuple[str, ...] | None:
    """The fields of a class that may have spans; None if it is a span. Cached: there may be millions of spans."""
    names = tuple([part.name for part in dataclasses.fields(cls)]) if dataclasses.is_dataclass(cls) else ()
    return None if hasattr(cls, "last_token") or "last_token" in names else names


def _shown(span: object) -> str:
    return str(list(span)) if isinstance(span, tuple) else str(span)
