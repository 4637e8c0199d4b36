# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The words of the rows of a CoNLL-2012 document, which only pages and explanations read.

Signs are compared by their numbers: 9 is the tab, 10 the line break, 32 the blank, 35 ``#``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython


def row_words(data: bytes, tabs: bool, column: int) -> list[str]:
    """The words of the rows, without their offsets; empty if a row has no such column.

    >>> row_words(b"#begin\\na\\t0\\tAnn\\t-\\n\\nb\\t1\\n#end", True, 2), row_words(b"a  Ann -\\n", False, 1)
    (['Ann', ''], ['Ann'])
    """
    words: list[str] = []
    n: cython.Py_ssize_t = len(data)
    i: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    start: cython.Py_ssize_t
    form: cython.Py_ssize_t
    form_end: cython.Py_ssize_t
    sign: cython.int
    field: cython.int
    only_tabs: cython.bint = tabs
    wanted: cython.int = column
    plain: cython.bint  # whether the row has other signs than white space, all of them ASCII
    blank: cython.bint
    while i < n:
        row = start = i
        form = form_end = -1
        field = 0
        plain = blank = True
        while i < n:
            sign = data[i]
            if sign == 10:
                break
            if sign == 9 if only_tabs else (9 <= sign <= 13 or 28 <= sign <= 32):
                if only_tabs or i > start:
                    if field == wanted:
                        form, form_end = start, i
                    field += 1
                start = i + 1
            elif 32 < sign < 127:
                blank = False
            elif sign >= 127 and not only_tabs:
                plain = False
            i += 1
        if (only_tabs or i > start) and field == wanted:
            form, form_end = start, i
        i += 1
        if row < n and data[row] == 35 and not (row + 1 < n and data[row + 1] == 9):
            continue
        if blank or not plain:
            # White space beyond ASCII is rare, and known to the library.
            text = data[row : i - 1].decode("utf-8", "surrogatepass")
            if not text.strip():
                continue
            if not plain:
                columns = text.split()
                words.append(columns[column] if 0 <= column < len(columns) else "")
                continue
        words.append(data[form:form_end].decode("utf-8", "surrogatepass") if form >= 0 else "")
    return words
