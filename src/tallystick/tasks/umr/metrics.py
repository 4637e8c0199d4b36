"""AnCast++, declared: four components of a document and their aggregate. All read one comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tallystick.errors import Problem, UsageError
from tallystick.formats.umr.document import UmrDocument
from tallystick.lazy import Lazy
from tallystick.limits import current, limited
from tallystick.tally import READ_SIDES, Alignment, Tally
from tallystick.tasks.base import Metric, Options, Scorer
from tallystick.tasks.graphs.ancast.metrics import ALIGNMENT, ANCHORS, CONVENTION, PAPER
from tallystick.tasks.graphs.overlap import OVERLAP
from tallystick.tasks.graphs.roles import EXCEPT, ONLY, ROLE_OPTIONS
from tallystick.tasks.umr.comparison import AGGREGATE, Comparison
from tallystick.tasks.umr.division import OneRelation
from tallystick.tasks.umr.explain.document import told
from tallystick.tasks.umr.overlap import in_common
from tallystick.tasks.umr.pairing import documents_of
from tallystick.tasks.umr.selection import EVERYTHING, Selection
from tallystick.tasks.umr.sentences import unaligned

__all__ = ["METRICS"]

_REFERENCE = "Sun, Chun, Xue: AnCast++: Document-Level Evaluation of Graph-based Meaning Representations"


#: The released program; loaded when asked for.
OTHER_STEPS: Lazy[Any] = Lazy(
    {
        "tallies": "tallystick.compat.ancast.umr:released_tallies",
        "remarks": "tallystick.compat.ancast.umr:released_remarks",
        "reading": "tallystick.compat.ancast.umr:RELEASED_READING",
    }
)


class Shared:
    """The last comparison under one choice of options, which serves all metrics."""

    __slots__ = ("anchors", "convention", "last", "overlap", "tallied")

    def __init__(self, convention: str, anchors: str, overlap: str) -> None:
        self.convention = convention
        self.anchors = anchors
        self.overlap = overlap
        self.last: tuple[UmrDocument, UmrDocument, Comparison | None] | None = None
        self.tallied: dict[Selection, Mapping[str, Tally]] = {}

    def _of(self, gold: UmrDocument, pred: UmrDocument) -> Comparison | None:
        """The comparison of two documents; None where the released program's numbers are asked for."""
        last = self.last
        if last is not None and last[0] is gold and last[1] is pred:
            return last[2]
        paper = self.convention == PAPER
        made = Comparison(*in_common(gold, pred, self.overlap), self.anchors) if paper else None
        self.last = gold, pred, made
        self.tallied = {}
        return made

    def tallies(self, gold: UmrDocument, pred: UmrDocument, selection: Selection) -> Mapping[str, Tally]:
        """The counts of all metrics."""
        comparison = self._of(gold, pred)
        known = self.tallied.get(selection)
        if known is None:
            if comparison is not None:
                known = comparison.tallies(selection)
            else:
                known = OTHER_STEPS["tallies"](*in_common(gold, pred, self.overlap))
            self.tallied[selection] = known
        return known

    def alignment(self, part: str, gold: UmrDocument, pred: UmrDocument, selection: Selection) -> Alignment:
        """What matched in two documents."""
        comparison = self._of(gold, pred)
        if comparison is None:
            raise UsageError(
                f"what convention={self.convention} counts is not explained; convention={PAPER} is"
            )
        return told(part, comparison, selection)


@cache
def _shared(convention: str, anchors: str, overlap: str) -> Shared:
    """One object for each choice of options, so that asking for five metrics costs one comparison."""
    return Shared(convention, anchors, overlap)


class DocumentScorer:
    """One of the metrics, its options settled."""

    def __init__(self, part: str, options: Options) -> None:
        self.part = part
        self.selection = Selection.of(options)
        convention = str(options[CONVENTION.name])
        if convention != PAPER and self.selection != EVERYTHING:
            raise UsageError(f"convention={convention} knows neither {ONLY.name} nor {EXCEPT.name}")
        self.shared = _shared(convention, str(options[ANCHORS.name]), str(options[OVERLAP.name]))
        self.reading = READ_SIDES if convention == PAPER else OTHER_STEPS["reading"]

    def _narrowed(self, gold: object, pred: object) -> tuple[UmrDocument, UmrDocument, Selection]:
        """The documents, and the relations that count: of a part of a document, one."""
        if not isinstance(gold, OneRelation) or not isinstance(pred, OneRelation):
            return *documents_of(gold, pred), self.selection
        if self.shared.convention != PAPER:
            raise UsageError(f"convention={self.shared.convention} knows no single relations")
        return gold.document, pred.document, self.selection.narrowed(gold.relation)

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document."""
        with limited(current().within(time_limit)):
            return self.shared.tallies(*self._narrowed(gold, pred))[self.part]

    def remarks(self, gold: object, pred: object) -> list[Problem]:
        """Missing alignments where they are to be the anchors; what the released program leaves out without a word."""
        if self.shared.convention != PAPER:
            remarks: list[Problem] = OTHER_STEPS["remarks"](*documents_of(gold, pred))
            return remarks
        return unaligned(*documents_of(gold, pred)) if self.shared.anchors == ALIGNMENT else []

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        with limited(current().within(time_limit)):
            return self.shared.alignment(self.part, *self._narrowed(gold, pred))


def _built(part: str) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        return DocumentScorer(part, options)

    return build


def _metric(part: str, summary: str, definition: str) -> Metric:
    name = "ancast++" if part == AGGREGATE else f"ancast++.{part}"
    return Metric(
        name, summary, _built(part), definition, _REFERENCE, (ANCHORS, CONVENTION, OVERLAP, *ROLE_OPTIONS)
    )


METRICS: tuple[Metric, ...] = (
    _metric(AGGREGATE, "sentences, modality, time and coreference together, each weighing as much as it counts",
            "Σ w·p(i) / Σ w over sentence relations, modal triples, nodes of temporal relations and of coreference "
            "(Equations 11–14)"),
    _metric("sentence", "labelled relations of the sentence graphs",
            "Σ s_c·|L ∩ L′| / Σ |L| over all sentences (Equations 1–4)"),
    _metric("modal", "modal triples", "triples in common / triples (Section 2.3)"),
    _metric("temporal", "temporal relations and all that follows from them",
            "TC²: of each cluster of nodes the share of its closed links that the other side has, weighed by its "
            "nodes (Equations 5, 6)"),
    _metric("coref", "coreference and subset relations and all that follows from them",
            "TC²: of each cluster of nodes the share of its closed links that the other side has, weighed by its "
            "nodes (Equations 5, 6)"),
)  # fmt: skip
