"""The metrics over document graphs, declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.limits import current
from tallystick.solve.align import AlignmentResult
from tallystick.tally import READ_RATIOS, Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric, Options, Parameter, Scorer
from tallystick.tasks.coref.chains import ChainFinder, chain_metrics
from tallystick.tasks.docamr.docsmatch import Credited, align_documents, align_for_coreference
from tallystick.tasks.docamr.document_triples import DocumentView, default_view, reentrancies
from tallystick.tasks.docamr.explain import explain_coreference
from tallystick.tasks.docamr.overlap import in_common
from tallystick.tasks.docamr.sentence_map import SentenceMap, load_sentence_map, renamed
from tallystick.tasks.graphs.common import written_sides
from tallystick.tasks.graphs.overlap import COMMON, OVERLAP
from tallystick.tasks.graphs.smatch import explain_triples

__all__ = ["METRICS", "DocumentReading", "views"]

PAPER, RELEASED = "paper", "docamr-0.1.1"
_REFERENCE = "Naseem et al. (2022): DocAMR: Multi-Sentence AMR Representation and Evaluation"

CONVENTION = Parameter(
    "convention", PAPER, "sentences of nodes and counted items from the graph alone, or as docAMR 0.1.1 finds them, "
    "which depends on the layout of the text", choices=(PAPER, RELEASED),
)  # fmt: skip
SENTENCE_MAP = Parameter(
    "sentence-map", None, "table that maps gold sentences to predicted ones, for documents that were split "
    "differently: gold<TAB>pred per line, with commas between several sentences", load=load_sentence_map,
    fingerprint=lambda value: value.fingerprint if isinstance(value, SentenceMap) else "none",
)  # fmt: skip

#: How other programs see a document graph; loaded on demand.
OTHER_VIEWS: Lazy[Callable[[Graph], DocumentView]] = Lazy(
    {RELEASED: "tallystick.compat.docamr.view:released_view"}
)


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """How document graphs are seen under some options."""

    convention: str
    sentence_map: SentenceMap | None
    overlap: str

    @classmethod
    def of(cls, options: Options) -> DocumentReading:
        """Return the reading for some options."""
        sentence_map = options[SENTENCE_MAP.name]
        known = sentence_map if isinstance(sentence_map, SentenceMap) else None
        return cls(str(options[CONVENTION.name]), known, str(options[OVERLAP.name]))

    def graph(self, side: str, graph: object) -> Graph:
        """Return one side as a graph, its sentences renamed by the sentence map."""
        if not isinstance(graph, Graph):
            raise UsageError(f"expected a document graph, not {type(graph).__name__}")
        if self.sentence_map is None:
            return graph
        self.sentence_map.check(side, graph)
        return renamed(graph, self.sentence_map.names(side, graph.id))


def views(pair: PairAnalysis, reading: DocumentReading) -> tuple[DocumentView, DocumentView]:
    """See both sides as DocSmatch does: a step that all metrics share."""
    pred, gold = reading.graph("pred", pair.pred), reading.graph("gold", pair.gold)
    if reading.overlap == COMMON:
        gold, pred = in_common(gold, pred)
    view = default_view if reading.convention == PAPER else OTHER_VIEWS[reading.convention]
    return view(gold), view(pred)


def _reentrancies(pair: PairAnalysis, reading: DocumentReading) -> tuple[DocumentView, DocumentView]:
    """Restrict both views to edges into nodes with several of them: a step."""
    gold, pred = pair.once(views, reading)
    return reentrancies(gold), reentrancies(pred)


#: A step that gives the views of both sides.
Views = Callable[[PairAnalysis, DocumentReading], tuple[DocumentView, DocumentView]]


class DocSmatchScorer(Scorer):
    """Triples in common under the best alignment of nodes that share a sentence."""

    reading = READ_RATIOS
    releases_lock = True

    def __init__(self, views: Views, documents: DocumentReading) -> None:
        self.views = views
        self.documents = documents

    def solve(self, pair: PairAnalysis) -> AlignmentResult:
        """Find the best alignment: a step."""
        gold, pred = pair.once(self.views, self.documents)
        return align_documents(gold, pred, time_limit=current().remaining())

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the matched triples of a pair of documents."""
        gold, pred = pair.once(self.views, self.documents)
        result = pair.once(self.solve)
        return Tally.of(
            result.score,
            pred=len(pred.triples),
            gold=len(gold.triples),
            proved=result.optimal,
            slack=result.upper_bound - result.score,
        )

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the triples that matched, were missed, were spurious."""
        gold, pred = pair.once(self.views, self.documents)
        explained = explain_triples(gold.triples, pred.triples, pair.once(self.solve).mapping)
        return _shown(explained, pair, (gold, pred))


def _shown(explained: Alignment, pair: PairAnalysis, both: tuple[DocumentView, DocumentView]) -> Alignment:
    """Return an alignment with the graphs of both sides, and with their sentences."""
    from tallystick.tasks.docamr.explain_sentences import sentences_of  # few runs explain anything

    return replace(explained, sides=written_sides(pair.gold, pair.pred), sentences=sentences_of(both))


class CoreferenceScorer(Scorer):
    """The share of that alignment that concerns coreference."""

    reading = READ_RATIOS
    releases_lock = True

    def __init__(self, documents: DocumentReading) -> None:
        self.documents = documents

    def solve(self, pair: PairAnalysis) -> Credited:
        """Find, of the best alignments, the one with most coreference: a step."""
        gold, pred = pair.once(views, self.documents)
        return align_for_coreference(gold, pred, time_limit=current().remaining())

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the matched items that concern coreference."""
        gold, pred = pair.once(views, self.documents)
        credited = pair.once(self.solve)
        most = min(len(gold.counted), len(pred.counted))
        return Tally.of(
            credited.matched,
            pred=len(pred.counted),
            gold=len(gold.counted),
            proved=credited.proved,
            slack=0.0 if credited.proved else most - credited.matched,
        )

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the chains: found, missed, split or merged; and the counted items."""
        gold, pred = pair.once(views, self.documents)
        explained = explain_coreference(gold, pred, pair.once(self.solve).mapping)
        return _shown(explained, pair, (gold, pred))


def _docsmatch(options: Options) -> Scorer:
    return DocSmatchScorer(views, DocumentReading.of(options))


def _coref(options: Options) -> Scorer:
    return CoreferenceScorer(DocumentReading.of(options))


def _reentrancy(options: Options) -> Scorer:
    return DocSmatchScorer(_reentrancies, DocumentReading.of(options))


def _chain_finder(options: Options) -> ChainFinder:
    from tallystick.tasks.docamr.chains import DocumentChainFinder  # few runs score chains

    return DocumentChainFinder.of(options)


_OPTIONS = (CONVENTION, SENTENCE_MAP, OVERLAP)

METRICS = (
    Metric("docsmatch", "triples in common, nodes aligned within their sentences", _docsmatch,
           "F of the most triples that a one-to-one mapping of nodes with a common sentence can make equal",
           _REFERENCE, _OPTIONS),
    Metric("docsmatch.coref", "triples of coreference under the alignment of docsmatch", _coref,
           "F over entities, edges to members, edges into nodes of several sentences and bridges between sentences; "
           "of the best alignments, the one with most of them (Section 4.3)", _REFERENCE, _OPTIONS),
    Metric("docsmatch.reentrancy", "edges into nodes with several incoming edges", _reentrancy,
           "docsmatch over the edges into nodes with two or more, and the instance triples of their ends; the optimum "
           "found anew", "after Damonte, Cohen, Satta (2017)", _OPTIONS),
    *chain_metrics(_chain_finder, _OPTIONS, "docsmatch.coref"),
)  # fmt: skip
