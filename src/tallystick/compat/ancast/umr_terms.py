"""The document-level part of a sentence as the program ancast 0.1.1 reads it.

The program looks for the first ``:temporal (…)`` (``:modal``, ``:coref``) of a sentence and, inside of it, for
triples, both by patterns: a group continues as long as each line begins with an opening bracket, has a colon in
it and ends with a closing one, so that groups on one line leak into each other, and a group that does not
close is lost. A blank after the opening bracket of a triple, or before the closing one, loses the triple.

Here the same patterns are followed without trying out all ways to cut a line, in linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from tallystick.dataclass import dataclass

__all__ = ["GROUPS", "ReleasedTriple", "released_group", "released_triples"]

#: Parent, label, child.
ReleasedTriple = tuple[str, str, str]

#: In the order in which the program reads them.
GROUPS = ("temporal", "modal", "coref")

_BLANKS = re.compile(r"\s*")
_WORD = re.compile(r"\S*")
_CHILD = re.compile(r"\s*([^\s)]*)\)")
_TWO_CLOSED = re.compile(r"\)[^\S\n]*(?=\))")


@dataclass(frozen=True, slots=True)
class _GroupLine:
    """The properties of a line that matter for the end of a group."""

    end: int
    last: int
    """The last closing bracket, -1 if there is none or more than blanks after it."""
    inner: int
    """The last closing bracket that is followed, after blanks, by another, -1 if there is none."""
    outer: int
    """The bracket that follows `inner`."""


class _Part:
    """The text of the part; its lines are examined only once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.breaks.append(len(text))
        self.lines: dict[int, _GroupLine] = {}
        self.ends: dict[int, int] = {}

    def line(self, start: int) -> _GroupLine:
        """The rest of the line; the result does not depend on where it is entered."""
        number = bisect_left(self.breaks, start)
        end = self.breaks[number]
        if end not in self.lines:
            begin = self.breaks[number - 1] + 1 if number else 0
            shown = self.text[begin:end].rstrip()
            last = begin + len(shown) - 1 if shown.endswith(")") else -1
            inner = outer = -1
            for match in _TWO_CLOSED.finditer(self.text, begin, end):
                inner, outer = match.start(), match.end()
            self.lines[end] = _GroupLine(end, last, inner, outer)
        return self.lines[end]

    def group_end(self, start: int) -> int:
        """Where the group that is open at a position ends: its closing bracket, -1 if it has none.

        The last line on which the group can close is the one on which it closes, as late as possible.
        """
        seen: list[tuple[int, int]] = []
        result = -1
        position = start
        while position < len(self.text):
            if position in self.ends:
                result = self.ends[position]
                break
            if self.text[position] != "(":
                result = position if self.text[position] == ")" else -1
                break
            line = self.line(position)
            colon = self.text.find(":", position, line.end)
            closing = line.outer if 0 <= colon < line.inner else -1
            seen.append((position, closing))
            if colon < 0 or line.last < colon:
                break
            following = _BLANKS.match(self.text, line.last + 1)
            position = following.end() if following else len(self.text)
        for position, closing in reversed(seen):
            result = result if result >= 0 else closing
            self.ends[position] = result
        return result


def released_group(text: str, name: str) -> str:
    """The first group of a name that closes, without its brackets; nothing where there is none.

    >>> released_group("(s1s0 / sentence :modal ((a :b c)) :coref ((d :e f)))", "modal")
    '(a :b c)) :coref ((d :e f))'
    """
    part = _Part(text)
    for opening in re.finditer(rf":{name}\s*\(", text):
        end = part.group_end(opening.end())
        if end >= 0:
            return text[opening.end() : end]
    return ""


@dataclass(frozen=True, slots=True)
class _Run:
    """Characters without a blank between them, and what follows them: all that a triple in them needs."""

    end: int
    following: tuple[str, str, int] | None
    """Label, child and end of a triple whose parent ends with the run."""
    child: str | None
    """The child of a triple whose label ends with the run."""
    child_end: int
    colon: int
    """The last colon of the run."""
    closing: int
    """The last closing bracket of the run."""
    colon_before: int
    """The last colon before that."""


def _run(text: str, start: int) -> _Run:
    end = _end(_WORD, text, start)
    child = _CHILD.match(text, end)
    closing = text.rfind(")", start, end)
    following = None
    colon = _end(_BLANKS, text, end)
    if text.startswith(":", colon):
        label_end = _end(_WORD, text, colon + 1)
        there = _CHILD.match(text, label_end)
        last = text.rfind(")", colon + 1, label_end)
        if there:
            following = text[colon + 1 : label_end], there[1], there.end()
        elif last >= 0:
            following = text[colon + 1 : last], "", last + 1
    return _Run(
        end,
        following,
        child[1] if child else None,
        child.end() if child else -1,
        text.rfind(":", start, end),
        closing,
        text.rfind(":", start, closing) if closing >= 0 else -1,
    )


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


def released_triples(group: str) -> Iterator[ReleasedTriple]:
    r"""The triples of a group, as the program finds them with ``\((\S*)\s*:(\S*)\s*([^\s)]*)\)``.

    >>> list(released_triples("(a :b c)\n ( d :e f)(g:h i)"))
    [('a', 'b', 'c'), ('g', 'h', 'i')]
    """
    run: _Run | None = None
    opening = group.find("(")
    while opening >= 0:
        start = opening + 1
        if run is None or run.end < start:
            run = _run(group, start)
        end = start
        if run.following is not None:
            label, child, end = run.following
            yield group[start : run.end], label, child
        elif run.child is not None and run.colon >= start:
            end = run.child_end
            yield group[start : run.colon], group[run.colon + 1 : run.end], run.child
        elif run.colon_before >= start:
            end = run.closing + 1
            yield group[start : run.colon_before], group[run.colon_before + 1 : run.closing], ""
        opening = group.find("(", end)
