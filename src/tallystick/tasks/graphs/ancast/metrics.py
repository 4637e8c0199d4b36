"""The AnCast metrics, as declarations. All five read one alignment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tallystick.errors import Problem, UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.limits import current, limited
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Tally
from tallystick.tasks.base import Metric, Options, Parameter, Scorer
from tallystick.tasks.graphs.ancast.aligner import align_alone
from tallystick.tasks.graphs.ancast.anchors import unaligned
from tallystick.tasks.graphs.ancast.counts import counts
from tallystick.tasks.graphs.ancast.explain import parts
from tallystick.tasks.graphs.roles import ROLE_OPTIONS, Roles, narrow, role_filter, roles_of

__all__ = ["ANCHORS", "CONVENTION", "METRICS", "PAPER"]

PAPER = "paper"
RELEASED = "ancast-0.1.1"
RELEASED_UMR = "ancast-0.1.1-umr"

ALIGNMENT = "alignment"

ANCHORS = Parameter(
    "anchors", "lemma", "what makes two nodes surely the same: their lemma, or their tokens where both "
    "graphs are aligned to tokens", choices=("lemma", ALIGNMENT),
)  # fmt: skip
CONVENTION = Parameter(
    "convention", PAPER, "follow the paper, or the released program and its departures from the paper",
    choices=(PAPER, RELEASED, RELEASED_UMR),
)  # fmt: skip


#: The released program, step by step; loaded when asked for.
OTHER_STEPS: Lazy[Any] = Lazy(
    {
        "align": "tallystick.compat.ancast.alignment:align_released",
        "counts": "tallystick.compat.ancast.counts:released_counts",
        "explain": "tallystick.compat.ancast.explain:released_parts",
        "reading": "tallystick.compat.ancast.counts:READ_RELEASED",
    }
)


class Shared:
    """The alignments under one choice of options; the counts of the last pair serve the other metrics."""

    __slots__ = ("anchors", "convention", "last", "roles")

    def __init__(self, convention: str, anchors: str, only: Roles, without: Roles) -> None:
        self.convention = convention
        self.anchors = anchors
        self.roles = role_filter({"only": only, "except": without})
        self.last: tuple[object, object, Mapping[str, Tally]] | None = None

    def counts(self, gold: object, pred: object) -> Mapping[str, Tally]:
        """The tallies of all metrics for one pair of graphs."""
        last = self.last
        if last is not None and last[0] is gold and last[1] is pred:
            return last[2]
        if self.convention == PAPER:
            result = counts(align_alone(self.graph(gold), self.graph(pred), self.anchors))
        else:
            result = OTHER_STEPS["counts"](self.released(gold, pred))
        self.last = gold, pred, result
        return result

    def alignment(self, metric: str, gold: object, pred: object) -> Alignment:
        """What matched in one pair of graphs."""
        if self.convention == PAPER:
            return parts(metric, align_alone(self.graph(gold), self.graph(pred), self.anchors))
        explained: Alignment = OTHER_STEPS["explain"](self.released(gold, pred))
        return explained

    def released(self, gold: object, pred: object) -> object:
        """The alignment of the released program."""
        return OTHER_STEPS["align"](self.graph(gold), self.graph(pred), umr=self.convention == RELEASED_UMR)

    def graph(self, value: object) -> Graph:
        """A graph with the roles that count."""
        if not isinstance(value, Graph):
            raise UsageError(f"graphs are compared here, not {type(value).__name__}")
        return value if self.roles is None else narrow(value, self.roles)


@cache
def _shared(convention: str, anchors: str, only: Roles, without: Roles) -> Shared:
    """One object for each choice of options, so that asking for five metrics costs one alignment."""
    return Shared(convention, anchors, only, without)


class AncastScorer:
    """One of the metrics, its options settled."""

    def __init__(self, metric: str, convention: str, anchors: str, only: Roles, without: Roles) -> None:
        self.metric = metric
        self.shared = _shared(convention, anchors, only, without)
        # The weights of Equation 24 are each side's own.
        self.reading = READ_SIDES if metric == "weighted" else READ_RATIOS
        if convention != PAPER and metric != "concept":
            self.reading = READ_SIDES if metric == "smatch" else OTHER_STEPS["reading"]

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one item."""
        if time_limit is None:
            return self.shared.counts(gold, pred)[self.metric]
        with limited(current().within(time_limit)):
            return self.shared.counts(gold, pred)[self.metric]

    def remarks(self, gold: object, pred: object) -> list[Problem]:
        """A warning where tokens are to be the anchors and a graph is not aligned to any."""
        if self.shared.anchors != ALIGNMENT or self.shared.convention != PAPER:
            return []
        return unaligned(self.shared.graph(gold), self.shared.graph(pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one item; each note says in which round its nodes were aligned."""
        with limited(current().within(time_limit)):
            return self.shared.alignment(self.metric, gold, pred)


def _built(metric: str) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        only, without = roles_of(options, "only"), roles_of(options, "except")
        return AncastScorer(metric, str(options["convention"]), str(options["anchors"]), only, without)

    return build


def _metric(name: str, summary: str, definition: str) -> Metric:
    return Metric(
        f"ancast.{name}",
        summary,
        _built(name),
        definition,
        "Sun and Xue (2024)",
        (ANCHORS, CONVENTION, *ROLE_OPTIONS),
        standard=True,
    )


METRICS: tuple[Metric, ...] = (
    _metric("concept", "similarity of aligned nodes", "Σ S(v, M(v)) / |V| (Equations 15, 16)"),
    _metric("relation", "labelled relations between aligned nodes",
            "Σ s_c·|L ∩ L′| / Σ |L| (Equations 17–22)"),
    _metric("unlabeled", "relations between aligned nodes, whatever their label",
            "Σ s_c·min(|L|, |L′|) / Σ |L| (Equation 23)"),
    _metric("weighted", "labelled relations, those above many nodes weighing more",
            "Σ w·s_c·|L ∩ L′| / Σ w·|L|, w = √(d₁·d₂) + 1 (Equations 24–26)"),
    _metric("smatch", "the triples of smatch under this alignment",
            "matched triples / triples (Section 2.3.1)"),
)  # fmt: skip
