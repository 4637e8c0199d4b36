"""What a page shows of scored pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.errors import MemoryLimitError, TimeLimitError
from tallystick.limits import limited
from tallystick.tally import Alignment
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.views.item import PageItem, page_item
from tallystick.tasks.views.original import Original
from tallystick.tasks.views.rows import AlignedRows, WrittenRows
from tallystick.tasks.views.totals import PageTotals

if TYPE_CHECKING:
    from tallystick.run.pair_scoring import Scoring

__all__ = ["page_item_of"]

#: The data of so many pairs stays as it is, which saves time.
_UNCOMPRESSED = 10_000


def page_item_of(
    scoring: Scoring,
    analysis: PairAnalysis,
    originals: tuple[Original, Original],
    totals: PageTotals | None = None,
    *,
    number: int = 0,
) -> PageItem:
    """Return what a page shows of a pair that was scored, and add it to the totals of a page.

    `number` is the number of the pair in its run: the data of the first pairs is not compressed.
    """
    found = _rows(scoring, analysis)
    alignments: dict[str, Alignment | AlignedRows | WrittenRows] = {
        key: found.get(index) or scoring.explain(analysis, index)
        for index, (key, *_) in enumerate(scoring.plan.metrics)
    }
    return page_item(
        scoring.task.page_view(), *originals, alignments, totals, compress=number > _UNCOMPRESSED
    )


def _rows(scoring: Scoring, analysis: PairAnalysis) -> dict[int, AlignedRows | WrittenRows]:
    """Return the alignments of a pair by the rows of its parts, for the metrics that have them in time."""
    found: dict[int, AlignedRows | WrittenRows] = {}
    try:
        with limited(scoring.plan.limits()):
            for index, scorer in enumerate(scoring.scorers):
                rows = scorer.rows(analysis)
                if rows is not None:
                    found[index] = rows
    except (TimeLimitError, MemoryLimitError):
        pass
    return found
