# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A graph in PENMAN notation as the positions of its parts in the text."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.signs import (
        Signs,
        ends_token,
        hashed,
        same,
        sign_at,
    )
else:
    from tallystick.formats.penman.signs import (
        Signs,
        ends_token,
        hashed,
        same,
        sign_at,
    )

__all__ = ["Parts", "ScannedGraph", "Trouble"]

#: Position and code of a problem, what was found or is meant, and another position (or a number).
Trouble = tuple[int, str, str, int]
#: Variables, concepts, sources, roles, targets, constants.
Parts = tuple[
    tuple[str, ...],
    tuple[str, ...],
    tuple[int, ...],
    tuple[str, ...],
    tuple[int, ...],
    tuple[str | None, ...],
]
#: With more colons than this, it is worth counting which of them can begin a role.
MANY = 1000


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_roles(signs: Signs) -> cython.Py_ssize_t:
    """Return how many colons can begin a role."""
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    for i in range(1, signs.n):
        if sign_at(signs, i) == ":" and ends_token(sign_at(signs, i - 1)):
            count += 1
    return count


@cython.cclass
class ScannedGraph:
    """The positions of all parts of one graph in its text.

    A node has a variable and a concept; a branch has a source, a role, and either the number of a node as its target
    or -1 and a constant.
    """

    signs: Signs
    nodes: cython.int
    branches: cython.int
    variable_start: cython.int[::1]
    variable_end: cython.int[::1]
    concept_start: cython.int[::1]
    concept_end: cython.int[::1]
    source: cython.int[::1]
    target: cython.int[::1]
    role_start: cython.int[::1]
    role_end: cython.int[::1]
    value_start: cython.int[::1]
    value_end: cython.int[::1]
    metadata: dict[str, str]
    marks: dict[tuple[str, int], str]
    troubles: list[Trouble]
    opened: cython.int[::1]  # where the bracket of each node opened
    above: cython.int[::1]  # the node around each node
    table: cython.int[::1]  # the nodes by a hash of their variables

    def __init__(self, text: str) -> None:
        roles: cython.Py_ssize_t = text.count(":")
        self.signs = Signs(text)
        self.metadata, self.marks, self.troubles = {}, {}, []
        self.nodes = self.branches = 0
        if roles > MANY:
            roles = count_roles(self.signs) + 1
        self.make_room(text.count("("), roles)

    @cython.cfunc
    @cython.exceptval(-1)
    def make_room(self, nodes: cython.Py_ssize_t, branches: cython.Py_ssize_t) -> cython.int:
        """Allocate space for these numbers of nodes and branches in one block of memory: graphs are many and small."""
        size: cython.Py_ssize_t = 8
        while size < 2 * nodes:
            size *= 2
        block: cython.int[::1] = array("i", bytes(4 * (6 * nodes + 6 * branches + size)))
        self.variable_start = block[:nodes]
        self.variable_end = block[nodes : 2 * nodes]
        self.concept_start = block[2 * nodes : 3 * nodes]
        self.concept_end = block[3 * nodes : 4 * nodes]
        self.opened = block[4 * nodes : 5 * nodes]
        self.above = block[5 * nodes : 6 * nodes]
        block = block[6 * nodes :]
        self.source = block[:branches]
        self.target = block[branches : 2 * branches]
        self.role_start = block[2 * branches : 3 * branches]
        self.role_end = block[3 * branches : 4 * branches]
        self.value_start = block[4 * branches : 5 * branches]
        self.value_end = block[5 * branches : 6 * branches]
        self.table = block[6 * branches :]
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def note(self, at: cython.Py_ssize_t, code: str, word: str, other: cython.Py_ssize_t) -> cython.int:
        """Keep a problem."""
        self.troubles.append((at, code, word, other))
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def mark(self, kind: str, index: cython.int, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.int:
        """Keep an alignment mark."""
        self.marks[kind, index] = self.signs.text[i:j]
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def resolve(self) -> cython.int:
        """Let a symbol that is declared anywhere as a variable point at that node."""
        k: cython.int
        node: cython.int
        slot: cython.longlong
        start: cython.Py_ssize_t
        size: cython.Py_ssize_t
        last: cython.longlong = len(self.table) - 1
        # The table is full of zeros: a node is kept as its number and one more.
        for node in range(self.nodes):
            start = self.variable_start[node]
            size = self.variable_end[node] - start
            if size == 0:
                continue
            slot = hashed(self.signs, start, start + size) & last
            while self.table[slot] > 0:
                k = self.table[slot] - 1
                if self.variable_end[k] - self.variable_start[k] == size and same(
                    self.signs, self.variable_start[k], start, size
                ):
                    break
                slot = (slot + 1) & last
            if self.table[slot] == 0:
                self.table[slot] = node + 1
            else:
                with cython.gil:
                    self.note(
                        start,
                        "penman-twice",
                        self.signs.text[start : start + size],
                        self.opened[self.table[slot] - 1],
                    )
        for k in range(self.branches):
            start = self.value_start[k]
            size = self.value_end[k] - start
            # Strings are not variables.
            if self.target[k] >= 0 or size == 0 or sign_at(self.signs, start) == '"':
                continue
            slot = hashed(self.signs, start, start + size) & last
            while self.table[slot] > 0:
                node = self.table[slot] - 1
                if self.variable_end[node] - self.variable_start[node] == size and same(
                    self.signs, self.variable_start[node], start, size
                ):
                    self.target[k] = node
                    break
                slot = (slot + 1) & last
        return 0

    def parts(self) -> Parts:
        """Return the words and numbers of the graph.

        >>> from tallystick.formats.penman.scan import scan
        >>> scan("# ::id a\\n(x / y :ARG0 (z / w) :mod x)").parts()
        (('x', 'z'), ('y', 'w'), (0, 0), ('ARG0', 'mod'), (1, 0), (None, None))
        """
        text: str = self.signs.text
        return (
            tuple([text[self.variable_start[k] : self.variable_end[k]] for k in range(self.nodes)]),
            tuple([text[self.concept_start[k] : self.concept_end[k]] for k in range(self.nodes)]),
            tuple([self.source[k] for k in range(self.branches)]),
            tuple([text[self.role_start[k] : self.role_end[k]] for k in range(self.branches)]),
            tuple([self.target[k] for k in range(self.branches)]),
            tuple(
                [
                    text[self.value_start[k] : self.value_end[k]] if self.target[k] < 0 else None
                    for k in range(self.branches)
                ]
            ),
        )
