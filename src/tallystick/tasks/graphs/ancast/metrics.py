"""The AnCast metrics, as declarations. All five read one alignment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from tallystick.dataclass import dataclass
from tallystick.errors import Problem, UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Reading, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric, Options, Parameter, Scorer
from tallystick.tasks.graphs.ancast.aligner import Aligned, align_alone
from tallystick.tasks.graphs.ancast.constants import CONSTANTS, PAPER_CONSTANTS, Constants
from tallystick.tasks.graphs.ancast.counts import counts
from tallystick.tasks.graphs.ancast.span_anchors import unaligned
from tallystick.tasks.graphs.common import graphs_of
from tallystick.tasks.graphs.roles import ROLE_OPTIONS, Roles, narrow, role_filter, roles_of
from tallystick.tasks.graphs.to_triples import REIFICATION

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import WrittenRows

__all__ = ["ANCHORS", "CONVENTION", "METHODS", "METRICS", "PAPER", "constants_of"]

PAPER = "paper"
RELEASED = "ancast-0.1.1"
RELEASED_UMR = "ancast-0.1.1-umr"

ALIGNMENT = "alignment"

ANCHORS = Parameter(
    "anchors", "lemma", "first anchors: nodes with the same lemma, or with the same tokens if both "
    "graphs are aligned to tokens", choices=("lemma", ALIGNMENT),
)  # fmt: skip
CONVENTION = Parameter(
    "convention", PAPER, "follow the paper, or the released program and its departures from the paper",
    choices=(PAPER, RELEASED, RELEASED_UMR),
)  # fmt: skip


class Explainer(Protocol):
    """Lists the parts that an alignment matched."""

    def of(self, metric: str) -> Alignment:
        """The parts that a metric counts, in words."""

    def rows(self, metric: str) -> WrittenRows | None:
        """The same by rows; None if the parts have none."""


class Method(Protocol):
    """A way to compute AnCast: the paper's, or that of a program."""

    def align(self, gold: Graph, pred: Graph, anchors: str, constants: Constants) -> Any:
        """Align two graphs."""

    def counts(self, aligned: Any) -> Mapping[str, Tally]:
        """Count what an alignment is worth under each metric."""

    def explainer(self, aligned: Any) -> Explainer:
        """Return what lists the parts that an alignment matched, for each metric."""

    def reading(self, metric: str) -> Reading:
        """Tell how the tallies of a metric are read."""


class PaperMethod:
    """AnCast as the paper defines it."""

    def align(self, gold: Graph, pred: Graph, anchors: str, constants: Constants) -> Aligned:
        """Align two graphs (Section 2.2)."""
        return align_alone(gold, pred, anchors, constants)

    def counts(self, aligned: Aligned) -> Mapping[str, Tally]:
        """Count what an alignment is worth (Section 2.3)."""
        return counts(aligned)

    def explainer(self, aligned: Aligned) -> Explainer:
        """Return what lists the matched parts; each note says in which round its nodes were aligned."""
        from tallystick.tasks.graphs.ancast.explain import AlignedParts  # few runs explain anything

        return AlignedParts(aligned)

    def reading(self, metric: str) -> Reading:
        """Tell how the tallies of a metric are read; the weights of Equation 24 are each side's own."""
        return READ_SIDES if metric == "weighted" else READ_RATIOS


#: The methods by convention; those of other programs are loaded on demand.
METHODS: Lazy[Method] = Lazy(
    {
        PAPER: f"{__name__}:PAPER_METHOD",
        RELEASED: "tallystick.compat.ancast.method:RELEASED",
        RELEASED_UMR: "tallystick.compat.ancast.method:RELEASED_UMR",
    }
)
PAPER_METHOD = PaperMethod()


@dataclass(frozen=True, slots=True)
class GraphChanges:
    """Changes to graphs before they are aligned."""

    only: Roles
    without: Roles
    reify: bool
    dereify: bool

    @classmethod
    def of(cls, options: Options) -> GraphChanges:
        """The changes that options ask for."""
        reify, dereify = (options.get(parameter.name) == "yes" for parameter in REIFICATION)
        return cls(roles_of(options, "only"), roles_of(options, "except"), reify, dereify)

    def of_graph(self, graph: Graph) -> Graph:
        """Return a changed graph: only roles that count, then frames as roles or roles as frames."""
        counts_role = role_filter({"only": self.only, "except": self.without})
        graph = graph if counts_role is None else narrow(graph, counts_role)
        if not self.reify and not self.dereify:
            return graph
        from tallystick.tasks.graphs.rewriting import rewritten  # few runs ask for it

        return rewritten(graph, reify=self.reify, dereify=self.dereify)


def _changed(pair: PairAnalysis, changes: GraphChanges) -> tuple[Graph, Graph]:
    """Change the graphs as options ask for: a step."""
    gold, pred = graphs_of(pair)
    return changes.of_graph(gold), changes.of_graph(pred)


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """How graphs are aligned. Equal ways are one object, which a step looks up by its identity."""

    convention: str
    anchors: str
    constants: Constants
    changes: GraphChanges


_way = cache(_Way)


def _aligned(pair: PairAnalysis, way: _Way) -> Any:
    """Align the graphs: a step that the five metrics share."""
    return METHODS[way.convention].align(*pair.once(_changed, way.changes), way.anchors, way.constants)


def _counted(pair: PairAnalysis, way: _Way) -> Mapping[str, Tally]:
    """Count for all five metrics: a step."""
    return METHODS[way.convention].counts(pair.once(_aligned, way))


def _explainer(pair: PairAnalysis, way: _Way) -> Explainer:
    """Prepare the explanations of all five metrics: a step."""
    return METHODS[way.convention].explainer(pair.once(_aligned, way))


class AncastScorer(Scorer):
    """One of the metrics, with fixed options."""

    def __init__(self, metric: str, options: Options) -> None:
        self.metric = metric
        convention = str(options[CONVENTION.name])
        constants = constants_of(options, convention)
        changes = GraphChanges.of(options)
        if convention != PAPER and (changes.reify or changes.dereify):
            raise UsageError(f"convention={convention} reads graphs as they are written, without reification")
        self.way = _way(convention, str(options[ANCHORS.name]), constants, changes)
        self.reading = METHODS[convention].reading(metric)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what the alignment is worth."""
        return pair.once(_counted, self.way)[self.metric]

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what the alignment matched."""
        return pair.once(_explainer, self.way).of(self.metric)

    def rows(self, pair: PairAnalysis) -> WrittenRows | None:
        """List the same by rows."""
        return pair.once(_explainer, self.way).rows(self.metric)

    def remarks(self, pair: PairAnalysis) -> list[Problem]:
        """Warn if tokens are the anchors and a graph is not aligned to any."""
        if self.way.anchors != ALIGNMENT or self.way.convention != PAPER:
            return []
        return unaligned(*pair.once(_changed, self.way.changes))


def _built(metric: str) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        return AncastScorer(metric, options)

    return build


def constants_of(options: Options, convention: str) -> Constants:
    """The constants that options ask for; a program has its own."""
    constants = Constants.of(options)
    if convention != PAPER and constants != PAPER_CONSTANTS:
        names = ", ".join(parameter.name for parameter in CONSTANTS)
        raise UsageError(
            f"convention={convention} has its own constants: {names} apply to the paper's method only"
        )
    return constants


#: Signatures name it only where it is requested.
_REIFICATION = tuple(replace(parameter, tacit=True) for parameter in REIFICATION)


def _metric(name: str, summary: str, definition: str) -> Metric:
    return Metric(
        f"ancast.{name}",
        summary,
        _built(name),
        definition,
        "Sun and Xue (2024)",
        (ANCHORS, CONVENTION, *CONSTANTS, *_REIFICATION, *ROLE_OPTIONS),
        standard=True,
    )


METRICS: tuple[Metric, ...] = (
    _metric("concept", "similarity of aligned nodes", "Σ S(v, M(v)) / |V| (Equations 15, 16)"),
    _metric("relation", "labelled relations between aligned nodes",
            "Σ s_c·|L ∩ L′| / Σ |L| (Equations 17–22)"),
    _metric("unlabeled", "relations between aligned nodes, whatever their label",
            "Σ s_c·min(|L|, |L′|) / Σ |L| (Equation 23)"),
    _metric("weighted", "labelled relations, weighted by the number of nodes below their ends",
            "Σ w·s_c·|L ∩ L′| / Σ w·|L|, w = √(d₁·d₂) + 1 (Equations 24–26)"),
    _metric("smatch", "Smatch triples under the alignment of AnCast",
            "matched triples / triples (Section 2.3.1)"),
)  # fmt: skip
