"""One side of a scored item, for display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from tallystick.dataclass import dataclass

__all__ = ["Original"]


@dataclass(frozen=True, slots=True)
class Original:
    """One side of a scored item as it was compared, with what it was read from."""

    value: object
    meta: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    """The text it was read from; empty if it was given as an object, or is missing."""
    words: Sequence[str] = ()
    """The words that it is about, where its format has them beside the value."""
