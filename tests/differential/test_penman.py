"""Our reader against penman (1.3.1) on graphs that both take for well-formed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared import SHARED, needs_shared

from tallystick.formats.penman.reader import Graph, dumps, load, read_graph

penman: Any = pytest.importorskip("penman", reason="penman is not installed")

FILES = [
    "bench/little-prince.amr",
    "bench/para.gold.amr",
    "bamboo-main/sts.src.amr",
    "docamr-timing/gold10.amr",
]
MARK = re.compile(r"~(?:[a-z]\.?)?[0-9]+(?:,[0-9]+)*$")


def tree_triples(text: str) -> list[tuple[str, str, str]]:
    """The triples of penman's tree, which turns nothing round, in the order of the text."""
    found: list[tuple[str, str, str]] = []
    # Nodes still to be told, each with the branches not yet told.
    open_nodes: list[tuple[str, Iterator[tuple[str, Any]]]] = []
    variable, branches = penman.parse(text).node
    open_nodes.append((variable, iter(branches)))
    while open_nodes:
        variable, rest = open_nodes[-1]
        role, target = next(rest, (None, None))
        if role is None:
            open_nodes.pop()
            continue
        role = ":instance" if role == "/" else MARK.sub("", role)
        if isinstance(target, tuple):
            found.append((variable, role, target[0]))
            open_nodes.append((target[0], iter(target[1])))
        else:
            found.append((variable, role, MARK.sub("", target)))
    return found


def split(
    triples: list[tuple[str, str, str]],
) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """The concepts and the branches: each in the order of the text."""
    concepts = [triple for triple in triples if triple[1] == ":instance"]
    return concepts, [triple for triple in triples if triple[1] != ":instance"]


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_files_are_read_alike(name: str) -> None:
    graphs = load(SHARED / "data" / name)
    texts = [dumps(graph) for graph in graphs]
    # Its own cutting of the file into graphs, and its own metadata.
    theirs = penman.load(SHARED / "data" / name, encoding="utf-8")
    assert len(theirs) == len(graphs)
    for graph, text, other in zip(graphs, texts, theirs, strict=True):
        assert split(tree_triples(text)) == split(graph.triples())
        assert {key: graph.metadata.get(key) for key in ("id", "snt")} == {
            key: other.metadata.get(key) for key in ("id", "snt")
        }
        assert turned(graph.triples()) == turned(other.triples)
        assert graph.variables[0] == other.top
        # Its objects are taken as they are.
        assert set(turned(Graph.of(other).triples())) == set(turned(graph.triples()))


def turned(triples: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """All branches between nodes turned to the form without ``-of``, sorted."""
    variables = {source for source, role, _ in triples if role == ":instance"}
    return sorted(
        (target, role[:-3], source)
        if role.endswith("-of") and target in variables
        else (source, role, target)
        for source, role, target in triples
    )


NAMES = st.from_regex(r"[a-zé他][a-z0-9_-]{0,3}", fullmatch=True)
SPACE = st.sampled_from([" ", "\n", "\t", "\n    ", "  "])
CONSTANTS = st.one_of(
    st.sampled_from(["-", "+", "12", "3.5", '"x"', '"New York"', r'"a \"b\""', '"# x"', '"(:r)"']),
    NAMES,
)
MARKS = st.sampled_from(["", "", "~e.1", "~2", "~e.3,4"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Well-formed graphs in all kinds of layout."""
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    written: list[str] = []

    def write(depth: int) -> None:
        variable = names.pop()
        slash = draw(st.sampled_from([" / ", "/", " /", "/ ", "\n/\t"]))
        written.append(f"({variable}{slash}{draw(NAMES)}{draw(MARKS)}")
        for _ in range(draw(st.integers(0, 3))):
            written.append(
                f"{draw(SPACE)}:{draw(NAMES)}{draw(st.sampled_from(['', '-of']))}{draw(MARKS)}{draw(SPACE)}"
            )
            if names and depth < 4 and draw(st.booleans()):
                write(depth + 1)
            else:
                written.append(f"{draw(CONSTANTS)}{draw(MARKS)}")
        written.append(f"{draw(st.sampled_from(['', ' ', chr(10)]))})")

    write(0)
    return "".join(written)


@given(texts())
def test_texts_are_read_alike(text: str) -> None:
    assert split(tree_triples(text)) == split(read_graph(text).triples())
    assert split(tree_triples(dumps(read_graph(text)))) == split(read_graph(text).triples())
