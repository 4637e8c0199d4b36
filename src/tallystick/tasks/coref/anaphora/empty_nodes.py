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

#: What is compared beside the sentence.
ASPECTS: Mapping[str, str] = MappingProxyType(
    {
        "existence": "as many in each sentence",
        "form": "with their forms",
        "lemma": "with their lemmas",
        "dependency": "with their parents and relations",
        "order": "behind the right word",
        "all": "with form, lemma, dependencies and place",
    }
)

_KEYS: Mapping[str, Callable[[CorefDocument, int, NodeRow], Hashable]] = {
    "existence": lambda document, place, row: None,
    "form": lambda document, place, row: row.form,
    "lemma": lambda document, place, row: row.lemma,
    "dependency": lambda document, place, row: document.dependencies.get(place, frozenset()),
    "order": lambda document, place, row: word_number(place),
}


def empty_scorer(_options: Options, *, aspect: str) -> Scorer:
    """The scorer of an aspect."""

    def nodes(pair: PairAnalysis) -> tuple[Counter[Hashable], Counter[Hashable]]:
        gold, pred = pair.once(comparable_documents)
        known = bool(gold.sentences) and bool(pred.sentences)
        return Counter(_nodes(gold, aspect, known)), Counter(_nodes(pred, aspect, known))

    def count(pair: PairAnalysis) -> Tally:
        ours, theirs = pair.once(nodes)
        return Tally.of((ours & theirs).total(), pred=theirs.total(), gold=ours.total())

    def explain(pair: PairAnalysis) -> Alignment:
        ours, theirs = pair.once(nodes)
        return Alignment(
            tuple(Pair(key, key, 1.0) for key in (ours & theirs).elements()),
            tuple((ours - theirs).elements()),
            tuple((theirs - ours).elements()),
        )

    return DocumentScorer(count, explain)


def _nodes(document: CorefDocument, aspect: str, sentences_known: bool) -> Iterator[Hashable]:
    """Each empty node as what is compared; without its sentence where a side has none."""
    if not document.empty_nodes:
        return
    keys = list(_KEYS) if aspect == "all" else [aspect]
    for place, row in document.nodes():
        if row.empty:
            sentence = bisect_right(document.sentences, place) if sentences_known else 0
            yield (sentence, *(_KEYS[key](document, place, row) for key in keys))
