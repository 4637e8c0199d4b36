"""The sentence graph as the program ancast 0.1.1 reads it from the text.

The program moves from bracket to bracket. After an opening one it searches the text ahead for
``variable / concept`` with a variable of small letters, digits, ``-`` and ``_`` of ASCII, and continues after as
many characters as it has found; so ``(s1ř / říjen …`` is read as the next node that has such a variable, and
mostly the graph cannot be read then. A role reaches to the first blank, a line break included. Between the
relations everything is passed over but small letters and digits, which make the graph unreadable, and comments
are made of them. The graph ends where its brackets close.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tallystick.formats.penman.graph import Graph

__all__ = ["read_released"]

#: The beginning of ``variable / concept``.
_DECLARED = re.compile(r"(?<![a-z0-9_-])([a-z0-9_-]++)\s*+/\s*+(?=[^)])")
_CONCEPT = re.compile(r"[^\s)]+")
_BRACKET = re.compile(r"[()]")
#: Everything that the program reads between relations.
_TURN = re.compile(r"[:)a-z0-9]")
#: A role with the blanks after it; a tab ends it only where no blank follows any more.
_ROLE = re.compile(r"([^ ]*) [ \t]*")
_LAST_ROLE = re.compile(r"([^\t]*)\t[ \t]*")
#: A value: a quoted one, one that should be, or the text before a blank or bracket.
_VALUE = re.compile(r'"[^"]+"|"[^")]*(?=\))(?![^"]*")|[^ \t\n)]+(?=[ \t\n)])')
#: Variables that may be declared later on.
_VARIABLE = re.compile(r"s[0-9]+[a-z]+[0-9]*")


class _IndexedText:
    """The text with the positions of its declarations, computed once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.last_blank = text.rfind(" ")
        declarations = list(_DECLARED.finditer(text))
        self.variables = [match.span(1) for match in declarations]
        self.ends = [end for _, end in self.variables]
        self.concepts = [match.end() for match in declarations]

    def declaration(self, position: int) -> tuple[str, str, int] | None:
        """The first variable and concept from a position on, and the length of all that."""
        index = bisect_right(self.ends, position)
        if index == len(self.ends):
            return None
        start, end = self.variables[index]
        start = max(start, position)
        concept = _CONCEPT.match(self.text, self.concepts[index])
        # With another slash there are more than two sides to it, which the program cannot take apart.
        if concept is None or "/" in concept[0]:
            return None
        return self.text[start:end], concept[0], concept.end() - start

    def role(self, position: int) -> re.Match[str] | None:
        """The role that begins at a position, with the blanks after it."""
        return (_ROLE if position <= self.last_blank else _LAST_ROLE).match(self.text, position)


class _Builder:
    """A graph in the making."""

    def __init__(self) -> None:
        self.indices: dict[str, int] = {}
        self.concepts: list[str] = []
        self.open: list[tuple[int, bool]] = []
        """The nodes whose brackets are not closed, each with whether this is its first declaration."""
        self.sources: list[int] = []
        self.roles: list[str] = []
        self.values: list[tuple[int, str]] = []
        """The index of a node, or -1 and a constant or a variable yet to come."""

    def begin(self, name: str, concept: str, role: str) -> None:
        """Open a node; if its variable is declared a second time, it is the node of the first."""
        first = name not in self.indices
        if first:
            self.indices[name] = len(self.concepts)
            self.concepts.append(concept)
        if self.open:
            self._relate(role, self.indices[name])
        self.open.append((self.indices[name], first))

    def add(self, role: str, value: str) -> None:
        """Add a constant or a variable to the open node; a second declaration loses its constants."""
        index = self.indices.get(value, -1)
        if index >= 0 or self.open[-1][1] or _VARIABLE.fullmatch(value):
            self._relate(role, index, value)

    def _relate(self, role: str, index: int, value: str = "") -> None:
        self.sources.append(self.open[-1][0])
        self.roles.append(role)
        self.values.append((index, value))

    def graph(self) -> Graph:
        """The graph, with the variables that were declared later than used."""
        targets: list[int] = []
        constants: list[str | None] = []
        for index, value in self.values:
            if index < 0 and _VARIABLE.fullmatch(value):
                index = self.indices.get(value, -1)
            targets.append(index)
            constants.append(value if index < 0 else None)
        return Graph(
            tuple(self.indices),
            tuple(self.concepts),
            tuple(self.sources),
            tuple(self.roles),
            tuple(targets),
            tuple(constants),
        )


def read_released(text: str) -> Graph | None:
    """The graph as the program reads it, None if it cannot.

    >>> read_released("(s1a / alpha :ARG0 (s1b / bravo)) and so on").triples()[1]
    ('s1a', ':ARG0', 's1b')
    >>> read_released("(s1a / alpha and so on)") is None
    True
    """
    first = _BRACKET.search(text)
    if first is None or first[0] == ")":
        return None
    source = _IndexedText(text)
    builder = _Builder()
    role, bracket = "", first.start()
    while bracket >= 0:
        declaration = source.declaration(bracket + 1)
        if declaration is None:
            return None
        name, concept, length = declaration
        builder.begin(name, concept, role)
        role, bracket = _until_node(source, bracket + 1 + length, builder)
    return None if builder.open else builder.graph()


def _until_node(source: _IndexedText, position: int, builder: _Builder) -> tuple[str, int]:
    """Read on until another node begins: its role and its bracket; -1 if nothing more can be read.

    That is so when all nodes are closed and the graph is complete, or when it cannot be read.
    """
    text = source.text
    while builder.open:
        turn = _TURN.search(text, position)
        if turn is None:
            break
        position = turn.end()
        if turn[0] == ")":
            builder.open.pop()
            continue
        role = source.role(position)
        if turn[0] != ":" or role is None:
            break
        position = role.end()
        if text.startswith("(", position):
            return role[1], position
        value = _VALUE.match(text, position)
        if value is None:
            break
        position = value.end()
        builder.add(role[1], value[0].strip())
    return "", -1
