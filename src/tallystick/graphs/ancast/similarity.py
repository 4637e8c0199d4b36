"""The intrinsic similarity of two nodes (Equations 1–4)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

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
    """The share of the shared attributes that have equal values (Equations 3, 4); None where none is shared."""
    shared = one.keys() & other.keys()
    if not shared:
        return None
    return sum(one[role] == other[role] for role in shared) / len(shared)


def lemma_cells(rows: Sequence[str], cols: Sequence[str]) -> list[tuple[int, int, float]]:
    """The cells of two lists of lemmas whose similarity is not 0."""
    # One look into all the lemmas of the other side finds most of those that are part of none of them.
    all_cols = "\n".join(cols)
    all_rows = "\n".join(rows)
    cells = []
    for i, row in enumerate(rows):
        if row and row in all_cols:
            size = len(row)
            cells += [(i, j, size / len(col)) for j, col in enumerate(cols) if row in col]
    for j, col in enumerate(cols):
        if col and col in all_rows:
            size = len(col)
            cells += [(i, j, size / len(row)) for i, row in enumerate(rows) if col in row and col != row]
    return cells


def intrinsic(pred: View, gold: View) -> array[float]:
    """The similarity S of every pair of nodes, row by row (Equation 1)."""
    width = gold.size
    result = array("d", bytes(8 * pred.size * width))
    for i, j, similarity in lemma_cells(pred.lemmas, gold.lemmas):
        result[i * width + j] = similarity if pred.senses[i] == gold.senses[j] else similarity * (1 - SENSE)
    if pred.attributes and gold.attributes:
        for i, here in pred.attributes.items():
            for j, there in gold.attributes.items():
                similarity_of_attributes = attribute_similarity(here, there)
                if similarity_of_attributes is not None:
                    cell = i * width + j
                    result[cell] = (result[cell] + similarity_of_attributes) / 2
    return result
