"""Matching that keeps reachability: directed graphs as preorders (Equation 37).

Forests, in which the nodes above a node form a chain, have a separate search; chains are sequences. Anything else is an
integer program over pairs that exclude each other. Without cycles the equation allows 1:1 matchings only: two preds of
one gold would have to reach each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, compress
from math import fsum
from typing import TYPE_CHECKING, Final

from tallystick.core.coverage import cover_most
from tallystick.core.digraphs import Digraph, as_digraph
from tallystick.core.forests import match_as_forests
from tallystick.core.matching import Collection, Match, Matching, Recall, best_pairs
from tallystick.core.ordered import all_counts
from tallystick.core.pairs import Pairs
from tallystick.core.similarity import Similarity
from tallystick.errors import TimeLimitError
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.reach import reachability

if TYPE_CHECKING:
    from tallystick.core.latent.model import Expression, Model

__all__ = ["digraph"]

#: Bytes for one pair of incompatible choices, here and in the integer program.
ROW_BYTES: Final = 250
#: Sums of the same numbers in another order may differ by this much.
NEARLY: Final = 1e-9
Compatible = Callable[[int, int, int, int], bool]


@dataclass(frozen=True, repr=False)
class Reachable(Collection):
    """Σ over two digraphs, such that u reaches u′ exactly when v reaches v′."""

    def elements(self, value: object) -> Sequence[object]:
        return as_digraph(value).nodes

    def matching(self, gold: object, pred: object) -> Matching:
        gold_graph, pred_graph = as_digraph(gold), as_digraph(pred)
        golds, preds = gold_graph.nodes, pred_graph.nodes
        pairs = self.element.pairs(golds, preds)
        gold_reach, pred_reach = _reach(gold_graph), _reach(pred_graph)
        compatible = partial(_keep_reachability, gold_reach, pred_reach)
        groups = partial(self._groups, pairs, compatible)
        forests = match_as_forests(gold_reach, pred_reach, pairs)
        if forests is not None and forests.optimal:
            return Matching(golds, preds, pairs, pairs.taken(forests.chosen), groups)
        best = _greedy(pairs, self.match, compatible) if forests is None else pairs.taken(forests.chosen)
        # An upper bound of all matchings: the credit if reachability did not matter.
        most = fsum(best_pairs(pairs, self.match, len(golds), len(preds)).value)
        if fsum(best.value) >= most - NEARLY:
            return Matching(golds, preds, pairs, best, groups)
        try:
            chosen, bound = self._programme(pairs, groups())
        except TimeLimitError:  # building the program took all the time
            chosen, bound = best, most
        if fsum(best.value) > fsum(chosen.value):
            chosen = best
        slack = max(0.0, min(most, bound) - fsum(chosen.value))
        return Matching(golds, preds, pairs, chosen, groups, slack)

    def _programme(self, pairs: Pairs, groups: Sequence[Sequence[int]]) -> tuple[Pairs, float]:
        """The pairs that an integer program chooses, and an upper bound."""
        from tallystick.solve.integer import maximise

        if not groups:
            return pairs, fsum(pairs.value)
        row = [number for number, choices in enumerate(groups) for _ in choices]
        col = [choice for choices in groups for choice in choices]
        result = maximise(pairs.value, row, col, [1.0] * len(row), [1.0] * len(groups))
        chosen = Pairs.of(compress(pairs, result.values))
        return chosen, fsum(chosen.value) if result.optimal else result.upper_bound

    def _groups(self, pairs: Pairs, compatible: Compatible) -> list[Sequence[int]]:
        """Return the groups of mutually exclusive pairs."""
        groups: list[Sequence[int]] = []
        gold, pred = pairs.gold, pairs.pred
        for side, matches in ((pred, ("1:1", "N:1")), (gold, ("1:1", "1:N"))):
            if self.match in matches:
                choices: dict[int, list[int]] = {}
                for choice, index in enumerate(side):
                    choices.setdefault(index, []).append(choice)
                groups.extend(group for group in choices.values() if len(group) > 1)
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
        if all_counts(self, matching.chosen, shared):
            return matching.earned
        if matching.slack:
            current().give_up()  # the coverage of a solution that is not optimal has no bound
        choices = [(value, (i, j)[shared]) for i, j, value in matching.pairs]
        assert matching.groups is not None
        return cover_most(choices, dict(enumerate(worth)), matching.groups(), least=matching.earned)

    def credits(self, gold: object, pred: object, model: Model) -> Mapping[tuple[int, int], Expression]:
        gold_graph, pred_graph = as_digraph(gold), as_digraph(pred)
        compatible = partial(_keep_reachability, _reach(gold_graph), _reach(pred_graph))
        return model.matching(self.element, gold_graph.nodes, pred_graph.nodes, self.match, compatible)

    def __repr__(self) -> str:
        return f"digraph({self.element!r}{self._shown_options()})"


def _reach(graph: Digraph) -> list[int]:
    return reachability(len(graph.nodes), list(graph.edges))


def _keep_reachability(
    in_gold: Sequence[int],
    in_pred: Sequence[int],
    gold: int,
    other_gold: int,
    pred: int,
    other_pred: int,
) -> bool:
    return (in_gold[gold] >> other_gold & 1) == (in_pred[pred] >> other_pred & 1) and (
        in_gold[other_gold] >> gold & 1
    ) == (in_pred[other_pred] >> pred & 1)


def _greedy(pairs: Pairs, match: Match, compatible: Compatible) -> Pairs:
    """A matching, the heaviest pairs first; often the best one, and what is left if there is no time for that."""
    chosen: list[int] = []
    gold, pred, value = pairs.gold, pairs.pred, pairs.value
    for k in sorted(range(len(pairs)), key=lambda k: (-value[k], abs(gold[k] - pred[k]))):
        for other in chosen:
            if (
                (gold[k] == gold[other] and match in ("1:1", "1:N"))
                or (pred[k] == pred[other] and match in ("1:1", "N:1"))
                or not compatible(gold[k], gold[other], pred[k], pred[other])
            ):
                break
        else:
            chosen.append(k)
    return pairs.taken(sorted(chosen))


def digraph(element: Similarity, match: Match = "1:1", recall: Recall = "covered") -> Similarity:
    """Σ over directed graphs, keeping reachability: DAGs as partial orders, cycles as preorders.

    >>> from tallystick import Digraph, digraph, exact
    >>> chain, fork = Digraph("abc", [(0, 1), (1, 2)]), Digraph("abc", [(0, 2)])
    >>> digraph(exact).compare(chain, fork)
    2.0
    """
    return Reachable(element, match, recall)
