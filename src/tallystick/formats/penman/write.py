"""Writing graphs in PENMAN notation, so that reading them gives the same graph again."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.formats.penman.graph import Graph

__all__ = ["dump", "dumps"]

#: Deeper nodes are not indented further: the blanks alone would grow with the square of the depth.
_DEEPEST = 64

#: Roles that end in -of but are not inverse roles.
_NOT_INVERSE = frozenset({"consist-of", "prep-out-of", "prep-on-behalf-of"})


def dumps(graphs: Graph | Iterable[Graph], indent: int | None = 4) -> str:
    """One graph or several as text: the root is the first variable, branches keep their order.

    A graph that was read is written with its branches as they were. Any other has each node written out
    where it is first mentioned; a branch is inverted, with ``-of``, where nothing else leads to a node.
    `indent` is the number of blanks for each level; None puts a graph on one line.

    >>> print(dumps(Graph.of("# ::id 1\\n(b/boy :ARG0-of (g/go-02 :ARG1 b))")))
    # ::id 1
    (b / boy
        :ARG0-of (g / go-02
            :ARG1 b))
    """
    if isinstance(graphs, Graph):
        return "".join(_written(graphs, indent))
    return "\n".join("".join(_written(graph, indent)) + "\n" for graph in graphs)


def dump(graphs: Graph | Iterable[Graph], path: str | Path, indent: int | None = 4) -> None:
    """Write one graph or several to a file."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for number, graph in enumerate([graphs] if isinstance(graphs, Graph) else graphs):
            file.write("\n" if number else "")
            file.writelines(_written(graph, indent))
            file.write("\n")


@dataclass(slots=True)
class _Layout:
    """Which branches are written at a node, and which of them write out the node at their other end."""

    branches: list[list[int]]
    opening: set[int]
    turned: set[int]


def _written(graph: Graph, indent: int | None) -> Iterator[str]:
    if not graph.variables:
        raise DataError(
            Problem("a graph without nodes cannot be written", item=graph.id, code="penman-empty")
        )
    for key, value in graph.metadata.items():
        yield f"# ::{key} {value.replace(chr(10), ' ')}".rstrip() + "\n"
    layout = _as_read(graph) or _as_reached(graph)
    marks = {key: f"~{mark}" for key, mark in graph.marks.items()}

    def head(node: int) -> str:
        variable = graph.variables[node] + marks.get(("variable", node), "")
        return f"({variable} / {graph.concepts[node]}{marks.get(('concept', node), '')}"

    yield head(0)
    open_nodes = [iter(layout.branches[0])]
    while open_nodes:
        branch = next(open_nodes[-1], None)
        if branch is None:
            open_nodes.pop()
            yield ")"
            continue
        role, target = graph.roles[branch], graph.targets[branch]
        if branch in layout.turned:
            role, target = _turned(role), graph.sources[branch]
        margin = " " if indent is None else "\n" + " " * (indent * min(len(open_nodes), _DEEPEST))
        yield f"{margin}:{role}{marks.get(('role', branch), '')} "
        if branch in layout.opening:
            yield head(target)
            open_nodes.append(iter(layout.branches[target]))
        else:
            constant = graph.constants[branch]
            yield graph.variables[target] if constant is None else constant
            yield marks.get(("target", branch), "")


def _turned(role: str) -> str:
    return role[:-3] if role.endswith("-of") and role not in _NOT_INVERSE else f"{role}-of"


def _as_read(graph: Graph) -> _Layout | None:
    """The layout that keeps the order of variables and branches: every graph that was read has one."""
    size = len(graph.variables)
    layout = _Layout([[] for _ in range(size)], set(), set())
    mentions: list[list[int]] = [[] for _ in range(size)]
    for branch, target in enumerate(graph.targets):
        # A mention with a mark is a variable alone.
        if target >= 0 and ("target", branch) not in graph.marks:
            mentions[target].append(branch)
        layout.branches[graph.sources[branch]].append(branch)
    last = -1
    for node in range(1, size):
        # A node's first branch follows at once the branch that opens the node.
        least = layout.branches[node][0] - 1 if layout.branches[node] else last + 1
        index = bisect_right(mentions[node], least - 1)
        if least <= last or index == len(mentions[node]):
            return None
        opening = mentions[node][index]
        if layout.branches[node] and opening != least:
            return None
        layout.opening.add(opening)
        last = opening
    return layout if _nested(graph, layout) else None


def _nested(graph: Graph, layout: _Layout) -> bool:
    """Whether each branch starts from a node that is still open at its position in the text."""
    open_nodes = [0]
    for branch, source in enumerate(graph.sources):
        while open_nodes and open_nodes[-1] != source:
            open_nodes.pop()
        if not open_nodes:
            return False
        if branch in layout.opening:
            open_nodes.append(graph.targets[branch])
    return True


def _as_reached(graph: Graph) -> _Layout:
    """A layout for any connected graph: each node at its first mention, branches turned where needed."""
    size = len(graph.variables)
    outgoing: list[list[int]] = [[] for _ in range(size)]
    incoming: list[list[int]] = [[] for _ in range(size)]
    for branch, (source, target) in enumerate(zip(graph.sources, graph.targets, strict=True)):
        outgoing[source].append(branch)
        if target >= 0 and target != source:
            incoming[target].append(branch)
    layout = _Layout([[] for _ in range(size)], set(), set())
    reached = [False] * size
    to_turn: deque[int] = deque()

    def reach(start: int) -> None:
        reached[start] = True
        to_turn.extend(incoming[start])
        open_nodes = [(start, iter(outgoing[start]))]
        while open_nodes:
            node, rest = open_nodes[-1]
            branch = next(rest, None)
            if branch is None:
                open_nodes.pop()
                continue
            if branch in layout.turned:
                continue
            layout.branches[node].append(branch)
            target = graph.targets[branch]
            if target >= 0 and not reached[target]:
                layout.opening.add(branch)
                reached[target] = True
                to_turn.extend(incoming[target])
                open_nodes.append((target, iter(outgoing[target])))

    reach(0)
    while to_turn:
        branch = to_turn.popleft()
        if not reached[graph.sources[branch]]:
            layout.turned.add(branch)
            layout.opening.add(branch)
            layout.branches[graph.targets[branch]].append(branch)
            reach(graph.sources[branch])
    if not all(reached):
        lost = graph.variables[reached.index(False)]
        raise DataError(
            Problem(f"{lost} cannot be reached from the root", item=graph.id, code="penman-connected")
        )
    return layout
