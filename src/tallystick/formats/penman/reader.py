"""Graphs in PENMAN notation (AMR): one graph per item, with the comments before it.

Any layout is read: blanks, tabs and line breaks where you like, comments before a graph, blank lines inside
it. A graph ends where its brackets close, and only comments may come between graphs. What is wrong
with a graph is reported with line and column, and never affects the next graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.columns.rows import unreadable
from tallystick.formats.penman.blocks import graph_blocks
from tallystick.formats.penman.graph import ForeignGraph, Graph, Mark, Triple
from tallystick.formats.penman.problems import problems_of
from tallystick.formats.penman.scan import scan
from tallystick.formats.penman.write import dump, dumps

__all__ = [
    "ForeignGraph",
    "Graph",
    "Mark",
    "PenmanReader",
    "Triple",
    "dump",
    "dumps",
    "load",
    "loads",
    "looks_like_penman",
    "read_graph",
    "read_graphs",
]


class PenmanReader:
    """Reads AMR files.

    >>> source = Source("x", "# ::id a\\n(b / boy)\\n\\n# ::id c\\n(d / dog :ARG0)")
    >>> reader = PenmanReader()
    >>> for item in map(reader.item, reader.blocks(source)):
    ...     print(item.id, item.value.concepts if item.value else item.problems[0])
    a ('boy',)
    c x:5:10: the role :ARG0 has no value (item c)
    """

    name = "penman"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block a graph, with the comments before it."""
        return graph_blocks(source)

    def item(self, block: Block) -> Item:
        """Read one graph."""
        if block.problems:
            bad = unreadable(block)
            if bad is not None:
                return bad
        scanned = scan(block.text)
        metadata = scanned.metadata
        if scanned.troubles:
            return Item(
                None, block.id, problems_of(block, scanned.troubles), metadata, block.path, block.line
            )
        return Item(Graph.read(scanned, metadata), block.id, (), metadata, block.path, block.line)


def read_graphs(text: str, path: str = "<data>") -> list[Graph]:
    """The graphs of a text; raises :class:`~tallystick.errors.DataError` with all problems of all graphs.

    >>> [graph.concepts for graph in read_graphs("(a / b)\\n\\n(c / d)")]
    [('b',), ('d',)]
    """
    return _all_graphs(Source(path, text))


def read_graph(text: str) -> Graph:
    """The graph of a text with exactly one graph.

    >>> read_graph("(a / b :c d)").constants
    ('d',)
    """
    graphs = read_graphs(text)
    if len(graphs) != 1:
        raise DataError(Problem(f"expected one graph, not {len(graphs) or 'none'}", code="penman-number"))
    return graphs[0]


def loads(text: str) -> list[Graph]:
    """The graphs of a text: another name of :func:`read_graphs`."""
    return read_graphs(text)


def load(path: str | Path) -> list[Graph]:
    """The graphs of a file, ``.gz`` or not, or of standard input (``-``)."""
    return _all_graphs(Source.of(path))


def _all_graphs(source: Source) -> list[Graph]:
    reader = PenmanReader()
    graphs: list[Graph] = []
    problems: list[Problem] = []
    for block in reader.blocks(source):
        item = reader.item(block)
        problems += item.problems
        if isinstance(item.value, Graph):
            graphs.append(item.value)
    if problems:
        raise DataError(problems)
    return graphs


#: Marks of UMR files: headings of sections, the line of words, numbered sentences.
_UMR = re.compile(
    r"^\s*(?:#\s*(?:sentence\s+level\s+graph|document\s+level|alignment\s*:|::\s+snt)|(?:Index|Words):)",
    re.M | re.I,
)  # fmt: skip
_METADATA = re.compile(r"^\s*#(?:.*\s)?::(?:id|snt)(?:\s|$)", re.M)
_GRAPH = re.compile(r"^\s*\(\s*[^\s()\"/:]+\s*/\s*[^\s()]", re.M)


def looks_like_penman(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format. Files of UMR are not.

    >>> looks_like_penman("# ::id a\\n(b / boy)")
    True
    >>> looks_like_penman("# :: snt1\\n\\n# sentence level graph:\\n(s1b / boy)")
    False
    """
    if _UMR.search(head):
        return False
    if _METADATA.search(head):
        return True
    first = next(
        (line for line in head.splitlines() if line.strip() and not line.lstrip().startswith("#")), ""
    )
    return first.lstrip().startswith("(") and bool(_GRAPH.search(head))
