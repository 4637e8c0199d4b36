"""TC²: temporal relations and coreference scored over closed graphs (Section 2.4, Equations 5 and 6).

The nodes of both sides share one name space: two nodes that are partners under the node mapping are equal
hashable objects, a constant is an object that both sides share, and a node without a partner equals
nothing on the other side. So the caller translates the variables of one side, and then::

    gold = close("coref", gold_relations)          # relations: (parent, label, child)
    pred = close("coref", pred_relations)
    tally(gold, pred, gold_nodes, pred_nodes)      # all nodes that exist on each side, sets or anything with `in`

A node that takes part on one side, and exists on the other but takes no part there, is a cluster of one node and no
links there: it earns nothing and weighs 1. A variable exists on the other side if it has a partner, a constant always
does; so constants that occur on either side belong to both sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from math import fsum

from tallystick.dataclass import dataclass
from tallystick.tally import Tally
from tallystick.tasks.umr.tc2.links import (
    ClosedLinks,
    Link,
    Node,
    Relation,
    close,
    sizes_as_bits,
    weighed,
)
from tallystick.tasks.umr.tc2.relations import SYMMETRIC

__all__ = [
    "ClosedLinks",
    "ClusterComparison",
    "ClusterCount",
    "Link",
    "Node",
    "Relation",
    "close",
    "compare",
    "tally",
]


@dataclass(frozen=True, slots=True)
class ClusterCount:
    """A cluster as Equations 5 and 6 see it."""

    nodes: tuple[Node, ...]
    links: int
    matched: int
    """How many of the links the other side has too."""

    @property
    def credit(self) -> float:
        """The share of matched links, times the number of nodes."""
        return len(self.nodes) * self.matched / self.links if self.links else 0.0


@dataclass(frozen=True, slots=True)
class ClusterComparison:
    """The clusters of both sides, those of one node last."""

    gold: tuple[ClusterCount, ...]
    pred: tuple[ClusterCount, ...]

    def tally(self) -> Tally:
        """Equations 5 and 6 before they are divided; the sums do not depend on the order of the clusters."""
        return Tally(
            matched_pred=fsum([cluster.credit for cluster in self.pred]),
            matched_gold=fsum([cluster.credit for cluster in self.gold]),
            pred_total=sum([len(cluster.nodes) for cluster in self.pred]),
            gold_total=sum([len(cluster.nodes) for cluster in self.gold]),
        )


def tally(
    gold: ClosedLinks, pred: ClosedLinks, gold_nodes: Container[Node] = (), pred_nodes: Container[Node] = ()
) -> Tally:
    """Return the tally of two closed graphs, given the nodes that exist on each side.

    >>> gold = close("coref", [("a", "same-entity", "b"), ("c", "same-event", "d")])
    >>> pred = close("coref", [("a", "same-entity", "b")])
    >>> numbers = tally(gold, pred, "abcd", "abcd")
    >>> numbers.matched_pred, numbers.pred_total, numbers.matched_gold, numbers.gold_total
    (2.0, 4, 2.0, 4)
    """
    return compare(gold, pred, gold_nodes, pred_nodes).tally()


def compare(
    gold: ClosedLinks, pred: ClosedLinks, gold_nodes: Container[Node] = (), pred_nodes: Container[Node] = ()
) -> ClusterComparison:
    """Return the clusters of both sides with what they have in common."""
    in_gold = [0] * len(gold.clusters)
    in_pred = [0] * len(pred.clusters)
    for common in (_plain, _same, _within, _earlier):
        for gold_node, pred_node, matched in common(gold, pred):
            in_gold[gold.cluster_of[gold_node]] += matched
            in_pred[pred.cluster_of[pred_node]] += matched
    return ClusterComparison(
        (*_clusters(gold, in_gold), *_singles(pred, gold, gold_nodes)),
        (*_clusters(pred, in_pred), *_singles(gold, pred, pred_nodes)),
    )


def _clusters(links: ClosedLinks, matched: list[int]) -> Iterator[ClusterCount]:
    for cluster, count, matched_links in zip(links.clusters, links.counts, matched, strict=True):
        yield ClusterCount(tuple([links.nodes[node] for node in cluster]), count, matched_links)


def _singles(other: ClosedLinks, own: ClosedLinks, nodes: Container[Node]) -> Iterator[ClusterCount]:
    """Nodes that take part on the other side only, but exist on this side."""
    for node in other.nodes:
        if node not in own.number and node in nodes:
            yield ClusterCount((node,), 0, 0)


# Each of the following yields links that both sides have: a gold node and a pred node, which determine the clusters,
# and the number of links.


def _plain(gold: ClosedLinks, pred: ClosedLinks) -> Iterator[tuple[int, int, int]]:
    """Links that compose with nothing."""
    for source, kind, target in gold.plain:
        head, tail = pred.number.get(gold.nodes[source]), pred.number.get(gold.nodes[target])
        if head is not None and tail is not None:
            if kind in SYMMETRIC and head > tail:
                head, tail = tail, head
            if (head, kind, tail) in pred.annotated:
                yield source, head, 1


def _same(gold: ClosedLinks, pred: ClosedLinks) -> Iterator[tuple[int, int, int]]:
    """Nodes in one class on both sides."""
    blocks = _blocks(gold, pred)
    for (gold_class, pred_class), size in blocks.items():
        kinds = len(gold.class_kinds[gold_class] & pred.class_kinds[pred_class])
        if kinds and size > 1:
            yield gold.classes[gold_class][0], pred.classes[pred_class][0], kinds * size * (size - 1) // 2


def _blocks(gold: ClosedLinks, pred: ClosedLinks) -> Counter[tuple[int, int]]:
    """How many nodes each class of the gold shares with each class of the prediction."""
    number = pred.number
    return Counter(
        [
            (gold.class_of[index], pred.class_of[number[node]])
            for index, node in enumerate(gold.nodes)
            if node in number
        ]
    )


def _within(gold: ClosedLinks, pred: ClosedLinks) -> Iterator[tuple[int, int, int]]:
    """Containment: what two classes share is inside what two others share, on both sides."""
    if not gold.within or not pred.within:
        return
    blocks = _blocks(gold, pred)
    by_size = sizes_as_bits(blocks.values())
    of_gold: dict[int, int] = {}
    of_pred: dict[int, int] = {}
    for index, (gold_class, pred_class) in enumerate(blocks):
        of_gold[gold_class] = of_gold.get(gold_class, 0) | 1 << index
        of_pred[pred_class] = of_pred.get(pred_class, 0) | 1 << index
    gold_rows = gold.within_by(lambda each: of_gold.get(each, 0))
    pred_rows = pred.within_by(lambda each: of_pred.get(each, 0))
    for index, ((gold_class, pred_class), size) in enumerate(blocks.items()):
        row = gold_rows.get(gold_class, 0) & pred_rows.get(pred_class, 0)
        if row:
            yield (
                gold.classes[gold_class][0],
                pred.classes[pred_class][0],
                size * (weighed(row, by_size) - (row >> index & 1)),
            )


def _earlier(gold: ClosedLinks, pred: ClosedLinks) -> Iterator[tuple[int, int, int]]:
    """Order in time, node by node; the nodes of the prediction by their numbers in the gold."""
    if not gold.earlier or not pred.earlier:
        return
    gold_number = [gold.number.get(node, -1) for node in pred.nodes]
    rows = pred.earlier_by(lambda node: 1 << gold_number[node] if gold_number[node] >= 0 else 0)
    for node, row in rows.items():
        number = gold_number[node]
        if number >= 0:
            common = row & gold.earlier.get(number, 0)
            yield number, node, common.bit_count() - (common >> number & 1)
