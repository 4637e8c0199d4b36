"""Similarities are values: frozen, comparable, hashable, picklable, with a representation that can be typed."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass
from operator import attrgetter
from typing import Annotated, NotRequired, TypedDict

import pytest

import tallystick as ts
from tallystick.core.covered import Covered
from tallystick.core.prepared import prepared


@dataclass(frozen=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True)
class Tree:
    label: str
    children: Annotated[frozenset["Tree"], ts.Bag(normalise="f1")] = frozenset()


class Row(TypedDict):
    name: str
    tags: NotRequired[frozenset[str]]


def near(gold, pred):
    return 1 / (1 + abs(gold - pred))


def words(text):
    return text.split()


def links(common):
    return max(0.0, common - 1)


#: Builders, so that each similarity is built twice, and its representation if it is not that of the builder.
BUILDERS = {
    "exact": lambda: ts.exact,
    "similarity(near)": lambda: ts.similarity(near),
    "similarity(near, peaked=True)": lambda: ts.similarity(near, peaked=True),
    "(similarity(near) > 0.5)": lambda: ts.similarity(near) > 0.5,
    "(similarity(near) >= 1)": lambda: ts.similarity(near) >= 1,
    "bag(exact).mapped(links, '− 1')": lambda: ts.bag(ts.exact).mapped(links, "− 1"),
    "exact * similarity(near)": lambda: ts.exact * ts.similarity(near),
    "(exact * similarity(near)).of(len)": lambda: (ts.exact * ts.similarity(near)).of(len),
    "bag(exact).of(words)": lambda: ts.bag(ts.exact).of(words),
    "bag(exact, match='N:1', recall='literal')": lambda: ts.bag(ts.exact, "N:1", "literal"),
    "sequence(exact, match='N:1', order='noncrossing')": lambda: ts.sequence(ts.exact, "N:1", "noncrossing"),
    "digraph(exact, match='1:N')": lambda: ts.digraph(ts.exact, "1:N"),
    "f1(bag(exact))": lambda: ts.f1(ts.bag(ts.exact)),
    "jaccard(bag(exact), empty=1)": lambda: ts.jaccard(ts.bag(ts.exact), empty=1),
    "f_beta(bag(exact), 2)": lambda: ts.f_beta(ts.bag(ts.exact), 2),
    "sides(precision(bag(exact)), recall(bag(exact)))": lambda: ts.sides(
        ts.precision(ts.bag(ts.exact)), ts.recall(ts.bag(ts.exact))
    ),
    "record(Point, x=exact, y=similarity(near))": lambda: ts.record(Point, x=ts.exact, y=ts.similarity(near)),
    "union({str: exact, int: similarity(near)})": lambda: ts.union({str: ts.exact, int: ts.similarity(near)}),
    "prepared(bag(exact), pred=words)": lambda: prepared(ts.bag(ts.exact), pred=words),
    "Covered(bag(exact, match='N:1'))": lambda: Covered(ts.bag(ts.exact, "N:1")),
    "derive(tuple[int, str])": lambda: ts.derive(tuple[int, str]),
    "derive(int | frozenset[int])": lambda: ts.derive(int | frozenset[int]),
}
#: Derived from types: their representations name parts that have no name of their own.
DERIVED = {
    "tree": lambda: ts.derive(Tree),
    "row": lambda: ts.derive(Row),
    "mapping": lambda: ts.derive(dict[str, frozenset[int]]),
    "hierarchy": lambda: ts.hierarchy_credit({"rifle": "gun"}),
    "judged": lambda: ts.judged_credit({("a", "b"): 0.5}),
    "levels": lambda: ts.level_credit,
}
ALL = BUILDERS | DERIVED


@pytest.mark.parametrize("name", ALL)
def test_equal_parts_make_equal_similarities(name):
    one, two = ALL[name](), ALL[name]()
    assert one == two
    assert hash(one) == hash(two)
    assert {one: 1}[two] == 1
    assert one != ts.bag(one)


def test_different_similarities_are_different():
    built = [build() for build in ALL.values()]
    assert len(set(built)) == len(built)
    assert ts.bag(ts.exact) != ts.sequence(ts.exact)
    assert (ts.exact > 0.5) != (ts.exact >= 0.5)
    assert ts.record(Point, x=ts.exact, y=ts.exact) == ts.record(Point, y=ts.exact, x=ts.exact)


@pytest.mark.parametrize("name", ALL)
def test_pickled_and_copied(name):
    metric = ALL[name]()
    for other in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert other == metric
        assert repr(other) == repr(metric)
        assert other.reading.headline == metric.reading.headline
        assert (other.discrete, other.peaked) == (metric.discrete, metric.peaked)


def test_pickled_similarities_score_the_same():
    gold, pred = Tree("s", frozenset({Tree("np"), Tree("vp")})), Tree("s", frozenset({Tree("np")}))
    metric = pickle.loads(pickle.dumps(ts.derive(Tree)))
    assert metric.score(gold, pred) == ts.derive(Tree).score(gold, pred)
    row = pickle.loads(pickle.dumps(ts.derive(Row)))
    assert row.compare({"name": "a"}, {"name": "a"}) == 1
    assert pickle.loads(pickle.dumps(ts.exact)) is ts.exact


def test_scores_are_pickled_with_their_explanations():
    score = ts.jaccard(ts.bag(ts.similarity(near))).score([1, 2], [2, 4])
    again = pickle.loads(pickle.dumps(score))
    assert again.values == score.values
    assert again.alignment == score.alignment


@pytest.mark.parametrize("name", BUILDERS)
def test_representations_can_be_typed(name):
    metric = BUILDERS[name]()
    assert repr(metric) == name
    names = vars(ts) | {part: getattr(ts, part) for part in ts.__all__} | globals()
    assert eval(name, names) == metric


def test_representations_of_what_types_ask_for():
    assert repr(ts.derive(Tree)) == "record(Tree, label=exact, children=f1(bag(derive(Tree)), empty=1))"
    assert repr(ts.derive(Row)) == "record(Row, name=exact, tags=bag(exact))"
    assert repr(ts.derive(dict[str, int])) == "bag(derive(tuple[str, int])).of(items)"
    assert repr(ts.exact.of(attrgetter("x"))) == "exact.of(operator.attrgetter('x'))"


@pytest.mark.parametrize("name", BUILDERS)
def test_similarities_are_frozen(name):
    metric = BUILDERS[name]()
    for attribute in ("peaked", "reading", "something", *type(metric).__match_args__):
        with pytest.raises(FrozenInstanceError):
            setattr(metric, attribute, None)
