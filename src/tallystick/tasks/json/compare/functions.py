"""Comparators of a user's own: ``module:function``, from pairs of values to credits, in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tallystick.errors import UsageError
from tallystick.tasks.json.compare.base import Credit, Graded, bounded

if TYPE_CHECKING:
    import numpy as np

__all__ = ["called"]


def called(name: str, least: Fraction | None, full: Fraction | None) -> Graded:
    """Return the comparator that calls a function with a list of (gold, pred) pairs of texts."""
    function = _function(name)

    def credits(pairs: list[tuple[Any, Any]]) -> list[Credit]:
        given = list(function(pairs))
        if len(given) != len(pairs):
            raise UsageError(f"{name} returned {len(given)} credits for {len(pairs)} pairs")
        for credit in given:
            if not 0 <= credit <= 1:
                raise UsageError(f"{name} returned {credit}; a credit lies between 0 and 1")
        return [bounded(Fraction(credit), least, full) for credit in given]

    def credit(gold: object, pred: object) -> Credit:
        return credits([(gold, pred)])[0]

    def matrix(golds: Sequence[object], preds: Sequence[object]) -> np.ndarray:
        import numpy as np

        pairs = [(gold, pred) for gold in golds for pred in preds if gold != pred]
        values = iter(credits(pairs))
        return np.array(
            [[1.0 if gold == pred else float(next(values)) for pred in preds] for gold in golds],
            dtype=np.float64,
        ).reshape(len(golds), len(preds))

    return Graded(credit, matrix=matrix)


@cache
def _function(name: str) -> Callable[[list[tuple[Any, Any]]], Sequence[float]]:
    module, _, attribute = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"the comparator {name} cannot be imported: {error}") from error
    if not callable(found):
        raise UsageError(f"the comparator {name} is not a function")
    function: Callable[[list[tuple[Any, Any]]], Sequence[float]] = found
    return function
