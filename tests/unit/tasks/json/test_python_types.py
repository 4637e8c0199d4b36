"""Python types as JSON Schema."""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Optional, TypedDict

import attrs
import pydantic
import pytest

import tallystick as ts
from tallystick.core.derive import Bag, Seq
from tallystick.errors import DataError, UndecidableError
from tallystick.tasks.json.schema.load import as_schema, load_schema
from tallystick.tasks.json.schema.python_types import schema_of_type
from tallystick.tasks.json.shape import Compare


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Point(NamedTuple):
    x: float
    y: float = 0.0


class Options(TypedDict):
    size: int
    colour: NotRequired[Colour]


@attrs.define
class Tag:
    name: str = attrs.field(metadata={"x-tally": {"compare": "anls"}})


@dataclass
class Node:
    label: Annotated[str, {"x-tally": {"weight": 2}}]
    children: Annotated[list[Node], Seq()]
    parts: Annotated[list[str], Bag()]
    number: int = field(default=0, metadata={"x-tally": {"ignore": True}})


class Cat(pydantic.BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(pydantic.BaseModel):
    kind: Literal["dog"]


class Invoice(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(json_schema_extra={"x-tally": {"weight": 3}})

    number: str = pydantic.Field(alias="No", json_schema_extra={"x-tally": {"compare": "exact"}})
    due: datetime.date | None = None
    pet: Annotated[Cat | Dog, pydantic.Field(discriminator="kind")]
    box: Annotated[list[float], pydantic.Field(min_length=4, max_length=4)]
    parent: Optional[Invoice] = None  # noqa: UP045 - as people write it
    rates: dict[str, decimal.Decimal]


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (str, {"type": "string"}),
        (int, {"type": "integer"}),
        (bool, {"type": "boolean"}),
        (float, {"type": "number"}),
        (decimal.Decimal, {"type": "number"}),
        (None, {"type": "null"}),
        (datetime.date, {"type": "string", "format": "date"}),
        (datetime.datetime, {"type": "string", "format": "date-time"}),
        (datetime.time, {"type": "string", "format": "time"}),
        (datetime.timedelta, {"type": "string", "format": "duration"}),
        (uuid.UUID, {"type": "string", "format": "uuid"}),
        (Any, {}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (set[int], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
        (tuple[int, str], {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (Literal["a"], {"const": "a"}),
        (Literal["a", 1], {"enum": ["a", 1]}),
        (Colour, {"enum": ["red", "blue"]}),
    ],
)
def test_types(hint: Any, schema: object) -> None:
    assert schema_of_type(hint) == schema


@pytest.mark.parametrize(
    ("kind", "keys", "required"),
    [(Point, ["x", "y"], ["x"]), (Options, ["size", "colour"], ["size"]), (Tag, ["name"], ["name"])],
)
def test_records(kind: type, keys: list[str], required: list[str]) -> None:
    (definition,) = schema_of_type(kind)["$defs"].values()  # type: ignore[attr-defined]
    assert (list(definition["properties"]), definition["required"]) == (keys, required)


def test_notes_and_recursion_of_a_dataclass() -> None:
    shape = as_schema(Node).shape
    assert shape.properties["label"].weight == 2
    assert shape.properties["number"].ignore
    children = shape.properties["children"]
    assert (children.order, shape.properties["parts"].order) == ("strict", "free")
    assert children.items is not None
    assert children.items.properties["children"].items is children.items


def test_metadata_of_attrs() -> None:
    assert as_schema(Tag).shape.properties["name"].compare == Compare("anls")


def test_pydantic() -> None:
    shape = as_schema(Invoice).shape
    assert list(shape.properties) == ["No", "due", "pet", "box", "parent", "rates"]
    assert shape.weight == 3
    assert shape.properties["No"].compare == Compare("exact")
    assert shape.properties["due"].compare == Compare("date")
    assert shape.properties["box"].order == "position"
    assert shape.properties["parent"].properties["parent"] is shape.properties["parent"]
    assert shape.properties["rates"].additional is not None
    branches = shape.properties["pet"].branches
    assert branches is not None
    assert branches.discriminated
    assert [branch.constants for branch in branches.options] == [{"kind": ("cat",)}, {"kind": ("dog",)}]


def test_wrong_notes_are_refused() -> None:
    with pytest.raises(DataError, match="x-tally/weight: a weight must be 0 or more"):
        as_schema(Annotated[str, {"x-tally": {"weight": -1}}])
    for hint in (Annotated[float, ts.similarity(_initial)], Annotated[str, ts.bag(ts.exact)]):
        with pytest.raises(UndecidableError, match="name a comparator"):
            as_schema(hint)


def _initial(gold: str, pred: str) -> float:
    return 0.5 if gold[0] == pred[0] else 0.0


def test_a_function_of_two_texts_compares_a_field() -> None:
    @dataclass
    class Place:
        city: Annotated[str, ts.similarity(_initial)]
        country: Annotated[str, ts.similarity(lambda gold, pred: 0.25)]

    metric = ts.json(Place)
    score = metric.score({"city": "Leeds", "country": "UK"}, {"city": "Lincoln", "country": "GB"})
    assert score.by_field["city"].f1 == 0.5
    assert score.by_field["country"].f1 == 0.25
    hint = Annotated[str, ts.similarity(_initial)]
    assert as_schema(hint).digest == as_schema(hint).digest


def test_a_type_is_named_by_its_module() -> None:
    assert load_schema(f"{__name__}:Point").digest == as_schema(Point).digest
    with pytest.raises(ts.UsageError, match=r"--schema tests\.nothing:Point: no module"):
        load_schema("tests.nothing:Point")
