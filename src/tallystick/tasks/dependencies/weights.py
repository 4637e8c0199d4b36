"""The weight of each word under a metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Weights"]


class Weights(NamedTuple):
    """How much each word counts, and how much of each aligned pair matched. Flags are numbers: True is 1."""

    gold: Sequence[int]
    """Per gold word."""
    pred: Sequence[int]
    """Per predicted word."""
    matched: Sequence[int]
    """Per aligned pair."""
    aligned: Sequence[int]
    """Per aligned pair: whether it could have matched."""
