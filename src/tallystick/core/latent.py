"""Latent variables: matched jointly with everything else (Equations 34–36, Appendix A.1).

The names of variables mean nothing; a score is the best one over all partial one-to-one maps between the
variables of the two sides. Three ways to find it, all exact:

1. a multiset of discrete elements with at most two variables each is a graph: the graph aligner solves it;
2. anything else that is linear in the choices is an integer programme: HiGHS solves it;
3. what is not linear (thresholds, Jaccard, users' functions over variables) is tried map by map, while the
   number of maps allows; otherwise an error says what to change.

Once the map is known, the variables are bound to what they stand for, and scoring goes its ordinary way.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb, perm

from tallystick.core.latent_graph import as_graph
from tallystick.core.latent_model import CONSTANT, Model, NotLinear
from tallystick.core.matching import Collection, Multiset
from tallystick.core.similarity import Similarity
from tallystick.core.values import bind, variables_of
from tallystick.errors import UsageError
from tallystick.limits import PYTHON_STEP, checked
from tallystick.tally import Alignment, Tally

__all__ = ["VariableMap", "latent_alignment", "latent_tally"]

#: How many maps of variables are tried one by one before giving up.
MOST_MAPS = 200_000
#: How many are tried where maps that earn the same are to be told apart by what they cover.
FEW_MAPS = 2_000
#: Sums of the same numbers in another order may differ by this much.
NEARLY = 1e-9


@dataclass(frozen=True, slots=True)
class VariableMap:
    """The best map of variables found, with what is known about it."""

    partner: Mapping[str, str]
    """The gold variable of each matched pred variable."""
    optimal: bool
    slack: float


def latent_tally(metric: Similarity, pred: object, gold: object, time_limit: float | None) -> Tally:
    """The tally of one item with free variables."""
    found = _solve(metric, pred, gold, time_limit)
    tally = metric.counts(*_bound(pred, gold, found.partner))
    tally = replace(tally, proved=int(found.optimal), slack=found.slack)
    return tally if _self_is_best(metric) else _with_self_scores(tally, metric, pred, gold, time_limit)


def _self_is_best(metric: Similarity) -> bool:
    """Whether no map of a value's variables onto themselves earns more than the identity."""
    if isinstance(metric, Multiset) and metric.element.discrete:
        return True  # for N:N by Cauchy and Schwarz: Σ c(x)·c(π(x)) ≤ Σ c(x)²
    return metric.peaked or (isinstance(metric, Collection) and metric.self_is_best)


def _with_self_scores(
    tally: Tally, metric: Similarity, pred: object, gold: object, time_limit: float | None
) -> Tally:
    """The tally with Σ(x, x) maximised over maps of variables too, as Σ(x, y) is."""
    # Where recall is covered, the side that may be shared is worth Σ φ(x, x) by definition.
    shared = metric.match if isinstance(metric, Collection) and metric.one_sided else None
    totals, proved = [tally.pred_total, tally.gold_total], tally.proved
    for side, (value, fixed) in enumerate(((pred, "1:N"), (gold, "N:1"))):
        if shared != fixed and variables_of(value):
            found = _solve(metric, value, value, time_limit)
            totals[side] = metric.compare(*_bound(value, value, found.partner))
            proved = min(proved, int(found.optimal))
    return replace(tally, pred_total=totals[0], gold_total=totals[1], proved=proved)


def latent_alignment(metric: Similarity, pred: object, gold: object, time_limit: float | None) -> Alignment:
    """The alignment of one item with free variables."""
    found = _solve(metric, pred, gold, time_limit)
    return metric.alignment(*_bound(pred, gold, found.partner))


def _bound(pred: object, gold: object, partner: Mapping[str, str]) -> tuple[object, object]:
    """Both sides with their variables standing for the gold variable, or for nothing on the other side."""
    ours: dict[str, Hashable] = {
        name: ("gold", partner[name]) if name in partner else ("pred", name) for name in variables_of(pred)
    }
    theirs: dict[str, Hashable] = {name: ("gold", name) for name in variables_of(gold)}
    return bind(pred, ours), bind(gold, theirs)


def _solve(metric: Similarity, pred: object, gold: object, time_limit: float | None) -> VariableMap:
    preds, golds = list(variables_of(pred)), list(variables_of(gold))
    if not preds and not golds:
        raise UsageError("a variable stands where it cannot be found: inside a type of unknown parts")
    if not preds or not golds:
        return VariableMap({}, True, 0.0)
    covered = isinstance(metric, Collection) and metric.one_sided
    graph = as_graph(metric, pred, gold)
    if graph is not None and not (covered and graph.has_duplicates):
        result = graph.align(time_limit)
        return VariableMap(dict(result.partner), result.optimal, result.slack)
    if covered and graph is None and _number_of_maps(preds, golds) <= FEW_MAPS:
        return _try_all(metric, pred, gold, preds, golds)
    try:
        return _solve_linear(metric, pred, gold, time_limit)
    except NotLinear:
        return _try_all(metric, pred, gold, preds, golds)


# -- 2: an integer programme ---------------------------------------------------------------------------------


def _solve_linear(metric: Similarity, pred: object, gold: object, time_limit: float | None) -> VariableMap:
    from tallystick.solve.integer import maximise

    model = Model()
    objective = dict(metric.expression(pred, gold, model))
    if isinstance(metric, Multiset) and metric.one_sided and metric.element.discrete:
        # Equal elements cover each other one to one. Of the maps that earn most, take one that covers most.
        ours, theirs = metric.elements(pred), metric.elements(gold)
        share = 1 / (1 + min(len(ours), len(theirs)))
        for choice, value in model.matching(metric.element, ours, theirs, "1:1", None).items():
            objective[choice] = objective.get(choice, 0.0) + share * value
    constant = objective.pop(CONSTANT, 0.0)
    model.finish()
    weights = [objective.get(choice, 0.0) for choice in range(model.size)]
    row, col, coefficient, bound = [], [], [], []
    for number, (entries, limit) in enumerate(model.rows):
        bound.append(limit)
        for choice, value in entries.items():
            row.append(number)
            col.append(choice)
            coefficient.append(value)
    result = maximise(weights, row, col, coefficient, bound, time_limit=time_limit)
    partner = {pred: gold for (pred, gold), choice in model.variables.items() if result.values[choice]}
    reached = metric.compare(*_bound(pred, gold, partner))
    slack = 0.0 if result.optimal else max(0.0, constant + result.upper_bound - reached)
    return VariableMap(partner, result.optimal, slack)


# -- 3: map by map -------------------------------------------------------------------------------------------


def _try_all(
    metric: Similarity, pred: object, gold: object, preds: list[str], golds: list[str]
) -> VariableMap:
    if _number_of_maps(preds, golds) > MOST_MAPS:
        raise UsageError(
            f"{metric!r} is not linear in its variables, and {len(preds)} against {len(golds)} of them are "
            "too many to try every map; compare the variables with exact inside a bag, or take thresholds, "
            "Jaccard and functions off the parts that hold variables"
        )
    best, best_map = (-1.0, -1.0), dict[str, str]()
    for size in range(min(len(preds), len(golds)), -1, -1):
        for ours in combinations(preds, size):
            for theirs in checked(permutations(golds, size), 100 * PYTHON_STEP):
                partner = dict(zip(ours, theirs, strict=True))
                value = _earned_and_covered(metric, *_bound(pred, gold, partner))
                if value[0] > best[0] + NEARLY or (value[0] > best[0] - NEARLY and value[1] > best[1]):
                    best, best_map = value, partner
    return VariableMap(best_map, True, 0.0)


def _number_of_maps(preds: list[str], golds: list[str]) -> int:
    small = min(len(preds), len(golds))
    return sum(comb(len(preds), size) * perm(len(golds), size) for size in range(small + 1))


def _earned_and_covered(metric: Similarity, pred: object, gold: object) -> tuple[float, float]:
    """What is maximised, and what decides between maps that earn the same."""
    if isinstance(metric, Collection) and metric.one_sided:
        tally = metric.counts(pred, gold)
        earned, covered = tally.matched_pred, tally.matched_gold
        return (earned, covered) if metric.match == "N:1" else (covered, earned)
    return metric.compare(pred, gold), 0.0
