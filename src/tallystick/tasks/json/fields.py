"""Fields: a shape as it applies at one path of a document.

A field has its row in the table of fields, its weight, and its comparator. Fields are made when a
document first has a value at their path, so that shapes may be recursive and keys need not be declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

from tallystick.dataclass import dataclass
from tallystick.tasks.json.compare.base import Comparator
from tallystick.tasks.json.compare.table import comparator
from tallystick.tasks.json.reach import Target
from tallystick.tasks.json.scalars import Normal, is_number, normal_form
from tallystick.tasks.json.shape import Branch, Branches, Compare, Order, Shape

__all__ = ["Convention", "Field", "Prepare", "Scheme", "all_shapes", "field_path"]

#: Makes the value that is compared from that of a document, and whether that is the gold.
Prepare = Callable[[object, bool], object]

#: The shape of undeclared values.
_UNDECLARED = Shape()


@dataclass(frozen=True, slots=True, eq=False)
class Convention:
    """The basis of the comparison, before options change it."""

    shape: Shape
    prepare: Prepare | None = None
    text: Compare | None = None
    list_order: Order = "free"
    schema: object = None
    """The schema that the shape was read from; None if there is none."""


class Scheme:
    """How two documents are compared: the shape of the whole, and the options for all fields."""

    def __init__(
        self,
        shape: Shape,
        text: Compare | None = None,
        *,
        null_is_value: bool = False,
        apply_defaults: bool = False,
        prepare: Prepare | None = None,
        list_order: Order = "free",
        schema: object = None,
        answers: str | None = None,
        targets: Sequence[Target] = (),
    ) -> None:
        self.targets = targets
        """The paths of options for single fields, so that a note can list those that are not in any document."""
        self.answers = answers
        """The file that keeps the answers of a user's comparators."""
        self.prepare = prepare
        """The transformation of documents before they are compared; None for none."""
        self.list_order = list_order
        """The order of undeclared lists."""
        self.schema = schema
        """The schema that the shape was read from; None if there is none."""
        self.text = text
        """How text is compared unless the shape declares it."""
        self.null_is_value = null_is_value
        self.apply_defaults = apply_defaults
        shapes = list(all_shapes(shape))
        self.scale = lcm(*[Fraction(part.weight).denominator for part in shapes if part.weight is not None])
        """Weights are multiplied by this number, which makes them whole: sums of them are then exact."""
        self.plain = all(map(_is_plain, [text, *(part.compare for part in shapes)]))
        """Whether all leaves are compared by equality."""
        self.asks = any(map(_is_function, [text, *(part.compare for part in shapes)]))
        """Whether a user's function compares some leaves."""
        exact = text is not None and text.name == "exact"
        special = null_is_value or apply_defaults or exact
        self.simple = not special and self.plain and all(map(_is_simple, shapes))
        """Whether all leaves count 1, and only the values, once they are prepared, decide what is a leaf."""
        self.root = Field(self, shape, None, "", self.scale)


class Field:
    """The values at one path."""

    __slots__ = (
        "_children", "_items", "_name", "_variants", "branch", "comparator", "exact", "order", "parent", "scheme",
        "shape", "step", "weight",
    )  # fmt: skip

    def __init__(
        self,
        scheme: Scheme,
        shape: Shape,
        parent: Field | None,
        step: str,
        weight: int,
        branch: tuple[int | None, ...] = (),
    ) -> None:
        self.scheme = scheme
        self.shape = shape
        self.parent = parent
        self.step = step
        self.weight = weight if shape.weight is None else int(shape.weight * scheme.scale)
        self.branch = branch
        """Which branches of unions with a discriminator the value belongs to; other branches never match."""
        declared = _declared(shape.compare, scheme.text)
        self.comparator: Comparator = comparator(declared, scheme.answers)
        self.exact = declared is not None and declared.name == "exact"
        self.order: Order = shape.order or scheme.list_order
        self._name: str | None = None
        self._children: dict[str, Field] = {}
        self._items: dict[int, Field] = {}
        self._variants: dict[int | None, Field] = {}

    @property
    def name(self) -> str:
        """The row of the field: ``a.b``, ``items[].qty``, ``m{}``; ``.`` for a scalar that is the document."""
        if self._name is None:
            steps = []
            field: Field | None = self
            while field is not None:
                steps.append(field.step)
                field = field.parent
            self._name = "".join(reversed(steps)).removeprefix(".") or "."
        return self._name

    def child(self, key: str) -> Field:
        """Return the field of a key of an object."""
        field = self._children.get(key)
        if field is None:
            shape, step = self._entry(key)
            field = self._children[key] = Field(self.scheme, shape, self, step, self.weight)
        return field

    def _entry(self, key: str) -> tuple[Shape, str]:
        shape = self.shape
        own = shape.properties.get(key)
        if own is not None:
            return own, "{}" if shape.keys == "free" else f".{key}"
        for pattern, of_pattern in shape.patterns:
            if re.search(pattern, key):
                return of_pattern, "{}"
        if shape.additional is not None:
            return shape.additional, "{}"
        return _UNDECLARED, "{}" if shape.keys == "free" else f".{key}"

    def item(self, index: int) -> Field:
        """Return the field of an item of a list."""
        prefix = self.shape.prefix
        index = min(index, len(prefix))
        field = self._items.get(index)
        if field is None:
            shape = prefix[index] if index < len(prefix) else self.shape.items or _UNDECLARED
            field = self._items[index] = Field(self.scheme, shape, self, "[]", self.weight)
        return field

    def resolve(self, value: object) -> Field:
        """Return the field of the branch that a value belongs to; the field itself if it has no branches."""
        branches = self.shape.branches
        if branches is None:
            return self
        index = _choice(branches, value)
        field = self._variants.get(index)
        if field is None:
            shape = replace(self.shape, branches=None) if index is None else branches.options[index].shape
            branch = (*self.branch, index) if branches.discriminated else self.branch
            # The variant takes the place of this field: the same parent and the same step give it the same name.
            field = Field(self.scheme, shape, self.parent, self.step, self.weight, branch)
            self._variants[index] = field
        return field.resolve(value)

    def normal(self, value: object) -> Normal:
        """Return the form in which values of the field are equal: code points count where the field is exact."""
        return value if self.exact and isinstance(value, str) else normal_form(value)


def _declared(own: Compare | None, text: Compare | None) -> Compare | None:
    """Return how text of a field is compared: as it declares, where that names no comparator as all text is."""
    if own is None or text is None or own.name is not None:
        return text if own is None else own
    return Compare(
        text.name,
        text.arguments,
        own.least if own.least is not None else text.least,
        own.full if own.full is not None else text.full,
        own.normalise or text.normalise,
        own.same or text.same,
    )


def _choice(branches: Branches, value: object) -> int | None:
    for index, branch in enumerate(branches.options):
        if _fits(branch, value, branches.discriminated):
            return index
    return None


def _fits(branch: Branch, value: object, discriminated: bool) -> bool:
    shape = branch.shape
    if shape.types is not None and not _has_type(value, shape.types):
        return False
    if shape.values is not None and not any(_equal(value, listed) for listed in shape.values):
        return False
    if not discriminated or not branch.constants:
        return True
    return isinstance(value, dict) and all(
        key in value and any(_equal(value[key], constant) for constant in constants)
        for key, constants in branch.constants.items()
    )


def _has_type(value: object, types: frozenset[str]) -> bool:
    if value is None:
        return "null" in types
    if isinstance(value, bool):
        return "boolean" in types
    if isinstance(value, str):
        return "string" in types
    if isinstance(value, dict):
        return "object" in types
    if is_number(value):
        return "number" in types or ("integer" in types and value == int(value))  # type: ignore[call-overload]
    return "array" in types


def _equal(value: object, other: object) -> bool:
    """Whether two JSON values are equal; lists and objects are too if all their parts are."""
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(_equal(value[key], other[key]) for key in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_equal, value, other))
    if isinstance(value, (dict, list)) or isinstance(other, (dict, list)):
        return False
    return normal_form(value) == normal_form(other)


@lru_cache(maxsize=4096)
def field_path(field: Field) -> list[str]:
    """Return the steps to a field: a step into a list or a map belongs to the key before it."""
    steps: list[str] = []
    here: Field | None = field
    while here is not None:
        steps.append(here.step)
        here = here.parent
    path: list[str] = []
    for step in reversed(steps):
        if step in ("[]", "{}") and path:
            path[-1] += step
        elif step:
            path.append(step.removeprefix("."))
    return path or ["."]


def all_shapes(shape: Shape) -> Iterator[Shape]:
    """Return a shape and all shapes inside it, each once."""
    seen, waiting = {id(shape)}, [shape]
    while waiting:
        here = waiting.pop()
        yield here
        inner = [*here.properties.values(), *(entry for _, entry in here.patterns), *here.prefix]
        inner += [part for part in (here.additional, here.items) if part is not None]
        if here.branches is not None:
            inner += [branch.shape for branch in here.branches.options]
        for part in inner:
            if id(part) not in seen:
                seen.add(id(part))
                waiting.append(part)


def _is_simple(shape: Shape) -> bool:
    """Whether a shape changes nothing about leaves outside of lists."""
    exact = shape.compare is not None and shape.compare.name == "exact"
    special = shape.ignore or shape.alternatives or shape.blank_is_value or exact or shape.keys == "free"
    return not special and shape.weight is None and shape.branches is None


def _is_function(compare: Compare | None) -> bool:
    return compare is not None and compare.name is not None and ":" in compare.name


def _is_plain(compare: Compare | None) -> bool:
    """Whether a declaration requires only equality."""
    return compare is None or (
        compare.name in (None, "text", "exact")
        and not (compare.arguments or compare.normalise or compare.same)
    )
