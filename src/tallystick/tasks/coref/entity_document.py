"""A document as nothing but its entities: what clusters given in Python are."""

from __future__ import annotations

from tallystick.dataclass import dataclass
from tallystick.formats.json.spans import Span

__all__ = ["EntityDocument"]


@dataclass(frozen=True, slots=True)
class EntityDocument:
    """The entities of one document, each the set of its mentions."""

    clusters: tuple[tuple[Span, ...], ...]
