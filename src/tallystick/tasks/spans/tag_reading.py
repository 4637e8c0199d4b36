"""How tags are read as spans: leniently, as other programs do, or strictly under a scheme."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tallystick.dataclass import dataclass
from tallystick.errors import OF_GOLD, OF_PRED, UNKNOWN, DataError, Problem, UsageError
from tallystick.formats.tags.lenient import TagSpan, lenient_spans
from tallystick.formats.tags.schemes import SCHEMES, foreign_tag, strict_spans, unfitting
from tallystick.formats.tags.sequence import TagSequence
from tallystick.lazy import imported
from tallystick.tally import Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Parameter, Scorer
from tallystick.tasks.spans.document import SpanDocument, SpansOfType, TaggedDocument, typed_spans

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import AnyRows

__all__ = ["TAG_PARAMETERS", "TagReading", "TagScorer", "both_sides", "part_type"]

TAG_PARAMETERS: Final = (
    Parameter(
        "tags", "auto", "how tags become spans: auto (every scheme, leniently), as seqeval, conlleval or nervaluate "
        "read them, or strict (drop tags that are malformed under --scheme)",
        choices=("auto", "seqeval", "conlleval", "nervaluate", "strict"),
    ),
    Parameter(
        "scheme", "any", "scheme of the tags: tags that do not fit it are warnings, or dropped under --tags strict",
        choices=("any", *SCHEMES),
    ),
)  # fmt: skip

_PROGRAMS: Final = {
    "seqeval": "tallystick.compat.seqeval.tags:seqeval_spans",
    "conlleval": "tallystick.compat.conlleval.tags:conlleval_spans",
}


@dataclass(frozen=True, slots=True)
class TagReading:
    """A way of reading tags."""

    name: str = "auto"
    scheme: str = "any"

    @classmethod
    def of(cls, options: Options) -> TagReading:
        """Return the reading for the options of a metric."""
        reading = cls(str(options["tags"]), str(options["scheme"]))
        if reading.name == "strict" and reading.scheme not in SCHEMES:
            raise UsageError(f"--tags strict needs a scheme: add --scheme with one of {', '.join(SCHEMES)}")
        return reading

    @property
    def is_default(self) -> bool:
        """Whether spans are those of the lenient reading, and there is nothing to report about the tags."""
        return self.name == "auto" and self.scheme == "any"

    def document(self, document: SpanDocument, side: str) -> SpanDocument:
        """Read a document of a side; one that was not read from tags stays as it is."""
        if self.name == "auto" or not isinstance(document, TaggedDocument):
            return document
        return SpanDocument(typed_spans(self._spans(document.sequence, side)))

    def _spans(self, sequence: TagSequence, side: str) -> list[TagSpan]:
        tags = sequence.tags
        if self.name in _PROGRAMS:
            read: Callable[[Sequence[str]], list[TagSpan]] = imported(_PROGRAMS[self.name])
            return read(tags)
        scheme = self.scheme if self.name == "strict" else "iob2"
        index = foreign_tag(tags, scheme)
        if index is not None:
            known = ", ".join((*SCHEMES[scheme], "O"))
            who = scheme.upper() if self.name == "strict" else "nervaluate"
            message = f"the tag {tags[index]} has a prefix that {who} does not support; it supports {known}"
            hint = None if self.name == "strict" else "leave out the preset to read every scheme"
            raise DataError(_of_side(sequence.problem(index, message, "tag-prefix", "error", hint), side))
        return strict_spans(tags, scheme) if self.name == "strict" else lenient_spans(tags)[0]

    def warnings(self, pair: PairAnalysis) -> list[Problem]:
        """Return what there is to say about the tags of both sides."""
        return [*self._warnings(pair.gold, OF_GOLD), *self._warnings(pair.pred, OF_PRED)]

    def _warnings(self, document: SpanDocument, side: str) -> Iterator[Problem]:
        """Yield warnings about tags that do not fit the scheme, or that the program misreads."""
        if not isinstance(document, TaggedDocument):
            return
        sequence = document.sequence
        if self.scheme in SCHEMES and self.name != "strict":
            for index in unfitting(sequence.tags, self.scheme):
                message = f"{sequence.tags[index]} is not well-formed in {self.scheme.upper()} here"
                yield _of_side(sequence.problem(index, message, "tag-scheme", "warning"), side)
        if self.name in _PROGRAMS and any(tag.startswith(("L-", "U-")) for tag in sequence.tags):
            message = "the tags L and U of BILOU are misread: they are read as tags inside spans"
            hint = "leave out the preset to read them correctly"
            yield Problem(message, self.name, hint=hint, code="tag-misread", level="warning")


def _of_side(problem: Problem, side: str) -> Problem:
    """For tags that are passed in Python, only the side is known."""
    return replace(problem, path=side) if problem.path == UNKNOWN else problem


def both_sides(pair: PairAnalysis, reading: TagReading) -> PairAnalysis:
    """Return the pair as its tags are to be read."""
    return pair if reading.name == "auto" else pair.once(_read, reading)


def _read(pair: PairAnalysis, reading: TagReading) -> PairAnalysis:
    """Read the tags of both sides; of a part, those of the whole: a step."""
    if pair.whole is None:
        return PairAnalysis(reading.document(pair.gold, OF_GOLD), reading.document(pair.pred, OF_PRED))
    whole = pair.whole.once(_read, reading)
    label = part_type(pair)
    return PairAnalysis(_only(whole.gold, label), _only(whole.pred, label), whole)


def part_type(pair: PairAnalysis) -> str:
    """Return the type of the spans in a part of two documents; one side may have none of it."""
    side = pair.gold if isinstance(pair.gold, SpansOfType) else pair.pred
    assert isinstance(side, SpansOfType)
    return side.type


def _only(document: SpanDocument, label: str) -> SpansOfType:
    return SpansOfType(tuple([span for span in document.spans if span.type == label]), label)


class TagScorer(Scorer):
    """A metric over spans that may have been read from tags."""

    def __init__(self, inner: Scorer, reading: TagReading) -> None:
        self.inner = inner
        self.tag_reading = reading
        self.reading = inner.reading

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched, with the tags read as the options say."""
        read = both_sides(pair, self.tag_reading)
        if read.whole is not None and not read.gold.spans and not read.pred.spans:
            # A type all of whose spans the reading drops is not a type of this item.
            return Tally(items=0, proved=0)
        return self.inner.count(read)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched, with the tags read as the options say."""
        return self.inner.explain(both_sides(pair, self.tag_reading))

    def rows(self, pair: PairAnalysis) -> AnyRows | None:
        """Return the alignment by rows, with the tags read as the options say."""
        return self.inner.rows(both_sides(pair, self.tag_reading))

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Return warnings about tags."""
        return self.tag_reading.warnings(pair)
