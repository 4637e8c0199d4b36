"""Relations between sentences: they distinguish nodes that are equal within their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.labels import component_of, spelled
from tallystick.formats.umr.variables import Declarations
from tallystick.tasks.graphs.ancast.aligner import relations_of, unit_of
from tallystick.tasks.graphs.ancast.exchange import Endpoint, exchange
from tallystick.tasks.graphs.ancast.numbering import exchangeable
from tallystick.tasks.graphs.inversion import plain, turned
from tallystick.tasks.umr.identity import GOLD, PRED, SentencePair
from tallystick.tasks.umr.tc2.relations import converted

__all__ = ["Between", "exchange_partners"]

#: Head, label, tail, and whether the relation holds both ways. Ends are nodes by sentence and index, or constants.
Relation = tuple[Endpoint, str, Endpoint, bool]
#: The direction and the label of a relation at a node.
Mark = tuple[str, str]
#: The weight of a relation in an exchange. Symmetric relations are counted in both directions.
DIRECTED, BOTH_WAYS = 2, 1


class Between:
    """The annotated relations of one document that are not part of a sentence graph."""

    def __init__(
        self,
        document: UmrDocument,
        declared: Declarations,
        leading: dict[int, list[int]],
        indices: Iterable[int],
    ) -> None:
        self.document = document
        self.declared = declared
        self.leading = leading
        self.indices = list(indices)
        self._nodes: dict[int, dict[str, int]] = {}

    @cached_property
    def relations(self) -> list[Relation]:
        """Document-level relations, and relations of sentence graphs to nodes of other sentences; each once."""
        relations: dict[Relation, None] = {}
        for index in self.indices:
            sentence = self.document.sentences[index]
            for triple in sentence.triples:
                component = component_of(triple.group, triple.label)
                ends = self._end(triple.parent, index), self._end(triple.child, index)
                if component is None or None in ends or ends[0] == ends[1]:
                    continue
                kind, turn, both = f"{component}:{spelled(component, triple.label)}", False, False
                if component != "modal":
                    link = converted(component, triple.label)
                    kind, turn, both = f"{component}:{link.kind}", link.turned, link.symmetric
                relations[(*_turned(ends, kind, turn), both)] = None  # type: ignore[index]
            graph = sentence.graph
            for branch in self.leading.get(index, ()):
                ends = (index, graph.sources[branch]), self._end(str(graph.constants[branch]), index)
                role, turn = turned(graph.roles[branch].lower())
                if role == "domain":
                    role, turn = "mod", not turn
                if None not in ends:
                    relations[(*_turned(ends, role, turn), False)] = None  # type: ignore[index]
        return list(relations)

    def _end(self, name: str, index: int) -> Endpoint | None:
        """The node or constant that a name means in a sentence; None for a variable without a node."""
        home = self.declared.home(name, index)
        if home is None:
            return plain(name)
        known = self._nodes.get(home)
        if known is None:
            variables = self.document.sentences[home].graph.variables
            known = self._nodes[home] = {variable: node for node, variable in enumerate(variables)}
        return (home, known[name]) if name in known else None

    @cached_property
    def _marks(self) -> dict[Endpoint, list[Mark]]:
        marks: dict[Endpoint, list[Mark]] = {}
        for head, label, tail, both in self.relations:
            marks.setdefault(head, []).append(("=" if both else ">", label))
            marks.setdefault(tail, []).append(("=" if both else "<", label))
        return marks

    def marks(self, index: int | None) -> list[tuple[Mark, ...]]:
        """The features that distinguish the nodes of a sentence: the directions and labels of these relations."""
        if index is None:
            return []
        size = len(self.document.sentences[index].graph.variables)
        return [tuple(sorted(self._marks.get((index, node), ()))) for node in range(size)]


def _turned(
    ends: Sequence[Endpoint | None], label: str, turn: bool
) -> tuple[Endpoint | None, str, Endpoint | None]:
    return (ends[1], label, ends[0]) if turn else (ends[0], label, ends[1])


def exchange_partners(pairs: Sequence[SentencePair], gold: Between, pred: Between) -> int:
    """Let nodes that nothing distinguishes exchange their partners where that matches more relations.

    Relations within and between sentences count. Return how many more might match if the search for the best exchange
    was cut short, else 0.
    """
    tied = [
        index
        for index, pair in enumerate(pairs)
        if pair.aligned.numbering is not None and exchangeable(pair.aligned.columns, *pair.aligned.numbering)
    ]
    if not tied:
        return 0
    relations: list[dict[tuple[Endpoint, str, Endpoint], int]] = []
    for side, between in ((GOLD, gold), (PRED, pred)):
        indices = {pair.indices[side]: index for index, pair in enumerate(pairs)}
        own: dict[tuple[Endpoint, str, Endpoint], int] = {}
        for index in tied:
            aligned = pairs[index].aligned
            graph = aligned.gold if side == GOLD else aligned.pred
            own |= relations_of(graph, aligned.numbers.names, index, DIRECTED)
        for head, label, tail, both in between.relations:
            ends = _in_pair(head, indices), _in_pair(tail, indices)
            own[ends[0], label, ends[1]] = BOTH_WAYS if both else DIRECTED
            if both:
                own[ends[1], label, ends[0]] = BOTH_WAYS
        relations.append(own)
    units = [unit_of(pair.aligned) for pair in pairs]
    return -(-exchange(units, *relations) // DIRECTED)


def _in_pair(end: Endpoint, indices: dict[int | None, int]) -> Endpoint:
    return end if isinstance(end, str) else (indices[end[0]], end[1])
