"""A schema as all of its parts: what ``$ref`` and ``allOf`` add to its own keywords.

Keywords of a schema take precedence over those that it refers to. Merging whole schemas would copy them, and recursive
schemas have no end; so a schema is a list of parts, each of them as it is written, in the order of precedence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tallystick.dataclass import dataclass
from tallystick.tasks.json.schema.references import References
from tallystick.tasks.json.schema.source import Location, SchemaSource

__all__ = ["Part", "Parts", "PartsReader", "Subschema"]

#: A schema inside of a schema, with its location.
Subschema = tuple[object, Location]


@dataclass(frozen=True, slots=True)
class Part:
    """Keywords that are written together."""

    schema: dict[str, object]
    location: Location
    hidden: frozenset[str] = frozenset()
    """Keywords that do not count: the unions whose branches are being read."""

    def get(self, keyword: str) -> object:
        """The value of a keyword, None without it."""
        return None if keyword in self.hidden else self.schema.get(keyword)


@dataclass(frozen=True, slots=True)
class Parts:
    """A schema: its parts, the first one taking precedence."""

    parts: tuple[Part, ...]

    @property
    def key(self) -> tuple[tuple[int, frozenset[str]], ...]:
        """The same for the same schema, reached on any way."""
        return tuple((id(part.schema), part.hidden) for part in self.parts)

    def first(self, keyword: str) -> tuple[object, Location] | None:
        """The value of a keyword that counts, with its location."""
        for part in self.parts:
            value = part.get(keyword)
            if value is not None:
                return value, (*part.location, keyword)
        return None

    def all(self, keyword: str) -> Iterator[tuple[object, Location]]:
        """All values of a keyword."""
        for part in self.parts:
            value = part.get(keyword)
            if value is not None:
                yield value, (*part.location, keyword)

    def without_first(self, keyword: str) -> tuple[Part, ...]:
        """The parts without the value of a keyword that counts."""
        parts = list(self.parts)
        index = next(index for index, part in enumerate(parts) if part.get(keyword) is not None)
        part = parts[index]
        parts[index] = Part(part.schema, part.location, part.hidden | {keyword})
        return tuple(parts)


class PartsReader:
    """Finds the parts of schemas; what is not a schema is noted as a problem."""

    def __init__(self, source: SchemaSource) -> None:
        self._source = source
        self._references = References(source)

    def read(self, schemas: Sequence[Subschema], beside: Sequence[Part] = ()) -> Parts:
        """Return the parts of several schemas that all apply, after those beside them."""
        parts: list[Part] = list(beside)
        seen = {id(part.schema) for part in beside}
        waiting = list(reversed(schemas))
        while waiting:
            schema, location = waiting.pop()
            if isinstance(schema, bool):
                continue
            if not isinstance(schema, dict):
                self._source.problem(location, "expected a schema: an object, true or false")
                continue
            if id(schema) in seen:
                continue
            seen.add(id(schema))
            target = self._references.target(schema, location)
            if target is None or len(schema) > 1 or "$ref" not in schema:
                parts.append(Part(schema, location))
            inner = list(_listed(schema.get("allOf"), (*location, "allOf"), self._source.problem))
            if target is not None:
                inner.insert(0, target)
            waiting += reversed(inner)
        return Parts(tuple(parts))


def _listed(
    value: object, location: Location, problem: Callable[[Location, str], None]
) -> Iterator[Subschema]:
    if value is None:
        return
    if not isinstance(value, list):
        problem(location, "expected a list of schemas")
        return
    for index, schema in enumerate(value):
        yield schema, (*location, index)
