"""Two plain records as a page shows them: everything follows from the outcome of each key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tallystick.tasks.json.differences import difference_of
from tallystick.tasks.json.fields import Field, Scheme
from tallystick.tasks.json.flat import DIFFERENT, FlatRows

__all__ = ["FlatLayout", "FlatPair", "flat_pair"]


class FlatLayout:
    """The keys of two plain records, whose fields are all different. A data set has few different lists of keys."""

    __slots__ = ("absent", "fields", "names", "written")

    def __init__(self, scheme: Scheme, keys: tuple[str, ...], fields: list[Field]) -> None:
        self.fields = fields
        """The field of each key."""
        self.names = [field.name for field in fields]
        declared = [scheme.root.child(key).name for key in scheme.root.shape.properties]
        self.absent = sorted(set(declared).difference(self.names), key=declared.index)
        """The names of declared fields without a value."""
        self.written = json.dumps(keys, separators=(",", ":")).encode("ascii")
        """The keys as JSON."""


class FlatPair:
    """Two plain records with the outcome of each key."""

    __slots__ = ("golds", "keys", "layout", "outcomes", "preds")

    def __init__(self, rows: FlatRows, layout: FlatLayout, golds: Any, preds: Any) -> None:
        self.keys, self.outcomes = rows
        self.layout = layout
        self.golds: dict[str, object] = golds
        self.preds: dict[str, object] = preds

    def differences(self) -> Iterator[str]:
        """Yield the kinds of differences of wrong values, as observations name them."""
        index = self.outcomes.find(DIFFERENT)
        while index >= 0:
            key = self.keys[index]
            kind = difference_of(self.golds[key], self.preds[key])
            if kind is not None:
                yield kind
            index = self.outcomes.find(DIFFERENT, index + 1)


def flat_pair(scheme: Scheme, rows: FlatRows, values: tuple[object, object]) -> FlatPair | None:
    """Return two plain records with their outcomes; None if several keys share a field."""
    layout = _layout(scheme, rows.keys)
    return None if layout is None else FlatPair(rows, layout, *values)


@lru_cache(maxsize=4096)
def _layout(scheme: Scheme, keys: tuple[str, ...]) -> FlatLayout | None:
    fields = list(map(scheme.root.child, keys))
    names = {field.name for field in fields}
    return FlatLayout(scheme, keys, fields) if len(names) == len(fields) else None
