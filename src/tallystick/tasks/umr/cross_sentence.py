"""Relations that lead from sentence to sentence: they tell nodes apart that are the same within their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.labels import component_of, spelled
from tallystick.formats.umr.variables import Declarations
from tallystick.tasks.graphs.ancast.aligner import relations_of, unit_of
from tallystick.tasks.graphs.ancast.exchange import Endpoint, exchange
from tallystick.tasks.graphs.inversion import plain, turned
from tallystick.tasks.umr.identity import GOLD, PRED, SentencePair
from tallystick.tasks.umr.tc2.relations import converted

__all__ = ["Between", "exchange_partners"]

#: Head, label, tail, and whether the relation holds both ways. Ends are nodes by sentence and index, or constants.
Relation = tuple[Endpoint, str, Endpoint, bool]
#: The direction and the label of a relation at a node.
Mark = tuple[str, str]
#: The weight of a relation in an exchange: one that holds both ways is counted in both directions.
DIRECTED, BOTH_WAYS = 2, 1


class Between:
    """The relations of one document that are no part of a sentence graph, as they are annotated."""

    def __init__(
        self,
        document: UmrDocument,
        declared: Declarations,
        leading: dict[int, list[int]],
        places: Iterable[int],
    ) -> None:
        self.document = document
        self.declared = declared
        self.leading = leading
        self.places = list(places)
        self._indices: dict[int, dict[str, int]] = {}

    @cached_property
    def relations(self) -> list[Relation]:
        """Document-level relations, and relations of sentence graphs to nodes of other sentences; each once."""
        found: dict[Relation, None] = {}
        for place in self.places:
            sentence = self.document.sentences[place]
            for triple in sentence.triples:
                component = component_of(triple.group, triple.label)
                ends = self._end(triple.parent, place), self._end(triple.child, place)
                if component is None or None in ends or ends[0] == ends[1]:
                    continue
                kind, turn, both = f"{component}:{spelled(component, triple.label)}", False, False
                if component != "modal":
                    link = converted(component, triple.label)
                    kind, turn, both = f"{component}:{link.kind}", link.turned, link.symmetric
                found[(*_turned(ends, kind, turn), both)] = None  # type: ignore[index]
            graph = sentence.graph
            for branch in self.leading.get(place, ()):
                ends = (place, graph.sources[branch]), self._end(str(graph.constants[branch]), place)
                role, turn = turned(graph.roles[branch].lower())
                if role == "domain":
                    role, turn = "mod", not turn
                if None not in ends:
                    found[(*_turned(ends, role, turn), False)] = None  # type: ignore[index]
        return list(found)

    def _end(self, name: str, place: int) -> Endpoint | None:
        """The node or constant that a name means in a sentence; None for a variable without a node."""
        home = self.declared.home(name, place)
        if home is None:
            return plain(name)
        known = self._indices.get(home)
        if known is None:
            variables = self.document.sentences[home].graph.variables
            known = self._indices[home] = {variable: index for index, variable in enumerate(variables)}
        return (home, known[name]) if name in known else None

    @cached_property
    def _marks(self) -> dict[Endpoint, list[Mark]]:
        found: dict[Endpoint, list[Mark]] = {}
        for head, label, tail, both in self.relations:
            found.setdefault(head, []).append(("=" if both else ">", label))
            found.setdefault(tail, []).append(("=" if both else "<", label))
        return found

    def marks(self, place: int | None) -> list[tuple[Mark, ...]]:
        """What tells the nodes of a sentence apart: the directions and labels of these relations."""
        if place is None:
            return []
        size = len(self.document.sentences[place].graph.variables)
        return [tuple(sorted(self._marks.get((place, node), ()))) for node in range(size)]


def _turned(
    ends: Sequence[Endpoint | None], label: str, turn: bool
) -> tuple[Endpoint | None, str, Endpoint | None]:
    return (ends[1], label, ends[0]) if turn else (ends[0], label, ends[1])


def exchange_partners(pairs: Sequence[SentencePair], gold: Between, pred: Between) -> int:
    """Let nodes that nothing distinguishes exchange their partners where that matches more relations.

    Relations within and between sentences count. Returns how many more might be matched where the search for the best
    exchange was cut short.
    """
    tied = [
        index
        for index, pair in enumerate(pairs)
        if pair.aligned.numbering is not None
        and any(len(set(side.classes)) < len(side.classes) for side in pair.aligned.numbering)
    ]
    if not tied:
        return 0
    relations: list[dict[tuple[Endpoint, str, Endpoint], int]] = []
    for side, between in ((PRED, pred), (GOLD, gold)):
        indices = {pair.places[side]: index for index, pair in enumerate(pairs)}
        own: dict[tuple[Endpoint, str, Endpoint], int] = {}
        for index in tied:
            aligned = pairs[index].aligned
            graph = aligned.gold if side == GOLD else aligned.pred
            own |= relations_of(graph, list(aligned.numbers.roles), index, DIRECTED)
        for head, label, tail, both in between.relations:
            ends = _in_pair(head, indices), _in_pair(tail, indices)
            own[ends[0], label, ends[1]] = BOTH_WAYS if both else DIRECTED
            if both:
                own[ends[1], label, ends[0]] = BOTH_WAYS
        relations.append(own)
    units = [unit_of(pair.aligned) for pair in pairs]
    return -(-exchange(units, *relations) // DIRECTED)


def _in_pair(place: Endpoint, indices: dict[int | None, int]) -> Endpoint:
    return place if isinstance(place, str) else (indices[place[0]], place[1])
