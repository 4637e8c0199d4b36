"""The label of an item under ``--by``: from the item itself, or from the file it stands in."""

from __future__ import annotations

import re
from pathlib import PurePath

from tallystick.formats.base import Item

__all__ = ["UNLABELLED", "label_of", "language_of"]

#: The label of an item that has none of the kind that was asked for.
UNLABELLED = "–"

_BEFORE_UMR = re.compile(r"(.+?)_umr")


def label_of(item: Item, by: str, name: str) -> str:
    """The label of an item: what its `meta` says; else its name for ``document``, what its file says for ``language``.

    >>> label_of(Item(None, meta={"genre": "news"}), "genre", "x"), label_of(Item(None), "document", "x")
    ('news', 'x')
    """
    own = item.meta.get(by)
    if own:
        return own
    if by == "document":
        return name
    return (language_of(item.path) if by == "language" else None) or UNLABELLED


def language_of(path: str) -> str | None:
    """The language that the place of a file tells: its name before ``_umr``, else the folder it is in.

    >>> language_of("umr/english/english_umr-0001.umr"), language_of("data/czech/a.amr"), language_of("a.amr")
    ('english', 'czech', None)
    """
    place = PurePath(path)
    found = _BEFORE_UMR.match(place.name)
    if found is not None:
        return found[1]
    folder = place.parent.name
    return folder if folder not in ("", ".", "..") else None
