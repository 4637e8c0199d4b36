# cython: language_level=3
"""The intrinsic similarity of two nodes (Equations 1–4)."""

from __future__ import annotations

from array import array

from tallystick.limits import current
from tallystick.tasks.graphs.ancast.view import Values, View

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["attribute_similarity", "inclusion", "intrinsic"]

#: γ of Equation 1: what a different sense costs.
SENSE = 0.1
#: What the similarity and the tables of the broadcast take for each pair of nodes.
TABLES_BYTES = 44
#: Fewer pairs of nodes need no room to speak of.
LARGE = 1 << 14
#: The work of comparing two nodes.
COMPARED = 20


def inclusion(one: str, other: str) -> float:
    """The share of the longer string that the shorter one makes up, if it is part of it (Equation 2).

    >>> inclusion("sun", "sunlight"), inclusion("sun", "sun"), inclusion("sun", "moon"), inclusion("", "")
    (0.375, 1.0, 0.0, 0.0)
    """
    if one == other:
        return 1.0 if one else 0.0
    if len(one) > len(other):
        one, other = other, one
    return len(one) / len(other) if one in other else 0.0


def attribute_similarity(one: Values, other: Values) -> float | None:
    """The share of the shared attributes with equal values (Equations 3, 4); None where none is shared."""
    share = _equal_share(dict(one), dict(other))
    return None if share < 0 else share


@cython.cfunc
def _equal_share(one: dict[int, set[int]], other: dict[int, set[int]]) -> cython.double:
    """The share of the shared attributes with equal values; below 0 where none is shared."""
    shared: cython.int = 0
    equal: cython.int = 0
    for role, values in one.items():
        there = other.get(role)
        if there is not None:
            shared += 1
            if values == there:
                equal += 1
    return 1.0 * equal / shared if shared else -1.0


def _parts(short: View, long: View) -> list[tuple[str, str, float]]:
    """The lemmas of one side that are part of a longer one of the other side, with their similarity."""
    # Counting in all lemmas at once rules out most of those that are part of none but themselves.
    everything: str = "\n".join(long.lemmas)
    places: dict[str, list[int]] = long.places
    found: list[tuple[str, str, float]] = []
    lemma: str
    for lemma in short.places:
        if lemma and everything.count(lemma) > len(places.get(lemma, ())):
            found += [
                (lemma, other, len(lemma) / len(other))
                for other in places
                if lemma in other and lemma != other
            ]
    return found


def intrinsic(pred: View, gold: View) -> array[float]:
    """The similarity S of every pair of nodes, row by row (Equation 1)."""
    width: cython.Py_ssize_t = len(gold.lemmas)
    limits = current()
    # Most graphs are small, and most runs have no deadline: these must not pay for the others.
    timed: cython.bint = limits.seconds is not None
    if limits.memory is not None or len(pred.lemmas) * width > LARGE:
        size = TABLES_BYTES * len(pred.lemmas) * width
        limits.reserve(size, f"{len(pred.lemmas):,} × {width:,} pairs of nodes")
    row: cython.Py_ssize_t
    column: cython.Py_ssize_t
    attributes: cython.double
    result = array("d", bytes(8 * len(pred.lemmas) * width))
    if not result:
        return result
    cells: cython.double[::1] = result
    pred_places: dict[str, list[int]] = pred.places
    gold_places: dict[str, list[int]] = gold.places
    pred_senses: list[str] = pred.senses
    gold_senses: list[str] = gold.senses
    for lemma, rows in pred_places.items():
        columns = gold_places.get(lemma)
        if columns is not None and lemma:
            for row in rows:
                if timed:
                    limits.spend(COMPARED * len(columns))
                sense = pred_senses[row]
                for column in columns:
                    cells[row * width + column] = 1.0 if sense == gold_senses[column] else 1 - SENSE
    included = _parts(pred, gold)
    included += [(lemma, other, share) for other, lemma, share in _parts(gold, pred)]
    for lemma, other, share in included:
        for row in pred_places[lemma]:
            if timed:
                limits.spend(COMPARED * len(gold_places[other]))
            for column in gold_places[other]:
                same = pred_senses[row] == gold_senses[column]
                cells[row * width + column] = share if same else share * (1 - SENSE)
    for row, here in pred.attributes.items():
        if timed:
            limits.spend(10 * COMPARED * len(gold.attributes))
        for column, there in gold.attributes.items():
            attributes = _equal_share(here, there)
            if attributes >= 0:
                cells[row * width + column] = (cells[row * width + column] + attributes) / 2
    return result
