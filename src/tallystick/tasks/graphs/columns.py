# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Graphs as columns: the triples of a graph as numbers of a vocabulary, row by row, all conventions applied.

Metrics count and join these numbers. Triples with words (`triples.Triples`) are made from them where somebody asks:
explanations, and whatever is too rare to be fast.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from tallystick.tasks.graphs.triples import TOP, Triples

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.scanned import ScannedGraph
    from cython.cimports.tallystick.tasks.graphs.vocabulary import ReadingTable, Vocabulary
else:
    from tallystick.formats.penman.scanned import ScannedGraph
    from tallystick.tasks.graphs.vocabulary import ReadingTable, Vocabulary

if TYPE_CHECKING:
    from tallystick.formats.penman.reader import Graph

__all__ = ["TripleColumns", "first_rows", "graph_columns", "scattered", "table_size", "triple_columns"]


@cython.final
@cython.cclass
class TripleColumns:
    """The triples of one graph. Nodes are numbers in the order of their declaration; words are numbers of a vocabulary.

    `concept` has the instance triple of each node, -1 where there is none. An attribute is a row of `attribute_node`,
    `attribute_role`, `attribute_value`; a relation is a row of `source`, `role`, `target`.
    """

    vocabulary: Vocabulary
    named: Graph | Triples  # who has the names of the nodes
    nodes: cython.int
    attributes: cython.int
    relations: cython.int
    distinct: cython.bint  # no two triples are alike
    concept: cython.int[::1]
    attribute_node: cython.int[::1]
    attribute_role: cython.int[::1]
    attribute_value: cython.int[::1]
    source: cython.int[::1]
    role: cython.int[::1]
    target: cython.int[::1]

    def __init__(
        self,
        vocabulary: Vocabulary,
        named: Graph | Triples,
        nodes: cython.int,
        attributes: cython.int,
        relations: cython.int,
    ) -> None:
        """Make room for so many rows, to be filled in."""
        self.vocabulary = vocabulary
        self.named = named
        self.nodes = nodes
        self.attributes = attributes
        self.relations = relations
        self.distinct = False
        # One block of memory: graphs are many and small, and arrays would cost more than the work.
        block: cython.int[::1] = array("i", bytes(4 * (nodes + 3 * attributes + 3 * relations) + 4))
        self.concept = block[:nodes]
        block = block[nodes:]
        self.attribute_node = block[:attributes]
        self.attribute_role = block[attributes : 2 * attributes]
        self.attribute_value = block[2 * attributes : 3 * attributes]
        block = block[3 * attributes :]
        self.source = block[:relations]
        self.role = block[relations : 2 * relations]
        self.target = block[2 * relations : 3 * relations]

    def __len__(self) -> int:
        """The number of triples."""
        node: cython.int
        instances: cython.int = 0
        for node in range(self.nodes):
            if self.concept[node] >= 0:
                instances += 1
        return instances + self.attributes + self.relations

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the nodes, for explanations only."""
        return self.named.names if isinstance(self.named, Triples) else self.named.variables

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_relation(
        self, row: cython.int, packed: cython.long, source: cython.int, target: cython.int
    ) -> cython.void:
        """Fill in a relation whose role is twice its number, and 1 more if the ends change places."""
        self.role[row] = packed >> 1
        if packed & 1:
            self.source[row] = target
            self.target[row] = source
        else:
            self.source[row] = source
            self.target[row] = target

    def shared(self) -> TripleColumns:
        """Return other columns with the same rows, for a facet to change: rows are never written again."""
        same: TripleColumns = TripleColumns.__new__(TripleColumns)
        same.vocabulary = self.vocabulary
        same.named = self.named
        same.nodes = self.nodes
        same.attributes = self.attributes
        same.relations = self.relations
        same.distinct = self.distinct
        same.concept = self.concept
        same.attribute_node = self.attribute_node
        same.attribute_role = self.attribute_role
        same.attribute_value = self.attribute_value
        same.source = self.source
        same.role = self.role
        same.target = self.target
        return same

    def once(self) -> None:
        """Keep the first of identical triples, in columns that are not shared."""
        if self.distinct:
            return
        most: cython.int = max(self.attributes, self.relations)
        first: cython.int[::1] = self.source  # no matter which
        table: cython.int[::1] = first
        if most > 24:  # see `different_rows`
            first = array("i", bytes(4 * most))
            table = array("i", bytes(4 * table_size(most)))
        self.attributes = different_rows(
            self.attributes, self.attribute_node, self.attribute_role, self.attribute_value, first, table
        )
        self.relations = different_rows(self.relations, self.source, self.role, self.target, first, table)
        self.distinct = True

    def triples(self) -> Triples:
        """Return the triples with their words."""
        words: list[str] = self.vocabulary.words
        return Triples(
            self.names,
            tuple([words[self.concept[k]] if self.concept[k] >= 0 else None for k in range(self.nodes)]),
            tuple(
                [
                    (self.attribute_node[k], words[self.attribute_role[k]], words[self.attribute_value[k]])
                    for k in range(self.attributes)
                ]
            ),
            tuple([(self.source[k], words[self.role[k]], self.target[k]) for k in range(self.relations)]),
        )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def table_size(rows: cython.longlong) -> cython.longlong:
    """Return the size of a hash table for so many rows: a power of two, at least twice as large."""
    size: cython.longlong = 8
    while size < 2 * rows:
        size *= 2
    return size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def scattered(a: cython.ulonglong, b: cython.ulonglong, c: cython.ulonglong) -> cython.ulonglong:
    """Return a number in which the three numbers of a row are mixed."""
    spread: cython.ulonglong = 0x1E3779B97F4A7C15  # odd, and without a pattern in its bits
    return (((a * spread + b) * spread + c) * spread) >> 24


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first_rows(
    rows: cython.int,
    a: cython.int[::1],
    b: cython.int[::1],
    c: cython.int[::1],
    first: cython.int[::1],
    table: cython.int[::1],
) -> cython.void:
    """Fill in for each row of three numbers the first row that is equal, by way of a hash table."""
    k: cython.int
    other: cython.int
    slot: cython.longlong
    size: cython.longlong = table_size(rows)
    for slot in range(size):
        table[slot] = -1
    for k in range(rows):
        slot = scattered(a[k], b[k], c[k]) & (size - 1)
        other = table[slot]
        while other >= 0 and not (a[other] == a[k] and b[other] == b[k] and c[other] == c[k]):
            slot = (slot + 1) & (size - 1)
            other = table[slot]
        if other < 0:
            table[slot] = k
            other = k
        first[k] = other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def different_rows(
    rows: cython.int,
    a: cython.int[::1],
    b: cython.int[::1],
    c: cython.int[::1],
    first: cython.int[::1],
    table: cython.int[::1],
) -> cython.int:
    """Move rows up so that the first of equal ones remain; return their number. Up to 24 rows need no table."""
    j: cython.int
    k: cython.int
    kept: cython.int = 0
    if rows > 24:
        first_rows(rows, a, b, c, first, table)
    for k in range(rows):
        if rows > 24:
            j = kept if first[k] == k else -1
        else:
            j = 0
            while j < kept and not (a[j] == a[k] and b[j] == b[k] and c[j] == c[k]):
                j += 1
        if j == kept:
            a[kept] = a[k]
            b[kept] = b[k]
            c[kept] = c[k]
            kept += 1
    return kept


def graph_columns(
    graph: Graph, table: ReadingTable, *, root: str = "node", distinct: bool = True
) -> TripleColumns:
    """Read a graph under a convention; `root` says what the triple of the root holds: node, concept or none."""
    attributes: cython.int
    marked: cython.bint = root != "none" and len(graph) > 0
    vocabulary: Vocabulary = table.vocabulary
    columns: TripleColumns
    if graph.scanned is None:
        columns = _from_words(graph, table, marked)
    else:
        columns = _from_text(graph.scanned, graph, table, marked)
    if marked:
        attributes = columns.attributes - 1
        columns.attribute_node[attributes] = 0
        columns.attribute_role[attributes] = vocabulary.number(TOP)
        columns.attribute_value[attributes] = (
            vocabulary.number("top") if root == "node" else columns.concept[0]
        )
    if distinct:
        columns.once()
    return columns


@cython.cfunc
def _from_words(graph: Graph, table: ReadingTable, marked: cython.bint) -> TripleColumns:
    """Number the words of a graph; there is room for the triple of the root."""
    k: cython.Py_ssize_t
    node: cython.Py_ssize_t
    packed: cython.long
    attributes: cython.int = 0
    relations: cython.int = 0
    concepts: tuple[str, ...] = graph.concepts
    sources: tuple[int, ...] = graph.sources
    roles: tuple[str, ...] = graph.roles
    targets: tuple[int, ...] = graph.targets
    constants: tuple[str | None, ...] = graph.constants
    branches: cython.Py_ssize_t = len(roles)
    for k in range(branches):
        if constants[k] is not None:
            attributes += 1
    columns: TripleColumns = TripleColumns(
        table.vocabulary, graph, len(concepts), attributes + marked, branches - attributes
    )
    for node in range(len(concepts)):
        columns.concept[node] = table.word(concepts[node])
    attributes = 0
    for k in range(branches):
        constant = constants[k]
        if constant is None:
            packed = table.relation(roles[k])
            columns.set_relation(relations, packed, sources[k], targets[k])
            relations += 1
        else:
            columns.attribute_node[attributes] = sources[k]
            columns.attribute_role[attributes] = table.attribute(roles[k])
            columns.attribute_value[attributes] = table.word(constant)
            attributes += 1
    return columns


@cython.cfunc
def _from_text(
    scanned: ScannedGraph, graph: Graph, table: ReadingTable, marked: cython.bint
) -> TripleColumns:
    """Number the words of a graph where they occur in its text; there is room for the triple of the root."""
    k: cython.int
    attributes: cython.int = 0
    relations: cython.int = 0
    for k in range(scanned.branches):
        if scanned.target[k] < 0:
            attributes += 1
    columns: TripleColumns = TripleColumns(
        table.vocabulary, graph, scanned.nodes, attributes + marked, scanned.branches - attributes
    )
    attributes = 0
    with cython.nogil:
        for k in range(scanned.nodes):
            columns.concept[k] = table.word_at(
                scanned.signs, scanned.concept_start[k], scanned.concept_end[k]
            )
        for k in range(scanned.branches):
            if scanned.target[k] >= 0:
                columns.set_relation(
                    relations,
                    table.relation_at(scanned.signs, scanned.role_start[k], scanned.role_end[k]),
                    scanned.source[k],
                    scanned.target[k],
                )
                relations += 1
            else:
                columns.attribute_node[attributes] = scanned.source[k]
                columns.attribute_role[attributes] = table.attribute_at(
                    scanned.signs, scanned.role_start[k], scanned.role_end[k]
                )
                columns.attribute_value[attributes] = table.word_at(
                    scanned.signs, scanned.value_start[k], scanned.value_end[k]
                )
                attributes += 1
    return columns


def triple_columns(triples: Triples, vocabulary: Vocabulary) -> TripleColumns:
    """Number the words of triples."""
    k: cython.int
    columns: TripleColumns = TripleColumns(
        vocabulary, triples, len(triples.names), len(triples.attributes), len(triples.relations)
    )
    for k, concept in enumerate(triples.concepts):
        columns.concept[k] = -1 if concept is None else vocabulary.number(concept)
    for k, (node, role, value) in enumerate(triples.attributes):
        columns.attribute_node[k] = node
        columns.attribute_role[k] = vocabulary.number(role)
        columns.attribute_value[k] = vocabulary.number(value)
    for k, (source, role, target) in enumerate(triples.relations):
        columns.source[k] = source
        columns.role[k] = vocabulary.number(role)
        columns.target[k] = target
    return columns
