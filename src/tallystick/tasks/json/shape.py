"""Shapes: how the values at each path of a JSON document are compared.

A shape is what remains of a JSON Schema, of a Python type, or of an inference from the gold, once everything that does
not concern scoring is left out. Shapes are filled in while a schema is read, because a recursive schema gives a shape
that contains itself; nothing changes them afterwards. They are compared by identity for the same reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Literal

from tallystick.dataclass import dataclass

__all__ = ["Branch", "Branches", "Compare", "Count", "Keys", "Order", "Shape"]

#: How the items of two lists may be matched: any one-to-one matching, an increasing one, or equal indices only.
Order = Literal["free", "strict", "position"]
#: How a list counts: by the leaves of its items, or each item as 1 with its F1 as credit.
Count = Literal["leaves", "items"]
#: Whether the keys of a map mean something, or are names that are matched like the indices of a list.
Keys = Literal["exact", "free"]


@dataclass(frozen=True, slots=True)
class Compare:
    """How two scalars of a field are compared."""

    name: str | None = None
    """The comparator: ``exact``, ``text``, ``number``, ``date``, ``time``, ``duration``, ``uuid``, ``levenshtein``,
    ``anls``, ``jaro``, ``token-f1``, ``token-set``, ``regex``, ``iou``, or ``module:function``. Without a name, the
    default for the kind of value."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    """Arguments of the comparator by name; numbers as `Fraction`."""
    least: Fraction | None = None
    """``from``: less than this earns nothing."""
    full: Fraction | None = None
    """``at``: this or more earns everything, less earns nothing."""
    normalise: tuple[str, ...] = ()
    """The normalisations of text before it is compared: ``case``, ``punctuation``, ``accents``."""
    same: tuple[tuple[str, ...], ...] = ()
    """Classes of synonyms: texts of one class are equal."""


@dataclass(frozen=True, slots=True)
class Branch:
    """An alternative of ``anyOf`` or ``oneOf``, or of a list of types."""

    shape: Shape
    """Complete: the keywords beside the union are merged into it, and take precedence."""
    constants: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Properties with a ``const`` (or the values of a discriminator), which identify the branch."""


@dataclass(frozen=True, slots=True)
class Branches:
    """The alternatives of a value. The first one that fits the value says how it is compared."""

    options: tuple[Branch, ...]
    discriminated: bool = False
    """Whether constants choose the branch; values of different branches then never match."""


@dataclass(slots=True, eq=False, repr=False)
class Shape:
    """How values at one path are compared. The default is the shape of an undeclared value."""

    types: frozenset[str] | None = None
    """The JSON types that fit (``integer`` among them), for the choice between branches; None if any does."""
    values: tuple[object, ...] | None = None
    """The values of ``enum`` or ``const``; None if any value fits."""
    branches: Branches | None = None

    properties: dict[str, Shape] = field(default_factory=dict)
    patterns: list[tuple[str, Shape]] = field(default_factory=list)
    """Regular expressions for keys that `properties` does not name. These keys share one row, ``m{}``."""
    additional: Shape | None = None
    """The shape of all other keys where it is declared: they share the row ``m{}`` too."""
    keys: Keys = "exact"

    items: Shape | None = None
    prefix: list[Shape] = field(default_factory=list)
    """Shapes of the first items."""
    order: Order | None = None
    """None if nothing is declared: the order is then free, and a note reports it."""
    key: tuple[str, ...] = ()
    """Fields that must be equal for two items to meet."""
    item_from: Fraction | None = None
    """A pair of items with a lower F1 earns nothing."""
    count: Count = "leaves"

    compare: Compare | None = None
    """For scalars. None: numbers and booleans by equality, text as the option ``text`` says. Shapes with ``enum``,
    ``const`` have the comparator ``text``; those with a format ``date``, ``date-time``, ``time``, ``duration`` or
    ``uuid`` the comparator of that name (``date`` for both kinds of date)."""
    blank_is_value: bool = False
    """Whether a blank string is a leaf: ``enum`` or ``const`` lists one."""
    weight: Fraction | None = None
    """The weight of each leaf here and below, until a nearer weight replaces it; None: inherited."""
    ignore: bool = False
    """Whether this value and everything below it is left out."""
    alternatives: bool = False
    """Whether the gold lists acceptable values; null or ``""`` among them: the value may be left out."""
    default: object = None
    """The value of a missing property under ``--defaults apply``; None: no default."""
