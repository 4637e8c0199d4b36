# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Taking a graph in PENMAN notation apart: where its nodes and branches stand, and all that is wrong with it.

One pass without recursion, so that no depth of nesting matters, and without the interpreter's lock where nothing is
wrong. The rules of the text are those of the signs.
"""

from __future__ import annotations

from array import array

from tallystick.formats.penman.cut import read_comments

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.signs import (
        Signs,
        after_blanks,
        after_string,
        after_token,
        after_torn,
        ends_token,
        hashed,
        is_blank,
        line_end,
        same,
        sign_at,
    )
else:
    from tallystick.formats.penman.signs import (
        Signs,
        after_blanks,
        after_string,
        after_token,
        after_torn,
        ends_token,
        hashed,
        is_blank,
        line_end,
        same,
        sign_at,
    )

__all__ = ["Parts", "ScannedGraph", "Trouble", "scan"]

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
def mark_of(signs: Signs, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the alignment mark (``~1``, ``~e.1,2``) at the end of a token begins; else the end."""
    i: cython.Py_ssize_t = end
    while i > start and ("0" <= sign_at(signs, i - 1) <= "9" or sign_at(signs, i - 1) == ","):
        i -= 1
    if i == end or sign_at(signs, i) == "," or sign_at(signs, end - 1) == ",":
        return end
    if i > start and sign_at(signs, i - 1) == ".":
        i -= 1
    while i > start and ("a" <= sign_at(signs, i - 1) <= "z" or "A" <= sign_at(signs, i - 1) <= "Z"):
        i -= 1
    return i - 1 if i > start and sign_at(signs, i - 1) == "~" else end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def after_mark(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the alignment mark that begins here, after a string, ends; else the same position."""
    k: cython.Py_ssize_t
    if i < signs.n and sign_at(signs, i) == "~":
        k = after_token(signs, i)
        if mark_of(signs, i, k) == i:
            return k
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begins_line(signs: Signs, i: cython.Py_ssize_t) -> cython.bint:
    """Tell whether only blanks come before this position on its line."""
    while i > 0 and sign_at(signs, i - 1) != "\n":
        if not is_blank(sign_at(signs, i - 1)):
            return False
        i -= 1
    return True


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


@cython.final
@cython.cclass
class ScannedGraph:
    """The positions of all parts of one graph in its text. After a problem it goes on, to report all of them.

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
    at: cython.Py_ssize_t
    torn: cython.Py_ssize_t
    # The open node, how deep it is, and the role that waits for its value.
    node: cython.int
    depth: cython.int
    role_at: cython.Py_ssize_t
    role_from: cython.Py_ssize_t
    role_to: cython.Py_ssize_t
    # After a problem, values without a role are no news until the next role or bracket.
    excused: cython.bint

    def __init__(self, text: str) -> None:
        roles: cython.Py_ssize_t = text.count(":")
        self.signs = Signs(text)
        self.metadata, self.marks, self.troubles = {}, {}, []
        self.at = read_comments(text, self.metadata)
        self.nodes = self.branches = self.depth = 0
        self.torn = 0
        self.node = -1
        self.role_at = -1
        self.role_from = self.role_to = 0
        self.excused = False
        if roles > MANY:
            roles = count_roles(self.signs) + 1
        self.make_room(text.count("("), roles)
        with cython.nogil:
            self.run()

    @cython.cfunc
    @cython.exceptval(-1)
    def make_room(self, nodes: cython.Py_ssize_t, branches: cython.Py_ssize_t) -> cython.int:
        """Make room for so many nodes and branches, in one block of memory: graphs are many and small."""
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
    def run(self) -> cython.int:
        """Go through the text token by token."""
        i: cython.Py_ssize_t
        sign: cython.Py_UCS4
        while True:
            i = self.at = after_blanks(self.signs, self.at)
            if i >= self.signs.n:
                break
            sign = sign_at(self.signs, i)
            if sign == "(":
                self.open()
            elif sign == ")":
                self.close()
            elif sign == ":":
                self.name_role()
            elif sign == "#" and self.node < 0:
                self.at = line_end(self.signs, i)
            elif sign == "#" and begins_line(self.signs, i):
                break
            else:
                self.value()
        return self.finish(i)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def finish(self, end: cython.Py_ssize_t) -> cython.int:
        """Look for what is missing at the end, and for the nodes that variables point at."""
        self.drop_role()
        while end > 0 and is_blank(sign_at(self.signs, end - 1)):
            end -= 1
        if self.node >= 0:
            with cython.gil:
                self.note(end, "penman-unclosed", str(self.depth), self.opened[self.node])
        elif self.nodes == 0:
            with cython.gil:
                if not self.troubles:
                    self.note(0, "penman-empty", "", 0)
        return self.resolve()

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
            # Strings are no variables.
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def drop_role(self) -> cython.int:
        """No value came for the role that waits for one."""
        if self.role_at >= 0:
            with cython.gil:
                self.note(self.role_at, "penman-target", self.signs.text[self.role_from : self.role_to], 0)
            self.role_at = -1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, target: cython.int, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Add a branch with the role that waited for its value."""
        self.source[self.branches] = self.node
        self.role_start[self.branches] = self.role_from
        self.role_end[self.branches] = self.role_to
        self.target[self.branches] = target
        self.value_start[self.branches] = start
        self.value_end[self.branches] = end
        self.branches += 1
        self.role_at = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def string_end(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the string that begins here ends; 0 if it does not end, which is noted."""
        j: cython.Py_ssize_t = after_string(self.signs, i) if i >= self.torn else -self.torn
        if j < 0:
            self.torn = -j
            self.at = after_torn(self.signs, i)
            with cython.gil:
                self.note(i, "penman-string", "", 0)
            self.excused = True
            return 0
        self.at = j
        return j

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def open(self) -> cython.int:
        """A bracket opens: read the variable. It ends at a slash, which needs no blanks around it."""
        i: cython.Py_ssize_t = self.at
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        node: cython.int = self.nodes
        if self.node < 0 and node > 0:
            with cython.gil:
                self.note(i, "penman-roots", "", 0)
        elif self.node >= 0 and self.role_at < 0 and not self.excused:
            with cython.gil:
                self.note(i, "penman-value", "", 0)
        self.excused = False
        if self.role_at >= 0:
            self.add(node, 0, 0)
        self.opened[node] = i
        self.above[node] = self.node
        self.node = node
        self.nodes += 1
        self.depth += 1
        i = j = after_blanks(self.signs, i + 1)
        if i < self.signs.n and sign_at(self.signs, i) != ":":
            while (
                j < self.signs.n and sign_at(self.signs, j) != "/" and not ends_token(sign_at(self.signs, j))
            ):
                j += 1
        k = mark_of(self.signs, i, j)
        self.variable_start[node] = i
        self.variable_end[node] = j
        if i < k < j:
            with cython.gil:
                self.mark("variable", node, k + 1, j)
            self.variable_end[node] = k
        if i == j:
            with cython.gil:
                self.note(i, "penman-variable", "", 0)
            self.excused = True
        return self.read_concept(i < j, j)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def read_concept(self, named: cython.bint, j: cython.Py_ssize_t) -> cython.int:
        """Read the concept of the open node, whose variable ends at j."""
        i: cython.Py_ssize_t = after_blanks(self.signs, j)
        k: cython.Py_ssize_t
        node: cython.int = self.node
        self.at = i
        self.concept_start[node] = self.concept_end[node] = i
        if i < self.signs.n and sign_at(self.signs, i) == "/":
            j = i + 1
            i = self.at = after_blanks(self.signs, j)
            if i < self.signs.n and sign_at(self.signs, i) == '"':
                j = self.string_end(i)
                if j > 0:
                    self.concept_start[node] = i
                    self.concept_end[node] = j
                    k = after_mark(self.signs, j)
                    if k > j:
                        with cython.gil:
                            self.mark("concept", node, j + 1, k)
                        self.at = k
                return 0
            if i < self.signs.n and sign_at(self.signs, i) != ":" and not ends_token(sign_at(self.signs, i)):
                j = self.at = after_token(self.signs, i)
                k = mark_of(self.signs, i, j)
                if i < k < j:
                    with cython.gil:
                        self.mark("concept", node, k + 1, j)
                    j = k
                self.concept_start[node] = i
                self.concept_end[node] = j
                return 0
        if named:
            with cython.gil:
                self.note(
                    j,
                    "penman-concept",
                    self.signs.text[self.variable_start[node] : self.variable_end[node]],
                    i,
                )
        self.excused = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def close(self) -> cython.int:
        """A bracket closes."""
        self.drop_role()
        self.excused = False
        if self.node < 0:
            with cython.gil:
                self.note(self.at, "penman-bracket", "", self.nodes)
        else:
            self.node = self.above[self.node]
            self.depth -= 1
        self.at += 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def name_role(self) -> cython.int:
        """A role begins."""
        i: cython.Py_ssize_t = self.at
        j: cython.Py_ssize_t = after_token(self.signs, i + 1)
        k: cython.Py_ssize_t = mark_of(self.signs, i + 1, j)
        self.drop_role()
        self.at = j
        if i + 1 < k < j:
            with cython.gil:
                self.mark("role", self.branches, k + 1, j)
        self.role_from = i + 1
        self.role_to = k if i + 1 < k else j
        if self.node >= 0:
            self.role_at = i
            self.excused = False
            if j == i + 1:
                with cython.gil:
                    self.note(i, "penman-name", "", 0)
        elif not self.excused:
            with cython.gil:
                self.note(i, "penman-role", self.signs.text[self.role_from : self.role_to], self.nodes)
            self.excused = True
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-1)
    def value(self) -> cython.int:
        """A string, a symbol or a variable."""
        i: cython.Py_ssize_t = self.at
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        if sign_at(self.signs, i) == '"':
            j = self.string_end(i)
            if j == 0:
                self.role_at = -1
                return 0
            k = after_mark(self.signs, j)
            if k > j:
                with cython.gil:
                    self.mark("target", self.branches, j + 1, k)
                self.at = k
        else:
            j = self.at = after_token(self.signs, i)
            k = mark_of(self.signs, i, j)
            if i < k < j:
                with cython.gil:
                    self.mark("target", self.branches, k + 1, j)
                j = k
        if self.role_at >= 0:
            self.add(-1, i, j)
        elif not self.excused:
            with cython.gil:
                self.note(i, "penman-value" if self.node >= 0 else "penman-outside", "", 0)
            self.excused = True
        return 0

    def parts(self) -> Parts:
        """Return the words and numbers of the graph.

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


def scan(text: str) -> ScannedGraph:
    """Take a piece apart: its comments, then its graph."""
    return ScannedGraph(text)
