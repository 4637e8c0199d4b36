"""Covered recall: how much of one side a one-sided matching covers.

Under N:1, each pred gives its credit to one of its best golds, and no gold takes more than it is worth. If several
golds are equally good, the choice that covers most is made, so that neither the order of elements nor duplicates can
change a score, and a value covers itself completely.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from tallystick.limits import current

__all__ = ["Giver", "cover_most", "covered_credit", "covered_in_order", "covered_in_strict_order"]

#: The credit that an element can assign, and the elements that may receive it.
Giver = tuple[float, list[int]]
#: Sums of the same numbers in another order may differ by this much.
_NEARLY = 1e-9


def covered_credit(givers: Sequence[Giver], worth: Sequence[float]) -> float:
    """Σ over takers of min(worth, received), with ties resolved to make it as large as possible."""
    received: defaultdict[int, float] = defaultdict(float)
    undecided: list[Giver] = []
    for amount, takers in givers:
        if len(takers) == 1:
            received[takers[0]] += amount
        else:
            undecided.append((amount, takers))
    parts = [min(worth[taker], amount) for taker, amount in received.items()]
    for group in _groups(undecided):
        room = {taker: max(0.0, worth[taker] - received[taker]) for _, takers in group for taker in takers}
        parts.append(_settle(group, room))
    return fsum(parts)


def _groups(givers: Sequence[Giver]) -> Iterable[list[Giver]]:
    """Givers that share a taker, directly or through others."""
    parent: dict[int, int] = {}

    def root(taker: int) -> int:
        parent.setdefault(taker, taker)
        while parent[taker] != taker:
            parent[taker] = parent[parent[taker]]
            taker = parent[taker]
        return taker

    for _, takers in givers:
        for taker in takers:
            parent[root(taker)] = root(takers[0])
    groups: defaultdict[int, list[Giver]] = defaultdict(list)
    for giver in givers:
        groups[root(giver[1][0])].append(giver)
    return groups.values()


def _settle(group: Sequence[Giver], room: dict[int, float]) -> float:
    amounts = {amount for amount, _ in group}
    if len(amounts) == 1:
        return _settle_equal(group, room, amounts.pop())
    return _settle_unequal(group, room)


def _settle_equal(group: Sequence[Giver], room: dict[int, float], amount: float) -> float:
    """Equal gifts: every taker is a row of slots worth one gift, and a last one worth the rest."""
    from tallystick.solve.assign.sparse import assign

    slots: list[float] = []
    slots_of: defaultdict[int, list[int]] = defaultdict(list)
    for taker, space in room.items():
        while space > 0 and len(slots_of[taker]) < len(group):
            slots_of[taker].append(len(slots))
            slots.append(min(space, amount))
            space -= amount
    cells = [
        (row, slot) for row, (_, takers) in enumerate(group) for taker in takers for slot in slots_of[taker]
    ]
    if not cells:
        return 0.0
    rows, cols = array("i", [row for row, _ in cells]), array("i", [slot for _, slot in cells])
    _, total = assign(len(group), len(slots), rows, cols, array("d", [slots[slot] for _, slot in cells]))
    return total


def _settle_unequal(group: Sequence[Giver], room: dict[int, float]) -> float:
    choices = [(amount, taker) for amount, takers in group for taker in takers]
    rows: list[list[int]] = []
    for _, takers in group:
        start = rows[-1][-1] + 1 if rows else 0
        rows.append(list(range(start, start + len(takers))))
    return cover_most(choices, room, rows)


def cover_most(
    choices: Sequence[tuple[float, int]],
    worth: Mapping[int, float],
    rows: Sequence[Sequence[int]],
    least: float | None = None,
) -> float:
    """Σ over takers of min(worth, received), over choices of (amount, taker), as large as possible.

    Of the choices in a row at most one is made; `least` is what all of them have to earn together. Giving is a binary
    choice; a taker keeps any amount up to what it receives: a small mixed integer program.
    """
    from tallystick.solve.integer import maximise_mixed

    takers = {taker: len(choices) + index for index, taker in enumerate(worth)}
    limits: list[tuple[dict[int, float], float]] = [(dict.fromkeys(row, 1.0), 1.0) for row in rows]
    for taker, kept in takers.items():
        earned = {choice: -amount for choice, (amount, other) in enumerate(choices) if other == taker}
        limits.append(({kept: 1.0, **earned}, 0.0))
    if least is not None:
        limits.append(({choice: -amount for choice, (amount, _) in enumerate(choices)}, _NEARLY - least))
    values = maximise_mixed(
        [0.0] * len(choices) + [1.0] * len(takers),
        limits,
        [1.0] * len(choices) + [worth[taker] for taker in takers],
        integral=len(choices),
    )
    if values is None:
        raise RuntimeError("HiGHS found no solution, although the empty assignment is one")
    received: defaultdict[int, float] = defaultdict(float)
    for (amount, taker), made in zip(choices, values, strict=False):
        received[taker] += amount if made > 0.5 else 0.0
    return fsum(min(worth[taker], amount) for taker, amount in received.items())


def covered_in_order(weights: Sequence[Sequence[float]], worth: Sequence[float]) -> float:
    """How much of the golds a non-crossing N:1 matching of greatest weight covers at most.

    `weights` has a row for each pred. Every gold takes a run of preds, so the runs are chosen gold by gold:
    by what they earn first, by what they cover second.
    """
    import numpy as np

    table = np.asarray(weights, dtype=float).reshape(len(weights), len(worth))
    earned, covered = np.zeros(len(table) + 1), np.zeros(len(table) + 1)
    not_later = np.tri(len(table) + 1, dtype=bool)  # a run ends where it begins, or after
    limits = current()
    for gold, most in enumerate(worth):
        limits.spend(10 * len(earned) ** 2)
        before = np.concatenate([[0.0], np.cumsum(table[:, gold])])
        run = before[:, None] - before[None, :]  # what the preds from `column` up to `row` give to this gold
        total = np.where(not_later, earned[None, :] + run, -1.0)
        best = total.max(axis=1)
        as_good = total >= best[:, None] - _NEARLY
        earned = best
        covered = np.where(as_good, covered[None, :] + np.minimum(run, most), -1.0).max(axis=1)
    return float(covered[-1])


def covered_in_strict_order(weights: Sequence[Sequence[float]], worth: Sequence[float]) -> float:
    """How much of the golds a strictly ordered matching of greatest weight covers at most.

    `weights` has a row for each pred. Nothing is shared in a strict order, but an element may earn more than it is
    worth, so that matchings of the same weight can cover different amounts.
    """
    above = [(0.0, 0.0)] * (len(worth) + 1)
    for row in weights:
        here = [(0.0, 0.0)]
        for gold, (weight, most) in enumerate(zip(row, worth, strict=True)):
            earned, covered = above[gold]
            options = [above[gold + 1], here[gold], (earned + weight, covered + min(weight, most))]
            best = max(option[0] for option in options)
            here.append(
                max((o for o in options if o[0] >= best - _NEARLY), key=lambda option: (option[1], option[0]))
            )
        above = here
    return above[-1][1]
