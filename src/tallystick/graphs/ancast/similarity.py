# cython: language_level=3
"""The intrinsic similarity of two nodes (Equations 1–4)."""

from __future__ import annotations

from array import array

from tallystick.graphs.ancast.view import Values, View

__all__ = ["attribute_similarity", "inclusion", "intrinsic"]

#: γ of Equation 1: what a different sense costs.
SENSE = 0.1


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
    shared = equal = 0
    for role, values in one.items():
        there = other.get(role)
        if there is not None:
            shared += 1
            if values == there:
                equal += 1
    return equal / shared if shared else None


def _parts(short: View, long: View) -> list[tuple[str, str, float]]:
    """The lemmas of one side that are part of a longer one of the other side, with their similarity."""
    # Counting in all lemmas at once rules out most of those that are part of none but themselves.
    everything = "\n".join(long.lemmas)
    found = []
    for lemma in short.places:
        if lemma and everything.count(lemma) > len(long.places.get(lemma, ())):
            found += [
                (lemma, other, len(lemma) / len(other))
                for other in long.places
                if lemma in other and lemma != other
            ]
    return found


def intrinsic(pred: View, gold: View) -> array[float]:
    """The similarity S of every pair of nodes, row by row (Equation 1)."""
    width = len(gold.lemmas)
    result = array("d", bytes(8 * len(pred.lemmas) * width))
    gold_places, gold_senses = gold.places, gold.senses
    for lemma, rows in pred.places.items():
        if lemma in gold_places and lemma:
            columns = gold_places[lemma]
            for row in rows:
                sense = pred.senses[row]
                for column in columns:
                    result[row * width + column] = 1.0 if sense == gold_senses[column] else 1 - SENSE
    included = _parts(pred, gold)
    included += [(lemma, other, share) for other, lemma, share in _parts(gold, pred)]
    for lemma, other, share in included:
        for row in pred.places[lemma]:
            for column in gold_places[other]:
                same = pred.senses[row] == gold_senses[column]
                result[row * width + column] = share if same else share * (1 - SENSE)
    for row, here in pred.attributes.items():
        for column, there in gold.attributes.items():
            attributes = attribute_similarity(here, there)
            if attributes is not None:
                cell = row * width + column
                result[cell] = (result[cell] + attributes) / 2
    return result
