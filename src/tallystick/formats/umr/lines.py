# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The lines of a UMR document, found character by character: where they begin, which are comments, which are blank.

Every reading of a document passes over all its lines several times, so these passes make nothing but positions.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_FindChar

__all__ = [
    "after_content",
    "comment_lines",
    "content_lines",
    "is_ruler",
    "line_starts",
    "simple_entry",
    "tokens",
    "two_blank_lines",
]

#: Longer numbers are not numbers of tokens.
MOST_DIGITS = 9


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def is_blank(sign: cython.Py_UCS4) -> cython.bint:
    """Whether a character is a blank or a line break; the comparisons are for speed."""
    return sign == " " or (not "!" <= sign <= "~" and sign.isspace())


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def after_blanks(text: str, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the blanks that begin here end, line breaks among them."""
    while i < end and is_blank(text[i]):
        i += 1
    return i


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def after_margin(text: str, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the blanks at the beginning of a line end."""
    while i < end and text[i] != "\n" and is_blank(text[i]):
        i += 1
    return i


@cython.cfunc
@cython.inline
def line_end(text: str, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the line ends, before its line break: the end of the text if there is none."""
    if cython.compiled:
        i = PyUnicode_FindChar(text, "\n", i, end, 1)
    else:
        i = text.find("\n", i, end)
    return end if i < 0 else i


def line_starts(text: str) -> list[int]:
    """The positions at which lines begin.

    >>> line_starts("a\\n\\nb\\n")
    [0, 2, 3, 5]
    """
    starts: list[int] = [0]
    n: cython.Py_ssize_t = len(text)
    i: cython.Py_ssize_t = line_end(text, 0, n)
    while i < n:
        i += 1
        starts.append(i)
        i = line_end(text, i, n)
    return starts


def comment_lines(text: str) -> list[tuple[int, int, int]]:
    """The lines that begin with ``#``: their ends, and where something follows the ``#``.

    >>> comment_lines("a # b\\n # c\\n##\\n#\\n")
    [(6, 10, 9), (11, 13, 12), (14, 15, 15)]
    """
    lines: list[tuple[int, int, int]] = []
    n: cython.Py_ssize_t = len(text)
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    i: cython.Py_ssize_t
    while start < n:
        i = after_margin(text, start, n)
        end = line_end(text, i, n)
        if i < end and text[i] == "#":
            lines.append((start, end, after_blanks(text, i + 1, end)))
        start = end + 1
    return lines


def content_lines(text: str, start: int, end: int, comments: bool) -> list[tuple[int, int]]:
    """The lines in a part of a text that are not blank, each without the blanks before it.

    >>> content_lines("a\\n\\n  b \\n# c", 0, 11, False), content_lines("# c", 0, 3, True)
    ([(0, 1), (5, 7)], [(0, 3)])
    """
    lines: list[tuple[int, int]] = []
    last: cython.Py_ssize_t = end
    with_comments: cython.bint = comments
    i: cython.Py_ssize_t = start
    j: cython.Py_ssize_t
    while i < last:
        i = after_blanks(text, i, last)
        if i >= last:
            break
        j = line_end(text, i, last)
        if with_comments or text[i] != "#":
            lines.append((i, j))
        i = j + 1
    return lines


def is_ruler(text: str, start: int, end: int) -> bool:
    """Whether a comment has nothing but ``#`` and blanks.

    >>> is_ruler("### #", 0, 5), is_ruler("# a", 0, 3)
    (True, False)
    """
    i: cython.Py_ssize_t = start
    last: cython.Py_ssize_t = end
    while i < last and (text[i] == "#" or is_blank(text[i])):
        i += 1
    return i >= last


def after_content(text: str, start: int, end: int) -> int:
    """Where the blanks at the end of a part of a text begin.

    >>> after_content("a b \\n\\n", 0, 6)
    3
    """
    first: cython.Py_ssize_t = start
    i: cython.Py_ssize_t = end
    while i > first and is_blank(text[i - 1]):
        i -= 1
    return i


def two_blank_lines(text: str, start: int, end: int) -> int:
    """The first of two blank lines, one after the other: the line break before it. -1 if there are none.

    >>> two_blank_lines("a\\n\\nb\\n \\n\\nc", 0, 9), two_blank_lines("a\\n\\nb", 0, 4)
    (4, -1)
    """
    last: cython.Py_ssize_t = end
    i: cython.Py_ssize_t = line_end(text, start, last)
    j: cython.Py_ssize_t
    while i < last:
        j = after_margin(text, i + 1, last)
        if j < last and text[j] == "\n":
            j = after_margin(text, j + 1, last)
            if j < last and text[j] == "\n":
                return i
        i = line_end(text, j, last)
    return -1


def simple_entry(text: str, start: int, end: int) -> tuple[str, int, int, int] | None:
    """The parts of ``s1a: 2-3`` with the position of the range; None for any other line.

    >>> simple_entry("s1a: 2-3 ", 0, 9), simple_entry("s1a: 2-3, 4-4", 0, 13), simple_entry("s1a 2-3", 0, 7)
    (('s1a', 2, 3, 5), None, None)
    """
    name: cython.Py_ssize_t = start
    last: cython.Py_ssize_t = end
    name_end: cython.Py_ssize_t = name
    at: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    low: cython.longlong = 0
    high: cython.longlong = 0
    while name_end < last and text[name_end] != ":" and not is_blank(text[name_end]):
        name_end += 1
    i = after_blanks(text, name_end, last)
    if name_end == name or i >= last or text[i] != ":":
        return None
    at = i = after_blanks(text, i + 1, last)
    while i < last and "0" <= text[i] <= "9":
        if i - at >= MOST_DIGITS:
            return None
        low = 10 * low + (ord(text[i]) - 48)
        i += 1
    if i == at or i >= last or text[i] != "-":
        return None
    i += 1
    j = i
    while i < last and "0" <= text[i] <= "9":
        if i - j >= MOST_DIGITS:
            return None
        high = 10 * high + (ord(text[i]) - 48)
        i += 1
    if i == j or after_blanks(text, i, last) < last:
        return None
    return text[name:name_end], low, high, at


def tokens(text: str) -> list[tuple[str, int]]:
    """The tokens of a term with their positions: brackets, strings on one line, words.

    >>> tokens('(a "b c" d"e)')
    [('(', 0), ('a', 1), ('"b c"', 3), ('d"e', 9), (')', 12)]
    """
    listed: list[tuple[str, int]] = []
    n: cython.Py_ssize_t = len(text)
    i: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    sign: cython.Py_UCS4
    while True:
        i = after_blanks(text, i, n)
        if i >= n:
            return listed
        sign = text[i]
        j = i + 1
        if sign == '"':
            while j < n and text[j] != '"' and text[j] != "\n":
                j += 1
            if j < n and text[j] == '"':
                listed.append((text[i : j + 1], i))
                i = j + 1
                continue
            j = i + 1
        if sign != "(" and sign != ")":
            while j < n and text[j] != "(" and text[j] != ")" and not is_blank(text[j]):
                j += 1
        listed.append((text[i:j], i))
        i = j
