# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Taking a graph in PENMAN notation apart: the positions of its parts, and everything that is wrong with it.

One pass without recursion, so that no depth of nesting matters, and without the interpreter's lock where nothing is
wrong. The rules of the text are those of `signs`.
"""

from __future__ import annotations

from tallystick.formats.penman.cut import read_comments

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.scanned import ScannedGraph
    from cython.cimports.tallystick.formats.penman.signs import (
        after_blanks,
        after_mark,
        after_string,
        after_token,
        after_torn,
        begins_line,
        ends_token,
        is_blank,
        line_end,
        mark_of,
        sign_at,
    )
else:
    from tallystick.formats.penman.scanned import ScannedGraph
    from tallystick.formats.penman.signs import (
        after_blanks,
        after_mark,
        after_string,
        after_token,
        after_torn,
        begins_line,
        ends_token,
        is_blank,
        line_end,
        mark_of,
        sign_at,
    )

__all__ = ["scan"]


@cython.final
@cython.cclass
class Scanner(ScannedGraph):
    """Goes through the text of one graph. After a problem it continues, to report all of them."""

    at: cython.Py_ssize_t
    torn: cython.Py_ssize_t
    # The open node, how deep it is, and the role that waits for its value.
    node: cython.int
    depth: cython.int
    role_at: cython.Py_ssize_t
    role_from: cython.Py_ssize_t
    role_to: cython.Py_ssize_t
    # After a problem, values without a role are not reported again until the next role or bracket.
    excused: cython.bint

    def __init__(self, text: str) -> None:
        ScannedGraph.__init__(self, text)
        self.at = read_comments(text, self.metadata)
        self.depth = 0
        self.torn = 0
        self.node = -1
        self.role_at = -1
        self.role_from = self.role_to = 0
        self.excused = False
        with cython.nogil:
            self.run()

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


def scan(text: str) -> ScannedGraph:
    """Take a piece apart: its comments, then its graph."""
    return Scanner(text)
