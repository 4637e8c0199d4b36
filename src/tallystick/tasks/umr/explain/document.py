"""Explain the score of two documents, part by part: relations, triples, and links with their derivations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain as joined
from typing import TypeVar

from tallystick.tally import Alignment, NodePair, Pair, WrittenSides
from tallystick.tasks.graphs.ancast.explain import aligned_nodes, parts
from tallystick.tasks.graphs.common import written_sides
from tallystick.tasks.umr.comparison import AGGREGATE, PARTS, DocumentComparison
from tallystick.tasks.umr.explain.links import explain_links
from tallystick.tasks.umr.explain.parts import PartNamer, ShownPart
from tallystick.tasks.umr.explain.sentences import sentences_of
from tallystick.tasks.umr.identity import GOLD, PRED
from tallystick.tasks.umr.modal import modal_triples
from tallystick.tasks.umr.selection import Selection
from tallystick.tasks.umr.sentences import crossing_credit, selected

__all__ = ["DocumentExplainer"]

Key = TypeVar("Key")


class DocumentExplainer:
    """Lists the parts of a comparison: those of each component once, whichever metrics ask for them."""

    def __init__(self, comparison: DocumentComparison, selection: Selection) -> None:
        explainer = _Explainer(comparison, selection)
        self._explain = cache(explainer.explain)
        self._nodes = tuple(explainer.nodes())
        self._sentences = sentences_of(comparison.documents, comparison.pairing.pairs)

    def explain(self, part: str) -> Alignment:
        """List the matched, missed and spurious parts of one component, or of all of them."""
        explained = _together(map(self._explain, PARTS)) if part == AGGREGATE else self._explain(part)
        return replace(explained, nodes=self._nodes, sentences=self._sentences)


def _together(alignments: Iterable[Alignment], sides: WrittenSides | None = None) -> Alignment:
    """Concatenate alignments."""
    alignments = list(alignments)
    return Alignment(
        tuple(joined.from_iterable(alignment.matched for alignment in alignments)),
        tuple(joined.from_iterable(alignment.missed for alignment in alignments)),
        tuple(joined.from_iterable(alignment.spurious for alignment in alignments)),
        sides,
    )


class _Explainer:
    """Explains a comparison, component by component."""

    def __init__(self, comparison: DocumentComparison, selection: Selection) -> None:
        self.comparison = comparison
        self.selection = selection
        self.namers = tuple(
            PartNamer(side, comparison.documents[side], comparison.identity) for side in (GOLD, PRED)
        )

    def explain(self, part: str) -> Alignment:
        """Explain one component."""
        if part == "sentence":
            return self._sentences()
        return (
            self._modal()
            if part == "modal"
            else explain_links(self.comparison, self.namers, part, self.selection)
        )

    def _sentences(self) -> Alignment:
        """The relations of the sentence graphs, with the credit of Equation 1."""
        alignments = []
        counts = self.selection.role_filter()
        for sentences in self.comparison.pairs:
            aligned = parts("relation", selected(sentences.aligned, counts))
            gold, pred = (
                partial(namer.in_sentence, index)
                for namer, index in zip(self.namers, sentences.indices, strict=True)
            )
            alignments.append(
                Alignment(
                    tuple([Pair(gold(pair.gold), pred(pair.pred), pair.credit) for pair in aligned.matched]),
                    tuple([gold(part) for part in aligned.missed]),
                    tuple([pred(part) for part in aligned.spurious]),
                )
            )
        return _together([*alignments, self._crossings()], WrittenSides(self._written))

    def nodes(self) -> Iterator[NodePair]:
        """The alignment of the nodes of all sentences, each node with its concept."""
        for sentences in self.comparison.pairs:
            named = [
                [namer.node_in(index, name) for name in graph.names]
                for namer, index, graph in zip(
                    self.namers,
                    sentences.indices,
                    (sentences.aligned.gold, sentences.aligned.pred),
                    strict=True,
                )
            ]
            yield from aligned_nodes(sentences.aligned, *named)

    def _crossings(self) -> Alignment:
        """The relations between sentences."""
        counts = self.selection.role_filter() or (lambda _role: True)
        gold, pred = (
            {edge: index for edge, index in side.items() if counts(edge[1])}
            for side in self.comparison.crossing
        )
        identity = self.comparison.identity
        sides = [
            {
                edge: ShownPart("sentence", namer.relation(edge), sentence=namer.number(index))
                for edge, index in side.items()
            }
            for side, namer in zip((gold, pred), self.namers, strict=True)
        ]
        return _assembled(
            sides[GOLD], sides[PRED], {edge: crossing_credit(identity, edge) for edge in gold if edge in pred}
        )

    def _written(self) -> tuple[str, str]:
        """The sentence graphs of both sides, one after the other."""
        documents = self.comparison.documents
        texts: tuple[list[str], list[str]] = ([], [])
        for indices in self.comparison.pairing.pairs:
            graphs = [
                None if index is None else documents[side].sentences[index].graph
                for side, index in enumerate(indices)
            ]
            for side, text in enumerate(written_sides(*graphs)):
                texts[side].append(text)
        return "\n\n".join(texts[GOLD]), "\n\n".join(texts[PRED])

    def _modal(self) -> Alignment:
        """The modal triples, each with the first sentence that has it."""
        sides = []
        for side, namer in enumerate(self.namers):
            relations = self.comparison.counted(side, "modal", self.selection)
            first = {placed.relation: placed.sentence for placed in reversed(relations)}
            sides.append(
                {
                    triple: ShownPart("modal", namer.relation(triple), sentence=namer.number(first[triple]))
                    for triple in modal_triples(placed.relation for placed in relations)
                }
            )
        return _assembled(
            sides[GOLD], sides[PRED], dict.fromkeys(sides[GOLD].keys() & sides[PRED].keys(), 1.0)
        )


def _assembled(
    gold: dict[Key, ShownPart], pred: dict[Key, ShownPart], credits: dict[Key, float]
) -> Alignment:
    """The alignment of parts by key; `credits` has the keys that both sides share."""
    return Alignment(
        tuple([Pair(part, pred[key], credits[key]) for key, part in gold.items() if credits.get(key)]),
        tuple([part for key, part in gold.items() if not credits.get(key)]),
        tuple([part for key, part in pred.items() if not credits.get(key)]),
    )
