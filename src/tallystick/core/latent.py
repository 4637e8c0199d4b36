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

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from math import comb, perm

from tallystick.core.latent_graph import as_graph
from tallystick.core.matching import Collection, Multiset
from tallystick.core.similarity import Similarity
from tallystick.core.values import LatentFound, Var, bind, field_names, key_of, variables_of
from tallystick.errors import UsageError
from tallystick.tally import Alignment, Tally

__all__ = ["Expression", "Model", "VariableMap", "latent_alignment", "latent_tally"]

#: A linear expression: coefficient by choice. The key CONSTANT stands for a choice that is always made.
Expression = dict[int, float]
CONSTANT = -1

#: How many maps of variables are tried one by one before giving up.
MOST_MAPS = 200_000
#: How many are tried where maps that earn the same are to be told apart by what they cover.
FEW_MAPS = 2_000
#: Sums of the same numbers in another order may differ by this much.
NEARLY = 1e-9


class NotLinear(Exception):  # noqa: N818 - a signal between the ways of solving
    """The similarity is not a linear function of the choices."""


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


@dataclass(slots=True)
class Model:
    """The choices of an integer programme: pairs of variables, pairs of elements, conjunctions of these."""

    variables: dict[tuple[str, str], int] = field(default_factory=dict)
    rows: list[tuple[dict[int, float], float]] = field(default_factory=list)
    size: int = 0
    _conjunctions: dict[tuple[int, int], int] = field(default_factory=dict)

    def choice(self) -> int:
        """A new yes-or-no choice."""
        self.size += 1
        return self.size - 1

    def requires(self, choice: int, needed: int) -> None:
        """A choice can only be made together with another."""
        self.rows.append(({choice: 1.0, needed: -1.0}, 0.0))

    def variable_pair(self, pred: str, gold: str) -> int:
        """The choice to match two variables."""
        if (pred, gold) not in self.variables:
            self.variables[pred, gold] = self.choice()
        return self.variables[pred, gold]

    def both(self, one: int, two: int) -> int:
        """The conjunction of two choices. Credits are never negative, so two upper bounds suffice."""
        if one == two or two == CONSTANT:
            return one
        if one == CONSTANT:
            return two
        place = (min(one, two), max(one, two))
        if place not in self._conjunctions:
            self._conjunctions[place] = self.choice()
            self.requires(self._conjunctions[place], one)
            self.requires(self._conjunctions[place], two)
        return self._conjunctions[place]

    def constant(self, metric: Similarity, pred: object, gold: object) -> Expression:
        """A similarity that is no linear function of the choices: possible where it holds no variables."""
        try:
            value = metric.compare(pred, gold)
        except LatentFound:
            raise NotLinear from None
        return {CONSTANT: value} if value else {}

    def equality(self, pred: object, gold: object) -> Expression:
        """Δ(pred, gold): 1 if the variables inside are matched as the two values demand."""
        needed = list(_demands(pred, gold))
        if None in needed:
            return {}
        choice = CONSTANT
        for pair in dict.fromkeys(needed):
            assert pair is not None
            choice = self.both(choice, self.variable_pair(*pair))
        return {choice: 1.0}

    def product(self, factors: Iterable[Expression]) -> Expression:
        """The product of expressions, as an expression over conjunctions."""
        result: Expression = {CONSTANT: 1.0}
        for factor in factors:
            expanded: Expression = {}
            for one, left in result.items():
                for two, right in factor.items():
                    choice = self.both(one, two)
                    expanded[choice] = expanded.get(choice, 0.0) + left * right
            result = expanded
        return result

    def scaled(self, expression: Expression, factor: float) -> Expression:
        """An expression times a number."""
        return {choice: value * factor for choice, value in expression.items()} if factor else {}

    def mapped(self, expression: Expression, function: Callable[[float], float]) -> Expression:
        """A function of an expression: possible where nothing is to be chosen in it."""
        if set(expression) - {CONSTANT}:
            raise NotLinear
        value = function(expression.get(CONSTANT, 0.0))
        return {CONSTANT: value} if value else {}

    def matching(
        self,
        element: Similarity,
        preds: Sequence[object],
        golds: Sequence[object],
        match: str,
        compatible: Callable[[int, int, int, int], bool] | None,
    ) -> Expression:
        """Σ over the best matching of elements, under a constraint and perhaps an order."""
        result: Expression = {}
        cells: dict[tuple[int, int], int] = {}
        for i, pred in enumerate(preds):
            for j, gold in enumerate(golds):
                worth = element.expression(pred, gold, self)
                if not worth:
                    continue
                cells[i, j] = cell = self.choice()
                for choice, value in worth.items():
                    if len(worth) == 1 and choice != CONSTANT:
                        self.requires(cell, choice)
                        result[cell] = value
                    else:
                        together = self.both(cell, choice)
                        result[together] = result.get(together, 0.0) + value
        if match in ("1:1", "N:1"):
            self._at_most_one(cells, 0)
        if match in ("1:1", "1:N"):
            self._at_most_one(cells, 1)
        if compatible:
            for (one, left), (two, right) in combinations(cells.items(), 2):
                if not compatible(one[0], two[0], one[1], two[1]):
                    self.rows.append(({left: 1.0, right: 1.0}, 1.0))
        return result

    def _at_most_one(
        self, cells: Mapping[tuple[int, int], int] | Mapping[tuple[str, str], int], side: int
    ) -> None:
        groups: dict[object, dict[int, float]] = {}
        for place, choice in cells.items():
            groups.setdefault(place[side], {})[choice] = 1.0
        self.rows.extend((group, 1.0) for group in groups.values() if len(group) > 1)

    def self_score(self, metric: Similarity, value: object) -> float:
        """Σ(x, x), in which every variable stands for itself."""
        return metric.self_score(bind(value, {name: ("own", name) for name in variables_of(value)}))

    def finish(self) -> None:
        """Variables are matched one to one."""
        self._at_most_one(self.variables, 0)
        self._at_most_one(self.variables, 1)


def _demands(pred: object, gold: object) -> Iterator[tuple[str, str] | None]:
    """The pairs of variables that must be matched for two values to be equal; None if they never are."""
    free = [isinstance(side, Var) and side.identity is None for side in (pred, gold)]
    if any(free):
        yield (pred.name, gold.name) if all(free) else None  # type: ignore[attr-defined]
        return
    if not variables_of(pred) and not variables_of(gold):
        if key_of(pred) != key_of(gold):
            yield None
        return
    if isinstance(pred, (Set, Mapping)) or isinstance(gold, (Set, Mapping)):
        raise NotLinear  # equality of sets with variables inside: several ways to be equal
    ours, theirs = _ordered_parts(pred), _ordered_parts(gold)
    if ours is None or theirs is None or ours[0] != theirs[0] or len(ours[1]) != len(theirs[1]):
        yield None
        return
    for one, two in zip(ours[1], theirs[1], strict=True):
        yield from _demands(one, two)


def _ordered_parts(value: object) -> tuple[object, list[object]] | None:
    """The kind of a value with ordered parts, and the parts."""
    if isinstance(value, (tuple, list)):
        return tuple, list(value)
    names = field_names(type(value))
    return None if names is None else (type(value), [getattr(value, name) for name in names])


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
            for theirs in permutations(golds, size):
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
