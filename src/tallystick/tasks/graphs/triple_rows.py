# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The triples of a graph as rows of numbers, and the elements of its drawing that they are.

Scores need only counts. Explanations and pages need the triples themselves: rows name them without a word being made.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tallystick.tasks.graphs.triples import TOP

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.scanned import ScannedGraph
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.tasks.graphs.columns import TripleColumns
    from cython.cimports.tallystick.tasks.graphs.vocabulary import Vocabulary
else:
    from tallystick.formats.penman.scanned import ScannedGraph
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.tasks.graphs.columns import TripleColumns
    from tallystick.tasks.graphs.vocabulary import Vocabulary

if TYPE_CHECKING:
    from tallystick.formats.penman.graph import Graph

__all__ = ["Named", "TripleRows", "column_rows", "element_number", "int_list", "mapped_nodes"]

# What a triple is: the numbers in triples.py, as C has them.
NODE = cython.declare(cython.int, 0)
RELATION = cython.declare(cython.int, 1)
ATTRIBUTE = cython.declare(cython.int, 2)
ROOT = cython.declare(cython.int, 3)

#: What an element of a drawing is, by the remainder of its number by 4: a node, a branch, a branch that is read from
#: its end to its beginning, the mark of the root. The rest of the number is the index of the node or the branch.
ELEMENTS = "nbtr"
NODE_ELEMENT = cython.declare(cython.int, 0)
BRANCH_ELEMENT = cython.declare(cython.int, 1)
TURNED_ELEMENT = cython.declare(cython.int, 2)
ROOT_ELEMENT = cython.declare(cython.int, 3)


class Named(Protocol):
    """Whatever has the names of the nodes of a graph."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the nodes, which may be made on demand."""


@cython.final
@cython.cclass
class TripleRows:
    """The triples of one graph. An instance has the number of its concept as its target, an attribute of its constant.

    Roles and words are numbers of the vocabulary, ends that are nodes are numbers of nodes.
    """

    vocabulary: Vocabulary
    named: Named | None
    nodes: cython.int
    size: cython.int
    sort: cython.int[::1]
    source: cython.int[::1]
    role: cython.int[::1]
    target: cython.int[::1]
    element: cython.int[::1]  # the number of the element of the drawing that a triple is, -1 for none
    placed: cython.int  # whether all elements were found: 1 or 0, -1 before they are looked for
    whole: TripleRows | None  # the triples of the whole graph, where these are what a facet makes of them
    shown_concepts: dict[str, str] | None  # the concepts of the nodes by their names, once somebody has asked

    def __init__(
        self,
        vocabulary: Vocabulary,
        named: Named | None,
        nodes: cython.int,
        room: cython.int,
        whole: TripleRows | None = None,
    ) -> None:
        """Make room for so many rows, to be added."""
        self.vocabulary = vocabulary
        self.whole = whole
        self.placed = -1
        self.shown_concepts = None
        self.named = named
        self.nodes = nodes
        self.size = 0
        arena: Arena = thread_arena()
        self.sort = arena.ints(room)
        self.source = arena.ints(room)
        self.role = arena.ints(room)
        self.target = arena.ints(room)
        self.element = arena.ints(room)

    def __len__(self) -> int:
        """The number of triples."""
        return self.size

    @cython.ccall
    @cython.exceptval(-1)
    def add(self, sort: cython.int, source: cython.int, role: cython.int, target: cython.int) -> cython.int:
        """Add a triple; return its row."""
        row: cython.int = self.size
        self.sort[row] = sort
        self.source[row] = source
        self.role[row] = role
        self.target[row] = target
        self.element[row] = -1
        self.size = row + 1
        return row

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the nodes."""
        return () if self.named is None else self.named.names

    def triple(self, row: cython.int) -> tuple[str, str, str]:
        """Return a triple with its words."""
        words: list[str] = self.vocabulary.words
        names: tuple[str, ...] = self.names
        source: str = names[self.source[row]]
        if self.sort[row] == NODE:
            return source, "instance", words[self.target[row]]
        if self.sort[row] == RELATION:
            return source, words[self.role[row]], names[self.target[row]]
        return source, words[self.role[row]], words[self.target[row]]

    def role_of(self, row: cython.int) -> str:
        """Return the role of a relation or an attribute."""
        return self.vocabulary.words[self.role[row]]

    def value_of(self, row: cython.int) -> str:
        """Return the constant of an attribute, or the concept of an instance."""
        return self.vocabulary.words[self.target[row]]

    def concepts(self) -> dict[str, str]:
        """Return the concepts of the nodes by their names, of those that a facet leaves out, too."""
        if self.whole is not None:
            return self.whole.concepts()
        if self.shown_concepts is None:
            words: list[str] = self.vocabulary.words
            names: tuple[str, ...] = self.names
            self.shown_concepts = {
                names[self.source[row]]: words[self.target[row]]
                for row in range(self.size)
                if self.sort[row] == NODE
            }
        return self.shown_concepts

    @cython.ccall
    @cython.exceptval(-1)
    def find_elements(self, graph: Graph) -> cython.bint:
        """Find the element of the drawing of its graph that each triple is, once; return whether all were found.

        Otherwise the caller sets the elements.
        """
        if self.placed < 0:
            if self.whole is None:
                self.placed = self.follow_branches(graph)
            else:
                self.placed = self.whole.find_elements(graph) and self.take_elements(self.whole)
        return self.placed > 0

    @cython.cfunc
    @cython.exceptval(-1)
    def follow_branches(self, graph: Graph) -> cython.bint:
        """Find the elements if the relations and the attributes are in the order of the branches, each once."""
        k: cython.int
        row: cython.int
        branches: cython.int
        relation: cython.int = 0
        attribute: cython.int = 0
        source: cython.int[::1]
        target: cython.int[::1]
        scanned: ScannedGraph = graph.scanned
        if scanned is not None:
            branches = scanned.branches
            source = scanned.source
            target = scanned.target
        else:
            branches = len(graph.roles)
            source = int_list(graph.sources)
            target = int_list(graph.targets)
        for k in range(branches):
            if target[k] >= 0:
                relation = self.next_row(RELATION, relation)
                row = relation
                relation += 1
            else:
                attribute = self.next_row(ATTRIBUTE, attribute)
                row = attribute
                attribute += 1
            if row >= self.size or not (
                (self.source[row] == source[k] and (target[k] < 0 or self.target[row] == target[k]))
                or (target[k] >= 0 and self.source[row] == target[k] and self.target[row] == source[k])
            ):
                return False
            self.element[row] = 4 * k + (BRANCH_ELEMENT if self.source[row] == source[k] else TURNED_ELEMENT)
        for row in range(self.size):
            if self.sort[row] == NODE:
                self.element[row] = 4 * self.source[row] + NODE_ELEMENT
            elif self.sort[row] == ROOT:
                self.element[row] = ROOT_ELEMENT
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def take_elements(self, whole: TripleRows) -> cython.bint:
        """Take the elements of the triples that a facet has made these of; return whether all were found."""
        row: cython.int
        other: cython.int
        relation: cython.int = 0
        attribute: cython.int = 0
        for row in range(self.size):
            if self.sort[row] == NODE:
                self.element[row] = 4 * self.source[row] + NODE_ELEMENT
            elif self.sort[row] == ROOT:
                self.element[row] = ROOT_ELEMENT
            else:
                # Facets keep the order.
                other = self.origin(row, whole, relation if self.sort[row] == RELATION else attribute)
                if other < 0:
                    return False
                self.element[row] = whole.element[other]
                if self.sort[row] == ATTRIBUTE:
                    attribute = other + 1
                    continue
                relation = other + 1
                if whole.source[other] != self.source[row]:
                    self.element[row] ^= BRANCH_ELEMENT ^ TURNED_ELEMENT
        return True

    @cython.cfunc
    @cython.exceptval(-2)
    def origin(self, row: cython.int, whole: TripleRows, start: cython.int) -> cython.int:
        """Return the next triple of the whole graph that a facet may have made a triple of, -1 for none.

        It may have left out the role, or made a modifier of a domain.
        """
        other: cython.int
        no_role: cython.bint = self.role[row] == self.vocabulary.number("")
        modifies: cython.bint = self.role[row] == self.vocabulary.number("mod")
        domain: cython.int = self.vocabulary.number("domain")
        for other in range(start, whole.size):
            if whole.sort[other] != self.sort[row]:
                continue
            if whole.source[other] == self.source[row] and whole.target[other] == self.target[row]:
                if no_role or whole.role[other] == self.role[row]:
                    return other
            elif (
                modifies
                and whole.role[other] == domain
                and whole.sort[other] == RELATION
                and whole.source[other] == self.target[row]
                and whole.target[other] == self.source[row]
            ):
                return other
        return -1

    def set_elements(self, codes: Sequence[str | None]) -> None:
        """Take the elements of all triples as `drawing.element_codes` finds them by their words."""
        row: cython.int
        for row in range(self.size):
            self.element[row] = element_number(codes[row])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_row(self, sort: cython.int, row: cython.int) -> cython.int:
        """Return the next row of a sort."""
        while row < self.size and self.sort[row] != sort:
            row += 1
        return row

    def elements(self) -> list[str | None]:
        """Return the elements of all triples."""
        row: cython.int
        codes: list[str | None] = []
        for row in range(self.size):
            number = self.element[row]
            codes.append(None if number < 0 else f"{ELEMENTS[number & 3]}{number >> 2}")
        return codes

    @cython.cfunc
    def concept_numbers(self) -> cython.int[::1]:
        """Return the concept of each node, -1 for none."""
        row: cython.int
        if self.whole is not None:
            return self.whole.concept_numbers()
        concept: cython.int[::1] = thread_arena().ints(self.nodes)
        for row in range(self.nodes):
            concept[row] = -1
        for row in range(self.size):
            if self.sort[row] == NODE:
                concept[self.source[row]] = self.target[row]
        return concept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_mapped(
        self,
        rows: cython.int,
        row: cython.int[::1],
        map_to: cython.int[::1],
        keys: cython.int[::1],
        width: cython.int,
    ) -> cython.void:
        """Write source, role and target of some rows, with nodes replaced by what they are mapped to.

        Those of a row begin so many numbers after those of the row before.
        """
        k: cython.int
        r: cython.int
        for k in range(rows):
            r = row[k]
            keys[width * k] = map_to[self.source[r]]
            keys[width * k + 1] = self.role[r]
            keys[width * k + 2] = map_to[self.target[r]] if self.sort[r] == RELATION else self.target[r]


def column_rows(columns: TripleColumns, whole: TripleRows | None = None) -> TripleRows:
    """Return the triples of columns as rows: instances, attributes with the mark of the root, relations.

    `whole` are those of the whole graph, where the columns are a facet of it.
    """
    k: cython.int
    top: cython.int = columns.vocabulary.number(TOP)
    rows: TripleRows = TripleRows(
        columns.vocabulary,
        columns,
        columns.nodes,
        columns.nodes + columns.attributes + columns.relations,
        whole,
    )
    for k in range(columns.nodes):
        if columns.concept[k] >= 0:
            rows.add(NODE, k, -1, columns.concept[k])
    for k in range(columns.attributes):
        rows.add(
            ROOT if columns.attribute_role[k] == top else ATTRIBUTE,
            columns.attribute_node[k],
            columns.attribute_role[k],
            columns.attribute_value[k],
        )
    for k in range(columns.relations):
        rows.add(RELATION, columns.source[k], columns.role[k], columns.target[k])
    return rows


def element_number(code: object) -> int:
    """Return the number of an element of a drawing, -1 for anything else.

    >>> element_number("n1"), element_number("t0"), element_number(None)
    (4, 2, -1)
    """
    return 4 * int(code[1:]) + ELEMENTS.index(code[0]) if isinstance(code, str) else -1


@cython.cfunc
def int_list(numbers: Sequence[int]) -> cython.int[::1]:
    """Return numbers as a list in C."""
    k: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(numbers)
    written: cython.int[::1] = thread_arena().ints(size + 1)
    for k in range(size):
        written[k] = numbers[k]
    return written


@cython.cfunc
def mapped_nodes(gold: TripleRows, pred: TripleRows, mapping: array[int]) -> cython.int[::1]:
    """Return the gold node of each pred node; one without a partner has a number that no gold node has."""
    node: cython.int
    nodes: cython.int = pred.nodes
    golds: cython.int = gold.nodes
    mapped: cython.int[::1] = thread_arena().ints(nodes + 1)
    if nodes == 0:
        return mapped
    image: cython.int[::1] = mapping
    for node in range(nodes):
        mapped[node] = image[node] if image[node] >= 0 else golds + node
    return mapped
