"""The closed graph of one side: what is annotated between nodes, and all that follows from it (Section 2.4).

A chain of links leads to a link between its ends where Table 3 composes it to one. Read from left to right that is
an automaton for each kind of link. Nodes that are the same entity or event form a class, and what is contained in
one member is contained in all: such links are counted by the sizes of classes and are not listed.

Chains may return to their start and continue from there; a link from a node to itself is never counted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tallystick.dataclass import dataclass
from tallystick.solve.closure import Automaton, Edge, paths_from, reached, shortest_path
from tallystick.solve.shortest_paths import Leaving, ShortestPaths
from tallystick.tasks.umr.tc2.relations import SYMMETRIC, Converted, converted

__all__ = [
    "ClosedLinks",
    "Derivations",
    "Link",
    "Node",
    "Numbered",
    "Relation",
    "close",
    "sizes_as_bits",
    "weighed",
]

Node = Hashable
#: Parent, label and child.
Relation = tuple[Node, str, Node]
#: Source, kind and target by the numbers of the nodes.
Numbered = tuple[int, str, int]
#: Source, kind and target. The kinds are those of Table 2 but for ``up``: what contains is the source of ``dn``.
Link = tuple[Node, str, Node]

_LABEL = {"r": 0, "up": 1, "dn": 2, "sn": 3, "sv": 4}
#: The labels of the kinds of links that can be followed back.
_BACK = {"dn": _LABEL["up"], "sn": _LABEL["sn"], "sv": _LABEL["sv"]}
_NO = -1
#: Which chains lead to a link of each kind, by the columns r, up, dn, sn, sv: what Table 3 comes to.
_CHAINS: Mapping[str, Automaton] = {
    # A chain of the same, if one of its links says what kind of thing they are.
    "sn": Automaton(((_NO, _NO, _NO, 1, 0), (_NO, _NO, _NO, 1, 1)), frozenset([1])),
    "sv": Automaton(((_NO, _NO, _NO, 0, 1), (_NO, _NO, _NO, 1, 1)), frozenset([1])),
    # A chain of containment, with the same in between.
    "dn": Automaton(((_NO, _NO, 1, 0, 0), (_NO, _NO, 1, 1, 1)), frozenset([1])),
    # A chain of r; before each of them it may go up, after each of them down. Nothing composes r with the same, so
    # a step to the same needs a containment beside it.
    "r": Automaton(
        (
            (3, 2, _NO, 1, 1),  # 0: the beginning
            (_NO, 2, _NO, 1, 1),  # 1: the same, and up has to follow
            (3, 2, _NO, 2, 2),  # 2: upwards
            (3, 2, 5, 4, 4),  # 3: r
            (_NO, 2, 5, 4, 4),  # 4: the same, and up or down has to follow
            (3, 2, 5, 5, 5),  # 5: downwards
        ),
        frozenset([3, 5]),
    ),
}
#: A chain of containment from class to class, where nothing else is left.
_INSIDE = Automaton(((1,), (1,)), frozenset([1]))


@dataclass(frozen=True, slots=True, eq=False)
class ClosedLinks:
    """The closed graph of one side. Nodes have numbers in the order in which they occur first."""

    component: str
    relations: tuple[Relation, ...]
    """The annotated relations, without relations of a node to itself."""
    converted: tuple[Numbered, ...]
    """The link of each relation; a symmetric link starts at the lower number."""
    nodes: tuple[Node, ...]
    number: Mapping[Node, int]
    clusters: tuple[tuple[int, ...], ...]
    """The weakly connected components, by all links, those that compose with nothing too."""
    cluster_of: tuple[int, ...]
    classes: tuple[tuple[int, ...], ...]
    """Nodes that are the same entity or event; most have one node."""
    class_of: tuple[int, ...]
    class_kinds: tuple[frozenset[str], ...]
    """Which of ``sn`` and ``sv`` the nodes of a class have between them: both where the two are mixed."""
    annotated: frozenset[Numbered]
    earlier: Mapping[int, int]
    """The nodes to which ``r`` leads from each node from which it leads anywhere, as the bits of an int."""
    within: Mapping[int, int]
    """The classes to which ``dn`` leads from each class from which it leads anywhere."""
    counts: tuple[int, ...]
    """The number of links of each cluster."""

    def earlier_by(self, mark: Callable[[int], int]) -> dict[int, int]:
        """The nodes to which ``r`` leads, as the marks of the nodes."""
        return _earlier(self.converted, self.clusters, self.cluster_of, mark)

    def within_by(self, mark: Callable[[int], int]) -> dict[int, int]:
        """The classes to which ``dn`` leads, as the marks of the classes."""
        return _within(self.converted, self.class_of, mark)

    def _numbered(self, link: Link) -> Numbered | None:
        """A link by the numbers of its nodes, in the form in which it counts once; None if it counts nowhere."""
        source, kind, target = link
        if source == target or source not in self.number or target not in self.number:
            return None
        ends = self.number[source], self.number[target]
        if kind == "up" or (kind in SYMMETRIC and ends[0] > ends[1]):
            ends = ends[1], ends[0]
        return ends[0], "dn" if kind == "up" else kind, ends[1]

    def __contains__(self, link: Link) -> bool:
        """Whether a link is annotated or follows."""
        numbered = self._numbered(link)
        return numbered is not None and self.has(*numbered)

    def has(self, source: int, kind: str, target: int) -> bool:
        """Whether a link between two different nodes, by their numbers, is annotated or follows."""
        source_class, target_class = self.class_of[source], self.class_of[target]
        if kind in ("sn", "sv"):
            return source_class == target_class and kind in self.class_kinds[source_class]
        if kind == "dn":
            return bool(self.within.get(source_class, 0) >> target_class & 1)
        if kind == "r":
            return bool(self.earlier.get(source, 0) >> target & 1)
        if kind in SYMMETRIC and source > target:
            source, target = target, source
        return (source, kind, target) in self.annotated

    def is_annotated(self, link: Link) -> bool:
        """Whether a link is annotated, not inferred."""
        return self._numbered(link) in self.annotated

    def explain(self, link: Link) -> tuple[Relation, ...]:
        """The shortest chain of annotated relations from source to target; empty if the link does not hold.

        A link from a node to itself, which counts nowhere, is explained too: it shows a contradiction.
        """
        source, kind, target = link
        if source not in self.number or target not in self.number:
            return ()
        if kind == "up":
            return self.explain((target, "dn", source))[::-1]
        if kind not in _CHAINS:
            numbered = self._numbered(link)
            annotated = zip(self.converted, self.relations, strict=True)
            return next(((relation,) for each, relation in annotated if each == numbered), ())
        edges, origin = _steps(self.converted)
        path = shortest_path(_CHAINS[kind], edges, self.number[source], self.number[target])
        return tuple([self.relations[origin[step]] for step in path or ()])

    def links_of(self, cluster: int) -> Iterator[Link]:
        """Yield the links of a cluster: a large cluster has very many."""
        nodes = self.nodes
        plain = [link for link in self.plain if self.cluster_of[link[0]] == cluster]
        for source, kind, target in self.numbered_links(cluster, plain):
            yield nodes[source], kind, nodes[target]

    def numbered_links(self, cluster: int, plain: Iterable[Numbered]) -> Iterator[Numbered]:
        """Yield the links of a cluster by the numbers of the nodes; `plain` are those that compose with nothing."""
        yield from plain
        for each in dict.fromkeys([self.class_of[node] for node in self.clusters[cluster]]):
            for kind in sorted(self.class_kinds[each]):
                for source, target in combinations(self.classes[each], 2):
                    yield source, kind, target
            for other_class in _bits(self.within.get(each, 0)):
                for source in self.classes[each]:
                    for target in self.classes[other_class]:
                        if source != target:
                            yield source, "dn", target
        if not self.earlier:
            return
        for source in self.clusters[cluster]:
            for target in _bits(self.earlier.get(source, 0)):
                if source != target:
                    yield source, "r", target

    @property
    def plain(self) -> tuple[Numbered, ...]:
        """The links that compose with nothing, each once."""
        return tuple(dict.fromkeys([link for link in self.converted if link[1] not in _LABEL]))


class Derivations:
    """The shortest chains of annotated relations behind links; what is found for one link serves others."""

    def __init__(self, links: ClosedLinks) -> None:
        # The steps that a chain can take, each with the index of its relation.
        self._leaving: Leaving = {}
        for index, (source, kind, target) in enumerate(links.converted):
            if kind in _LABEL:
                self._leaving.setdefault(source, []).append((index, _LABEL[kind], target))
            if kind in _BACK:
                self._leaving.setdefault(target, []).append((index, _BACK[kind], source))
        self._paths: dict[tuple[str, int], ShortestPaths] = {}

    def chain(self, source: int, kind: str, target: int) -> list[int]:
        """Return the indices of the relations of a chain; none if the link does not follow from a chain.

        >>> links = close("temporal", [("d", "before", "c"), ("c", "before", "b"), ("b", "contained", "a")])
        >>> Derivations(links).chain(links.number["d"], "r", links.number["a"])
        [0, 1, 2]
        """
        paths = self._paths.get((kind, source))
        if paths is None:
            automaton = _CHAINS.get(kind)
            if automaton is None:
                return []
            paths = self._paths[kind, source] = paths_from(automaton, self._leaving, source)
        return paths.to(target) or []


def close(component: str, relations: Iterable[Relation]) -> ClosedLinks:
    """Return the closed graph of these relations.

    >>> links = close("temporal", [("d", "before", "c"), ("c", "before", "b"), ("b", "contained", "a")])
    >>> links.counts, ("d", "r", "a") in links
    ((6,), True)
    >>> links.explain(("c", "r", "a"))
    (('c', 'before', 'b'), ('b', 'contained', 'a'))
    """
    number: dict[Node, int] = {}
    kept: list[Relation] = []
    links: list[Numbered] = []
    meaning: dict[str, Converted] = {}
    for relation in dict.fromkeys(relations):
        parent, label, child = relation
        if parent == child:
            continue
        kind, turned = meaning.get(label) or meaning.setdefault(label, converted(component, label))
        head = number.setdefault(parent, len(number))
        tail = number.setdefault(child, len(number))
        if turned or (kind in SYMMETRIC and head > tail):
            head, tail = tail, head
        kept.append(relation)
        links.append((head, kind, tail))
    n = len(number)
    cluster_of, clusters = _groups(n, links)
    same = [link for link in links if link[1] in ("sn", "sv")]
    class_of, classes = _groups(n, same) if len(same) < len(links) else (cluster_of, clusters)
    kinds = [set[str]() for _ in classes]
    for source, kind, _ in same:
        kinds[class_of[source]].add(kind)
    class_kinds = tuple([frozenset(each) for each in kinds])
    earlier = _earlier(links, clusters, cluster_of, _own_bit)
    within = _within(links, class_of, _own_bit)
    return ClosedLinks(
        component=component,
        relations=tuple(kept),
        converted=tuple(links),
        nodes=tuple(number),
        number=number,
        clusters=clusters,
        cluster_of=cluster_of,
        classes=classes,
        class_of=class_of,
        class_kinds=class_kinds,
        annotated=frozenset(links),
        earlier=earlier,
        within=within,
        counts=tuple(_counts(links, clusters, cluster_of, classes, class_kinds, earlier, within)),
    )


def _steps(links: Sequence[Numbered]) -> tuple[list[Edge], list[int]]:
    """The steps that a chain can take, and the index of the link that each comes from."""
    edges: list[Edge] = []
    origin: list[int] = []
    for index, (source, kind, target) in enumerate(links):
        if kind not in _LABEL:
            continue
        edges.append((source, _LABEL[kind], target))
        origin.append(index)
        if kind in _BACK:
            edges.append((target, _BACK[kind], source))
            origin.append(index)
    return edges, origin


def _earlier(
    links: Sequence[Numbered],
    clusters: Sequence[Sequence[int]],
    cluster_of: Sequence[int],
    mark: Callable[[int], int],
) -> dict[int, int]:
    """The marks of the nodes to which ``r`` leads from each node; only clusters that have it are looked at."""
    there = {cluster_of[source] for source, kind, _ in links if kind == "r"}
    if not there:
        return {}
    chosen = [node for cluster in sorted(there) for node in clusters[cluster]]
    index_of = {node: index for index, node in enumerate(chosen)}
    edges = [
        (index_of[source], label, index_of[target])
        for source, label, target in _steps(links)[0]
        if cluster_of[source] in there
    ]
    rows = reached(_CHAINS["r"], edges, [mark(node) for node in chosen])
    return {node: row for node, row in zip(chosen, rows, strict=True) if row}


def _within(links: Sequence[Numbered], class_of: Sequence[int], mark: Callable[[int], int]) -> dict[int, int]:
    """The marks of the classes to which ``dn`` leads from each class."""
    index_of: dict[int, int] = {}
    edges: list[Edge] = []
    for source, kind, target in links:
        if kind == "dn":
            container = index_of.setdefault(class_of[source], len(index_of))
            contained = index_of.setdefault(class_of[target], len(index_of))
            edges.append((container, 0, contained))
    rows = reached(_INSIDE, edges, [mark(each) for each in index_of])
    return {each: row for each, row in zip(index_of, rows, strict=True) if row}


def _counts(
    links: Sequence[Numbered],
    clusters: Sequence[Sequence[int]],
    cluster_of: Sequence[int],
    classes: Sequence[Sequence[int]],
    kinds: Sequence[frozenset[str]],
    earlier: Mapping[int, int],
    within: Mapping[int, int],
) -> list[int]:
    """The number of links of each cluster."""
    counts = [0] * len(clusters)
    for source, kind, _ in set(links):
        if kind not in _LABEL:
            counts[cluster_of[source]] += 1
    for members, of_kind in zip(classes, kinds, strict=True):
        counts[cluster_of[members[0]]] += len(of_kind) * len(members) * (len(members) - 1) // 2
    by_size = sizes_as_bits([len(members) for members in classes]) if within else {}
    for each, row in within.items():
        size = len(classes[each])
        # A class inside itself: each of its nodes in all but itself.
        counts[cluster_of[classes[each][0]]] += size * (weighed(row, by_size) - (row >> each & 1))
    for node, row in earlier.items():
        counts[cluster_of[node]] += row.bit_count() - (row >> node & 1)
    return counts


def _own_bit(number: int) -> int:
    """A mask with one bit."""
    return 1 << number


def _groups(n: int, links: Iterable[Numbered]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The group of each node, and the nodes of each group, where links join nodes."""
    parent = list(range(n))

    def top(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for source, _, target in links:
        first, second = top(source), top(target)
        # A group is represented by its first node, so that groups come in the order of their first nodes.
        parent[max(first, second)] = min(first, second)
    members: dict[int, list[int]] = {}
    for node in range(n):
        members.setdefault(top(node), []).append(node)
    group = {first: index for index, first in enumerate(members)}
    return tuple([group[top(node)] for node in range(n)]), tuple([tuple(each) for each in members.values()])


def _bits(row: int) -> Iterator[int]:
    """The indices of the bits that are set."""
    while row:
        lowest = row & -row
        yield lowest.bit_length() - 1
        row ^= lowest


def sizes_as_bits(sizes: Iterable[int]) -> dict[int, int]:
    """For each size, the mask of the indices that have it."""
    masks: dict[int, int] = {}
    for index, size in enumerate(sizes):
        masks[size] = masks.get(size, 0) | 1 << index
    return masks


def weighed(row: int, by_size: Mapping[int, int]) -> int:
    """The sum of the sizes of the bits in a row; `by_size` has the mask of each size."""
    return sum([size * (row & mask).bit_count() for size, mask in by_size.items()])
