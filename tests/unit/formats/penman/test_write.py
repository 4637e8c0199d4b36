"""Graphs written in PENMAN notation, and graphs from triples."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shared import SHARED, needs_shared

from tallystick.errors import DataError
from tallystick.formats.penman.reader import Graph, dump, dumps, load, loads, read_graph

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters='()":/#~'), min_size=1)
SYMBOLS = st.one_of(NAMES, st.sampled_from(["-", "10:15", "and/or", "#1", "a-01", "/", "~1"]))
# Without line breaks, to avoid blank lines.
STRINGS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"\\')).map('"{}"'.format)
VALUES = st.one_of(SYMBOLS, STRINGS, st.sampled_from(['"a\nb"', r'"\"\\"', '"# ::id 2"']))
MARKS = st.one_of(st.none(), st.from_regex(r"(e\.)?[0-9](,[0-9])?", fullmatch=True))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A graph as it would be read: nodes and branches in the order of some text."""
    variables = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    found = Graph((), (), (), (), (), (), {}, {})
    sources: list[int] = []
    targets: list[int] = []
    constants: list[str | None] = []
    marks: dict[tuple[str, int], str] = {}
    open_nodes = [0]
    declared = 1
    while open_nodes and len(sources) < 12:
        choice = draw(st.sampled_from(["node", "variable", "constant", "close", "node"]))
        branch = len(sources)
        if choice == "close" or (choice == "node" and declared == len(variables)):
            open_nodes.pop()
            continue
        sources.append(open_nodes[-1])
        constants.append(None)
        if choice == "node":
            targets.append(declared)
            open_nodes.append(declared)
            declared += 1
        elif choice == "variable":
            targets.append(draw(st.integers(0, len(variables) - 1)))
        else:
            targets.append(-1)
            constants[-1] = draw(VALUES.filter(lambda value: value not in variables))
        if choice != "node" and (mark := draw(MARKS)):
            marks["target", branch] = mark
        if mark := draw(MARKS):
            marks["role", branch] = mark
    # What was never declared cannot be mentioned.
    targets = [target if target < declared else 0 for target in targets]
    concepts = tuple(draw(VALUES) for _ in range(declared))
    for node in range(declared):
        if mark := draw(MARKS):
            marks["concept", node] = mark
    metadata = draw(st.dictionaries(NAMES.filter(lambda key: key != "snt"), NAMES, max_size=2))
    return replace(
        found,
        variables=tuple(variables[:declared]),
        concepts=concepts,
        sources=tuple(sources),
        roles=tuple(draw(NAMES) for _ in sources),
        targets=tuple(targets),
        constants=tuple(constants),
        metadata=metadata,
        marks=marks,
    )


@given(graphs(), st.sampled_from([None, 0, 1, 4]))
def test_what_is_written_is_read_as_it_was(graph: Graph, indent: int | None) -> None:
    hidden = {value for value in graph.constants if value in graph.variables}
    if not hidden:
        assert read_graph(dumps(graph, indent=indent)) == graph


@given(st.lists(graphs().filter(lambda graph: not set(graph.constants) & set(graph.variables)), max_size=3))
def test_several_graphs(found: list[Graph]) -> None:
    assert loads(dumps(found)) == found
    assert loads("\n\n".join(dumps(graph) for graph in found)) == found


EDGES = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from(["r", "s-of", "consist-of"]), st.integers(0, 5))
)


@given(EDGES)
def test_graphs_from_triples_keep_their_meaning(edges: list[tuple[int, str, int]]) -> None:
    triples: list[tuple[object, object, object]] = [(f"v{node}", "instance", f"c{node}") for node in range(6)]
    # A chain of edges, half of them against the way from the root, so that all are connected.
    edges = [*edges, *((node + 1, "up", node) if node % 2 else (node, "down", node + 1) for node in range(5))]
    triples += [(f"v{source}", role, f"v{target}") for source, role, target in edges]
    graph = Graph.of(triples)
    assert sorted(turned(read_graph(dumps(graph)))) == sorted(turned(graph))


def turned(graph: Graph) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for source, role, target in graph.triples():
        while role.endswith("-of") and role != ":consist-of":
            source, role, target = target, role.removesuffix("-of"), source
        found.append((source, role, target))
    return found


def test_layout(tmp_path: Path) -> None:
    graph = read_graph('# ::id 1\n# ::snt x  y\n(a~e.1/b :r~e.2 c :s(c / "d"~3 :t a~e.4) :u "v w" )')
    expected = """\
# ::id 1
# ::snt x  y
(a~e.1 / b
  :r~e.2 c
  :s (c / "d"~3
    :t a~e.4)
  :u "v w")"""
    assert dumps(graph, indent=2) == expected
    assert (
        dumps(graph, indent=None).splitlines()[2] == '(a~e.1 / b :r~e.2 c :s (c / "d"~3 :t a~e.4) :u "v w")'
    )
    assert dumps([]) == ""
    path = tmp_path / "x.amr"
    dump([graph, graph], path)
    assert load(path) == [graph, graph]
    assert path.read_text("utf-8") == dumps([graph, graph])
    dump(graph, path)
    assert load(path) == [graph]


def test_only_line_breaks_end_a_line_of_metadata() -> None:
    graph = read_graph("# ::snt They\x1calways\u2028need\r x\n(n / need-01)")
    assert graph.text == "They\x1calways\u2028need\r x"
    assert read_graph(dumps(graph)) == graph
    assert read_graph(dumps(replace(graph, metadata={"snt": "a\nb"}))).text == "a b"


def test_deep_graphs_are_written_in_little_space() -> None:
    text = "(a0 / x" + "".join(f" :r (a{node} / x" for node in range(1, 20_000)) + ")" * 20_000
    graph = read_graph(text)
    assert len(dumps(graph)) < 6_000_000
    assert read_graph(dumps(graph)) == graph


@needs_shared
@pytest.mark.parametrize("name", ["bench/little-prince.amr", "docamr-timing/gold40.amr"])
def test_shared_files_are_written_and_read_back(name: str) -> None:
    found = load(SHARED / "data" / name)
    assert loads(dumps(found)) == found


# --- Graphs from other libraries and from triples


@dataclass
class Other:
    """Shaped like ``penman.Graph``."""

    triples: list[tuple[object, object, object]]
    top: object
    metadata: dict[str, str] = field(default_factory=dict)


def test_a_graph_of_another_library() -> None:
    triples: list[tuple[object, object, object]] = [
        ("g", ":instance", "go-02"),
        ("g", ":ARG0", "b"),
        ("b", ":instance", "boy"),
        ("b", ":age", 7),
        ("b", ":name", '"Bo B"'),
        ("b", ":text", 'say "x"'),
    ]
    graph = Graph.of(Other(triples, "b", {"id": "1"}))
    assert (graph.variables, graph.id) == (("b", "g"), "1")
    assert graph.constants == (None, "7", '"Bo B"', r'"say \"x\""')
    assert dumps(graph, indent=None).splitlines()[1] == (
        r'(b / boy :age 7 :name "Bo B" :text "say \"x\"" :ARG0-of (g / go-02))'
    )
    assert Graph.of(graph) is graph


@pytest.mark.parametrize(
    ("triples", "message"),
    [
        ([], "the graph has no nodes"),
        ([("a", ":r", "b")], "the graph has no nodes"),
        ([("a", "instance", None)], "triple 1: the node a has no concept"),
        ([("a", "instance", "b"), ("a", "instance", "c")], "triple 2: the variable a is already declared"),
        ([("a", "instance", "b"), ("a", "r", None)], "triple 2: the role :r of a has no value"),
        ([("a", "instance", "b"), ("a", "r s", "c")], "triple 2: 'r s' is not a role"),
        ([("a", "instance", "b"), ("a", ":", "c")], "triple 2: '' is not a role"),
        ([("a b", "instance", "b")], "triple 1: 'a b' is not a variable"),
        ([("a", "instance", "b"), ("x", "r", "c")], "no instance triple declares the variable x"),
        (["abc"], "triple 1: expected a triple (source, role, target)"),
    ],
)
def test_triples_that_make_no_graph(triples: list[tuple[object, object, object]], message: str) -> None:
    with pytest.raises(DataError) as caught:
        Graph.of(triples)
    assert [problem.message for problem in caught.value.problems] == [message]


def test_graphs_that_cannot_be_written() -> None:
    with pytest.raises(DataError, match="c cannot be reached from the root"):
        dumps(Graph.of([("a", "instance", "b"), ("c", "instance", "d")]))
    with pytest.raises(DataError, match="a graph without nodes cannot be written"):
        dumps(Graph((), (), (), (), (), ()))
    with pytest.raises(DataError, match="no instance triple declares the variable x"):
        Graph.of(Other([("a", ":instance", "b")], "x"))
