"""Rows of the paper that are parameters or metrics of their own; every value is worked out by hand."""

import json

import pytest
from tests.unit.tasks.records.test_worked_examples import at, counts, score

from tallystick import UsageError, bag, hierarchy_credit, judged_credit, level_credit, supertype_f1
from tallystick.errors import DataError
from tallystick.tasks.events.task import Argument, Event, EventDocument, Trigger
from tallystick.tasks.nary.task import FilledRole, NaryDocument, NaryRelation, _Range
from tallystick.tasks.records.judgements import Judgement, Judgements
from tallystick.tasks.spans.task import SpanDocument, TypedSpan
from tallystick.tasks.templates.fillers import EntityFill, EventFill, SpanFill, StringFill, ValueFill
from tallystick.tasks.templates.ontology import Ontology
from tallystick.tasks.templates.task import Template, TemplateDocument

# -- types in a hierarchy (Equations 33, 38, 39) -----------------------------------------------------------


@pytest.mark.parametrize("credit", [level_credit, supertype_f1])
def test_a_string_is_no_path(credit):
    with pytest.raises(UsageError, match=r"split a string first: level_credit\.of"):
        credit.compare("conflict.attack", "conflict.attack")


def test_credit_from_a_hierarchy():  # Part 2 (e): GUN/GUN 1, GUN/WEAPON ½, WEAPON/GUN 0
    credit = hierarchy_credit({"GUN": "WEAPON", "RIFLE": "GUN"})
    pairs = [("GUN", "GUN"), ("GUN", "WEAPON"), ("RIFLE", "WEAPON"), ("WEAPON", "GUN"), ("BOMB", "GUN")]
    assert [credit.compare(gold, pred) for pred, gold in pairs] == [1, 0.5, 0.5, 0, 0]
    assert bag(credit).score(["WEAPON"], ["RIFLE"]).f1 == 0.5


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, 0.0),
        ({"type-credit": "levels"}, 0.5),  # two of three levels: 2^(2 − 3)
        ({"type-credit": "supertypes"}, 2 / 3),  # two of three supertypes on each side
        ({"type-credit": "levels", "type-separator": "/"}, 0.0),  # one level, and it is wrong
    ],
)
def test_credit_for_types(options, value):
    spans = [SpanDocument((TypedSpan(f"a.b.{end}", at(1)),)) for end in "cd"]
    for metric in ("span", "span-partial", "span-type"):
        assert score("spans", metric, *spans, **options).f1 == pytest.approx(value)
    events = [
        EventDocument((Event(Trigger(at(1), f"a.b.{end}"), (Argument(at(2), "r"), Argument(at(3), "s"))),))
        for end in "cd"
    ]
    for metric, worth in (("trigger", 1), ("argument", 2), ("argument-id", 2)):
        found = score("events", metric, *events, **options)
        assert counts(found) == pytest.approx((worth * value, worth, worth))
    templates = [
        TemplateDocument((Template(f"a.b.{end}", (ValueFill("dead", 3), ValueFill("arson", True))),))
        for end in "cd"
    ]
    assert counts(score("templates", "template-type", *templates, **options)) == pytest.approx((value, 1, 1))
    assert counts(score("templates", "muc4", *templates, **options)) == pytest.approx((2 * value, 2, 2))
    assert score("templates", "better", *templates, **options).f1 == pytest.approx(value * value)


def test_a_separator_cannot_be_empty():
    spans = SpanDocument((TypedSpan("a", at(1)),))
    with pytest.raises(UsageError, match="type-separator is empty"):
        score("spans", "span", spans, spans, **{"type-credit": "levels", "type-separator": ""})


# -- events and n-ary relations ----------------------------------------------------------------------------


def test_unlabelled_arguments():  # footnote 13: event type and role are ignored
    gold = EventDocument(
        (Event(Trigger(at(1), "Attack"), (Argument(at(2), "agent"), Argument(at(3), "time"))),)
    )
    pred = EventDocument((Event(Trigger(at(1), "Injure"), (Argument(at(2), "place"),)),))
    assert counts(score("events", "argument-id", gold, pred)) == (0, 1, 2)
    assert counts(score("events", "argument-unlabeled", gold, pred)) == (1, 1, 2)


def nary(kind, *args):
    filled = tuple(FilledRole(role, tuple(_Range(n, n + 4) for n in starts)) for role, *starts in args)
    return NaryRelation(filled, kind)


def test_types_of_nary_relations():  # Section 3.3
    gold = NaryDocument((nary("uses", ("method", 0, 40), ("task", 20)), nary("beats", ("method", 0))))
    pred = NaryDocument((nary("beats", ("method", 0, 40), ("task", 20)), nary("beats", ("method", 1))))
    # [1, 5) and [0, 4) share 3 of 5 tokens, more than half: SciREX takes them for the same mention.
    assert counts(score("nary", "scirex", gold, pred)) == (2, 2, 2)
    assert counts(score("nary", "scirex(relation-type=exact)", gold, pred)) == (1, 2, 2)
    assert counts(score("nary", "nary-type", gold, pred)) == (0, 2, 2)
    shuffled = NaryDocument((nary("uses", ("task", 20), ("method", 40, 0)),))
    assert counts(score("nary", "nary-type", gold, shuffled)) == (1, 1, 2)


# -- templates ---------------------------------------------------------------------------------------------


def template(*fills, kind="bombing"):
    return TemplateDocument((Template(kind, tuple(fills)),))


def strings(slot, *mentions):
    return StringFill(slot, tuple(tuple(mention.split()) for mention in mentions))


GOLD = template(strings("target", "an embassy", "the annex"), strings("victim", "a guard"))
PRED = template(strings("target", "an embassy", "an office"), strings("victim", "a guard"))


@pytest.mark.parametrize(
    ("phi", "expected"),
    [
        # Eq. 49: both fillers share a word. Eq. 25: the office is wrong. φ3: one mention each. φ4: ½ and 1.
        ("words", (2, 2, 2)),
        ("subset", (1, 2, 2)),
        (3, (2, 3, 3)),
        (4, (1.5, 2, 2)),
    ],
)
def test_entities_in_templates(phi, expected):
    assert counts(score("templates", f"muc4(phi={phi})", GOLD, PRED)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("phi", "precision", "recall"),
    # Three predicted mentions, two of them right; Eq. 27 counts two gold entities, Eq. 28 their three mentions.
    [("rme-subset", 2 / 3, 1), ("rme-3", 2 / 3, 2 / 3)],
)
def test_predicted_mentions_on_their_own(phi, precision, recall):
    for option in ("covered", "literal"):
        found = score("templates", f"muc4(phi={phi},recall={option})", GOLD, PRED)
        assert (found.precision, found.recall) == pytest.approx((precision, recall))
    entities = [
        template(
            *(EntityFill(fill.slot, tuple(map(" ".join, fill.str))) for fill in side.templates[0].fillers)
        )
        for side in (GOLD, PRED)
    ]
    found = score("templates", f"muc4(phi={phi})", *entities)
    assert (found.precision, found.recall) == pytest.approx((precision, recall))


def test_a_gold_entity_is_covered_once():
    # Both mentions of the target are found: three predictions earn 3, of two gold entities.
    for option, recall in (("covered", 1), ("literal", 1.5)):
        found = score("templates", f"muc4(phi=rme-subset,recall={option})", GOLD, GOLD)
        assert (found.precision, found.recall) == (1, recall)


def test_fillers_of_any_type():  # Section 3.4: mention, entity, event, truth value
    trigger = Trigger(at(9), "Attack")
    gold = template(
        ValueFill("completed", True),
        ValueFill("dead", 1),
        SpanFill("place", at(4)),
        EntityFill("victim", ("the mayor", at(7))),
        EventFill("outcome", Event(trigger, (Argument(at(1), "agent"), Argument(at(2), "target")))),
        EventFill("cause", Event(Trigger(at(5), "Riot"), ())),
    )
    assert score("templates", "muc4", gold, gold).f1 == 1
    pred = template(
        ValueFill("completed", 1),  # a number is no truth value
        ValueFill("dead", 1.0),
        SpanFill("place", at(4)),
        EntityFill("victim", (at(7),)),
        EventFill("outcome", Event(trigger, (Argument(at(1), "agent"),))),  # F1 of its arguments: 2/3
        EventFill("cause", Event(Trigger(at(5), "Storm"), ())),
    )
    assert counts(score("templates", "muc4", gold, pred)) == pytest.approx((3 + 2 / 3, 6, 6))


def test_judged_pairs():  # Appendix C: what the words do not show, a judge may
    judged = Judgements((Judgement("the capital", "london", 0.5), Judgement("an embassy", "an office", 0.0)))
    gold = template(strings("place", "the capital", "the city"), strings("target", "the embassy"))
    pred = template(strings("place", "london"), strings("target", "an office"))
    assert counts(score("templates", "muc4", gold, pred)) == (0, 2, 2)
    assert counts(score("templates", "muc4", gold, pred, judgements=judged)) == (0.5, 2, 2)
    with pytest.raises(UsageError, match="judgements are used with phi=words"):
        score("templates", "muc4(phi=3)", gold, pred, judgements=judged)


def test_a_table_of_judged_pairs_in_python():
    credit = judged_credit({("capital", "london"): 0.5})
    pairs = [("london", "capital"), ("capital", "london"), ("x", "x"), ("x", "y")]
    assert [credit.compare(gold, pred) for pred, gold in pairs] == [0.5, 0, 1, 0]
    with pytest.raises(UsageError, match="from 0 to 1"):
        judged_credit({("a", "b"): 2})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([{"gold": "a", "pred": "b", "credit": 2}], "0.credit: expected a credit from 0 to 1"),
        ([{"gold": "a", "pred": "b"}], "0: missing key 'credit'"),
        (
            [{"gold": "a", "pred": "b", "credit": 1}, {"gold": "a", "pred": "b", "credit": 0}],
            "1: 'b' for 'a' was judged before, with another credit",
        ),
    ],
)
def test_files_of_judgements(tmp_path, content, message):
    path = tmp_path / "judged.json"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(DataError) as caught:
        Judgements.read(str(path))
    assert message in caught.value.problems[0].message


def test_why_muc4_original_is_undefined(command_line):
    gold = {"id": "1", "templates": [{"type": "bombing", "fillers": [{"slot": "weapon", "set": "BOMB"}]}]}
    found = command_line(gold, "muc4-original")
    assert found["score"]["f1"] is None
    assert "none is declared; list them under key_slots in --ontology" in found["warnings"]
    assert command_line(gold, "muc4")["warnings"] == ""


@pytest.fixture
def command_line(tmp_path, capsys):
    from tallystick.cli.app import run

    def execute(item, metric):
        path = tmp_path / "items.jsonl"
        path.write_text(json.dumps(item) + "\n", "utf-8")
        capsys.readouterr()
        assert run(["score", str(path), str(path), "--task", "templates", "-m", metric, "-f", "json"]) == 0
        captured = capsys.readouterr()
        return {"score": json.loads(captured.out)["scores"][metric], "warnings": captured.err}

    return execute


def test_every_kind_of_filler_can_be_read(command_line):
    fillers = [
        {"slot": "a", "set": "X"},
        {"slot": "a", "str": [["the", "mayor"]]},
        {"slot": "a", "value": True},
        {"slot": "a", "value": 2.5},
        {"slot": "a", "span": [1, 2]},
        {"slot": "a", "entity": ["he", [3, 4]]},
        {"slot": "a", "event": {"trigger": {"span": [1, 1], "type": "T"}, "args": []}},
    ]
    score = command_line({"id": "1", "templates": [{"type": "t", "fillers": fillers}]}, "muc4")["score"]
    assert (score["matched"], score["pred_total"], score["gold_total"]) == (7, 7, 7)


def test_an_ontology_is_not_needed():
    assert Ontology().fingerprint() == Ontology().fingerprint()
    assert Judgements().fingerprint() == "none"
