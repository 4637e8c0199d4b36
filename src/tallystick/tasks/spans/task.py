"""Typed spans: named entities and the like."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact, similarity
from tallystick.dataclass import dataclass
from tallystick.formats.choice import FormatChoice
from tallystick.formats.columns.iob import IobColumns, looks_like_iob, may_be_iob
from tallystick.formats.json.choice import json_lines
from tallystick.formats.json.spans import Span
from tallystick.formats.spans import Offsets
from tallystick.tasks.base import Build, Metric, Task, always
from tallystick.tasks.records.common import REFERENCE, divided, example_files
from tallystick.tasks.records.hierarchy import TYPE_PARAMETERS, type_similarity

__all__ = ["TASK", "SpanDocument", "TypedSpan"]


@dataclass(frozen=True, slots=True)
class TypedSpan:
    """A span with its type."""

    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class SpanDocument:
    """The spans of one document or sentence."""

    spans: tuple[TypedSpan, ...]


def _from_columns(spans: Sequence[tuple[str, int, int]], _tokens: Sequence[str]) -> SpanDocument:
    return SpanDocument(tuple(TypedSpan(kind, Offsets(left, right)) for kind, left, right in spans))


def _overlap_credit(gold: Offsets, pred: Offsets) -> float:
    if gold == pred:
        return 1.0
    return 0.5 if gold.left <= pred.right and pred.left <= gold.right else 0.0


#: 1 for the same boundaries, ½ for any common token.
partly = similarity(_overlap_credit, peaked=True)


def _spans(**fields: Similarity) -> Similarity:
    return record(SpanDocument, spans=bag(record(TypedSpan, **fields)))


def _typed(span: Similarity) -> Build:
    """The builder of a metric of types and spans."""
    return lambda options: _spans(type=type_similarity(options), span=span)


TASK = Task(
    name="spans",
    summary="typed spans of tokens, such as named entities",
    formats=(
        json_lines(SpanDocument, "spans", frozenset({"type", "span"})),
        FormatChoice(
            IobColumns(_from_columns), looks_like_iob, "columns with IOB1, IOB2, IOBES or BILOU tags",
            accepts=may_be_iob,
        ),
    ),
    metrics=(
        Metric("span", "same type, same boundaries", _typed(exact),
               "F↔[δ type × δ span]", REFERENCE, TYPE_PARAMETERS),
        Metric("span-boundary", "same boundaries, whatever the type", always(_spans(span=exact)),
               "F↔[δ span]", REFERENCE),
        Metric("span-partial", "same type; 1 for the same boundaries, ½ for an overlap",
               _typed(partly), "F↔[δ type × (1 if equal, ½ if they overlap)]", REFERENCE, TYPE_PARAMETERS),
        Metric("span-type", "same type and any overlap", _typed(partly > 0),
               "F↔[δ type × ⟦they overlap⟧]", REFERENCE, TYPE_PARAMETERS),
    ),
    empty=lambda: SpanDocument(()),
    divisions={"type": divided(SpanDocument, "spans", "type")},
    example=example_files("spans"),
)  # fmt: skip
