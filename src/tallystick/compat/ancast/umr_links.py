"""Temporal relations and coreference, closed and compared as the program ancast 0.1.1 does it.

The paper (Section 2.4) closes both under composition and compares the links cluster by cluster. The
program departs from it in that its ``up`` runs from container to content while its ``r`` runs from the
earlier to the later node, that same-event holds in one direction only, that nodes without links do not exist,
and that its walk loses links depending on the order of the triples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import fsum

from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.disjoint import DisjointSets
from tallystick.tally import Tally

__all__ = ["Cluster", "released_clusters", "released_links_tally"]

#: The converted relations: in time (r), containment (up, dn), identity of entities (sn) and of events (sv),
#: overlap and dependence.
R, UP, DN, SN, SV, OV, DP = range(7)
#: Before the first step of a walk.
_ALONE = -1

#: Table 3: what a first and a second relation make together. Everything else makes nothing.
_COMPOSED: Mapping[tuple[int, int], int] = {
    (_ALONE, R): R,
    (_ALONE, UP): UP,
    (_ALONE, DN): DN,
    (_ALONE, SN): SN,
    (_ALONE, SV): SV,
    (_ALONE, OV): OV,
    (_ALONE, DP): DP,
    (R, R): R,
    (R, DN): R,
    (UP, R): R,
    (UP, UP): UP,
    (DN, DN): DN,
    (UP, SN): UP,
    (UP, SV): UP,
    (DN, SN): DN,
    (DN, SV): DN,
    (SN, UP): UP,
    (SV, UP): UP,
    (SN, DN): DN,
    (SV, DN): DN,
    (SN, SN): SN,
    (SV, SV): SV,
    (SN, SV): SN,
    (SV, SN): SV,
}

#: Source, relation, target.
Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes that are connected, and the links that follow between them."""

    nodes: frozenset[int]
    links: frozenset[Edge]
    complete: bool = False
    """Whether all nodes are the same entity: there is a link between any two then, and none is listed."""

    @property
    def count(self) -> int:
        """The number of links."""
        return len(self.nodes) * (len(self.nodes) - 1) // 2 if self.complete else len(self.links)


def _edges(component: str, labels: Mapping[tuple[int, int], str]) -> Iterator[Edge]:
    """Table 2 as the program has it; a label that it does not know in the component makes nothing."""
    for (parent, child), label in labels.items():
        match component, label:
            case "temporal", "after":
                yield parent, R, child
            case "temporal", "before":
                yield child, R, parent
            case ("temporal", "contained" | "includes") | ("coref", "subset-of"):
                yield parent, UP, child
                yield child, DN, parent
            case "temporal", "overlap":
                yield min(parent, child), OV, max(parent, child)
            case "temporal", "depends-on":
                yield parent, DP, child
            case "coref", "same-entity":
                yield parent, SN, child
                yield child, SN, parent
            case "coref", "same-event":
                yield child, SV, parent


def _link(source: int, relation: int, target: int) -> Edge:
    """A link in the one form in which it is kept: up(a, b) is dn(b, a); o, sn and sv have no direction."""
    if relation == UP:
        return target, DN, source
    if relation in (SN, SV, OV) and target < source:
        return target, relation, source
    return source, relation, target


def _walk(start: int, successors: Mapping[int, list[tuple[int, int]]]) -> Iterator[Edge]:
    """The links from a node.

    A node counts as visited when it is taken from the stack, at once if nothing leads on from it. What is
    reached again after that is linked, but the walk does not continue from there.
    """
    visited: set[int] = set()
    done: set[tuple[int, int]] = set()
    stack = [(start, _ALONE)]
    limits = current()
    while stack:
        state = stack.pop()
        # All that a state leads to is visited when the same state comes up again: it would add nothing.
        if state in done:
            continue
        done.add(state)
        node, relation = state
        visited.add(node)
        limits.spend(PYTHON_STEP * len(successors[node]))
        for target, step in successors[node]:
            composed = _COMPOSED.get((relation, step))
            if composed is None or (target == start and composed in (SN, SV)):
                continue
            yield _link(start, composed, target)
            if target != start and target not in visited:
                if target in successors:
                    stack.append((target, composed))
                else:
                    visited.add(target)


def released_clusters(component: str, labels: Mapping[tuple[int, int], str]) -> tuple[Cluster, ...]:
    """The clusters of a component, from the label of each ordered pair of nodes, in the order of reading.

    >>> clusters = released_clusters("temporal", {(0, 1): "after", (1, 2): "after", (3, 4): "overlap"})
    >>> [(len(cluster.nodes), cluster.count) for cluster in clusters]
    [(3, 3), (2, 1)]
    """
    successors: dict[int, list[tuple[int, int]]] = {}
    union = DisjointSets[int]()
    for source, relation, target in _edges(component, labels):
        successors.setdefault(source, []).append((target, relation))
        union.join(source, target)
    nodes: dict[int, list[int]] = {}
    for node in list(union.above):
        nodes.setdefault(union.find(node), []).append(node)
    return tuple(_cluster(members, successors) for members in nodes.values())


def _cluster(nodes: list[int], successors: Mapping[int, list[tuple[int, int]]]) -> Cluster:
    starts = [node for node in nodes if node in successors]
    if all(relation == SN for start in starts for _, relation in successors[start]):
        # Each edge leads both ways and all compositions hold, so that no order can lose a link.
        return Cluster(frozenset(nodes), frozenset(), complete=True)
    return Cluster(frozenset(nodes), frozenset(link for start in starts for link in _walk(start, successors)))


class _Known:
    """All links of a document."""

    def __init__(self, clusters: Iterable[Cluster]) -> None:
        clusters = list(clusters)
        self.links: frozenset[Edge] = frozenset().union(*[cluster.links for cluster in clusters])
        self.same = [link for link in self.links if link[1] == SN]
        self.complete = {
            node: number
            for number, cluster in enumerate(clusters)
            if cluster.complete
            for node in cluster.nodes
        }

    def shared_with(self, cluster: Cluster) -> int:
        """How many links of a cluster are among these."""
        if cluster.complete:
            together = Counter(self.complete[node] for node in cluster.nodes if node in self.complete)
            return sum(number * (number - 1) // 2 for number in together.values()) + sum(
                source in cluster.nodes and target in cluster.nodes
                for source, _, target in checked(self.same)
            )
        return len(cluster.links & self.links) + sum(
            relation == SN and source in self.complete and self.complete[source] == self.complete.get(target)
            for source, relation, target in checked(cluster.links)
        )


def _side(clusters: Iterable[Cluster], others: Iterable[Cluster]) -> tuple[float, int]:
    """Equations 5 and 6 from one side: the sum of what the clusters earn, and of their sizes.

    A cluster without links earns nothing: a node that is the same entity as itself. (On the side of the gold
    the program divides by zero there, and ends.)
    """
    known = _Known(others)
    earned: list[float] = []
    whole = 0
    for cluster in clusters:
        whole += len(cluster.nodes)
        if cluster.count:
            earned.append(len(cluster.nodes) * known.shared_with(cluster) / cluster.count)
    return fsum(earned), whole


def released_links_tally(
    component: str, gold: Mapping[tuple[int, int], str], pred: Mapping[tuple[int, int], str]
) -> Tally:
    """The tally of a component, ``temporal`` or ``coref``; equal numbers identify equal nodes."""
    golds, preds = released_clusters(component, gold), released_clusters(component, pred)
    matched_gold, gold_total = _side(golds, preds)
    matched_pred, pred_total = _side(preds, golds)
    return Tally(matched_pred, matched_gold, pred_total, gold_total)
