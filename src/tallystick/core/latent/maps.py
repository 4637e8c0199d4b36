"""Maps between the latent variables of two sides: what a map earns, and the search map by map."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb, perm

from tallystick.core.matching import Collection
from tallystick.core.similarity import Similarity
from tallystick.core.values import bind, variables_of
from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, current

__all__ = [
    "NEARLY", "VariableMap", "bound_by", "ceiling", "earned_and_covered", "number_of_maps", "own", "try_all",
]  # fmt: skip

#: Sums of the same numbers in another order may differ by this much.
NEARLY = 1e-9
#: Interpreted steps that trying one map is worth.
STEPS_PER_MAP = 100


@dataclass(frozen=True, slots=True)
class VariableMap:
    """The best known map of variables, with what is known about it."""

    partner: Mapping[str, str]
    """The gold variable of each matched pred variable."""
    optimal: bool
    slack: float


def bound_by(partner: Mapping[str, str], gold: object, pred: object) -> tuple[object, object]:
    """Both sides with their variables standing for the gold variable, or for nothing on the other side."""
    gold_identities: dict[str, Hashable] = {name: ("gold", name) for name in variables_of(gold)}
    pred_identities: dict[str, Hashable] = {
        name: ("gold", partner[name]) if name in partner else ("pred", name) for name in variables_of(pred)
    }
    return bind(gold, gold_identities), bind(pred, pred_identities)


def own(value: object) -> object:
    """The value with each of its variables standing for itself."""
    return bind(value, {name: ("own", name) for name in variables_of(value)})


def earned_and_covered(metric: Similarity, gold: object, pred: object) -> tuple[float, float]:
    """The objective, and the criterion that decides between maps that earn the same."""
    if isinstance(metric, Collection) and metric.one_sided:
        tally = metric.counts(gold, pred)
        earned, covered = tally.matched_pred, tally.matched_gold
        return (earned, covered) if metric.match == "N:1" else (covered, earned)
    return metric.compare(gold, pred), 0.0


def ceiling(metric: Similarity, gold: object, pred: object) -> float | None:
    """An upper bound for all maps, because no element earns more than it is worth; None if some may."""
    if metric.peaked:
        return min(metric.self_score(own(gold)), metric.self_score(own(pred)))
    if isinstance(metric, Collection) and metric.self_is_best:
        return metric.self_score(own(pred if metric.match == "N:1" else gold))
    return None


def number_of_maps(golds: Sequence[str], preds: Sequence[str]) -> int:
    """How many partial one-to-one maps there are."""
    small = min(len(golds), len(preds))
    return sum(comb(len(golds), size) * perm(len(preds), size) for size in range(small + 1))


def _maps(golds: Sequence[str], preds: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every partial one-to-one map from preds to golds, large ones first."""
    for size in range(min(len(golds), len(preds)), -1, -1):
        for some_preds in combinations(preds, size):
            for some_golds in permutations(golds, size):
                yield dict(zip(some_preds, some_golds, strict=True))


def try_all(
    metric: Similarity,
    gold: object,
    pred: object,
    time_limit: float | None = None,
) -> VariableMap:
    """The best map of all; of those that earn the most, one that covers the most.

    The answer is the same for every order of the maps, so that names and order of variables never show. Where a
    ceiling is known, a search that is cut short returns the best map with a bound; without one, it is given up.
    """
    most = ceiling(metric, gold, pred)
    limits = current().within(time_limit)
    best: dict[tuple[float, float], dict[str, str]] = {}
    peak, complete = -1.0, True
    for partner in _maps(list(variables_of(gold)), list(variables_of(pred))):
        if most is None:
            current().spend(STEPS_PER_MAP * PYTHON_STEP)
        elif best and limits.expired():
            complete = False
            break
        value = earned_and_covered(metric, *bound_by(partner, gold, pred))
        if value[0] > peak:
            peak = value[0]
            best = {known: map_ for known, map_ in best.items() if known[0] >= peak - NEARLY}
        if value[0] >= peak - NEARLY:
            best.setdefault(value, partner)
    chosen = max(best, key=lambda value: (value[1], value[0]))
    slack = 0.0 if complete or most is None else max(0.0, most - chosen[0])
    return VariableMap(best[chosen], complete or not slack, slack)
