"""Pairing where an id may be a field of the item: by id only if every item of both sides has a unique one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tallystick.formats.base import Block, Reader
from tallystick.run.inputs.pairing import Side

__all__ = ["settled_ids"]


def settled_ids(
    golds: Iterator[Side], preds: Iterator[Side], readers: Sequence[Reader], match_by: str
) -> tuple[Iterator[Side], Iterator[Side], str]:
    """Return both sides and how to pair them. Sides that are paired by order have no ids: these are fields then."""
    if match_by == "id":
        return golds, preds, match_by
    # Whether all have ids is known at the end of the files: both are kept in memory.
    sides = list(golds), list(preds)
    if match_by == "auto" and all(map(_all_have_ids, sides, readers)):
        return iter(sides[0]), iter(sides[1]), "id"
    without = [[item if item.id is None else replace(item, id=None) for item in side] for side in sides]
    return iter(without[0]), iter(without[1]), "order"


def _all_have_ids(side: Sequence[Side], reader: Reader) -> bool:
    """Whether every item that can be read has an id, and no two the same."""
    names: set[str] = set()
    for item in side:
        if item.id is None:
            if not (isinstance(item, Block) and (item.problems or reader.item(item).malformed)):
                return False
        elif item.id in names:
            return False
        else:
            names.add(item.id)
    return bool(names)
