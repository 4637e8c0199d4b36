# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The characters of a PENMAN text, read without the interpreter, and where its words, strings and lines end.

The rules of the text, for the pass that cuts it into graphs and for the one that takes a graph apart: a blank is
whatever Unicode calls a space; ``#`` begins a comment at the beginning of a line or outside brackets; a ``"`` opens a
string wherever it occurs, and the string ends before the next blank line or not at all; a role begins with ``:`` after
a blank, a bracket or a string. Both passes go through the text once, sign by sign.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = [
    "Signs",
    "after_blanks",
    "after_margin",
    "after_mark",
    "after_string",
    "after_token",
    "after_torn",
    "begins_line",
    "ends_token",
    "hashed",
    "is_blank",
    "line_end",
    "mark_of",
    "same",
    "sign_at",
]


@cython.final
@cython.cclass
class Signs:
    """A text whose characters can be read without the interpreter's lock."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.n = len(text)
        if cython.compiled:
            self.kind = PyUnicode_KIND(text)  # type: ignore[name-defined]  # noqa: F821 - of C
            self.data = PyUnicode_DATA(text)  # type: ignore[name-defined]  # noqa: F821


# Compiled, these three are in the .pxd file, where other modules can have them inline.
if not cython.compiled:

    def sign_at(signs: Signs, i: int) -> str:
        """Return a character of a text."""
        return signs.text[i]

    def is_blank(sign: str) -> bool:
        """Return whether a character is a blank."""
        return sign.isspace()

    def ends_token(sign: str) -> bool:
        """Return whether a character ends a symbol or a role."""
        return sign in '()"' or sign.isspace()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def after_blanks(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the blanks that begin here end."""
    while i < signs.n and is_blank(sign_at(signs, i)):
        i += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def after_margin(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the blanks that begin here end, on this line."""
    while i < signs.n and sign_at(signs, i) != "\n" and is_blank(sign_at(signs, i)):
        i += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def after_token(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the symbol or role that begins here ends."""
    while i < signs.n and not ends_token(sign_at(signs, i)):
        i += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def after_string(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the string that opens here ends; if it does not, minus the position where the search ended."""
    j: cython.Py_ssize_t
    sign: cython.Py_UCS4
    n: cython.Py_ssize_t = signs.n
    i += 1
    while i < n:
        sign = sign_at(signs, i)
        if sign == '"':
            return i + 1
        if sign == "\\" and i + 1 < n and (sign_at(signs, i + 1) == '"' or sign_at(signs, i + 1) == "\\"):
            i += 1
        elif sign == "\n":
            j = after_margin(signs, i + 1)
            if j < n and sign_at(signs, j) == "\n":
                return -i
        i += 1
    return -n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def after_torn(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where to continue after a quotation mark without a partner: at a bracket, a role or the next line."""
    sign: cython.Py_UCS4
    i += 1
    while i < signs.n:
        sign = sign_at(signs, i)
        if sign == "(" or sign == ")" or sign == "\n" or (sign == ":" and is_blank(sign_at(signs, i - 1))):
            break
        i += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def line_end(signs: Signs, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the line ends, before its line break."""
    while i < signs.n and sign_at(signs, i) != "\n":
        i += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hashed(signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.longlong:
    """Return a hash of the characters from i to j (FNV-1a over code points)."""
    value: cython.ulonglong = 2166136261
    while i < j:
        value = ((value ^ _code(signs, i)) * 16777619) & 0x7FFFFFFF
        i += 1
    return value


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _code(signs: Signs, i: cython.Py_ssize_t) -> cython.ulonglong:
    if cython.compiled:
        return cython.cast(cython.ulonglong, sign_at(signs, i))
    else:  # each branch exists in one of the two forms only
        return ord(signs.text[i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same(signs: Signs, i: cython.Py_ssize_t, j: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.bint:
    """Return whether two stretches of the text are equal."""
    k: cython.Py_ssize_t
    for k in range(size):  # noqa: SIM110 - a generator needs the lock
        if sign_at(signs, i + k) != sign_at(signs, j + k):
            return False
    return True


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
    """Return whether only blanks come before this position on its line."""
    while i > 0 and sign_at(signs, i - 1) != "\n":
        if not is_blank(sign_at(signs, i - 1)):
            return False
        i -= 1
    return True
