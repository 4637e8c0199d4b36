"""Enhanced dependencies: the edges of DEPS, with empty nodes collapsed or left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from tallystick.errors import DataError, Problem
from tallystick.formats.conllu.passage import ROOT, EmptyNode, Passage

__all__ = ["Edge", "Edges", "enhanced_edges"]

#: The index of the head, or `ROOT`, and the label.
Edge = tuple[int, str]
#: The edges of a word.
Edges = tuple[Edge, ...]

_HEAD = re.compile(r"(0|[1-9][0-9]{0,8})(\.[1-9][0-9]{0,8})?")

#: Paths through empty nodes multiply: a word whose paths have more edges than this is refused, and so is a sentence.
_MOST_EDGES = 10_000
_MOST_EDGES_OF_SENTENCE = 1_000_000


def enhanced_edges(passage: Passage, *, collapse: bool) -> list[Edges]:
    """Return the enhanced edges of each word, in the order in which they are written.

    If `collapse`, a path through empty nodes becomes an edge labelled ``conj>nsubj``, and repeated edges become one;
    otherwise edges from empty nodes are left out.
    """
    edges: list[Edges] = []
    starts = [word for word, _ in passage.starts]
    empty: dict[int, dict[str, EmptyNode]] = {}
    for node in passage.empty_nodes:
        empty.setdefault(node.sentence, {})[node.id] = node
    for sentence, (start, end) in enumerate(pairwise([*starts, len(passage.forms)])):
        reader = _Sentence(passage, start, end, empty.get(sentence, {}))
        edges += [reader.edges(word, collapse) for word in range(start, end)]
    return edges


#: Above the index of any word: the edges are not plain.
_NOT_PLAIN = 1 << 30


@lru_cache(maxsize=1 << 14)
def _plain_edges(deps: str, collapse: bool) -> tuple[Edges, int]:
    """Return the edges of a DEPS column in a sentence that begins at the first word, and their last head.

    That is `_NOT_PLAIN` if the column names empty nodes or is malformed. Corpora repeat a few thousand columns.
    """
    if deps == "_" or not deps:
        return (), ROOT
    edges: list[Edge] = []
    for edge in deps.split("|"):
        head, _, label = edge.partition(":")
        match = _HEAD.fullmatch(head)
        if match is None or match[2] is not None or not label:
            return (), _NOT_PLAIN
        edges.append((int(head) - 1, label))
    return tuple(dict.fromkeys(edges) if collapse else edges), max([head for head, _ in edges])


def _moved(edges: Edges, start: int) -> Edges:
    """Return edges in a sentence that begins at another word."""
    return tuple([(head if head == ROOT else head + start, label) for head, label in edges])


class _Sentence:
    """The enhanced graph of one sentence."""

    def __init__(self, passage: Passage, start: int, end: int, empty: Mapping[str, EmptyNode]) -> None:
        self.passage = passage
        self.start = start
        self.size = end - start
        self.empty = empty
        self._parsed_heads: dict[str, list[tuple[str, str]]] = {}
        self._known_ends: dict[str, bool] = {}
        self._count = 0

    def edges(self, word: int, collapse: bool) -> Edges:
        """The edges of a word."""
        deps = self.passage.deps[word]
        known, last = _plain_edges(deps, collapse)
        if last < self.size:
            return _moved(known, self.start) if self.start else known
        edges: list[Edge] = []
        collapsed = False
        for head, label in self._parsed(deps, self.passage.lines[word], word):
            if "." not in head:
                edges.append((int(head) - 1 + self.start if head != "0" else ROOT, label))
            elif collapse:
                collapsed = True
                edges += self._paths(head, label, self.passage.lines[word])
        return tuple(dict.fromkeys(edges) if collapse and (collapsed or len(edges) > 1) else edges)

    def _paths(self, node: str, label: str, line: int) -> Iterator[Edge]:
        """The paths that lead to a word through an empty node, each as an edge. A path visits no node twice."""
        if not self._ends(node):
            return
        count = 0
        # The empty nodes of the path, from the word on, each with the label below it and the branches not yet taken.
        path: dict[str, tuple[str, Iterator[tuple[str, str]]]] = {node: (label, iter(()))}
        entered = True
        while path:
            if entered:
                branches = []
                for head, outer in self._heads(node):
                    count += 1
                    self._count += 1
                    if count > _MOST_EDGES or self._count > _MOST_EDGES_OF_SENTENCE:
                        raise self._too_many(line, of_word=count > _MOST_EDGES)
                    if "." in head:
                        branches.append((head, outer))
                    else:
                        labels = [outer, *(below for below, _ in reversed(path.values()))]
                        yield int(head) - 1 + self.start if head != "0" else ROOT, ">".join(labels)
                path[node] = path[node][0], iter(branches)
            node = next(reversed(path))
            step = next(path[node][1], None)
            entered = step is not None and step[0] not in path and self._ends(step[0])
            if step is None:
                del path[node]
            elif entered:
                node, label = step
                path[node] = label, iter(())

    def _too_many(self, line: int, *, of_word: bool) -> DataError:
        message = (
            f"more than {_MOST_EDGES:,} paths through empty nodes lead to this word"
            if of_word
            else f"the paths through empty nodes of this sentence have more than {_MOST_EDGES_OF_SENTENCE:,} edges"
        )
        return DataError(Problem(message, self.passage.path, line, 1, code="conllu-deps"))

    def _heads(self, node: str) -> list[tuple[str, str]]:
        """The edges of an empty node, parsed once."""
        if node not in self._parsed_heads:
            self._parsed_heads[node] = list(self._parsed(self.empty[node].deps, self.empty[node].line))
        return self._parsed_heads[node]

    def _ends(self, node: str) -> bool:
        """Whether a path from an empty node ends at a word or the root, without a cycle."""
        if node not in self._known_ends:
            above, waiting = {node}, [node]
            below: dict[str, list[str]] = {}
            for other in waiting:
                for head, _ in self._heads(other):
                    ends = self._known_ends.get(head, "." not in head)
                    below.setdefault("" if ends else head, []).append(other)
                    if "." in head and head not in above and head not in self._known_ends:
                        above.add(head)
                        waiting.append(head)
            # From the words and the root back to all nodes whose paths end there.
            self._known_ends.update(dict.fromkeys(waiting, False))
            ending = [""]
            for head in ending:
                new = [other for other in below.get(head, ()) if not self._known_ends[other]]
                self._known_ends.update(dict.fromkeys(new, True))
                ending += new
        return self._known_ends[node]

    def _parsed(self, deps: str, line: int, word: int | None = None) -> Iterator[tuple[str, str]]:
        """The heads and labels of a DEPS column, of a word or an empty node; raise an error where one is malformed."""
        if deps == "_" or not deps:
            return
        offset = 0
        for edge in deps.split("|"):
            head, colon, label = edge.partition(":")
            match = _HEAD.fullmatch(head)
            message = None
            if not colon or not label or match is None:
                message = f"expected head:relation in DEPS, not {edge!r}"
            elif match[2] is None and int(head) > self.size:
                message = f"the head {head} in DEPS is not a word of the sentence, which has {self.size}"
            elif match[2] is not None and head not in self.empty:
                message = f"the head {head} in DEPS is not an empty node of the sentence"
            if message:
                column = 1 if word is None else self._column(word) + offset
                raise DataError(Problem(message, self.passage.path, line, column, code="conllu-deps"))
            offset += len(edge) + 1
            yield head, label

    def _column(self, word: int) -> int:
        """Where DEPS begins in the row of a word."""
        passage, head = self.passage, self.passage.heads[word]
        before = (
            str(word - self.start + 1), passage.forms[word], passage.lemmas[word], passage.upos[word],
            passage.xpos[word], passage.features[word], "0" if head == ROOT else str(head - self.start + 1),
            passage.relations[word],
        )  # fmt: skip
        return sum(map(len, before)) + len(before) + 1
