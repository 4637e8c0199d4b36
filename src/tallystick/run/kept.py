"""Pairs that were scored, kept to be explained and shown: nothing is read or solved again for that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.run.inputs.pairing import BlockPair
from tallystick.tally import Alignment
from tallystick.tasks.views.original import Original

if TYPE_CHECKING:
    from tallystick.run.pair_scoring import Scoring
    from tallystick.tasks.analysis import PairAnalysis
    from tallystick.tasks.views.item import PageItem

__all__ = ["LEAST_TEXT", "MOST_TEXT", "KeptPair"]

#: Analyses are kept up to this much text of their items; an analysis takes about 30 times as much memory.
MOST_TEXT = 4 << 20
#: The minimum size of an item: objects given in Python have no text.
LEAST_TEXT = 1 << 10

#: An analysis and its two sides.
Analysed = tuple["PairAnalysis", tuple[Original, Original]]


class KeptPair:
    """A scored pair with its analysis.

    A pair that was scored in another process, or too late to be kept whole, is analysed again on first use, once for
    all metrics and views.
    """

    __slots__ = ("_analysed", "pair", "scoring", "status")

    def __init__(
        self, scoring: Scoring, pair: BlockPair, status: str, analysed: Analysed | None = None
    ) -> None:
        self.scoring = scoring
        self.pair = pair
        self.status = status
        self._analysed = analysed

    def alignment(self, metric: int) -> Alignment:
        """List what matched under a metric, given by its index."""
        analysis, originals = self._get()
        alignment = self.scoring.explain(analysis, metric)
        if alignment.show is not None:
            return alignment
        return replace(alignment, show=self.scoring.task.page_view().describers(*originals))

    def originals(self) -> tuple[Original, Original]:
        """Return gold and pred as they were compared."""
        return self._get()[1]

    def page_item(self) -> PageItem:
        """Return what a page shows of the pair."""
        from tallystick.run.page_items import PageItems  # few runs make a page

        return PageItems(self.scoring).item(*self._get(), number=self.pair.number)

    def _get(self) -> Analysed:
        if self._analysed is None:
            self._analysed = self.scoring.analyse_again(self.pair, self.status)
        return self._analysed
