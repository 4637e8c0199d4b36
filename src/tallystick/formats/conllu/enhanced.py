"""Enhanced dependencies: the edges of DEPS, with empty nodes collapsed or left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tallystick.errors import DataError, Problem
from tallystick.formats.conllu.passage import ROOT, EmptyNode, Passage

__all__ = ["Edge", "enhanced_edges"]

#: The index of the head, or `ROOT`, and the label.
Edge = tuple[int, str]

_HEAD = re.compile(r"(0|[1-9][0-9]{0,8})(\.[1-9][0-9]{0,8})?")

#: Paths through empty nodes multiply; a word with more edges than this is refused.
_MOST_EDGES = 10_000


def enhanced_edges(passage: Passage, *, collapse: bool) -> list[Sequence[Edge]]:
    """Return the enhanced edges of each word, in the order in which they are written.

    If `collapse`, a path through empty nodes becomes an edge labelled ``conj>nsubj``, and repeated edges become one;
    otherwise edges from empty nodes are left out.
    """
    edges: list[Sequence[Edge]] = []
    starts = [word for word, _ in passage.starts]
    empty: dict[int, dict[str, EmptyNode]] = {}
    for node in passage.empty_nodes:
        empty.setdefault(node.sentence, {})[node.id] = node
    for sentence, (start, end) in enumerate(pairwise([*starts, len(passage.forms)])):
        reader = _Sentence(passage, start, end, empty.get(sentence, {}))
        edges += [reader.edges(word, collapse) for word in range(start, end)]
    return edges


class _Sentence:
    """The enhanced graph of one sentence."""

    def __init__(self, passage: Passage, start: int, end: int, empty: Mapping[str, EmptyNode]) -> None:
        self.passage = passage
        self.start = start
        self.size = end - start
        self.empty = empty

    def edges(self, word: int, collapse: bool) -> Sequence[Edge]:
        """The edges of a word."""
        deps = self.passage.deps[word]
        if deps == "_" or not deps:
            return ()
        edges: list[Edge] = []
        collapsed = False
        for head, label in self._parsed(deps, self.passage.lines[word]):
            if "." not in head:
                edges.append((int(head) - 1 + self.start if head != "0" else ROOT, label))
            elif collapse:
                collapsed = True
                edges += self._paths(head, label, self.passage.lines[word])
        return list(dict.fromkeys(edges)) if collapse and (collapsed or len(edges) > 1) else edges

    def _paths(self, node: str, label: str, line: int) -> Iterator[Edge]:
        """The paths that lead to a word through an empty node, each as an edge. A path visits no node twice."""
        stack = [(node, label, frozenset([node]))]
        count = 0
        while stack:
            node, label, visited = stack.pop()
            branches = []
            for head, outer in self._parsed(self.empty[node].deps, self.empty[node].line):
                count += 1
                if count > _MOST_EDGES:
                    message = f"more than {_MOST_EDGES:,} paths through empty nodes lead to this word"
                    raise DataError(Problem(message, self.passage.path, line, 1, code="conllu-deps"))
                if "." not in head:
                    yield int(head) - 1 + self.start if head != "0" else ROOT, f"{outer}>{label}"
                elif head not in visited:
                    branches.append((head, f"{outer}>{label}", visited | {head}))
            stack += reversed(branches)

    def _parsed(self, deps: str, line: int) -> Iterator[tuple[str, str]]:
        """The heads and labels of a DEPS column; raise an error where one is malformed."""
        if deps == "_" or not deps:
            return
        for edge in deps.split("|"):
            head, colon, label = edge.partition(":")
            match = _HEAD.fullmatch(head)
            message = None
            if not colon or not label or match is None:
                message = f"expected head:relation in DEPS, not {edge!r}"
            elif match[2] is None and int(head) > self.size:
                message = f"the head {head} in DEPS is no word of the sentence, which has {self.size}"
            elif match[2] is not None and head not in self.empty:
                message = f"the head {head} in DEPS is no empty node of the sentence"
            if message:
                raise DataError(Problem(message, self.passage.path, line, 1, code="conllu-deps"))
            yield head, label
