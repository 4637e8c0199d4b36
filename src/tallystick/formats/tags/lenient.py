"""Tags as spans, whatever their scheme: IOB1, IOB2, IOBES and BILOU need not be distinguished.

``B`` begins a span, ``I`` continues a span of its type or else begins one (IOB1), ``E`` and ``L`` end one, ``S`` and
``U`` are spans of one token.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

__all__ = ["TAG", "TAG_HINT", "Flaw", "TagSpan", "is_tag", "lenient_spans", "split_tag", "tag_type"]

TAG = re.compile(r"O|[BIESLU]-\S.*", re.DOTALL)
TAG_HINT = "a tag is O, or one of B I E S L U, a hyphen and a type: B-PER"

#: Type, first token, last token.
TagSpan = tuple[str, int, int]


class Flaw(NamedTuple):
    """A tag that fits no scheme, and how it is read."""

    position: int
    code: str
    message: str


@lru_cache(maxsize=65_536)
def split_tag(tag: str) -> tuple[str, str]:
    """Return the prefix and the type of a tag; the type is everything after the first hyphen, empty for ``O``.

    >>> split_tag("B-PER"), split_tag("I-A-B"), split_tag("O")
    (('B', 'PER'), ('I', 'A-B'), ('O', ''))
    """
    prefix, _, kind = tag.partition("-")
    return prefix, kind


@lru_cache(maxsize=65_536)
def is_tag(tag: str) -> bool:
    """Whether a text is a tag: ``O``, or a prefix and a type.

    >>> is_tag("B-PER"), is_tag("PER")
    (True, False)
    """
    return TAG.fullmatch(tag) is not None


def tag_type(tag: str) -> str:
    """Return the type of a tag; empty for ``O``."""
    return split_tag(tag)[1]


def lenient_spans(tags: Sequence[str]) -> tuple[list[TagSpan], list[Flaw]]:
    """Return the spans of a sentence, and the tags that fit no scheme.

    >>> lenient_spans(["B-PER", "I-PER", "O", "I-LOC"])
    ([('PER', 0, 1), ('LOC', 3, 3)], [])
    """
    spans: list[TagSpan] = []
    flaws: list[Flaw] = []
    open_type: str | None = None
    start = 0
    for index, tag in enumerate(tags):
        if tag == "O":
            if open_type is not None:
                spans.append((open_type, start, index - 1))
                open_type = None
            continue
        prefix, kind = split_tag(tag)
        if open_type != kind or prefix in "BSU":
            if open_type is not None:
                spans.append((open_type, start, index - 1))
            if prefix == "I" and open_type is not None:
                message = (
                    f"{tag} follows a span of type {open_type}: it is read as the beginning of a new span"
                )
                flaws.append(Flaw(index, "iob-type", message))
            elif prefix in "EL":
                message = f"{tag} ends a span that never began: it is read as a span of one token"
                flaws.append(Flaw(index, "iob-end", message))
            open_type, start = kind, index
        if prefix in "ELSU":
            spans.append((kind, start, index))
            open_type = None
    if open_type is not None:
        spans.append((open_type, start, len(tags) - 1))
    return spans, flaws
