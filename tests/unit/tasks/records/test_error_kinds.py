"""The errors of records by kind, task by task."""

from dataclasses import dataclass

import pytest

import tallystick as ts
from tallystick.tally import Alignment, Pair, PartError
from tallystick.tasks.records.error_kinds import RECORD_ERRORS


def errors(task, metric, gold, pred, **options):
    report = ts.score([gold], [pred], metric, task=task, **options)
    return report[metric].items[0].alignment.errors


def spans(*spans):
    return {"id": "s", "spans": [{"type": kind, "span": [left, right]} for kind, left, right in spans]}


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        ([("PER", 0, 1), ("ORG", 4, 6)], {}),
        ([("PER", 0, 0), ("ORG", 4, 6)], {"wrong boundary": 1}),
        ([("LOC", 0, 1), ("ORG", 4, 6)], {"wrong type": 1}),
        ([("LOC", 1, 2), ("ORG", 4, 6)], {"wrong boundary and type": 1}),
        ([("PER", 0, 1)], {"missing span": 1}),
        ([("PER", 0, 1), ("ORG", 4, 6), ("LOC", 9, 9)], {"spurious span": 1}),
        # The same type elsewhere is no partner.
        ([("PER", 0, 1), ("ORG", 8, 9)], {"missing span": 1, "spurious span": 1}),
        # One span in two: one of them is the partner, the one with most in common.
        ([("PER", 0, 1), ("ORG", 4, 4), ("ORG", 5, 6)], {"wrong boundary": 1, "spurious span": 1}),
        # The same boundaries come before an overlap with more in common of another type.
        ([("PER", 0, 1), ("ORG", 4, 5), ("LOC", 4, 6)], {"wrong type": 1, "spurious span": 1}),
    ],
)  # fmt: skip
def test_spans(pred, expected):
    assert errors("spans", "span", spans(("PER", 0, 1), ("ORG", 4, 6)), spans(*pred)) == expected


def test_pairs_with_part_of_the_credit_are_errors():
    gold, pred = spans(("PER", 0, 1), ("ORG", 4, 6)), spans(("PER", 0, 0), ("LOC", 4, 6))
    assert errors("spans", "span-partial", gold, pred) == {"wrong boundary": 1, "wrong type": 1}
    assert errors("spans", "ner-strict", gold, pred) == {"wrong boundary": 1, "wrong type": 1}
    # An overlap is all that this metric asks for.
    assert errors("spans", "span-type", gold, pred) == {"wrong type": 1}
    assert errors("spans", "ner-exact", gold, pred) == {"wrong boundary": 1}


def relations(*relations):
    return {"id": "r", "relations": [{"type": kind, "subj": s, "obj": o} for kind, s, o in relations]}


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        (("works-for", [0, 1], [4, 5]), {}),
        (("founded", [0, 1], [4, 5]), {"wrong relation type": 1}),
        (("works-for", [7, 7], [4, 5]), {"wrong relation subject": 1}),
        (("works-for", [0, 0], [4, 5]), {"wrong relation subject boundary": 1}),
        (("works-for", [0, 1], [5, 5]), {"wrong relation object boundary": 1}),
        (("founded", [7, 7], [4, 5]), {"missing relation": 1, "spurious relation": 1}),
    ],
)  # fmt: skip
def test_relations(pred, expected):
    gold = relations(("works-for", [0, 1], [4, 5]))
    assert errors("relations", "relation", gold, relations(pred)) == expected


def test_relations_between_numbered_entities():
    gold, pred = relations(("P17", 0, 1), ("P27", 2, 3)), relations(("P17", 0, 2), ("P19", 2, 3))
    expected = {"wrong relation object": 1, "wrong relation type": 1}
    assert errors("relations", "relation", gold, pred) == expected


def event(kind, left, right, *arguments):
    args = [{"role": role, "span": span} for role, span in arguments]
    return {"id": "e", "events": [{"trigger": {"span": [left, right], "type": kind}, "args": args}]}


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        (event("Attack", 3, 4, ("Target", [6, 7])), {}),
        (event("Attack", 3, 3, ("Target", [6, 7])), {"wrong trigger boundary": 1}),
        (event("Die", 3, 4, ("Target", [6, 7])), {"wrong trigger type": 1}),
        (event("Die", 4, 4, ("Target", [6, 7])), {"wrong trigger boundary and type": 1}),
        (event("Attack", 9, 9, ("Target", [6, 7])), {"missing event": 1, "spurious event": 1}),
        (event("Attack", 3, 4, ("Place", [6, 7])), {"wrong argument role": 1}),
        (event("Attack", 3, 4, ("Target", [7, 7])), {"wrong argument boundary": 1}),
        (event("Attack", 3, 4, ("Target", [0, 0])), {"wrong argument span": 1}),
        (event("Attack", 3, 4), {"missing argument": 1}),
        (event("Attack", 3, 4, ("Target", [6, 7]), ("Place", [9, 9])), {"spurious argument": 1}),
    ],
)  # fmt: skip
def test_events(pred, expected):
    gold = event("Attack", 3, 4, ("Target", [6, 7]))
    assert errors("events", "argument", gold, pred) == expected


def roles(*fillers):
    return {"id": "d", "roles": [{"role": role, "entity": list(entity)} for role, entity in fillers]}


def test_roles():
    gold = roles(("Victim", ["the mayor", "he"]), ("Target", ["a bus"]), ("Weapon", ["a bomb"]))
    pred = roles(("Perpetrator", ["the mayor", "he"]), ("Target", ["a car"]), ("Place", ["Lima"]))
    kinds = {
        "wrong filler role": 1, "wrong filler entity": 1, "missing filler": 1, "spurious filler": 1
    }  # fmt: skip
    assert errors("roles", "ceaf-ree", gold, pred) == kinds
    partial = roles(("Victim", ["the mayor"]), ("Target", ["a bus"]), ("Weapon", ["a bomb"]))
    assert errors("roles", "ceaf-ree", gold, partial) == {}


def nary(*relations):
    return {
        "id": "d",
        "relations": [
            {"args": [{"role": role, "mentions": [mention]} for role, mention in relation.items()]}
            for relation in relations
        ],
    }


def test_nary_relations_are_called_by_their_roles():
    gold = nary({"Method": [0, 2], "Task": [4, 6], "Metric": [8, 9]})
    assert errors("nary", "scirex", gold, nary({"Method": [0, 2], "Task": [4, 6], "Metric": [10, 11]})) == {
        "wrong role: Metric": 1
    }
    assert errors("nary", "scirex", gold, nary({"Method": [0, 2], "Task": [5, 6], "Metric": [10, 11]})) == {
        "wrong role: Task and Metric": 1
    }
    assert errors("nary", "scirex", gold, nary({"Method": [20, 22], "Task": [24, 26]})) == {
        "missing relation": 1, "spurious relation": 1
    }  # fmt: skip


def template(kind, **fills):
    return {
        "id": "d", "templates": [{"type": kind, "fillers": [{"slot": s, "set": v} for s, v in fills.items()]}]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        (template("attack", stage="done", weapon="bomb"), {}),
        (template("kidnapping", stage="done", weapon="bomb"), {"wrong template type": 1}),
        (template("attack", stage="planned", weapon="bomb"), {"wrong fill value": 1}),
        (template("attack", stage="done", tool="bomb"), {"wrong fill slot": 1}),
        (template("attack", stage="done"), {"missing fill": 1}),
        (template("kidnapping", stage="planned"), {"missing template": 1, "spurious template": 1}),
    ],
)  # fmt: skip
def test_templates(pred, expected):
    gold = template("attack", stage="done", weapon="bomb")
    assert errors("templates", "muc4", gold, pred) == expected


def test_open_ie():
    def tuples(*extractions):
        return {"id": "s", "extractions": [{"rel": rel, "args": list(args)} for rel, *args in extractions]}

    gold = tuples(("bought", "Ann", "a bus"), ("sold", "Leo", "a car"))
    pred = tuples(("bought", "Ann", "a red bus"), ("met", "Leo", "a car"))
    assert errors("openie", "carb", gold, pred) == {"wrong tuple argument": 1, "wrong tuple relation": 1}


@dataclass(frozen=True)
class PriceTag:
    item: str
    price: int
    currency: str


def test_records_of_a_class_that_nobody_declared():
    alignment = Alignment(
        (),
        (PriceTag("bus", 3, "EUR"), PriceTag("car", 9, "EUR")),
        (PriceTag("bus", 4, "EUR"), PriceTag("van", 1, "USD")),
        typology=RECORD_ERRORS,
    )
    assert alignment.error_list == (
        PartError("wrong price tag price", PriceTag("bus", 3, "EUR"), PriceTag("bus", 4, "EUR")),
        PartError("missing price tag", PriceTag("car", 9, "EUR")),
        PartError("spurious price tag", pred=PriceTag("van", 1, "USD")),
    )


def test_parts_that_are_no_records():
    alignment = Alignment((Pair("a", "a", 1.0),), ("b", "b"), (3,), typology=RECORD_ERRORS)
    assert alignment.errors == {"missing part": 2, "spurious part": 1}


def test_an_alignment_without_a_typology_has_no_kinds():
    assert Alignment((), ("b",), ()).errors == {}
    assert Alignment((), ("b",), ()).error_list == ()


def test_many_records_of_one_group_are_paired_in_their_order():
    golds = [PriceTag("bus", number, "EUR") for number in range(200)]
    preds = [PriceTag("bus", number, "EUR") for number in range(200, 400)]
    alignment = Alignment((), tuple(golds), tuple(preds), typology=RECORD_ERRORS)
    assert alignment.errors == {"wrong price tag price": 200}
