"""What two documents have in common, part by part: relations, triples, and links with what they follow from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain as joined
from typing import TypeVar

from tallystick.tally import Alignment, Pair
from tallystick.tasks.graphs.ancast.explain import parts
from tallystick.tasks.graphs.scoring import written_sides
from tallystick.tasks.umr.comparison import AGGREGATE, PARTS, Comparison
from tallystick.tasks.umr.explain.links import tell_links
from tallystick.tasks.umr.explain.parts import Speaker, Told
from tallystick.tasks.umr.identity import GOLD, PRED
from tallystick.tasks.umr.modal import modal_triples
from tallystick.tasks.umr.selection import Selection
from tallystick.tasks.umr.sentences import crossing_credit, selected

__all__ = ["told"]

Key = TypeVar("Key")


def told(part: str, comparison: Comparison, selection: Selection) -> Alignment:
    """What matched, was missed and was spurious in one component, or in all of them."""
    teller = _Teller(comparison, selection)
    if part == AGGREGATE:
        return _together([teller.tell(component) for component in PARTS])
    return teller.tell(part)


def _together(alignments: Iterable[Alignment], sides: tuple[str, str] | None = None) -> Alignment:
    """Several alignments as one."""
    alignments = list(alignments)
    return Alignment(
        tuple(joined.from_iterable(alignment.matched for alignment in alignments)),
        tuple(joined.from_iterable(alignment.missed for alignment in alignments)),
        tuple(joined.from_iterable(alignment.spurious for alignment in alignments)),
        sides,
    )


class _Teller:
    """Tells a comparison, component by component."""

    def __init__(self, comparison: Comparison, selection: Selection) -> None:
        self.comparison = comparison
        self.selection = selection
        self.speakers = tuple(
            Speaker(side, comparison.documents[side], comparison.identity) for side in (GOLD, PRED)
        )

    def tell(self, part: str) -> Alignment:
        """One component."""
        if part == "sentence":
            return self._sentences()
        return (
            self._modal()
            if part == "modal"
            else tell_links(self.comparison, self.speakers, part, self.selection)
        )

    def _sentences(self) -> Alignment:
        """The relations of the sentence graphs, with the credit of Equation 1."""
        found = []
        counts = self.selection.role_filter()
        for pair in self.comparison.pairs:
            one = parts("relation", selected(pair.aligned, counts))
            gold, pred = (
                partial(speaker.in_sentence, place)
                for speaker, place in zip(self.speakers, pair.places, strict=True)
            )
            found.append(
                Alignment(
                    tuple([Pair(gold(met.gold), pred(met.pred), met.credit) for met in one.matched]),
                    tuple([gold(part) for part in one.missed]),
                    tuple([pred(part) for part in one.spurious]),
                )
            )
        return _together([*found, self._crossings()], self._written())

    def _crossings(self) -> Alignment:
        """The relations between sentences."""
        counts = self.selection.role_filter() or (lambda _role: True)
        gold, pred = (
            {edge: place for edge, place in side.items() if counts(edge[1])}
            for side in self.comparison.crossing
        )
        identity = self.comparison.identity
        sides = [
            {
                edge: Told("sentence", speaker.relation(edge), sentence=speaker.number(place))
                for edge, place in side.items()
            }
            for side, speaker in zip((gold, pred), self.speakers, strict=True)
        ]
        return _met(
            sides[GOLD], sides[PRED], {edge: crossing_credit(identity, edge) for edge in gold if edge in pred}
        )

    def _written(self) -> tuple[str, str]:
        """The sentence graphs of both sides, one after the other."""
        documents = self.comparison.documents
        texts: tuple[list[str], list[str]] = ([], [])
        for places in self.comparison.pairing.pairs:
            graphs = [
                None if place is None else documents[side].sentences[place].graph
                for side, place in enumerate(places)
            ]
            for side, text in enumerate(written_sides(*graphs)):
                texts[side].append(text)
        return "\n\n".join(texts[GOLD]), "\n\n".join(texts[PRED])

    def _modal(self) -> Alignment:
        """The modal triples, with the sentence in which each stands first."""
        sides = []
        for side, speaker in enumerate(self.speakers):
            placed = self.comparison.counted(side, "modal", self.selection)
            first = {one.relation: one.place for one in reversed(placed)}
            sides.append(
                {
                    triple: Told("modal", speaker.relation(triple), sentence=speaker.number(first[triple]))
                    for triple in modal_triples(one.relation for one in placed)
                }
            )
        return _met(sides[GOLD], sides[PRED], dict.fromkeys(sides[GOLD].keys() & sides[PRED].keys(), 1.0))


def _met(gold: dict[Key, Told], pred: dict[Key, Told], credits: dict[Key, float]) -> Alignment:
    """Parts by what they are compared by, and the credit of those that both sides have."""
    return Alignment(
        tuple([Pair(part, pred[key], credits[key]) for key, part in gold.items() if credits.get(key)]),
        tuple([part for key, part in gold.items() if not credits.get(key)]),
        tuple([part for key, part in pred.items() if not credits.get(key)]),
    )
