"""AnCast++, declared: four components of a document and their aggregate. All read one comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tallystick.errors import Problem, UsageError
from tallystick.lazy import Lazy
from tallystick.tally import READ_SIDES, Alignment, Reading, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric, Options, Scorer
from tallystick.tasks.coref.chains import ChainFinder, chain_metrics
from tallystick.tasks.graphs.ancast.constants import CONSTANTS, Constants
from tallystick.tasks.graphs.ancast.metrics import ALIGNMENT, ANCHORS, CONVENTION, PAPER, constants_of
from tallystick.tasks.graphs.overlap import COMMON, OVERLAP
from tallystick.tasks.graphs.roles import EXCEPT, ONLY, ROLE_OPTIONS
from tallystick.tasks.umr.comparison import AGGREGATE, DocumentComparison
from tallystick.tasks.umr.component_weights import COMPONENT_WEIGHTS, ComponentWeights, weighted
from tallystick.tasks.umr.division import OneRelation
from tallystick.tasks.umr.overlap import common_documents
from tallystick.tasks.umr.pairing import SENTENCE, documents_of, pair_sentences, sentence_labels
from tallystick.tasks.umr.selection import EVERYTHING, Selection
from tallystick.tasks.umr.sentences import unaligned

if TYPE_CHECKING:
    from tallystick.tasks.umr.explain.document import DocumentExplainer
    from tallystick.tasks.umr.explain.document_rows import DocumentRows
    from tallystick.tasks.views.rows import AlignedRows

__all__ = ["METRICS", "compare_documents"]

_REFERENCE = "Sun, Chun, Xue: AnCast++: Document-Level Evaluation of Graph-based Meaning Representations"


#: The released program: its numbers, its remarks, how it reads tallies; loaded on demand.
_RELEASED_PROGRAM: Lazy[Any] = Lazy(
    {
        "tallies": "tallystick.compat.ancast.umr:released_tallies",
        "remarks": "tallystick.compat.ancast.umr:released_remarks",
        "reading": "tallystick.compat.ancast.umr:RELEASED_READING",
    }
)


def compare_documents(
    pair: PairAnalysis, anchors: str, overlap: str, constants: Constants
) -> DocumentComparison:
    """Align the nodes of two documents: a step that all metrics and explanations share."""
    return DocumentComparison(*pair.once(common_documents, overlap), anchors, constants)


def _explainer(
    pair: PairAnalysis, anchors: str, overlap: str, constants: Constants, selection: Selection
) -> DocumentExplainer:
    """Prepare the explanations of all components: a step."""
    from tallystick.tasks.umr.explain.document import DocumentExplainer  # few runs explain anything

    return DocumentExplainer(pair.once(compare_documents, anchors, overlap, constants), selection)


def _rows(pair: PairAnalysis, anchors: str, overlap: str, constants: Constants) -> DocumentRows:
    """List the parts of all components by rows: a step."""
    from tallystick.tasks.umr.explain.document_rows import DocumentRows  # few runs make a page

    return DocumentRows(pair.once(compare_documents, anchors, overlap, constants))


def _paper_tallies(
    pair: PairAnalysis, anchors: str, overlap: str, constants: Constants, selection: Selection
) -> Mapping[str, Tally]:
    """Count for all components: a step."""
    return pair.once(compare_documents, anchors, overlap, constants).tallies(selection)


def _released_tallies(pair: PairAnalysis, overlap: str) -> Mapping[str, Tally]:
    """Count as the released program does: a step."""
    tallies: Mapping[str, Tally] = _RELEASED_PROGRAM["tallies"](*pair.once(common_documents, overlap))
    return tallies


class UmrScorer(Scorer):
    """One of the metrics, with fixed options."""

    def __init__(self, part: str, options: Options) -> None:
        self.part = part
        self.selection = Selection.of(options)
        self.convention = str(options[CONVENTION.name])
        self.anchors, self.overlap = str(options[ANCHORS.name]), str(options[OVERLAP.name])
        self.paper = self.convention == PAPER
        if not self.paper and self.selection != EVERYTHING:
            raise UsageError(f"convention={self.convention} supports neither {ONLY.name} nor {EXCEPT.name}")
        self.constants = constants_of(options, self.convention)
        self.weights = ComponentWeights(options.get(COMPONENT_WEIGHTS.name, ""))  # type: ignore[arg-type]
        if not self.paper and self.weights != COMPONENT_WEIGHTS.default:
            raise UsageError(f"convention={self.convention} has its own weights; leave out component-weights")
        self.reading: Reading = READ_SIDES if self.paper else _RELEASED_PROGRAM["reading"]

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched in a document."""
        pair, selection = self._narrowed(pair)
        if not self.paper:
            return pair.once(_released_tallies, self.overlap)[self.part]
        tallies = pair.once(_paper_tallies, self.anchors, self.overlap, self.constants, selection)
        if self.part == AGGREGATE and self.weights != COMPONENT_WEIGHTS.default:
            return weighted(tallies, self.weights)
        return tallies[self.part]

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Return the counts of each sentence.

        Relations of the document level are closed over the document: no sentence has counts of them.
        """
        if by != SENTENCE:
            return None
        common = self.overlap == COMMON
        if self.part == SENTENCE and self.paper:
            comparison = self._compared(pair)
            return comparison.sentence_tallies(self.selection, common=common)
        documents = pair.once(common_documents, self.overlap)
        pairs = pair_sentences(*documents).pairs
        return {
            label: Tally()
            for label, indices in zip(sentence_labels(*documents, pairs), pairs, strict=True)
            if not common or None not in indices
        }

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched in a document."""
        if not self.paper:
            raise UsageError(f"convention={self.convention} cannot be explained; use convention={PAPER}")
        pair, selection = self._narrowed(pair)
        explainer = pair.once(_explainer, self.anchors, self.overlap, self.constants, selection)
        return explainer.explain(self.part)

    def rows(self, pair: PairAnalysis) -> AlignedRows | None:
        """List the same by rows, where all relations and all sentences count: pages number all of them."""
        if not self.paper or self.selection != EVERYTHING or isinstance(pair.gold, OneRelation):
            return None
        compared = pair.once(common_documents, self.overlap)
        if [*map(len, compared)] != [len(pair.gold), len(pair.pred)]:
            return None
        return pair.once(_rows, self.anchors, self.overlap, self.constants).aligned(self.part)

    def remarks(self, pair: PairAnalysis) -> list[Problem]:
        """Warn of missing alignments if they are the anchors, and of what the released program leaves out."""
        if not self.paper:
            remarks: list[Problem] = _RELEASED_PROGRAM["remarks"](*documents_of(pair.gold, pair.pred))
            return remarks
        return unaligned(*documents_of(pair.gold, pair.pred)) if self.anchors == ALIGNMENT else []

    def _compared(self, pair: PairAnalysis) -> DocumentComparison:
        return pair.once(compare_documents, self.anchors, self.overlap, self.constants)

    def _narrowed(self, pair: PairAnalysis) -> tuple[PairAnalysis, Selection]:
        """Return the documents, and the relations that count: of a part of a document, one."""
        if not isinstance(pair.gold, OneRelation) or not isinstance(pair.pred, OneRelation):
            return pair, self.selection
        if not self.paper:
            raise UsageError(f"convention={self.convention} cannot be divided by relation")
        whole = pair.whole or PairAnalysis(pair.gold.document, pair.pred.document)
        return whole, self.selection.narrowed(pair.gold.relation)


def _chain_finder(options: Options) -> ChainFinder:
    from tallystick.tasks.umr.chains import UmrChains  # few runs score chains

    return UmrChains.of(options)


def _built(part: str) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        return UmrScorer(part, options)

    return build


def _metric(part: str, summary: str, definition: str) -> Metric:
    name = "ancast++" if part == AGGREGATE else f"ancast++.{part}"
    own = (COMPONENT_WEIGHTS,) if part == AGGREGATE else ()
    parameters = (ANCHORS, CONVENTION, OVERLAP, *own, *CONSTANTS, *ROLE_OPTIONS)
    return Metric(name, summary, _built(part), definition, _REFERENCE, parameters)


METRICS: tuple[Metric, ...] = (
    _metric(AGGREGATE, "sentences, modality, time and coreference, weighted by size",
            "Σ w·p(i) / Σ w over sentence relations, modal triples, nodes of temporal relations and of coreference "
            "(Equations 11–14)"),
    _metric("sentence", "labelled relations of the sentence graphs",
            "Σ s_c·|L ∩ L′| / Σ |L| over all sentences (Equations 1–4)"),
    _metric("modal", "modal triples", "triples in common / triples (Section 2.3)"),
    _metric("temporal", "temporal relations, including implied ones",
            "TC²: the share of closed links of each cluster that the other side has, weighted by the number of "
            "nodes (Equations 5, 6)"),
    _metric("coref", "coreference and subset relations, including implied ones",
            "TC²: the share of closed links of each cluster that the other side has, weighted by the number of "
            "nodes (Equations 5, 6)"),
    *chain_metrics(_chain_finder, (ANCHORS, OVERLAP), "AnCast"),
)  # fmt: skip
