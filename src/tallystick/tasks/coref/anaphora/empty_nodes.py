"""Empty nodes by themselves, whether they are mentions or not: how well a system reconstructs them.

Nodes of a sentence are compared as multisets, under one aspect at a time or under all of them together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MappingProxyType

from tallystick.formats.coref.document import CorefDocument, NodeRow, word_number
from tallystick.tally import Alignment, Pair, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Options, Scorer
from tallystick.tasks.coref.scorers import DocumentScorer, comparable_documents

__all__ = ["ASPECTS", "empty_scorer"]

#: The attributes that are compared beside the sentence.
ASPECTS: Mapping[str, str] = MappingProxyType(
    {
        "existence": "the same number in each sentence",
        "form": "with their forms",
        "lemma": "with their lemmas",
        "dependency": "with their parents and relations",
        "order": "after the right word",
        "all": "with form, lemma, dependencies and position",
    }
)

_KEYS: Mapping[str, Callable[[CorefDocument, int, NodeRow], Hashable]] = {
    "existence": lambda document, position, row: None,
    "form": lambda document, position, row: row.form,
    "lemma": lambda document, position, row: row.lemma,
    "dependency": lambda document, position, row: document.dependencies.get(position, frozenset()),
    "order": lambda document, position, row: word_number(position),
}


def empty_scorer(_options: Options, *, aspect: str) -> Scorer:
    """The scorer of an aspect."""

    def nodes(pair: PairAnalysis) -> tuple[Counter[Hashable], Counter[Hashable]]:
        gold, pred = pair.once(comparable_documents)
        known = bool(gold.sentences) and bool(pred.sentences)
        return Counter(_nodes(gold, aspect, known)), Counter(_nodes(pred, aspect, known))

    def count(pair: PairAnalysis) -> Tally:
        gold, pred = pair.once(nodes)
        return Tally.of((gold & pred).total(), pred=pred.total(), gold=gold.total())

    def explain(pair: PairAnalysis) -> Alignment:
        gold, pred = pair.once(nodes)
        return Alignment(
            tuple(Pair(key, key, 1.0) for key in (gold & pred).elements()),
            tuple((gold - pred).elements()),
            tuple((pred - gold).elements()),
        )

    return DocumentScorer(count, explain)


def _nodes(document: CorefDocument, aspect: str, sentences_known: bool) -> Iterator[Hashable]:
    """Each empty node as what is compared; without its sentence where a side has none."""
    if not document.empty_nodes:
        return
    keys = list(_KEYS) if aspect == "all" else [aspect]
    for position, row in document.nodes():
        if row.empty:
            sentence = bisect_right(document.sentences, position) if sentences_known else 0
            yield (sentence, *(_KEYS[key](document, position, row) for key in keys))
