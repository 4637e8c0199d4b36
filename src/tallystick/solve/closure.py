"""Paths in a labelled graph whose labels, read one after the other, a finite automaton accepts.

What follows from a chain of links is such a question: a chain of links leads to a link between its ends if it
reads in a certain way. Node and state together are the vertices of an ordinary graph, in which reachability is
closed at once for all nodes, and in which a shortest path is a shortest chain.
"""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.dataclass import dataclass
from tallystick.solve.reach import reachability
from tallystick.solve.shortest_paths import Leaving, ShortestPaths

__all__ = ["Automaton", "Edge", "paths_from", "reached", "shortest_path"]

#: Source, label and target.
Edge = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Automaton:
    """States from 0, where every path begins, and where each label leads."""

    steps: tuple[tuple[int, ...], ...]
    """The next state by state and label; -1 if a path may not continue."""
    accepting: frozenset[int]


def reached(automaton: Automaton, edges: Sequence[Edge], marks: Sequence[int]) -> list[int]:
    """Return for each node the marks of all nodes to which an accepted path leads, joined bit by bit.

    The node itself is among them only if a path leads back to it.

    >>> twice = Automaton(((1,), (2,), (-1,)), frozenset([2]))
    >>> reached(twice, [(0, 0, 1), (1, 0, 2)], [0b001, 0b010, 0b100])
    [4, 0, 0]
    """
    n = len(marks)
    used = _reachable_states(automaton, {label for _, label, _ in edges})
    offset = {state: n * position for position, state in enumerate(used)}
    vertices = [
        (offset[state] + source, offset[automaton.steps[state][label]] + target)
        for source, label, target in edges
        for state in used
        if automaton.steps[state][label] >= 0
    ]
    nothing = [0] * n
    all_marks = [mark for state in used for mark in (marks if state in automaton.accepting else nothing)]
    return reachability(n * len(used), vertices, all_marks)[:n]


def _reachable_states(automaton: Automaton, labels: set[int]) -> list[int]:
    """The states that these labels can lead to, the first one first."""
    states = [0]
    for state in states:
        for label in labels:
            after = automaton.steps[state][label]
            if after >= 0 and after not in states:
                states.append(after)
    return states


def shortest_path(automaton: Automaton, edges: Sequence[Edge], source: int, target: int) -> list[int] | None:
    """Return the numbers of the edges of a shortest accepted path, of several the first by these numbers.

    >>> either = Automaton(((1,), (1,)), frozenset([1]))
    >>> shortest_path(either, [(0, 0, 1), (1, 0, 2), (0, 0, 2)], 0, 2)
    [2]
    >>> shortest_path(either, [(0, 0, 1)], 1, 0) is None
    True
    """
    leaving: Leaving = {}
    for number, edge in enumerate(edges):
        leaving.setdefault(edge[0], []).append((number, edge[1], edge[2]))
    return paths_from(automaton, leaving, source).to(target)


def paths_from(automaton: Automaton, leaving: Leaving, source: int) -> ShortestPaths:
    """Return the shortest accepted paths from a node, of several to a node the first by the order of the edges."""
    return ShortestPaths(automaton.steps, automaton.accepting, leaving, source)
