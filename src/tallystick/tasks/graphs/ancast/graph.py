# cython: language_level=3
"""A graph as AnCast compares it: lemmas, senses, attributes and numbered edges."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from tallystick.formats.penman.reader import Graph
from tallystick.solve.broadcast.shape import Shape
from tallystick.tasks.graphs.inversion import on_constant, plain, turned
from tallystick.tasks.graphs.to_triples import of_graph
from tallystick.tasks.graphs.triples import Triples

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["AncastGraph", "GraphNumbers", "Values", "ancast_graph", "lemma_and_sense", "written_alike"]

#: The values of each attribute of a node, by the numbers of role and value.
Values = dict[int, set[int]]


@dataclass(frozen=True, slots=True)
class GraphNumbers:
    """The numbers of roles and constants in the solvers, shared by both sides of a comparison."""

    roles: dict[str, int] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class AncastGraph:
    """A graph with everything that the alignment and the metrics need."""

    graph: Graph
    concepts: list[str]
    """As they are compared."""
    lemmas: list[str]
    senses: list[str]
    """The sense of each concept, empty where it has none."""
    nodes_by_lemma: dict[str, list[int]]
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

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self.graph.variables

    @property
    def triples(self) -> Triples:
        """The triples of Smatch, with a mark on the root, computed on every access."""
        return of_graph(self.graph)


def lemma_and_sense(concept: str) -> tuple[str, str]:
    """A concept in two parts; the sense is a final hyphen and two or more digits.

    >>> lemma_and_sense("read-01"), lemma_and_sense("have-rel-role-91"), lemma_and_sense("route-6")
    (('read', '01'), ('have-rel-role', '91'), ('route-6', ''))
    """
    lemma, hyphen, sense = concept.rpartition("-")
    if hyphen and len(sense) > 1 and sense.isdecimal():
        return lemma, sense
    return concept, ""


#: Concepts and roles recur, so their readings are cached, up to this many of each.
MOST_KNOWN = 1 << 16
#: For each concept as written: the concept as it is compared, its lemma and its sense.
_CONCEPTS: dict[str, tuple[str, str, str]] = {}
#: For each role as written: the role of an edge, whether the edge is turned round, the role of an attribute.
_ROLES: dict[str, tuple[str, bool, str]] = {}


def _concept(written: str) -> tuple[str, str, str]:
    """Read a concept that is not cached yet."""
    concept = plain(written)
    lemma, sense = lemma_and_sense(concept) if concept[-1:].isdecimal() else (concept, "")
    if len(_CONCEPTS) >= MOST_KNOWN:
        _CONCEPTS.clear()
    _CONCEPTS[written] = concept, lemma, sense
    return concept, lemma, sense


def _role(written: str) -> tuple[str, bool, str]:
    """Read a role that is not cached yet."""
    base, swap = turned(written.lower())
    attribute = on_constant(base, swap)
    if len(_ROLES) >= MOST_KNOWN:
        _ROLES.clear()
    # The modifier is a child of what it modifies.
    reading = ("mod", not swap, attribute) if base == "domain" else (base, swap, attribute)
    _ROLES[written] = reading
    return reading


def written_alike(gold: Graph, pred: Graph) -> bool:
    """Whether two graphs are written alike, apart from sentences and marks, so that one `AncastGraph` serves both.

    >>> written_alike(Graph.of("(a / b :c 1)"), Graph.of("(a / b :c 1)"))
    True
    >>> written_alike(Graph.of("(a / b :c 1)"), Graph.of("(a / b :c 2)"))
    False
    """
    return bool(
        gold.concepts == pred.concepts
        and gold.roles == pred.roles
        and gold.variables == pred.variables
        and gold.constants == pred.constants
        and gold.targets == pred.targets
        and gold.sources == pred.sources
    )


def ancast_graph(graph: Graph, numbers: GraphNumbers, text: str | None = None) -> AncastGraph:
    """Return a graph as AnCast compares it; roles and constants are numbered as they occur.

    `text` defaults to the sentence in the metadata of the graph.
    """
    index: cython.Py_ssize_t
    known_concepts: dict[str, tuple[str, str, str]] = _CONCEPTS
    known_roles: dict[str, tuple[str, bool, str]] = _ROLES
    roles: dict[str, int] = numbers.roles
    constants: dict[str, int] = numbers.constants
    concepts: list[str] = []
    lemmas: list[str] = []
    senses: list[str] = []
    nodes_by_lemma: dict[str, list[int]] = {}
    for node, written in enumerate(graph.concepts):
        concept, lemma, sense = known_concepts.get(written) or _concept(written)
        concepts.append(concept)
        lemmas.append(lemma)
        senses.append(sense)
        known = nodes_by_lemma.get(lemma)
        if known is None:
            nodes_by_lemma[lemma] = [node]
        else:
            known.append(node)
    # Relations are numbered before attributes. Repeated triples count once.
    edges: list[int] = []
    said: list[tuple[int, str, str]] = []
    seen: set[tuple[int, int, int]] = set()
    for source, written, target, constant in zip(
        graph.sources, graph.roles, graph.targets, graph.constants, strict=True
    ):
        role, swap, attribute = known_roles.get(written) or _role(written)
        if constant is not None:
            said.append((source, attribute, constant))
            continue
        number = roles.get(role)
        if number is None:
            number = roles[role] = len(roles)
        edge = (target, number, source) if swap else (source, number, target)
        if edge not in seen:
            seen.add(edge)
            edges += edge
    attributes: dict[int, Values] = {}
    for node, role, constant in said:
        number = roles.get(role)
        if number is None:
            number = roles[role] = len(roles)
        constant = plain(constant)
        value = constants.get(constant)
        if value is None:
            value = constants[constant] = len(constants)
        here = attributes.get(node)
        if here is None:
            here = attributes[node] = {}
        values = here.get(number)
        if values is None:
            here[number] = {value}
        elif value in values:
            continue
        else:
            values.add(value)
        edges += node, number, -1 - value
    flat = array("i", bytes(4 * len(edges)))
    if edges:
        numbers_of_edges: cython.int[::1] = flat
        for index in range(len(edges)):
            numbers_of_edges[index] = edges[index]
    shape = Shape(len(lemmas), len(roles), flat)
    if text is None:
        text = graph.metadata.get("snt", "")
    return AncastGraph(graph, concepts, lemmas, senses, nodes_by_lemma, attributes, flat, shape, text)
