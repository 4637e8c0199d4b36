"""Graphs as they are drawn: nodes, branches as written, and which counted triple each of them is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tallystick.formats.penman.graph import Graph
from tallystick.tasks.graphs.inversion import on_constant, plain, turned
from tallystick.tasks.views.schema import DrawnBranch, DrawnColumns, DrawnGraph, DrawnNode

__all__ = ["drawn", "drawn_columns", "element_codes", "end_names"]

#: A triple, spelled so that it can be looked up: source, role, target.
Triple = tuple[str, str, str]


def drawn(graph: Graph) -> DrawnGraph:
    """A graph for the page: its nodes, and its branches as written.

    >>> drawn(Graph.of("(b / boy :age 7 :mod (s / small))")).branches
    [(0, 'age', -1, '7'), (0, 'mod', 1)]
    """
    nodes = [DrawnNode(*pair) for pair in zip(graph.variables, graph.concepts, strict=True)]
    branches: list[DrawnBranch] = [
        (source, role, target) if constant is None else (source, role, -1, constant)
        for source, role, target, constant in zip(
            graph.sources, graph.roles, graph.targets, graph.constants, strict=True
        )
    ]
    return DrawnGraph(nodes, branches)


def drawn_columns(graph: Graph) -> DrawnColumns | None:
    """A graph for the page in columns, which take less room; None if a word has a line feed, or has no letter.

    >>> columns = drawn_columns(Graph.of("(b / boy :age 7 :mod (s / small))"))
    >>> columns["variables"], columns["sources"], columns["targets"], columns["constants"]
    ('b\\ns', [0, 0], [-1, 1], '7')
    """
    constants = [constant for constant in graph.constants if constant is not None]
    texts = ["\n".join(words) for words in (graph.variables, graph.concepts, graph.roles, constants)]
    sizes = len(graph.variables), len(graph.concepts), len(graph.roles), len(constants)
    if any(
        text.count("\n") != max(0, size - 1) or (size == 1 and not text)
        for text, size in zip(texts, sizes, strict=True)
    ):
        return None
    columns: DrawnColumns = {
        "variables": texts[0],
        "concepts": texts[1],
        "sources": [*graph.sources],
        "roles": texts[2],
        "targets": [*graph.targets],
    }
    if constants:
        columns["constants"] = texts[3]
    return columns


def end_names(words: Sequence[str]) -> Triple:
    """Ends that are named with their concept, such as ``s1l/leave-11``, by their variables alone.

    >>> end_names(("s1l/leave-11", "arg0", "s1f/ferry"))
    ('s1l', 'arg0', 's1f')
    """
    source, role, target = words
    return source.partition("/")[0], role, target.partition("/")[0]


def element_codes(graph: Graph, triples: Sequence[Triple | None]) -> list[str | None]:
    """Which element of the drawing each triple is: a node ``n0``, a branch ``b3``, an inverted branch ``t3``.

    None if a triple is not an element: a metric may read it differently from how it is written, for example reified.

    >>> graph = Graph.of("(b / boy :ARG0-of (r / run-02) :age 7)")
    >>> element_codes(graph, [("b", "instance", "boy"), ("r", "arg0", "b"), ("b", "age", "7"), ("b", "mod", "r")])
    ['n0', 't0', 'b1', None]
    >>> element_codes(Graph.of("(b / boy :domain (s / small))"), [("b", "domain", "s"), ("s", "mod", "b")])
    ['b0', 't0']
    """
    known = _elements(graph)
    used: defaultdict[Triple, int] = defaultdict(int)
    elements: list[str | None] = []
    for triple in triples:
        if triple is None:
            elements.append(None)
            continue
        key = _spelled(triple)
        codes = known.get(key, ())
        # Where the same triple is written twice, the second one is the second branch.
        elements.append(codes[min(used[key], len(codes) - 1)] if codes else None)
        used[key] += 1
    return elements


def _spelled(triple: Triple) -> Triple:
    source, role, target = triple
    return source, role.lower(), plain(target)


def _elements(graph: Graph) -> dict[Triple, list[str]]:
    names = graph.variables
    codes: defaultdict[Triple, list[str]] = defaultdict(list)
    for node, concept in enumerate(graph.concepts):
        codes[names[node], "instance", plain(concept)].append(f"n{node}")
    for branch, (source, role, target, constant) in enumerate(
        zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True)
    ):
        written = role.lower()
        base, swap = turned(written)
        if constant is not None:
            for spelling in {written, on_constant(base, swap)}:
                codes[names[source], spelling, plain(constant)].append(f"b{branch}")
            continue
        start, end = names[source], names[target]
        codes[start, written, plain(end)].append(f"b{branch}")
        if swap:
            codes[end, base, plain(start)].append(f"t{branch}")
        # AnCast reads the inverse of a domain as a modifier.
        if base == "domain" and written != "mod":
            if swap:
                codes[start, "mod", plain(end)].append(f"b{branch}")
            else:
                codes[end, "mod", plain(start)].append(f"t{branch}")
    if names:
        codes[names[0], "top", "top"].append("r0")
        codes[names[0], "top", plain(graph.concepts[0])].append("r0")
    return dict(codes)
