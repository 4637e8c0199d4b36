"""Latent variables: matched jointly with everything else (Equations 34–36, Appendix A.1).

The names of variables mean nothing; a score is the best one over all partial one-to-one maps between the
variables of the two sides. Three ways to find it, all exact:

1. a multiset of discrete elements with at most two variables each is a graph: the graph aligner solves it;
2. a few maps are tried one by one, and so is what is not linear in the choices (thresholds, Jaccard, users'
   functions over variables), while the number of maps allows; otherwise an error says what to change;
3. anything else is an integer programme: HiGHS solves it.

Once the map is known, the variables are bound to what they stand for, and scoring goes its ordinary way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf

from tallystick.core.latent_graph import as_graph
from tallystick.core.latent_linear import solve_linear
from tallystick.core.latent_maps import VariableMap, bound_by, ceiling, number_of_maps, try_all
from tallystick.core.latent_model import NotLinear
from tallystick.core.matching import Collection, Multiset
from tallystick.core.similarity import Similarity
from tallystick.core.values import variables_of
from tallystick.errors import TimeLimitError, UsageError
from tallystick.tally import Alignment, Tally

__all__ = ["latent_alignment", "latent_tally"]

#: How many maps of variables are tried one by one before giving up.
MOST_MAPS = 200_000
#: How many are tried without asking whether an integer programme would do.
FEW_MAPS = 250


def latent_tally(metric: Similarity, pred: object, gold: object, time_limit: float | None) -> Tally:
    """The tally of one item with free variables."""
    found = _solve(metric, pred, gold, time_limit)
    tally = metric.counts(*bound_by(found.partner, pred, gold))
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
    """The tally with Σ(x, x) maximised over maps of variables too, as Σ(x, y) is.

    The identity earns what it earns without any search: a total is never less, whatever the time limit.
    """
    # Where recall is covered, the side that may be shared is worth Σ φ(x, x) by definition.
    shared = metric.match if isinstance(metric, Collection) and metric.one_sided else None
    totals, proved = [tally.pred_total, tally.gold_total], tally.proved
    for side, (value, fixed) in enumerate(((pred, "1:N"), (gold, "N:1"))):
        names = variables_of(value)
        if shared != fixed and names:
            found = _solve(metric, value, value, time_limit, {name: name for name in names})
            totals[side] = metric.compare(*bound_by(found.partner, value, value))
            proved = min(proved, int(found.optimal))
    return replace(tally, pred_total=totals[0], gold_total=totals[1], proved=proved)


def latent_alignment(metric: Similarity, pred: object, gold: object, time_limit: float | None) -> Alignment:
    """The alignment of one item with free variables."""
    found = _solve(metric, pred, gold, time_limit)
    return metric.alignment(*bound_by(found.partner, pred, gold))


def _solve(
    metric: Similarity,
    pred: object,
    gold: object,
    time_limit: float | None,
    start: Mapping[str, str] | None = None,
) -> VariableMap:
    """The best map of variables; one that is not proved comes with how much better another could be."""
    found = _searched(metric, pred, gold, time_limit, start or {})
    most = None if found.optimal else ceiling(metric, pred, gold)
    if most is None:
        return found
    slack = min(found.slack, max(0.0, most - metric.compare(*bound_by(found.partner, pred, gold))))
    return VariableMap(found.partner, not slack, slack)


def _searched(
    metric: Similarity, pred: object, gold: object, time_limit: float | None, start: Mapping[str, str]
) -> VariableMap:
    preds, golds = list(variables_of(pred)), list(variables_of(gold))
    if not preds and not golds:
        raise UsageError("a variable stands where it cannot be found: inside a type of unknown parts")
    if not preds or not golds:
        return VariableMap({}, True, 0.0)
    graph = as_graph(metric, pred, gold)
    # Elements that stand on a side more than once cover each other in ways that the aligner does not see.
    if graph is not None and not (metric.reading.sides and graph.has_duplicates):
        result = graph.align(time_limit)
        return VariableMap(dict(result.partner), result.optimal, result.slack)
    maps = number_of_maps(preds, golds)
    if maps <= FEW_MAPS:
        return try_all(metric, pred, gold, time_limit)
    try:
        return solve_linear(metric, pred, gold, time_limit, start)
    except TimeLimitError:
        # Building the programme took all the time. Any map is a lower bound; the ceiling is the upper one.
        if not start and ceiling(metric, pred, gold) is None:
            raise
        return VariableMap(start, False, inf)
    except NotLinear:
        if maps <= MOST_MAPS:
            return try_all(metric, pred, gold, time_limit)
    raise UsageError(
        f"{metric!r} is not linear in its variables, and {len(preds)} against {len(golds)} of them are "
        "too many to try every map; compare the variables with exact inside a bag, or take thresholds, "
        "Jaccard and functions off the parts that hold variables"
    )
