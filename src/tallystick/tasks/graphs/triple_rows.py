# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The triples of a graph as rows of numbers: matched under a map of nodes, and told apart where they did not match.

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
    from cython.cimports.tallystick.tasks.graphs.columns import TripleColumns, scattered, table_size
    from cython.cimports.tallystick.tasks.graphs.vocabulary import Vocabulary
else:
    from tallystick.formats.penman.scanned import ScannedGraph
    from tallystick.tasks.graphs.columns import TripleColumns, scattered, table_size
    from tallystick.tasks.graphs.vocabulary import Vocabulary

if TYPE_CHECKING:
    from tallystick.formats.penman.graph import Graph

__all__ = ["TripleRows", "column_rows", "inexact", "match_rows", "mismatches", "without"]

# What a triple is: the numbers in triples.py, as C has them.
NODE = cython.declare(cython.int, 0)
RELATION = cython.declare(cython.int, 1)
ATTRIBUTE = cython.declare(cython.int, 2)
ROOT = cython.declare(cython.int, 3)

# What two triples that are one error have in common.
ENDS = cython.declare(cython.int, 0)
ROLE_AND_TARGET = cython.declare(cython.int, 1)
SOURCE_AND_ROLE = cython.declare(cython.int, 2)
SOURCE = cython.declare(cython.int, 3)
ROLE = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class TripleRows:
    """The triples of one graph. An instance has the number of its concept as its target, an attribute of its constant.

    Roles and words are numbers of the vocabulary, ends that are nodes are numbers of nodes.
    """

    vocabulary: Vocabulary | None  # None if no words are needed
    names: tuple[str, ...]
    size: cython.int
    sort: cython.int[::1]
    source: cython.int[::1]
    role: cython.int[::1]
    target: cython.int[::1]
    branch: cython.int[
        ::1
    ]  # the branch of the graph that a relation or an attribute was written as, -1 if unknown

    def __init__(self, vocabulary: Vocabulary | None, names: tuple[str, ...], room: cython.int) -> None:
        """Make room for so many rows, to be added."""
        self.vocabulary = vocabulary
        self.names = names
        self.size = 0
        block: cython.int[::1] = array("i", bytes(20 * room + 4))
        self.sort = block[:room]
        self.source = block[room : 2 * room]
        self.role = block[2 * room : 3 * room]
        self.target = block[3 * room : 4 * room]
        self.branch = block[4 * room :]

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
        """Return the role of a triple that is no instance."""
        return self.vocabulary.words[self.role[row]]

    def value_of(self, row: cython.int) -> str:
        """Return the constant of an attribute, or the concept of an instance."""
        return self.vocabulary.words[self.target[row]]

    def concepts(self) -> dict[str, str]:
        """Return the concepts of the nodes by their names."""
        row: cython.int
        words: list[str] = self.vocabulary.words
        return {
            self.names[self.source[row]]: words[self.target[row]]
            for row in range(self.size)
            if self.sort[row] == NODE
        }

    def ends(self, rows: list[int]) -> list[tuple[int, int]]:
        """Return the source of each of some triples, and its target if that is another node, else -1."""
        row: cython.int
        return [(self.source[row], self.target[row] if self.sort[row] == RELATION else -1) for row in rows]

    def labels(self) -> list[tuple[str, str]]:
        """Return the kind of label and the label of each triple."""
        row: cython.int
        words: list[str] = self.vocabulary.words
        return [
            ("concept", words[self.target[row]])
            if self.sort[row] == NODE
            else ("role", words[self.role[row]])
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
            source = _numbers(graph.sources)
            target = _numbers(graph.targets)
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
def _numbers(numbers: Sequence[int]) -> cython.int[::1]:
    """Return numbers as a list in C; it has one more, because none is empty."""
    return array("i", numbers) + array("i", (0,))


@cython.cfunc
def _pred_map(gold: TripleRows, pred: TripleRows, mapping: array[int]) -> cython.int[::1]:
    """Return the gold node of each pred node; one without a partner has a number that no gold node has."""
    node: cython.int
    nodes: cython.int = len(pred.names)
    golds: cython.int = len(gold.names)
    image: cython.int[::1] = mapping
    mapped: cython.int[::1] = array("i", bytes(4 * nodes + 4))
    for node in range(nodes):
        mapped[node] = image[node] if image[node] >= 0 else golds + node
    return mapped


@cython.cfunc
def _same(nodes: cython.int) -> cython.int[::1]:
    """Return the map of each node to itself."""
    return array("i", range(nodes + 1))


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
    table: cython.int[::1] = array("i", (-1,)) * slots
    following: cython.int[::1] = array("i", bytes(4 * gold_size))
    mapped: cython.int[::1] = _pred_map(gold, pred, mapping)
    row: cython.int
    source: cython.int
    target: cython.int
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
    mark: cython.int[::1] = array("i", bytes(4 * size + 4))
    for row in taken:
        mark[row] = 1
    return [row for row in rows if mark[row] == 0]


def inexact(
    gold: TripleRows, pred: TripleRows, golds: list[int], preds: list[int]
) -> list[tuple[int, int, int]]:
    """Return the errors inside matched rows that are not the same on both sides, as `mismatches` does.

    AnCast gives credit for such pairs.
    """
    row: cython.int
    other: cython.int
    found: list[tuple[int, int, int]] = []
    for row, other in zip(golds, preds):
        if gold.sort[row] == NODE:
            if gold.target[row] != pred.target[other]:
                found.append((1, row, other))
        elif gold.role[row] != pred.role[other]:
            found.append((4 if gold.sort[row] == RELATION else 9, row, other))
    return found


@cython.final
@cython.cclass
class Left:
    """Missed and spurious rows, taken away as errors explain them."""

    gold: TripleRows
    pred: TripleRows
    golds: cython.int
    preds: cython.int
    gold_row: cython.int[::1]
    pred_row: cython.int[::1]
    gold_key: cython.int[::1]  # source, role, target of each, nodes by their gold numbers
    pred_key: cython.int[::1]
    gold_taken: cython.int[::1]
    pred_taken: cython.int[::1]
    table: cython.int[::1]
    following: cython.int[::1]

    def __init__(
        self, gold: TripleRows, pred: TripleRows, mapping: array[int], missed: list[int], spurious: list[int]
    ) -> None:
        self.gold = gold
        self.pred = pred
        self.golds = len(missed)
        self.preds = len(spurious)
        self.gold_row = _numbers(missed)
        self.pred_row = _numbers(spurious)
        block: cython.int[::1] = array("i", bytes(4 * (4 * self.golds + 5 * self.preds + 4)))
        self.gold_key = block[: 3 * self.golds + 1]
        block = block[3 * self.golds + 1 :]
        self.gold_taken = block[: self.golds + 1]
        block = block[self.golds + 1 :]
        self.pred_key = block[: 3 * self.preds + 1]
        block = block[3 * self.preds + 1 :]
        self.pred_taken = block[: self.preds]
        self.following = block[self.preds :]
        self.table = array("i", bytes(4 * table_size(self.preds + 1)))
        gold.write_mapped(self.golds, self.gold_row, _same(len(gold.names)), self.gold_key)
        pred.write_mapped(self.preds, self.pred_row, _pred_map(gold, pred, mapping), self.pred_key)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def common(
        self, key: cython.int[::1], k: cython.int, shared: cython.int, second: cython.bint
    ) -> cython.int:
        """Return one of the two numbers that partners have in common."""
        if shared == ENDS:
            return key[3 * k + 2] if second else key[3 * k]
        if shared == ROLE_AND_TARGET:
            return key[3 * k + 2] if second else key[3 * k + 1]
        if shared == SOURCE_AND_ROLE:
            return key[3 * k + 1] if second else key[3 * k]
        if shared == SOURCE:
            return 0 if second else key[3 * k]
        return 0 if second else key[3 * k + 1]

    @cython.cfunc
    @cython.exceptval(-1)
    def pair(
        self, sort: cython.int, shared: cython.int, kind: cython.int, found: list[tuple[int, int, int]]
    ) -> cython.int:
        """Take away and list as many partners of a sort as there are, in the order of the gold."""
        k: cython.int
        other: cython.int
        before: cython.int
        a: cython.int
        b: cython.int
        slot: cython.longlong
        waiting: cython.int = 0
        slots: cython.longlong = table_size(self.preds + 1)
        for slot in range(slots):
            self.table[slot] = -1
        for k in range(self.preds - 1, -1, -1):
            if self.pred_taken[k] or self.pred.sort[self.pred_row[k]] != sort:
                continue
            a = self.common(self.pred_key, k, shared, False)
            b = self.common(self.pred_key, k, shared, True)
            slot = scattered(a + 1, b + 1, 0) & (slots - 1)
            self.following[k] = self.table[slot]
            self.table[slot] = k
            waiting += 1
        if waiting == 0:
            return 0
        for k in range(self.golds):
            if self.gold_taken[k] or self.gold.sort[self.gold_row[k]] != sort:
                continue
            a = self.common(self.gold_key, k, shared, False)
            b = self.common(self.gold_key, k, shared, True)
            slot = scattered(a + 1, b + 1, 0) & (slots - 1)
            before = -1
            other = self.table[slot]
            while other >= 0 and not (
                self.common(self.pred_key, other, shared, False) == a
                and self.common(self.pred_key, other, shared, True) == b
            ):
                before = other
                other = self.following[other]
            if other < 0:
                continue
            if before < 0:
                self.table[slot] = self.following[other]
            else:
                self.following[before] = self.following[other]
            self.gold_taken[k] = 1
            self.pred_taken[other] = 1
            found.append((kind, self.gold_row[k], self.pred_row[other]))
        return 0


def mismatches(
    gold: TripleRows, pred: TripleRows, mapping: array[int], missed: list[int], spurious: list[int]
) -> list[tuple[int, int, int]]:
    """Return the errors of missed and spurious rows: the index of a kind, the gold row, the pred row; -1 for no row.

    A missed and a spurious triple with something in common are one error. The kinds are those of
    `error_kinds.ERROR_KINDS`: 1 is any wrong concept, also one with the same lemma.
    """
    k: cython.int
    found: list[tuple[int, int, int]] = []
    left: Left = Left(gold, pred, mapping, missed, spurious)
    if missed and spurious:
        left.pair(NODE, SOURCE, 1, found)
        left.pair(RELATION, ENDS, 4, found)
        left.pair(RELATION, ROLE_AND_TARGET, 5, found)
        left.pair(RELATION, SOURCE_AND_ROLE, 5, found)
        left.pair(ROOT, ROLE, 12, found)
        left.pair(ATTRIBUTE, SOURCE_AND_ROLE, 8, found)
        left.pair(ATTRIBUTE, ENDS, 9, found)
    # Missing and spurious nodes, relations, attributes and marks of the root.
    for k in range(left.golds):
        if not left.gold_taken[k]:
            found.append((_ALONE[gold.sort[left.gold_row[k]]], left.gold_row[k], -1))
    for k in range(left.preds):
        if not left.pred_taken[k]:
            found.append((_ALONE[pred.sort[left.pred_row[k]]] + 1, -1, left.pred_row[k]))
    return found


_ALONE = (2, 6, 10, 13)
