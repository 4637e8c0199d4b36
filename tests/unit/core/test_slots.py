import pickle
from dataclasses import dataclass
from typing import Annotated, NamedTuple, NotRequired, TypedDict

import pytest

from tallystick import Bag, Seq, UsageError, Var, bag, derive, exact, f1, record, similarity, slots


@dataclass(frozen=True)
class Advert:
    company: str
    town: str | None = None
    skills: frozenset[str] = frozenset()


class Row(TypedDict):
    name: str
    note: NotRequired[str]
    tags: NotRequired[frozenset[str]]


class Point(NamedTuple):
    x: int
    y: int


advert = slots(Advert, company=exact, town=exact, skills=bag(exact))
soft = similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)), peaked=True)


def test_fields_add():
    gold, pred = Advert("Acme", "Leeds", frozenset({"a", "b"})), Advert("Acme", "York", frozenset({"a"}))
    score = advert.score(gold, pred)
    assert (score.matched, score.pred_total, score.gold_total) == (2, 3, 4)
    multiplied = record(Advert, company=exact, town=exact, skills=bag(exact)).score(gold, pred)
    assert multiplied.matched == 0


def test_fields_that_are_not_named_are_ignored():
    assert slots(Advert, company=exact).score(Advert("a", "x"), Advert("a", "y")).f1 == 1


def test_absent_fields_add_nothing():
    without, town = Advert("Acme"), Advert("Acme", "Leeds")
    assert (advert.compare(without, without), advert.self_score(without)) == (1, 1)
    assert (advert.compare(without, town), advert.self_score(town)) == (1, 2)
    keys = slots(dict, a=exact, b=bag(exact))
    assert keys.compare({"a": 1}, {"a": 1, "b": [1]}) == 1
    assert (keys.self_score({}), keys.self_score({"b": [1, 2], "c": 9})) == (0, 2)
    assert keys.score({}, {}).f1 is None
    assert keys.score({"a": None}, {"a": None}).gold_total == 0


def test_all_fields_as_their_types_ask():
    assert slots(Advert) == advert
    assert slots(Point) == slots(Point, x=exact, y=exact)
    rows = slots(Row)
    assert rows.compare({"name": "a", "tags": {"x"}}, {"name": "a", "tags": {"x", "y"}}) == 2
    assert rows.compare({"name": "a", "note": "n"}, {"name": "a"}) == 1


@pytest.mark.parametrize(
    "metric",
    [
        slots(dict, a=exact, b=soft, c=bag(exact)),
        slots(dict, a=2 * exact, b=0.1 * soft + 0.7 * exact),
        slots(dict, c=f1(bag(exact)), b=soft, a=exact),
        slots(dict, a=exact * exact.of(str), c=bag(soft)),
    ],
    ids=repr,
)
def test_lists_of_pairs_agree_with_single_values_to_the_last_digit(metric):
    golds = [{"a": 1, "b": 2, "c": [1, 2]}, {"b": 1}, {}, {"a": 2, "c": [3]}, {"a": 1, "b": None}]
    preds = [{"a": 1, "c": [2]}, {"b": 4, "c": [1, 1]}, {"a": 2, "b": 1}]
    pairs = [(i, j) for i in range(len(golds)) for j in range(len(preds))]
    expected = [metric.compare(golds[i], preds[j]) for i, j in pairs]
    assert metric.values(golds, preds, *map(list, zip(*pairs, strict=True))) == expected
    assert sorted(metric.pairs(golds, preds)) == [
        (*pair, value) for pair, value in zip(pairs, expected, strict=True) if value
    ]
    assert metric.self_scores(golds) == [metric.self_score(gold) for gold in golds]
    assert [metric.credit(golds[i], preds[j]).value for i, j in pairs] == expected


def test_an_explanation_lists_every_field():
    gold = Advert("Acme", "Leeds", frozenset({"a", "b"}))
    (pair,) = advert.score(gold, Advert("Acme", None, frozenset({"a", "c"}))).alignment.matched
    assert pair.credit == 2
    assert [match.gold for match in pair.inner["company"].matched] == ["Acme"]
    assert (pair.inner["town"].missed, pair.inner["town"].spurious) == (("Leeds",), ())
    skills = pair.inner["skills"]
    assert ([match.gold for match in skills.matched], skills.missed, skills.spurious) == (
        ["a"],
        ("b",),
        ("c",),
    )


def test_slots_inside_each_other():
    invoice = slots(dict, total=exact, lines=bag(slots(dict, sku=exact, price=exact)))
    gold = {"total": 9, "lines": [{"sku": "A", "price": 1}, {"sku": "B", "price": 8}]}
    pred = {"total": 9, "lines": [{"sku": "B", "price": 8}, {"sku": "A"}, {"sku": "C"}]}
    score = invoice.score(gold, pred)
    assert (score.matched, score.pred_total, score.gold_total) == (4, 5, 5)


def test_representation_equality_and_pickle():
    metric = slots(Advert, company=2 * exact)
    assert repr(metric) == "slots(Advert, company=2 * exact)"
    assert metric == pickle.loads(pickle.dumps(metric))
    assert hash(metric) == hash(slots(Advert, company=2 * exact))
    assert metric != record(Advert, company=2 * exact)


def test_wrong_values_and_names():
    with pytest.raises(UsageError, match="Advert has no field 'twon'; it has company, town, skills"):
        slots(Advert, twon=exact)
    with pytest.raises(UsageError, match="name them: slots"):
        slots(dict)
    with pytest.raises(UsageError, match="slots is made of similarities"):
        slots(dict, a=1)
    with pytest.raises(UsageError, match="expected Advert with a field 'company'"):
        advert.compare(Advert("a"), {"company": "a"})
    with pytest.raises(UsageError, match="expected dict with a field 'a'"):
        slots(dict, a=exact).compare({"a": 1}, Advert("a"))
    with pytest.raises(UsageError, match="counts each side separately"):
        slots(dict, a=bag(exact, "N:1"))


# -- types that contain themselves ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    label: str
    children: Annotated[tuple["Tree", ...], Bag()] = ()


@dataclass(frozen=True)
class Chain:
    word: str
    rest: "Chain | None" = None


@dataclass(frozen=True)
class Section:
    title: str
    parts: Annotated[tuple["Section | Paragraph", ...], Seq()] = ()


@dataclass(frozen=True)
class Paragraph:
    text: str
    inside: Section | None = None


def test_a_tree_adds_its_nodes():
    gold = Tree("s", (Tree("np", (Tree("the"), Tree("cat"))), Tree("vp")))
    pred = Tree("s", (Tree("vp"), Tree("np", (Tree("cat"), Tree("a")))))
    metric = slots(Tree)
    score = metric.score(gold, pred)
    assert (score.matched, score.pred_total, score.gold_total) == (4, 5, 5)
    assert metric.peaked
    assert repr(metric) == "slots(Tree, label=exact, children=bag(slots(Tree)))"
    assert metric.score(Tree("s"), Tree("s")).f1 == 1


def test_a_chain_ends_with_nothing():
    gold, pred = Chain("a", Chain("b", Chain("c"))), Chain("a", Chain("x", Chain("c", Chain("d"))))
    assert slots(Chain).score(gold, pred).matched == 2
    assert derive(Chain).score(gold, gold).f1 == 1


def test_classes_that_contain_each_other():
    # Sections add their parts; a paragraph is a record, whose fields multiply.
    gold = Section("a", (Paragraph("p"), Section("b", (Paragraph("q"), Paragraph("r")))))
    pred = Section("a", (Paragraph("p"), Section("c", (Paragraph("r"),))))
    score = slots(Section).score(gold, pred)
    assert (score.matched, score.pred_total, score.gold_total) == (3, 4, 5)


def test_variables_in_slots():
    metric = bag(slots(dict, node=exact, word=soft, parent=exact))
    gold = [{"node": Var("x"), "word": 1}, {"node": Var("y"), "word": 5, "parent": Var("x")}]
    pred = [{"node": Var("a"), "word": 5, "parent": Var("b")}, {"node": Var("b"), "word": 2}]
    score = metric.score(gold, pred)
    assert (score.matched, score.pred_total, score.optimal) == (4.5, 5, True)
