"""``$ref``: the part of a schema that it leads to."""

from __future__ import annotations

from urllib.parse import unquote

from tallystick.tasks.json.schema.source import Location, SchemaSource

__all__ = ["References"]

_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")
_REMOTE_HINT = "copy the schema that it names into $defs, and refer to it as #/$defs/NAME"


class References:
    """Resolves references within one schema."""

    def __init__(self, source: SchemaSource) -> None:
        self._source = source
        self._named: dict[str, tuple[dict[str, object], Location]] | None = None

    def target(self, schema: dict[str, object], location: Location) -> tuple[object, Location] | None:
        """Return what the reference of a schema leads to; None if it has none, or if it leads nowhere."""
        for keyword in _KEYWORDS:
            reference = schema.get(keyword)
            if reference is None:
                continue
            if not isinstance(reference, str):
                self._source.problem((*location, keyword), "a reference must be a string")
                return None
            target = self._resolved(reference)
            if target is None:
                self._refuse(reference, (*location, keyword))
            return target
        return None

    def _resolved(self, reference: str) -> tuple[object, Location] | None:
        base, _, fragment = reference.partition("#")
        start: tuple[object, Location] = (self._source.value, ())
        if base:
            embedded = self._names().get(base)
            if embedded is None:
                return None
            start = embedded
        if not fragment:
            return start
        if not fragment.startswith("/"):
            return self._names().get(f"{base}#{fragment}") or self._names().get(f"#{fragment}")
        return _followed(*start, fragment)

    def _names(self) -> dict[str, tuple[dict[str, object], Location]]:
        """All schemas that have a name: ``$id``, or ``id`` before, and ``$anchor``."""
        if self._named is None:
            self._named = {}
            waiting: list[tuple[object, Location]] = [(self._source.value, ())]
            while waiting:
                part, location = waiting.pop()
                if isinstance(part, dict):
                    for keyword, mark in (("$id", ""), ("id", ""), ("$anchor", "#"), ("$dynamicAnchor", "#")):
                        name = part.get(keyword)
                        if isinstance(name, str):
                            self._named.setdefault(mark + name.removesuffix("#"), (part, location))
                            # A reference may give the last part of an address only.
                            self._named.setdefault(
                                mark + name.rpartition("/")[2].removesuffix("#"), (part, location)
                            )
                    waiting += [(child, (*location, key)) for key, child in part.items()]
                elif isinstance(part, list):
                    waiting += [(child, (*location, index)) for index, child in enumerate(part)]
        return self._named

    def _refuse(self, reference: str, location: Location) -> None:
        if reference.startswith("#"):
            self._source.problem(location, f"{reference} does not exist")
        else:
            message = f"{reference} refers to another file or URL, which is not read"
            self._source.problem(location, message, _REMOTE_HINT)


def _followed(value: object, location: Location, fragment: str) -> tuple[object, Location] | None:
    """Follow a JSON Pointer."""
    for raw in fragment[1:].split("/"):
        step = unquote(raw).replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            value, location = value[step], (*location, step)
        elif isinstance(value, list) and step.isdecimal() and step.isascii() and int(step) < len(value):
            value, location = value[int(step)], (*location, int(step))
        else:
            return None
    return value, location
