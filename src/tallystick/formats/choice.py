"""The formats of a task's items, and how each is recognised."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.dataclass import dataclass
from tallystick.formats.base import Block, Item, Reader

__all__ = ["FormatChoice"]


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format of a task, and how to recognise it."""

    reader: Reader
    recognises: Callable[[str], bool]
    """Whether the beginning of a file is certainly of this format and task."""
    description: str
    unscored: str = ""
    """Why files in it cannot be scored, though they can be checked and converted; empty if they can."""
    accepts: Callable[[str], bool] | None = None
    """Whether a file that is said to be of the task can be of this format, though it might be something else: a
    prediction without a single entity, say."""
    check: Callable[[Block], Item] | None = None
    """Reads an item for `check`, with remarks that do not concern a score; None if the reader makes them all."""
