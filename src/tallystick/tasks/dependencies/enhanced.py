"""ELAS and EULAS: enhanced dependencies of aligned words (Bouma, Seddah, Zeman 2020)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tallystick.formats.conllu.enhanced import Edge, Edges, enhanced_edges
from tallystick.formats.conllu.passage import ROOT
from tallystick.tally import READ_RATIOS, Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options
from tallystick.tasks.dependencies.comparison import Comparison, Share
from tallystick.tasks.dependencies.groups import grouped, labels_of
from tallystick.tasks.dependencies.scorers import DependencyScorer
from tallystick.tasks.dependencies.sides import share_of
from tallystick.tasks.dependencies.universal import base
from tallystick.tasks.dependencies.weights import Weights

if TYPE_CHECKING:
    from tallystick.tasks.dependencies.edge_rows import AlignedEdges

__all__ = ["EnhancedScorer", "without_subtypes"]


class _Edges(NamedTuple):
    """The edges of each word; and per aligned pair, how often each edge matched."""

    gold: list[Edges]
    pred: list[Edges]
    aligned: list[Edges]
    """The predicted edges, with the gold words that are aligned with their heads."""
    matched: list[Mapping[Edge, int]]


class EnhancedScorer(DependencyScorer):
    """Enhanced edges of aligned words, matched if their heads are aligned and their labels are the same."""

    reading = READ_RATIOS

    def __init__(self, name: str, options: Options) -> None:
        super().__init__(name, options)
        self.collapse = options["empty-nodes"] == "collapse"
        self.multiply = options["enhanced-edges"] == "multiply"
        self.without_subtypes = name == "eulas"

    def edges(self, comparison: Comparison) -> _Edges:
        """Match the edges of both sides: a step."""
        partners = comparison.partners
        golds, preds = (
            [_compared(edges, self.without_subtypes, self.multiply) for edges in side]
            for side in comparison.once(_written, self.collapse)
        )
        aligned = preds
        if partners is not None:
            aligned = [
                tuple([(head if head == ROOT else partners[head], label) for head, label in edges])
                for edges in preds
            ]
        matched = [
            _matched(golds[gold], aligned[pred])
            for gold, pred in zip(comparison.gold_index, comparison.pred_index, strict=True)
        ]
        return _Edges(golds, preds, aligned, matched)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the edges that match."""
        share = pair.once(share_of)
        edges = share.comparison.once(self.edges)
        return Tally.of(
            sum([sum(matched.values()) for matched in edges.matched[share.pairs]]),
            pred=sum([len(edges.pred[word]) for word in share.pred]),
            gold=sum(map(len, edges.gold[share.gold])),
        )

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the edges of both sides."""
        from tallystick.tasks.dependencies.explain import explain_edges  # few runs explain anything

        return explain_edges(self, pair.once(share_of))

    def rows(self, pair: PairAnalysis) -> AlignedEdges | None:
        """Return which edges match, where the words of both sides are the same."""
        from tallystick.tasks.dependencies.edge_rows import aligned_edges

        return aligned_edges(self, pair.once(share_of))

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Count the edges of each label, or of the words with each part of speech."""
        share = pair.once(share_of)
        edges = share.comparison.once(self.edges)
        groups = self._by_upos(share, edges) if by == "upos" else _by_label(share, edges)
        return {
            label: Tally.of(matched, pred=pred, gold=gold)
            for label, (matched, pred, gold, *_) in groups.items()
        }

    def _by_upos(self, share: Share, edges: _Edges) -> dict[str, list[int]]:
        matched = [sum(counts.values()) for counts in edges.matched]
        weights = Weights(list(map(len, edges.gold)), list(map(len, edges.pred)), matched, [0] * len(matched))
        comparison = share.comparison
        labels = tuple(labels_of(side, "upos", "keep") for side in (comparison.gold, comparison.pred))
        return grouped(share, weights, (labels[0], labels[1]), compared=False)


def _written(comparison: Comparison, collapse: bool) -> tuple[list[Edges], list[Edges]]:
    """The edges of both sides as they are written, which metrics share: a step."""
    gold, pred = (enhanced_edges(side, collapse=collapse) for side in (comparison.gold, comparison.pred))
    return gold, pred


@lru_cache(maxsize=1 << 14)
def _compared(edges: Edges, bare: bool, multiply: bool) -> Edges:
    """Edges as they are compared: `bare` of subtypes, and each once, unless repeated edges `multiply`."""
    if bare:
        edges = tuple([(head, without_subtypes(label)) for head, label in edges])
    return edges if multiply or len(edges) < 2 else tuple(dict.fromkeys(edges))


@lru_cache(maxsize=1 << 14)
def _matched(gold: Edges, pred: Edges) -> Mapping[Edge, int]:
    """How often each edge is in both lists: every pair of equal edges counts."""
    counts = Counter(pred)
    return {edge: count * counts[edge] for edge, count in Counter(gold).items() if edge in counts}


def without_subtypes(label: str) -> str:
    """Remove the subtype of each step of a label.

    >>> without_subtypes("conj:and>nsubj:pass")
    'conj>nsubj'
    """
    return ">".join([base[step] for step in label.split(">")]) if ">" in label else base[label]


def _by_label(share: Share, edges: _Edges) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}

    def add(label: str, column: int, amount: int) -> None:
        counts = groups.setdefault(label, [0, 0, 0])
        counts[column] += amount

    for word in range(share.gold.start, share.gold.stop):
        for _, label in edges.gold[word]:
            add(label, 2, 1)
    for word in share.pred:
        for _, label in edges.pred[word]:
            add(label, 1, 1)
    for matched in edges.matched[share.pairs]:
        for (_, label), count in matched.items():
            add(label, 0, count)
    return groups
