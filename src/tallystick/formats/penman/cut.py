# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: disallow-untyped-decorators=False, warn-return-any=False
"""Cutting PENMAN text into pieces, each a graph with the comments before it. The rules are those of `signs`."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.formats.penman.signs import (
        Signs,
        after_margin,
        after_string,
        after_torn,
        is_blank,
        line_end,
        sign_at,
    )
else:
    from tallystick.formats.penman.signs import (
        Signs,
        after_margin,
        after_string,
        after_torn,
        is_blank,
        line_end,
        sign_at,
    )

#: Start, end and line (from 0) of a piece, and its id.
Piece = tuple[int, int, int, str | None]


@cython.cfunc
@cython.exceptval(check=False)
def after_key(signs: Signs, i: cython.Py_ssize_t, n: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the key that begins here ends."""
    while i < n and not is_blank(sign_at(signs, i)):
        i += 1
    return i


@cython.cfunc
def find_key(signs: Signs, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The position of the next ``::key`` in a comment; there is a character before i."""
    while True:
        i = signs.text.find("::", i, end)
        if i < 0 or i + 2 >= end:
            return end
        if not is_blank(sign_at(signs, i + 2)) and (
            sign_at(signs, i - 1) == "#" or is_blank(sign_at(signs, i - 1))
        ):
            return i
        i += 1


@cython.cfunc
def trimmed(signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> str:
    """A part of the text without the blanks around it."""
    while i < j and is_blank(sign_at(signs, i)):
        i += 1
    while i < j and is_blank(sign_at(signs, j - 1)):
        j -= 1
    return signs.text[i:j]


@cython.final
@cython.cclass
class Cutter:
    """Cuts text into the pieces that hold a graph each, with the comments before it."""

    signs: Signs
    n: cython.Py_ssize_t
    final: cython.bint
    at: cython.Py_ssize_t
    line: cython.Py_ssize_t
    pieces: list[Piece]
    # The piece begins at start, its latest group of comments (after a blank line) at group. It is named
    # if it has an id and has_text if it has a sentence; here means in the latest group.
    start: cython.Py_ssize_t
    start_line: cython.Py_ssize_t
    group: cython.Py_ssize_t
    group_line: cython.Py_ssize_t
    named: cython.bint
    named_here: cython.bint
    has_text: cython.bint
    has_text_here: cython.bint
    name: str | None

    def __init__(self, text: str, final: bool) -> None:
        self.signs = Signs(text)
        self.n = len(text)
        self.final = final
        self.at = self.line = 0
        self.pieces = []
        self.begin()

    @cython.cfunc
    def begin(self) -> cython.void:
        """Begin a new piece at this line."""
        self.start = self.group = self.at
        self.start_line = self.group_line = self.line
        self.named = self.named_here = self.has_text = self.has_text_here = False
        self.name = None

    @cython.cfunc
    def run(self) -> cython.bint:
        """Cut everything; return whether a piece is left that has begun and not ended."""
        j: cython.Py_ssize_t
        pending: cython.bint = False
        gap: cython.bint = False
        while self.at < self.n:
            j = after_margin(self.signs, self.at)
            if j >= self.n or sign_at(self.signs, j) == "\n":
                gap = True
                self.at = min(j + 1, self.n)
                self.line += 1
                continue
            if not pending:
                self.begin()
            elif gap and sign_at(self.signs, j) == "#":
                self.group = self.at
                self.group_line = self.line
                self.named_here = self.has_text_here = False
            gap = False
            pending = True
            if sign_at(self.signs, j) == "#":
                self.comment(j)
            else:
                j = self.graph()
                if j < 0:
                    break
                self.pieces.append((self.start, j, self.start_line, self.name))
                pending = False
        return pending

    @cython.cfunc
    def comment(self, i: cython.Py_ssize_t) -> cython.void:
        """Look into a comment line for a new id or sentence: before any graph, it begins a new piece."""
        signs: Signs = self.signs
        j: cython.Py_ssize_t
        end: cython.Py_ssize_t = line_end(signs, i)
        key: cython.Py_ssize_t = find_key(signs, i + 1, end)
        again: cython.bint = False
        while key < end:
            j = after_key(signs, key + 2, end)
            i = key + 2
            key = find_key(signs, j, end)
            if j - i == 2 and sign_at(signs, i) == "i" and sign_at(signs, i + 1) == "d":
                if self.named_here and not again:
                    self.pieces.append((self.start, self.at, self.start_line, self.name))
                    self.begin()
                elif self.named and not self.named_here:
                    self.leave(self.name)
                again = True
                self.name = trimmed(signs, j, key) or None
                self.named = self.named_here = True
            elif (
                j - i == 3
                and sign_at(signs, i) == "s"
                and sign_at(signs, i + 1) == "n"
                and sign_at(signs, i + 2) == "t"
            ):
                if self.has_text and not self.has_text_here:
                    self.leave(None if self.named_here else self.name)
                    if not self.named_here:
                        self.name = None
                self.has_text = self.has_text_here = True
                break
        self.at = min(end + 1, self.n)
        self.line += 1

    @cython.cfunc
    def leave(self, name: str | None) -> cython.void:
        """Let the latest group of comments begin a new piece."""
        self.pieces.append((self.start, self.group, self.start_line, name))
        self.start = self.group
        self.start_line = self.group_line
        self.named = self.named_here
        self.has_text = self.has_text_here

    @cython.cfunc
    def graph(self) -> cython.Py_ssize_t:
        """Go to the end of the graph that begins on this line; -1 if more text is needed to know where."""
        signs: Signs = self.signs
        n: cython.Py_ssize_t = self.n
        i: cython.Py_ssize_t = self.at
        j: cython.Py_ssize_t
        depth: cython.Py_ssize_t = 0
        torn: cython.Py_ssize_t = 0
        line: cython.Py_ssize_t = self.line
        sign: cython.Py_UCS4
        fresh: cython.bint = True
        after_role: cython.bint = False
        after_gap: cython.bint
        while i < n:
            sign = sign_at(signs, i)
            if ")" < sign <= "~":
                if fresh:
                    fresh = False
                    after_role = sign == ":"
                i += 1
                continue
            if sign == "\n":
                fresh = True
                after_gap = False
                line += 1
                i += 1
                j = after_margin(signs, i)
                while depth > 0 and j < n and sign_at(signs, j) == "\n":
                    after_gap = True
                    line += 1
                    i = j + 1
                    j = after_margin(signs, i)
                if j >= n:
                    i = n
                    break
                sign = sign_at(signs, j)
                # An open graph ends at a comment; or at a bracket after a blank line that no role calls for.
                if sign == "#" or sign == "\n" or (sign == "(" and after_gap and not after_role):
                    self.at = i
                    self.line = line
                    return i
                i = j
                continue
            if sign == '"':
                fresh = True
                after_role = False
                j = after_string(signs, i) if i >= torn else -torn
                if j > 0:
                    line += signs.text.count("\n", i, j)
                    i = j
                elif -j == n and not self.final:
                    return -1
                else:
                    torn = -j
                    i = after_torn(signs, i)
                continue
            if sign == "(" or sign == ")":
                depth += 1 if sign == "(" else -1 if depth > 0 else 0
                fresh = True
                after_role = False
            elif is_blank(sign):
                fresh = True
            elif fresh:
                if sign == "#" and depth == 0:
                    i = line_end(signs, i)
                    self.at = min(i + 1, n)
                    self.line = line + 1
                    return i
                fresh = False
                after_role = sign == ":"
            i += 1
        self.at = n
        self.line = line
        return n if self.final else -1


def cut(text: str, final: bool) -> tuple[list[Piece], int, int]:
    """Cut text into the pieces that hold a graph each, with the comments before it.

    Unless the text is final, all its lines are complete. Also return where the rest begins that may continue
    in the next text, and the number of its line, from 0.

    >>> cut("# ::id a\\n(x / y)\\n\\n(z / w\\n", False)
    ([(0, 17, 0, 'a')], 18, 3)
    """
    cutter: Cutter = Cutter(text, final)
    pending: cython.bint = cutter.run()
    if pending and not final:
        return cutter.pieces, cutter.start, cutter.start_line
    if pending and (cutter.named or cutter.has_text):
        cutter.pieces.append((cutter.start, cutter.n, cutter.start_line, cutter.name))
    return cutter.pieces, cutter.at, cutter.line


def read_comments(text: str, metadata: dict[str, str]) -> int:
    """Read the metadata of the comments at the beginning of a text; return where they end.

    >>> metadata: dict[str, str] = {}
    >>> read_comments("# ::id a ::n 1\\n# ::snt A ::b\\n(x / y)", metadata), metadata
    (28, {'id': 'a', 'n': '1', 'snt': 'A ::b'})
    """
    n: cython.Py_ssize_t = len(text)
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    key: cython.Py_ssize_t
    end: cython.Py_ssize_t
    name: str
    signs: Signs = Signs(text)
    while True:
        j = i
        while j < n and is_blank(sign_at(signs, j)):
            j += 1
        if j >= n or sign_at(signs, j) != "#":
            return i
        end = line_end(signs, j)
        key = find_key(signs, j + 1, end)
        while key < end:
            j = after_key(signs, key + 2, end)
            name = text[key + 2 : j]
            key = end if name == "snt" else find_key(signs, j, end)
            metadata[name] = trimmed(signs, j, key)
        i = end
