"""`peaked=True` promises φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y). A pair that breaks the promise is an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from tallystick.errors import UsageError
from tallystick.solve.tables import first_excess

if TYPE_CHECKING:
    from tallystick.core.pairs import Pairs
    from tallystick.core.similarity import Similarity

__all__ = ["refuse_broken_promise"]

#: Products of the same numbers in another order may differ by this much.
_ROUNDING = 1 + 1e-9


def refuse_broken_promise(
    element: Similarity, pairs: Pairs, gold_worth: Sequence[float], pred_worth: Sequence[float]
) -> None:
    """Reject a pair that earns more than one of its values earns from itself."""
    if not pairs or max(pairs.value) <= min(min(gold_worth, default=inf), min(pred_worth, default=inf)):
        return
    gold_most, pred_most = (
        [worth * _ROUNDING for worth in gold_worth],
        [worth * _ROUNDING for worth in pred_worth],
    )
    index = first_excess(pairs.gold, pairs.pred, pairs.value, gold_most, pred_most)
    if index < 0:
        return
    i, j, value = pairs.gold[index], pairs.pred[index], pairs.value[index]
    promised = list(dict.fromkeys(map(repr, _promises(element)))) or [repr(element)]
    side, worth = ("gold", gold_worth[i]) if value > gold_most[i] else ("pred", pred_worth[j])
    raise UsageError(
        f"{' or '.join(promised)} is not peaked: a pair earns {value:g}, but its {side} value "
        f"earns only {worth:g} with itself. Leave out peaked=True"
    )


def _promises(element: Similarity) -> Iterator[Similarity]:
    """The functions inside a similarity that were declared to be peaked."""
    from tallystick.core.functions import Function
    from tallystick.core.inside import similarities_inside

    return (part for part in similarities_inside(element) if isinstance(part, Function) and part.peaked)
