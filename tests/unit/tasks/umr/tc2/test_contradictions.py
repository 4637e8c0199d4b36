"""What cannot all hold, with the chains that lead to it."""

import pytest

from tallystick.tasks.umr.tc2.contradictions import MEANINGS, contradictions
from tallystick.tasks.umr.tc2.score import close


def found(component, *relations):
    return [
        (each.kind, each.nodes, *each.chains)
        for each in contradictions(close(component, [tuple(relation.split()) for relation in relations]))
    ]


def chain(*relations):
    return tuple(tuple(relation.split()) for relation in relations)


def test_figure_3_has_a_pair_with_two_links():
    # "two links exist between s1m and s1a which indicates there is an error in the original graph" (Figure 3)
    gold = ("s1a before s1y", "s1y contained s1m", "s1m overlap s1a", "dct before s2n", "s2n before s1a")
    assert found("temporal", *gold) == [
        (
            "order-and-overlap",
            ("s1a", "s1m"),
            chain("s1a before s1y", "s1y contained s1m"),
            chain("s1m overlap s1a"),
        )
    ]


def test_before_and_after():
    assert found("temporal", "a before b", "a after b") == [
        ("circular-order", ("a", "b"), chain("a before b"), chain("a after b"))
    ]


def test_a_circle_is_one_contradiction():
    n = 100
    relations = [f"{i} before {(i + 1) % n}" for i in range(n)]
    # What the nodes of the circle contain is after itself only because of the circle.
    relations += [f"{i} contained in{i}" for i in range(n)]
    [(kind, nodes, one, other)] = found("temporal", *relations)
    assert (kind, nodes, one) == ("circular-order", ("0", "1"), chain("0 before 1"))
    assert len(other) == n - 1


def test_a_circle_without_an_annotated_pair():
    # x is after y. a lies in x and b in y: a after b. And the same the other way round, by u and v.
    relations = (
        "x before y",
        "x contained a",
        "y contained b",
        "u before v",
        "u contained b",
        "v contained a",
    )
    [(kind, nodes, one, other)] = found("temporal", *relations)
    assert (kind, nodes) == ("circular-order", ("a", "b"))
    assert set(one) == set(chain("x contained a", "x before y", "y contained b"))
    assert set(other) == set(chain("u contained b", "u before v", "v contained a"))


def test_containment_both_ways():
    assert found("temporal", "a contained b", "b contained a") == [
        ("circular-containment", ("a", "b"), chain("a contained b"), chain("b contained a"))
    ]
    [(kind, nodes, *chains)] = found("coref", "a subset-of b", "b same-entity c", "c subset-of a")
    assert (kind, nodes) == ("circular-containment", ("b", "a"))
    assert chains[0] == chain("a subset-of b")
    assert set(chains[1]) == set(chain("c subset-of a", "b same-entity c"))


@pytest.mark.parametrize("order", ["a before b", "b before a"])
def test_order_and_containment(order):
    [(kind, nodes, *chains)] = found("temporal", order, "a contained b")
    assert kind == "order-and-containment"
    assert set(nodes) == {"a", "b"}
    assert chains == [chain(order), chain("a contained b")]


def test_order_and_containment_is_told_where_it_is_annotated():
    # a contains b contains c, and a is after c: then b, inside a, is after c too.
    [(kind, nodes, *chains)] = found("temporal", "a contained b", "b contained c", "a before c")
    assert (kind, nodes) == ("order-and-containment", ("b", "c"))
    assert chains == [chain("a contained b", "a before c"), chain("b contained c")]


def test_entity_and_event():
    assert found("coref", "a same-entity b", "c same-event b", "c same-event d", "d same-entity e") == [
        ("entity-and-event", ("b",), chain("a same-entity b"), chain("c same-event b"))
    ]
    assert found("coref", "a same-event b", "a same-entity b") == [
        ("entity-and-event", ("a",), chain("a same-entity b"), chain("a same-event b"))
    ]


def test_subset_of_the_same():
    [(kind, nodes, *chains)] = found("coref", "a same-entity b", "b same-entity c", "a subset-of c")
    assert (kind, nodes) == ("containment-and-identity", ("c", "a"))
    assert chains[0] == chain("a subset-of c")
    assert set(chains[1]) == set(chain("a same-entity b", "b same-entity c"))


def test_order_of_the_same():
    [(kind, nodes, *chains)] = found("temporal", "a same-event b", "a before c", "c before b")
    assert (kind, nodes) == ("order-and-identity", ("a", "b"))
    assert chains == [chain("a before c", "c before b"), chain("a same-event b")]


@pytest.mark.parametrize(
    "relations",
    [
        ("a before b", "b before c", "a before c", "c overlap d", "d depends-on a"),
        ("a contained b", "b contained c", "a overlap c"),
        ("a same-entity b", "c subset-of a", "c same-entity d"),
        ("a same-entity b", "c same-event d"),
        ("a near b", "b near a", "a near a"),
    ],
)
def test_nothing_is_wrong(relations):
    assert found("temporal", *relations) == []


def test_every_kind_has_words():
    [each] = contradictions(close("temporal", [("a", "before", "b"), ("b", "before", "a")]))
    assert each.meaning == MEANINGS["circular-order"] == "each is before the other"
