# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The triples of a graph as rows of numbers, and those that two graphs have in common under a map of nodes.

Scores need only counts. Explanations and pages need the triples themselves: rows name them without a word being made.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.tasks.graphs.triples import TOP

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.scanned import ScannedGraph
    from cython.cimports.tallystick.solve.arena import Arena, thread_arena
    from cython.cimports.tallystick.tasks.graphs.columns import TripleColumns, scattered, table_size
    from cython.cimports.tallystick.tasks.graphs.vocabulary import Vocabulary
else:
    from tallystick.formats.penman.scanned import ScannedGraph
    from tallystick.solve.arena import Arena, thread_arena
    from tallystick.tasks.graphs.columns import TripleColumns, scattered, table_size
    from tallystick.tasks.graphs.vocabulary import Vocabulary

if TYPE_CHECKING:
    from tallystick.formats.penman.graph import Graph

__all__ = [
    "TripleRows",
    "column_rows",
    "int_list",
    "mapped_nodes",
    "match_rows",
    "offset_rows",
    "rounded_all",
    "without",
]

# What a triple is: the numbers in triples.py, as C has them.
NODE = cython.declare(cython.int, 0)
RELATION = cython.declare(cython.int, 1)
ATTRIBUTE = cython.declare(cython.int, 2)
ROOT = cython.declare(cython.int, 3)


@cython.final
@cython.cclass
class TripleRows:
    """The triples of one graph. An instance has the number of its concept as its target, an attribute of its constant.

    Roles and words are numbers of the vocabulary, ends that are nodes are numbers of nodes.
    """

    vocabulary: Vocabulary
    names: tuple[str, ...]
    size: cython.int
    sort: cython.int[::1]
    source: cython.int[::1]
    role: cython.int[::1]
    target: cython.int[::1]
    branch: cython.int[
        ::1
    ]  # the branch of the graph that a relation or an attribute was written as, -1 if unknown

    def __init__(self, vocabulary: Vocabulary, names: tuple[str, ...], room: cython.int) -> None:
        """Make room for so many rows, to be added."""
        self.vocabulary = vocabulary
        self.names = names
        self.size = 0
        arena: Arena = thread_arena()
        self.sort = arena.ints(room)
        self.source = arena.ints(room)
        self.role = arena.ints(room)
        self.target = arena.ints(room)
        self.branch = arena.ints(room)

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
        self.branch[row] = -1
        self.size = row + 1
        return row

    def triple(self, row: cython.int) -> tuple[str, str, str]:
        """Return a triple with its words."""
        words: list[str] = self.vocabulary.words
        source: str = self.names[self.source[row]]
        if self.sort[row] == NODE:
            return source, "instance", words[self.target[row]]
        if self.sort[row] == RELATION:
            return source, words[self.role[row]], self.names[self.target[row]]
        return source, words[self.role[row]], words[self.target[row]]

    def role_of(self, row: cython.int) -> str:
        """Return the role of a relation or an attribute."""
        return self.vocabulary.words[self.role[row]]

    def value_of(self, row: cython.int) -> str:
        """Return the constant of an attribute, or the concept of an instance."""
        return self.vocabulary.words[self.target[row]]

    def concepts(self) -> dict[str, str]:
        """Return the concepts of the nodes by their names."""
        words: list[str] = self.vocabulary.words
        return {
            self.names[self.source[row]]: words[self.target[row]]
            for row in range(self.size)
            if self.sort[row] == NODE
        }

    def ends(self) -> list[tuple[int, int]]:
        """Return the source of each triple, and its target if that is another node, else -1."""
        return [
            (self.source[row], self.target[row] if self.sort[row] == RELATION else -1)
            for row in range(self.size)
        ]

    def labels(self) -> list[int]:
        """Return the label of each triple: twice the number of its concept and 1 more, or twice that of its role."""
        return [
            2 * self.target[row] + 1 if self.sort[row] == NODE else 2 * self.role[row]
            for row in range(self.size)
        ]

    def find_branches(self, graph: Graph) -> bool:
        """Find the branch of a graph that each relation and each attribute was written as.

        That works if its rows are in the order of the branches, each once; return whether they are.
        """
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
            # An odd number for a branch that is read from its end to its beginning.
            self.branch[row] = 2 * k + (self.source[row] != source[k])
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_row(self, sort: cython.int, row: cython.int) -> cython.int:
        """Return the next row of a sort."""
        while row < self.size and self.sort[row] != sort:
            row += 1
        return row

    def elements(self) -> list[str | None]:
        """Return the element of the drawing that each triple is, as `drawing.element_codes` does."""
        row: cython.int
        codes: list[str | None] = []
        for row in range(self.size):
            if self.sort[row] == NODE:
                codes.append(f"n{self.source[row]}")
            elif self.sort[row] == ROOT:
                codes.append("r0")
            elif self.branch[row] < 0:
                codes.append(None)
            elif self.branch[row] & 1:
                codes.append(f"t{self.branch[row] >> 1}")
            else:
                codes.append(f"b{self.branch[row] >> 1}")
        return codes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_mapped(
        self, rows: cython.int, row: cython.int[::1], map_to: cython.int[::1], keys: cython.int[::1]
    ) -> cython.void:
        """Write source, role and target of some rows, with nodes replaced by what they are mapped to."""
        k: cython.int
        r: cython.int
        for k in range(rows):
            r = row[k]
            keys[3 * k] = map_to[self.source[r]]
            keys[3 * k + 1] = self.role[r]
            keys[3 * k + 2] = map_to[self.target[r]] if self.sort[r] == RELATION else self.target[r]


def column_rows(columns: TripleColumns) -> TripleRows:
    """Return the triples of columns as rows: instances, attributes with the mark of the root, relations."""
    k: cython.int
    top: cython.int = columns.vocabulary.number(TOP)
    rows: TripleRows = TripleRows(
        columns.vocabulary, columns.names, columns.nodes + columns.attributes + columns.relations
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
    nodes: cython.int = len(pred.names)
    golds: cython.int = len(gold.names)
    mapped: cython.int[::1] = thread_arena().ints(nodes + 1)
    if nodes == 0:
        return mapped
    image: cython.int[::1] = mapping
    for node in range(nodes):
        mapped[node] = image[node] if image[node] >= 0 else golds + node
    return mapped


def match_rows(
    gold: TripleRows, pred: TripleRows, mapping: array[int], gold_size: cython.int, pred_size: cython.int
) -> tuple[list[int], list[int]]:
    """Return the rows that are equal under a map of pred nodes to gold nodes, in the order of the prediction.

    Of equal gold rows, the first one that is left is taken. Only the first rows are compared, so many on each side.
    """
    k: cython.int
    slot: cython.longlong
    before: cython.int
    golds: list[int] = []
    preds: list[int] = []
    if gold_size == 0 or pred_size == 0:
        return golds, preds
    slots: cython.longlong = table_size(gold_size)
    table: cython.int[::1] = thread_arena().ints(slots)
    following: cython.int[::1] = thread_arena().ints(gold_size)
    mapped: cython.int[::1] = mapped_nodes(gold, pred, mapping)
    row: cython.int
    source: cython.int
    target: cython.int
    for slot in range(slots):
        table[slot] = -1
    for row in range(gold_size - 1, -1, -1):
        slot = scattered(gold.source[row] + 1, gold.role[row] + 1, gold.target[row]) & (slots - 1)
        following[row] = table[slot]
        table[slot] = row
    for k in range(pred_size):
        source = mapped[pred.source[k]]
        target = mapped[pred.target[k]] if pred.sort[k] == RELATION else pred.target[k]
        slot = scattered(source + 1, pred.role[k] + 1, target) & (slots - 1)
        before = -1
        row = table[slot]
        while row >= 0 and not (
            gold.sort[row] == pred.sort[k]
            and gold.source[row] == source
            and gold.role[row] == pred.role[k]
            and gold.target[row] == target
        ):
            before = row
            row = following[row]
        if row >= 0:
            if before < 0:
                table[slot] = following[row]
            else:
                following[before] = following[row]
            golds.append(row)
            preds.append(k)
    return golds, preds


def without(rows: list[int], taken: list[int], size: cython.int) -> list[int]:
    """Return the rows, of so many, that are not taken.

    >>> without([0, 2, 3], [2], 4)
    [0, 3]
    """
    row: cython.int
    mark: cython.int[::1] = thread_arena().ints(size + 1)
    for row in taken:
        mark[row] = 1
    return [row for row in rows if mark[row] == 0]


def offset_rows(rows: list[int], offset: cython.int) -> list[int]:
    """Return rows as numbers of parts.

    >>> offset_rows([0, 2], 5)
    [5, 7]
    """
    if offset == 0:
        return rows
    return [offset + row for row in rows]


def rounded_all(values: list[float]) -> list[float]:
    """Return positive numbers with six digits, more than a page displays.

    >>> rounded_all([2 / 3, 1.0])
    [0.666667, 1.0]
    """
    value: cython.double
    millionths: cython.longlong
    rounded: list[float] = []
    for value in values:
        millionths = int(value * 1e6 + 0.5)
        rounded.append(millionths / 1e6)
    return rounded
