"""What two documents have in common, part by part: relations, triples, and links with what they follow from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain as joined
from itertools import islice
from typing import TypeVar

from tallystick.graphs.ancast.parts import parts
from tallystick.graphs.scoring import written_sides
from tallystick.graphs.umr.clusters import written_clusters
from tallystick.graphs.umr.comparison import AGGREGATE, PARTS, Comparison
from tallystick.graphs.umr.identity import GOLD, PRED, Existing
from tallystick.graphs.umr.links import Link, Links, Relation
from tallystick.graphs.umr.modal import modal_triples
from tallystick.graphs.umr.selection import Selection
from tallystick.graphs.umr.sentences import crossing_credit, selected
from tallystick.graphs.umr.tc2 import compare
from tallystick.graphs.umr.told import Speaker, Told, chain
from tallystick.tally import Alignment, Pair

__all__ = ["MOST_LINKS", "told"]

Key = TypeVar("Key")

#: Of a cluster with more links than these, those that follow are counted and not listed.
MOST_LINKS = 1000


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
        return self._modal() if part == "modal" else _LinkTeller(self, part).alignment()

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


class _LinkTeller:
    """Tells the links of one component, cluster by cluster."""

    def __init__(self, teller: _Teller, component: str) -> None:
        comparison, selection = teller.comparison, teller.selection
        self.component = component
        self.speakers = teller.speakers
        self.links = tuple(comparison.links(side, component, selection) for side in (GOLD, PRED))
        self.exists = tuple(Existing(comparison.identity, side) for side in (GOLD, PRED))
        self.places: tuple[dict[Relation, int], ...] = tuple(
            {one.relation: one.place for one in reversed(comparison.counted(side, component, selection))}
            for side in (GOLD, PRED)
        )

    def alignment(self) -> Alignment:
        """The links that both sides have, and those of one side; then the nodes that stand alone."""
        matched: list[Pair] = []
        missed: list[object] = []
        spurious: list[object] = []
        for cluster, link in self._listed(GOLD):
            part = self._tell(GOLD, cluster, link)
            if link in self.links[PRED]:
                pred = self.links[PRED]
                there = pred.cluster_of[pred.number[link[0]]]
                matched.append(self._pair(part, self._tell(PRED, there, link)))
            else:
                missed.append(part)
        spurious += [
            self._tell(PRED, cluster, link)
            for cluster, link in self._listed(PRED)
            if link not in self.links[GOLD]
        ]
        missed += self._rest(GOLD)
        spurious += self._rest(PRED)
        return Alignment(tuple(matched), tuple(missed), tuple(spurious), self._written())

    def _written(self) -> tuple[str, str]:
        """The clusters of both sides."""
        counted = compare(self.links[GOLD], self.links[PRED], self.exists[GOLD], self.exists[PRED])
        gold, pred = (
            written_clusters(self.speakers[side], self.links[side], counts, self.places[side])
            for side, counts in ((GOLD, counted.gold), (PRED, counted.pred))
        )
        return gold, pred

    def _pair(self, gold: Told, pred: Told) -> Pair:
        """A link of both sides; the note says on which it is inferred, and from what."""
        notes = [
            f"inferred in {name} from {chain(part.origin)}"
            for name, part in (("gold", gold), ("pred", pred))
            if part.origin
        ]
        if len(notes) == 2 and gold.origin == pred.origin:
            notes = [f"inferred from {chain(gold.origin)}"]
        return Pair(_bare(gold), _bare(pred), 1.0, note="; ".join(notes))

    def _listed(self, side: int) -> Iterator[tuple[int, Link]]:
        """The links of a side, cluster by cluster; of a great cluster those that are annotated."""
        links = self.links[side]
        for cluster in range(len(links.clusters)):
            if links.counts[cluster] <= MOST_LINKS:
                found = islice(links.links_of(cluster), MOST_LINKS)
                yield from ((cluster, link) for link in found)
            else:
                yield from ((cluster, link) for link in _annotated(links, cluster))

    def _tell(self, side: int, cluster: int, link: Link) -> Told:
        links, speaker = self.links[side], self.speakers[side]
        chained = links.explain(link)
        words = speaker.link(self.component, link)
        if links.is_annotated(link):
            place = self.places[side].get(chained[0]) if chained else None
            return Told(self.component, words, sentence=speaker.number(place), cluster=cluster + 1)
        origin = tuple([speaker.relation(relation) for relation in chained])
        return Told(self.component, words, cluster=cluster + 1, origin=origin)

    def _rest(self, side: int) -> Iterator[Told]:
        """What weighs on a side without being a link that is listed: nodes alone, and links beyond the limit."""
        links, other = self.links[side], self.links[1 - side]
        for cluster, count in enumerate(links.counts):
            if count > MOST_LINKS:
                listed = sum(1 for _ in _annotated(links, cluster))
                text = f"{count - listed} more links that follow from these"
                yield Told(self.component, (text,), cluster=cluster + 1)
        name = ("pred", "gold")[side]
        for node in other.nodes:
            if node not in links.number and node in self.exists[side]:
                shown = self.speakers[side].node(node)  # type: ignore[arg-type]
                yield Told(self.component, (f"{shown} is alone: only {name} relates it to another",))


def _bare(part: Told) -> Told:
    """A link without what it follows from."""
    return Told(part.component, part.words, sentence=part.sentence, cluster=part.cluster)


def _annotated(links: Links, cluster: int) -> Iterator[Link]:
    """The annotated links of a cluster, each once."""
    nodes = links.nodes
    for source, kind, target in dict.fromkeys(links.converted):
        if links.cluster_of[source] == cluster:
            yield nodes[source], kind, nodes[target]
