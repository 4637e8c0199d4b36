# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A graph as AnCast compares it: lemmas and senses as numbers, edges with numbered roles."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.solve.broadcast.shape import Shape
    from cython.cimports.tallystick.tasks.graphs.ancast.words import AncastWords
    from cython.cimports.tallystick.tasks.graphs.columns import TripleColumns
else:
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.solve.broadcast.shape import Shape
    from tallystick.tasks.graphs.ancast.words import AncastWords
    from tallystick.tasks.graphs.columns import TripleColumns

from tallystick.tasks.graphs.ancast.words import ancast_words
from tallystick.tasks.graphs.columns import graph_columns

if TYPE_CHECKING:
    from tallystick.formats.penman.reader import Graph

__all__ = ["AncastGraph", "GraphNumbers", "ancast_graph", "ancast_graphs", "equal_concepts"]


@cython.final
@cython.cclass
class GraphNumbers:
    """The numbers of roles in the solvers, in the order in which they occur, shared by both sides of a comparison.

    A constant keeps the number that it has in the vocabulary.
    """

    words: AncastWords
    count: cython.int
    role: cython.int[::1]  # the word of each role

    def __init__(self) -> None:
        self.words = ancast_words()
        self.count = 0
        self.role = array("i", bytes(4 * 32))

    @cython.cfunc
    @cython.exceptval(-1)
    def number(self, word: cython.int) -> cython.int:
        """Return the number of a role, a new one where it has none."""
        if word >= self.words.room:
            self.words.grow()
        slot: cython.int = self.words.role_slot[word]
        if slot < self.count and self.role[slot] == word:
            return slot
        # The slots are shared by all pairs. Those of this one may have been overwritten by another.
        slot = 0
        while slot < self.count and self.role[slot] != word:
            slot += 1
        if slot == self.count:
            if self.count == len(self.role):
                self.role = array("i", self.role) + array("i", bytes(4 * self.count))
            self.role[slot] = word
            self.count += 1
        self.words.role_slot[word] = slot
        return slot

    @property
    def names(self) -> list[str]:
        """The roles."""
        spelled = self.words.vocabulary.words
        return [spelled[self.role[number]] for number in range(self.count)]

    def constant(self, tail: cython.int) -> str:
        """Return the constant at the end of an edge."""
        return self.words.vocabulary.words[-1 - tail]


@cython.final
@cython.cclass
class AncastGraph:
    """A graph with everything that the alignment and the metrics need. Lists with words are made on demand."""

    graph: Graph
    text: str  # the sentence; empty if unknown
    numbers: GraphNumbers
    columns: TripleColumns
    size: cython.int  # the number of nodes
    lemma: cython.int[::1]
    sense: cython.int[::1]
    kinds: cython.int  # the number of different lemmas
    first: cython.int[::1]  # the first node of each, and after each node the next one with its lemma, or -1
    after: cython.int[::1]
    edge: cython.int[::1]  # head, role, tail of each, one after another
    shape: Shape

    def __init__(self, columns: TripleColumns, numbers: GraphNumbers, text: str) -> None:
        self.graph = columns.named
        self.text = text
        self.numbers = numbers
        self.columns = columns
        self.size = columns.nodes
        arena: Arena = thread_arena()
        self.lemma = arena.ints(self.size)
        self.sense = arena.ints(self.size)
        self.first = arena.ints(self.size)
        self.after = arena.ints(self.size)
        self.edge = arena.ints(3 * (columns.relations + columns.attributes))
        self.kinds = 0
        self.read_concepts()
        self.number_edges()

    @cython.cfunc
    def read_concepts(self) -> cython.void:
        """Find the lemmas and the senses, and the nodes of each lemma."""
        node: cython.int
        concept: cython.int
        lemma: cython.int
        kind: cython.int
        words: AncastWords = self.numbers.words
        if len(words.vocabulary.words) > words.room:
            words.grow()
        for node in range(self.size):
            concept = self.columns.concept[node]
            if words.lemma[concept] < 0:
                words.learn(concept)
            self.lemma[node] = words.lemma[concept]
            self.sense[node] = words.sense[concept]
        # From the last node to the first, so that each list begins with its first node.
        for node in range(self.size - 1, -1, -1):
            lemma = self.lemma[node]
            kind = words.lemma_slot[lemma]
            if kind < self.kinds and self.lemma[self.first[kind]] == lemma:
                self.after[node] = self.first[kind]
            else:
                kind = self.kinds
                words.lemma_slot[lemma] = kind
                self.kinds += 1
                self.after[node] = -1
            self.first[kind] = node

    @cython.cfunc
    def number_edges(self) -> cython.void:
        """Write head, role, tail of each relation, one after another, then those of the attributes.

        The modifier is a child of what it modifies. The tail of an attribute is -1 less the number of its constant.
        """
        k: cython.int
        at: cython.int = 0
        role: cython.int
        columns: TripleColumns = self.columns
        words: AncastWords = self.numbers.words
        edge: cython.int[::1] = self.edge
        for k in range(columns.relations):
            role = columns.role[k]
            if role == words.domain:
                edge[at] = columns.target[k]
                edge[at + 1] = self.numbers.number(words.mod)
                edge[at + 2] = columns.source[k]
            else:
                edge[at] = columns.source[k]
                edge[at + 1] = self.numbers.number(role)
                edge[at + 2] = columns.target[k]
            at += 3
        for k in range(columns.attributes):
            edge[at] = columns.attribute_node[k]
            edge[at + 1] = self.numbers.number(columns.attribute_role[k])
            edge[at + 2] = -1 - columns.attribute_value[k]
            at += 3
        self.set_shape()

    @cython.cfunc
    def set_shape(self) -> cython.void:
        """List the edges by their ends."""
        self.shape = Shape.__new__(Shape)
        self.shape.fill(self.size, self.numbers.count, self.edge)

    def shared(self, graph: Graph, text: str) -> AncastGraph:
        """Return another graph with the same triples, its names and its text its own."""
        same: AncastGraph = AncastGraph.__new__(AncastGraph)
        same.graph = graph
        same.text = text
        same.numbers = self.numbers
        same.columns = self.columns
        same.size = self.size
        same.lemma = self.lemma
        same.sense = self.sense
        same.kinds = self.kinds
        same.first = self.first
        same.after = self.after
        same.edge = self.edge
        same.shape = self.shape
        return same

    def with_roles(self, kept: set[int]) -> AncastGraph:
        """Return the graph with the edges of some roles only; its nodes stay as they are."""
        same: AncastGraph = self.shared(self.graph, self.text)
        edges = self.edges
        chosen = array("i")
        for start in range(0, len(edges), 3):
            if edges[start + 1] in kept:
                chosen.extend(edges[start : start + 3])
        same.edge = chosen
        same.set_shape()
        return same

    @property
    def edges(self) -> array[int]:
        """Head, role, tail of each edge, one after another."""
        return array("i", self.edge)

    @property
    def labels(self) -> int:
        """The number of edges."""
        return self.shape.edges

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self.graph.variables

    @property
    def concepts(self) -> list[str]:
        """The concepts as they are compared."""
        spelled = self.columns.vocabulary.words
        return [spelled[self.columns.concept[node]] for node in range(self.size)]

    @property
    def lemmas(self) -> list[str]:
        """The concepts without their senses."""
        spelled = self.columns.vocabulary.words
        return [spelled[self.lemma[node]] for node in range(self.size)]

    @property
    def senses(self) -> list[str]:
        """The sense of each concept, empty if it has none."""
        spelled = self.columns.vocabulary.words
        return [spelled[self.sense[node]] for node in range(self.size)]


def equal_concepts(gold: AncastGraph, pred: AncastGraph, columns: array[int]) -> int:
    """Count the pred nodes that have the concept of their gold node in an alignment."""
    row: cython.int
    count: cython.int = 0
    if pred.size == 0:
        return 0
    column: cython.int[::1] = columns
    for row in range(pred.size):
        if column[row] >= 0 and pred.columns.concept[row] == gold.columns.concept[column[row]]:
            count += 1
    return count


def ancast_graph(graph: Graph, numbers: GraphNumbers, text: str | None = None) -> AncastGraph:
    """Return a graph as AnCast compares it; roles are numbered as they occur.

    `text` defaults to the sentence in the metadata of the graph.
    """
    words: AncastWords = numbers.words
    if text is None:
        text = graph.metadata.get("snt", "")
    return AncastGraph(graph_columns(graph, words.table, root="none"), numbers, text)


def ancast_graphs(
    gold: Graph, pred: Graph, gold_text: str | None = None, pred_text: str | None = None
) -> tuple[AncastGraph, AncastGraph]:
    """Return two graphs as AnCast compares them. Where they have the same triples, they share all lists."""
    numbers: GraphNumbers = GraphNumbers()
    first: AncastGraph = ancast_graph(gold, numbers, gold_text)
    if pred_text is None:
        pred_text = pred.metadata.get("snt", "")
    columns: TripleColumns = graph_columns(pred, numbers.words.table, root="none")
    # Many graphs are the same on both sides, and preparing one takes a good part of the time.
    if _alike(first.columns, columns):
        return first, first.shared(pred, pred_text)
    return first, AncastGraph(columns, numbers, pred_text)


@cython.cfunc
def _alike(first: TripleColumns, second: TripleColumns) -> cython.bint:
    """Whether two graphs have the same triples in the same order."""
    return (
        first.nodes == second.nodes
        and first.attributes == second.attributes
        and first.relations == second.relations
        and _equal(first.nodes, first.concept, second.concept)
        and _equal(first.relations, first.source, second.source)
        and _equal(first.relations, first.target, second.target)
        and _equal(first.relations, first.role, second.role)
        and _equal(first.attributes, first.attribute_node, second.attribute_node)
        and _equal(first.attributes, first.attribute_role, second.attribute_role)
        and _equal(first.attributes, first.attribute_value, second.attribute_value)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _equal(rows: cython.int, first: cython.int[::1], second: cython.int[::1]) -> cython.bint:
    """Whether the first rows of two columns are the same."""
    row: cython.int = 0
    while row < rows and first[row] == second[row]:
        row += 1
    return row == rows
