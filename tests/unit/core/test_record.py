from dataclasses import dataclass
from typing import NotRequired, TypedDict

import pytest

from tallystick import UsageError, bag, derive, exact, record, similarity


@dataclass(frozen=True)
class Event:
    trigger: str
    args: tuple = ()
    kind: str = ""
    metric: str | None = None


@dataclass(frozen=True)
class Point:
    x: int
    y: int


class Row(TypedDict):
    name: str
    tags: NotRequired[frozenset[str]]
    note: NotRequired[str]


def test_fields_left_out_are_ignored():
    metric = record(Event, trigger=exact)
    assert metric.compare(Event("t", ("a",)), Event("t", ("b",))) == 1


def test_a_record_multiplies_its_fields():  # Equation 2
    metric = record(Event, trigger=exact, args=bag(exact))
    assert metric.compare(Event("t", ("a", "b")), Event("t", ("b", "c", "a"))) == 2
    assert metric.compare(Event("t", ("a", "b")), Event("u", ("b", "c", "a"))) == 0
    assert metric.self_score(Event("t", ("a", "b"))) == 2
    assert metric.self_scores([Event("t", ("a", "b")), Event("t")]) == [2, 0]


def test_the_same_trigger_twice():  # Part 2 (e), ArgF1: R=(t:a),(t:b,c) P=(t:b,c),(t:a,d): 3/4/3
    metric = bag(record(Event, trigger=exact, args=bag(exact)))
    gold, pred = (
        [Event("t", ("a",)), Event("t", ("b", "c"))],
        [Event("t", ("b", "c")), Event("t", ("a", "d"))],
    )
    score = metric.score(gold, pred)
    assert (score.matched, score.pred_total, score.gold_total) == (3, 4, 3)
    assert (score.precision, score.recall, score.f1) == pytest.approx((0.75, 1, 6 / 7))


def test_no_arguments_add_no_phantom():  # Part 2 (d) 1 and (e): 0/1/1 = 0, elsewhere .5
    metric = bag(record(Event, trigger=exact, args=bag(exact)))
    score = metric.score([Event("t1"), Event("t2", ("c",))], [Event("t1"), Event("t2", ("z",))])
    assert (score.matched, score.pred_total, score.gold_total, score.f1) == (0, 1, 1, 0)


def test_an_event_pair_holds_its_argument_pairs():
    metric = bag(record(Event, trigger=exact, args=bag(exact)))
    (pair,) = metric.score([Event("t", ("a", "b"))], [Event("t", ("a", "x"))]).alignment.matched
    inner = pair.inner["args"]
    assert ([p.gold for p in inner.matched], inner.missed, inner.spurious) == (["a"], ("b",), ("x",))


def test_one_field_shows_its_counts_several_show_a_product():
    one = record(Event, args=bag(exact, "N:1"))
    assert one.reading.sides
    assert one.score(Event("t", (1, 2)), Event("u", (1, 1))).matched_gold == 1
    assert [pair.gold for pair in one.score(Event("t", (1, 2)), Event("u", (1, 1))).alignment.matched] == [
        1,
        1,
    ]
    two = record(Event, trigger=exact, args=bag(exact, "N:1"))
    assert not two.reading.sides
    assert two.score(Event("t", (1, 2)), Event("t", (1, 1))).matched_gold == 2


def test_pairs_agree_with_compare():
    metric = record(Event, trigger=exact, args=bag(exact), kind=similarity(lambda g, p: 0.5))
    events = [Event("t", ("a",)), Event("t", ("a", "b")), Event("u", ("a",)), Event("u")]
    expected = {(i, j): metric.compare(g, p) for i, g in enumerate(events) for j, p in enumerate(events)}
    assert {(i, j): v for i, j, v in metric.pairs(events, events)} == {k: v for k, v in expected.items() if v}


def test_fields_of_any_name():
    metric = record(Event, kind=exact, metric=exact)  # Part 2 (d): a field named `metric` raised elsewhere
    assert metric.compare(Event("a", kind="k"), Event("b", kind="k")) == 1


def test_unknown_fields_are_refused():
    with pytest.raises(UsageError, match="Event has no field 'trigge'; it has trigger, args, kind, metric"):
        record(Event, trigge=exact)
    with pytest.raises(UsageError, match="Row has no field 'nam'; it has name, tags, note"):
        record(Row, nam=exact)


def test_other_values_are_refused():
    with pytest.raises(UsageError, match="expected Event with a field 'trigger', not 3"):
        bag(record(Event, trigger=exact)).score([Event("t")], [3])


def test_records_without_known_fields():
    with pytest.raises(UsageError, match="the fields of int are not known"):
        record(int)


def test_keys_that_a_typed_dictionary_may_leave_out():
    metric = derive(Row)
    full: Row = {"name": "a", "tags": frozenset("xy"), "note": "n"}
    assert metric.compare(full, full) == 2
    assert metric.compare({"name": "a"}, {"name": "a"}) == 1
    assert metric.compare({"name": "a"}, full) == 0
    with pytest.raises(UsageError, match="expected Row with a field 'name'"):
        metric.compare({}, full)


def test_each_of_several_factors_is_told():
    near = similarity(lambda gold, pred: 1 / (1 + abs(pred - gold)))
    part = bag(record(Point, x=near, y=near)).score([Point(1, 4)], [Point(2, 4)]).alignment.matched[0]
    assert part.credit == 0.5
    assert {name: inner.matched[0].credit for name, inner in part.inner.items()} == {"x": 0.5, "y": 1}
    # One factor alone is the credit itself.
    assert (
        bag(record(Point, x=near, y=exact)).score([Point(1, 4)], [Point(2, 4)]).alignment.matched[0].inner
        == {}
    )
