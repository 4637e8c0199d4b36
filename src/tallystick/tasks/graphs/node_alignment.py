"""The alignment of the nodes of two graphs, and triples that are shown with the concepts of their nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeGuard

from tallystick.core.describe import describe
from tallystick.tally import Alignment, NodePair

__all__ = ["Describers", "is_triple", "node_pairs", "shown_with_concepts", "with_concepts", "with_nodes"]

#: The variables and the concepts of the nodes of a graph; a facet may leave out concepts.
Nodes = tuple[Sequence[str], Sequence[str | None]]
#: How the parts of the gold and of the prediction are shown.
Describers = tuple[Callable[[object], str], Callable[[object], str]]


def _unmeasured(_pred: int, _gold: int) -> tuple[float | None, str]:
    return None, ""


def node_pairs(
    golds: Sequence[str],
    preds: Sequence[str],
    mapping: Sequence[int],
    measure: Callable[[int, int], tuple[float | None, str]] = _unmeasured,
) -> tuple[NodePair, ...]:
    """Return the alignment of nodes that a mapping is: every node once, those without a partner at the end.

    `mapping` gives the gold node of each pred node, or −1; `measure` gives the similarity of a pred and a gold node,
    and a note.

    >>> [(pair.gold, pair.pred) for pair in node_pairs(("a", "b"), ("x", "y"), (1, -1))]
    [('b', 'x'), ('a', None), (None, 'y')]
    """
    partners = {i: j for j, i in enumerate(mapping) if i >= 0}
    aligned = [NodePair(golds[i], preds[j], *measure(j, i)) for i, j in sorted(partners.items())]
    aligned += [NodePair(name, None) for i, name in enumerate(golds) if i not in partners]
    return *aligned, *[NodePair(None, preds[j]) for j, i in enumerate(mapping) if i < 0]


def with_nodes(alignment: Alignment, gold: Nodes, pred: Nodes, pairs: tuple[NodePair, ...]) -> Alignment:
    """Return an alignment of triples with the alignment of nodes that it follows from."""
    return replace(alignment, show=shown_with_concepts(gold, pred), nodes=pairs)


def shown_with_concepts(gold: Nodes, pred: Nodes) -> Describers:
    """Return how the triples of both sides are shown."""
    golds, preds = (
        {name: concept for name, concept in zip(*side, strict=True) if concept} for side in (gold, pred)
    )
    return partial(with_concepts, golds), partial(with_concepts, preds)


def with_concepts(concepts: Mapping[str, str], part: object) -> str:
    """Return a triple with the concepts of its variables, or a variable with its concept.

    >>> concepts = {"b": "believe-01", "g": "girl"}
    >>> with_concepts(concepts, ("b", "arg0", "g")), with_concepts(concepts, ("b", "instance", "believe-01"))
    ('b/believe-01 :arg0 g/girl', 'b / believe-01')
    >>> with_concepts(concepts, "g")
    'g/girl'
    """

    if isinstance(part, str):
        return _named(concepts, part)
    if not is_triple(part):
        return describe(part)
    source, role, target = part
    if role == "instance":
        return f"{source} / {target}"
    if role == "TOP":
        return f"root {_named(concepts, source)}"
    return f"{_named(concepts, source)} :{role} {_named(concepts, target)}"


def _named(concepts: Mapping[str, str], word: str) -> str:
    concept = concepts.get(word)
    return describe(word) if concept is None else f"{word}/{concept}"


def is_triple(part: object) -> TypeGuard[tuple[str, str, str]]:
    """Return whether a part is a triple of words."""
    return (
        isinstance(part, tuple)
        and len(part) == 3
        and isinstance(part[0], str)
        and isinstance(part[1], str)
        and isinstance(part[2], str)
    )
