"""The alignment that the program ancast 0.1.1 finds, step by step, its departures from the paper included."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tallystick.compat.ancast.view import ReleasedView, released_view
from tallystick.formats.penman.reader import Graph
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.broadcast.caster import Caster
from tallystick.solve.broadcast.table import full_table
from tallystick.tasks.graphs.ancast.similarity import SENSE, inclusion
from tallystick.tasks.graphs.ancast.span_anchors import unique_pairs

__all__ = ["Released", "align_released"]

#: The program stops here.
MOST_ROUNDS = 5
#: Bytes for one pair of nodes, here and in the broadcast.
CELL_BYTES = 100


@dataclass(slots=True)
class Sums:
    """The sums of one side. A pair that is given up again stays in the sums."""

    similarity: float = 0.0
    count: int = 0
    same: int = 0

    def add(self, similarity: float, same: bool) -> None:
        """Count a node."""
        self.similarity += similarity
        self.count += 1
        self.same += same


@dataclass(slots=True, eq=False)
class Released:
    """Two graphs under alignment, and the sums that grow with it."""

    pred: ReleasedView
    gold: ReleasedView
    similarity: array[float]
    same: list[bool]
    columns: list[int]
    rows: list[int]
    notes: list[str]
    pred_sums: Sums = field(default_factory=Sums)
    gold_sums: Sums = field(default_factory=Sums)
    matrices: list[tuple[str, list[float]]] = field(default_factory=list)
    """The values computed in each round, filled only on request."""

    def join(self, row: int, column: int, note: str) -> None:
        """Align two nodes."""
        self.columns[row] = column
        self.rows[column] = row
        self.notes[row] = note
        cell = row * self.gold.size + column
        self.pred_sums.add(self.similarity[cell], self.same[cell])
        self.gold_sums.add(self.similarity[cell], self.same[cell])

    def part(self, row: int, column: int) -> None:
        """Give a pair up again; the sums keep it."""
        if self.columns[row] == column:
            self.columns[row] = self.rows[column] = -1

    def partners(self) -> tuple[dict[str, str | None], dict[str, str | None]]:
        """The gold variable of each predicted one, and the other way round; None if there is none."""
        pred, gold = self.pred.variables, self.gold.variables
        return (
            {
                name: gold[column] if column >= 0 else None
                for name, column in zip(pred, self.columns, strict=True)
            },
            {name: pred[row] if row >= 0 else None for name, row in zip(gold, self.rows, strict=True)},
        )


def _similarities(pred: ReleasedView, gold: ReleasedView) -> tuple[array[float], list[bool]]:
    """Equation 1 with the strings as part of the lemma, and which nodes count as the same concept."""
    result = array("d")
    same = []
    limits = current()
    limits.reserve(CELL_BYTES * pred.size * gold.size, f"{pred.size:,} × {gold.size:,} pairs of nodes")
    gold_names = [lemma + string for lemma, string in zip(gold.lemmas, gold.strings, strict=True)]
    for row, lemma in enumerate(pred.lemmas):
        limits.spend(10 * PYTHON_STEP * gold.size)
        name = lemma + pred.strings[row]
        here = pred.attributes[row]
        for column, other in enumerate(gold_names):
            agree = pred.senses[row] == gold.senses[column]
            similarity = inclusion(name, other)
            same.append(agree and similarity == 1)
            value = similarity if agree else similarity * (1 - SENSE)
            there = gold.attributes[column]
            shared = here.keys() & there.keys()
            if shared:
                value = (value + sum([here[role] == there[role] for role in shared]) / len(shared)) / 2
            result.append(value)
    return result, same


def _best(candidates: Iterable[int], value: Callable[[int], float]) -> list[int]:
    best: list[int] = []
    most = -1.0
    for candidate in checked(candidates, 2 * PYTHON_STEP):
        this = value(candidate)
        if this > most:
            most = this
            best = [candidate]
        elif this == most:
            best.append(candidate)
    return best


class _Chooser:
    """The choices of rows and columns by adjusted similarity, ties by the names of the roles."""

    def __init__(self, pred: ReleasedView, gold: ReleasedView, adjusted: Sequence[float]) -> None:
        self.pred = pred
        self.gold = gold
        self.adjusted = adjusted

    def overlap(self, row: int, column: int) -> float:
        """The Jaccard overlap of the names of the roles at two nodes."""
        here, there = self.pred.labels[row], self.gold.labels[column]
        union = len(here | there)
        return len(here & there) / union if union else 0.0

    def row(self, row: int, columns: Iterable[int]) -> list[int]:
        """The best columns of a row: more than one if not even the roles distinguish them."""
        start = row * self.gold.size
        best = _best(columns, lambda column: self.adjusted[start + column])
        return best if len(best) < 2 else [*_best(best, lambda column: self.overlap(row, column)), -1]

    def column(self, column: int, rows: Iterable[int]) -> list[int]:
        """The best rows of a column, in the same way."""
        width = self.gold.size
        best = _best(rows, lambda row: self.adjusted[row * width + column])
        return best if len(best) < 2 else [*_best(best, lambda row: self.overlap(row, column)), -1]


def _sure(choice: list[int]) -> int:
    """A choice that is the only one; one made by roles that falls on the first node gets lost."""
    if len(choice) == 1:
        return choice[0]
    return choice[0] if len(choice) == 2 and choice[0] else -1


def _mutual(chooser: _Chooser) -> array[int]:
    rows, columns = range(chooser.pred.size), range(chooser.gold.size)
    wanted = [_sure(chooser.column(column, rows)) for column in columns]
    result = array("i")
    for row in rows:
        column = _sure(chooser.row(row, columns))
        result.append(column if column >= 0 and wanted[column] == row else -1)
    return result


def _nodes_by_lemma(lemmas: Sequence[str]) -> dict[str, list[int]]:
    nodes: dict[str, list[int]] = {}
    for node, lemma in enumerate(lemmas):
        nodes.setdefault(lemma, []).append(node)
    return nodes


def _initial(pred: ReleasedView, gold: ReleasedView) -> array[int]:
    """Anchors: a lemma that occurs once in each graph and somewhere in each text."""
    result = array("i", [-1]) * pred.size
    if pred.text and gold.text:
        for row, column in unique_pairs(_nodes_by_lemma(pred.lemmas), _nodes_by_lemma(gold.lemmas)):
            if pred.lemmas[row] in pred.text and pred.lemmas[row] in gold.text:
                result[row] = column
    return result


def align_released(
    gold: Graph, pred: Graph, *, umr: bool, text: str | None = None, explained: bool = False
) -> Released:
    """Align two graphs as the program does; `text` is that of both sentences, where it is known."""
    here, there = released_view(pred, umr=umr, text=text), released_view(gold, umr=umr, text=text)
    similarity, same = _similarities(here, there)
    state = Released(here, there, similarity, same, [-1] * here.size, [-1] * there.size, [""] * here.size)
    table = full_table(here.size, there.size, similarity)
    caster = Caster(
        here.shape, there.shape, table, bias=0.001, nudge=-1.0, limit=50, relative=1e-5, labels=False
    )
    anchors = _initial(here, there)
    for row, column in enumerate(anchors):
        if column >= 0:
            state.join(row, column, "anchor")
    chooser = _Chooser(here, there, ())
    for number in range(1, MOST_ROUNDS + 1):
        caster.broadcast(anchors)
        chooser.adjusted = caster.adjusted()
        if explained:
            steps = [step / 1e4 for step in caster.adjusted()]
            state.matrices.append((f"round {number}: broadcast", caster.broadcast_values()))
            state.matrices.append((f"round {number}: adjusted similarity", steps))
        following = _mutual(chooser)
        for row, column in enumerate(anchors):
            if column >= 0 and following[row] != column:
                state.part(row, column)
        fresh = [row for row in range(here.size) if following[row] >= 0 and following[row] != anchors[row]]
        if not fresh:
            break
        for row in fresh:
            if state.columns[row] < 0 and state.rows[following[row]] < 0:
                state.join(row, following[row], f"round {number}")
        anchors = following
    _finish(state, chooser)
    return state


def _finish(state: Released, chooser: _Chooser) -> None:
    """Align what is free by mutual choice, the first of equals, until one side is used up."""
    rows = [row for row, column in enumerate(state.columns) if column < 0]
    columns = [column for column, row in enumerate(state.rows) if row < 0]
    while rows and columns:
        wanted = {column: chooser.column(column, rows)[0] for column in columns}
        for row in rows:
            column = chooser.row(row, columns)[0]
            if wanted[column] == row:
                state.join(row, column, "final")
        rows = [row for row in rows if state.columns[row] < 0]
        columns = [column for column in columns if state.rows[column] < 0]
    for _ in rows:
        state.pred_sums.add(0.0, False)
    for _ in columns:
        state.gold_sums.add(0.0, False)
