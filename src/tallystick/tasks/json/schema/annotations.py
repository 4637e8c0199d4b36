"""``x-tally``: how a schema says that its values are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.tasks.json.compare.expressions import compare_from_json, threshold
from tallystick.tasks.json.compare.texts import FOLDS
from tallystick.tasks.json.schema.source import Location, SchemaSource, suggestion
from tallystick.tasks.json.shape import Compare

__all__ = ["KEYWORD", "MEMBERS", "Annotation", "annotation"]

KEYWORD = "x-tally"


@dataclass(frozen=True, slots=True)
class Annotation:
    """The members of ``x-tally`` that have a value, read."""

    members: Mapping[str, object]

    def compare(self, default: str | None) -> Compare | None:
        """Return the comparator; `default` is the name of the schema's own comparator."""
        declared = self.members.get("compare")
        given = declared if isinstance(declared, Compare) else Compare(default)
        compare = Compare(
            given.name,
            given.arguments,
            self.members.get("from", given.least),  # type: ignore[arg-type]
            self.members.get("at", given.full),  # type: ignore[arg-type]
            self.members.get("normalise", given.normalise),  # type: ignore[arg-type]
            self.members.get("same", given.same),  # type: ignore[arg-type]
        )
        return None if compare == Compare() else compare


def annotation(schema: Mapping[str, object], location: Location, source: SchemaSource) -> Annotation:
    """Read ``x-tally`` of a schema; what is wrong with it is noted with its location."""
    given = schema.get(KEYWORD)
    here = (*location, KEYWORD)
    if source.dialect != KEYWORD:
        given = _translated(schema, location, source, given)
    if given is None:
        return _NOTHING
    if not isinstance(given, Mapping):
        source.problem(here, f"{KEYWORD} must be an object with some of {', '.join(MEMBERS)}")
        return _NOTHING
    members: dict[str, object] = {}
    for name, value in given.items():
        read = MEMBERS.get(str(name))
        if read is None:
            message = f"unknown member {name!r}{suggestion(str(name), list(MEMBERS))}"
            source.problem((*here, name), message, f"the members are {', '.join(MEMBERS)}")
            continue
        try:
            members[name] = read(value)
        except UsageError as error:
            source.problem((*here, name), str(error))
    return Annotation(members)


_NOTHING = Annotation({})


def _translated(
    schema: Mapping[str, object], location: Location, source: SchemaSource, own: object
) -> object:
    """Return the members with those that annotations of another evaluator amount to; its own take precedence."""
    from tallystick.tasks.json.schema.dialects import members_of  # few schemas have them

    try:
        members = members_of(schema, source.dialect)
    except UsageError as error:
        source.problem(location, str(error))
        return own
    if not members:
        return own
    return {**members, **own} if isinstance(own, Mapping) else own or members


def _weight(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise UsageError("a weight must be a number")
    weight = Fraction(str(value))
    if weight < 0:
        raise UsageError(f"a weight must be 0 or more, not {value}")
    return weight


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise UsageError("expected true or false")
    return value


def _choice(*choices: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise UsageError(f"expected one of {', '.join(choices)}")
        return value

    return read


def _names(value: object) -> tuple[str, ...]:
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not names or not all(isinstance(name, str) for name in names):
        raise UsageError("expected the name of a field, or a list of names")
    return tuple(names)


def _folds(value: object) -> tuple[str, ...]:
    names = _names(value)
    for name in names:
        if name not in FOLDS:
            raise UsageError(f"{name!r} is not one of {', '.join(FOLDS)}")
    return names


def _classes(value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list) or not all(
        isinstance(group, list) and all(isinstance(text, str) for text in group) for group in value
    ):
        raise UsageError("expected a list of lists of strings: each is a list of synonyms")
    return tuple(tuple(group) for group in value)


#: The reader of each member.
MEMBERS: Mapping[str, Callable[[object], object]] = {
    "compare": compare_from_json,
    "from": lambda value: threshold("from", value),
    "at": lambda value: threshold("at", value),
    "normalise": _folds,
    "same": _classes,
    "weight": _weight,
    "ignore": _switch,
    "order": _choice("free", "strict", "position"),
    "key": _names,
    "item-from": lambda value: threshold("item-from", value),
    "count": _choice("leaves", "items"),
    "keys": _choice("exact", "free"),
    "alternatives": _switch,
}
