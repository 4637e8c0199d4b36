"""Locate values in a JSON text.

Python's own parser gives values without positions. When there is a problem to report, and only then, the text
is gone through a second time, token by token: without recursion, in linear time, for any number of paths.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.formats.json.mismatch import Key, Path

__all__ = [
    "Lines",
    "constants",
    "deep_value",
    "duplicate_keys",
    "locate",
    "long_integers",
    "numbers",
    "offsets",
]

# An unterminated string extends to the end of the text: searching inside it again would be quadratic.
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)


@dataclass(slots=True)
class _Node:
    """A step that some path takes, and its offset in the text."""

    steps: dict[str | int, _Node] = field(default_factory=dict)
    keys: dict[str, _Node] = field(default_factory=dict)
    offset: int = -1


@dataclass(slots=True)
class _Frame:
    """A list or object that is open; `node` is None outside all paths."""

    node: _Node | None
    step: str | int
    is_object: bool
    at_key: bool


def locate(text: str, path: Path) -> int:
    """The column, from 1, of the value at a path; of the deepest part of the path that exists.

    Of equal keys the last one counts, as it does for the parser. A path that ends in a `Key` leads to the key
    itself.

    >>> locate('{"a": [1, {"b": 2}]}', ("a", 1, "b")), locate('{"a": 1}', (Key("a"),))
    (17, 2)
    """
    return offsets(text, [path])[0] + 1


def offsets(text: str, paths: Sequence[Path]) -> list[int]:
    """The positions, from 0, of the values at several paths, found in one pass."""
    root = _Node()
    chains: list[list[_Node]] = []
    for path in paths:
        chain = [root]
        for step in path:
            if isinstance(step, Key):
                chain.append(chain[-1].keys.setdefault(str(step), _Node()))
            else:
                chain.append(chain[-1].steps.setdefault(step, _Node()))
        chains.append(chain)
    _fill(text, root)
    return [next((node.offset for node in reversed(chain) if node.offset >= 0), 0) for chain in chains]


def _fill(text: str, root: _Node) -> None:
    stack: list[_Frame] = []
    for match in _TOKEN.finditer(text):
        token, start = match[0], match.start()
        frame = stack[-1] if stack else None
        if token == ",":
            if frame is not None:
                frame.at_key = frame.is_object
                if isinstance(frame.step, int):
                    frame.step += 1
        elif token == ":":
            if frame is not None:
                frame.at_key = False
        elif token in ("]", "}"):
            if stack:
                stack.pop()
        elif frame is not None and frame.at_key:
            if frame.node is not None and token[0] == '"':
                frame.step = _decoded(token)
                if frame.step in frame.node.keys:
                    frame.node.keys[frame.step].offset = start
        else:
            node = root if frame is None else frame.node and frame.node.steps.get(frame.step)
            if frame is None and root.offset >= 0:
                return  # text after the end of the value
            if node is not None:
                _forget(node)
                node.offset = start
            if token in ("[", "{"):
                is_object = token == "{"
                stack.append(_Frame(node, "" if is_object else 0, is_object, is_object))


def _forget(node: _Node) -> None:
    """Under a repeated key, the offsets in the value that is overridden do not count."""
    if node.offset < 0:
        return
    remaining = [node]
    while remaining:
        inner = remaining.pop()
        inner.offset = -1
        remaining += [*inner.steps.values(), *inner.keys.values()]


def _decoded(token: str) -> str:
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return token[1:-1]


def duplicate_keys(text: str) -> Iterator[tuple[int, str]]:
    """Every key that is repeated in its object, and where."""
    stack: list[set[str] | None] = []
    expecting = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ("{", "["):
            stack.append(set() if token == "{" else None)
            expecting = token == "{"
        elif token in ("}", "]"):
            if stack:
                stack.pop()
            expecting = False
        elif token == ",":
            expecting = bool(stack) and stack[-1] is not None
        elif token[0] == '"' and expecting:
            expecting = False
            keys, name = stack[-1], _decoded(token)
            if keys is not None and name in keys:
                yield match.start(), name
            elif keys is not None:
                keys.add(name)


def constants(text: str) -> Iterator[tuple[int, str]]:
    """Every ``NaN``, ``Infinity`` and ``-Infinity``, and where."""
    for match in _TOKEN.finditer(text):
        if match[0] in ("NaN", "Infinity", "-Infinity"):
            yield match.start(), match[0]


def long_integers(text: str, digits: int) -> Iterator[int]:
    """The offsets of integers with more than this many digits."""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if len(token) > digits and len(token.lstrip("-")) > digits and token.lstrip("-").isdecimal():
            yield match.start()


def numbers(text: str) -> Iterator[tuple[int, str]]:
    """Every number, and where."""
    for match in _TOKEN.finditer(text):
        if match[0][0] in "-0123456789":
            yield match.start(), match[0]


def deep_value(text: str, depth: int) -> int | None:
    """The offset of the first list or object inside more than `depth` others.

    >>> deep_value("[[1], [[2]]]", 2)
    7
    """
    level = 0
    for match in _TOKEN.finditer(text):
        sign = match[0]
        if sign in ("[", "{"):
            level += 1
            if level > depth:
                return match.start()
        elif sign in ("]", "}"):
            level -= 1
    return None


class Lines:
    """The lines of a text, to turn an offset into a line and a column."""

    __slots__ = ("_cut", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._cut: dict[int, str] = {}
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def location(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1.

        >>> Lines("ab\\ncd").location(4)
        (2, 2)
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line."""
        if number not in self._cut:
            # Cut out once: a whole file on one line, with many problems, must not be copied for each.
            start = self._starts[number - 1]
            end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
            self._cut[number] = self.text[start:end].rstrip("\r")
        return self._cut[number]
