# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The relations of all sentence graphs of a document as rows: a page lists thousands of them without their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.tasks.graphs.inversion import plain, turned

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.solve.arena import thread_arena
    from cython.cimports.tallystick.tasks.graphs.ancast.edge_rows import EdgeRows
    from cython.cimports.tallystick.tasks.graphs.row_alignment import RowAlignment
    from cython.cimports.tallystick.tasks.graphs.triple_rows import TripleRows
    from cython.cimports.tallystick.tasks.graphs.vocabulary import Vocabulary
else:
    from tallystick.solve.arena import thread_arena
    from tallystick.tasks.graphs.ancast.edge_rows import EdgeRows
    from tallystick.tasks.graphs.row_alignment import RowAlignment
    from tallystick.tasks.graphs.triple_rows import TripleRows
    from tallystick.tasks.graphs.vocabulary import Vocabulary

if TYPE_CHECKING:
    from tallystick.formats.penman.graph import Graph

__all__ = ["SentenceRows", "add_matched"]

# What a triple is: the numbers in triples.py, as C has them.
RELATION = cython.declare(cython.int, 1)
ATTRIBUTE = cython.declare(cython.int, 2)
#: The kind of an element that is read from its end to its beginning, as in triple_rows.py.
TURNED_ELEMENT = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class SentenceRows:
    """The relations of one side, sentence by sentence. Nodes are numbered through the document."""

    rows: TripleRows
    vocabulary: Vocabulary
    codes: list[int]
    spelled: dict[tuple[str, str, bool], bool]
    constants: dict[str, str]

    def __init__(self, vocabulary: Vocabulary, nodes: int, room: int) -> None:
        """Make room for so many nodes and relations."""
        self.vocabulary = vocabulary
        self.rows = TripleRows(vocabulary, None, nodes, room)
        self.codes = []
        self.spelled = {}
        self.constants = {}

    def __len__(self) -> int:
        """The number of relations."""
        return self.rows.size

    @cython.cfunc
    @cython.exceptval(-1)
    def word(self, vocabulary: Vocabulary, number: cython.int) -> cython.int:
        """Return the number of a word of another vocabulary: a long document may outlast one."""
        if vocabulary is self.vocabulary:
            return number
        return self.vocabulary.number(vocabulary.words[number])

    def add_relation(self, source: int, role: int, target: int) -> int:
        """Add a relation that is in no graph; return its row. A negative target is -1 less the number of a word."""
        self.codes.append(-1)
        if target < 0:
            return self.rows.add(ATTRIBUTE, source, role, -1 - target)
        return self.rows.add(RELATION, source, role, target)

    def add_graph(
        self, edges: EdgeRows, graph: Graph, compared: Graph, kept: Sequence[int] | None, offset: cython.int
    ) -> list[int]:
        """Add the parent–child pairs of a graph; return their rows here by their rows there.

        `compared` is the graph without its relations to other sentences, and `kept` lists the branches that it has,
        None for all. `offset` is the number of the first node.
        """
        k: cython.int
        row: cython.int
        role: cython.int
        branch: cython.int
        inverted: cython.bint
        code: cython.int
        own: TripleRows = edges.rows
        found: cython.bint = own.find_elements(compared)
        rows: list[int] = [-1] * own.size
        roles: tuple[str, ...] = graph.roles
        constants: tuple[str | None, ...] = graph.constants
        pairs: cython.int[::1] = thread_arena().ints(edges.edges)
        for k in range(edges.write_pairs(pairs)):
            row = pairs[k]
            rows[row] = self.rows.size
            role = self.word(own.vocabulary, own.role[row])
            if own.sort[row] == RELATION:
                self.rows.add(RELATION, own.source[row] + offset, role, own.target[row] + offset)
            else:
                self.rows.add(
                    ATTRIBUTE, own.source[row] + offset, role, self.word(own.vocabulary, own.target[row])
                )
            code = -1
            if found and own.element[row] >= 0:
                branch = own.element[row] >> 2
                inverted = (own.element[row] & 3) == TURNED_ELEMENT
                if kept is not None:
                    branch = kept[branch]
                if self.spells(roles[branch], own.role_of(row), inverted) and (
                    own.sort[row] == RELATION or self.reads(constants[branch], own.value_of(row))
                ):
                    code = 2 * branch + inverted
            self.codes.append(code)
        return rows

    @cython.cfunc
    @cython.exceptval(-1)
    def spells(self, written: str, role: str, inverted: cython.bint) -> cython.int:
        """Whether a role is the one that is written, or the one that its inverse is written as."""
        key = (written, role, bool(inverted))
        known = self.spelled.get(key)
        if known is None:
            lower = written.lower()
            known = (turned(lower) == (role, True) and lower == f"{role}-of") if inverted else lower == role
            self.spelled[key] = known
        return known

    @cython.cfunc
    @cython.exceptval(-1)
    def reads(self, written: str, value: str) -> cython.int:
        """Whether a constant is compared as the page reads it."""
        known = self.constants.get(written)
        if known is None:
            known = self.constants[written] = plain(written)
        return known == value

    def columns(self) -> tuple[list[int], list[int], list[int]]:
        """Return source, role and target of every relation; a constant is -1 less the number of its word."""
        own: TripleRows = self.rows
        return (
            [own.source[row] for row in range(own.size)],
            [own.role[row] for row in range(own.size)],
            [
                own.target[row] if own.sort[row] == RELATION else -1 - own.target[row]
                for row in range(own.size)
            ],
        )


def add_matched(
    rows: RowAlignment,
    gold_rows: list[int],
    pred_rows: list[int],
    partners: dict[int, int],
    credits: dict[int, float],
) -> None:
    """Add the matched pairs of a sentence: by gold row the pred row, and the credit of Equation 1 if it is not 1."""
    k: cython.int
    for k in range(rows.size):
        gold = gold_rows[rows.gold_row[k]]
        partners[gold] = pred_rows[rows.pred_row[k]]
        if rows.credit[k] != 1.0:
            credits[gold] = rows.credit[k]
