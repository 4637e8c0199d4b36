"""What a page shows of scored pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.errors import MemoryLimitError, TimeLimitError
from tallystick.limits import limited
from tallystick.tally import Alignment
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.views.item import PageItem, page_item
from tallystick.tasks.views.original import Original
from tallystick.tasks.views.rows import AnyRows
from tallystick.tasks.views.totals import PageTotals

if TYPE_CHECKING:
    from tallystick.run.pair_scoring import Scoring

__all__ = ["PageItems"]

#: The data of so many pairs stays as it is, which saves time.
_UNCOMPRESSED = 10_000


class PageItems:
    """Makes what a page shows of the pairs of a run."""

    def __init__(self, scoring: Scoring) -> None:
        self._scoring = scoring
        self._view = scoring.task.page_view()
        self._totals: PageTotals | None = None

    def begin(self) -> PageTotals:
        """Begin new totals, to which the items from now on are added: those of a chunk that is sent elsewhere."""
        self._totals = PageTotals()
        return self._totals

    def item(
        self, analysis: PairAnalysis, originals: tuple[Original, Original], *, number: int = 0
    ) -> PageItem:
        """Return what a page shows of a pair that was scored, and add it to the totals.

        `number` is the number of the pair in its run: the data of the first pairs is not compressed.
        """
        found = self._rows(analysis)
        alignments: dict[str, Alignment | AnyRows] = {
            key: found.get(index) or self._scoring.explain(analysis, index)
            for index, (key, *_) in enumerate(self._scoring.plan.metrics)
        }
        return page_item(self._view, *originals, alignments, self._totals, compress=number > _UNCOMPRESSED)

    def _rows(self, analysis: PairAnalysis) -> dict[int, AnyRows]:
        """Return the alignments of a pair by the rows of its parts, for the metrics that have them in time."""
        found: dict[int, AnyRows] = {}
        try:
            with limited(self._scoring.plan.limits()):
                for index, scorer in enumerate(self._scoring.scorers):
                    rows = scorer.rows(analysis)
                    if rows is not None:
                        found[index] = rows
        except (TimeLimitError, MemoryLimitError):
            pass
        return found
