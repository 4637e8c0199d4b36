"""Metrics over annotations other than entities: words of mentions, bridging links, mentions without referents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tallystick.formats.coref.document import CorefDocument
from tallystick.tally import Alignment, Pair, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Scorer
from tallystick.tasks.coref.anaphora.bridging import bridging, links
from tallystick.tasks.coref.anaphora.mention_overlap import mention_overlap
from tallystick.tasks.coref.anaphora.nonreferring import nonreferring
from tallystick.tasks.coref.anaphora.spans import bridging_sides, nonreferring_sides
from tallystick.tasks.coref.explain.words import MentionWords, ShownLink
from tallystick.tasks.coref.mentions.matching import MatchOptions
from tallystick.tasks.coref.mentions.sides import BridgingSide
from tallystick.tasks.coref.mentions.words import WordSet, word_set
from tallystick.tasks.coref.scorers import DocumentScorer, comparable_documents, explainer, matched_documents

__all__ = ["bridging_scorer", "nonreferring_scorer", "overlap_scorer"]

Key = TypeVar("Key")

#: The annotations that bridging needs.
_WITH_BRIDGING = ("identity", "bridging")


def _bridging(pair: PairAnalysis) -> tuple[BridgingSide, BridgingSide]:
    """Number the bridging links of both documents: a step that the three levels share."""
    return bridging_sides(*pair.once(comparable_documents, *_WITH_BRIDGING))


def overlap_scorer(matching: MatchOptions) -> Scorer:
    """Words that mentions have in common; the explanation names the mentions that are identical."""

    def count(pair: PairAnalysis) -> Tally:
        overlap = mention_overlap(*pair.once(matched_documents, matching), matching)
        return Tally.of(overlap.common, pred=overlap.pred_words, gold=overlap.gold_words)

    def explain(pair: PairAnalysis) -> Alignment:
        return pair.once(explainer, matching).mentions()

    return DocumentScorer(count, explain, matching)


def bridging_scorer(options: Options, *, level: str) -> Scorer:
    """Bridging links at one of the levels."""
    antecedents = options["antecedents"]

    def count(pair: PairAnalysis) -> Tally:
        return bridging(level, *pair.once(_bridging), antecedents)

    def explain(pair: PairAnalysis) -> Alignment:
        gold, pred = pair.once(comparable_documents, *_WITH_BRIDGING)
        gold_side, pred_side = pair.once(_bridging)
        golds, preds = (
            links(level, gold_side, gold_side, antecedents),
            links(level, pred_side, gold_side, antecedents),
        )
        shown_gold, shown_pred = _shown_links(gold), _shown_links(pred)
        return _alignment(
            {key: shown_gold[index] for key, index in golds.items()},
            {key: shown_pred[index] for key, index in preds.items()},
        )

    return DocumentScorer(count, explain, annotated=lambda document: bool(document.bridges))


def nonreferring_scorer(options: Options) -> Scorer:
    """Mentions that refer to nothing."""
    which = options["nonreferring-mentions"]

    def count(pair: PairAnalysis) -> Tally:
        return nonreferring(*nonreferring_sides(*pair.once(comparable_documents, "identity")), which)

    def explain(pair: PairAnalysis) -> Alignment:
        gold, pred = pair.once(comparable_documents, "identity")
        return _alignment(_shown_nonreferring(gold, which), _shown_nonreferring(pred, which))

    return DocumentScorer(count, explain, annotated=lambda document: bool(document.identity.nonreferring))


def _alignment(gold: Mapping[Key, object], pred: Mapping[Key, object]) -> Alignment:
    """The elements that both have, and those that only one has."""
    return Alignment(
        tuple(Pair(part, pred[key], 1.0) for key, part in gold.items() if key in pred),
        tuple(part for key, part in gold.items() if key not in pred),
        tuple(part for key, part in pred.items() if key not in gold),
    )


def _shown_links(document: CorefDocument) -> list[object]:
    words = MentionWords(document, document.identity)
    return [
        ShownLink(words.at(link.anaphor), words.at(link.antecedent) if link.antecedent >= 0 else "?")
        for link in document.bridges
    ]


def _shown_nonreferring(document: CorefDocument, which: object) -> dict[WordSet, object]:
    layer = document.identity
    if not layer.nonreferring:
        return {}
    words = MentionWords(document, layer)
    order = sorted(range(len(layer)), key=layer.offset.__getitem__) if layer.offset else range(len(layer))
    shown: dict[WordSet, object] = {}
    seen: set[int] = set()
    for at in order:
        entity = layer.entity[at]
        if entity in layer.nonreferring and not (which == "first" and entity in seen):
            seen.add(entity)
            shown.setdefault(word_set(document, layer.parts(at)), words.at(at))
    return shown
