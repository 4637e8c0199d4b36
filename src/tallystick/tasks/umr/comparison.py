"""The comparison of two documents: nodes are aligned once, everything else is computed on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property, partial
from math import fsum

from tallystick.dataclass import dataclass
from tallystick.errors import TimeLimitError
from tallystick.formats.umr.document import DocumentTriple, UmrDocument
from tallystick.formats.umr.labels import component_of, spelled
from tallystick.tally import Tally
from tallystick.tasks.graphs.ancast.constants import PAPER_CONSTANTS, Constants
from tallystick.tasks.graphs.ancast.counts import unproved
from tallystick.tasks.umr.cross_sentence import Between, exchange_partners
from tallystick.tasks.umr.identity import GOLD, PRED, Existing, Identity, Node, declarations
from tallystick.tasks.umr.modal import modal_tally
from tallystick.tasks.umr.pairing import pair_sentences, sentence_labels
from tallystick.tasks.umr.selection import EVERYTHING, Selection
from tallystick.tasks.umr.sentences import Crossing, align_sentences, crossings, leading_out, sentence_tally
from tallystick.tasks.umr.tc2.score import ClosedLinks, ClusterComparison, ClusterCount, close, compare

__all__ = ["AGGREGATE", "PARTS", "DocumentComparison", "PlacedRelation"]

#: The components of the aggregate, in the order of Equation 11.
PARTS = ("sentence", "modal", "temporal", "coref")
AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True)
class PlacedRelation:
    """A document-level relation with its ends as nodes, and where it is annotated."""

    parent: Node
    label: str
    """In our spelling."""
    child: Node
    triple: DocumentTriple = field(compare=False)
    sentence: int = field(compare=False)
    """The index of its sentence in the document."""

    @property
    def relation(self) -> tuple[Node, str, Node]:
        """Parent, label and child: what is compared."""
        return self.parent, self.label, self.child


class DocumentComparison:
    """Two documents and the alignment of their nodes."""

    def __init__(
        self,
        gold: UmrDocument,
        pred: UmrDocument,
        anchors: str = "lemma",
        constants: Constants = PAPER_CONSTANTS,
    ) -> None:
        self.documents = gold, pred
        self.pairing = pair_sentences(gold, pred)
        self.declared = declarations(gold), declarations(pred)
        self.leading = leading_out(gold, self.declared[GOLD]), leading_out(pred, self.declared[PRED])
        gold_between, pred_between = (
            Between(
                self.documents[side], self.declared[side], self.leading[side], self.sentence_indices(side)
            )
            for side in (GOLD, PRED)
        )
        marks = gold_between.marks, pred_between.marks
        aligned = partial(
            align_sentences, self.documents, self.leading, marks, anchors=anchors, constants=constants
        )
        self.pairs = aligned(self.pairing.pairs)
        # Sentences that are left out do not count, but relations of other sentences to their nodes are compared.
        pairs = [*self.pairs, *aligned(self.pairing.left_out)]
        self.complete = all(pair.aligned.complete for pair in pairs)
        self.shortfall = 0
        try:
            self.shortfall = exchange_partners(pairs, gold_between, pred_between)
        except TimeLimitError:
            self.complete = False
        self.identity = Identity(self.declared, pairs)
        self._closed: dict[tuple[int, str, Selection], ClosedLinks] = {}
        self._clusters: dict[tuple[str, Selection], ClusterComparison] = {}

    def sentence_indices(self, side: int) -> Iterator[int]:
        """The sentences of a side that count, in the order of the document."""
        indices = [pair[side] for pair in self.pairing.pairs]
        return iter(sorted([index for index in indices if index is not None]))

    @cached_property
    def crossing(self) -> tuple[dict[Crossing, int], dict[Crossing, int]]:
        """The relations of either side that lead from sentence to sentence."""
        gold, pred = (
            crossings(
                side, self.documents[side], self.leading[side], self.identity, self.sentence_indices(side)
            )
            for side in (GOLD, PRED)
        )
        return gold, pred

    @cached_property
    def relations(self) -> tuple[Mapping[str, list[PlacedRelation]], Mapping[str, list[PlacedRelation]]]:
        """The document-level relations of either side, by component."""
        return self._placed(GOLD), self._placed(PRED)

    def _placed(self, side: int) -> Mapping[str, list[PlacedRelation]]:
        relations: dict[str, list[PlacedRelation]] = {}
        for index in self.sentence_indices(side):
            for triple in self.documents[side].sentences[index].triples:
                component = component_of(triple.group, triple.label)
                if component is None:  # the reader reports unknown labels; they cannot be compared
                    continue
                parent = self.identity.node(side, triple.parent, index)
                child = self.identity.node(side, triple.child, index)
                label = spelled(component, triple.label)
                relations.setdefault(component, []).append(
                    PlacedRelation(parent, label, child, triple, index)
                )
        return relations

    def counted(self, side: int, component: str, selection: Selection = EVERYTHING) -> list[PlacedRelation]:
        """The relations of one side and component that count."""
        relations = self.relations[side].get(component, [])
        return [placed for placed in relations if selection.counts(placed.label)]

    def links(self, side: int, component: str, selection: Selection = EVERYTHING) -> ClosedLinks:
        """The closed graph of one side: temporal relations, or coreference."""
        key = side, component, selection
        links = self._closed.get(key)
        if links is None:
            relations = [placed.relation for placed in self.counted(side, component, selection)]
            links = self._closed[key] = close(component, relations)
        return links

    def clusters(
        self, component: str, selection: Selection = EVERYTHING
    ) -> tuple[tuple[ClusterCount, ...], tuple[ClusterCount, ...]]:
        """The clusters of both sides, and what they have in common: scores and explanations share them."""
        compared = self._clusters.get((component, selection))
        if compared is None:
            gold, pred = (self.links(side, component, selection) for side in (GOLD, PRED))
            compared = self._clusters[component, selection] = compare(
                gold, pred, Existing(self.identity, GOLD), Existing(self.identity, PRED)
            )
        return compared.gold, compared.pred

    def tally(self, part: str, selection: Selection = EVERYTHING) -> Tally:
        """The counts of one component."""
        if part == "sentence":
            return sentence_tally(self.pairs, self.crossing, self.identity, selection)
        if part == "modal":
            gold, pred = (
                [placed.relation for placed in self.counted(side, part, selection)] for side in (GOLD, PRED)
            )
            return modal_tally(gold, pred)
        try:
            return ClusterComparison(*self.clusters(part, selection)).tally()
        except TimeLimitError:
            return self._not_closed(part, selection)

    def sentence_tallies(self, selection: Selection, *, common: bool) -> dict[str, Tally]:
        """The counts of the sentence graphs one by one, or of those that both documents have (`common`).

        A relation to another sentence counts for the sentence that it is annotated in.
        """
        labels = sentence_labels(*self.documents, self.pairing.pairs)
        tallies = {}
        for label, indices, pair in zip(labels, self.pairing.pairs, self.pairs, strict=True):
            if common and None in indices:
                continue
            gold, pred = (
                [edge for edge, home in self.crossing[side].items() if home == indices[side]]
                for side in (GOLD, PRED)
            )
            tallies[label] = sentence_tally([pair], (gold, pred), self.identity, selection)
        if self.shortfall or not self.complete:
            tallies = {label: unproved(tally) for label, tally in tallies.items()}
        return tallies

    def _not_closed(self, part: str, selection: Selection) -> Tally:
        """The counts of links that could not be closed in time: the same relations have the same closure."""
        gold, pred = (
            {
                placed.relation
                for placed in self.counted(side, part, selection)
                if placed.parent != placed.child
            }
            for side in (GOLD, PRED)
        )
        gold_nodes, pred_nodes = (
            {end for parent, _, child in side for end in (parent, child)} for side in (gold, pred)
        )
        matched = len(gold_nodes) if gold == pred else 0
        # A node that takes part on one side weighs 1 on the other if it exists there.
        in_gold = gold_nodes.union(node for node in pred_nodes if self.identity.exists(GOLD, node))
        in_pred = pred_nodes.union(node for node in gold_nodes if self.identity.exists(PRED, node))
        return unproved(Tally.of(matched, pred=len(in_pred), gold=len(in_gold)))

    def tallies(self, selection: Selection = EVERYTHING) -> Mapping[str, Tally]:
        """The counts of all components, and of their aggregate."""
        tallies = {part: self.tally(part, selection) for part in PARTS}
        if self.shortfall or not self.complete:
            tallies = {part: unproved(tally) for part, tally in tallies.items()}
        return tallies | {AGGREGATE: aggregate(tallies.values())}


def aggregate(tallies: Iterable[Tally]) -> Tally:
    """All components weighed by their size (Equations 11–14): numerators and weights add.

    >>> summed = aggregate([Tally.of(12, pred=17, gold=16), Tally.of(3, pred=5, gold=5)])
    >>> summed.matched_pred, summed.pred_total, summed.gold_total
    (15.0, 22.0, 21.0)
    """
    tallies = list(tallies)
    return Tally(
        fsum([tally.matched_pred for tally in tallies]),
        fsum([tally.matched_gold for tally in tallies]),
        fsum([tally.pred_total for tally in tallies]),
        fsum([tally.gold_total for tally in tallies]),
        proved=min([tally.proved for tally in tallies], default=1),
        slack=fsum([tally.slack for tally in tallies]),
    )
