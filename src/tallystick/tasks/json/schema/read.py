"""JSON Schema as shapes: 2020-12, and the spellings of older drafts and of OpenAPI.

Shapes are made without being filled, and filled one after the other: schemas may be recursive, and nested deeper than
Python's stack. Keywords that only concern validity are ignored.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence

from tallystick.tasks.json.schema.annotations import Annotation, annotation
from tallystick.tasks.json.schema.parts import Part, Parts, PartsReader, Subschema
from tallystick.tasks.json.schema.source import Location, SchemaSource, suggestion
from tallystick.tasks.json.shape import Branch, Branches, Shape

__all__ = ["TYPES", "read_schema"]

TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_SCALARS = frozenset(("boolean", "integer", "null", "number", "string"))
#: Formats whose values are compared in a special way.
_FORMATS = {"date": "date", "date-time": "date", "time": "time", "duration": "duration", "uuid": "uuid"}
_UNIONS = ("anyOf", "oneOf")


def read_schema(source: SchemaSource) -> Shape:
    """Return the shape of a schema, or raise an error that lists everything that is wrong with it."""
    return _Reader(source).read()


class _Reader:
    """The shapes of one schema."""

    def __init__(self, source: SchemaSource) -> None:
        self._source = source
        self._parts = PartsReader(source)
        self._shapes: dict[object, Shape] = {}
        self._unfilled: deque[tuple[Shape, Parts]] = deque()

    def read(self) -> Shape:
        root = self._shape([(self._source.value, ())])
        while self._unfilled:
            self._fill(*self._unfilled.popleft())
        self._source.refuse()
        return root

    def _shape(self, schemas: Sequence[Subschema], beside: Sequence[Part] = ()) -> Shape:
        """Return the shape of several schemas that all apply; it is filled later."""
        parts = self._parts.read(schemas, beside)
        shape = self._shapes.get(parts.key)
        if shape is None:
            shape = self._shapes[parts.key] = Shape()
            self._unfilled.append((shape, parts))
        return shape

    def _fill(self, shape: Shape, parts: Parts) -> None:
        union = next((keyword for keyword in _UNIONS if parts.first(keyword) is not None), None)
        if union is not None:
            options = self._options(parts, union)
            some = [option for option in options if not _is_null(option[0])]
            if len(some) == 1:
                # One alternative, or null: the values are compared as that alternative says.
                alone = self._parts.read([some[0]], parts.without_first(union))
                if len(some) < len(options):
                    alone = Parts((*alone.parts, _NULLABLE))
                self._fill(shape, alone)
                return
            shape.branches = self._branches(options, parts, union)
        self._fill_values(shape, parts)
        self._fill_object(shape, parts)
        self._fill_list(shape, parts)
        self._fill_annotations(shape, parts)

    def _fill_values(self, shape: Shape, parts: Parts) -> None:
        shape.types = self._types(parts)
        const, enum = parts.first("const"), parts.first("enum")
        # A constant may be null, which `first` takes for a keyword that is not there.
        if const is not None or any("const" in part.schema for part in parts.parts):
            shape.values = (None if const is None else const[0],)
        elif enum is not None:
            if isinstance(enum[0], list):
                shape.values = tuple(enum[0])
            else:
                self._source.problem(enum[1], "expected a list of values")
        if shape.values is not None:
            shape.blank_is_value = any(isinstance(value, str) and not value.split() for value in shape.values)
        default = parts.first("default")
        shape.default = None if default is None else default[0]

    def _types(self, parts: Parts) -> frozenset[str] | None:
        declared = parts.first("type")
        if declared is None:
            return None
        given, location = declared
        names = given if isinstance(given, list) else [given]
        for name in names:
            if not isinstance(name, str) or name not in TYPES:
                message = f"unknown type {name!r}{suggestion(str(name), TYPES)}"
                self._source.problem(location, message, f"the types are {', '.join(TYPES)}")
                return None
        nullable = any(part.get("nullable") is True for part in parts.parts)
        return frozenset(names) | ({"null"} if nullable else frozenset())

    def _fill_object(self, shape: Shape, parts: Parts) -> None:
        for key, schemas in self._mappings(parts, "properties").items():
            shape.properties[key] = self._shape(schemas)
        for pattern, schemas in self._mappings(parts, "patternProperties").items():
            if self._is_pattern(pattern, schemas[0][1]):
                shape.patterns.append((pattern, self._shape(schemas)))
        additional = [
            schema for schema in parts.all("additionalProperties") if not isinstance(schema[0], bool)
        ]
        if additional:
            shape.additional = self._shape(additional)

    def _mappings(self, parts: Parts, keyword: str) -> dict[str, list[Subschema]]:
        """The schemas under the keys of a keyword, of all parts."""
        schemas: dict[str, list[Subschema]] = {}
        for value, location in parts.all(keyword):
            if not isinstance(value, dict):
                self._source.problem(location, "expected an object with a schema for each key")
                continue
            for key, schema in value.items():
                schemas.setdefault(key, []).append((schema, (*location, key)))
        return schemas

    def _is_pattern(self, pattern: str, location: Location) -> bool:
        try:
            re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            self._source.problem(location, f"the pattern is not a valid Python regular expression: {error}")
            return False
        return True

    def _fill_list(self, shape: Shape, parts: Parts) -> None:
        items = list(parts.all("items"))
        prefix = list(parts.all("prefixItems"))
        # Older drafts write the first items as a list under `items`, and all others under `additionalItems`.
        older = [schema for schema in items if isinstance(schema[0], list)]
        rest = [schema for schema in items if not isinstance(schema[0], list)]
        if older:
            rest += list(parts.all("additionalItems"))
        for value, location in (*prefix, *older):
            if not isinstance(value, list):
                self._source.problem(location, "expected a list of schemas")
                continue
            for index, schema in enumerate(value):
                if index >= len(shape.prefix):
                    shape.prefix.append(self._shape([(schema, (*location, index))]))
        if rest:
            shape.items = self._shape(rest)
        if shape.prefix or self._is_fixed(parts, rest):
            shape.order = "position"

    def _is_fixed(self, parts: Parts, items: Sequence[Subschema]) -> bool:
        """Whether a list has a fixed number of scalars, at least two: a span, a box, a point."""
        least, most = parts.first("minItems"), parts.first("maxItems")
        if least is None or most is None or not items:
            return False
        if isinstance(least[0], (bool, str, list, dict)) or least[0] != most[0] or not least[0] >= 2:  # type: ignore[operator]
            return False
        types = self._parts.read(items).first("type")
        names = [] if types is None else types[0] if isinstance(types[0], list) else [types[0]]
        return bool(names) and all(isinstance(name, str) and name in _SCALARS for name in names)

    def _fill_annotations(self, shape: Shape, parts: Parts) -> None:
        members: dict[str, object] = {}
        for part in reversed(parts.parts):
            members |= annotation(part.schema, part.location, self._source).members
        format_name = parts.first("format")
        default = None
        if shape.values is not None:
            default = "text"
        elif format_name is not None and isinstance(format_name[0], str):
            default = _FORMATS.get(format_name[0])
        _settle(shape, members, default)

    def _options(self, parts: Parts, union: str) -> list[Subschema]:
        declared = parts.first(union)
        assert declared is not None
        value, location = declared
        if not isinstance(value, list) or not value:
            self._source.problem(location, "expected a list of schemas")
            return []
        return [(schema, (*location, index)) for index, schema in enumerate(value)]

    def _branches(self, options: Sequence[Subschema], parts: Parts, union: str) -> Branches:
        beside = parts.without_first(union)
        constants = [self._constants(option) for option in options]
        discriminator = parts.first("discriminator")
        if discriminator is not None and isinstance(discriminator[0], dict):
            constants = [
                _discriminated(discriminator[0], option[0], known)
                for option, known in zip(options, constants, strict=True)
            ]
        branches = [
            Branch(self._shape([option], beside), known)
            for option, known in zip(options, constants, strict=True)
        ]
        return Branches(tuple(branches), sum(map(bool, constants)) >= 2)

    def _constants(self, option: Subschema) -> dict[str, tuple[object, ...]]:
        """The properties of a branch that have one value only."""
        constants: dict[str, tuple[object, ...]] = {}
        for key, schemas in self._mappings(self._parts.read([option]), "properties").items():
            const = self._parts.read(schemas).first("const")
            if const is not None:
                constants[key] = (const[0],)
        return constants


_NULLABLE = Part({"nullable": True}, ())


def _is_null(schema: object) -> bool:
    """Whether a schema allows null and nothing else."""
    return isinstance(schema, dict) and (
        schema.get("type") in ("null", ["null"])
        or schema.get("enum") == [None]
        or schema.get("const", 0) is None
    )


def _discriminated(
    discriminator: Mapping[str, object], option: object, known: dict[str, tuple[object, ...]]
) -> dict[str, tuple[object, ...]]:
    """The constants of a branch under OpenAPI's discriminator: values of its property, mapped or by name."""
    name, mapping = discriminator.get("propertyName"), discriminator.get("mapping")
    reference = option.get("$ref") if isinstance(option, dict) else None
    if not isinstance(name, str) or not isinstance(reference, str):
        return known
    last = reference.rpartition("/")[2]
    mapped = mapping.items() if isinstance(mapping, dict) else ()
    values = tuple(value for value, target in mapped if target in (reference, last))
    return {name: known.get(name) or values or (last,)}


def _settle(shape: Shape, members: Mapping[str, object], default: str | None) -> None:
    """Apply ``x-tally`` to a shape; `default` names the schema's own comparator."""
    shape.compare = Annotation(members).compare(default)
    for name, value in members.items():
        attribute = _ATTRIBUTES.get(name)
        if attribute is not None:
            setattr(shape, attribute, value)


#: The attributes of a shape that members of ``x-tally`` set as they are.
_ATTRIBUTES = {
    "weight": "weight",
    "ignore": "ignore",
    "order": "order",
    "key": "key",
    "item-from": "item_from",
    "count": "count",
    "keys": "keys",
    "alternatives": "alternatives",
}
