"""Metrics of sentence graphs over documents: the counts of their sentences, summed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from time import monotonic

from tallystick.errors import Problem, UsageError
from tallystick.formats.penman.graph import Graph
from tallystick.formats.umr.document import UmrDocument
from tallystick.tally import Alignment, Tally, total
from tallystick.tasks.base import Metric, Options, Scorer
from tallystick.tasks.graphs.ancast.metrics import ALIGNMENT, ANCHORS, CONVENTION, RELEASED, RELEASED_UMR
from tallystick.tasks.graphs.overlap import OVERLAP
from tallystick.tasks.graphs.scoring import written_sides
from tallystick.tasks.umr.division import OneRelation
from tallystick.tasks.umr.identity import GOLD, PRED, declarations
from tallystick.tasks.umr.overlap import in_common
from tallystick.tasks.umr.pairing import documents_of, pair
from tallystick.tasks.umr.sentences import graph_of, references, unaligned

__all__ = ["OverSentences", "lifted"]

#: What a solver gets that has no time left.
_AN_INSTANT = 1e-9


class OverSentences:
    """A metric of graphs over the paired sentences of two documents.

    A sentence without partner is compared with the graph without nodes.
    """

    def __init__(self, scorer: Scorer, anchors: str, overlap: str) -> None:
        self.scorer = scorer
        self.anchors = anchors
        self.overlap = overlap
        self.reading = scorer.reading

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of a document: the sums over its sentences. The limit is for all of them together."""
        end = None if time_limit is None else monotonic() + time_limit
        tallies = []
        for golds, preds in self._graphs(*self._whole(gold, pred)):
            left = None if end is None else max(end - monotonic(), _AN_INSTANT)
            tallies.append(self.scorer.tally(golds, preds, time_limit=left))
        summed = total(tallies or [self.scorer.tally(Graph.nothing(), Graph.nothing())])
        return _one_item(summed)

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched, sentence after sentence."""
        graphs = list(self._graphs(*self._whole(gold, pred)))
        found = [self.scorer.align(*pair, time_limit=time_limit) for pair in graphs]
        written = [written_sides(*pair) for pair in graphs]
        return Alignment(
            tuple(chain.from_iterable(alignment.matched for alignment in found)),
            tuple(chain.from_iterable(alignment.missed for alignment in found)),
            tuple(chain.from_iterable(alignment.spurious for alignment in found)),
            sides=("\n".join(sides[GOLD] for sides in written), "\n".join(sides[PRED] for sides in written)),
        )

    def remarks(self, gold: object, pred: object) -> list[Problem]:
        """A warning where tokens are to be the anchors and a document has no alignments."""
        return unaligned(*documents_of(gold, pred)) if self.anchors == ALIGNMENT else []

    def _whole(self, gold: object, pred: object) -> tuple[UmrDocument, UmrDocument]:
        """Two documents; a part of one has no nodes of its own to be mapped."""
        if isinstance(gold, OneRelation) or isinstance(pred, OneRelation):
            raise UsageError("only the metrics of ancast++ are divided by relation; name them with -m")
        return in_common(*documents_of(gold, pred), self.overlap)

    def _graphs(self, gold: UmrDocument, pred: UmrDocument) -> Iterator[tuple[Graph, Graph]]:
        pairing = pair(gold, pred)
        everything = (*pairing.pairs, *pairing.left_out)
        makers = [
            _Maker(document, {places[side]: number for number, places in enumerate(everything, 1)})
            for side, document in enumerate((gold, pred))
        ]
        for first, second in pairing.pairs:
            yield makers[GOLD].graph(first, self.anchors), makers[PRED].graph(second, self.anchors)


class _Maker:
    """Makes the graphs of a document such that each can stand alone."""

    def __init__(self, document: UmrDocument, numbers: dict[int | None, int]) -> None:
        self.document = document
        self.numbers = numbers
        self.declared = declarations(document)

    def graph(self, place: int | None, anchors: str) -> Graph:
        """The graph of a sentence, in which a node of another sentence is a constant: which sentence it is in.

        Its name cannot be compared, and its partner is not known here.
        """
        if place is None:
            return Graph.nothing()
        sentence = self.document.sentences[place]
        graph = graph_of(sentence, anchors)
        leading_out = references(sentence, self.declared)
        if not leading_out:
            return graph
        constants = list(graph.constants)
        for branch in leading_out:
            home = self.declared.home(str(constants[branch]), place)
            constants[branch] = f"sentence-{self.numbers[home]}"
        return replace(graph, constants=tuple(constants))


def _one_item(tally: Tally) -> Tally:
    """The sums over sentences as the counts of one document."""
    proved = int(tally.proved == tally.items)
    return replace(tally, items=1, proved=proved, parts=tuple(map(_one_item, tally.parts)))


def lifted(metric: Metric) -> Metric:
    """A metric of sentence graphs as one of documents."""

    def build(options: Options) -> Scorer:
        own = dict(options)
        if own.get(CONVENTION.name) == RELEASED:
            own[CONVENTION.name] = RELEASED_UMR  # the program has a reader of its own for UMR
        overlap = str(own.pop(OVERLAP.name))
        return OverSentences(metric.build(own), str(own.get(ANCHORS.name, ANCHORS.default)), overlap)

    return replace(
        metric,
        build=build,
        summary=f"{metric.summary}, over all sentences",
        parameters=(*metric.parameters, OVERLAP),
        standard=False,
    )
