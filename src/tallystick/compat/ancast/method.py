"""AnCast as ancast 0.1.1 computes it: its alignment, its counts, its numbers."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.compat.ancast.alignment import Released, align_released
from tallystick.compat.ancast.counts import READ_RELEASED, released_counts
from tallystick.compat.ancast.explain import released_parts
from tallystick.dataclass import dataclass
from tallystick.formats.penman.reader import Graph
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Reading, Tally
from tallystick.tasks.graphs.ancast.constants import Constants

__all__ = ["RELEASED", "RELEASED_UMR"]


@dataclass(frozen=True, slots=True)
class ReleasedParts:
    """The nodes that the program aligns; it has no other parts."""

    aligned: Released

    def of(self, _metric: str) -> Alignment:
        """List the nodes, in words."""
        return released_parts(self.aligned)

    def rows(self, _metric: str) -> None:
        """Return nothing: its graphs are not ours, and have no rows."""


@dataclass(frozen=True, slots=True)
class ReleasedMethod:
    """The released program, with its reader for AMR or for UMR."""

    umr: bool

    def align(self, gold: Graph, pred: Graph, anchors: str, constants: Constants) -> Released:
        """Align two graphs; the program has its own anchors and constants."""
        return align_released(gold, pred, umr=self.umr)

    def counts(self, aligned: Released) -> Mapping[str, Tally]:
        """Count as the program does."""
        return released_counts(aligned)

    def explainer(self, aligned: Released) -> ReleasedParts:
        """Return what lists the nodes that the program aligns."""
        return ReleasedParts(aligned)

    def reading(self, metric: str) -> Reading:
        """Tell how the tallies of a metric are read."""
        return {"concept": READ_RATIOS, "smatch": READ_SIDES}.get(metric, READ_RELEASED)


RELEASED = ReleasedMethod(umr=False)
RELEASED_UMR = ReleasedMethod(umr=True)
