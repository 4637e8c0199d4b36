from collections import UserList, deque
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import attrs
import networkx
import pydantic
import pytest

from tallystick import Digraph, UsageError, Var
from tallystick.core.values import LatentFound, bind, field_names, key_of, parts_of, variables_of


@dataclass(frozen=True, slots=True)
class Slotted:
    a: object
    b: object = None


@dataclass
class Careful:
    a: object
    seen: list = field(default_factory=list)

    def __post_init__(self):
        self.extra = "set by hand"
        self.seen.append("made")


@attrs.frozen
class Frozen:
    a: object


class Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(arbitrary_types_allowed=True)
    a: object


class Named(NamedTuple):
    a: object


class Colour(Enum):
    RED = "red"


RECORDS = [Slotted, Frozen, lambda a: Model(a=a), Named, Careful]


@pytest.mark.parametrize("make", RECORDS)
def test_records_of_every_kind(make):
    free, bound = make(("k", Var("x"))), make(("k", Var("x", "something")))
    assert list(variables_of(free)) == ["x"]
    with pytest.raises(LatentFound):
        key_of(free)
    assert key_of(bind(free, {"x": "something"})) == key_of(bound)
    assert type(bind(free, {"x": "something"})) is type(free)
    assert key_of(make([1, {2}])) == key_of(make((1, frozenset({2})))) != key_of(make([1, {3}]))


def test_binding_does_not_run_a_constructor_again():
    value = Careful(Var("x"))
    twin = bind(value, {"x": 1})
    assert twin.extra == "set by hand"
    assert twin.seen == ("made",)


@pytest.mark.parametrize(
    "wrap", [list, tuple, deque, UserList, set, frozenset, lambda v: {v[0]: 1}, lambda v: {1: v[0]}]
)
def test_variables_in_collections_of_every_kind(wrap):
    value = wrap([Var("x")])
    assert list(variables_of(value)) == ["x"]
    assert not variables_of(bind(value, {"x": 1}))


@pytest.mark.parametrize("graph", [Digraph([Var("x"), "k"], [(0, 1)]), networkx.DiGraph([(Var("x"), "k")])])
def test_variables_in_graphs_of_every_kind(graph):
    assert list(variables_of(graph)) == ["x"]
    assert not variables_of(bind(graph, {"x": 1}))
    assert bind(graph, {"x": 1}).edges in ([(0, 1)], ((0, 1),))


def test_equality_is_by_content():
    assert key_of([1, 2]) == key_of((1, 2)) != key_of((2, 1))
    assert key_of({1, 2}) == key_of(frozenset({2, 1})) != key_of((1, 2))
    assert key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1}) != key_of({"a": 2, "b": 1})
    assert key_of(Slotted(1)) != key_of(Frozen(1))
    assert key_of(float("nan")) == key_of(float("nan"))
    assert key_of((float("nan"), 1)) == key_of((float("nan"), 1))
    assert key_of(Colour.RED) is Colour.RED


def test_variables():
    assert Var("x") == Var("x") != Var("y")
    assert Var("x") != "x"
    assert hash(Var("x")) == hash(Var("x"))
    assert Var("x", "m") == Var("y", "m") != Var("y")
    assert repr(Var("x")) == "Var('x')"


def test_a_type_without_known_parts():
    class Opaque:
        __hash__ = None

    with pytest.raises(UsageError, match="Opaque are compared by identity"):
        key_of(Opaque())
    assert list(parts_of(Opaque())) == list(parts_of("text")) == list(parts_of(range(3))) == []


def test_field_names():
    assert [field_names(kind) for kind in (Slotted, Frozen, Model, Named, int)] == [
        ("a", "b"),
        ("a",),
        ("a",),
        ("a",),
        None,
    ]
