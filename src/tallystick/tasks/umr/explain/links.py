"""Explain temporal relations and coreference link by link: annotated links, inferred links, and their derivations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tallystick.tally import Alignment, Pair, WrittenSides
from tallystick.tasks.umr.comparison import DocumentComparison
from tallystick.tasks.umr.explain.clusters import written_clusters
from tallystick.tasks.umr.explain.parts import PartNamer, ShownPart, chain
from tallystick.tasks.umr.identity import GOLD, PRED
from tallystick.tasks.umr.selection import Selection
from tallystick.tasks.umr.tc2.links import ClosedLinks, Link, Relation, close
from tallystick.tasks.umr.tc2.relations import SYMMETRIC
from tallystick.tasks.umr.tc2.score import ClusterCount

__all__ = ["MOST_LINKS", "alone_text", "explain_links", "rest_text"]

#: In a cluster with more links than this, inferred links are counted but not listed.
MOST_LINKS = 1000


def explain_links(
    comparison: DocumentComparison, namers: Sequence[PartNamer], component: str, selection: Selection
) -> Alignment:
    """List the links of both sides, cluster by cluster, then the nodes that only one side relates to others."""
    links = [comparison.links(side, component, selection) for side in (GOLD, PRED)]
    counted = comparison.clusters(component, selection)
    gold, pred = (
        _SideLinks(
            namers[side],
            links[side],
            counts,
            {
                placed.relation: placed.sentence
                for placed in reversed(comparison.counted(side, component, selection))
            },
        )
        for side, counts in enumerate(counted)
    )
    matched: list[Pair] = []
    missed: list[ShownPart] = []
    for cluster, link in gold.listed():
        pred_cluster = pred.cluster_of(link)
        if pred_cluster is not None:
            matched.append(_pair(gold.shown(cluster, link), pred.shown(pred_cluster, link)))
        else:
            missed.append(gold.shown(cluster, link))
    spurious = [pred.shown(cluster, link) for cluster, link in pred.listed() if gold.cluster_of(link) is None]
    matched += [Pair(rest, rest, float(number)) for number, rest in gold.rest(pred, matched=True)]
    missed += [rest for _, rest in gold.rest(pred, matched=False)]
    spurious += [rest for _, rest in pred.rest(gold, matched=False)]
    return Alignment(
        tuple(matched),
        (*missed, *gold.alone("pred")),
        (*spurious, *pred.alone("gold")),
        WrittenSides(lambda: (gold.written(), pred.written())),
    )


def _pair(gold: ShownPart, pred: ShownPart) -> Pair:
    """A matched link; the note says on which side it is inferred, and from what."""
    notes = [
        f"inferred in {name} from {chain(part.origin)}"
        for name, part in (("gold", gold), ("pred", pred))
        if part.origin
    ]
    if len(notes) == 2 and gold.origin == pred.origin:
        notes = [f"inferred from {chain(gold.origin)}"]
    return Pair(gold.without_origin(), pred.without_origin(), 1.0, note="; ".join(notes))


def rest_text(number: int) -> str:
    """Return the part that represents the unlisted links of a large cluster."""
    return f"{number} more that follow from what is annotated"


def alone_text(shown: str, other: str) -> str:
    """Return the part that represents a node that only the other side relates to others."""
    return f"{shown} is alone: only {other} relates it to another"


class _SideLinks:
    """The links of one side, and how to display them."""

    def __init__(
        self,
        namer: PartNamer,
        links: ClosedLinks,
        counts: Sequence[ClusterCount],
        sentence_of: dict[Relation, int],
    ) -> None:
        self.namer = namer
        self.links = links
        self.counts = counts
        self.sentence_of = sentence_of
        """The sentence of each annotated relation, by its position in the document."""
        self.annotated: list[dict[Link, Relation]] = [{} for _ in links.clusters]
        """The relation that says each annotated link, by cluster."""
        nodes = links.nodes
        for (source, kind, target), relation in zip(links.converted, links.relations, strict=True):
            annotated = self.annotated[links.cluster_of[source]]
            annotated.setdefault((nodes[source], kind, nodes[target]), relation)
        # A link follows from relations of its cluster, so that the others need not be searched.
        self.closed = cache(lambda cluster: close(links.component, self.annotated[cluster].values()))

    def large(self, cluster: int) -> bool:
        """Whether a cluster has too many links to list them all."""
        return self.links.counts[cluster] > MOST_LINKS

    def listed(self) -> Iterator[tuple[int, Link]]:
        """The links of this side, cluster by cluster; only annotated links of a large cluster."""
        for cluster, annotated in enumerate(self.annotated):
            for link in annotated if self.large(cluster) else self.links.links_of(cluster):
                yield cluster, link

    def cluster_of(self, link: Link) -> int | None:
        """The cluster in which this side has a link; None if it does not have it."""
        return self.links.cluster_of[self.links.number[link[0]]] if link in self.links else None

    def shown(self, cluster: int, link: Link) -> ShownPart:
        """A link as text, with its sentence if it is annotated, else with the relations that imply it."""
        component, source, target = self.links.component, link[0], link[2]
        words = self.namer.link(component, link)
        annotated = self.annotated[cluster]
        relation = annotated.get(link) or (
            annotated.get((target, link[1], source)) if link[1] in SYMMETRIC else None
        )
        if relation is not None:
            number = self.namer.number(self.sentence_of[relation])
            return ShownPart(component, words, sentence=number, cluster=cluster + 1)
        if self.large(cluster):
            return ShownPart(component, words, cluster=cluster + 1)
        origin = tuple([self.namer.relation(step) for step in self.closed(cluster).explain(link)])
        return ShownPart(component, words, cluster=cluster + 1, origin=origin)

    def rest(self, other: _SideLinks, *, matched: bool) -> Iterator[tuple[int, ShownPart]]:
        """The unlisted links of large clusters: how many the other side has, or does not have."""
        for cluster, annotated in enumerate(self.annotated):
            if not self.large(cluster):
                continue
            count = self.counts[cluster]
            listed = sum(other.cluster_of(link) is not None for link in annotated)
            number = count.matched - listed
            if not matched:
                number = count.links - len(annotated) - number
            if number:
                yield number, ShownPart(self.links.component, (rest_text(number),), cluster=cluster + 1)

    def alone(self, other: str) -> Iterator[ShownPart]:
        """The nodes that only the other side relates to others."""
        for count in self.counts[len(self.links.clusters) :]:
            for node in count.nodes:
                shown = self.namer.node(node)  # type: ignore[arg-type]
                yield ShownPart(self.links.component, (alone_text(shown, other),))

    def written(self) -> str:
        """The clusters as text."""
        return written_clusters(self.namer, self.links, self.counts, self.sentence_of)
