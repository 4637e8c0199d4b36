"""How BLANC is read: the mean of two scores, one over links within entities, one over links across them.

A document of one entity has no links across, one of single mentions none within. What counts then is a convention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.tally import Reading, Tally, f_measure, ratio
from tallystick.tasks.base import Parameter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["EDGE", "blanc_reading"]

#: A number, or an array of them.
Amount = Any

EDGE = Parameter(
    "blanc-edge", "luo2014", "when a type of link does not count in BLANC: if neither side has such links "
    "(luo2014), or if the gold has none (reference, as in the CoNLL reference scorer)",
    choices=("luo2014", "reference"),
)  # fmt: skip

PARTS = ("coreference", "non-coreference")


def _present_on_a_side(pred_total: Amount, gold_total: Amount) -> Amount:
    return pred_total + gold_total


def _present_in_gold(_: Amount, gold_total: Amount) -> Amount:
    return gold_total


#: How many of a type of links there are, in numbers or arrays: it counts unless that is 0.
_PRESENT = {"luo2014": _present_on_a_side, "reference": _present_in_gold}


def blanc_reading(edge: object) -> Reading:
    """The reading under a convention.

    >>> within = Tally.of(1, pred=2, gold=2)
    >>> across = Tally.of(0, pred=4, gold=0)
    >>> blanc_reading("luo2014")(Tally.composite([within, across]))
    {'precision': 0.25, 'recall': 0.25, 'f1': 0.25}
    >>> blanc_reading("reference")(Tally.composite([within, across]))
    {'precision': 0.5, 'recall': 0.5, 'f1': 0.5}
    """
    present = _PRESENT[str(edge)]

    def read(tally: Tally) -> tuple[float | None, ...]:
        counted = [links for links in tally.parts if present(links.pred_total, links.gold_total)]
        if not counted:
            return None, None, None
        return (
            sum(ratio(links.matched_pred, links.pred_total) or 0.0 for links in counted) / len(counted),
            sum(ratio(links.matched_gold, links.gold_total) or 0.0 for links in counted) / len(counted),
            sum(f_measure(links) or 0.0 for links in counted) / len(counted),
        )

    def read_many(sums: Array) -> Array:
        import numpy as np

        from tallystick.stats.readers import part_of, read_ratios, share

        numbers, counted = np.zeros((len(sums), 3)), np.zeros((len(sums), 1))
        for index in range(len(PARTS)):
            links = part_of(sums, index)
            counts = present(*links[:, -2:].T)[:, None] != 0
            numbers += np.where(counts, np.nan_to_num(read_ratios(links), nan=0.0), 0.0)
            counted += counts
        return share(numbers, counted)

    return Reading(("precision", "recall", "f1"), read, sides=True, parts=PARTS, read_many=read_many)
