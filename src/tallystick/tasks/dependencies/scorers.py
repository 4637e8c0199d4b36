"""The scorers: which words match, counted per gold sentence."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.core.similarity import Similarity
from tallystick.errors import Problem
from tallystick.tally import READ_RATIOS, Alignment, Reading, Tally, ratio
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Scorer
from tallystick.tasks.dependencies.agreement import CONTENT, HEAD, count_agreeing
from tallystick.tasks.dependencies.comparison import (
    Comparison,
    Share,
    agreement,
    gold_content,
    pred_content,
)
from tallystick.tasks.dependencies.groups import NO_LABEL, grouped, labels_of
from tallystick.tasks.dependencies.sides import share_of, trees_of
from tallystick.tasks.dependencies.tallies import Totals, content_totals, tallies_of, word_totals
from tallystick.tasks.dependencies.weights import Weights
from tallystick.tasks.scorer import AlgebraScorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.tasks.dependencies.word_rows import AlignedUnits, AlignedWords

    Array = NDArray[np.float64]

__all__ = ["READ_ALIGNED", "DependencyScorer", "TreeScorer", "UnitScorer", "WordScorer"]


def _aligned(tally: Tally) -> tuple[float]:
    # The sum over no items has no parts.
    return (tally.parts[0].matched_pred if tally.parts else 0,)


def _read_aligned(tally: Tally) -> tuple[float | None, ...]:
    return *READ_RATIOS.read(tally), ratio(tally.matched_pred, *_aligned(tally))


def _read_many_aligned(sums: Array) -> Array:
    import numpy as np

    from tallystick.stats.readers import part_of, read_ratios, share

    matched, aligned = sums[:, 1:2], part_of(sums, 0)[:, 1:2]
    # The sum over no items has no parts.
    accuracy = share(matched, aligned) if aligned.size else np.full_like(matched, np.nan)
    return np.hstack([read_ratios(sums), accuracy])


#: Precision, recall, F1, and the share of the aligned words that match.
READ_ALIGNED = Reading(
    ("precision", "recall", "f1", "aligned_accuracy"),
    _read_aligned,
    hidden_parts=True,
    counts=("aligned_total",),
    count=_aligned,
    read_many=_read_many_aligned,
)


class DependencyScorer(Scorer):
    """The common part of the scorers of the task: the options that choose what is compared."""

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
        return tallies_of(counts.pred, counts.gold)[counts.matched]

    def groups(self, pair: PairAnalysis, by: str) -> Mapping[str, Tally] | None:
        """Return all counts without a label."""
        return {NO_LABEL: self.count(pair)}

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the tokens or sentences of both sides."""
        # Imported here and below: few runs explain anything.
        from tallystick.tasks.dependencies.explain import explain_units

        return explain_units(self.name, pair.once(share_of))

    def rows(self, pair: PairAnalysis) -> AlignedUnits | None:
        """Return the tokens or sentences, where the words of both sides are the same."""
        from tallystick.tasks.dependencies.word_rows import aligned_units

        return aligned_units(self, pair.once(share_of))


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
        """The attributes that must agree, as bits."""
        self.content_only = bool(wanted & CONTENT)
        self.compares = compares
        """The labels that are the same on both sides of a match."""
        self.on_edges = None if similarity is None else AlgebraScorer(similarity)
        """The metric on lists of edges, where it has one."""
        self.counts_aligned = name != "words"
        """Whether its tallies have the number of aligned words."""
        if not self.counts_aligned:
            self.reading = READ_RATIOS

    def count(self, pair: PairAnalysis) -> Tally:
        """Count the words that match."""
        trees = None if self.on_edges is None else self._trees(pair)
        if trees is not None:
            return self._count_edges(*trees)
        share = pair.once(share_of)
        pairs = share.pairs
        bits = self.agreement(share.comparison)
        matched = count_agreeing(bits, pairs.start, pairs.stop, self.wanted)
        return self.tally_of(
            matched, content_totals(share, bits) if self.content_only else word_totals(share)
        )

    def tally_of(self, matched: int, totals: Totals) -> Tally:
        """Return the tally of two items with this number of matching words."""
        pred, gold, aligned = totals
        return tallies_of(pred, gold, aligned if self.counts_aligned else None)[matched]

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
        golds_count, preds_count = comparison.once(gold_content), comparison.once(pred_content)
        aligned = [golds_count[word] for word in comparison.gold_index]
        return Weights(golds_count, preds_count, matched, aligned)

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
        return {
            label: self.tally_of(matched, Totals(pred, gold, aligned))
            for label, (matched, pred, gold, aligned) in groups.items()
        }

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the words that match, those that do not and why, and those without a partner."""
        trees = self._trees(pair)
        if trees is not None:
            scorer, edges = trees
            return scorer.explain(edges)
        from tallystick.tasks.dependencies.explain import explain_words

        return explain_words(self, pair.once(share_of))

    def rows(self, pair: PairAnalysis) -> AlignedWords | None:
        """Return which words match, where the words of both sides are the same."""
        if self._trees(pair) is not None:
            return None
        from tallystick.tasks.dependencies.word_rows import aligned_words

        return aligned_words(self, pair.once(share_of))

    def _trees(self, pair: PairAnalysis) -> tuple[AlgebraScorer, PairAnalysis] | None:
        """The scorer for a pair of lists of edges; None for a pair of sentences."""
        edges = None if self.on_edges is None else pair.once(trees_of)
        return None if self.on_edges is None or edges is None else (self.on_edges, edges)

    def _count_edges(self, scorer: AlgebraScorer, pair: PairAnalysis) -> Tally:
        """Count the edges between numbered words; words with the same number are aligned."""
        golds, preds = (Counter(edge.dep for edge in side.edges) for side in (pair.gold, pair.pred))
        aligned = (golds & preds).total()
        return replace(scorer.count(pair), parts=(Tally(aligned, aligned, aligned, aligned),))


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

    def remarks_key(self) -> Hashable:
        """All metrics on trees say the same, unless only some require them."""
        return TreeScorer, self.trees_required
