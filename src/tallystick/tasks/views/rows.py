"""Alignments by index: a page shows many thousands of parts, and needs an object for few of them.

The metrics of a family index the same parts of a side. A page then writes these parts once, in the notation of their
view, and the alignment of each metric as numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence

from tallystick.core.describe import describe
from tallystick.tally import Alignment, PartError
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import ItemConfusions
from tallystick.tasks.views.relation_schema import AlignedRelations
from tallystick.tasks.views.schema import EncodedAlignment, Parts
from tallystick.tasks.views.totals import ItemErrors

__all__ = ["AlignedRows", "AnyRows", "ErrorRow", "PartRows", "Row", "UnshownRows", "WrittenRows"]

#: A row, several rows that are one part together, or none.
Row = int | tuple[int, ...] | None
#: The kind of an error, its gold row and its pred row.
ErrorRow = tuple[str, Row, Row]


class PartRows(ABC):
    """The parts of one side that several metrics index."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of parts."""

    @abstractmethod
    def show(self, row: object) -> str:
        """Return a part in one line."""

    @abstractmethod
    def page_parts(self, side: SideView, offset: int) -> Parts:
        """Return the parts as the page has them; `offset` is the number of the first one there."""


class AlignedRows(ABC):
    """The alignment of one metric, by the rows of the parts."""

    golds: PartRows
    preds: PartRows

    @abstractmethod
    def key(self) -> Hashable:
        """Return what its errors and confusions depend on; metrics with equal keys share them."""

    @abstractmethod
    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return the alignment in numbers of parts: rows, counted from the offsets of the two lists."""

    def columns(self, gold_offset: int, pred_offset: int) -> AlignedRelations | None:
        """Return the pairs in columns, where `encoded` leaves them out."""
        return None

    @abstractmethod
    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors: the kind, the gold row and the pred row; None for no row."""

    def item_errors(self) -> ItemErrors:
        """Return the errors by kind, with the first ones of each."""
        return ItemErrors.of(self.errors(), (self.golds.show, self.preds.show))

    @abstractmethod
    def confusions(self) -> ItemConfusions:
        """Return the confusions and the labels."""


class WrittenRows:
    """The alignment of one metric by rows that its view counts and writes (`View.count`, `View.write`)."""

    def alignment(self) -> Alignment:
        """Return the alignment with its parts as objects, for items where other metrics have no rows.

        It is never called where the view always `mixes` rows with parts.
        """
        raise NotImplementedError


class UnshownRows:
    """The alignment of a metric whose parts the view does not show: a page only counts its errors.

    The view of JSON shows leaves. A metric that compares whole documents, or looks at the prediction alone, has none.
    """

    __slots__ = ("_errors",)

    def __init__(self, errors: Sequence[PartError] = ()) -> None:
        self._errors = errors

    def item_errors(self) -> ItemErrors:
        """Return the errors by kind, with the first ones of each."""
        return ItemErrors.of([(own.kind, own.gold, own.pred) for own in self._errors], (describe, describe))


AnyRows = AlignedRows | WrittenRows | UnshownRows
