"""Covered recall: how much of one side a one-sided matching covers.

Under N:1 each pred gives what it earns to one of the golds that are best for it, and no gold takes more than
it is worth. Where several golds are equally good, the choice is the one that covers most, so that neither the
order of elements nor duplicates can change a score, and a value covers itself completely.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence

__all__ = ["covered_credit"]

Giver = tuple[float, list[int]]


def covered_credit(givers: Sequence[Giver], worth: Sequence[float]) -> float:
    """Σ over takers of min(worth, received), with ties settled to make it as large as possible."""
    received: defaultdict[int, float] = defaultdict(float)
    undecided: list[Giver] = []
    for amount, takers in givers:
        if len(takers) == 1:
            received[takers[0]] += amount
        else:
            undecided.append((amount, takers))
    total = sum(min(worth[taker], amount) for taker, amount in received.items())
    for group in _groups(undecided):
        room = {
            taker: max(0.0, worth[taker] - received[taker]) for _, takers in group for taker in takers
        }
        total += _settle(group, room)
    return total


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
    """Equal gifts: every taker is a row of places worth one gift, and a last one worth the rest."""
    from tallystick.solve.assignment import assign

    places: list[float] = []
    places_of: defaultdict[int, list[int]] = defaultdict(list)
    for taker, space in room.items():
        while space > 0 and len(places_of[taker]) < len(group):
            places_of[taker].append(len(places))
            places.append(min(space, amount))
            space -= amount
    cells = [(row, place) for row, (_, takers) in enumerate(group) for taker in takers for place in places_of[taker]]
    if not cells:
        return 0.0
    rows, cols = array("i", [row for row, _ in cells]), array("i", [place for _, place in cells])
    _, total = assign(len(group), len(places), rows, cols, array("d", [places[place] for _, place in cells]))
    return total


def _settle_unequal(group: Sequence[Giver], room: dict[int, float]) -> float:
    """Unequal gifts: a small integer programme, one choice per gift and the amount each taker keeps.

    What a taker keeps is Σ of its gifts less what overflows; the overflow is what is minimised.
    """
    from tallystick.solve.integer import maximise_mixed

    takers = list(room)
    choices = [(giver, taker) for giver, (_, options) in enumerate(group) for taker in options]
    keeps = {taker: len(choices) + place for place, taker in enumerate(takers)}
    rows: list[tuple[dict[int, float], float]] = []
    for giver in range(len(group)):
        rows.append(({place: 1.0 for place, (other, _) in enumerate(choices) if other == giver}, 1.0))
    for taker in takers:
        row = {place: -group[giver][0] for place, (giver, other) in enumerate(choices) if other == taker}
        rows.append((row | {keeps[taker]: 1.0}, 0.0))
    objective = [0.0] * len(choices) + [1.0] * len(takers)
    upper = [1.0] * len(choices) + [room[taker] for taker in takers]
    return maximise_mixed(objective, rows, upper, integral=len(choices))
