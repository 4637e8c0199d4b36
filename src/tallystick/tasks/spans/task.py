"""Typed spans: named entities and similar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tallystick.core.derive import record
from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.errors import Problem, UsageError
from tallystick.formats.choice import FormatChoice
from tallystick.formats.columns.iob import IobColumns, looks_like_iob, may_be_iob
from tallystick.formats.json.choice import description
from tallystick.formats.spans import CharacterSpan, Offsets
from tallystick.formats.tags.lenient import TagSpan
from tallystick.formats.tags.sequence import TagSequence
from tallystick.tasks.base import Build, Metric, Options, Parameter, Scorer, Task, always
from tallystick.tasks.records.common import REFERENCE, example_files
from tallystick.tasks.records.hierarchy import TYPE_PARAMETERS, type_similarity
from tallystick.tasks.scorer import AlgebraScorer
from tallystick.tasks.spans.accuracy import TagAccuracy
from tallystick.tasks.spans.document import (
    SpanDocument,
    TaggedDocument,
    TypedSpan,
    common_length,
    divide_by_type,
    typed_spans,
)
from tallystick.tasks.spans.forms import accept
from tallystick.tasks.spans.lines import SpanLines, may_be_tagged, recognises
from tallystick.tasks.spans.presets import PRESETS
from tallystick.tasks.spans.rows import gather
from tallystick.tasks.spans.scorer import SpanScorer
from tallystick.tasks.spans.tag_reading import TAG_PARAMETERS, TagReading, TagScorer

__all__ = ["TASK", "SpanDocument", "TypedSpan"]

_SEMEVAL: Final = "Segura-Bedmar, Martínez, Herrero-Zazo (2013): SemEval-2013 Task 9"


def _tagged(spans: Sequence[TagSpan], sequence: TagSequence) -> TaggedDocument:
    return TaggedDocument(typed_spans(spans), sequence)


def _overlap_credit(gold: Offsets, pred: Offsets) -> float:
    if gold == pred:
        return 1.0
    return 0.5 if common_length(gold, pred) > 0 else 0.0


#: 1 for the same boundaries, ½ for any common token.
partly = similarity(_overlap_credit, peaked=True)


def _spans(**fields: Similarity) -> Similarity:
    return record(SpanDocument, spans=bag(record(TypedSpan, **fields)))


def _with_tags(scorer: AlgebraScorer, options: Options) -> Scorer:
    """A metric of spans, with tags read as the options say."""
    reading = TagReading.of(options)
    return scorer if reading.is_default else TagScorer(scorer, reading)


def _typed(span: Similarity) -> Build:
    """The builder of a metric of types and spans."""

    def build(options: Options) -> Scorer:
        types = type_similarity(options)
        compared = _spans(type=types, span=span)
        # Types in a hierarchy have alignments of their own.
        plain = types is exact
        scorer = SpanScorer(compared, "keys" if span is exact else None) if plain else AlgebraScorer(compared)
        return _with_tags(scorer, options)

    return build


def _boundaries(options: Options) -> Scorer:
    return _with_tags(SpanScorer(_spans(span=exact), "ends"), options)


_CATEGORY_PARAMETERS: Final = (
    Parameter("pairing", "optimal", "how spans are paired: optimal, or greedy as in nervaluate, which scores every "
              "type alone under --by type", choices=("optimal", "greedy")),
    Parameter("min-overlap", 0.0, "minimum overlap of two spans in percent of the gold span; 0: one token", kind=float,
              least=0),
)  # fmt: skip


def _categories(metric: str) -> Build:
    """The builder of a metric of the categories of MUC."""

    def build(options: Options) -> Scorer:
        # Imported here: the metrics are not in the standard set.
        from tallystick.tasks.spans.categories import CategoryScorer, Pairing

        percent = float(str(options["min-overlap"]))
        if not percent <= 100:
            raise UsageError(f"min-overlap={percent:g} is more than 100 percent of a span")
        pairing = Pairing(metric, str(options["pairing"]), percent)
        return CategoryScorer(pairing, TagReading.of(options))

    return build


def _coverage(gold: object, pred: object) -> Mapping[str, int]:
    """How many tags were read as spans, and how many of them fit no scheme."""
    sequences = [side.sequence for side in (gold, pred) if isinstance(side, TaggedDocument)]
    if not sequences:
        return {}
    malformed = sum(len(sequence.flaws) for sequence in sequences)
    return {"tags": sum(map(len, sequences)), "tags_malformed": malformed}


def _empty_spans(document: object) -> Iterator[Problem]:
    """Yield warnings about spans without a token."""
    assert isinstance(document, SpanDocument)
    for span in document.spans:
        if span.span.right < span.span.left:
            message = f"the span {list(span.span)} ends before it starts and overlaps nothing"
            yield Problem(message, code="empty-span", level="warning")


def _remarks(gold: object, pred: object) -> Sequence[Problem]:
    """Reject two sides whose spans do not count the same things."""
    if isinstance(gold, TaggedDocument) and isinstance(pred, TaggedDocument):
        golds, preds = len(gold.sequence), len(pred.sequence)
        if golds != preds:
            message = f"expected {golds} tags, as in the gold, not {preds}"
            return [Problem(message, code="tag-number", hint="tag the same tokens on both sides")]
    units = [_unit(side) for side in (gold, pred)]
    if "characters" in units and "tokens" in units:
        message = "the spans of one side count characters, those of the other side tokens"
        hint = "pass both sides in the same form: the character positions of tokens are not known"
        return [Problem(message, code="span-unit", hint=hint)]
    return [*_empty_spans(gold), *_empty_spans(pred)]


def _unit(document: object) -> str | None:
    """The unit of the spans of a document; None if it is unknown."""
    assert isinstance(document, SpanDocument)
    if isinstance(document, TaggedDocument):
        return "tokens"
    if not document.spans:
        return None
    return "characters" if isinstance(document.spans[0].span, CharacterSpan) else "tokens"


_SPAN_PARAMETERS: Final = (*TYPE_PARAMETERS, *TAG_PARAMETERS)

TASK = Task(
    name="spans",
    summary="typed spans of tokens, such as named entities",
    formats=(
        FormatChoice(SpanLines(), recognises, description("spans"), accepts=may_be_tagged),
        FormatChoice(
            IobColumns(_tagged), looks_like_iob, "columns with IOB1, IOB2, IOBES or BILOU tags",
            accepts=may_be_iob,
        ),
    ),
    metrics=(
        Metric("span", "same type, same boundaries", _typed(exact),
               "F↔[δ type × δ span]", REFERENCE, _SPAN_PARAMETERS),
        Metric("span-boundary", "same boundaries, whatever the type", _boundaries,
               "F↔[δ span]", REFERENCE, TAG_PARAMETERS),
        Metric("span-partial", "same type; 1 for the same boundaries, ½ for an overlap",
               _typed(partly), "F↔[δ type × (1 if equal, ½ if they overlap)]", REFERENCE, _SPAN_PARAMETERS),
        Metric("span-type", "same type and any overlap", _typed(partly > 0),
               "F↔[δ type × ⟦they overlap⟧]", REFERENCE, _SPAN_PARAMETERS),
        *(
            Metric(f"ner-{name}", summary, _categories(name), definition, _SEMEVAL,
                   (*TAG_PARAMETERS, *_CATEGORY_PARAMETERS), standard=False,
                   asymmetric="the minimum overlap is a share of the gold span")
            for name, summary, definition in (
                ("strict", "five counts; correct: same type, same boundaries",
                 "(correct + ½ partial) / actual, / possible"),
                ("exact", "five counts; correct: same boundaries", "(correct + ½ partial) / actual, / possible"),
                ("partial", "five counts; correct: same boundaries; partial: any overlap",
                 "(correct + ½ partial) / actual, / possible"),
                ("type", "five counts; correct: same type and any overlap",
                 "(correct + ½ partial) / actual, / possible"),
            )
        ),
        Metric("tag-accuracy", "share of tokens with the right tag", always(TagAccuracy()),
               "equal tags / tokens", standard=False, undefined=lambda _options: "no item has tags"),
    ),
    empty=lambda: SpanDocument(()),
    divisions={"type": divide_by_type},
    presets=PRESETS,
    accept=accept,
    gather=gather,
    bulk="tallystick.tasks.spans.bulk:count_tags",
    coverage=_coverage,
    inspect=_empty_spans,
    remarks=_remarks,
    typology="tallystick.tasks.spans.error_kinds:ERRORS",
    view="tallystick.tasks.spans.page_view:VIEW",
    example=example_files("spans"),
    labels="tallystick.tasks.spans.labels:labels_of",
)  # fmt: skip
