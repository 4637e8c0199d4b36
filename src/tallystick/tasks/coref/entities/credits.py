"""The credit of each pair of entities under each metric, on the gold side: the counts by pair."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from functools import cached_property

from tallystick.tasks.coref.entities import cell_credits
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.entities.counts import matching, set_links, weights
from tallystick.tasks.coref.entities.set_scores import Exact

__all__ = ["CellCredits", "PairCredits", "b3", "blanc", "ceaf", "lea", "muc", "split"]

#: By gold and predicted entity; pairs that earned nothing are left out.
PairCredits = Mapping[tuple[int, int], float]


class CellCredits(Mapping[tuple[int, int], float]):
    """The credit of every cell of the table, where no other pairs earn anything: pages need no dictionary."""

    def __init__(self, compared: EntityComparison, column: array[float]) -> None:
        self.compared = compared
        self.column = column
        """In the order of the table."""

    @cached_property
    def _by_pair(self) -> PairCredits:
        return {
            pair: credit for pair, credit in zip(self.compared.cells, self.column, strict=True) if credit > 0
        }

    def __getitem__(self, pair: tuple[int, int]) -> float:
        return self._by_pair[pair]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._by_pair)

    def __len__(self) -> int:
        return len(self._by_pair)


def muc(compared: EntityComparison) -> PairCredits:
    """The links that two entities have in common."""
    if not compared.has_sets:
        return CellCredits(compared, cell_credits.links(compared.table.triplets()[2]))
    deltas = _deltas(compared, "muc")
    return _earned({cell: n - 1 + float(deltas.get(cell, 0)) for cell, n in compared.cells.items()})


def b3(compared: EntityComparison) -> PairCredits:
    """(n + δ)² / |K|."""
    sizes = compared.table.sizes()[0]
    if not compared.has_sets:
        row, _, count = compared.table.triplets()
        return CellCredits(compared, cell_credits.shares(row, count, sizes))
    deltas = _deltas(compared, "b3")
    both = _with_sets(compared, deltas)
    return _earned({(i, j): (n + float(deltas.get((i, j), 0))) ** 2 / sizes[i] for (i, j), n in both.items()})


def ceaf(compared: EntityComparison, *, by_entity: bool, delta: str = "sides") -> PairCredits:
    """The similarity of entities that are matched; of several best matchings, of one."""
    deltas = _deltas(compared, "ceaf-e" if by_entity else "ceaf-m", delta)
    row, col, weight = weights(compared, deltas, by_entity=by_entity)
    column, _ = matching(compared, deltas, by_entity=by_entity)
    if not compared.has_sets and compared.table is compared.shared:
        return CellCredits(compared, cell_credits.chosen(row, col, weight, column))
    return _earned(
        {(i, j): value for i, j, value in zip(row, col, weight, strict=True) if column[i] == j},
    )


def lea(compared: EntityComparison, *, beta: float = 1.0) -> PairCredits:
    """The importance of the gold entity times its share of links in common."""
    deltas = _deltas(compared, "lea")
    gold_sizes, pred_sizes = compared.table.sizes()
    if not compared.has_sets:
        row, col, count = compared.table.triplets()
        return CellCredits(compared, cell_credits.resolved(row, col, count, gold_sizes, pred_sizes))
    credits = {}
    for (i, j), n in _with_sets(compared, deltas).items():
        size, other = gold_sizes[i], pred_sizes[j]
        ordinary = n * (n - 1) / (size - 1) if size > 1 else float(other == 1 and n == 1)
        links = ordinary + set_links(n, size, other, deltas.get((i, j), 0))
        credits[i, j] = links * (beta if i in compared.gold.sets else 1.0)
    return _earned(credits)


def blanc(compared: EntityComparison, *, delta: str = "sides") -> PairCredits:
    """The coreference links in common, C(n, 2) + δ·n; those across entities belong to no pair."""
    if not compared.has_sets:
        return CellCredits(compared, cell_credits.pairs(compared.table.triplets()[2]))
    deltas = _deltas(compared, "blanc-coreference", delta)
    return _earned(
        {cell: n * (n - 1) / 2 + n * float(deltas.get(cell, 0)) for cell, n in compared.cells.items()}
    )


def split(compared: EntityComparison, metric: str) -> PairCredits:
    """The F1 of aligned sets."""
    return {(pair.gold, pair.pred): float(pair.score.f1) for pair in compared.aligned(metric).pairs}


def _with_sets(
    compared: EntityComparison, deltas: Mapping[tuple[int, int], Exact]
) -> dict[tuple[int, int], int]:
    """The cells, and the pairs of entities that have nothing in common but aligned sets."""
    cells = compared.cells
    return {**cells} | {pair: 0 for pair in deltas if pair not in cells}


def _deltas(compared: EntityComparison, metric: str, delta: str = "sides") -> dict[tuple[int, int], Exact]:
    return {(i, j): for_gold for i, j, _, for_gold, _ in compared.credits(metric, delta)}


def _earned(credits: dict[tuple[int, int], float]) -> PairCredits:
    return {pair: credit for pair, credit in credits.items() if credit > 0}
