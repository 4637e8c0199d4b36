# cython: language_level=3
"""One side of a comparison: a graph as AnCast sees it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from tallystick.formats.penman import Graph
from tallystick.graphs.triples import TOP, Triples, of_graph
from tallystick.solve.broadcast import Shape

__all__ = ["Numbers", "Values", "View", "lemma_and_sense", "view"]

#: The values of each attribute of a node, by the numbers of role and value.
Values = dict[int, set[int]]


@dataclass(frozen=True, slots=True)
class Numbers:
    """What roles and constants are called in the solvers: both sides of a comparison use the same numbers."""

    roles: dict[str, int] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class View:
    """A graph with everything the alignment and the metrics ask for."""

    triples: Triples
    """The triples of Smatch, with a mark on the root."""
    lemmas: list[str]
    senses: list[str]
    """The sense of each concept, empty where it has none."""
    places: dict[str, list[int]]
    """The nodes of each lemma."""
    attributes: dict[int, Values]
    """The attributes of the nodes that have any; D of Equation 3."""
    edges: array[int]
    """Head, role, tail of each relation, one after another, the modifier a child of what it modifies.

    Then the attributes in the same way, each tail -1 less the number of its constant."""
    shape: Shape
    text: str
    """The sentence; empty where it is not known."""

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.lemmas)


def lemma_and_sense(concept: str) -> tuple[str, str]:
    """A concept in two parts; the sense is a final hyphen and two or more digits.

    >>> lemma_and_sense("read-01"), lemma_and_sense("have-rel-role-91"), lemma_and_sense("route-6")
    (('read', '01'), ('have-rel-role', '91'), ('route-6', ''))
    """
    lemma, hyphen, sense = concept.rpartition("-")
    if hyphen and len(sense) > 1 and sense.isdecimal():
        return lemma, sense
    return concept, ""


def view(graph: Graph, numbers: Numbers) -> View:
    """The graph as AnCast sees it; roles and constants are numbered as they come."""
    triples = of_graph(graph)
    roles, constants = numbers.roles, numbers.constants
    lemmas: list[str] = []
    senses: list[str] = []
    places: dict[str, list[int]] = {}
    for node, concept in enumerate(triples.concepts):
        lemma, sense = concept or "", ""
        if lemma[-1:].isdecimal():
            lemma, sense = lemma_and_sense(lemma)
        lemmas.append(lemma)
        senses.append(sense)
        known = places.get(lemma)
        if known is None:
            places[lemma] = [node]
        else:
            known.append(node)
    edges: list[int] = []
    for head, role, tail in triples.relations:
        if role == "domain":
            head, role, tail = tail, "mod", head
        number = roles.get(role)
        if number is None:
            number = roles[role] = len(roles)
        edges += head, number, tail
    attributes: dict[int, Values] = {}
    for node, role, text in triples.attributes:
        if role == TOP:
            continue
        number = roles.setdefault(role, len(roles))
        value = constants.setdefault(text, len(constants))
        attributes.setdefault(node, {}).setdefault(number, set()).add(value)
        edges += node, number, -1 - value
    flat = array("i", edges)
    shape = Shape(len(lemmas), len(roles), flat)
    return View(triples, lemmas, senses, places, attributes, flat, shape, graph.metadata.get("snt", ""))
