"""Colour refinement: nodes that an isomorphism of a graph onto itself could exchange have one colour."""

from __future__ import annotations

from collections import Counter, defaultdict

from tallystick.tasks.docamr.build.model import Draft

__all__ = ["colours_of"]

#: How often a node is connected with nodes of one colour, by direction and role.
_Signature = tuple[tuple[tuple[bool, str], int], ...]


def colours_of(draft: Draft) -> dict[str, int]:
    """The coarsest colouring in which nodes of one colour have the same concept, the same attributes, and the same
    edges to each colour.

    Colours are split by their connections with one colour after another. Of the parts of a colour that has been used
    already, the largest need not be used again, for what it would show follows from the others: so each edge is looked
    at a logarithmic number of times (Cardon and Crochemore 1982).

    >>> draft = Draft()
    >>> for name in "abc":
    ...     draft.add_node(name, "x")
    >>> draft.add_edge("a", "r", "b"); draft.add_edge("c", "r", "b")
    >>> colours = colours_of(draft)
    >>> colours["a"] == colours["c"], colours["a"] == colours["b"]
    (True, False)
    """
    groups: defaultdict[object, list[str]] = defaultdict(list)
    for node, concept in draft.concepts.items():
        groups[concept, node == draft.root, tuple(sorted(draft.values[node]))].append(node)
    members: list[set[str]] = [set(nodes) for nodes in groups.values()]
    colour = {node: number for number, nodes in enumerate(members) for node in nodes}
    waiting = dict.fromkeys(range(len(members)))
    while waiting:
        splitter, _ = waiting.popitem()
        for touched, parts in _parts(draft, members[splitter], colour).items():
            rest = len(members[touched]) - sum(map(len, parts))
            if not rest and len(parts) == 1:
                continue
            # The largest part keeps the number; the nodes that were not met are one part too.
            largest = max(parts, key=len)
            moved = parts
            if len(largest) > rest:
                moved = [part for part in parts if part is not largest]
                if rest:
                    untouched = members[touched].difference(*parts)
                    moved.append(list(untouched))
            for part in moved:
                number = len(members)
                members.append(set(part))
                members[touched].difference_update(part)
                colour.update(dict.fromkeys(part, number))
                waiting[number] = None
    return colour


def _parts(draft: Draft, splitter: set[str], colour: dict[str, int]) -> dict[int, list[list[str]]]:
    """By colour: its nodes that are connected with some nodes, those with equal connections together."""
    met: defaultdict[str, Counter[tuple[bool, str]]] = defaultdict(Counter)
    for node in splitter:
        for leaving, role, end in draft.neighbours(node):
            met[end][leaving, role] += 1
    groups: defaultdict[int, defaultdict[_Signature, list[str]]] = defaultdict(lambda: defaultdict(list))
    for node, counts in met.items():
        groups[colour[node]][tuple(sorted(counts.items()))].append(node)
    return {number: list(parts.values()) for number, parts in groups.items()}
