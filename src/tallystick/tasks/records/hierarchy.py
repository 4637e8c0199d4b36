"""Credit for types in a hierarchy (Equations 33, 38 and 39).

A type is given as a path from the most general to the most specific level, such as
``("conflict", "attack", "bombing")``, or as a value with a table of its parents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.normalise import f1
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.tasks.base import Options, Parameter

__all__ = [
    "TYPE_PARAMETERS", "hierarchy_credit", "is_below", "level_credit", "supertype_f1", "type_similarity",
]  # fmt: skip


def _path(value: object) -> Sequence[object]:
    """The levels of a type; a string is not a path, or each of its letters would be a level."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise UsageError(
            f"a type path is a list or tuple of levels, not {value!r:.60}; split a string first: "
            'level_credit.of(lambda name: name.split("."))'
        )
    return value


def _level_credit(gold: object, pred: object) -> float:
    gold_path, pred_path = _path(gold), _path(pred)
    levels = max(len(gold_path), len(pred_path))
    right = 0
    for gold_level, pred_level in zip(gold_path, pred_path, strict=False):
        if gold_level != pred_level:
            break
        right += 1
    return 2.0 ** (right - levels) if right else 0.0


#: 2^(d−D) for d right levels out of D, 0 if not even the first is right (Equation 38).
level_credit = similarity(_level_credit, peaked=True)


def _supertypes(path: object) -> list[object]:
    """The type and all of its supertypes, each as its own path."""
    levels = _path(path)
    return [tuple(levels[: depth + 1]) for depth in range(len(levels))]


#: F of the two sets of supertypes, the type itself included (Equation 39).
supertype_f1 = f1(bag(exact)).of(_supertypes)


def is_below(value: str, other: str, parent: Mapping[str, str]) -> bool:
    """Whether a value is a descendant of another."""
    seen = {value}
    while (value := parent.get(value, "")) and value not in seen:
        if value == other:
            return True
        seen.add(value)
    return False


def hierarchy_credit(parent: Mapping[str, str]) -> Similarity:
    """1 for equal values, ½ for a prediction below the gold value in a hierarchy, 0 otherwise (Equation 33).

    `parent` names the more general value of each value that has one.

    >>> weapons = hierarchy_credit({"RIFLE": "GUN", "GUN": "WEAPON"})
    >>> [weapons.compare("GUN", pred) for pred in ("GUN", "RIFLE", "WEAPON")]
    [1.0, 0.5, 0.0]
    """
    for value in parent:
        seen, above = {value}, parent[value]
        while above in parent and above not in seen:
            seen.add(above)
            above = parent[above]
        if above in seen:
            raise UsageError(f"{above!r:.60} is above itself in the hierarchy")

    return similarity(_HierarchyCredit(tuple(parent.items())), peaked=True)


@dataclass(frozen=True)
class _HierarchyCredit:
    """The credit in a hierarchy of (value, parent) pairs."""

    pairs: tuple[tuple[str, str], ...]
    _parent: Mapping[str, str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parent", dict(self.pairs))

    def __call__(self, gold: str, pred: str) -> float:
        if gold == pred:
            return 1.0
        return 0.5 if is_below(pred, gold, self._parent) else 0.0


# -- on the command line -------------------------------------------------------------------------------------

_TYPE_CREDITS: Final = {"levels": level_credit, "supertypes": supertype_f1}

#: Parameters of metrics that compare types which may be paths.
TYPE_PARAMETERS: Final = (
    Parameter(
        "type-credit", "exact", "credit for a type: exact (1 if equal), levels (halved for each wrong level, "
        "Equation 38), supertypes (F1 of all supertypes, Equation 39)", choices=("exact", *_TYPE_CREDITS),
    ),
    Parameter("type-separator", ".", "text between the levels of a type, such as . in conflict.attack"),
)  # fmt: skip


def type_similarity(options: Options) -> Similarity:
    """How types are compared under the options; levels are cut at the separator."""
    credit = _TYPE_CREDITS.get(str(options["type-credit"]))
    if credit is None:
        return exact
    separator = str(options["type-separator"])
    if not separator:
        raise UsageError("type-separator is empty; give the text between the levels of a type, such as .")
    return credit.of(_Levels(separator), "levels")


@dataclass(frozen=True)
class _Levels:
    """Cuts the name of a type into its levels."""

    separator: str

    def __call__(self, name: object) -> list[str]:
        return str(name).split(self.separator)
