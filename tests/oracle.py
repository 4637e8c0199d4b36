"""The paper's formulas by exhaustive search, for small inputs: Equations 13, 36 and 37 as they are printed.

Nothing of the package is used here. Matchings are enumerated relation by relation, latent variables map by
map; only the graph-shaped search (`best_triples`) is vectorised, over all maps at once.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

import numpy as np

#: A pair of positions (gold, pred).
Cell = tuple[int, int]
NEARLY = 1e-9


@dataclass(frozen=True)
class Variable:
    name: str


@dataclass(frozen=True)
class Answer:
    """What an optimal matching earns, and the most that one of them covers of each side."""

    earned: float
    covered_gold: float
    covered_pred: float


# -- Equation 13, with Equation 37 where an order is given -------------------------------------------------


def relations(
    cells: Sequence[Cell], match: str, compatible: Callable[[Cell, Cell], bool] | None
) -> Iterator[list[Cell]]:
    """Every relation over the cells that obeys the constraint."""

    def allowed(chosen: list[Cell], cell: Cell) -> bool:
        for other in chosen:
            if match in ("1:1", "N:1") and other[1] == cell[1]:
                return False
            if match in ("1:1", "1:N") and other[0] == cell[0]:
                return False
            if compatible and not compatible(other, cell):
                return False
        return True

    def extend(place: int, chosen: list[Cell]) -> Iterator[list[Cell]]:
        if place == len(cells):
            yield chosen
            return
        yield from extend(place + 1, chosen)
        if allowed(chosen, cells[place]):
            yield from extend(place + 1, [*chosen, cells[place]])

    return extend(0, [])


def best(golds: Sequence, preds: Sequence, phi: Callable, match: str, compatible=None) -> Answer:
    """max over relations M of Σ φ(u, v), with what the maximal ones cover: Σ min(φ(x, x), what x earned)."""
    values = {(i, j): phi(g, p) for i, g in enumerate(golds) for j, p in enumerate(preds)}
    cells = [cell for cell, value in values.items() if value > 0]
    worth = [phi(g, g) for g in golds], [phi(p, p) for p in preds]
    result = Answer(0.0, 0.0, 0.0)
    for chosen in relations(cells, match, compatible):
        earned = sum(values[cell] for cell in chosen)
        if earned < result.earned - NEARLY:
            continue
        covered = []
        for side in (0, 1):
            received = defaultdict(float)
            for cell in chosen:
                received[cell[side]] += values[cell]
            covered.append(sum(min(worth[side][x], amount) for x, amount in received.items()))
        if earned > result.earned + NEARLY:
            result = Answer(earned, *covered)
        else:
            result = Answer(
                result.earned, max(result.covered_gold, covered[0]), max(result.covered_pred, covered[1])
            )
    return result


def strict(one: Cell, two: Cell) -> bool:
    """u ≤ u′ exactly when v ≤ v′, both ways, for positions in a sequence (Equation 37)."""
    return (one[0] <= two[0]) == (one[1] <= two[1]) and (two[0] <= one[0]) == (two[1] <= one[1])


def noncrossing(one: Cell, two: Cell) -> bool:
    return not (one[0] < two[0] and one[1] > two[1]) and not (one[0] > two[0] and one[1] < two[1])


def reaching(gold_size: int, gold_edges, pred_size: int, pred_edges) -> Callable[[Cell, Cell], bool]:
    """u reaches u′ exactly when v reaches v′, both ways (Equation 37 over preorders)."""
    golds, preds = _closure(gold_size, gold_edges), _closure(pred_size, pred_edges)

    def compatible(one: Cell, two: Cell) -> bool:
        return (
            golds[one[0]][two[0]] == preds[one[1]][two[1]] and golds[two[0]][one[0]] == preds[two[1]][one[1]]
        )

    return compatible


def _closure(size: int, edges) -> list[list[bool]]:
    reach = [[i == j for j in range(size)] for i in range(size)]
    for i, j in edges:
        reach[i][j] = True
    for k in range(size):
        for i in range(size):
            for j in range(size):
                reach[i][j] = reach[i][j] or (reach[i][k] and reach[k][j])
    return reach


# -- Equation 36: latent variables -------------------------------------------------------------------------


def variables(value: object) -> list[str]:
    """The names of the variables in nested tuples, lists and sets, each once."""
    if isinstance(value, Variable):
        return [value.name]
    if isinstance(value, (tuple, list, frozenset, set)):
        return sorted({name for part in value for name in variables(part)})
    return []


def substitute(value: object, stands_for: dict[str, object]) -> object:
    """The value with every variable replaced by what it stands for."""
    if isinstance(value, Variable):
        return ("variable", stands_for[value.name])
    if isinstance(value, (tuple, list)):
        return tuple(substitute(part, stands_for) for part in value)
    if isinstance(value, (frozenset, set)):
        return frozenset(substitute(part, stands_for) for part in value)
    return value


def maps(preds: Sequence[str], golds: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every partial one-to-one map."""
    for size in range(min(len(preds), len(golds)) + 1):
        for ours in combinations(preds, size):
            for theirs in permutations(golds, size):
                yield dict(zip(ours, theirs, strict=True))


def best_latent(
    gold: object, pred: object, evaluate: Callable[[object, object], tuple[float, ...]]
) -> tuple[float, ...]:
    """The lexicographic maximum of an evaluation over all maps of variables."""
    ours, theirs = variables(pred), variables(gold)
    fixed = {name: ("gold", name) for name in theirs}
    found = []
    for partner in maps(ours, theirs):
        moved = {name: ("gold", partner[name]) if name in partner else ("pred", name) for name in ours}
        found.append(evaluate(substitute(gold, fixed), substitute(pred, moved)))
    most = max(value[0] for value in found)
    return max((value for value in found if value[0] > most - NEARLY), key=lambda value: value[1:])


# -- the same for triples, all maps at once ----------------------------------------------------------------

TOGETHER: dict[str, Callable] = {
    "1:1": np.minimum,
    "N:1": lambda gold, pred: pred * (gold > 0),
    "1:N": lambda gold, pred: gold * (pred > 0),
    "N:N": lambda gold, pred: gold * pred,
}


@cache
def _injections(few: int, many: int) -> np.ndarray:
    found = list(permutations(range(many), few))
    return np.array(found, dtype=np.int8).reshape(len(found), few)


def best_triples(gold: Sequence[tuple], pred: Sequence[tuple], match: str) -> float:
    """max over maps of Σ over equal triples, for triples that hold at most two different variables."""
    if len(variables(pred)) > len(variables(gold)):
        turned = {"N:1": "1:N", "1:N": "N:1"}.get(match, match)
        return best_triples(pred, gold, turned)
    together = TOGETHER[match]
    place = [{name: index for index, name in enumerate(variables(side))} for side in (pred, gold)]
    table = _injections(len(place[0]), len(place[1]))
    ours, theirs = (
        Counter(_with_holes(t, place[0]) for t in pred),
        Counter(_with_holes(t, place[1]) for t in gold),
    )
    by_shape: dict[object, dict[tuple[int, ...], int]] = defaultdict(dict)
    for (shape, ends), count in theirs.items():
        by_shape[shape][ends] = count
    total = np.zeros(len(table))
    for (shape, ends), count in ours.items():
        counts = np.zeros((len(place[1]),) * len(ends), dtype=np.int64)
        for other, number in by_shape[shape].items():
            counts[other] = number
        total += together(counts[tuple(table[:, end] for end in ends)], count)
    return float(total.max())


def _with_holes(triple: tuple, place: dict[str, int]) -> tuple[object, tuple[int, ...]]:
    names = list(dict.fromkeys(part.name for part in triple if isinstance(part, Variable)))
    shape = tuple(("hole", names.index(part.name)) if isinstance(part, Variable) else part for part in triple)
    return shape, tuple(place[name] for name in names)
