"""Matching that keeps an order: sequences (total order) and digraphs (preorder), Equation 37.

Read literally, the equation forces 1:1 on sequences: ≤ is reflexive, so two preds of one gold would have to
be equal. ``order="strict"`` is that reading; ``order="noncrossing"`` forbids crossings only, so that repeats
are possible where `match` allows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import fsum
from typing import TYPE_CHECKING, Final

from tallystick.core.coverage import cover_most, covered_in_order, covered_in_strict_order
from tallystick.core.digraphs import Digraph, as_digraph
from tallystick.core.matching import MATCHES, Collection
from tallystick.core.similarity import Similarity, Weighted
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked, current

if TYPE_CHECKING:
    from tallystick.core.latent_model import Expression, Model

__all__ = ["Digraph", "digraph", "sequence"]

ORDERS: Final = ("strict", "noncrossing")
#: What one pair of incompatible choices takes, here and in the integer programme.
ROW_BYTES: Final = 250
Compatible = Callable[[int, int, int, int], bool]


class Ordered(Collection):
    """Σ over two sequences, keeping their order."""

    def __init__(self, element: Similarity, match: str, order: str, recall: str) -> None:
        super().__init__(element, match, recall)
        if order not in ORDERS:
            raise UsageError(f"order={order!r} is not one of {', '.join(ORDERS)}")
        self.order = order
        if order == "strict":
            self.peaked = self.self_is_best = element.peaked

    def elements(self, value: object) -> Sequence[object]:
        if isinstance(value, (set, frozenset)):
            raise UsageError(f"a set has no order; {self!r} compares sequences")
        return super().elements(value)

    def choose(self, pred: object, gold: object) -> Weighted:
        from tallystick.solve.ordered import match_ordered

        preds, golds = self.elements(pred), self.elements(gold)
        found = self.element.pairs(preds, golds)
        mode = 0 if self.order == "strict" else MATCHES.index(self.match)
        _, rows, cols = match_ordered(len(preds), len(golds), found, mode)
        chosen = set(zip(rows, cols, strict=True))
        return [entry for entry in found if entry[:2] in chosen]

    def covered(self, pred: object, gold: object, chosen: Weighted, worth: Sequence[float]) -> float:
        many, one = (0, 1) if self.match == "N:1" else (1, 0)
        if _all_counts(self, chosen, one):
            return fsum([value for _, _, value in chosen])
        preds, golds = self.elements(pred), self.elements(gold)
        # A table of preds and golds, and one of runs of preds.
        size = 8 * len(preds) * len(golds) + 40 * max(len(preds), len(golds)) ** 2
        current().reserve(size, f"{len(preds):,} against {len(golds):,} elements in order")
        table = [[0.0] * len(worth) for _ in (preds if self.match == "N:1" else golds)]
        for *pair, value in self.element.pairs(preds, golds):
            table[pair[many]][pair[one]] = value
        return (covered_in_strict_order if self.order == "strict" else covered_in_order)(table, worth)

    def credits(self, pred: object, gold: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        compatible = _same_order if self.order == "strict" else _not_crossing
        return model.matching(self.element, self.elements(pred), self.elements(gold), self.match, compatible)

    def __repr__(self) -> str:
        order = "" if self.order == "strict" else f", order={self.order!r}"
        return f"sequence({self.element!r}{self._shown_options()}{order})"


def _all_counts(metric: Collection, chosen: Weighted, side: int) -> bool:
    """Whether all that was earned covers something: no element of the side is used twice, or overpaid."""
    return not chosen or (metric.element.peaked and len({pair[side] for pair in chosen}) == len(chosen))


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


class Reachable(Collection):
    """Σ over two digraphs, such that u reaches u′ exactly when v reaches v′."""

    def elements(self, value: object) -> Sequence[object]:
        return as_digraph(value).nodes

    def choose(self, pred: object, gold: object) -> Weighted:
        from tallystick.solve.integer import maximise

        found, rows = self._programme(pred, gold)
        if not rows:
            return found
        row = [number for number, choices in enumerate(rows) for _ in choices]
        col = [choice for choices in rows for choice in choices]
        result = maximise([value for _, _, value in found], row, col, [1.0] * len(row), [1.0] * len(rows))
        if not result.optimal:
            current().give_up()  # part of a matching would pass for all of it
        return [entry for entry, chosen in zip(found, result.values, strict=True) if chosen]

    def _programme(self, pred: object, gold: object) -> tuple[Weighted, list[Sequence[int]]]:
        """All pairs that earn something, and the groups of them of which one at most can be chosen."""
        ours, theirs = as_digraph(pred), as_digraph(gold)
        found = self.element.pairs(ours.nodes, theirs.nodes)
        compatible = _keeps_reachability(ours, theirs)
        rows: list[Sequence[int]] = []
        by_pred: dict[int, list[int]] = {}
        by_gold: dict[int, list[int]] = {}
        for choice, (i, j, _) in enumerate(found):
            by_pred.setdefault(i, []).append(choice)
            by_gold.setdefault(j, []).append(choice)
        if self.match in ("1:1", "N:1"):
            rows.extend(choices for choices in by_pred.values() if len(choices) > 1)
        if self.match in ("1:1", "1:N"):
            rows.extend(choices for choices in by_gold.values() if len(choices) > 1)
        limits = current()
        for one, two in checked(combinations(range(len(found)), 2), 10 * PYTHON_STEP):
            if not compatible(found[one][0], found[two][0], found[one][1], found[two][1]):
                rows.append((one, two))
                if not len(rows) & 0xFFFF:
                    limits.reserve(
                        ROW_BYTES * len(rows), f"{len(rows):,} or more pairs that exclude each other"
                    )
        return found, rows

    def covered(self, pred: object, gold: object, chosen: Weighted, worth: Sequence[float]) -> float:
        one = 1 if self.match == "N:1" else 0
        if _all_counts(self, chosen, one):
            return fsum([value for _, _, value in chosen])
        found, rows = self._programme(pred, gold)
        choices = [(value, (i, j)[one]) for i, j, value in found]
        earned = fsum([value for _, _, value in chosen])
        return cover_most(choices, dict(enumerate(worth)), rows, least=earned)

    def credits(self, pred: object, gold: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        ours, theirs = as_digraph(pred), as_digraph(gold)
        return model.matching(
            self.element, ours.nodes, theirs.nodes, self.match, _keeps_reachability(ours, theirs)
        )

    def __repr__(self) -> str:
        return f"digraph({self.element!r}{self._shown_options()})"


def _keeps_reachability(pred: Digraph, gold: Digraph) -> Compatible:
    from tallystick.solve.reach import reachability

    ours = reachability(len(pred.nodes), list(pred.edges))
    theirs = reachability(len(gold.nodes), list(gold.edges))

    def compatible(one: int, two: int, left: int, right: int) -> bool:
        return (ours[one] >> two & 1) == (theirs[left] >> right & 1) and (ours[two] >> one & 1) == (
            theirs[right] >> left & 1
        )

    return compatible


def digraph(element: Similarity, match: str = "1:1", recall: str = "covered") -> Similarity:
    """Σ over directed graphs, keeping reachability: DAGs as partial orders, cycles as preorders.

    >>> from tallystick import Digraph, digraph, exact
    >>> chain, fork = Digraph("abc", [(0, 1), (1, 2)]), Digraph("abc", [(0, 2)])
    >>> digraph(exact).compare(chain, fork)
    2.0
    """
    return Reachable(element, match, recall)
