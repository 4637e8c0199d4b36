"""The enhanced edges of two sentences with the same words on a page, and what a page counts over them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.core.describe import describe
from tallystick.formats.conllu.enhanced import Edges
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.comparison import Share
from tallystick.tasks.dependencies.explain import ShownWords
from tallystick.tasks.dependencies.word_rows import SameWords, is_simple
from tallystick.tasks.records.error_kinds import one_to_one

if TYPE_CHECKING:
    from tallystick.tasks.dependencies.enhanced import EnhancedScorer

__all__ = ["AlignedEdges", "WordEdge", "aligned_edges"]

#: A word, its head, and the label.
WordEdge = tuple[int, int, str]


class AlignedEdges(SameWords):
    """Which edges of two sentences match under a metric: those with the same word, head and label."""

    def __init__(self, scorer: EnhancedScorer, share: Share) -> None:
        super().__init__(scorer.name, share.comparison)
        edges = share.comparison.once(scorer.edges)
        self.golds, self.preds = edges.gold, edges.pred
        self.with_subtypes = not scorer.without_subtypes
        self.changed = [
            word
            for word, own in enumerate(self.golds)
            if own is not self.preds[word] and own != self.preds[word]
        ]
        """The words whose edges are not the same on both sides."""
        self.missed = self._others(self.golds, self.preds)
        self.spurious = self._others(self.preds, self.golds)

    def _others(self, own: Sequence[Edges], others: Sequence[Edges]) -> list[WordEdge]:
        """Return the edges of one side that the other one does not have."""
        return [
            (word, head, label)
            for word in self.changed
            for head, label in own[word]
            if (head, label) not in others[word]
        ]

    def errors(self) -> list[tuple[str, WordEdge | None, WordEdge | None]]:
        """Return the errors, as :data:`~tallystick.tasks.dependencies.error_kinds.ERRORS` names them."""
        # Where edges multiply, equal ones follow each other.
        missed, spurious = self.missed, list(Counter(self.spurious).elements())
        partners = _partners(missed, spurious)
        paired = set(partners.values())
        return [
            *[(_wrong(missed[i], spurious[j]), missed[i], spurious[j]) for i, j in partners.items()],
            *[("missing edge", edge, None) for i, edge in enumerate(missed) if i not in partners],
            *[("spurious edge", None, edge) for j, edge in enumerate(spurious) if j not in paired],
        ]

    def show(self, passage: Passage, edge: object) -> str:
        """Return an edge of one side in one line."""
        assert isinstance(edge, tuple)
        return describe(ShownWords(passage).edge(*edge))


def _partners(missed: Sequence[WordEdge], spurious: Sequence[WordEdge]) -> dict[int, int]:
    """Return the missed and spurious edges of the same word that are one error, the nearest first."""
    by_word: defaultdict[int, list[int]] = defaultdict(list)
    for j, (word, _, _) in enumerate(spurious):
        by_word[word].append(j)
    candidates = []
    for i, (word, head, label) in enumerate(missed):
        for j in by_word.get(word, ()):
            _, other_head, other_label = spurious[j]
            candidates.append((((head != other_head) + (label != other_label),), i, j))
    return one_to_one(sorted(candidates))


def _wrong(gold: WordEdge, pred: WordEdge) -> str:
    """Return the kind of error that two different edges of a word are."""
    if gold[1] == pred[1]:
        return "wrong relation"
    return "wrong head" if gold[2] == pred[2] else "wrong head and relation"


def aligned_edges(scorer: EnhancedScorer, share: Share) -> AlignedEdges | None:
    """Return which edges of two sentences match; None if their words are not the same, or not all of them count."""
    return AlignedEdges(scorer, share) if is_simple(share) else None
