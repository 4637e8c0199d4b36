"""The integer program behind latent variables: choices, and linear expressions over them (Appendix A.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import combinations
from math import fsum

from tallystick.core.matching import Match
from tallystick.core.similarity import Similarity
from tallystick.core.values import LatentFound, Var, bind, equality_for, key_of, variables_of
from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, checked

__all__ = ["CONSTANT", "Expression", "Model", "NotLinear"]

#: The choice that is always made.
CONSTANT = -1


class Expression(dict[int, float]):
    """A linear expression: coefficient by choice, and a bound that no choices exceed.

    The bound respects what the coefficients alone do not show: of the pairs of an element, one at most is chosen.
    """

    __slots__ = ("most",)

    def __init__(self, coefficients: Mapping[int, float], most: float) -> None:
        super().__init__(coefficients)
        self.most = most

    @classmethod
    def constant(cls, value: float) -> Expression:
        """A number that does not depend on choices."""
        return cls({CONSTANT: value} if value else {}, value)


class NotLinear(Exception):  # noqa: N818 - a signal between the ways of solving
    """The similarity is not a linear function of the choices."""


@dataclass(slots=True)
class Model:
    """The choices of an integer program: pairs of variables, pairs of elements, conjunctions of these."""

    variables: dict[tuple[str, str], int] = field(default_factory=dict)
    rows: list[tuple[dict[int, float], float]] = field(default_factory=list)
    size: int = 0
    _conjunctions: dict[tuple[int, int], int] = field(default_factory=dict)
    _parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The parts of each conjunction, down to single choices."""

    def choice(self) -> int:
        """A new yes-or-no choice."""
        self.size += 1
        return self.size - 1

    def requires(self, choice: int, needed: int) -> None:
        """A choice can only be made together with another."""
        self.rows.append(({choice: 1.0, needed: -1.0}, 0.0))

    def variable_pair(self, gold: str, pred: str) -> int:
        """The choice to match two variables."""
        if (gold, pred) not in self.variables:
            self.variables[gold, pred] = self.choice()
        return self.variables[gold, pred]

    def both(self, left: int, right: int) -> int:
        """The conjunction of two choices. Credits are never negative, so two upper bounds suffice."""
        if left == right or right == CONSTANT:
            return left
        if left == CONSTANT:
            return right
        pair = (min(left, right), max(left, right))
        if pair not in self._conjunctions:
            self._conjunctions[pair] = conjunction = self.choice()
            self._parts[conjunction] = tuple(
                dict.fromkeys(self._parts.get(left, (left,)) + self._parts.get(right, (right,)))
            )
            self.requires(conjunction, left)
            self.requires(conjunction, right)
        return self._conjunctions[pair]

    def nothing(self) -> Expression:
        """The credit of two values that never match."""
        return Expression.constant(0.0)

    def constant(self, metric: Similarity, gold: object, pred: object) -> Expression:
        """A similarity that is not a linear function of the choices: possible if it contains no variables."""
        try:
            value = metric.compare(gold, pred)
        except LatentFound:
            raise NotLinear from None
        return Expression.constant(value)

    def equality(self, gold: object, pred: object) -> Expression:
        """Δ(gold, pred): 1 if the variables inside are matched as the two values demand."""
        needed = list(_demands(gold, pred))
        if None in needed:
            return self.nothing()
        choice = CONSTANT
        for pair in dict.fromkeys(needed):
            assert pair is not None
            choice = self.both(choice, self.variable_pair(*pair))
        return Expression({choice: 1.0}, 1.0)

    def product(self, factors: Iterable[Expression]) -> Expression:
        """The product of expressions, as an expression over conjunctions."""
        result = Expression.constant(1.0)
        for factor in factors:
            expanded = Expression({}, result.most * factor.most)
            for left, left_value in result.items():
                for right, right_value in factor.items():
                    choice = self.both(left, right)
                    expanded[choice] = expanded.get(choice, 0.0) + left_value * right_value
            result = expanded
        return result

    def total(self, credits: Mapping[tuple[int, int], Expression], match: Match) -> Expression:
        """The credit of all pairs of elements under a constraint."""
        result = Expression({}, _most(credits, match))
        for earned in credits.values():
            for choice, value in earned.items():
                result[choice] = result.get(choice, 0.0) + value
        return result

    def added(self, terms: Iterable[Expression]) -> Expression:
        """The sum of expressions."""
        result = Expression({}, 0.0)
        for term in terms:
            result.most += term.most
            for choice, value in term.items():
                result[choice] = result.get(choice, 0.0) + value
        return result

    def largest(self, options: Iterable[Expression]) -> Expression:
        """The greatest of expressions. What is maximised chooses one of them, and chooses the greatest."""
        filled = [option for option in options if option]
        if all(set(option) == {CONSTANT} for option in filled):
            return Expression.constant(max([option[CONSTANT] for option in filled], default=0.0))
        result = Expression({}, max(option.most for option in filled))
        chosen = {self.choice(): option for option in filled}
        self.rows.append((dict.fromkeys(chosen, 1.0), 1.0))
        for option_choice, option in chosen.items():
            for choice, value in option.items():
                result[self.both(option_choice, choice)] = value
        return result

    def scaled(self, expression: Expression, factor: float) -> Expression:
        """An expression times a number."""
        scaled = {choice: value * factor for choice, value in expression.items()} if factor else {}
        return Expression(scaled, expression.most * factor)

    def mapped(self, expression: Expression, function: Callable[[float], float]) -> Expression:
        """A function of an expression: possible if it contains no choices."""
        if set(expression) - {CONSTANT}:
            raise NotLinear
        return Expression.constant(function(expression.get(CONSTANT, 0.0)))

    def matching(
        self,
        element: Similarity,
        golds: Sequence[object],
        preds: Sequence[object],
        match: Match,
        compatible: Callable[[int, int, int, int], bool] | None,
    ) -> dict[tuple[int, int], Expression]:
        """The credit of each pair of elements in a matching, under a constraint and perhaps an order."""
        result: dict[tuple[int, int], Expression] = {}
        cells: dict[tuple[int, int], int] = {}
        needs: dict[int, tuple[int, ...]] = {}
        for i, gold in enumerate(golds):
            for j, pred in checked(enumerate(preds), 20 * PYTHON_STEP):
                worth = element.expression(gold, pred, self)
                if not worth:
                    continue
                cells[i, j] = cell = self.choice()
                earned = result[i, j] = Expression({}, worth.most)
                for choice, value in worth.items():
                    if len(worth) == 1 and choice != CONSTANT:
                        needs[cell] = self._parts.get(choice, (choice,))
                        earned[cell] = value
                    else:
                        earned[self.both(cell, choice)] = value
        sides = _used_once(match)
        for side in sides:
            self._at_most_one(cells, side)
        self._need(cells, needs, sides)
        if compatible:
            for (pair, cell), (other, other_cell) in checked(
                combinations(cells.items(), 2), 10 * PYTHON_STEP
            ):
                if not compatible(pair[0], other[0], pair[1], other[1]):
                    self.rows.append(({cell: 1.0, other_cell: 1.0}, 1.0))
        return result

    def _need(
        self, cells: Mapping[tuple[int, int], int], needs: Mapping[int, tuple[int, ...]], sides: Sequence[int]
    ) -> None:
        """Cells can only be chosen together with what they need.

        Of the cells of an element that is used once at most, those that need the same choice share a row: a
        far tighter bound than one row for each.
        """
        groups: dict[tuple[int, int, int], dict[int, float]] = {}
        for pair, cell in cells.items():
            for needed in needs.get(cell, ()):
                if not sides:
                    self.requires(cell, needed)
                for side in sides:
                    groups.setdefault((side, pair[side], needed), {needed: -1.0})[cell] = 1.0
        self.rows.extend((group, 0.0) for group in groups.values())

    def _at_most_one(
        self, cells: Mapping[tuple[int, int], int] | Mapping[tuple[str, str], int], side: int
    ) -> None:
        groups: dict[object, dict[int, float]] = {}
        for pair, choice in cells.items():
            groups.setdefault(pair[side], {})[choice] = 1.0
        self.rows.extend((group, 1.0) for group in groups.values() if len(group) > 1)

    def self_score(self, metric: Similarity, value: object) -> float:
        """Σ(x, x), in which every variable stands for itself."""
        return metric.self_score(bind(value, {name: ("own", name) for name in variables_of(value)}))

    def finish(self) -> None:
        """Variables are matched one to one."""
        self._at_most_one(self.variables, 0)
        self._at_most_one(self.variables, 1)


def _most(credits: Mapping[tuple[int, int], Expression], match: Match) -> float:
    """An upper bound of a matching: elements that are used once choose their best pair."""
    bounds = []
    for side in _used_once(match):
        best: dict[int, float] = {}
        for pair, earned in credits.items():
            best[pair[side]] = max(best.get(pair[side], 0.0), earned.most)
        bounds.append(fsum(best.values()))
    return min(bounds, default=fsum(earned.most for earned in credits.values()))


def _used_once(match: Match) -> list[int]:
    """The sides whose elements have at most one partner: 0 for gold, 1 for pred."""
    return [side for side, matches in ((0, ("1:1", "1:N")), (1, ("1:1", "N:1"))) if match in matches]


def _demands(gold: object, pred: object) -> Iterator[tuple[str, str] | None]:
    """The pairs of variables that must be matched for two values to be equal; None if they never are."""
    free = [isinstance(side, Var) and side.identity is None for side in (gold, pred)]
    if any(free):
        yield (gold.name, pred.name) if all(free) else None  # type: ignore[attr-defined]
        return
    if not variables_of(gold) and not variables_of(pred):
        if key_of(gold) != key_of(pred):
            yield None
        return
    if isinstance(gold, (Set, Mapping)) or isinstance(pred, (Set, Mapping)):
        raise NotLinear  # equality of sets with variables inside: several ways to be equal
    gold_parts, pred_parts = _ordered_parts(gold), _ordered_parts(pred)
    if (
        gold_parts is None
        or pred_parts is None
        or gold_parts[0] != pred_parts[0]
        or len(gold_parts[1]) != len(pred_parts[1])
    ):
        yield None
        return
    for gold_part, pred_part in zip(gold_parts[1], pred_parts[1], strict=True):
        yield from _demands(gold_part, pred_part)


def _ordered_parts(value: object) -> tuple[object, list[object]] | None:
    """The kind of a value with ordered parts, and the parts."""
    equality = equality_for(type(value))
    if equality.is_own:
        raise NotLinear  # what the class calls equal only the class knows
    if equality.parts is not None:
        return type(value), [get(value) for get in equality.parts]
    return (tuple, list(value)) if isinstance(value, (tuple, list)) else None
