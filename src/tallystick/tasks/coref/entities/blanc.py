"""How BLANC is read: the mean of two scores, one over links within entities, one over links across them.

A document of one entity has no links across, one of single mentions none within. What counts then is a convention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tallystick.tally import Reading, Tally, f_measure, ratio
from tallystick.tasks.base import Parameter

__all__ = ["EDGE", "blanc_reading"]

EDGE = Parameter(
    "blanc-edge", "luo2014", "when a type of link does not count in BLANC: if neither side has such links "
    "(luo2014), or if the gold has none (reference, as in the CoNLL reference scorer)",
    choices=("luo2014", "reference"),
)  # fmt: skip

PARTS = ("coreference", "non-coreference")


def _absent_on_both_sides(links: Tally) -> bool:
    return not links.gold_total and not links.pred_total


def _absent_in_gold(links: Tally) -> bool:
    return not links.gold_total


_ABSENT: Mapping[object, Callable[[Tally], bool]] = {
    "luo2014": _absent_on_both_sides,
    "reference": _absent_in_gold,
}


def blanc_reading(edge: object) -> Reading:
    """The reading under a convention.

    >>> within = Tally.of(1, pred=2, gold=2)
    >>> across = Tally.of(0, pred=4, gold=0)
    >>> blanc_reading("luo2014")(Tally.composite([within, across]))
    {'precision': 0.25, 'recall': 0.25, 'f1': 0.25}
    >>> blanc_reading("reference")(Tally.composite([within, across]))
    {'precision': 0.5, 'recall': 0.5, 'f1': 0.5}
    """
    absent = _ABSENT[edge]

    def read(tally: Tally) -> tuple[float | None, ...]:
        counted = [links for links in tally.parts if not absent(links)]
        if not counted:
            return None, None, None
        return (
            sum(ratio(links.matched_pred, links.pred_total) or 0.0 for links in counted) / len(counted),
            sum(ratio(links.matched_gold, links.gold_total) or 0.0 for links in counted) / len(counted),
            sum(f_measure(links) or 0.0 for links in counted) / len(counted),
        )

    return Reading(("precision", "recall", "f1"), read, sides=True, parts=PARTS)
