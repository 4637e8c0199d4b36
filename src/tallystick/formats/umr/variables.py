# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The variables of a UMR document: which sentence declares which, and what a name looks like."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Declarations", "number_in", "seems_variable", "usual_number"]

#: ``s12x3``: the number of the sentence, letters of any script, perhaps a number.
_VARIABLE = re.compile(r"s(\d+)[^\W\d_]+\d*")


#: Longer numbers are left to the general rule.
_MOST_DIGITS = 9


def usual_number(name: str) -> int:
    """The number of the sentence in a name of ASCII letters and digits; -1 for any other name.

    >>> usual_number("s12x3"), usual_number("s12"), usual_number("s1ř")
    (12, -1, -1)
    """
    n: cython.Py_ssize_t = len(name)
    i: cython.Py_ssize_t = 1
    first: cython.Py_ssize_t
    number: cython.longlong = 0
    if n < 3 or name[0] != "s":
        return -1
    while i < n and "0" <= name[i] <= "9":
        if i > _MOST_DIGITS:
            return -1
        number = 10 * number + (ord(name[i]) - 48)
        i += 1
    first = i
    while i < n and ("a" <= name[i] <= "z" or "A" <= name[i] <= "Z"):
        i += 1
    if first == 1 or i == first:
        return -1
    while i < n and "0" <= name[i] <= "9":
        i += 1
    return number if i == n else -1


def number_in(name: str) -> int | None:
    """The number of the sentence in the name of a variable, None if the name has not the usual form.

    >>> number_in("s12x3"), number_in("107h"), number_in("author")
    (12, None, None)
    """
    match = _VARIABLE.fullmatch(name)
    return int(match[1][:18]) if match else None


def seems_variable(name: str) -> bool:
    """Whether a name has the form of a variable.

    >>> seems_variable("s1ř"), seems_variable("state")
    (True, False)
    """
    return _VARIABLE.fullmatch(name) is not None


class Declarations:
    """The sentences that declare each variable, by their indices in the document.

    >>> names = Declarations([["s1a"], [], ["s1a", "s3b"]])
    >>> names.home("s1a", 1), names.home("s3b", 0), names.home("author", 0)
    (0, 2, None)
    """

    def __init__(self, declared: Iterable[Sequence[str]]) -> None:
        self.indices: dict[str, Sequence[int]] = {}
        indices: dict[str, Sequence[int]] = self.indices
        for index, names in enumerate(declared):
            here = (index,)  # shared by variables with a single declaration: most of them
            for name in names:
                known = indices.get(name)
                if known is None:
                    indices[name] = here
                elif known[len(known) - 1] != index:
                    if isinstance(known, tuple):
                        indices[name] = [*known, index]
                    else:
                        known.append(index)  # type: ignore[attr-defined]

    def __contains__(self, name: str) -> bool:
        return name in self.indices

    def home(self, name: str, index: int) -> int | None:
        """The sentence that a variable belongs to where it is mentioned in the sentence at `index`.

        That sentence itself if it declares the variable, else the nearest before, else the nearest after;
        None if none declares it.
        """
        indices = self.indices.get(name)
        if indices is None:
            return None
        following = bisect_left(indices, index)
        if following < len(indices) and indices[following] == index:
            return index
        return indices[following - 1] if following else indices[0]

    def first(self, name: str) -> int:
        """The first sentence that declares a variable."""
        return self.indices[name][0]
