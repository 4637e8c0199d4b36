"""The metrics of the task umr: five of AnCast++, and those of sentence graphs over documents."""

import pytest
from tests.unit.tasks.umr.documents import document

import tallystick as ts
from tallystick import registry
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.formats.umr.reader import UmrDocument, UmrReader
from tallystick.tally import Score, total
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.umr import comparison as comparing
from tallystick.tasks.umr.division import by_relation
from tallystick.tasks.umr.task import TASK

PARTS = ["ancast++", "ancast++.sentence", "ancast++.modal", "ancast++.temporal", "ancast++.coref"]


def scorer(name, **options):
    (chosen,) = registry.choose(TASK, [name], {key.rstrip("_"): value for key, value in options.items()})
    return chosen.scorer()


def example():
    reader = UmrReader()
    return tuple(reader.item(next(reader.blocks(Source(str(path))))).value for path in TASK.example)


def test_the_standard_set():
    assert [metric.name for metric in TASK.standard_set] == PARTS


def test_groups():
    assert [one.key for one in registry.choose(TASK, ["ancast"])] == [
        "ancast.concept", "ancast.relation", "ancast.unlabeled", "ancast.weighted", "ancast.smatch",
    ]  # fmt: skip
    assert [one.key for one in registry.choose(TASK, ["ancast++.*"])] == PARTS[1:]


def test_five_metrics_are_one_comparison(monkeypatch):
    gold, pred = example()
    made = []

    class Counted(comparing.DocumentComparison):
        def __init__(self, *given):
            made.append(given)
            super().__init__(*given)

    monkeypatch.setattr("tallystick.tasks.umr.metrics.DocumentComparison", Counted)
    pair = PairAnalysis(gold, pred)
    for name in PARTS:
        scorer(name).count(pair)
        scorer(name).explain(pair)
    assert len(made) == 1


def test_the_aggregate_is_the_sum_of_the_components():
    gold, pred = example()
    whole, *parts = (scorer(name).tally(gold, pred) for name in PARTS)
    assert whole.matched_pred == pytest.approx(sum(part.matched_pred for part in parts))
    assert whole.matched_gold == pytest.approx(sum(part.matched_gold for part in parts))
    assert whole.pred_total == sum(part.pred_total for part in parts)
    assert whole.gold_total == sum(part.gold_total for part in parts)


def read(name, gold, pred):
    numbers = scorer(name).reading(scorer(name).tally(gold, pred))
    return numbers["precision"], numbers["recall"], numbers["f1"]


def test_a_component_without_anything_is_undefined_and_weighs_nothing():
    gold = document("(s1g / go-01 :ARG0 (s1b / boy))")
    assert read("ancast++.temporal", gold, gold) == (None, None, None)
    assert read("ancast++", gold, gold) == (1, 1, 1)


def test_a_component_that_one_side_lacks():
    gold = document("(s1g / go-01 :ARG0 (s1b / boy)) --- :modal ((author :full-affirmative s1g))")
    pred = document("(s1g / go-01 :ARG0 (s1b / boy))")
    assert read("ancast++.modal", gold, pred) == (None, 0, 0)
    assert read("ancast++.modal", pred, gold) == (0, None, 0)
    assert read("ancast++", gold, pred) == (1, 0.5, pytest.approx(2 / 3))


def test_relations_of_the_document_level_are_selected_before_anything_follows_from_them():
    gold = document(
        "(a / one :x (b / two) :y (c / three)) --- :temporal ((a :before b) (b :before c) (a :overlap c))"
    )
    assert scorer("ancast++.temporal", only="BEFORE").tally(gold, gold).pred_total == 3
    without = document("(a / one :x (b / two) :y (c / three)) --- :temporal ((a :before b))")
    # a < b < c has 3 links; the prediction has one of them, and c alone.
    found = scorer("ancast++.temporal", except_=":overlap").tally(gold, without)
    assert (found.matched_gold, found.gold_total) == (pytest.approx(3 * 1 / 3), 3)
    assert (found.matched_pred, found.pred_total) == (2, 3)


def test_selections_stand_in_the_signature():
    chosen = registry.choose(TASK, ["ancast++.sentence"], {"only": "ARG1,:ARG0", "except": "wiki"})
    assert "|only:arg0,arg1|except:wiki|" in chosen[0].signature()


def test_the_released_program_knows_no_selection():
    with pytest.raises(UsageError, match="supports neither only nor except"):
        scorer("ancast++", convention="ancast-0.1.1", only="arg0")


def test_what_the_released_program_counts_is_not_explained():
    gold, pred = example()
    with pytest.raises(UsageError, match="cannot be explained"):
        scorer("ancast++", convention="ancast-0.1.1").align(gold, pred)


@pytest.mark.parametrize("name", ["ancast++.sentence", "ancast++.modal"])
def test_relations_add_up_to_the_whole(name):
    gold, pred = example()
    one = scorer(name)
    golds, preds = by_relation(gold), by_relation(pred)
    labels = dict.fromkeys((*golds, *preds))
    found = total(one.tally(golds[label], preds[label]) for label in labels)
    whole = one.tally(gold, pred)
    assert found.matched_pred == pytest.approx(whole.matched_pred)
    assert (found.pred_total, found.gold_total) == (whole.pred_total, whole.gold_total)


def test_a_relation_is_what_it_is_under_only():
    gold, pred = example()
    golds, preds = by_relation(gold), by_relation(pred)
    for label in golds:
        divided = scorer("ancast++").tally(golds.get(label, UmrDocument()), preds.get(label, UmrDocument()))
        assert divided == scorer("ancast++", only=label).tally(gold, pred)


def test_a_relation_that_does_not_count():
    gold, pred = example()
    one = scorer("ancast++", except_="arg0-of,before")
    for label in ("arg0", "before"):
        assert one.tally(by_relation(gold)[label], by_relation(pred)[label]).gold_total == 0
    assert one.tally(by_relation(gold)["arg1"], by_relation(pred)["arg1"]).gold_total > 0


def test_relations_by_name():
    gold = document(
        "(a / one :ARG0-of (b / two) :domain (c / three) :quant 3) --- "
        ":modal ((root :modal author) (author :AFF a)) :temporal ((a :before b)) :odd ((a :sings b))"
    )
    assert list(by_relation(gold)) == ["arg0", "mod", "quant", "before", "full-affirmative"]
    assert len(by_relation(gold)) == 5


def test_only_ancast_plus_plus_is_divided_by_relation():
    gold, pred = example()
    with pytest.raises(UsageError, match="only the metrics of ancast"):
        scorer("smatch").tally(by_relation(gold)["arg0"], by_relation(pred)["arg0"])


def test_smatch_of_a_document_is_the_sum_over_its_sentences():
    gold, pred = example()
    graphs = TASK, registry.find_task("amr")
    for name in ("smatch", "smatch.concepts", "ancast.weighted"):
        whole = scorer(name).tally(gold, pred)
        (chosen,) = registry.choose(graphs[1], [name])
        single = [
            chosen.scorer().tally(one.graph, two.graph)
            for one, two in zip(gold.sentences, pred.sentences, strict=True)
        ]
        added = total(single)
        assert whole.matched_pred == pytest.approx(added.matched_pred)
        assert (whole.pred_total, whole.gold_total) == pytest.approx((added.pred_total, added.gold_total))
        assert (whole.items, whole.proved) == (1, 1)


def test_smatch_counts_sentences_without_partner():
    gold = document("(s1g / go-01 :ARG0 (s1b / boy))", "(s2s / see-01)")
    pred = document("(s2s / see-01)", first=2)
    found = scorer("smatch").tally(gold, pred)
    # go-01: two concepts, a relation and the root; see-01: a concept and the root.
    assert (found.matched_pred, found.pred_total, found.gold_total) == (2, 2, 6)


def test_smatch_of_nothing():
    found = scorer("smatch").tally(UmrDocument(), UmrDocument())
    assert (found.pred_total, found.gold_total, found.items) == (0, 0, 1)
    assert Score(found).f1 is None


def test_smatch_does_not_read_the_names_of_nodes_elsewhere():
    gold = document("(s1b / boy)", "(s2g / go-01 :ARG0 s1b)")
    pred = document("(x / boy)", "(y / go-01 :ARG0 x)")
    found = scorer("smatch").tally(gold, pred)
    assert found.matched_pred == found.pred_total == found.gold_total == 5


def test_a_limit_is_for_the_whole_document():
    gold, pred = example()
    found = scorer("smatch").tally(gold, pred, time_limit=60.0)
    assert found == scorer("smatch").tally(gold, pred)


def test_explaining_smatch():
    gold, pred = example()
    alignment = scorer("smatch").align(gold, pred)
    tally = scorer("smatch").tally(gold, pred)
    assert len(alignment.matched) == tally.matched_pred
    assert len(alignment.missed) == tally.gold_total - tally.matched_gold
    assert alignment.sides is not None
    assert alignment.sides[0].startswith("(s1l / leave-11")


def test_sizes():
    gold, _ = example()
    assert {name: size(gold) for name, size in TASK.sizes.items()} == {"sentences": 3, "tokens": 26}


def test_from_python():
    gold, pred = example()
    expected = ts.score([gold], [pred], task="umr")["ancast++"].f1
    assert expected is not None
    for given in (TASK.example[0].read_text("utf-8"), TASK.example[0]):
        assert ts.score([given], [pred], task="umr")["ancast++"].f1 == expected
        assert ts.score(given, TASK.example[1])["ancast++"].f1 == expected
    with pytest.raises(ts.DataError, match="its text or its path"):
        ts.score([3], [pred], task="umr")
