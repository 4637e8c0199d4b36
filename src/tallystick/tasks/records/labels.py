"""Labels that annotators give to the same units, for coefficients of agreement."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

__all__ = ["Labels", "by_unit"]

#: Labels by unit: a span, a word, a field.
Labels = dict[Hashable, str]


def by_unit(labelled: Iterable[tuple[Hashable, str]]) -> Labels:
    """Return the label of each unit; several labels of one unit are one combined label.

    >>> by_unit([((0, 1), "ORG"), ((0, 1), "LOC"), ((3, 3), "PER")])
    {(0, 1): 'LOC+ORG', (3, 3): 'PER'}
    """
    labels: dict[Hashable, set[str]] = {}
    for unit, label in labelled:
        labels.setdefault(unit, set()).add(label)
    return {unit: "+".join(sorted(several)) for unit, several in labels.items()}
