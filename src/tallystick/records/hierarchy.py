"""Credit for types in a hierarchy: two proposals of the paper's discussion (Equations 38 and 39).

A type is a path from the most general to the most specific level, such as
``("conflict", "attack", "bombing")``.
"""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.core.matching import bag
from tallystick.core.normalise import f1
from tallystick.core.similarity import exact, similarity

__all__ = ["level_credit", "supertype_f1"]


def _level_credit(pred: Sequence[object], gold: Sequence[object]) -> float:
    levels = max(len(pred), len(gold))
    right = 0
    for ours, theirs in zip(pred, gold, strict=False):
        if ours != theirs:
            break
        right += 1
    return 2.0 ** (right - levels) if right else 0.0


#: 2^(d−D) for d right levels out of D, 0 if not even the first is right (Equation 38).
level_credit = similarity(_level_credit, peaked=True)


def _supertypes(path: object) -> list[object]:
    """The type and all that are above it, each as its own path."""
    assert isinstance(path, Sequence)
    return [tuple(path[: depth + 1]) for depth in range(len(path))]


#: F of the two sets of supertypes, the type itself included (Equation 39).
supertype_f1 = f1(bag(exact)).of(_supertypes)
