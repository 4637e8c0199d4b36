"""The scorers: which words match, counted per gold sentence."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tallystick.core.similarity import Similarity
from tallystick.errors import Problem
from tallystick.tally import READ_RATIOS, Alignment, Reading, Tally, ratio
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Scorer
from tallystick.tasks.dependencies.agreement import CONTENT, HEAD, count_agreeing
from tallystick.tasks.dependencies.comparison import Comparison, Share, agreement, content
from tallystick.tasks.dependencies.groups import NO_LABEL, grouped, labels_of
from tallystick.tasks.dependencies.sides import share_of, trees_of
from tallystick.tasks.dependencies.weights import Weights
from tallystick.tasks.scorer import AlgebraScorer

__all__ = ["READ_ALIGNED", "DependencyScorer", "TreeScorer", "UnitScorer", "WordScorer"]


def _aligned(tally: Tally) -> tuple[float]:
    # The sum over no items has no parts.
    return (tally.parts[0].matched_pred if tally.parts else 0,)


def _read_aligned(tally: Tally) -> tuple[float | None, ...]:
    return *READ_RATIOS.read(tally), ratio(tally.matched_pred, *_aligned(tally))


#: Precision, recall, F1, and the share of the aligned words that match.
READ_ALIGNED = Reading(
    ("precision", "recall", "f1", "aligned_accuracy"),
    _read_aligned,
    counts=("aligned_total",),
    count=_aligned,
)


def _one_number(number: int) -> Tally:
    """The part of a tally that holds a further count."""
    return Tally(number, number, number, number)


class _Words(NamedTuple):
    """The words of a pair of items, as all metrics need them."""

    agreement: bytearray
    """What agrees in each aligned pair of the comparison."""
    start: int
    stop: int
    """The aligned pairs that belong to the items."""
    pred: int
    gold: int
    aligned: Tally
    """The part for the number of aligned pairs."""


def _words(pair: PairAnalysis, subtypes: str, features: str) -> _Words:
    """Compare the words of two items: a step."""
    share = pair.once(share_of)
    pairs, golds = share.pairs, share.gold
    return _Words(
        share.comparison.once(agreement, subtypes, features),
        pairs.start,
        pairs.stop,
        len(share.pred),
        golds.stop - golds.start,
        _one_number(pairs.stop - pairs.start),
    )


def _content_counts(pair: PairAnalysis) -> tuple[int, int, Tally]:
    """How many gold and predicted words are content words, and the part for the aligned ones: a step."""
    share = pair.once(share_of)
    comparison = share.comparison
    gold_content, pred_content = comparison.once(content)
    golds = aligned = gold_content.count(1, share.gold.start, share.gold.stop)
    if comparison.partners is not None:
        aligned = sum(map(gold_content.__getitem__, comparison.gold_index[share.pairs]))
    pred = share.pred
    if isinstance(pred, range):
        preds = pred_content.count(1, pred.start, pred.stop)
    else:
        preds = sum(map(pred_content.__getitem__, pred))
    return golds, preds, _one_number(aligned)


class DependencyScorer(Scorer):
    """What the scorers of the task share: the options that choose what is compared."""

    def __init__(self, name: str, options: Options) -> None:
        self.name = name
        self.subtypes = str(options.get("subtypes", "keep"))
        self.features = str(options.get("features", "universal"))

    @abstractmethod
    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Count the words of each label."""


class UnitScorer(DependencyScorer):
    """Tokens or sentences, matched if they cover the same characters."""

    reading = READ_RATIOS

    def count(self, pair: PairAnalysis) -> Tally:
        """Count tokens or sentences."""
        share = pair.once(share_of)
        counts = share.tokens if self.name == "tokens" else share.sentences
        return Tally.of(counts.matched, pred=counts.pred, gold=counts.gold)

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Return all counts without a label."""
        return {NO_LABEL: self.count(pair)}

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the tokens or sentences of both sides."""
        # Imported here and below: few runs explain anything.
        from tallystick.tasks.dependencies.explain import explain_units

        return explain_units(self.name, pair.once(share_of))


class WordScorer(DependencyScorer):
    """Aligned words, matched if they have the same annotation."""

    reading = READ_ALIGNED

    def __init__(
        self,
        name: str,
        options: Options,
        wanted: int,
        compares: frozenset[str] = frozenset(),
        similarity: Similarity | None = None,
    ) -> None:
        super().__init__(name, options)
        self.wanted = wanted
        """What has to agree, as bits."""
        self.content_only = bool(wanted & CONTENT)
        self.compares = compares
        """The labels that are the same on both sides of a match."""
        self.on_edges = None if similarity is None else AlgebraScorer(similarity)
        """The metric on lists of edges, where it has one."""
        if name == "words":
            self.reading = READ_RATIOS

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the words that match."""
        trees = None if self.on_edges is None else self._trees(pair)
        if trees is not None:
            return self._count_edges(*trees)
        agreement, start, stop, preds, golds, part = pair.once(_words, self.subtypes, self.features)
        matched = count_agreeing(agreement, start, stop, self.wanted)
        if not self.content_only:
            parts = () if self.reading is READ_RATIOS else (part,)
            return Tally(matched, matched, preds, golds, 1, 1, 0.0, parts)
        golds, preds, part = pair.once(_content_counts)
        return Tally(matched, matched, preds, golds, 1, 1, 0.0, (part,))

    def _tally(self, matched: int, pred: int, gold: int, aligned: int) -> Tally:
        parts = () if self.reading is READ_RATIOS else (_one_number(aligned),)
        return Tally(matched, matched, pred, gold, 1, 1, 0.0, parts)

    def agreement(self, comparison: Comparison) -> bytearray:
        """Return what agrees in each aligned pair, as bits."""
        return comparison.once(agreement, self.subtypes, self.features)

    def weights(self, comparison: Comparison) -> Weights:
        """Return what each word counts."""
        wanted = self.wanted
        matched = [bits & wanted == wanted for bits in self.agreement(comparison)]
        if not self.content_only:
            golds, preds = len(comparison.gold.forms), len(comparison.pred.forms)
            return Weights([1] * golds, [1] * preds, matched, [1] * len(matched))
        gold_content, pred_content = comparison.once(content)
        aligned = [gold_content[word] for word in comparison.gold_index]
        return Weights(gold_content, pred_content, matched, aligned)

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Count the words of each label."""
        if self._trees(pair) is not None:
            return None
        share = pair.once(share_of)
        comparison = share.comparison
        labels = (
            labels_of(comparison.gold, by, self.subtypes),
            labels_of(comparison.pred, by, self.subtypes),
        )
        groups = grouped(
            share, comparison.once(self.weights), labels, compared=_division(by) in self.compares
        )
        return {label: self._tally(*counts) for label, counts in groups.items()}

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the words that match, those that do not and why, and those without a partner."""
        trees = self._trees(pair)
        if trees is not None:
            scorer, edges = trees
            return scorer.explain(edges)
        from tallystick.tasks.dependencies.explain import explain_words

        return explain_words(self, pair.once(share_of))

    def _trees(self, pair: PairAnalysis) -> tuple[AlgebraScorer, PairAnalysis] | None:
        """What compares a pair of lists of edges; None for a pair of sentences."""
        edges = None if self.on_edges is None else pair.once(trees_of)
        return None if self.on_edges is None or edges is None else (self.on_edges, edges)

    def _count_edges(self, scorer: AlgebraScorer, pair: PairAnalysis) -> Tally:
        """Count the edges between numbered words; words with the same number are aligned."""
        golds, preds = (Counter(edge.dep for edge in side.edges) for side in (pair.gold, pair.pred))
        aligned = (golds & preds).total()
        return replace(scorer.count(pair), parts=(_one_number(aligned),))


def _division(by: str) -> str:
    return "upos" if by == "upos" else "relation"


class TreeScorer(WordScorer):
    """Aligned words, matched if they have the same head, and perhaps more."""

    def __init__(
        self,
        name: str,
        options: Options,
        wanted: int = HEAD,
        compares: frozenset[str] = frozenset(),
        similarity: Similarity | None = None,
    ) -> None:
        super().__init__(name, options, wanted, compares, similarity)
        self.trees_required = options["trees"] == "required"

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Report sentences that are not trees: as warnings, or as errors where trees are required."""
        pred = pair.pred
        if isinstance(pred, Share):
            # Several items share the sentences of the prediction: a warning about them is given once.
            pred = pred.comparison.pred if pred.first or self.trees_required else None
        faults: tuple[Problem, ...] = getattr(pair.gold, "faults", ()) + getattr(pred, "faults", ())
        if faults and self.trees_required:
            return [replace(fault, level="error") for fault in faults]
        return faults
