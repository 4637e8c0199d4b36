"""Matching that keeps an order: sequences (total order) and digraphs (preorder), Equation 37.

Read literally, the equation forces 1:1 on sequences: ≤ is reflexive, so two preds of one gold would have to
be equal. ``order="strict"`` is that reading; ``order="noncrossing"`` forbids crossings only, so that repeats
are possible where `match` allows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, compress
from typing import TYPE_CHECKING, Final, Literal

from tallystick.core.arguments import check_choice
from tallystick.core.coverage import cover_most, covered_in_order, covered_in_strict_order
from tallystick.core.digraphs import Digraph, as_digraph
from tallystick.core.matching import MATCHES, Collection, Match, Matching, Recall
from tallystick.core.pairs import Pairs
from tallystick.core.similarity import Similarity
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked, current

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["Digraph", "Order", "digraph", "sequence"]

Order = Literal["strict", "noncrossing"]

#: What one pair of incompatible choices takes, here and in the integer programme.
ROW_BYTES: Final = 250
Compatible = Callable[[int, int, int, int], bool]


@dataclass(frozen=True, repr=False)
class Ordered(Collection):
    """Σ over two sequences, keeping their order."""

    order: Order = "strict"

    def __post_init__(self) -> None:
        check_choice("order", self.order, Order)
        super().__post_init__()
        if self.order == "strict":
            object.__setattr__(self, "peaked", self.element.peaked)
            object.__setattr__(self, "self_is_best", self.element.peaked)

    def elements(self, value: object) -> Sequence[object]:
        if isinstance(value, (set, frozenset)):
            raise UsageError(f"a set has no order; {self!r} compares sequences")
        return super().elements(value)

    def matching(self, gold: object, pred: object) -> Matching:
        from tallystick.solve.ordered import match_ordered

        golds, preds = self.elements(gold), self.elements(pred)
        pairs = self.element.pairs(golds, preds)
        mode = 0 if self.order == "strict" else MATCHES.index(self.match)
        # The rows of the solver are preds, as its modes say.
        matched = match_ordered(len(preds), len(golds), pairs.pred, pairs.gold, pairs.value, mode)
        return Matching(golds, preds, pairs, Pairs(matched.cols, matched.rows, matched.weights))

    def covered(self, matching: Matching, worth: Sequence[float]) -> float:
        giving, shared = (1, 0) if self.match == "N:1" else (0, 1)
        if _all_counts(self, matching.chosen, shared):
            return matching.earned
        golds, preds = matching.golds, matching.preds
        # A table of golds and preds, and a table of runs.
        size = 8 * len(golds) * len(preds) + 40 * max(len(golds), len(preds)) ** 2
        current().reserve(size, f"{len(golds):,} against {len(preds):,} elements in order")
        table = [[0.0] * len(worth) for _ in (preds if self.match == "N:1" else golds)]
        for *pair, value in matching.pairs:
            table[pair[giving]][pair[shared]] = value
        return (covered_in_strict_order if self.order == "strict" else covered_in_order)(table, worth)

    def credits(self, gold: object, pred: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        compatible = _same_order if self.order == "strict" else _not_crossing
        return model.matching(self.element, self.elements(gold), self.elements(pred), self.match, compatible)

    def __repr__(self) -> str:
        order = "" if self.order == "strict" else f", order={self.order!r}"
        return f"sequence({self.element!r}{self._shown_options()}{order})"


def _all_counts(metric: Collection, chosen: Pairs, side: int) -> bool:
    """Whether all that was earned covers something: no element of the side is used twice, or overpaid."""
    used = (chosen.gold, chosen.pred)[side]
    return not chosen or (metric.element.peaked and len(set(used)) == len(used))


def _same_order(gold: int, other_gold: int, pred: int, other_pred: int) -> bool:
    return (gold <= other_gold) == (pred <= other_pred) and (other_gold <= gold) == (other_pred <= pred)


def _not_crossing(gold: int, other_gold: int, pred: int, other_pred: int) -> bool:
    return (gold - other_gold) * (pred - other_pred) >= 0


def sequence(
    element: Similarity, match: Match = "1:1", order: Order = "strict", recall: Recall = "covered"
) -> Similarity:
    """Σ over sequences, keeping their order.

    >>> from tallystick import exact, sequence
    >>> sequence(exact).compare([1, 2, 3, 4, 5], [1, 3, 5, 7, 9])
    3.0
    """
    return Ordered(element, match, recall, order)


@dataclass(frozen=True, repr=False)
class Reachable(Collection):
    """Σ over two digraphs, such that u reaches u′ exactly when v reaches v′."""

    def elements(self, value: object) -> Sequence[object]:
        return as_digraph(value).nodes

    def matching(self, gold: object, pred: object) -> Matching:
        from tallystick.solve.integer import maximise

        gold_graph, pred_graph = as_digraph(gold), as_digraph(pred)
        pairs = self.element.pairs(gold_graph.nodes, pred_graph.nodes)
        groups = self._groups(pairs, _keeps_reachability(gold_graph, pred_graph))
        chosen = pairs
        if groups:
            row = [number for number, choices in enumerate(groups) for _ in choices]
            col = [choice for choices in groups for choice in choices]
            result = maximise(pairs.value, row, col, [1.0] * len(row), [1.0] * len(groups))
            if not result.optimal:
                current().give_up()  # part of a matching would pass for all of it
            chosen = Pairs.of(compress(pairs, result.values))
        return Matching(gold_graph.nodes, pred_graph.nodes, pairs, chosen, groups)

    def _groups(self, pairs: Pairs, compatible: Compatible) -> list[Sequence[int]]:
        """Return the groups of mutually exclusive pairs."""
        groups: list[Sequence[int]] = []
        by_gold: dict[int, list[int]] = {}
        by_pred: dict[int, list[int]] = {}
        for choice, (i, j, _) in enumerate(pairs):
            by_gold.setdefault(i, []).append(choice)
            by_pred.setdefault(j, []).append(choice)
        if self.match in ("1:1", "N:1"):
            groups.extend(choices for choices in by_pred.values() if len(choices) > 1)
        if self.match in ("1:1", "1:N"):
            groups.extend(choices for choices in by_gold.values() if len(choices) > 1)
        gold, pred = pairs.gold, pairs.pred
        limits = current()
        for left, right in checked(combinations(range(len(pairs)), 2), 10 * PYTHON_STEP):
            if not compatible(gold[left], gold[right], pred[left], pred[right]):
                groups.append((left, right))
                if not len(groups) & 0xFFFF:
                    limits.reserve(
                        ROW_BYTES * len(groups), f"{len(groups):,} or more pairs that exclude each other"
                    )
        return groups

    def covered(self, matching: Matching, worth: Sequence[float]) -> float:
        shared = 0 if self.match == "N:1" else 1
        if _all_counts(self, matching.chosen, shared):
            return matching.earned
        choices = [(value, (i, j)[shared]) for i, j, value in matching.pairs]
        return cover_most(choices, dict(enumerate(worth)), matching.groups, least=matching.earned)

    def credits(self, gold: object, pred: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        gold_graph, pred_graph = as_digraph(gold), as_digraph(pred)
        compatible = _keeps_reachability(gold_graph, pred_graph)
        return model.matching(self.element, gold_graph.nodes, pred_graph.nodes, self.match, compatible)

    def __repr__(self) -> str:
        return f"digraph({self.element!r}{self._shown_options()})"


def _keeps_reachability(gold: Digraph, pred: Digraph) -> Compatible:
    from tallystick.solve.reach import reachability

    in_gold = reachability(len(gold.nodes), list(gold.edges))
    in_pred = reachability(len(pred.nodes), list(pred.edges))

    def compatible(gold: int, other_gold: int, pred: int, other_pred: int) -> bool:
        return (in_gold[gold] >> other_gold & 1) == (in_pred[pred] >> other_pred & 1) and (
            in_gold[other_gold] >> gold & 1
        ) == (in_pred[other_pred] >> pred & 1)

    return compatible


def digraph(element: Similarity, match: Match = "1:1", recall: Recall = "covered") -> Similarity:
    """Σ over directed graphs, keeping reachability: DAGs as partial orders, cycles as preorders.

    >>> from tallystick import Digraph, digraph, exact
    >>> chain, fork = Digraph("abc", [(0, 1), (1, 2)]), Digraph("abc", [(0, 2)])
    >>> digraph(exact).compare(chain, fork)
    2.0
    """
    return Reachable(element, match, recall)
