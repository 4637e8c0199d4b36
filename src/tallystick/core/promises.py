"""`peaked=True` promises φ(x, y) ≤ φ(x, x) and φ(x, y) ≤ φ(y, y). A pair that breaks the promise is an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tallystick.errors import UsageError

if TYPE_CHECKING:
    from tallystick.core.join import Weighted
    from tallystick.core.similarity import Similarity

__all__ = ["refuse_broken_promise"]

#: Products of the same numbers in another order may differ by this much.
_ROUNDING = 1 + 1e-9


def refuse_broken_promise(
    element: Similarity, pairs: Weighted, gold_worth: Sequence[float], pred_worth: Sequence[float]
) -> None:
    """Refuse a pair that earns more than one of its values earns from itself."""
    for i, j, value in pairs:
        if value > gold_worth[i] * _ROUNDING or value > pred_worth[j] * _ROUNDING:
            promised = list(dict.fromkeys(map(repr, _promises(element)))) or [repr(element)]
            side, worth = (
                ("gold", gold_worth[i]) if value > gold_worth[i] * _ROUNDING else ("pred", pred_worth[j])
            )
            raise UsageError(
                f"{' or '.join(promised)} is not peaked: a pair earns {value:g}, its {side} value "
                f"only {worth:g} from itself. Leave out peaked=True"
            )


def _promises(part: object) -> Iterator[Similarity]:
    """The functions inside a similarity that were declared to be peaked."""
    from tallystick.core.similarity import Function, Similarity

    if isinstance(part, Function):
        if part.peaked:
            yield part
    elif isinstance(part, Similarity):
        for name in getattr(part, "__match_args__", ()):
            yield from _promises(getattr(part, name))
    elif isinstance(part, dict):
        yield from _promises(tuple(part.values()))
    elif isinstance(part, tuple):
        for entry in part:
            yield from _promises(entry)
