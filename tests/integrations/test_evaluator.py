"""The evaluator: whatever the batches are, the report is that of `score` on all of it."""

import json
import pickle
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples

import tallystick as ts
from tallystick.registry import tasks
from tallystick.report.plain_values import as_dict
from tallystick.run.inputs.items import items_of
from tallystick.run.inputs.sides import opened
from tallystick.run.inputs.sources import open_source

EXAMPLES = {
    name: ([str(path) for path in task.example], dict(task.example_options)) for name, task in tasks().items()
}


def spans(name, *places):
    return {"id": name, "spans": [{"type": "PER", "span": [place, place]} for place in places]}


GOLD = [spans("a", 1, 2), spans("b", 3), spans("c", 4, 5, 6)]
PRED = [spans("a", 1), spans("b", 3, 9), spans("c", 4, 5, 7)]
EXPECTED = ts.score(GOLD, PRED, task="spans")


def numbers(report):
    """Everything but the wording of warnings, which name the batch that an item came in."""
    data = as_dict(report)
    return data | {"warnings": [warning["code"] for warning in data["warnings"]]}


def everything(report):
    """All numbers of a report, and all explanations."""
    alignments = [item.alignment for metric in report.metrics.values() for item in metric.items]
    return as_dict(report, items=True), alignments


def batches(items, size):
    items = iter(items)
    while batch := list(islice(items, size)):
        yield batch


def test_every_task_has_an_example():
    assert len(EXAMPLES) == 13


@pytest.mark.parametrize("size", [1, 2, 100])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_task_in_batches(name, size):
    (gold, pred), options = EXAMPLES[name]
    evaluator = ts.Evaluator(gold, task=name, confidence=0.9, **options)
    for batch in batches(items_of(tasks()[name], open_source(pred)), size):
        evaluator.update(batch)
    expected = ts.score(gold, pred, task=name, confidence=0.9, **options)
    assert everything(evaluator.compute()) == everything(expected)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_task_as_texts(name):
    """A string in a list is the text of one item, in whatever format of the task."""
    sides, options = EXAMPLES[name]
    evaluator = ts.Evaluator(task=name, **options)
    golds, preds = (
        [block.text for block in opened(tasks()[name], open_source(side), "").items] for side in sides
    )
    if name == "json":  # there, a text is what a model wrote: the document, without the wrapper of a line
        golds, preds = ([json.dumps(json.loads(text)["value"]) for text in side] for side in (golds, preds))
    evaluator.update(golds, preds)
    expected = ts.score(*sides, task=name, **options)
    assert as_dict(evaluator.compute())["scores"] == as_dict(expected)["scores"]


@given(st.permutations(PRED), st.integers(1, 3))
@settings(max_examples=examples(20), deadline=None)
def test_any_order_of_predictions(preds, size):
    evaluator = ts.Evaluator(GOLD, task="spans")
    for batch in batches(preds, size):
        evaluator.update(batch)
    assert everything(evaluator.compute()) == everything(EXPECTED)


def test_the_sides_may_be_anything(tmp_path):
    gold, pred = tmp_path / "gold.amr", tmp_path / "pred.amr"
    gold.write_text("# ::id 1\n(b / boy)\n\n# ::id 2\n(g / girl)\n")
    pred.write_text("# ::id 2\n(g / girl)\n")
    for given_gold in (gold, str(gold), gold.read_text(), [gold], gold.read_text().split("\n\n")):
        evaluator = ts.Evaluator(given_gold, ["smatch"], task="amr")
        evaluator.update(pred)
        evaluator.update(["# ::id 1\n(b / boy)"])
        assert evaluator.compute()["smatch"].f1 == 1
        assert evaluator.compute()["smatch"].items[1].originals()[0].meta["id"] == "2"


def test_directories(tmp_path):
    for side in ("gold", "pred"):
        (tmp_path / side).mkdir()
        for name in "xy":
            (tmp_path / side / f"{name}.amr").write_text(
                f"# ::id 1\n({name} / {side[0] if name == 'x' else 'b'})\n"
            )
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    evaluator = ts.Evaluator(gold, "smatch")
    evaluator.update(pred)
    assert everything(evaluator.compute()) == everything(ts.score(gold, pred, "smatch"))
    with pytest.raises(ts.UsageError, match="expected a directory"):
        evaluator.update(pred / "x.amr")
    (pred / "z.amr").write_text("(z / z)")
    with pytest.raises(ts.UsageError, match=r"a file that the gold also has, not z\.amr"):
        evaluator.update(pred)


def test_without_ids_items_go_in_order():
    golds, preds = ([{"spans": one["spans"]} for one in side] for side in (GOLD, PRED))
    evaluator = ts.Evaluator(golds, task="spans")
    evaluator.update(preds[:2])
    evaluator.update([])
    evaluator.update(preds[2:])
    assert everything(evaluator.compute()) == everything(ts.score(golds, preds, task="spans"))
    with pytest.raises(ts.DataError, match="<gold> ends before this item: it has 3"):
        evaluator.update(preds[:1])


def test_pairs_of_batches():
    evaluator = ts.Evaluator(metrics="span", task="spans")
    evaluator.update(GOLD[:1], PRED[:1])
    evaluator.update(GOLD[1:], PRED[1:])
    assert len(evaluator) == 3
    assert evaluator.compute()["span"].values == EXPECTED["span"].values
    texts = ts.Evaluator()
    texts.update("(b / boy)\n", "(g / girl)\n")
    assert texts.compute().task == "amr"
    with pytest.raises(ts.DataError, match="missing from <pred>"):
        evaluator.update(GOLD, PRED[:1])


def test_reset_keeps_the_gold():
    evaluator = ts.Evaluator(GOLD, task="spans")
    evaluator.update(PRED)
    evaluator.reset()
    assert len(evaluator) == 0
    evaluator.update(GOLD)
    assert evaluator.compute()["span"].f1 == 1


def test_nothing_to_compute():
    for evaluator in (ts.Evaluator(GOLD, task="spans"), ts.Evaluator()):
        with pytest.raises(ts.UsageError, match="update first"):
            evaluator.compute()


def test_gold_without_a_prediction():
    evaluator = ts.Evaluator(GOLD, task="spans")
    evaluator.update(PRED[1:])
    with pytest.raises(ts.DataError, match=r"<gold>:1:1: the item has no prediction \(item a\)"):
        evaluator.compute()
    report = evaluator.compute(partial=True)
    assert (report.items, report.coverage) == (2, {"items": 2, "items_without_a_prediction_yet": 1})
    assert "1 item without a prediction yet" in repr(report)
    evaluator.update(PRED[:1])
    assert everything(evaluator.compute()) == everything(EXPECTED)
    missed = ts.Evaluator(GOLD, task="spans", on_error="zero")
    missed.update(PRED[1:])
    assert numbers(missed.compute()) == numbers(ts.score(GOLD, PRED[1:], task="spans", on_error="zero"))


@pytest.mark.parametrize("policy", ["skip", "zero"])
def test_predictions_that_cannot_be_read(policy):
    """Neither the id nor anything else of the first prediction is known; the third has lost its spans only."""
    bad = ['{"id": ', '{"id": "b", "spans": [{"type": "PER", "span": [3, 3]}]}', '{"id": "c", "spans": 3}']
    evaluator = ts.Evaluator(GOLD, task="spans", on_error=policy)
    for text in bad:
        evaluator.update([text])
    expected = ts.score(GOLD, "\n".join(bad) + "\n", task="spans", on_error=policy)
    report = evaluator.compute()
    assert as_dict(report) == as_dict(expected)
    assert (report.items, report.skipped, report.zeroed) == ((1, 2, 0) if policy == "skip" else (3, 0, 2))


def test_a_bad_batch_counts_for_nothing():
    evaluator = ts.Evaluator(GOLD, task="spans")
    evaluator.update(PRED[:1])
    for batch, message in [
        (["{"], "<pred 1>:1"),
        ([PRED[1], ""], "<pred 2>:1:1: the input contains no items"),
        (['{"id": "b", "spans": []}\n{"id": "c", "spans": []}'], "has 2 items, but expected one"),
        ([PRED[1], PRED[1]], "there is already a prediction with this id"),
        ([PRED[1], PRED[0]], "there is already a prediction with this id"),
        ([PRED[1], spans("d", 1)], "missing from <gold>"),
        ([PRED[1], {"spans": []}], "has no id"),
        ([PRED[1], 3], "expected a dictionary or a SpanDocument"),
    ]:
        with pytest.raises(ts.DataError, match=message):
            evaluator.update(batch)
        assert len(evaluator) == 1
    evaluator.update(PRED[1:])
    assert everything(evaluator.compute()) == everything(EXPECTED)


def test_wrong_files_are_refused(tmp_path):
    path = tmp_path / "pred.amr"
    path.write_text("(b / boy)\n")
    evaluator = ts.Evaluator(GOLD, task="spans")
    with pytest.raises(
        ts.DataError, match="expected a file of the task spans, but this is a file of the task amr"
    ):
        evaluator.update(path)
    with pytest.raises(ts.DataError, match="no such file"):
        evaluator.update(tmp_path / "none.jsonl")
    path.write_text("\n")
    with pytest.raises(ts.DataError, match="the input contains no items"):
        evaluator.update(path)
    with pytest.raises(ts.UsageError, match="a list of items, not dict"):
        evaluator.update(PRED[0])


def test_gold_is_checked_at_once():
    with pytest.raises(ts.DataError, match=r"<gold>:1:"):
        ts.Evaluator([{"id": "a", "spans": 3}], task="spans")
    with pytest.raises(ts.DataError, match="no items"):
        ts.Evaluator([], task="spans")
    with pytest.raises(ts.UsageError, match="name the task"):
        ts.Evaluator(GOLD)
    with pytest.raises(ts.UsageError, match="has no metric 'spam'"):
        ts.Evaluator(metrics="spam", task="spans")
    twice = ts.Evaluator([GOLD[0], GOLD[0]], task="spans")
    with pytest.raises(ts.DataError, match="an earlier item has the same id"):
        twice.update(PRED[:1])
    twice = ts.Evaluator([GOLD[0], GOLD[0]], task="spans", match_by="order")
    twice.update([PRED[0], PRED[0]])
    assert twice.compute().items == 2


def test_which_update_is_meant():
    with pytest.raises(ts.UsageError, match="already has its gold"):
        ts.Evaluator(GOLD, task="spans").update(GOLD, PRED)
    with pytest.raises(ts.UsageError, match="has no gold"):
        ts.Evaluator(task="spans").update(PRED)


def test_merging():
    one, two = ts.Evaluator(GOLD, task="spans"), ts.Evaluator(GOLD, task="spans")
    one.update(PRED[1:2])
    two.update([PRED[2], PRED[0]])
    one.merge(two)
    assert everything(one.compute()) == everything(EXPECTED)
    with pytest.raises(ts.UsageError, match="both evaluators have a prediction for 2 items: a, c"):
        one.merge(two)
    with pytest.raises(ts.UsageError, match="same task, metrics and settings"):
        one.merge(ts.Evaluator(GOLD, "span", task="spans"))
    with pytest.raises(ts.UsageError, match="same gold"):
        one.merge(ts.Evaluator(GOLD[:1], task="spans"))
    free, more = ts.Evaluator(task="spans"), ts.Evaluator(task="spans")
    free.update(GOLD[:1], PRED[:1])
    more.update(GOLD[1:], PRED[1:])
    free.merge(more)
    assert everything(free.compute()) == everything(EXPECTED)


def share(evaluator, preds):
    """What a worker does: its own share of the predictions."""
    evaluator.update(preds)
    return evaluator


def test_evaluators_travel_between_processes():
    whole = ts.Evaluator(GOLD, task="spans")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for part in pool.map(share, [whole, whole], [PRED[:1], PRED[1:]]):
            whole.merge(part)
    assert everything(whole.compute()) == everything(EXPECTED)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_task_pickles(name):
    (gold, pred), options = EXAMPLES[name]
    evaluator = ts.Evaluator(gold, task=name, **options)
    evaluator.update(Path(pred))
    again = pickle.loads(pickle.dumps(evaluator))
    assert everything(again.compute()) == everything(evaluator.compute())
    assert repr(again) == repr(evaluator)


def test_items_can_be_left_out():
    evaluator = ts.Evaluator(GOLD, task="spans", items=False)
    evaluator.update(PRED)
    report = evaluator.compute()
    assert report["span"].values == EXPECTED["span"].values
    assert not report["span"].items[0].alignment


def test_presets_and_options():
    graph = "(a / and :op1 (b / boy))"
    evaluator = ts.Evaluator(
        [graph], "smatch", task="amr", preset="smatch-1.0.4", by="document", average="macro"
    )
    evaluator.update([graph])
    assert everything(evaluator.compute()) == everything(
        ts.score(
            [graph], [graph], "smatch", task="amr", preset="smatch-1.0.4", by="document", average="macro"
        )
    )


def test_gold_that_cannot_be_read_is_skipped_with_its_prediction():
    gold = '{"id": "a", "spans": []}\n{"id": \n{"id": "c", "spans": 3}\n'
    evaluator = ts.Evaluator(gold, task="spans", on_error="skip")
    for pred in PRED:
        evaluator.update([pred])
    expected = ts.score(gold, PRED, task="spans", on_error="skip")
    assert as_dict(evaluator.compute()) == as_dict(expected)
    assert (evaluator.compute().items, evaluator.compute().skipped) == (1, 2)
    with pytest.raises(ts.DataError, match="<gold>:2"):
        ts.Evaluator(gold, task="spans", on_error="zero")


@given(st.lists(st.text(max_size=30), min_size=3, max_size=3), st.sampled_from(["amr", "spans", "coref"]))
@settings(max_examples=examples(60), deadline=None)
def test_whatever_a_model_writes_counts_for_something(texts, task):
    """What nobody can read counts as empty, so that all gold is counted, whatever the predictions are."""
    gold = {
        "amr": ["(b / boy)"] * 3,
        "spans": ['{"spans": [{"type": "PER", "span": [0, 1]}]}'] * 3,
        "coref": ['{"clusters": [[[0, 0], [1, 1]]]}'] * 3,
    }[task]
    evaluator = ts.Evaluator(gold, task=task, on_error="zero")
    for text in texts:
        evaluator.update([text])
    report = evaluator.compute()
    assert report.items == 3
    whole = ts.Evaluator(gold, task=task, on_error="zero")
    whole.update(texts)
    assert numbers(whole.compute()) == numbers(report)


def test_warnings_make_no_item_malformed():
    """A graph with a triple that stands twice is read, with a warning."""
    graph = "(b / boy :mod (g / good) :mod g)"
    evaluator = ts.Evaluator([graph], "smatch", task="amr")
    evaluator.update([graph])
    assert evaluator.compute()["smatch"].f1 == 1


def test_one_item_is_no_batch():
    class Row(Mapping):
        def __getitem__(self, key):
            return PRED[0][key]

        def __iter__(self):
            return iter(PRED[0])

        def __len__(self):
            return len(PRED[0])

    evaluator = ts.Evaluator(GOLD, task="spans")
    with pytest.raises(ts.UsageError, match="a list of items, not Row"):
        evaluator.update(Row())
    evaluator.update([Row(), *PRED[1:]])
    assert everything(evaluator.compute()) == everything(EXPECTED)
