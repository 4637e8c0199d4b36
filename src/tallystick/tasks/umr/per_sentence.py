"""Metrics of sentence graphs over documents: the counts of their sentences, summed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from tallystick.errors import Problem, UsageError
from tallystick.formats.penman.graph import Graph
from tallystick.formats.umr.document import UmrDocument
from tallystick.tally import Alignment, Tally, WrittenSides, total
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Metric, Options, Scorer
from tallystick.tasks.graphs.ancast.metrics import ALIGNMENT, ANCHORS, CONVENTION, RELEASED, RELEASED_UMR
from tallystick.tasks.graphs.common import written_sides
from tallystick.tasks.graphs.node_alignment import with_nodes
from tallystick.tasks.graphs.overlap import ALL, OVERLAP
from tallystick.tasks.umr.division import OneRelation
from tallystick.tasks.umr.identity import GOLD, PRED, declarations
from tallystick.tasks.umr.overlap import common_documents
from tallystick.tasks.umr.pairing import SENTENCE, documents_of, pair_sentences, sentence_labels
from tallystick.tasks.umr.sentences import graph_of, references, unaligned

__all__ = ["OverSentences", "over_sentences", "sentence_pairs"]


def sentence_pairs(pair: PairAnalysis, anchors: str, overlap: str) -> tuple[PairAnalysis, ...]:
    """Pair the sentence graphs of two documents: a step that all metrics of sentence graphs share.

    A sentence without partner is paired with the graph without nodes.
    """
    if isinstance(pair.gold, OneRelation) or isinstance(pair.pred, OneRelation):
        raise UsageError("only the metrics of ancast++ can be divided by relation; select them with -m")
    documents = pair.once(common_documents, overlap)
    pairing = pair_sentences(*documents)
    everything = (*pairing.pairs, *pairing.left_out)
    gold, pred = (
        _Maker(document, {indices[side]: number for number, indices in enumerate(everything, 1)})
        for side, document in enumerate(documents)
    )
    return tuple(
        PairAnalysis(gold.graph(first, anchors), pred.graph(second, anchors))
        for first, second in pairing.pairs
    )


class OverSentences(Scorer):
    """A metric of graphs over the paired sentences of two documents."""

    def __init__(self, scorer: Scorer, anchors: str, overlap: str) -> None:
        self.scorer = scorer
        self.anchors = anchors
        self.overlap = overlap
        self.reading = scorer.reading

    def count(self, pair: PairAnalysis) -> Tally:
        """Sum the counts of the sentences. The time limit is for all of them together."""
        sentences = pair.once(sentence_pairs, self.anchors, self.overlap)
        nothing = PairAnalysis(Graph.nothing(), Graph.nothing())
        return _one_item(total(map(self.scorer.count, sentences or (nothing,))))

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Return the counts of each sentence."""
        if by != SENTENCE:
            return None
        documents = pair.once(common_documents, self.overlap)
        pairs = pair_sentences(*documents).pairs
        sentences = pair.once(sentence_pairs, self.anchors, self.overlap)
        return {
            label: self.scorer.count(sentence)
            for label, indices, sentence in zip(
                sentence_labels(*documents, pairs), pairs, sentences, strict=True
            )
            if self.overlap == ALL or None not in indices
        }

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched, sentence after sentence."""
        sentences = pair.once(sentence_pairs, self.anchors, self.overlap)
        alignments = [self.scorer.explain(sentence) for sentence in sentences]
        graphs = [(sentence.gold, sentence.pred) for sentence in sentences]
        from tallystick.tasks.umr.explain.error_kinds import SentenceErrors  # few runs explain anything
        from tallystick.tasks.umr.explain.sentences import sentences_of

        documents = pair.once(common_documents, self.overlap)
        explained = Alignment(
            tuple(chain.from_iterable(alignment.matched for alignment in alignments)),
            tuple(chain.from_iterable(alignment.missed for alignment in alignments)),
            tuple(chain.from_iterable(alignment.spurious for alignment in alignments)),
            sides=WrittenSides(lambda: _written(graphs)),
            typology=SentenceErrors(tuple(alignments)),
            sentences=sentences_of(documents, pair_sentences(*documents).pairs),
        )
        nodes = tuple(chain.from_iterable(alignment.nodes for alignment in alignments))
        golds, preds = (_named([sentence[side] for sentence in graphs]) for side in (GOLD, PRED))
        return with_nodes(explained, golds, preds, nodes) if nodes else explained

    def remarks(self, pair: PairAnalysis) -> list[Problem]:
        """Warn if tokens are the anchors and a document has no alignments."""
        return unaligned(*documents_of(pair.gold, pair.pred)) if self.anchors == ALIGNMENT else []


def _written(graphs: Sequence[tuple[Graph, Graph]]) -> tuple[str, str]:
    """The graphs of both sides in PENMAN notation, sentence after sentence."""
    sides = [written_sides(*both) for both in graphs]
    return "\n".join([own[GOLD] for own in sides]), "\n".join([own[PRED] for own in sides])


def _named(graphs: Sequence[Graph]) -> tuple[list[str], list[str]]:
    """The variables and the concepts of all sentences of a side."""
    return (
        [name for graph in graphs for name in graph.variables],
        [concept for graph in graphs for concept in graph.concepts],
    )


class _Maker:
    """Makes self-contained graphs of the sentences of a document."""

    def __init__(self, document: UmrDocument, numbers: dict[int | None, int]) -> None:
        self.document = document
        self.numbers = numbers
        self.declared = declarations(document)

    def graph(self, index: int | None, anchors: str) -> Graph:
        """The graph of a sentence, in which a node of another sentence is a constant: which sentence it is in.

        Its name cannot be compared, and its partner is not known here.
        """
        if index is None:
            return Graph.nothing()
        sentence = self.document.sentences[index]
        graph = graph_of(sentence, anchors)
        leading_out = references(sentence, self.declared)
        if not leading_out:
            return graph
        constants = list(graph.constants)
        for branch in leading_out:
            home = self.declared.home(str(constants[branch]), index)
            constants[branch] = f"sentence-{self.numbers[home]}"
        return replace(graph, constants=tuple(constants))


def _one_item(tally: Tally) -> Tally:
    """The sums over sentences as the counts of one document."""
    proved = int(tally.proved == tally.items)
    return replace(tally, items=1, proved=proved, parts=tuple(map(_one_item, tally.parts)))


def over_sentences(metric: Metric) -> Metric:
    """A metric of sentence graphs as one of documents."""

    def build(options: Options) -> Scorer:
        own = dict(options)
        if own.get(CONVENTION.name) == RELEASED:
            own[CONVENTION.name] = RELEASED_UMR  # the program has its own reader for UMR
        overlap = str(own.pop(OVERLAP.name))
        return OverSentences(metric.scorer(own), str(own.get(ANCHORS.name, ANCHORS.default)), overlap)

    return replace(
        metric,
        build=build,
        summary=f"{metric.summary}, over all sentences",
        parameters=(*metric.parameters, OVERLAP),
        standard=False,
    )
