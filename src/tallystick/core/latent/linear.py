"""Latent variables by integer programming, if a score is linear in the choices (Appendix A.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tallystick.core.latent.maps import NEARLY, VariableMap, bound_by, earned_and_covered, own
from tallystick.core.latent.model import CONSTANT, Expression, Model
from tallystick.core.matching import Collection
from tallystick.core.similarity import Similarity

__all__ = ["solve_linear"]

#: HiGHS takes a row as met within 10⁻⁶; a row written this much larger is met as much more closely.
_CLOSER = 1000.0


def solve_linear(
    metric: Similarity, gold: object, pred: object, time_limit: float | None, start: Mapping[str, str]
) -> VariableMap:
    """The best map of variables, at least as good as the map to start with.

    Of maps that earn the most under covered recall, one that covers the most: the answer must not depend on names.
    """
    model = Model()
    credits: Mapping[tuple[int, int], Expression] = {}
    if isinstance(metric, Collection):
        credits = metric.credits(gold, pred, model)
        objective = model.total(credits, metric.match)
    else:
        objective = metric.expression(gold, pred, model)
    model.finish()
    partner, reached = start, metric.compare(*bound_by(start, gold, pred))
    upper, optimal = objective.most, objective.most <= reached + NEARLY
    if not optimal:
        maximal, bound, optimal = _maximised(model, objective, time_limit)
        value = metric.compare(*bound_by(maximal, gold, pred))
        if value > reached or not start:
            partner, reached = maximal, value
        upper = min(upper, bound)
    if optimal and isinstance(metric, Collection) and metric.one_sided:
        partner = _covering(metric, gold, pred, model, credits, partner)
    slack = 0.0 if optimal else max(0.0, upper - reached)
    return VariableMap(partner, optimal or not slack, slack)


def _maximised(
    model: Model, objective: Expression, time_limit: float | None
) -> tuple[dict[str, str], float, bool]:
    """The map that the solver finds, the bound it gives, and whether the map is proved to reach it."""
    from tallystick.solve.integer import maximise

    weights = [objective.get(choice, 0.0) for choice in range(model.size)]
    row, col, coefficient, bound = [], [], [], []
    for number, (entries, limit) in enumerate(model.rows):
        bound.append(limit)
        for choice, value in entries.items():
            row.append(number)
            col.append(choice)
            coefficient.append(value)
    result = maximise(weights, row, col, coefficient, bound, time_limit=time_limit)
    return _chosen(model, result.values), objective.get(CONSTANT, 0.0) + result.upper_bound, result.optimal


def _chosen(model: Model, values: Sequence[float]) -> dict[str, str]:
    return {pred: gold for (gold, pred), choice in model.variables.items() if values[choice] > 0.5}


def _covering(
    metric: Collection,
    gold: object,
    pred: object,
    model: Model,
    credits: Mapping[tuple[int, int], Expression],
    partner: Mapping[str, str],
) -> Mapping[str, str]:
    """Of the maps that earn as much as this one, one that covers the most.

    Each element that may be shared keeps what it receives, up to what it is worth: a mixed integer program.
    """
    from tallystick.solve.integer import maximise_mixed

    side, value = (0, gold) if metric.match == "N:1" else (1, pred)
    worth = metric.element.self_scores(metric.elements(own(value)))
    earned, covered = earned_and_covered(metric, *bound_by(partner, gold, pred))
    if covered >= min(earned, sum(worth)) - NEARLY:
        return partner
    kept = range(model.size, model.size + len(worth))
    rows = list(model.rows)
    for number, amount_kept in enumerate(kept):
        received = [credit for pair, credit in credits.items() if pair[side] == number]
        entries = {choice: -amount for credit in received for choice, amount in credit.items()}
        rows.append(({amount_kept: 1.0, **entries}, 0.0))
    total = model.total(credits, metric.match)
    rows.append(
        ({choice: -_CLOSER * amount for choice, amount in total.items()}, _CLOSER * (NEARLY - earned))
    )
    objective = [0.0] * model.size + [1.0] * len(worth)
    upper = [1.0] * model.size + list(worth)
    values = maximise_mixed(objective, rows, upper, integral=model.size)
    candidate = partner if values is None else _chosen(model, values)
    # The solver rounds; what counts is the score itself.
    better = earned_and_covered(metric, *bound_by(candidate, gold, pred))
    return candidate if better[0] >= earned - NEARLY and better[1] > covered else partner
