"""The worked examples of the framework's catalogue (Part 2 e) through the registered metrics."""

import pytest

from tallystick import registry
from tallystick.formats.spans import Offsets
from tallystick.tally import Score
from tallystick.tasks.dependencies.task import Dependency, DependencyTree
from tallystick.tasks.events.task import Argument, Event, EventDocument, Trigger
from tallystick.tasks.nary.task import FilledRole, NaryDocument, NaryRelation, _Range
from tallystick.tasks.relations.task import Relation, RelationDocument
from tallystick.tasks.roles.task import RoleDocument, RoleFiller
from tallystick.tasks.spans.task import SpanDocument, TypedSpan
from tallystick.tasks.templates.task import Ontology, SetFill, StringFill, Template, TemplateDocument


def score(task, expression, gold, pred, **options):
    (chosen,) = registry.choose(registry.find_task(task), [expression], options)
    scorer = chosen.scorer()
    return Score(scorer.tally(gold, pred), scorer.reading)


def counts(found):
    return found.matched, found.pred_total, found.gold_total


def ratios(found):
    return found.precision, found.recall, found.f1


def at(n):
    return Offsets(n, n)


# -- relations, dependencies -------------------------------------------------------------------------------


def test_relf1():  # pred 3, ref 2, both found: 2/3/2
    gold = [Relation("r", at(1), at(2)), Relation("s", at(1), 3)]
    pred = [*gold, Relation("s", at(1), at(2))]
    found = score("relations", "relation", RelationDocument(tuple(gold)), RelationDocument(tuple(pred)))
    assert counts(found) == (2, 3, 2)
    assert ratios(found) == pytest.approx((2 / 3, 1, 0.8))


def test_the_type_of_a_relation_may_be_ignored():
    gold, pred = (RelationDocument((Relation(kind, at(1), at(2)),)) for kind in "rs")
    assert score("relations", "relation", gold, pred).f1 == 0
    assert score("relations", "relation-untyped", gold, pred).f1 == 1


def test_uas_and_las():  # 3 edges, one wrong label: UAS 1, LAS .6667. One edge missing: LAS 1, .6667, .8
    edges = [Dependency(0, 1, "root"), Dependency(1, 2, "obj"), Dependency(2, 3, "det")]
    gold = DependencyTree(tuple(edges))
    wrong = DependencyTree((*edges[:2], Dependency(2, 3, "mod")))
    assert score("dependencies", "uas", gold, wrong).f1 == 1
    assert score("dependencies", "las", gold, wrong).f1 == pytest.approx(2 / 3)
    missing = score("dependencies", "las", gold, DependencyTree(tuple(edges[:2])))
    assert ratios(missing) == pytest.approx((1, 2 / 3, 0.8))


# -- events ------------------------------------------------------------------------------------------------


def events(*found):
    return EventDocument(
        tuple(
            Event(Trigger(at(int(t)), "T"), tuple(Argument(at(ord(a)), "role") for a in args))
            for t, args in found
        )
    )


def test_trigger_and_argument_f1():  # R=(t1:a,b),(t2:c) P=(t1:a,x),(t3:c): 1/2/2 and 1/3/3
    gold, pred = events(("1", "ab"), ("2", "c")), events(("1", "ax"), ("3", "c"))
    assert counts(score("events", "trigger", gold, pred)) == (1, 2, 2)
    assert counts(score("events", "argument", gold, pred)) == (1, 3, 3)


def test_the_same_trigger_twice():  # R=(t:a),(t:b,c) P=(t:b,c),(t:a,d): 3/4/3
    found = score("events", "argument", events(("1", "a"), ("1", "bc")), events(("1", "bc"), ("1", "ad")))
    assert counts(found) == (3, 4, 3)
    assert ratios(found) == pytest.approx((0.75, 1, 6 / 7))


def test_events_without_arguments():  # R=(t1:),(t2:c) P=(t1:),(t2:z): 0/1/1 = 0
    found = score("events", "argument", events(("1", ""), ("2", "c")), events(("1", ""), ("2", "z")))
    assert (*counts(found), found.f1) == (0, 1, 1, 0)


def test_what_identification_ignores():
    gold = EventDocument((Event(Trigger(at(1), "T"), (Argument(at(2), "agent"),)),))
    role = EventDocument((Event(Trigger(at(1), "T"), (Argument(at(2), "theme"),)),))
    kind = EventDocument((Event(Trigger(at(1), "U"), (Argument(at(2), "agent"),)),))
    assert score("events", "argument-id", gold, role).f1 == 1
    assert score("events", "argument", gold, role).f1 == 0
    assert score("events", "trigger-id", gold, kind).f1 == 1
    assert score("events", "trigger", gold, kind).f1 == 0
    assert score("events", "argument-id", gold, kind).f1 == 0


# -- spans -------------------------------------------------------------------------------------------------


def test_spans():
    gold = SpanDocument((TypedSpan("A", Offsets(0, 2)), TypedSpan("B", Offsets(5, 5))))
    pred = SpanDocument((TypedSpan("A", Offsets(2, 3)), TypedSpan("C", Offsets(5, 5))))
    found = {
        name: score("spans", name, gold, pred).matched
        for name in ("span", "span-boundary", "span-partial", "span-type")
    }
    assert found == {"span": 0, "span-boundary": 1, "span-partial": 0.5, "span-type": 1}


# -- roles -------------------------------------------------------------------------------------------------

ROLES_GOLD = RoleDocument((RoleFiller("victim", ("mayor", "he")), RoleFiller("weapon", ("bomb",))))
ROLES_PRED = RoleDocument(
    (RoleFiller("victim", ("mayor",)), RoleFiller("victim", ("he",)), RoleFiller("weapon", ("bomb", "x")))
)


@pytest.mark.parametrize(("phi", "expected", "f1"), [
    ("subset", (1, 3, 2), 0.4), ("3", (2, 4, 3), 4 / 7), ("4", (4 / 3, 3, 2), 8 / 15),
])  # fmt: skip
def test_ceaf_ree(phi, expected, f1):
    found = score("roles", f"ceaf-ree(phi={phi})", ROLES_GOLD, ROLES_PRED)
    assert counts(found) == pytest.approx(expected)
    assert found.f1 == pytest.approx(f1)


def test_ceaf_rme():  # subset 3/4/2 R 1.5 F 1.0 (trap 2); phi3 3/4/3, .75, 1, .8571
    literal = score("roles", "ceaf-rme(recall=literal)", ROLES_GOLD, ROLES_PRED)
    assert counts(literal) == (3, 4, 2)
    assert ratios(literal) == (0.75, 1.5, 1.0)
    third = score("roles", "ceaf-rme(phi=3,recall=literal)", ROLES_GOLD, ROLES_PRED)
    assert counts(third) == (3, 4, 3)
    assert ratios(third) == pytest.approx((0.75, 1, 6 / 7))


def test_ceaf_rme_covers_each_entity_once():
    found = score("roles", "ceaf-rme", ROLES_GOLD, ROLES_PRED)
    assert ratios(found) == pytest.approx((0.75, 1, 6 / 7))


# -- nary --------------------------------------------------------------------------------------------------


def relation(*mentions):
    return NaryDocument((NaryRelation((FilledRole("role", tuple(_Range(*m) for m in mentions)),)),))


@pytest.mark.parametrize(("gold", "pred", "f1"), [
    ([(0, 4)], [(1, 4)], 1),  # J = .75
    ([(0, 4)], [(2, 4)], 0),  # J = .5, and the threshold is strict
    ([(0, 4)], [(0, 4), (9, 10)], 0),  # 1 of 2 mentions matched = .5
    ([(0, 4), (9, 10)], [(0, 4)], 1),
])  # fmt: skip
def test_scirex(gold, pred, f1):
    assert score("nary", "scirex", relation(*gold), relation(*pred)).f1 == f1


# -- templates ---------------------------------------------------------------------------------------------

ONTOLOGY = Ontology({"GUN": "WEAPON", "RIFLE": "GUN"}, premodifiers=("the", "former"), key_slots=("target",))


def fill(slot, text):
    return (
        SetFill(slot, text)
        if text.isupper()
        else StringFill(slot, tuple(tuple(m.split()) for m in text.split("|")))
    )


def templates(*found):
    return TemplateDocument(
        tuple(Template(kind, tuple(fill(*f) for f in fillers)) for kind, *fillers in found)
    )


GOLD = templates(("bombing", ("weapon", "WEAPON"), ("target", "x")), ("attack", ("target", "y")))
PRED = templates(("bombing", ("weapon", "GUN"), ("target", "x")), ("bombing", ("target", "y")))


def test_muc4_and_better():  # 1.5/3/3 = .5; BETTER .5 x .5 = .25
    found = score("templates", "muc4", GOLD, PRED, ontology=ONTOLOGY)
    assert counts(found) == (1.5, 3, 3)
    assert found.f1 == 0.5
    assert score("templates", "template-type", GOLD, PRED).f1 == 0.5
    assert score("templates", "better", GOLD, PRED, ontology=ONTOLOGY).f1 == 0.25


def test_better_is_undefined_if_a_part_is():
    empty = templates(("attack",))
    assert score("templates", "better", empty, empty).f1 is None
    assert score("templates", "template-type", empty, empty).f1 == 1


@pytest.mark.parametrize(("pred", "gold", "credit"), [
    ("GUN", "GUN", 1), ("GUN", "WEAPON", 0.5), ("WEAPON", "GUN", 0), ("RIFLE", "WEAPON", 0.5),
    ("the mayor", "former mayor lopez", 1), ("the car", "the house", 0), ("a|b", "c|b", 1),
    ("the", "the", 0),  # trap 7
    ("GUN", "gun", 0),
])  # fmt: skip
def test_fillers(pred, gold, credit):  # Equations 33, 48 and 49; trap 5
    gold, pred = templates(("t", ("s", gold))), templates(("t", ("s", pred)))
    assert score("templates", "muc4", gold, pred, ontology=ONTOLOGY).matched == credit


def test_the_original_alignment():
    def original(gold, pred):
        return score(
            "templates", "muc4-original", templates(gold), templates(pred), ontology=ONTOLOGY
        ).matched

    full = (("target", "x"), ("weapon", "GUN"))
    assert original(("bombing", *full), ("bombing", *full)) == 2
    assert original(("bombing", *full), ("attack", *full)) == 1  # the generic type earns half
    assert original(("attack", *full), ("bombing", *full)) == 0
    assert (
        original(("bombing", *full), ("bombing", ("target", "z"), ("weapon", "GUN"))) == 0
    )  # no key slot in common


def test_a_circle_of_values_ends():
    circle = Ontology({"A": "B", "B": "A"})
    assert circle.is_below("A", "B")
    assert not circle.is_below("A", "C")
