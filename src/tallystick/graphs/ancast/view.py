"""One side of a comparison: a graph as AnCast sees it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from tallystick.formats.penman import Graph
from tallystick.graphs.triples import TOP, Triples, of_graph
from tallystick.solve.broadcast import Shape

__all__ = ["Child", "View", "lemma_and_sense", "view"]

#: The child of a parent–child pair: a node, or the constant of an attribute.
Child = int | str
#: The values of each attribute of a node.
Values = dict[str, set[str]]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A graph with everything the alignment and the metrics ask for."""

    triples: Triples
    """The triples of Smatch, with a mark on the root."""
    lemmas: tuple[str, ...]
    senses: tuple[str, ...]
    """The sense of each concept, empty where it has none."""
    attributes: dict[int, Values]
    """The attributes of the nodes that have any; D of Equation 3."""
    pairs: dict[tuple[int, Child], list[str]]
    """The roles of each parent–child pair, L of Equation 18: the modifier is a child of what it modifies."""
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


def view(graph: Graph, roles: dict[str, int]) -> View:
    """The graph as AnCast sees it; the roles are numbered as they come, alike on both sides."""
    triples = of_graph(graph)
    parts = [lemma_and_sense(concept or "") for concept in triples.concepts]
    attributes: dict[int, Values] = {}
    pairs: dict[tuple[int, Child], list[str]] = {}
    edges: list[int] = []
    for head, role, tail in triples.relations:
        if role == "domain":
            head, role, tail = tail, "mod", head
        edges += (head, roles.setdefault(role, len(roles)), tail)
        known = pairs.get((head, tail))
        if known is None:
            pairs[head, tail] = [role]
        else:
            known.append(role)
    for node, role, value in triples.attributes:
        if role == TOP:
            continue
        attributes.setdefault(node, {}).setdefault(role, set()).add(value)
        pairs.setdefault((node, value), []).append(role)
    return View(
        triples,
        tuple([lemma for lemma, _ in parts]),
        tuple([sense for _, sense in parts]),
        attributes,
        pairs,
        Shape(len(parts), len(roles), array("i", edges)),
        graph.metadata.get("snt", ""),
    )
