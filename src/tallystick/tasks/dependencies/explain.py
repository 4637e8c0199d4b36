"""Explanations: the words that match, those that do not and why, those without a partner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.formats.conllu.passage import ROOT, Passage
from tallystick.tally import Alignment, Pair
from tallystick.tasks.dependencies.agreement import (
    CHILDREN,
    FEATURES,
    HEAD,
    LEMMA,
    RELATION,
    UPOS,
    XPOS,
)
from tallystick.tasks.dependencies.alignment import boundaries
from tallystick.tasks.dependencies.comparison import Share, gold_content, pred_content

if TYPE_CHECKING:
    from tallystick.tasks.dependencies.enhanced import EnhancedScorer
    from tallystick.tasks.dependencies.scorers import WordScorer

__all__ = [
    "WRONG",
    "Edge",
    "Sentence",
    "ShownWords",
    "Token",
    "Unit",
    "Word",
    "explain_edges",
    "explain_units",
    "explain_words",
    "reasons_of",
]


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its number in the sentence: ``cat-2``."""

    word: str


@dataclass(frozen=True, slots=True)
class UposWord(Word):
    """A word with its universal tag."""

    upos: str


@dataclass(frozen=True, slots=True)
class XposWord(Word):
    """A word with its language-specific tag."""

    xpos: str


@dataclass(frozen=True, slots=True)
class FeaturesWord(Word):
    """A word with its features."""

    features: str


@dataclass(frozen=True, slots=True)
class TaggedWord(Word):
    """A word with all its tags."""

    upos: str
    xpos: str
    features: str


@dataclass(frozen=True, slots=True)
class LemmaWord(Word):
    """A word with its lemma."""

    lemma: str


@dataclass(frozen=True, slots=True)
class AttachedWord(Word):
    """A word with its head."""

    head: str


@dataclass(frozen=True, slots=True)
class LabeledWord(Word):
    """A word with its relation and its head."""

    relation: str
    head: str


@dataclass(frozen=True, slots=True)
class LabeledMorphology(LabeledWord):
    """A word with its relation, its head, its universal tag and its features."""

    upos: str
    features: str


@dataclass(frozen=True, slots=True)
class LabeledLemma(LabeledWord):
    """A word with its relation, its head and its lemma."""

    lemma: str


@dataclass(frozen=True, slots=True)
class Edge(LabeledWord):
    """A word with one of its enhanced relations and heads."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A token or a sentence, with its first and last character."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Token(Unit):
    """A token."""


@dataclass(frozen=True, slots=True)
class Sentence(Unit):
    """A sentence."""


class ShownWords:
    """The words of one side, as displayed."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        starts = [start for start, _ in passage.starts]
        self.names = [
            f"{passage.forms[word]}-{word - start + 1}"
            for start, end in pairwise([*starts, len(passage.forms)])
            for word in range(start, end)
        ]

    def head(self, word: int) -> str:
        """The head of a word."""
        head = self.passage.heads[word]
        return "ROOT" if head == ROOT else self.names[head]

    def edge(self, word: int, head: int, label: str) -> Edge:
        """An enhanced edge of a word."""
        return Edge(self.names[word], label, "ROOT" if head == ROOT else self.names[head])

    def part(self, metric: str, word: int) -> Word:
        """A word with what a metric compares."""
        side, name = self.passage, self.names[word]
        if metric in ("uas", "las", "clas", "mlas", "blex"):
            head, relation = self.head(word), side.relations[word]
            if metric == "uas":
                return AttachedWord(name, head)
            if metric == "mlas":
                return LabeledMorphology(name, relation, head, side.upos[word], side.features[word])
            if metric == "blex":
                return LabeledLemma(name, relation, head, side.lemmas[word])
            return LabeledWord(name, relation, head)
        if metric == "alltags":
            return TaggedWord(name, side.upos[word], side.xpos[word], side.features[word])
        kinds: dict[str, Callable[[], Word]] = {
            "upos": lambda: UposWord(name, side.upos[word]),
            "xpos": lambda: XposWord(name, side.xpos[word]),
            "ufeats": lambda: FeaturesWord(name, side.features[word]),
            "lemmas": lambda: LemmaWord(name, side.lemmas[word]),
        }
        return kinds[metric]() if metric in kinds else Word(name)


def explain_words(scorer: WordScorer, share: Share) -> Alignment:
    """Explain a metric on aligned words. Aligned words that do not match are pairs without credit."""
    comparison, metric = share.comparison, scorer.name
    gold, pred = ShownWords(comparison.gold), ShownWords(comparison.pred)
    counted = (
        (comparison.once(gold_content), comparison.once(pred_content))
        if scorer.content_only
        else ([True] * len(gold.names), [True] * len(pred.names))
    )
    agreement = scorer.agreement(comparison)
    pairs = []
    paired: set[int] = set()
    aligned: set[int] = set()
    for index in range(share.pairs.start, share.pairs.stop):
        gold_word, pred_word = comparison.gold_index[index], comparison.pred_index[index]
        if not counted[0][gold_word]:
            continue
        aligned.add(gold_word)
        parts = gold.part(metric, gold_word), pred.part(metric, pred_word)
        disagreement = scorer.wanted & ~agreement[index]
        if not disagreement:
            paired.add(pred_word)
            pairs.append(Pair(*parts, 1.0))
        else:
            reasons = reasons_of(disagreement)
            if counted[1][pred_word]:
                paired.add(pred_word)
            pairs.append(Pair(*parts, 0.0, note=f"{WRONG}{', '.join(reasons)}"))
    missed = [
        word for word in range(share.gold.start, share.gold.stop) if counted[0][word] and word not in aligned
    ]
    spurious = [word for word in share.pred if counted[1][word] and word not in paired]
    return Alignment(
        tuple(pairs),
        tuple(gold.part(metric, word) for word in missed),
        tuple(pred.part(metric, word) for word in spurious),
    )


#: The beginning of the note on aligned words that do not match.
WRONG = "wrong: "
#: Descriptions of what metrics compare.
_COMPARED = {
    HEAD: "head",
    RELATION: "relation",
    UPOS: "UPOS",
    XPOS: "XPOS",
    FEATURES: "features",
    LEMMA: "lemma",
    CHILDREN: "function words",
}


@lru_cache(maxsize=256)
def reasons_of(disagreement: int) -> Sequence[str]:
    """Return what does not agree in words, from its bits."""
    return [name for bit, name in _COMPARED.items() if disagreement & bit]


def explain_units(metric: str, share: Share) -> Alignment:
    """Explain the segmentation into tokens or sentences."""
    comparison = share.comparison
    first, last = _characters(comparison.gold, share)
    kind = Token if metric == "tokens" else Sentence
    sides = [
        {unit[1:]: kind(*unit) for unit in _units(metric, passage) if first <= unit[1] < last}
        for passage in (comparison.gold, comparison.pred)
    ]
    gold, pred = sides
    return Alignment(
        tuple(Pair(unit, pred[at], 1.0) for at, unit in gold.items() if at in pred),
        tuple(unit for at, unit in gold.items() if at not in pred),
        tuple(unit for at, unit in pred.items() if at not in gold),
    )


def _characters(gold: Passage, share: Share) -> tuple[int, int]:
    """The first character of the sentences of a share, and the one after the last."""
    bounds, tokens = boundaries(gold), gold.word_tokens()
    if share.gold.start == share.gold.stop:
        return 0, bounds[-1] + 1
    return bounds[tokens[share.gold.start]], bounds[tokens[share.gold.stop - 1] + 1]


def _units(metric: str, passage: Passage) -> Iterator[tuple[str, int, int]]:
    bounds = boundaries(passage)
    if metric == "tokens":
        starts: Sequence[int] = range(len(passage.tokens))
    else:
        starts = [token for _, token in passage.starts]
    for start, end in pairwise([*starts, len(passage.tokens)]):
        yield " ".join(passage.tokens[start:end]), bounds[start], bounds[end] - 1


def explain_edges(scorer: EnhancedScorer, share: Share) -> Alignment:
    """Explain ELAS and EULAS: the enhanced edges of each word."""
    comparison = share.comparison
    edges = comparison.once(scorer.edges)
    gold, pred = ShownWords(comparison.gold), ShownWords(comparison.pred)
    partner = dict(
        zip(comparison.gold_index[share.pairs], range(share.pairs.start, share.pairs.stop), strict=True)
    )
    pred_parts = {
        (word, *aligned): pred.edge(word, *own)
        for word in {*share.pred, *comparison.pred_index[share.pairs]}
        for own, aligned in zip(edges.pred[word], edges.aligned[word], strict=True)
    }
    matched, missed, met = [], [], set()
    for word in range(share.gold.start, share.gold.stop):
        index = partner.get(word)
        for edge in edges.gold[word]:
            part = gold.edge(word, *edge)
            if index is not None and edge in edges.matched[index]:
                key = comparison.pred_index[index], *edge
                met.add(key)
                matched.append(Pair(part, pred_parts[key], 1.0))
            else:
                missed.append(part)
    spurious = [
        pred.edge(word, *own)
        for word in share.pred
        for own, aligned in zip(edges.pred[word], edges.aligned[word], strict=True)
        if (word, *aligned) not in met
    ]
    return Alignment(tuple(matched), tuple(missed), tuple(spurious))
