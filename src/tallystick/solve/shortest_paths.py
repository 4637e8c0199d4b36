# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Shortest paths from one node of a labelled graph that an automaton accepts, found on demand."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Leaving", "ShortestPaths"]

#: By node, the edges that leave it: number, label and target of each.
Leaving = dict[int, list[tuple[int, int, int]]]


@cython.final
@cython.cclass
class ShortestPaths:
    """The paths from one node; of several shortest ones to a node, the first by the order of the edges.

    >>> leaving = {0: [(7, 0, 1), (9, 0, 2)], 1: [(8, 0, 2)]}
    >>> paths = ShortestPaths(((1,), (1,)), frozenset([1]), leaving, 0)
    >>> paths.to(2), paths.to(1), paths.to(0)
    ([9], [7], None)
    """

    steps: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]
    leaving: dict[int, list[tuple[int, int, int]]]
    states: cython.longlong
    # Vertices, each a node and a state, in the order in which they are reached; the number of those that were left.
    vertices: list[int]
    parents: list[int]
    numbers: list[int]
    left: cython.Py_ssize_t
    reached: set[int]
    ends: dict[int, int]

    def __init__(
        self, steps: tuple[tuple[int, ...], ...], accepting: frozenset[int], leaving: Leaving, source: int
    ) -> None:
        """Begin at a node. `steps` has the next state by state and label, -1 if a path may not continue."""
        self.steps = steps
        self.accepting = accepting
        self.leaving = leaving
        self.states = len(steps)
        self.vertices = [source * self.states]
        self.parents = [-1]
        self.numbers = [-1]
        self.left = 0
        self.reached = {source * self.states}
        self.ends = {}

    def to(self, target: int) -> list[int] | None:
        """Return the numbers of the edges of the path to a node; None if there is none."""
        vertex: cython.Py_ssize_t
        while target not in self.ends and self.left < len(self.vertices):
            self.advance()
        if target not in self.ends:
            return None
        path: list[int] = []
        vertex = self.ends[target]
        while vertex > 0:
            path.append(self.numbers[vertex])
            vertex = self.parents[vertex]
        path.reverse()
        return path

    @cython.cfunc
    @cython.exceptval(-1)
    def advance(self) -> cython.int:
        """Follow all edges that leave the next vertex."""
        label: cython.Py_ssize_t
        after: cython.longlong
        target: cython.longlong
        here: cython.Py_ssize_t = self.left
        vertex: cython.longlong = self.vertices[here]
        steps: tuple[int, ...] = self.steps[vertex % self.states]
        self.left += 1
        edges = self.leaving.get(vertex // self.states)
        if edges is None:
            return 0
        for number, label, target in edges:
            after = steps[label]
            if after < 0:
                continue
            there: int = target * self.states + after
            if there in self.reached:
                continue
            if after in self.accepting and target not in self.ends:
                self.ends[target] = len(self.vertices)
            self.reached.add(there)
            self.vertices.append(there)
            self.parents.append(here)
            self.numbers.append(number)
        return 0
