"""Temporal and coreference relations that contradict each other, with the chains of triples behind each conflict.

One wrong triple contradicts many inferred links. Only what an annotator can repair is reported: each circle once, each
class once, and the conflicting pairs with an annotated link. There are never more contradictions than
annotated relations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tallystick.dataclass import dataclass
from tallystick.tasks.umr.tc2.links import ClosedLinks, Node, Relation

__all__ = ["MEANINGS", "Contradiction", "contradictions"]

#: Descriptions of the kinds of contradictions.
MEANINGS: Mapping[str, str] = {
    "circular-order": "each is before the other",
    "circular-containment": "each contains the other",
    "order-and-containment": "one is before the other, and one contains the other",
    "order-and-overlap": "one is before the other, and they overlap",
    "order-and-identity": "one is before the other, and they are the same",
    "containment-and-identity": "one contains the other, and they are the same",
    "entity-and-event": "the same as an entity, and the same as an event",
}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two links that follow from the annotation and contradict each other."""

    kind: str
    """A key of ``MEANINGS``."""
    nodes: tuple[Node, ...]
    """The two nodes of both links, or the node that is an entity and an event."""
    chains: tuple[tuple[Relation, ...], tuple[Relation, ...]]
    """The annotated relations that lead to each of the two links."""

    @property
    def meaning(self) -> str:
        """The contradiction as text."""
        return MEANINGS[self.kind]


def contradictions(links: ClosedLinks) -> Iterator[Contradiction]:
    """Yield the contradictions of a closed graph, each with its explanation.

    >>> from tallystick.tasks.umr.tc2.links import close
    >>> circle = close("temporal", [("a", "before", "b"), ("b", "before", "c"), ("c", "before", "a")])
    >>> for contradiction in contradictions(circle):
    ...     print(contradiction.kind, contradiction.nodes, *contradiction.chains, sep="\\n")
    circular-order
    ('a', 'b')
    (('a', 'before', 'b'),)
    (('b', 'before', 'c'), ('c', 'before', 'a'))
    """
    for search in (_circles_in_time, _circles_of_containment, _identity, _inside_a_class, _pairs):
        yield from search(links)


def _contradiction(
    links: ClosedLinks, kind: str, first: tuple[int, str, int], second: tuple[int, str, int]
) -> Contradiction:
    """A contradiction between two links on one pair of nodes."""
    nodes = links.nodes
    chains = [links.explain((nodes[source], each, nodes[target])) for source, each, target in (first, second)]
    return Contradiction(kind, (nodes[first[0]], nodes[first[2]]), (chains[0], chains[1]))


def _circles(rows: Mapping[int, int]) -> dict[int, list[int]]:
    """Group the rows that contain themselves; members of one circle have equal rows."""
    groups: dict[int, list[int]] = {}
    for node in sorted(rows):
        if rows[node] >> node & 1:
            groups.setdefault(rows[node], []).append(node)
    return {row: group for row, group in groups.items() if len(group) > 1}


def _first_inside(
    links: ClosedLinks, kind: str, groups: Mapping[int, list[int]], part: Callable[[int], int]
) -> dict[int, tuple[int, int]]:
    """The first annotated link of a kind between two members of each group."""
    group_of = {member: row for row, group in groups.items() for member in group}
    first_links: dict[int, tuple[int, int]] = {}
    for source, each, target in links.converted:
        row = group_of.get(part(source))
        if (
            each == kind
            and row is not None
            and part(source) != part(target)
            and row == group_of.get(part(target))
        ):
            first_links.setdefault(row, (source, target))
    return first_links


def _circles_in_time(links: ClosedLinks) -> Iterator[Contradiction]:
    """Nodes that are before each other."""
    groups = _circles(links.earlier)
    annotated = _first_inside(links, "r", groups, lambda node: node)
    for row, group in groups.items():
        first, second = annotated.get(row, (group[0], group[1]))
        yield _contradiction(links, "circular-order", (first, "r", second), (second, "r", first))


def _circles_of_containment(links: ClosedLinks) -> Iterator[Contradiction]:
    """Classes that contain each other. Such a cycle has an annotated link from class to class."""
    groups = _circles(links.within)
    for first, second in _first_inside(links, "dn", groups, lambda node: links.class_of[node]).values():
        yield _contradiction(links, "circular-containment", (first, "dn", second), (second, "dn", first))


def _identity(links: ClosedLinks) -> Iterator[Contradiction]:
    """Nodes that are the same as entities and as events, once for each class."""
    relation: dict[tuple[int, str], Relation] = {}
    reported: set[int] = set()
    for index, (source, kind, target) in enumerate(links.converted):
        if kind not in ("sn", "sv") or links.class_of[source] in reported:
            continue
        for node in (source, target):
            other = relation.get((node, "sv" if kind == "sn" else "sn"))
            if other is not None:
                reported.add(links.class_of[source])
                chains = (links.relations[index],), (other,)
                yield Contradiction(
                    "entity-and-event", (links.nodes[node],), chains if kind == "sn" else chains[::-1]
                )
                break
            relation.setdefault((node, kind), links.relations[index])


def _inside_a_class(links: ClosedLinks) -> Iterator[Contradiction]:
    """Nodes that are the same although one contains the other, or one is before the other."""
    reported: set[int] = set()
    for source, kind, target in links.converted:
        each = links.class_of[source]
        if kind == "dn" and each == links.class_of[target] and each not in reported:
            reported.add(each)
            same = min(links.class_kinds[each])
            yield _contradiction(
                links, "containment-and-identity", (source, kind, target), (source, same, target)
            )
    circling = _circling(links)
    for each in dict.fromkeys([links.class_of[node] for node in links.earlier]):
        pair = _in_order(links, each, each)
        if pair is not None and not circling & set(pair):
            same = min(links.class_kinds[each])
            yield _contradiction(
                links, "order-and-identity", (pair[0], "r", pair[1]), (pair[0], same, pair[1])
            )


def _pairs(links: ClosedLinks) -> Iterator[Contradiction]:
    """Pairs that are in order and also share time.

    If what contains is before or after what it contains, this also holds for a link of the chain between them, so only
    annotated containment is examined.
    """
    circling = _circling(links)
    reported: set[tuple[str, int, int]] = set()
    for source, kind, target in links.converted:
        if kind == "dn":
            first, second = links.class_of[source], links.class_of[target]
            pair = _in_order(links, first, second) or _in_order(links, second, first)
        elif kind == "o":
            first, second = source, target
            pair = _in_order_themselves(links, first, second) or _in_order_themselves(links, second, first)
        else:
            continue
        if pair is None or circling & set(pair) or (kind, first, second) in reported:
            continue
        reported.add((kind, first, second))
        later, earlier = pair
        if kind == "o":
            yield _contradiction(links, "order-and-overlap", (later, "r", earlier), (source, kind, target))
        else:
            ends = (later, earlier) if links.class_of[later] == first else (earlier, later)
            yield _contradiction(
                links, "order-and-containment", (later, "r", earlier), (ends[0], kind, ends[1])
            )


def _circling(links: ClosedLinks) -> set[int]:
    """The nodes on circles. A circle is reported once, its consequences are not."""
    return {node for group in _circles(links.earlier).values() for node in group}


def _in_order(links: ClosedLinks, later_class: int, earlier_class: int) -> tuple[int, int] | None:
    """The first node of a class that is later than another node, of a second class."""
    if not links.earlier:
        return None
    members = 0
    for node in links.classes[earlier_class]:
        members |= 1 << node
    for later in links.classes[later_class]:
        common = links.earlier.get(later, 0) & members & ~(1 << later)
        if common:
            return later, (common & -common).bit_length() - 1
    return None


def _in_order_themselves(links: ClosedLinks, later: int, earlier: int) -> tuple[int, int] | None:
    return (later, earlier) if links.earlier.get(later, 0) >> earlier & 1 else None
