"""Data classes of ours are those of the standard library, declared and constructed in less time."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any, ClassVar

import pytest

from tallystick.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """Frozen, with all kinds of fields."""

    kind: ClassVar[str] = "point"
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list, compare=False)
    hidden: object = field(default=None, repr=False, hash=False)
    total: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.x + self.y)


@dataclass(slots=True)
class Counter:
    """Not frozen."""

    number: int = 0
    names: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Plain:
    """Frozen, without slots."""

    value: float

    def __repr__(self) -> str:
        return "plain"


@dataclass(frozen=True)
class Derived(Plain):
    """Has the fields of its base first."""

    more: str = "m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Keywords:
    """Fields are given by name."""

    default: int = 1
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """Equal to itself alone."""

    value: int


def test_constructs_and_compares() -> None:
    point = Point(1, tags=["a"])
    assert (point.x, point.y, point.tags, point.total, Point.kind) == (1, 2, ["a"], 3, "point")
    assert point == Point(1) != Point(1, 3)
    assert Point(1).tags is not Point(1).tags
    assert point != (1, 2)
    assert hash(Point(1, hidden=[])) == hash(Point(1))
    assert repr(point) == "Point(x=1, y=2, tags=['a'], total=3)"
    assert Identity(1) != Identity(1)
    nan = float("nan")
    assert Plain(nan) == Plain(nan)


def test_is_a_data_class_for_the_standard_library() -> None:
    assert [part.name for part in dataclasses.fields(Point)] == ["x", "y", "tags", "hidden", "total"]
    assert dataclasses.replace(Point(1), y=5).total == 6
    assert dataclasses.asdict(Counter(1, {"a": 2})) == {"number": 1, "names": {"a": 2}}
    match Point(1):
        case Point(x, y):
            assert (x, y) == (1, 2)

    @dataclasses.dataclass(frozen=True)
    class Below(Point):
        z: int = 0

    assert Below(1, z=3).z == 3


def test_signature_is_known_before_the_first_object() -> None:
    @dataclass(frozen=True, slots=True)
    class Fresh:
        first: int
        second: str = "s"

    assert str(inspect.signature(Fresh)) == "(first: 'int', second: 'str' = 's')"
    with pytest.raises(
        TypeError, match=r"Fresh.__init__\(\) missing 1 required positional argument: 'first'"
    ):
        Fresh()  # type: ignore[call-arg]
    assert Fresh(1) == Fresh(first=1, second="s")


def test_refuses_changes() -> None:
    point: Any = Point(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x
    with pytest.raises(TypeError, match="unhashable"):
        hash(Counter())
    with pytest.raises(TypeError):
        Keywords("n")  # type: ignore[misc]
    counter = Counter()
    counter.number += 1
    assert counter == Counter(1)


def test_travels_and_derives() -> None:
    for value in (Point(1, tags=["b"]), Counter(3), Derived(1.5), Keywords(name="n")):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value
    assert Derived(1.5) == Derived(1.5, "m") != Derived(1.5, "n")
    assert repr(Derived(1.0)) == "Derived(value=1.0, more='m')"
    assert repr(Plain(1.0)) == "plain"


def test_an_own_equality_stays() -> None:
    @dataclass(frozen=True, slots=True)
    class Folded:
        text: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Folded) and self.text.lower() == other.text.lower()

        def __hash__(self) -> int:
            return hash(self.text.lower())

    assert Folded("A") == Folded("a")
    assert len({Folded("A"), Folded("a")}) == 1


@dataclass(frozen=True, slots=True)
class Base:
    """Filled by its own ``__init__``, and by that of a class with more slots."""

    first: int
    second: int = 2


class WithMore(Base):
    """No data class of its own."""

    __slots__ = ("more",)

    def __init__(self, first: int, more: int) -> None:
        super().__init__(first)
        object.__setattr__(self, "more", more)


@dataclass(frozen=True, slots=True)
class Longer(Base):
    """Has the slots of its base, and one of its own."""

    third: int = 3


def test_objects_are_frozen_and_of_their_class_once_constructed():
    for made in (Base(1), WithMore(1, 5), Longer(1)):
        assert (made.first, made.second) == (1, 2)
        assert type(made).__name__ in repr(made)
        with pytest.raises(FrozenInstanceError):
            made.first = 3
    assert type(Base(1)) is Base
    assert type(Longer(1)) is Longer
    assert Longer(1).third == 3
    assert WithMore(1, 5).more == 5


def test_a_refused_argument_leaves_no_object():
    with pytest.raises(TypeError):
        Base()
