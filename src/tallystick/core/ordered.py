"""Matching that keeps an order: sequences (total order) and digraphs (preorder), Equation 37.

Read literally, the equation forces 1:1 on sequences: ≤ is reflexive, so two preds of one gold would have to
be equal. ``order="strict"`` is that reading; ``order="noncrossing"`` forbids crossings only, so that repeats
are possible where `match` allows them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from tallystick.core.matching import MATCHES, Collection
from tallystick.core.similarity import Similarity, Weighted
from tallystick.errors import UsageError
from tallystick.tally import Alignment, Tally

if TYPE_CHECKING:
    from tallystick.core.latent import Expression, Model

__all__ = ["Digraph", "digraph", "sequence"]

ORDERS: Final = ("strict", "noncrossing")
Compatible = Callable[[int, int, int, int], bool]


class Ordered(Collection):
    """Σ over two sequences, keeping their order."""

    def __init__(self, element: Similarity, match: str, order: str, recall: str) -> None:
        super().__init__(element, match, recall)
        if order not in ORDERS:
            raise UsageError(f"order={order!r} is not one of {', '.join(ORDERS)}")
        self.order = order
        self.peaked = element.peaked and (order == "strict" or match == "1:1")

    def elements(self, value: object) -> Sequence[object]:
        if isinstance(value, (set, frozenset)):
            raise UsageError(f"a set has no order; {self!r} compares sequences")
        return super().elements(value)

    def choose(self, pred: object, gold: object) -> Weighted:
        from tallystick.solve.ordered import match_ordered

        preds, golds = self.elements(pred), self.elements(gold)
        weights = array("d", bytes(8 * len(preds) * len(golds)))
        for i, j, value in self.element.pairs(preds, golds):
            weights[i * len(golds) + j] = value
        mode = 0 if self.order == "strict" else MATCHES.index(self.match)
        _, rows, cols = match_ordered(len(preds), len(golds), weights, mode)
        return [(i, j, weights[i * len(golds) + j]) for i, j in zip(rows, cols, strict=True)]

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        compatible = _same_order if self.order == "strict" else _not_crossing
        return model.matching(self.element, self.elements(pred), self.elements(gold), self.match, compatible)

    def __repr__(self) -> str:
        order = "" if self.order == "strict" else f", order={self.order!r}"
        return f"sequence({self.element!r}{self._shown_options()}{order})"


def _same_order(one: int, two: int, left: int, right: int) -> bool:
    return (one <= two) == (left <= right) and (two <= one) == (right <= left)


def _not_crossing(one: int, two: int, left: int, right: int) -> bool:
    return (one - two) * (left - right) >= 0


def sequence(
    element: Similarity, match: str = "1:1", order: str = "strict", recall: str = "covered"
) -> Similarity:
    """Σ over sequences, keeping their order.

    >>> from tallystick import exact, sequence
    >>> sequence(exact).compare([1, 2, 3, 4, 5], [1, 3, 5, 7, 9])
    3.0
    """
    return Ordered(element, match, order, recall)


@runtime_checkable
class _GraphLike(Protocol):
    def nodes(self) -> Iterable[Hashable]: ...
    def edges(self) -> Iterable[tuple[Hashable, Hashable]]: ...


@dataclass(frozen=True, slots=True)
class Digraph:
    """A directed graph: nodes, and edges between them as pairs of positions in the list of nodes.

    Nodes need not be different from each other: ``Digraph(["a", "a"], [(0, 1)])``.
    """

    nodes: Sequence[object]
    edges: Sequence[tuple[int, int]] = ()

    def __post_init__(self) -> None:
        for edge in self.edges:
            for end in edge:
                if not 0 <= end < len(self.nodes):
                    raise UsageError(f"the edge {tuple(edge)} leads out of a graph of {len(self.nodes)} nodes")


def _as_digraph(value: object) -> Digraph:
    if isinstance(value, Digraph):
        return value
    if isinstance(value, _GraphLike):
        nodes = list(value.nodes())
        place = {node: index for index, node in enumerate(nodes)}
        return Digraph(nodes, [(place[edge[0]], place[edge[1]]) for edge in value.edges()])
    raise UsageError(f"digraph compares Digraph(nodes, edges) or anything with nodes() and edges(), not {value!r:.60}")


class Reachable(Collection):
    """Σ over two digraphs, such that u reaches u′ exactly when v reaches v′."""

    def elements(self, value: object) -> Sequence[object]:
        return _as_digraph(value).nodes

    def choose(self, pred: object, gold: object) -> Weighted:
        from tallystick.solve.integer import maximise

        ours, theirs = _as_digraph(pred), _as_digraph(gold)
        found = self.element.pairs(ours.nodes, theirs.nodes)
        compatible = _keeps_reachability(ours, theirs)
        row: list[int] = []
        col: list[int] = []
        bound: list[float] = []

        def at_most_one(choices: Sequence[int]) -> None:
            row.extend([len(bound)] * len(choices))
            col.extend(choices)
            bound.append(1.0)

        for side, matches in ((0, ("1:1", "N:1")), (1, ("1:1", "1:N"))):
            if self.match in matches:
                places: dict[int, list[int]] = {}
                for choice, entry in enumerate(found):
                    places.setdefault(entry[side], []).append(choice)
                for choices in places.values():
                    if len(choices) > 1:
                        at_most_one(choices)
        for one, two in combinations(range(len(found)), 2):
            if not compatible(found[one][0], found[two][0], found[one][1], found[two][1]):
                at_most_one((one, two))
        if not bound:
            return found
        result = maximise([value for _, _, value in found], row, col, [1.0] * len(row), bound)
        return [entry for entry, chosen in zip(found, result.values, strict=True) if chosen]

    def expression(self, pred: object, gold: object, model: Model) -> Expression:
        ours, theirs = _as_digraph(pred), _as_digraph(gold)
        return model.matching(
            self.element, ours.nodes, theirs.nodes, self.match, _keeps_reachability(ours, theirs)
        )

    def counts(self, pred: object, gold: object) -> Tally:
        return super().counts(_as_digraph(pred), _as_digraph(gold))

    def alignment(self, pred: object, gold: object) -> Alignment:
        return super().alignment(_as_digraph(pred), _as_digraph(gold))

    def __repr__(self) -> str:
        return f"digraph({self.element!r}{self._shown_options()})"


def _keeps_reachability(pred: Digraph, gold: Digraph) -> Compatible:
    from tallystick.solve.reach import reachability

    ours = reachability(len(pred.nodes), list(pred.edges))
    theirs = reachability(len(gold.nodes), list(gold.edges))

    def compatible(one: int, two: int, left: int, right: int) -> bool:
        return (ours[one] >> two & 1) == (theirs[left] >> right & 1) and (
            ours[two] >> one & 1
        ) == (theirs[right] >> left & 1)

    return compatible


def digraph(element: Similarity, match: str = "1:1", recall: str = "covered") -> Similarity:
    """Σ over directed graphs, keeping reachability: DAGs as partial orders, cycles as preorders.

    >>> from tallystick import Digraph, digraph, exact
    >>> chain, fork = Digraph("abc", [(0, 1), (1, 2)]), Digraph("abc", [(0, 2)])
    >>> digraph(exact).compare(chain, fork)
    2.0
    """
    return Reachable(element, match, recall)
