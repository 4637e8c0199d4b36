"""The parts of a similarity."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.core.similarity import Similarity

__all__ = ["similarities_inside"]


def similarities_inside(part: object) -> Iterator[Similarity]:
    """Yield a similarity and all similarities that it is made of; classes that contain themselves once."""
    if isinstance(part, Similarity):
        yield part
        for name in getattr(part, "__match_args__", ()):
            yield from similarities_inside(getattr(part, name))
    elif isinstance(part, dict):
        yield from similarities_inside(tuple(part.values()))
    elif isinstance(part, tuple):
        for entry in part:
            yield from similarities_inside(entry)
