# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Taking a graph in PENMAN notation apart: its metadata, nodes and branches, and all that is wrong with it.

One pass without recursion, so that no depth of nesting matters. The pass before this one,
which cuts files into graphs, documents the rules of the text.
"""

from __future__ import annotations

from tallystick.formats.penman.cut import after_string, after_torn, read_comments

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

#: Position and code of a problem, what was found or is meant, and another position (or a number).
Trouble = tuple[int, str, str, int]
#: Metadata, variables, concepts, sources, roles, targets, constants, marks, troubles.
Parts = tuple[
    dict[str, str], tuple[str, ...], tuple[str, ...], tuple[int, ...], tuple[str, ...], tuple[int, ...],
    tuple[str | None, ...], dict[tuple[str, int], str], list[Trouble],
]  # fmt: skip


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def is_blank(sign: cython.Py_UCS4) -> cython.bint:
    """Whether a sign is a blank; the comparisons are for speed."""
    return sign == " " or (not "!" <= sign <= "~" and sign.isspace())


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def ends_token(sign: cython.Py_UCS4) -> cython.bint:
    """Whether a sign ends a symbol or a role."""
    return not ")" < sign <= "~" and (sign == ")" or sign == "(" or sign == '"' or is_blank(sign))


@cython.cfunc
@cython.exceptval(check=False)
def after_blanks(text: str, i: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the blanks that begin here end."""
    while i < n and is_blank(text[i]):
        i += 1
    return i


@cython.cfunc
@cython.exceptval(check=False)
def after_token(text: str, i: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the symbol or role that begins here ends."""
    while i < n and not ends_token(text[i]):
        i += 1
    return i


@cython.cfunc
@cython.exceptval(check=False)
def mark_of(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the alignment mark (``~1``, ``~e.1,2``) at the end of a token begins; else the end."""
    i: cython.Py_ssize_t = end
    while i > start and ("0" <= text[i - 1] <= "9" or text[i - 1] == ","):
        i -= 1
    if i == end or text[i] == "," or text[end - 1] == ",":
        return end
    if i > start and text[i - 1] == ".":
        i -= 1
    while i > start and ("a" <= text[i - 1] <= "z" or "A" <= text[i - 1] <= "Z"):
        i -= 1
    return i - 1 if i > start and text[i - 1] == "~" else end


@cython.cfunc
@cython.exceptval(check=False)
def begins_line(text: str, i: cython.Py_ssize_t) -> cython.bint:
    """Whether only blanks come before this position on its line."""
    while i > 0 and text[i - 1] != "\n":
        if not is_blank(text[i - 1]):
            return False
        i -= 1
    return True


@cython.final
@cython.cclass
class Scanner:
    """Takes the piece of one graph apart; continues after a problem, to report all of them."""

    text: str
    n: cython.Py_ssize_t
    at: cython.Py_ssize_t
    torn: cython.Py_ssize_t
    # The open node, how deep it is, and the role that waits for its value.
    node: cython.Py_ssize_t
    depth: cython.Py_ssize_t
    role_at: cython.Py_ssize_t
    role: str
    # After a problem, values without a role are no news until the next role or bracket.
    excused: cython.bint
    variables: list[str]
    concepts: list[str]
    sources: list[int]
    roles: list[str]
    targets: list[int]
    constants: list[str | None]
    marks: dict[tuple[str, int], str]
    troubles: list[Trouble]
    declared: dict[str, int]
    # Where each bracket opened: needed for the words about a problem only.
    opened: list[int] | None
    above: list[int]
    symbols: list[int]

    def __init__(self, text: str, at: int, opened: list[int] | None) -> None:
        self.text = text
        self.n = len(text)
        self.at = at
        self.torn = self.depth = 0
        self.node = self.role_at = -1
        self.role = ""
        self.excused = False
        self.opened = opened
        self.variables, self.concepts, self.above = [], [], []
        self.sources, self.roles, self.targets, self.constants, self.symbols = [], [], [], [], []
        self.marks, self.declared, self.troubles = {}, {}, []

    @cython.cfunc
    def note(self, at: cython.Py_ssize_t, code: str, word: str, other: cython.Py_ssize_t) -> cython.void:
        """Keep a problem."""
        self.troubles.append((at, code, word, other))

    @cython.cfunc
    def bracket_of(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Where the bracket of a node opened."""
        return 0 if self.opened is None else self.opened[node]

    @cython.cfunc
    def run(self) -> cython.void:
        """Go through the text token by token."""
        i: cython.Py_ssize_t
        sign: cython.Py_UCS4
        while True:
            i = self.at = after_blanks(self.text, self.at, self.n)
            if i >= self.n:
                break
            sign = self.text[i]
            if sign == "(":
                self.open()
            elif sign == ")":
                self.close()
            elif sign == ":":
                self.name_role()
            elif sign == "#" and self.node < 0:
                i = self.text.find("\n", i)
                self.at = i if i >= 0 else self.n
            elif sign == "#" and begins_line(self.text, i):
                break
            else:
                self.value()
        self.drop_role()
        while i > 0 and is_blank(self.text[i - 1]):
            i -= 1
        if self.node >= 0:
            self.note(i, "penman-unclosed", str(self.depth), self.bracket_of(self.node))
        elif not self.variables and not self.troubles:
            self.note(0, "penman-empty", "", 0)
        self.resolve()

    @cython.cfunc
    def resolve(self) -> cython.void:
        """A symbol that is declared anywhere as a variable points at that node."""
        word: str | None
        for branch in self.symbols:
            word = self.constants[branch]
            if word is not None and word in self.declared:
                self.targets[branch] = self.declared[word]
                self.constants[branch] = None

    @cython.cfunc
    def drop_role(self) -> cython.void:
        """No value came for the role that waits for one."""
        if self.role_at >= 0:
            self.note(self.role_at, "penman-target", self.role, 0)
            self.role_at = -1

    @cython.cfunc
    def add(self, target: cython.Py_ssize_t, constant: str | None) -> cython.void:
        """Add a branch with the role that waited for its value."""
        self.sources.append(self.node)
        self.roles.append(self.role)
        self.targets.append(target)
        self.constants.append(constant)
        self.role_at = -1

    @cython.cfunc
    def symbol(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t, kind: str, index: cython.Py_ssize_t) -> str:
        """The token without its alignment mark, which is kept."""
        k: cython.Py_ssize_t = mark_of(self.text, i, j)
        if i < k < j:
            self.marks[kind, index] = self.text[k + 1 : j]
            j = k
        return self.text[i:j]

    @cython.cfunc
    def string(self, i: cython.Py_ssize_t, kind: str, index: cython.Py_ssize_t) -> str | None:
        """The string that begins here; its mark is kept. None if the string does not end."""
        j: cython.Py_ssize_t = after_string(self.text, i, self.n) if i >= self.torn else -self.torn
        k: cython.Py_ssize_t
        if j < 0:
            self.torn = -j
            self.at = after_torn(self.text, i, self.n)
            self.note(i, "penman-string", "", 0)
            self.excused = True
            return None
        self.at = j
        if j < self.n and self.text[j] == "~":
            k = after_token(self.text, j, self.n)
            if mark_of(self.text, j, k) == j:
                self.marks[kind, index] = self.text[j + 1 : k]
                self.at = k
        return self.text[i:j]

    @cython.cfunc
    def open(self) -> cython.void:
        """A bracket opens: read the variable. It ends at a slash, which needs no blanks around it."""
        text: str = self.text
        i: cython.Py_ssize_t = self.at
        j: cython.Py_ssize_t
        node: cython.Py_ssize_t = len(self.variables)
        word: str
        if self.node < 0 and node > 0:
            self.note(i, "penman-roots", "", 0)
        elif self.node >= 0 and self.role_at < 0 and not self.excused:
            self.note(i, "penman-value", "", 0)
        self.excused = False
        if self.role_at >= 0:
            self.add(node, None)
        if self.opened is not None:
            self.opened.append(i)
        self.above.append(self.node)
        self.node = node
        self.depth += 1
        i = j = after_blanks(text, i + 1, self.n)
        if i < self.n and text[i] != ":":
            while j < self.n and text[j] != "/" and not ends_token(text[j]):
                j += 1
        word = self.symbol(i, j, "variable", node)
        self.variables.append(word)
        if i == j:
            self.note(i, "penman-variable", "", 0)
            self.excused = True
        elif word in self.declared:
            self.note(i, "penman-twice", word, self.bracket_of(self.declared[word]))
        else:
            self.declared[word] = node
        self.concepts.append(self.concept(word, j, node))

    @cython.cfunc
    def concept(self, word: str, j: cython.Py_ssize_t, node: cython.Py_ssize_t) -> str:
        """The concept of the variable that ends at j."""
        i: cython.Py_ssize_t = after_blanks(self.text, j, self.n)
        concept: str | None
        self.at = i
        if i < self.n and self.text[i] == "/":
            j = i + 1
            i = self.at = after_blanks(self.text, j, self.n)
            if i < self.n and self.text[i] == '"':
                concept = self.string(i, "concept", node)
                return concept or ""
            if i < self.n and self.text[i] != ":" and not ends_token(self.text[i]):
                self.at = after_token(self.text, i, self.n)
                return self.symbol(i, self.at, "concept", node)
        if word:
            self.note(j, "penman-concept", word, i)
        self.excused = True
        return ""

    @cython.cfunc
    def close(self) -> cython.void:
        """A bracket closes."""
        self.drop_role()
        self.excused = False
        if self.node < 0:
            self.note(self.at, "penman-bracket", "", len(self.variables))
        else:
            self.node = self.above[self.node]
            self.depth -= 1
        self.at += 1

    @cython.cfunc
    def name_role(self) -> cython.void:
        """A role begins."""
        i: cython.Py_ssize_t = self.at
        j: cython.Py_ssize_t = after_token(self.text, i + 1, self.n)
        self.drop_role()
        self.role = self.symbol(i + 1, j, "role", len(self.roles))
        self.at = j
        if self.node >= 0:
            self.role_at = i
            self.excused = False
            if j == i + 1:
                self.note(i, "penman-name", "", 0)
        elif not self.excused:
            self.note(i, "penman-role", self.role, len(self.variables))
            self.excused = True

    @cython.cfunc
    def value(self) -> cython.void:
        """A string, a symbol or a variable."""
        i: cython.Py_ssize_t = self.at
        branch: cython.Py_ssize_t = len(self.roles)
        word: str | None
        if self.text[i] == '"':
            word = self.string(i, "target", branch)
            if word is None:
                self.role_at = -1
                return
        else:
            self.at = after_token(self.text, i, self.n)
            word = self.symbol(i, self.at, "target", branch)
            if self.role_at >= 0:
                self.symbols.append(branch)
        if self.role_at >= 0:
            self.add(-1, word)
        elif not self.excused:
            self.note(i, "penman-value" if self.node >= 0 else "penman-outside", "", 0)
            self.excused = True


def scan(text: str) -> Parts:
    """Take a piece apart: its comments, then its graph.

    >>> scan("# ::id a\\n(x / y :ARG0 (z / w) :mod x)")[:7]
    ({'id': 'a'}, ('x', 'z'), ('y', 'w'), (0, 0), ('ARG0', 'mod'), (1, 0), (None, None))
    """
    metadata: dict[str, str] = {}
    start: cython.Py_ssize_t = read_comments(text, metadata)
    graph: Scanner = Scanner(text, start, None)
    graph.run()
    if graph.troubles:
        graph = Scanner(text, start, [])
        graph.run()
    return (
        metadata, tuple(graph.variables), tuple(graph.concepts), tuple(graph.sources), tuple(graph.roles),
        tuple(graph.targets), tuple(graph.constants), graph.marks, graph.troubles,
    )  # fmt: skip
