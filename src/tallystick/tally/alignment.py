"""Alignments: which part of the gold matched which part of the prediction, and what credit that earned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Protocol, overload

from tallystick.dataclass import dataclass
from tallystick.lazy import Lazy

__all__ = ["Alignment", "NodePair", "Pair", "PartError", "Sentences", "Typology", "WrittenSides"]

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
class NodePair:
    """A gold node and the predicted node that it is aligned with, by their variables; None for no partner."""

    gold: str | None
    pred: str | None
    similarity: float | None = None
    """How similar the two nodes are, where the alignment was chosen by that."""
    note: str = ""
    """When they were aligned, where that is known: ``anchor``, ``round 2``, ``final``."""


@dataclass(frozen=True, slots=True)
class PartError:
    """One error: a missed gold part, a spurious predicted part, or two parts that are one error together."""

    kind: str
    """The kind of error as a noun phrase: ``wrong boundary``, ``missing relation``."""
    gold: object = None
    """The gold part; None if the error has none."""
    pred: object = None
    """The predicted part; None if the error has none."""


class Typology(Protocol):
    """The kinds of errors of a task."""

    def errors(self, alignment: Alignment) -> Iterable[PartError]:
        """Yield the errors of an alignment. Each missed and each spurious part is in exactly one of them."""


class Sentences(Protocol):
    """The sentences of a document."""

    @property
    def names(self) -> Sequence[str]:
        """Their ids, then their numbers."""

    def restrict(self, alignment: Alignment, name: str) -> Alignment:
        """Return what concerns one sentence."""


class WrittenSides(Sequence[str]):
    """Gold and pred as text, written on demand: scores and pages do not need it.

    >>> sides = WrittenSides(lambda: ("(b / boy)", "(g / girl)"))
    >>> sides[0], len(sides), tuple(sides)
    ('(b / boy)', 2, ('(b / boy)', '(g / girl)'))
    """

    __slots__ = ("_sides", "_write")

    def __init__(self, write: Callable[[], tuple[str, str]]) -> None:
        self._write = write
        self._sides: tuple[str, str] | None = None

    @property
    def _written(self) -> tuple[str, str]:
        if self._sides is None:
            self._sides = self._write()
        return self._sides

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self._written[index]

    def __len__(self) -> int:
        return 2

    def __reduce__(self) -> tuple[object, ...]:
        # Another process gets the text: it need not have what the text is written from.
        return tuple, (self._written,)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The matched, missed and spurious parts of an item.

    Pairs that earned nothing are not listed as matched, unless they are part of a node alignment.
    """

    matched: tuple[Pair, ...] = ()
    missed: tuple[object, ...] = ()
    spurious: tuple[object, ...] = ()
    sides: Sequence[str] | None = field(default=None, compare=False)
    """Gold and pred in a notation of their own, where they have one: the text of two graphs."""
    summary: str = field(default="", compare=False)
    """A description of the errors, if their counts do not say it."""
    typology: Typology | None = field(default=None, compare=False, repr=False)
    """How errors are divided into kinds; None if the task does not define them."""
    show: tuple[Callable[[object], str], Callable[[object], str]] | None = field(
        default=None, compare=False, repr=False
    )
    """How gold and pred parts are displayed: with the words that they are about, with the concepts of variables."""
    nodes: tuple[NodePair, ...] = field(default=(), compare=False, repr=False)
    """The alignment of the nodes of two graphs: every node of either side once; empty if there is none."""
    near_misses: tuple[Pair, ...] = field(default=(), compare=False, repr=False)
    """Missed and spurious parts that a threshold keeps apart; the credit of a pair is its similarity, its note says
    what the threshold is, where that is a single number."""
    sentences: Sentences | None = field(default=None, compare=False, repr=False)
    """The sentences of a document, where an explanation can be restricted to one of them."""
    unit: str = field(default="", compare=False)
    """The name of the parts if each counts one and adding or dropping one changes no other; else empty."""

    @property
    def error_list(self) -> tuple[PartError, ...]:
        """Every error with its kind and its parts."""
        return () if self.typology is None else tuple(self.typology.errors(self))

    @property
    def errors(self) -> dict[str, int]:
        """How many errors of each kind there are: ``{"missing mention": 2}``."""
        return dict(Counter([error.kind for error in self.error_list]))

    def __bool__(self) -> bool:
        return bool(self.matched or self.missed or self.spurious)

    def __str__(self) -> str:
        """The text that ``tallystick explain`` shows."""
        text: str = _SHOWN["text"](self)
        return text
