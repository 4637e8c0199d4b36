"""The integer programme behind latent variables: choices, and linear expressions over them (Appendix A.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations

from tallystick.core.similarity import Similarity
from tallystick.core.values import LatentFound, Var, bind, field_names, key_of, variables_of
from tallystick.limits import PYTHON_STEP, checked

__all__ = ["CONSTANT", "Expression", "Model", "NotLinear"]

#: A linear expression: coefficient by choice. The key CONSTANT stands for a choice that is always made.
Expression = dict[int, float]
CONSTANT = -1


class NotLinear(Exception):  # noqa: N818 - a signal between the ways of solving
    """The similarity is not a linear function of the choices."""


@dataclass(slots=True)
class Model:
    """The choices of an integer programme: pairs of variables, pairs of elements, conjunctions of these."""

    variables: dict[tuple[str, str], int] = field(default_factory=dict)
    rows: list[tuple[dict[int, float], float]] = field(default_factory=list)
    size: int = 0
    _conjunctions: dict[tuple[int, int], int] = field(default_factory=dict)
    _parts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """What each conjunction is made of, down to choices that are none."""

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
            self._conjunctions[place] = conjunction = self.choice()
            self._parts[conjunction] = tuple(
                dict.fromkeys(self._parts.get(one, (one,)) + self._parts.get(two, (two,)))
            )
            self.requires(conjunction, one)
            self.requires(conjunction, two)
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
        needs: dict[int, tuple[int, ...]] = {}
        for i, pred in enumerate(preds):
            for j, gold in checked(enumerate(golds), 20 * PYTHON_STEP):
                worth = element.expression(pred, gold, self)
                if not worth:
                    continue
                cells[i, j] = cell = self.choice()
                for choice, value in worth.items():
                    if len(worth) == 1 and choice != CONSTANT:
                        needs[cell] = self._parts.get(choice, (choice,))
                        result[cell] = value
                    else:
                        together = self.both(cell, choice)
                        result[together] = result.get(together, 0.0) + value
        sides = [side for side, matches in ((0, ("1:1", "N:1")), (1, ("1:1", "1:N"))) if match in matches]
        for side in sides:
            self._at_most_one(cells, side)
        self._need(cells, needs, sides)
        if compatible:
            for (one, left), (two, right) in checked(combinations(cells.items(), 2), 10 * PYTHON_STEP):
                if not compatible(one[0], two[0], one[1], two[1]):
                    self.rows.append(({left: 1.0, right: 1.0}, 1.0))
        return result

    def _need(
        self, cells: Mapping[tuple[int, int], int], needs: Mapping[int, tuple[int, ...]], sides: Sequence[int]
    ) -> None:
        """Cells can only be chosen together with what they need.

        Of the cells of an element that is used once at most, those that need the same choice share a row: a
        far tighter bound than one row for each.
        """
        groups: dict[tuple[int, int, int], dict[int, float]] = {}
        for place, cell in cells.items():
            for needed in needs.get(cell, ()):
                if not sides:
                    self.requires(cell, needed)
                for side in sides:
                    groups.setdefault((side, place[side], needed), {needed: -1.0})[cell] = 1.0
        self.rows.extend((group, 0.0) for group in groups.values())

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
