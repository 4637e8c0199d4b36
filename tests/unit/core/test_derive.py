from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypedDict, TypeVar

import attrs
import pydantic
import pytest

from tallystick import (
    Bag,
    Digraph,
    Seq,
    UndecidableError,
    UsageError,
    Var,
    bag,
    derive,
    digraph,
    exact,
    precision,
    record,
    sequence,
    similarity,
)  # fmt: skip

T = TypeVar("T")


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Data:
    kind: str
    parts: frozenset[int]


@attrs.frozen
class Made:
    kind: str
    parts: frozenset[int]


class Model(pydantic.BaseModel, frozen=True):
    kind: str
    parts: frozenset[int]


class Named(NamedTuple):
    kind: str
    parts: frozenset[int]


class Row(TypedDict):
    kind: str
    parts: frozenset[int]


@pytest.mark.parametrize("kind", [Data, Made, Model, Named, Row])
def test_records_of_every_kind(
    kind,
):  # with string annotations throughout: Part 2 (d), elsewhere all equality
    metric = derive(kind)
    one, two = kind(kind="k", parts=frozenset({1, 2})), kind(kind="k", parts=frozenset({2, 3, 4}))
    assert repr(metric) == f"record({kind.__name__}, kind=exact, parts=bag(exact))"
    assert (metric.compare(one, two), metric.self_score(two)) == (1, 3)
    assert metric.compare(one, kind(kind="l", parts=frozenset({1, 2}))) == 0


@pytest.mark.parametrize(
    "hint",
    [str, int, float, bool, bytes, Colour, Literal["a", "b"], Optional[int], int | str, Var | str],  # noqa: UP045
)
def test_plain_values_are_compared_by_equality(hint):
    assert derive(hint) is exact


def test_collections():
    assert repr(derive(set[frozenset[int]])) == "bag(bag(exact))"
    assert repr(derive(Annotated[list[int], Bag(match="N:1", recall="literal")])) == repr(
        bag(exact, "N:1", "literal")
    )
    assert repr(derive(Annotated[list[int], Seq(order="noncrossing")])) == repr(
        sequence(exact, order="noncrossing")
    )
    assert repr(derive(Annotated[set[int], Bag(normalise="f1")])) == "f1(bag(exact), empty=1)"
    with pytest.raises(UsageError, match="normalise='f2' is not one of f1, precision, recall, jaccard"):
        derive(Annotated[set[int], Bag(normalise="f2")])


def test_notes_decide():
    metric = derive(Annotated[list[int], "a note of another library", precision(bag(exact))])
    assert repr(metric) == "precision(bag(exact))"
    assert derive(Annotated[str, "note"]) is exact


def test_mappings_compare_keys_and_values():  # Part 2 (d): keys only elsewhere
    for hint in (dict[str, int], Mapping[str, int]):
        score = derive(hint).score({"a": 1, "b": 2}, {"a": 1, "b": 3})
        assert (score.matched, score.pred_total, score.gold_total) == (1, 2, 2)
    with pytest.raises(UsageError, match="expected a mapping"):
        derive(dict[str, int]).score({}, [1])


def test_a_tuple_is_a_record():  # Part 2 (d): an unordered bag of its first type elsewhere
    metric = derive(tuple[int, frozenset[str]])
    assert metric.compare((1, frozenset("ab")), (1, frozenset("bc"))) == 1
    assert metric.compare((1, frozenset("ab")), (2, frozenset("ab"))) == 0
    assert derive(tuple[int, str]).compare((1, "a"), (1, "a")) == 1
    assert derive(set[tuple[()]]).score({()}, {()}).f1 == 1
    for wrong in ((1,), (1, "a", 2), "1a", 3):
        with pytest.raises(UsageError, match="expected a tuple of 2"):
            derive(tuple[int, str]).compare(wrong, (1, "a"))


def test_unions_with_records_and_collections():  # Part 2 (d): KeyError elsewhere
    metric = derive(Data | frozenset[int] | bool | int | None)
    data = Data("k", frozenset({1, 2}))
    assert metric.compare(data, data) == 2
    assert metric.compare(frozenset({1, 2}), frozenset({2})) == 1
    assert (metric.compare(None, None), metric.compare(None, data), metric.compare(1, data)) == (1, 0, 0)
    assert (metric.compare(True, 1), metric.compare(True, True), metric.compare(1, 1)) == (0, 1, 1)
    with pytest.raises(UsageError, match="has none of the types"):
        metric.compare("text", data)


def test_true_is_not_one_in_a_union():
    assert derive(bool | int).compare(True, 1) == 0
    assert derive(set[bool | int]).score({True}, {1}).matched == 0
    assert derive(int | str).compare(1, 1) == 1


def test_a_whole_number_is_a_float_too():
    metric = derive(float | frozenset[int])
    assert metric.compare(1, 1.0) == 1


class Left(TypedDict):
    left: frozenset[int]


class Right(TypedDict):
    right: frozenset[int]


def test_a_union_of_typed_dictionaries_goes_by_their_keys():
    metric = derive(Left | Right)
    assert metric.compare({"right": frozenset({1})}, {"right": frozenset({1})}) == 1
    assert metric.compare({"right": frozenset({1})}, {"left": frozenset({1})}) == 0


@dataclass(frozen=True)
class Tree:
    label: str
    children: frozenset[Tree] = frozenset()


@dataclass(frozen=True)
class Box(Generic[T]):
    content: T
    inner: Optional[Box[T]] = None  # noqa: UP045 - the old way to write it


def test_recursive_classes():
    metric = derive(Tree)
    small, large = Tree("a", frozenset({Tree("b", frozenset({Tree("c", frozenset())}))})), Tree("a")
    assert metric.compare(large, large) == 0  # no children in common
    assert metric.compare(small, small) == 0  # a leaf has no children, so it earns nothing
    labels = record(Tree, label=exact, children=bag(record(Tree, label=exact)))
    assert labels.compare(small, small) == 1


def test_recursive_generics():
    metric = derive(Box[frozenset[int]])
    value = Box(frozenset({1, 2}), Box(frozenset({3})))
    assert metric.compare(value, value) == 2
    assert metric.score(value, value).f1 == 1


@dataclass(frozen=True)
class Parent:
    a: str


@dataclass(frozen=True)
class Child(Parent):
    b: int


def test_a_subclass_compares_its_own_fields_too():  # Part 2 (d): ignored elsewhere
    assert repr(derive(Child)) == "record(Child, a=exact, b=exact)"
    assert derive(Child).compare(Child("a", 1), Child("a", 2)) == 0


@dataclass(frozen=True)
class Undecided:
    listed: list[int]


@dataclass(frozen=True)
class Anything:
    value: Any


@dataclass(frozen=True)
class Graphed:
    graph: Digraph


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        (
            Undecided,
            [
                "Undecided.listed",
                "list[int]",
                "Annotated[list[int], Bag()]",
                "Seq()",
                "record(Undecided, listed=",
            ],
        ),
        (
            Anything,
            [
                "Anything.value",
                "Any",
                "a more specific type",
                "similarity(function)",
                "record(Anything, value=",
            ],
        ),
        (
            Graphed,
            [
                "Graphed.graph",
                "Digraph",
                "digraph(exact)",
                "digraph(similarity(function))",
                "record(Graphed, graph=",
            ],
        ),
    ],
)
def test_undecidable_types_name_class_field_type_and_three_fixes(kind, parts):
    with pytest.raises(UndecidableError) as caught:
        derive(set[kind])
    message = str(caught.value)
    for part in (*parts, "1. ", "2. ", "3. "):
        assert part in message
    assert "4. " not in message


@pytest.mark.parametrize(
    "hint", [list[int], tuple[int, ...], set, dict, object, Annotated[list[int], "note"]]
)
def test_order_is_never_guessed(hint):  # Part 2 (d): a list was a set, a noted list equality
    with pytest.raises(UndecidableError):
        derive(hint)


def test_a_note_at_something_else():
    with pytest.raises(UndecidableError, match="not a collection"):
        derive(Annotated[int, Bag()])


def test_the_fixes_work():
    value = Undecided([1, 2]), Undecided([2, 1])
    assert record(Undecided, listed=bag(exact)).compare(*value) == 2
    assert record(Undecided, listed=sequence(exact)).compare(*value) == 1
    graph = Graphed(Digraph([1, 2], [(0, 1)]))
    assert record(Graphed, graph=digraph(exact)).compare(graph, graph) == 2
    assert record(Anything, value=similarity(lambda gold, pred: 0.5)).compare(Anything(1), Anything(2)) == 0.5


@dataclass(frozen=True)
class Empty:
    pass


def test_a_class_without_fields():
    assert derive(Empty) is exact
    assert derive(set[Empty]).score({Empty()}, {Empty()}).f1 == 1


@dataclass(frozen=True)
class Noted:
    names: Annotated[tuple[str, ...], Seq()]
    other: Annotated[int, similarity(lambda gold, pred: 1 / (1 + abs(pred - gold)))]
    var: Var | str


def test_variables_in_derived_records():
    metric = derive(set[Noted])
    score = metric.score({Noted(("a", "b"), 1, Var("x"))}, {Noted(("b", "c"), 2, Var("y"))})
    assert score.matched == 0.5


# -- classes that contain themselves -----------------------------------------------------------------------


@dataclass(frozen=True)
class Phrase:
    label: str
    children: Annotated[frozenset[Phrase], Bag(normalise="f1")] = frozenset()


def tree(label, *children):
    return Phrase(label, frozenset(children))


def test_the_documented_remedy_for_recursive_types():
    gold = tree("s", tree("np", tree("d"), tree("n")), tree("vp", tree("v")))
    metric = derive(Phrase)
    score = metric.score(gold, gold)
    assert (score.matched, score.pred_total, score.gold_total, score.f1) == (1, 1, 1, 1)
    # d is missing: np earns 2 · 1 / (1 + 2) = 2/3, vp 1, s 2 · (2/3 + 1) / (2 + 2) = 5/6.
    pred = tree("s", tree("np", tree("n")), tree("vp", tree("v")))
    assert metric.score(gold, pred).f1 == pytest.approx(5 / 6)
    assert metric.score(pred, tree("s")).matched == 0
    assert derive(frozenset[Phrase]).score({gold, tree("x")}, {pred, tree("x")}).matched == pytest.approx(
        11 / 6
    )


def test_deep_recursive_types_are_scored_in_linear_time():
    def chain(depth):
        value = tree("leaf")
        for _ in range(depth):
            value = tree("node", value)
        return value

    assert derive(Phrase).peaked
    assert derive(Phrase).score(chain(60), chain(60)).f1 == 1


@dataclass(frozen=True)
class Unpromised:
    size: Annotated[float, similarity(lambda gold, pred: 0.5 if pred == gold else 1.0)]
    children: Annotated[frozenset[Unpromised], Bag(normalise="f1")] = frozenset()


def test_a_recursive_type_is_not_peaked_if_a_field_is_not():
    assert not derive(Unpromised).peaked
    assert derive(Unpromised).score(Unpromised(1, frozenset({Unpromised(2)})), Unpromised(1)).matched == 0
