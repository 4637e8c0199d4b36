"""AnCast++ as the program ancast 0.1.1 computes it, its departures from the paper included.

Sentences are paired by position, up to the end of the shorter document. A pair in which the program cannot
read a graph disappears with all its triples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum

from tallystick.compat.ancast.alignment import Released, align_released
from tallystick.compat.ancast.counts import released_counts
from tallystick.compat.ancast.umr_graph import read_released
from tallystick.compat.ancast.umr_links import released_links_tally
from tallystick.compat.ancast.umr_terms import GROUPS, ReleasedTriple, released_group, released_triples
from tallystick.errors import Problem
from tallystick.formats.penman.graph import Graph
from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.tally import Reading, Tally, total

__all__ = ["RELEASED_READING", "released_left_out", "released_remarks", "released_tallies"]

#: The label of each ordered pair of nodes, in the order in which the pairs were first read.
_Labels = dict[tuple[int, int], str]


def _read(tally: Tally) -> tuple[float | None, ...]:
    """Precision, recall, F: what is a share of nothing is 0.

    The sentences of one document without any relation on a side have the concept score there.
    """
    numbers: list[float] = []
    concept = tally.parts[0] if tally.parts and tally.items == 1 else Tally()
    for matched, whole, similar, nodes in (
        (tally.matched_pred, tally.pred_total, concept.matched_pred, concept.pred_total),
        (tally.matched_gold, tally.gold_total, concept.matched_gold, concept.gold_total),
    ):
        numbers.append(matched / whole if whole else similar / nodes if nodes else 0.0)
    precision, recall = numbers
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


#: How the tallies are read. Only that of the sentences has a part, the tally of the concepts.
RELEASED_READING = Reading(("precision", "recall", "f1"), _read, sides=True)


class _NumberedDocument:
    """One document: the numbers of its nodes, and the labels of each group of triples."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.labels: dict[str, _Labels] = {group: {} for group in GROUPS}


class _Identity:
    """Which node of a document is which of the other: those with equal numbers.

    A triple end gets a number when it is first seen. If it is a node of the sentence at hand, its partner gets
    the same number; if not, the same spelling is treated as the same node of the other document.
    """

    def __init__(self) -> None:
        self.pred = _NumberedDocument()
        self.gold = _NumberedDocument()
        self.count = 0

    def read(
        self, group: str, triples: Iterable[ReleasedTriple], partners: Mapping[str, str | None], *, pred: bool
    ) -> None:
        """Take in the triples of a group; of two labels of an ordered pair the later is kept."""
        own, other = (self.pred, self.gold) if pred else (self.gold, self.pred)
        for parent, label, child in triples:
            ends = []
            for name in (parent, child):
                if name not in own.numbers:
                    own.numbers[name] = self.count
                    partner = partners.get(name, name)
                    if partner is not None:
                        other.numbers[partner] = self.count
                    self.count += 1
                ends.append(own.numbers[name])
            own.labels[group][ends[0], ends[1]] = label


def _modal_tally(gold: _Labels, pred: _Labels) -> Tally:
    """Triples that both sides have, ``(root :modal author)`` among them, once in a document."""
    return Tally.of(len(gold.items() & pred.items()), pred=len(pred), gold=len(gold))


def _graph(sentence: Sentence) -> Graph | None:
    """The graph as the program reads it, None if it cannot; of a sentence without text, its graph."""
    return read_released(sentence.parts["graph"]) if "graph" in sentence.parts else sentence.graph


def released_left_out(gold: UmrDocument, pred: UmrDocument) -> tuple[int, ...]:
    """The indices of the pairs that do not count, because the program cannot read one of their graphs."""
    return tuple(
        index
        for index, pair in enumerate(zip(gold.sentences, pred.sentences, strict=False))
        if any(_graph(sentence) is None for sentence in pair)
    )


def released_remarks(gold: UmrDocument, pred: UmrDocument) -> list[Problem]:
    """Warn of the pairs that do not count; nothing where all do."""
    left_out = released_left_out(gold, pred)
    if not left_out:
        return []
    count, whole = len(left_out), min(len(gold), len(pred))
    first = gold.sentences[left_out[0]]
    what = "1 sentence pair is" if count == 1 else f"{count} sentence pairs are"
    message = f"{what} left out (of {whole}), because ancast 0.1.1 cannot read one of the graphs"
    hint = f"the first one is snt{first.number}; without the preset, all pairs count"
    return [Problem(message, line=first.line, hint=hint, code="released-left-out", level="warning")]


def _triples(sentence: Sentence, group: str) -> Iterator[ReleasedTriple]:
    """The triples of a group as the program reads them; of a sentence without text, its triples."""
    if "document" in sentence.parts:
        return released_triples(released_group(sentence.parts["document"], group))
    return (
        (triple.parent, triple.label, triple.child) for triple in sentence.triples if triple.group == group
    )


def _sentence_tally(states: Sequence[Released]) -> Tally:
    """Equations 1–4 over the document; its part is the tally of the concepts."""
    relations = total(released_counts(state)["relation"] for state in states)
    sums = [(state.pred_sums, state.gold_sums) for state in states]
    concept = Tally(
        fsum([pred.similarity for pred, _ in sums]),
        fsum([gold.similarity for _, gold in sums]),
        sum([pred.count for pred, _ in sums]),
        sum([gold.count for _, gold in sums]),
    )
    return replace(relations, items=1, proved=1, parts=(concept,))


def released_tallies(gold: UmrDocument, pred: UmrDocument) -> Mapping[str, Tally]:
    """The tally of each component, and of the aggregate; to be read by :data:`RELEASED_READING`."""
    identity = _Identity()
    states: list[Released] = []
    for there, here in zip(gold.sentences, pred.sentences, strict=False):
        gold_graph, pred_graph = _graph(there), _graph(here)
        if gold_graph is None or pred_graph is None:
            continue
        # Lemmas are looked up in all text before the graph of the prediction.
        text = here.parts.get("preface", here.text)
        state = align_released(gold_graph, pred_graph, umr=True, text=text)
        states.append(state)
        to_gold, to_pred = state.partners()
        for group in GROUPS:
            identity.read(group, _triples(here, group), to_gold, pred=True)
            identity.read(group, _triples(there, group), to_pred, pred=False)
    golds, preds = identity.gold.labels, identity.pred.labels
    tallies = {
        "sentence": _sentence_tally(states),
        "modal": _modal_tally(golds["modal"], preds["modal"]),
        "temporal": released_links_tally("temporal", golds["temporal"], preds["temporal"]),
        "coref": released_links_tally("coref", golds["coref"], preds["coref"]),
    }
    # Equations 11–14: numerators and weights add. Concepts that replace relations have no weight.
    whole = total([replace(tally, parts=()) for tally in tallies.values()])
    return tallies | {"aggregate": replace(whole, items=1, proved=1)}
