"""Temporal relations or coreference of both sides as rows: annotated links, inferred links and their derivations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tallystick.tasks.umr.comparison import PARTS, DocumentComparison
from tallystick.tasks.umr.explain.links import MOST_LINKS, alone_text, rest_text
from tallystick.tasks.umr.explain.parts import LABELS
from tallystick.tasks.umr.explain.side_rows import NO_ORIGIN, SideRows
from tallystick.tasks.umr.identity import GOLD, PRED
from tallystick.tasks.umr.tc2.links import Derivations, Numbered, Relation
from tallystick.tasks.umr.tc2.relations import SYMMETRIC

__all__ = ["add_links"]


def add_links(
    comparison: DocumentComparison,
    component: int,
    rows: tuple[SideRows, SideRows],
    partners: dict[int, int],
    credits: dict[int, float],
) -> None:
    """Add the links of both sides, cluster by cluster, then the nodes that only one side relates to others."""
    gold, pred = (
        _SideLinks(comparison, component, GOLD, rows[GOLD]),
        _SideLinks(comparison, component, PRED, rows[PRED]),
    )
    in_pred, in_gold = gold.numbers_in(pred), pred.numbers_in(gold)
    for cluster, (source, kind, target) in gold.listed():
        row = gold.add(cluster, source, kind, target)
        head, tail = in_pred[source], in_pred[target]
        if head >= 0 and tail >= 0 and pred.links.has(head, kind, tail):
            partners[row] = pred.add(pred.links.cluster_of[head], head, kind, tail)
    for cluster, (source, kind, target) in pred.listed():
        head, tail = in_gold[source], in_gold[target]
        if head < 0 or tail < 0 or not gold.links.has(head, kind, tail):
            pred.add(cluster, source, kind, target)
    for number, cluster in gold.rest(pred, matched=True):
        row = rows[GOLD].add_text(rest_text(number), cluster + 1)
        partners[row] = rows[PRED].add_text(rest_text(number), cluster + 1)
        if number != 1:
            credits[row] = number
    for own, other, name in ((gold, pred, "pred"), (pred, gold, "gold")):
        for number, cluster in own.rest(other, matched=False):
            own.rows.add_text(rest_text(number), cluster + 1)
        own.add_alone(name)


class _SideLinks:
    """The links of one side."""

    def __init__(self, comparison: DocumentComparison, component: int, side: int, rows: SideRows) -> None:
        name = PARTS[component]
        self.rows = rows
        self.links = links = comparison.links(side, name)
        self.counts = comparison.clusters(name)[side]
        self.subsets = name == "coref"
        self.ends = [rows.end(node) for node in links.nodes]  # type: ignore[arg-type]
        self.annotated: dict[Numbered, int] = {}
        """The index of the relation that says each annotated link first."""
        for index, link in enumerate(links.converted):
            self.annotated.setdefault(link, index)
        sentences: dict[Relation, int] = {
            (placed.parent, placed.label, placed.child): placed.sentence
            for placed in reversed(comparison.counted(side, name))
        }
        self.sentences = [sentences[relation] for relation in links.relations]
        self.derivations = Derivations(links)
        rows.annotated[component] = self._relations()
        self._labels: dict[str, int] = {}

    def _relations(self) -> list[tuple[int, int, int]]:
        """The annotated relations as numbers."""
        ends, nodes = self.ends, self.links.nodes
        labels = {label: self.rows.vocabulary.number(label) for _, label, _ in self.links.relations}
        return [
            (ends[source], labels[label], ends[target])
            if nodes[source] == parent
            else (ends[target], labels[label], ends[source])
            for (source, _, target), (parent, label, _) in zip(
                self.links.converted, self.links.relations, strict=True
            )
        ]

    def numbers_in(self, other: _SideLinks) -> list[int]:
        """The number of each node on the other side, −1 if it takes part in no link there."""
        number = other.links.number
        return [number.get(node, -1) for node in self.links.nodes]

    def large(self, cluster: int) -> bool:
        """Whether a cluster has too many links to list them all."""
        return self.links.counts[cluster] > MOST_LINKS

    def _annotated_in(self) -> list[list[Numbered]]:
        clusters: list[list[Numbered]] = [[] for _ in self.links.clusters]
        for link in self.annotated:
            clusters[self.links.cluster_of[link[0]]].append(link)
        return clusters

    def listed(self) -> Iterator[tuple[int, Numbered]]:
        """The links of this side, cluster by cluster; only annotated links of a large cluster."""
        links = self.links
        plain: dict[int, list[Numbered]] = {}
        for link in links.plain:
            plain.setdefault(links.cluster_of[link[0]], []).append(link)
        for cluster, annotated in enumerate(self._annotated_in()):
            listed: Iterable[Numbered] = annotated
            if not self.large(cluster):
                listed = links.numbered_links(cluster, plain.get(cluster, ()))
            for link in listed:
                yield cluster, link

    def add(self, cluster: int, source: int, kind: str, target: int) -> int:
        """Add a link, with its sentence if it is annotated, else with the relations that imply it."""
        link = (target, kind, source) if source > target and kind in SYMMETRIC else (source, kind, target)
        index = self.annotated.get(link)
        label = self._labels.get(kind)
        if label is None:
            label = self._labels[kind] = self.rows.vocabulary.number(self._label(kind))
        first, second = self.ends[source], self.ends[target]
        if kind == "dn" and self.subsets:
            first, second = second, first
        if index is not None:
            return self.rows.add((first, label, second), sentence=self.sentences[index], cluster=cluster + 1)
        origin = NO_ORIGIN if self.large(cluster) else self.derivations.chain(source, kind, target)
        return self.rows.add((first, label, second), cluster=cluster + 1, origin=origin)

    def _label(self, kind: str) -> str:
        """The label that would annotate a link."""
        if kind == "dn":
            return "subset-of" if self.subsets else "contained"
        return LABELS.get(kind) or kind.lstrip(":")

    def rest(self, other: _SideLinks, *, matched: bool) -> Iterator[tuple[int, int]]:
        """The unlisted links of large clusters: how many the other side has, or does not have."""
        for cluster, annotated in enumerate(self._annotated_in()):
            if not self.large(cluster):
                continue
            count, numbers = self.counts[cluster], self.numbers_in(other)
            ends = [(numbers[source], kind, numbers[target]) for source, kind, target in annotated]
            listed = sum(
                head >= 0 and tail >= 0 and other.links.has(head, kind, tail) for head, kind, tail in ends
            )
            number = count.matched - listed
            if not matched:
                number = count.links - len(annotated) - number
            if number:
                yield number, cluster

    def add_alone(self, other: str) -> None:
        """Add the nodes that only the other side relates to others."""
        for count in self.counts[len(self.links.clusters) :]:
            for node in count.nodes:
                shown = self.rows.end_text(self.rows.end(node))  # type: ignore[arg-type]
                self.rows.add_text(alone_text(shown, other))
