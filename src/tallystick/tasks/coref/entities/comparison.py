"""Two sides of a document compared once: the table of overlaps that all metrics read, and the sets."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence

from tallystick.solve.overlap import OverlapTable, overlap
from tallystick.tasks.coref.entities.cell_credits import in_order
from tallystick.tasks.coref.entities.set_alignment import AlignedSets, SetPair, Sets
from tallystick.tasks.coref.entities.set_scores import Exact
from tallystick.tasks.coref.entities.split_antecedents import Entities, entities_of
from tallystick.tasks.coref.mentions.sides import MentionSide

__all__ = ["Credit", "EntityComparison"]

#: The indices of two entities with aligned sets, their mentions in common, and δ for recall and for precision.
Credit = tuple[int, int, int, Exact, Exact]

_NOTHING = AlignedSets((), {}, {})


class EntityComparison:
    """The entities of both sides, their overlaps, and the alignment of their sets under every metric."""

    __slots__ = ("_cells", "_in_order", "_sets", "gold", "matchings", "pred", "shared", "sides", "table")

    def __init__(self, gold: MentionSide, pred: MentionSide, *, split: bool = True) -> None:
        self.sides = gold, pred
        self.gold: Entities = entities_of(gold, split=split)
        self.pred: Entities = entities_of(pred, split=split)
        self.table: OverlapTable = overlap(self.gold.mentions, self.pred.mentions)
        # The overlaps of entities, and the overlaps if a repeated mention belongs only to the last of its entities.
        self.shared = self.table
        if gold.repeated:
            self.table = overlap(_with_last(self.gold.mentions, self.pred.mentions), self.pred.mentions)
        self.matchings: dict[bool, tuple[array[int], float]] = {}
        """The best matchings of entities by φ3 (False) and by φ4 (True), without sets: several metrics need one."""
        self._cells: dict[tuple[int, int], int] | None = None
        self._in_order: tuple[array[int], array[int], array[int]] | None = None
        self._sets: Sets | None = None
        if self.gold.sets or self.pred.sets:
            # An accommodated set is one more element of its entity: |K| = |Kˢ ⊕ Kᵐ| = 1 + |Kᵐ|.
            for table in {id(table): table for table in (self.table, self.shared)}.values():
                table.grow(list(self.gold.sets), list(self.pred.sets))
            self._sets = Sets(self.gold, self.pred)

    @property
    def cells(self) -> Mapping[tuple[int, int], int]:
        """The mentions in common of each pair of entities that have any."""
        if self._cells is None:
            row, col, count = self.table.triplets()
            self._cells = dict(zip(zip(row, col, strict=True), count, strict=True))
        return self._cells

    @property
    def cells_in_order(self) -> tuple[array[int], array[int], array[int]]:
        """The cells by gold and then by predicted entity: their places in the table, and these two entities."""
        if self._in_order is None:
            row, col, _ = self.table.triplets()
            self._in_order = in_order(row, col, len(self.gold.mentions), len(self.pred.mentions))
        return self._in_order

    @property
    def has_sets(self) -> bool:
        """Whether any entity is a set of others."""
        return self._sets is not None

    def aligned(self, metric: str) -> AlignedSets:
        """The alignment of the sets under a metric."""
        return _NOTHING if self._sets is None else self._sets.aligned(metric)

    def credits(self, metric: str, delta: str = "sides") -> Iterator[Credit]:
        """The δ of every aligned pair of sets: recall on the side of the gold, precision on the other.

        With `delta` f1 it is F1 on both.
        """
        for pair in self.aligned(metric).pairs:
            for_gold, for_pred = _delta(pair, delta)
            yield pair.gold, pair.pred, dict(self.table.row(pair.gold)).get(pair.pred, 0), for_gold, for_pred


def _with_last(golds: Sequence[Sequence[int]], preds: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Gold entities in which all but the last occurrence of a mention is not predicted.

    >>> _with_last([(0, 1), (1, 2)], [(1,)])
    ((0, 3), (1, 2))
    """
    fresh = 1 + max((mention for own in (*golds, *preds) for mention in own), default=-1)
    seen: set[int] = set()
    entities = []
    for own in reversed(golds):
        mentions = []
        for mention in reversed(own):
            if mention in seen:
                mention, fresh = fresh, fresh + 1
            seen.add(mention)
            mentions.append(mention)
        entities.append(tuple(reversed(mentions)))
    return tuple(reversed(entities))


def _delta(pair: SetPair, delta: str) -> tuple[Exact, Exact]:
    score = pair.score
    return (score.f1, score.f1) if delta == "f1" else (score.recall, score.precision)
