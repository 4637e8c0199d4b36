"""Messages for problems in PENMAN notation, with location and hint."""

from __future__ import annotations

import re
from bisect import bisect_right

from tallystick.errors import Problem
from tallystick.formats.base import Block
from tallystick.formats.json.value_names import counted
from tallystick.formats.penman.scanned import Trouble

__all__ = ["problems_of"]

#: A graph with more problems than this has most likely only one: it is no graph.
_MOST_LISTED = 100
#: So much of a text is shown in a message.
_LONGEST = 30

_TOKEN = re.compile(r'"[^"\n]*"?|[()]|[^\s()"]+')

_NODE = "write a node as (variable / concept :role value ...)"
_VALUE = "write a role before each value; put values of several words in quotation marks"
_CLOSED_EARLY = "if it belongs to the graph before it, look for an extra ) there"
#: The codes of what is outside of the brackets of a graph.
_OUTSIDE_CODES = frozenset({"penman-bracket", "penman-roots", "penman-outside", "penman-role"})
_OUTSIDE = "only comments, which begin with #, may be outside the brackets of a graph"


def problems_of(block: Block, troubles: list[Trouble]) -> tuple[Problem, ...]:
    """The problems of a block, in the order of the text."""
    lines = _TextLines(block)
    ordered = _causes(lines, sorted(troubles, key=lambda trouble: trouble[0]))
    problems = [_problem(block, lines, trouble) for trouble in ordered[:_MOST_LISTED]]
    more = len(ordered) - _MOST_LISTED
    if more > 0:
        message = f"and {counted(more, 'more problem', 'more problems')} in this graph"
        line, column = lines.location(ordered[_MOST_LISTED][0])
        problems.append(Problem(message, block.path, line, column, block.id, code="penman-more"))
    return tuple(problems)


def _causes(lines: _TextLines, troubles: list[Trouble]) -> list[Trouble]:
    """The troubles without those that follow from the one before: an extra ) puts everything after it outside."""
    causes: list[Trouble] = []
    before = ""
    for trouble in troubles:
        position, code, _, _ = trouble
        outside = (
            "" if code not in _OUTSIDE_CODES else "after" if lines.follows_bracket(position) else "before"
        )
        if not outside or outside != before:
            causes.append(trouble)
        before = outside
    return causes


def _problem(block: Block, lines: _TextLines, trouble: Trouble) -> Problem:
    position, code, word, other = trouble
    message, hint = _in_words(lines, position, code, word, other)
    line, column = lines.location(position)
    text = lines.line_of(position)
    return Problem(message, block.path, line, column, block.id, hint, code, "error", text)


def _in_words(lines: _TextLines, position: int, code: str, word: str, other: int) -> tuple[str, str]:
    """The message and the hint."""
    token = lines.token(position)
    name = _short(word)
    match code:
        case "penman-unclosed":
            missing = counted(int(word), "closing bracket is", "closing brackets are")
            return f"{missing} missing", f"the innermost open node starts at {lines.named(other)}"
        case "penman-bracket":
            ended = "the graph has already ended" if other else "no graph has begun"
            return f"this ) has no matching (: {ended}", "remove it, or look for a missing ( before it"
        case "penman-roots":
            message = "a second graph begins before a blank line or a comment"
            return message, "separate graphs by a blank line; if it is one graph, look for an extra )"
        case "penman-outside":
            return f"{token} is outside the brackets of a graph", _OUTSIDE
        case "penman-role":
            message = f"the role {_short(':' + word)} is outside the brackets of a graph"
            return message, _CLOSED_EARLY if lines.follows_bracket(position) else _NODE
        case "penman-variable":
            return f"expected a variable after (, not {token}", _NODE
        case "penman-twice":
            message = f"the variable {name} is already declared at {lines.named(other)}"
            return message, f"write {name} without brackets to refer to that node, or rename this one"
        case "penman-concept":
            after = lines.token(other)
            known = other == position or after == "the end" or after[0] in "():"
            instead = "" if known else f": expected /, not {after}"
            return f"the node {name} has no concept{instead}", f"write ({name} / concept)"
        case "penman-target":
            return (
                f"the role {_short(':' + word)} has no value",
                "write a node, a variable or a constant after a role",
            )
        case "penman-name":
            return "the role has no name", "a role is a colon and a name: ':ARG0'"
        case "penman-value" if token == "(":
            return "this node has no role", "write a role before an inner node: ':ARG0 (x / y)'"
        case "penman-value" if token == "/":
            return "this / follows no variable", "a node has one variable and one concept: (x / y)"
        case "penman-value":
            return f"the value {token} has no role", _VALUE
        case "penman-string":
            message = "the string is not closed before the next blank line"
            return message, 'end the string with "; write a quotation mark inside it as \\"'
        case _:
            return "no graph follows these comments", _NODE


def _short(text: str) -> str:
    """A text as it is shown in a message: not too long, and harmless to a terminal."""
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class _TextLines:
    """Positions in the text of a block as lines and columns."""

    def __init__(self, block: Block) -> None:
        self._text = block.text
        self._first = block.line
        self._starts = [0, *(match.end() for match in re.finditer("\n", block.text))]
        self._row, self._line = -1, ""
        self._first_closed = block.text.find(")")

    def location(self, position: int) -> tuple[int, int]:
        """The line in the source and the column, both from 1."""
        row = bisect_right(self._starts, position) - 1
        return self._first + row, position - self._starts[row] + 1

    def named(self, position: int) -> str:
        """The location as text."""
        line, column = self.location(position)
        return f"line {line}, column {column}"

    def line_of(self, position: int) -> str:
        """The line at a position; the same string for all positions of a line."""
        row = bisect_right(self._starts, position) - 1
        if row != self._row:
            end = self._starts[row + 1] - 1 if row + 1 < len(self._starts) else len(self._text)
            self._row, self._line = row, self._text[self._starts[row] : end].rstrip("\r")
        return self._line

    def follows_bracket(self, position: int) -> bool:
        """Whether a bracket was closed before."""
        return 0 <= self._first_closed < position

    def token(self, position: int) -> str:
        """The token at a position, as it is shown in a message."""
        match = _TOKEN.search(self._text, position)
        return _short(match[0]) if match else "the end"
