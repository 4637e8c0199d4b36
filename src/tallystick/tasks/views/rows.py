"""Alignments by index: a page shows many thousands of parts, and needs an object for few of them.

The metrics of a family index the same parts of a side. A page then writes these parts once, in the notation of their
view, and the alignment of each metric as numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence

from tallystick.tally import PartError
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import ItemConfusions
from tallystick.tasks.views.schema import ColumnAlignment, EncodedAlignment, Parts
from tallystick.tasks.views.totals import ItemErrors

__all__ = ["AlignedRows", "PartRows"]


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
    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment | ColumnAlignment:
        """Return the alignment in numbers of parts (rows, counted from the offsets of the two lists), or in columns."""

    @abstractmethod
    def errors(self) -> Sequence[PartError]:
        """Return the errors; their parts are rows."""

    def item_errors(self) -> ItemErrors:
        """Return the errors by kind, with the first ones of each."""
        return ItemErrors.of(self.errors(), (self.golds.show, self.preds.show))

    @abstractmethod
    def confusions(self) -> ItemConfusions:
        """Return the confusions and the labels."""
