"""Ids of items in JSON."""

from __future__ import annotations

__all__ = ["id_text"]


def id_text(value: object) -> str | None:
    """Return an id as text; None for a value that is not an id.

    >>> id_text("a"), id_text(1), id_text(None), id_text(True)
    ('a', '1', None, None)
    """
    if isinstance(value, str):
        # Half a surrogate pair is reported elsewhere; the id must still be printable.
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None
