"""Documents of spans: typed spans, and the tags they were read from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Annotated

from tallystick.dataclass import dataclass
from tallystick.formats.json.check import Check
from tallystick.formats.spans import Offsets
from tallystick.formats.tags.lenient import TagSpan, tag_type
from tallystick.formats.tags.sequence import TagSequence

__all__ = [
    "SpanDocument",
    "SpansOfType",
    "TaggedDocument",
    "TypedSpan",
    "common_length",
    "divide_by_type",
    "typed_spans",
]

#: A span as written in a file. ``[6, 5]`` has no token: a model may predict it, and it matches nothing.
Span = Annotated[
    Offsets,
    Check(lambda span: 0 <= span.left <= span.right + 1, "expected [left, right] with 0 ≤ left ≤ right"),
]


@dataclass(frozen=True, slots=True)
class TypedSpan:
    """A span with its type."""

    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class SpanDocument:
    """The spans of one document or sentence."""

    spans: tuple[TypedSpan, ...]


@dataclass(frozen=True, slots=True)
class TaggedDocument(SpanDocument):
    """A tagged sentence; its spans are those of the lenient reading."""

    sequence: TagSequence


@dataclass(frozen=True, slots=True)
class SpansOfType(SpanDocument):
    """The spans of one type: a part of a document under ``--by type``."""

    type: str


def common_length(gold: Offsets, pred: Offsets) -> int:
    """Return how many tokens two spans have in common; not positive if there are none."""
    return min(gold.right, pred.right) - max(gold.left, pred.left) + 1


def typed_spans(spans: Iterable[TagSpan]) -> tuple[TypedSpan, ...]:
    """Return the spans that tags mark."""
    return tuple([TypedSpan(kind, Offsets(left, right)) for kind, left, right in spans])


def divide_by_type(document: object) -> Mapping[str, SpansOfType]:
    """Divide a document by the types of its spans, and of its tags: not every reading makes spans of them all."""
    assert isinstance(document, SpanDocument)
    groups: defaultdict[str, list[TypedSpan]] = defaultdict(list)
    for span in document.spans:
        groups[span.type].append(span)
    if isinstance(document, TaggedDocument):
        for tag in document.sequence.tags:
            if tag != "O":
                groups[tag_type(tag)]
    return {name: SpansOfType(tuple(spans), name) for name, spans in groups.items()}
