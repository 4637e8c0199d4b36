"""The best map of latent variables, and the analysis of an item under it.

The names of variables are meaningless; a score is the maximum over all partial one-to-one maps between the
variables of the two sides. There are three ways to find it, all exact:

1. a multiset of elements with at most two variables each is a graph, if those with two are compared by equality and
   the graded parts of the others contain no variables: the graph aligner solves it;
2. a few maps are tried one by one, and so is what is not linear in the choices (thresholds, Jaccard, users'
   functions over variables), while the number of maps allows; otherwise an error says what to change;
3. anything else is an integer program: HiGHS solves it.

Once the map is known, each variable is bound to its partner, and the item is analysed like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from math import inf

from tallystick.core.inside import similarities_inside
from tallystick.core.latent.graded import as_graded_graph
from tallystick.core.latent.graph import as_graph
from tallystick.core.latent.linear import solve_linear
from tallystick.core.latent.maps import VariableMap, bound_by, ceiling, number_of_maps, try_all
from tallystick.core.latent.model import NotLinear
from tallystick.core.matching import Collection, Multiset
from tallystick.core.reachable import Reachable
from tallystick.core.similarity import Similarity
from tallystick.core.solution import Solution
from tallystick.core.values import variables_of
from tallystick.errors import TimeLimitError, UsageError
from tallystick.limits import Limits, current, limited
from tallystick.tally import Tally

__all__ = ["analyse_latent"]

#: How many maps of variables are tried one by one before giving up.
MOST_MAPS = 200_000
#: How many are tried without checking whether an integer program would do.
FEW_MAPS = 250


def analyse_latent(metric: Similarity, gold: object, pred: object, time_limit: float | None) -> Solution:
    """Analyse one item with free variables: find the best map, then compare the values under it."""
    best = _solve(metric, gold, pred, time_limit)
    with _time_to_evaluate(metric):
        analysis = metric.solved(*bound_by(best.partner, gold, pred))
    tally = analysis.tally
    tally = replace(tally, proved=min(tally.proved, int(best.optimal)), slack=max(tally.slack, best.slack))
    if not _self_is_best(metric):
        tally = _with_self_scores(tally, metric, gold, pred, time_limit)
    return analysis.with_tally(tally)


def _time_to_evaluate(metric: Similarity) -> AbstractContextManager[object]:
    """Limits for evaluating a map: after the deadline the search is over, and its result has to be counted.

    Only a digraph would start a separate search.
    """
    limits = current()
    if not limits.expired() or any(isinstance(part, Reachable) for part in similarities_inside(metric)):
        return nullcontext()
    return limited(Limits(memory=limits.memory))


def _self_is_best(metric: Similarity) -> bool:
    """Whether no map of a value's variables onto themselves earns more than the identity."""
    if isinstance(metric, Multiset) and metric.element.discrete:
        return True  # for N:N by Cauchy and Schwarz: Σ c(x)·c(π(x)) ≤ Σ c(x)²
    return metric.peaked or (isinstance(metric, Collection) and metric.self_is_best)


def _with_self_scores(
    tally: Tally, metric: Similarity, gold: object, pred: object, time_limit: float | None
) -> Tally:
    """The tally with Σ(x, x) maximised over maps of variables too, as Σ(x, y) is.

    The identity earns what it earns without any search: a total is never less, whatever the time limit.
    """
    # Where recall is covered, the side that may be shared is worth Σ φ(x, x) by definition.
    shared = metric.match if isinstance(metric, Collection) and metric.one_sided else None
    totals, proved = [tally.gold_total, tally.pred_total], tally.proved
    for side, (value, fixed) in enumerate(((gold, "N:1"), (pred, "1:N"))):
        names = variables_of(value)
        if shared != fixed and names:
            best = _solve(metric, value, value, time_limit, {name: name for name in names})
            with _time_to_evaluate(metric):
                totals[side] = metric.compare(*bound_by(best.partner, value, value))
            proved = min(proved, int(best.optimal))
    return replace(tally, gold_total=totals[0], pred_total=totals[1], proved=proved)


def _solve(
    metric: Similarity,
    gold: object,
    pred: object,
    time_limit: float | None,
    start: Mapping[str, str] | None = None,
) -> VariableMap:
    """The best map of variables; if it is not proved, with how much better another could be."""
    best = _searched(metric, gold, pred, time_limit, start or {})
    if best.optimal:
        return best
    partner, slack = best.partner, best.slack
    with _time_to_evaluate(metric):
        reached = metric.compare(*bound_by(partner, gold, pred))
        if start:
            known = metric.compare(*bound_by(start, gold, pred))
            if known > reached:
                partner, slack, reached = start, max(0.0, slack - (known - reached)), known
        most = ceiling(metric, gold, pred)
    if most is not None:
        slack = min(slack, max(0.0, most - reached))
    return VariableMap(partner, not slack, slack)


def _searched(
    metric: Similarity, gold: object, pred: object, time_limit: float | None, start: Mapping[str, str]
) -> VariableMap:
    try:
        return _search(metric, gold, pred, time_limit, start)
    except TimeLimitError:
        # Setting up the search took all the time. Any map is a lower bound; the ceiling is the upper one.
        with _time_to_evaluate(metric):
            if not start and ceiling(metric, gold, pred) is None:
                raise
        return VariableMap(start, False, inf)


def _search(
    metric: Similarity, gold: object, pred: object, time_limit: float | None, start: Mapping[str, str]
) -> VariableMap:
    golds, preds = list(variables_of(gold)), list(variables_of(pred))
    if not golds and not preds:
        raise UsageError("a variable is inside a value whose parts are unknown, so it cannot be matched")
    if not golds or not preds:
        return VariableMap({}, True, 0.0)
    graph = as_graph(metric, gold, pred) or as_graded_graph(metric, gold, pred)
    # Elements that are on a side more than once cover each other in ways that the aligner does not see.
    if graph is not None and not (metric.reading.sides and graph.has_duplicates):
        return graph.align(time_limit)
    maps = number_of_maps(golds, preds)
    if maps <= FEW_MAPS:
        return try_all(metric, gold, pred, time_limit)
    try:
        return solve_linear(metric, gold, pred, time_limit, start)
    except NotLinear:
        if maps <= MOST_MAPS:
            return try_all(metric, gold, pred, time_limit)
    raise UsageError(
        f"{metric!r} is not linear in its variables, and {len(golds)} against {len(preds)} of them are "
        "too many to try every map; compare the variables with exact inside a bag, or remove thresholds, "
        "Jaccard and functions from the parts that contain variables"
    )
