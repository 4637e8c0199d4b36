"""Reachability in a directed graph, as bit sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tallystick.limits import PYTHON_STEP, current


def reachability(n: int, edges: Iterable[tuple[int, int]], marks: Sequence[int] | None = None) -> list[int]:
    """Return for each node the set of nodes it reaches, itself included, as the bits of an int.

    A node stands for the bit of its number, or for the bits of its mark: several, or none, where only some
    nodes are requested.

    Nodes on a common cycle reach the same set, so each strongly connected component is closed once, after
    everything it leads to (Tarjan 1972, with its own stack: the depth is unlimited).

    >>> [bin(bits) for bits in reachability(3, [(0, 1), (1, 2)])]
    ['0b111', '0b110', '0b100']
    """
    if marks is None:
        marks = [1 << node for node in range(n)]
    successors: list[list[int]] = [[] for _ in range(n)]
    for source, target in edges:
        if not (0 <= source < n and 0 <= target < n):
            raise ValueError(f"edge ({source}, {target}) lies outside 0..{n - 1}")
        successors[source].append(target)
    reached = [0] * n
    order = [0] * n  # of discovery, from 1; 0 is unseen
    lowest = [0] * n  # the earliest open node known to be reachable
    closed = [False] * n
    component: list[int] = []  # nodes seen whose component is still open
    clock = 0
    limits = current()
    limits.reserve(n * max(map(int.bit_length, marks), default=0) // 8, f"the sets that {n:,} nodes reach")
    for root in range(n):
        if order[root]:
            continue
        path = [(root, iter(successors[root]))]
        clock += 1
        order[root] = lowest[root] = clock
        component.append(root)
        while path:
            limits.spend(PYTHON_STEP)
            node, rest = path[-1]
            for target in rest:
                if not order[target]:
                    clock += 1
                    order[target] = lowest[target] = clock
                    component.append(target)
                    path.append((target, iter(successors[target])))
                    break
                if not closed[target]:
                    lowest[node] = min(lowest[node], order[target])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    close(node, component, successors, marks, reached, closed)
    return reached


def close(
    first: int,
    component: list[int],
    successors: list[list[int]],
    marks: Sequence[int],
    reached: list[int],
    closed: list[bool],
) -> None:
    """Take a finished component off the stack and give all its nodes what it reaches."""
    members = []
    bits = 0
    while True:
        node = component.pop()
        closed[node] = True
        members.append(node)
        bits |= marks[node]
        if node == first:
            break
    for node in members:
        for target in successors[node]:
            # A member still has the empty set here.
            bits |= reached[target]
    for node in members:
        reached[node] = bits
