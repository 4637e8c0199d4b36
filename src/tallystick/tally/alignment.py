"""Alignments: which part of the gold matched which part of the prediction, and what credit that earned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.lazy import Lazy

__all__ = ["Alignment", "Pair"]

#: How alignments are written, which the layer above knows; loaded on demand.
_SHOWN: Lazy[Callable[[object], str]] = Lazy({"text": "tallystick.report.alignment_text:alignment_text"})


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold part and its predicted partner, with the credit of the pair."""

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
    """The matched, missed and spurious parts of an item.

    Pairs that earned nothing are not listed as matched, unless they are part of a node alignment.
    """

    matched: tuple[Pair, ...] = ()
    missed: tuple[object, ...] = ()
    spurious: tuple[object, ...] = ()
    sides: tuple[str, str] | None = field(default=None, compare=False)
    """Gold and pred in a notation of their own, where they have one: the text of two graphs."""
    summary: str = field(default="", compare=False)
    """What is wrong, in words, where counts of errors do not say it."""
    errors: Mapping[str, int] = field(default_factory=dict, compare=False)
    """How many errors of each kind there are: ``{"missing mention": 2}``."""
    concepts: tuple[Mapping[str, str], Mapping[str, str]] | None = field(
        default=None, compare=False, repr=False
    )
    """The concepts of gold and pred variables, where parts are triples of a graph."""
    unit: str = field(default="", compare=False)
    """What the parts are, in a word, if each counts one and adding or dropping one changes no other; else empty."""

    def __bool__(self) -> bool:
        return bool(self.matched or self.missed or self.spurious)

    def __str__(self) -> str:
        """The text that ``tallystick explain`` shows."""
        text: str = _SHOWN["text"](self)
        return text
