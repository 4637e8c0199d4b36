"""The metrics over document graphs, declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.tally import READ_RATIOS, Alignment, Tally
from tallystick.tasks.base import Metric, Options, Parameter, Scorer
from tallystick.tasks.docamr.docsmatch import align_documents, align_for_coreference
from tallystick.tasks.docamr.explain import explain_coreference
from tallystick.tasks.docamr.overlap import in_common
from tallystick.tasks.docamr.sentence_map import SentenceMap, load_sentence_map, renamed
from tallystick.tasks.docamr.views import DocumentView, default_view, reentrancies
from tallystick.tasks.graphs.overlap import COMMON, OVERLAP
from tallystick.tasks.graphs.scoring import written_sides
from tallystick.tasks.graphs.smatch import explain_triples

__all__ = ["METRICS"]

PAPER, RELEASED = "paper", "docamr-0.1.1"
_REFERENCE = "Naseem et al. (2022): DocAMR: Multi-Sentence AMR Representation and Evaluation"

CONVENTION = Parameter(
    "convention", PAPER, "sentences of nodes and counted items from the graph alone, or as docAMR 0.1.1 finds them, "
    "which depends on the layout of the text", choices=(PAPER, RELEASED),
)  # fmt: skip
SENTENCE_MAP = Parameter(
    "sentence-map", None, "a table of sentences that belong together, for documents that were split differently: "
    "gold<TAB>pred, several joined by commas", load=load_sentence_map,
    fingerprint=lambda value: value.fingerprint if isinstance(value, SentenceMap) else "none",
)  # fmt: skip

#: How other programs see a document graph; loaded when asked for.
OTHER_VIEWS: Lazy[Callable[[Graph], DocumentView]] = Lazy(
    {RELEASED: "tallystick.compat.docamr.view:released_view"}
)

Views = Callable[[object, object], tuple[DocumentView, DocumentView]]


def _views(options: Options) -> Views:
    """How both sides are seen: pred first."""
    convention = str(options["convention"])
    view = default_view if convention == PAPER else OTHER_VIEWS[convention]
    sentence_map = options["sentence-map"]

    def read(side: str, graph: object) -> Graph:
        if not isinstance(graph, Graph):
            raise UsageError(f"document graphs are compared here, not {type(graph).__name__}")
        if isinstance(sentence_map, SentenceMap):
            sentence_map.check(side, graph)
            graph = renamed(graph, sentence_map.names(side, graph.id))
        return graph

    def both(gold: object, pred: object) -> tuple[DocumentView, DocumentView]:
        preds, golds = read("pred", pred), read("gold", gold)
        if options[OVERLAP.name] == COMMON:
            golds, preds = in_common(golds, preds)
        return view(preds), view(golds)

    return both


class DocSmatchScorer:
    """Triples in common under the best alignment of nodes that share a sentence."""

    reading = READ_RATIOS

    def __init__(self, views: Views) -> None:
        self.views = views

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The matched triples of a pair of documents."""
        ours, theirs = self.views(gold, pred)
        result = align_documents(ours, theirs, time_limit=time_limit)
        return Tally.of(
            result.score,
            pred=len(ours.triples),
            gold=len(theirs.triples),
            proved=result.optimal,
            slack=result.upper_bound - result.score,
        )

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """The triples that matched, were missed, were spurious."""
        ours, theirs = self.views(gold, pred)
        result = align_documents(ours, theirs, time_limit=time_limit)
        told = explain_triples(ours.triples, theirs.triples, result.mapping)
        return replace(told, sides=written_sides(gold, pred))


class CoreferenceScorer:
    """The share of that alignment that tells of coreference."""

    reading = READ_RATIOS

    def __init__(self, views: Views) -> None:
        self.views = views

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The matched items that tell of coreference."""
        ours, theirs = self.views(gold, pred)
        found = align_for_coreference(ours, theirs, time_limit=time_limit)
        most = min(len(ours.counted), len(theirs.counted))
        return Tally.of(
            found.matched,
            pred=len(ours.counted),
            gold=len(theirs.counted),
            proved=found.proved,
            slack=0.0 if found.proved else most - found.matched,
        )

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """The chains: found, missed, split or fused; and the counted items."""
        ours, theirs = self.views(gold, pred)
        found = align_for_coreference(ours, theirs, time_limit=time_limit)
        return replace(explain_coreference(ours, theirs, found.mapping), sides=written_sides(gold, pred))


def _docsmatch(options: Options) -> Scorer:
    return DocSmatchScorer(_views(options))


def _coref(options: Options) -> Scorer:
    return CoreferenceScorer(_views(options))


def _reentrancy(options: Options) -> Scorer:
    return DocSmatchScorer(partial(_both_reentrancies, _views(options)))


def _both_reentrancies(views: Views, gold: object, pred: object) -> tuple[DocumentView, DocumentView]:
    ours, theirs = views(gold, pred)
    return reentrancies(ours), reentrancies(theirs)


_OPTIONS = (CONVENTION, SENTENCE_MAP, OVERLAP)

METRICS = (
    Metric("docsmatch", "triples in common, nodes aligned within their sentences", _docsmatch,
           "F of the most triples that a one-to-one map of nodes with a common sentence can make equal",
           _REFERENCE, _OPTIONS),
    Metric("docsmatch.coref", "what of that alignment tells of coreference", _coref,
           "F over entities, edges to members, edges into nodes of several sentences and bridges between sentences; "
           "of the best alignments, the one with most of them (Section 4.3)", _REFERENCE, _OPTIONS),
    Metric("docsmatch.reentrancy", "edges into nodes with several of them", _reentrancy,
           "docsmatch over the edges into nodes with two or more, and the instance triples of their ends; the optimum "
           "found anew", "after Damonte, Cohen, Satta (2017)", _OPTIONS),
)  # fmt: skip
