"""Alignments: which part of the gold matched which part of the prediction, and what credit that earned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from tallystick.dataclass import dataclass

__all__ = ["Alignment", "Pair"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold part and the predicted part that it met, with the credit that this earned."""

    gold: object
    pred: object
    credit: float
    inner: Mapping[str, Alignment] = field(default_factory=dict)
    """The alignments of the parts' own parts, by the name of the field."""
    note: str = ""
    kind: str = ""
    """``matched``, ``partly`` or ``wrong`` (the same place, another value), where credit and words do not say it."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which gold part met which predicted part; what was missed; what was spurious.

    Pairs that earned nothing are not listed as matched, unless they are part of a node alignment.
    """

    matched: tuple[Pair, ...] = ()
    missed: tuple[object, ...] = ()
    spurious: tuple[object, ...] = ()
    sides: tuple[str, str] | None = field(default=None, compare=False)
    """Gold and pred in a notation of their own, where they have one: the text of two graphs."""
    summary: str = field(default="", compare=False)
    """The errors by kind, in words."""
    unit: str = field(default="", compare=False)
    """What the parts are, in a word, if each counts one and adding or dropping one changes no other; else empty."""

    def __bool__(self) -> bool:
        return bool(self.matched or self.missed or self.spurious)
