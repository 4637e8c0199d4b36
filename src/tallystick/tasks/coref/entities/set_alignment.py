"""Which accommodated set of the gold meets which of the prediction: one to one, by the metric's own F1.

Section 4.2 of Paun et al. (2023). Of several best alignments the first counts: gold sets in order of first mention
each take the earliest partner.
"""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.dataclass import dataclass
from tallystick.limits import PYTHON_STEP, checked, current
from tallystick.solve.assign.exact import assign_exactly
from tallystick.solve.overlap import OverlapTable, overlap
from tallystick.tasks.coref.entities.set_scores import SET_METRICS, Exact, SetScore
from tallystick.tasks.coref.entities.split_antecedents import Entities

__all__ = ["AlignedSets", "SetPair", "Sets"]

#: The work on one pair of sets, and what their table takes.
SET_STEP = 100 * PYTHON_STEP
TABLE_BYTES = 1000


#: Tables of the same shape have the same scores.
Shape = tuple[tuple[tuple[int, int, int], ...], tuple[int, ...], tuple[int, ...]] | None


@dataclass(frozen=True, slots=True)
class SetPair:
    """Two entities whose sets are aligned, and the similarity of the sets."""

    gold: int
    pred: int
    score: SetScore


@dataclass(frozen=True, slots=True)
class AlignedSets:
    """The alignment of all sets under one metric."""

    pairs: tuple[SetPair, ...]
    missed: Mapping[int, SetScore]
    """Gold entities whose sets have no partner, with their counts against nothing."""
    spurious: Mapping[int, SetScore]
    """Predicted entities whose sets have none."""


class Sets:
    """The sets of both sides, ready to be aligned under any metric."""

    __slots__ = ("_atoms", "_by_metric", "_candidates", "gold", "pred")

    def __init__(self, gold: Entities, pred: Entities) -> None:
        self.gold = gold
        self.pred = pred
        self._atoms = overlap(gold.atoms, pred.atoms)
        self._candidates: list[tuple[int, int, OverlapTable, Shape]] | None = None
        self._by_metric: dict[str, AlignedSets] = {}

    def aligned(self, metric: str) -> AlignedSets:
        """The alignment τ under a metric."""
        if metric not in self._by_metric:
            self._by_metric[metric] = self._align(metric)
        return self._by_metric[metric]

    def _align(self, metric: str) -> AlignedSets:
        score = SET_METRICS[metric]
        if self._candidates is None:
            self._candidates = self._meeting()
        by_shape: dict[Shape, tuple[SetScore, Exact]] = {}
        scores: dict[tuple[int, int], tuple[SetScore, Exact]] = {}
        for i, j, table, shape in checked(self._candidates, SET_STEP):
            known = by_shape.get(shape) if shape is not None else None
            if known is None:
                counts = score(table)
                known = by_shape[shape] = counts, counts.f1
            scores[i, j] = known
        gold_order, pred_order = list(self.gold.sets), list(self.pred.sets)
        gold_index = {entity: index for index, entity in enumerate(gold_order)}
        pred_index = {entity: index for index, entity in enumerate(pred_order)}
        partner = assign_exactly((gold_index[i], pred_index[j], f1) for (i, j), (_, f1) in scores.items())
        pairs = [(gold_order[i], pred_order[j]) for i, j in partner.items()]
        met_gold, met_pred = {i for i, _ in pairs}, {j for _, j in pairs}
        return AlignedSets(
            tuple(SetPair(i, j, scores[i, j][0]) for i, j in pairs),
            {i: self._alone(metric, self.gold.sets[i], ()) for i in gold_order if i not in met_gold},
            {j: self._alone(metric, (), self.pred.sets[j]) for j in pred_order if j not in met_pred},
        )

    def _alone(self, metric: str, gold: tuple[int, ...], pred: tuple[int, ...]) -> SetScore:
        """The counts of a set that is paired with the empty set."""
        return SET_METRICS[metric](self._atoms.restricted(gold, pred))

    def _meeting(self) -> list[tuple[int, int, OverlapTable, Shape]]:
        """The pairs of sets that share a mention, with the table of their elements: other sets have similarity 0."""
        holders: dict[int, list[int]] = {}
        for j, elements in self.pred.sets.items():
            for atom in elements:
                holders.setdefault(atom, []).append(j)
        meeting: list[tuple[int, int, OverlapTable, Shape]] = []
        for i, elements in self.gold.sets.items():
            near = {j for atom in elements for col, _ in self._atoms.row(atom) for j in holders.get(col, ())}
            room = (len(meeting) + len(near)) * TABLE_BYTES
            current().reserve(room, f"{len(meeting) + len(near):,} or more pairs of sets")
            for j in checked(sorted(near), SET_STEP):
                table = self._atoms.restricted(elements, self.pred.sets[j])
                meeting.append((i, j, table, _shape(table)))
        return meeting


def _shape(table: OverlapTable) -> Shape:
    """The numbers that determine every score of a table in which no element meets two others; None for other tables.

    >>> _shape(overlap(((0, 1), (2,)), ((2, 4), (0,)))) == _shape(overlap(((0,), (1, 2)), ((2,), (0, 3))))
    True
    >>> _shape(overlap(((0, 1),), ((0,), (1,)))) is None
    True
    """
    rows, cols, counts = table.triplets()
    if len(set(rows)) < len(rows) or len(set(cols)) < len(cols):
        return None
    gold_sizes, pred_sizes = table.sizes()
    cells = sorted((gold_sizes[i], pred_sizes[j], n) for i, j, n in zip(rows, cols, counts, strict=True))
    return tuple(cells), tuple(sorted(gold_sizes)), tuple(sorted(pred_sizes))
