"""JSON values as users' types."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, NotRequired, TypedDict, TypeVar

import attrs
import pydantic
import pytest

from tallystick.core.derive import Bag, derive
from tallystick.core.values import Var
from tallystick.errors import UndecidableError
from tallystick.formats.json.mismatch import Key
from tallystick.formats.json.typed import Check, Converter, Mismatch, converter


class Offsets(NamedTuple):
    left: int
    right: int


class Labelled(NamedTuple):
    label: str
    size: int = 1


@dataclass(frozen=True, slots=True)
class Relation:
    type: str
    subj: Offsets
    obj: Offsets | int


@dataclass(frozen=True)
class Document:
    relations: tuple[Relation, ...]
    title: str = "none"
    length: int = field(init=False, default=0)


@dataclass
class Tree:
    label: str
    children: list[Tree] = field(default_factory=list)


@dataclass
class Left:
    child: Left | Right | None
    name: int = 0


@dataclass
class Right:
    child: Left | Right | None
    name: str = ""


@dataclass
class Circle:
    kind: Literal["circle"]
    size: float


@dataclass
class Square:
    kind: Literal["square"]
    size: float


@dataclass
class Positive:
    value: int

    def __post_init__(self) -> None:
        if self.value <= 0:
            raise ValueError("the value must be positive")


@dataclass
class Fragile:
    value: int

    def __post_init__(self) -> None:
        {}[self.value]  # type: ignore[index]


@attrs.frozen
class Attributes:
    _hidden: int
    shown: str = "yes"


class Model(pydantic.BaseModel):
    number: int = pydantic.Field(alias="no", gt=3)
    members: set[int] = set()
    groups: list[set[int]] = []


class Generous(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="allow")
    number: int


class Typed(TypedDict):
    name: str
    age: NotRequired[int]


class Colour(Enum):
    RED = 1
    BLUE = "b"
    b = "other"


Element = TypeVar("Element")
UserId = NewType("UserId", str)


@dataclass
class Box(Generic[Element]):
    content: Element


class Word(str):
    __slots__ = ()


def read(hint: Any, value: object) -> object:
    built, found = converter(hint).convert(value)
    assert not found
    return built


def wrong(hint: Any, value: object) -> list[tuple[tuple[str | int, ...], str, str | None]]:
    built, found = converter(hint).convert(value)
    assert built is None
    return [(mismatch.path, mismatch.message, mismatch.hint) for mismatch in found]


def message(hint: Any, value: object) -> str:
    [(_, text, _)] = wrong(hint, value)
    return text


@pytest.mark.parametrize(
    ("hint", "value", "expected"),
    [
        (int, 4, 4),
        (float, 4, 4.0),
        (bool, True, True),
        (str, "", ""),
        (None, None, None),
        (Any, {"a": [1]}, {"a": [1]}),
        (object, 3, 3),
        (UserId, "u", "u"),
        (Word, "w", Word("w")),
        (list[int], [1, 1], [1, 1]),
        (Sequence[int], [1, 2], (1, 2)),
        (tuple[int, ...], [], ()),
        (tuple[int, str], [1, "a"], (1, "a")),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (Mapping[int, str], {"-1": "a", "0": "b"}, {-1: "a", 0: "b"}),
        (dict[Colour, int], {"b": 1, "RED": 2}, {Colour.BLUE: 1, Colour.RED: 2}),
        (set[int], [1, 2], frozenset({1, 2})),
        (set[int], [1, 1], (1, 1)),
        (frozenset[int | bool], [1, True], (1, True)),
        (set[Tree], [{"label": "a"}], (Tree("a"),)),
        (Offsets, [1, 2], Offsets(1, 2)),
        (Offsets, {"left": 1, "right": 2}, Offsets(1, 2)),
        (Labelled, ["a"], Labelled("a")),
        (Attributes, {"hidden": 3}, Attributes(3)),
        (Typed, {"name": "a"}, {"name": "a"}),
        (Box[int], {"content": 3}, Box(3)),
        (Tree, {"label": "a", "children": [{"label": "b"}]}, Tree("a", [Tree("b")])),
        (Colour, 1, Colour.RED),
        (Colour, "RED", Colour.RED),
        (Colour, "b", Colour.BLUE),  # the value of one member goes before the name of another
        (Literal["a", 1], 1, 1),
        (Var, {"var": "x"}, Var("x")),
        (str | Var, {"var": "x"}, Var("x")),
        (str | Var, "x", "x"),
        (str | tuple[int, int], [1, 2], (1, 2)),
        (int | None, None, None),
        (list[float | int | bool], [1, 1.0, True], [1, 1.0, True]),
        (Circle | Square, {"kind": "square", "size": 2}, Square("square", 2.0)),
        (Annotated[list[int], Bag(), ["unhashable"]], [1], [1]),
        (Annotated[int, Check(lambda value: value > 0, "too small")], 1, 1),
    ],
)
def test_what_is_read(hint: Any, value: object, expected: object) -> None:
    built = read(hint, value)
    assert built == expected
    assert type(built) is type(expected)


def test_types_of_parts_are_kept() -> None:
    assert [type(part) for part in read(list[float | int | bool], [1, 1.0, True])] == [int, float, bool]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("hint", "value", "expected"),
    [
        (int, "4", 'expected an integer, not the string "4"'),
        (int, True, "expected an integer, not true"),
        (int, 1.0, "expected an integer, not the number 1.0"),
        (int, None, "expected an integer, not null"),
        (float, 10**400, "the number is too large"),
        (float, float("inf"), "the number is too large"),
        (float, False, "expected a number, not false"),
        (str, [], "expected a string, not an empty list"),
        (str, ["a" * 100], "expected a string, not a list of one value"),
        (bool, 0, "expected true or false, not the integer 0"),
        (int, "a" * 100, f'expected an integer, not the string "{"a" * 40}…"'),
        (int, "\x1b[31m", 'expected an integer, not the string "\\u001b[31m"'),
        (list[int], {"a": 1}, "expected a list of integers, not an object with the key 'a'"),
        (tuple[int, int], [1], "expected a list of two integers, not a list of one value"),
        (tuple[str, int], [], "expected a list of two values (a string, an integer), not an empty list"),
        (str | tuple[int, int], [1], "expected a string or a list of two integers, not a list of one value"),
        (str | tuple[int, int], 3, "expected a string or a list of two integers, not the integer 3"),
        (Offsets, [1, 2, 3], "expected a list of two integers, not a list of three values"),
        (Labelled, [], "expected an object (Labelled) or a list of 1 to 2 values, not an empty list"),
        (Tree, [], "expected an object (Tree), not an empty list"),
        (Literal["a", 1], True, 'expected one of "a", 1, not true'),
        (Colour, "green", 'expected one of 1, "b", "other", not the string "green"'),
        (Var, {"var": 3}, 'expected a variable {"var": "name"}, not an object with the key \'var\''),
        (dict[int, str], {"01": "a"}, 'expected an integer, not the string "01"'),
        (dict[Colour, int], {"RED": 1, "BLUE": 1, "b": 2}, "two keys have the same value"),
        (Annotated[int, Check(lambda value: value > 0, "too small")], 0, "too small"),
        (Annotated[int, Check(lambda value: value.no, "too small")], 0, "too small"),
        (Positive, {"value": 0}, "Positive does not accept the value: the value must be positive"),
        (Fragile, {"value": 0}, "Fragile does not accept the value: KeyError: 0"),
        (Model, {"no": 2}, "Model does not accept the value: no: Input should be greater than 3"),
        (bytes, "a", "a value of type bytes cannot be read from JSON"),
        (
            Circle | Square,
            {"kind": "x", "size": 1},
            "expected an object (Circle) or an object (Square), not an object with the keys 'kind', 'size'",
        ),
        (Circle | Square, {"kind": "circle", "size": "1"}, 'expected a number, not the string "1"'),
    ],
)
def test_what_is_wrong(hint: Any, value: object, expected: str) -> None:
    assert message(hint, value) == expected


def test_every_problem_is_found_in_one_pass() -> None:
    value = {
        "relations": [
            {"typ": "A", "subj": [1, 2, 3], "obj": "x"},
            3,
            {"type": 4, "subj": {"left": 1}, "obj": [1.0, True]},
        ],
        "titel": "x",
        "length": 3,
    }
    assert wrong(Document, value) == [
        (("relations", 0), "missing key 'type'; Relation needs type, subj, obj", None),
        (("relations", 0, "subj"), "expected a list of two integers, not a list of three values", None),
        (("relations", 0, "obj"), 'expected a list of two integers or an integer, not the string "x"', None),
        (
            ("relations", 0, "typ"),
            "unknown key 'typ'; expected one of type, subj, obj",
            "did you mean 'type'?",
        ),
        (("relations", 1), "expected an object (Relation), not the integer 3", None),
        (("relations", 2, "type"), "expected a string, not the integer 4", None),
        (("relations", 2, "subj"), "missing key 'right'; Offsets needs left, right", None),
        (("relations", 2, "obj", 0), "expected an integer, not the number 1.0", None),
        (("relations", 2, "obj", 1), "expected an integer, not true", None),
        (("titel",), "unknown key 'titel'; expected one of relations, title", "did you mean 'title'?"),
        (("length",), "unknown key 'length'; expected one of relations, title", None),
    ]


def test_an_unknown_key_is_marked_as_a_key() -> None:
    _, [found] = converter(Typed).convert({"name": "a", "Age": 3})
    assert found == Mismatch(("Age",), "unknown key 'Age'; expected one of name, age", "did you mean 'age'?")
    assert isinstance(found.path[-1], Key)


def test_pydantic_keeps_repeated_elements() -> None:
    model = read(Model, {"no": 4, "members": [1, 1], "groups": [[2, 2], [3]]})
    assert isinstance(model, Model)
    assert model.members == (1, 1)
    assert model.groups == [(2, 2), {3}]
    assert wrong(Model, {"number": 4})[1][1] == "unknown key 'number'; expected one of no, members, groups"


def test_pydantic_may_want_more_keys() -> None:
    assert read(Generous, {"number": 1, "more": [2]}).more == [2]  # type: ignore[attr-defined]


def test_the_best_fitting_record_of_a_union_tells_its_problems() -> None:
    assert wrong(Tree | Positive, {"label": 3}) == [
        (("label",), "expected a string, not the integer 3", None)
    ]


def test_a_hopeless_union_takes_linear_time() -> None:
    # Left and Right have the same keys, so each level leaves both open: 2 ** 100 ways without memory.
    value: dict[str, object] = {"child": None, "name": 1.5}
    for _ in range(100):
        value = {"child": value}
    # Quadratic work would not end while anybody waits.
    assert wrong(Left, value)


def test_deep_data_is_a_mismatch() -> None:
    value: dict[str, object] = {"label": "a"}
    for _ in range(20_000):
        value = {"label": "a", "children": [value]}
    assert message(Tree, value) == "the value is nested too deeply to be read"
    while value.get("children"):  # taken apart without recursion
        [value] = value["children"]  # type: ignore[misc]


def test_a_converter_goes_to_another_process() -> None:
    copy = pickle.loads(pickle.dumps(converter(Document)))
    assert isinstance(copy, Converter)
    assert copy.convert({"relations": []}) == (Document(()), [])


def test_an_unresolved_name_is_refused_at_once() -> None:
    with pytest.raises(UndecidableError):
        converter("Nowhere")


def test_what_is_read_can_be_compared() -> None:
    metric = derive(set[Relation])
    once = {"type": "A", "subj": [1, 2], "obj": 3}
    value = read(set[Relation], [once, once])
    assert metric.self_score(value) == 2.0
