"""The task as a user meets it: formats, Python values, repeated mentions, conversion, statistics."""

import pytest

import tallystick as ts
from tallystick.errors import DataError, UsageError
from tallystick.formats.base import Item, Source
from tallystick.tasks.coref.clusters import accept, as_document, clusters
from tallystick.tasks.coref.statistics import statistics
from tallystick.tasks.coref.task import TASK

GOLD = [[(0, 0), (2, 3)], [(1, 1)]]


def test_lists_of_clusters_are_documents():
    report = ts.score([GOLD], [[[(0, 0), (2, 3), (1, 1)]]], "muc,mentions", task="coref")
    # One gold link, found; two predicted ones.
    assert (report["muc"].recall, report["muc"].precision, report["mentions"].f1) == (1, 0.5, 1)


def test_dictionaries_and_text_are_documents_too():
    line = '{"id": "d", "clusters": [[[0, 0], [2, 3]], [[1, 1]]]}\n'
    assert ts.score(line, [{"id": "d", "clusters": GOLD}], "b3", task="coref")["b3"].f1 == 1


@pytest.mark.parametrize("bad", ["abc", 3, [[(3, 1)]], [[(1, 2, 3)]]])
def test_what_is_no_list_of_clusters_is_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        accept(bad)
    with pytest.raises(UsageError, match="expected a document"):
        as_document(bad)


def test_a_mention_of_two_entities_is_an_error():
    with pytest.raises(DataError, match="belongs to entities '0' and '1'"):
        ts.score([[[(0, 0)], [(0, 0), (1, 1)]]], [GOLD], "muc", task="coref")


def test_or_a_mention_of_the_first():
    twice = [[(0, 0), (2, 3)], [(0, 0), (1, 1)]]
    report = ts.score([GOLD], [twice], "mentions,b3", task="coref", repeated_mentions="first")
    assert (report["mentions"].f1, report["b3"].f1) == (1, 1)


def test_different_words_are_refused():
    gold = '{"id": "d", "tokens": ["a", "b"], "clusters": [[[0, 0]]]}\n'
    pred = '{"id": "d", "tokens": ["a", "b", "c"], "clusters": [[[0, 0]]]}\n'
    with pytest.raises(DataError, match="words"):
        ts.score(gold, pred, "muc", task="coref")


def test_the_empty_prediction_misses_everything():
    scorer = TASK.metric("mentions").build(TASK.metric("mentions").settle({}))
    assert scorer.tally(clusters(GOLD), TASK.empty()).gold_total == 3
    assert scorer.tally(clusters(GOLD), TASK.empty()).matched_gold == 0


def test_what_does_not_occur_is_shown_only_if_asked_for():
    assert "zeros" not in ts.score([GOLD], [GOLD], task="coref").metrics
    assert "mentions" in ts.score([GOLD], [GOLD], task="coref").metrics
    assert ts.score([GOLD], [GOLD], "zeros", task="coref")["zeros"].f1 is None


def test_presets_name_their_metrics():
    report = ts.score([GOLD], [GOLD], task="coref", preset="codi-crac-2022-br")
    assert list(report.metrics) == ["bridging.anaphor", "bridging.mention", "bridging.entity"]
    assert "zeros" in ts.score([GOLD], [GOLD], task="coref", preset="crac-2024").metrics


@pytest.mark.parametrize("target", sorted(TASK.writers))
def test_documents_are_written_and_read_again(target):
    text = '{"id": "d", "tokens": ["a", "b", "c", "d"], "clusters": [[[0, 0], [2, 3]], [[1, 1]]]}\n'
    reader = TASK.formats[0].reader
    item = reader.item(next(iter(reader.blocks(Source("gold.jsonl", text)))))
    written = TASK.writers[target].write([item], {})
    assert ts.score(text, written.text, "b3", task="coref")["b3"].f1 == 1


def test_what_a_format_cannot_express_is_told():
    clusters_of_one = '"tokens": ["a", "b", "c"], "clusters": [[[0, 0]], [[1, 1]], [[2, 2]]]'
    sets = f'{{"id": "d", {clusters_of_one}, "components": [[], [], [0, 1]]}}'
    reader = TASK.formats[0].reader
    item = reader.item(next(iter(reader.blocks(Source("gold.jsonl", sets)))))
    (problem,) = TASK.writers["conll"].write([item], {}).problems
    assert "split antecedents" in problem.message
    assert problem.level == "warning"
    assert statistics(item.value)["entities.split_antecedents"] == 1


def test_an_item_may_be_given_ready_made():
    assert (
        ts.score([Item(clusters(GOLD), "d")], [Item(clusters(GOLD), "d")], "muc", task="coref")["muc"].f1 == 1
    )


def test_what_a_rule_has_settled_is_told():
    inside, across = [[(0, 0), (0, 0), (1, 1)]], [[(0, 0)], [(0, 0), (1, 1)]]
    report = ts.score([inside], [inside], "muc", task="coref")
    # Once for each side.
    assert [problem.code for problem in report.problems] == ["coref-repeated-in-entity"] * 2
    report = ts.score([GOLD], [across], "muc", task="coref", repeated_mentions="first")
    assert [(problem.code, problem.level) for problem in report.problems] == [("coref-repeated", "warning")]


def test_words_that_are_spelt_otherwise_are_told():
    gold = '{"id": "d", "tokens": ["(", "b"], "clusters": [[[0, 0]]]}\n'
    pred = '{"id": "d", "tokens": ["-LRB-", "b"], "clusters": [[[0, 0]]]}\n'
    (problem,) = ts.score(gold, pred, "mentions", task="coref").problems
    assert (problem.code, problem.level) == ("coref-words-differ", "warning")


@pytest.mark.parametrize("beta", ["-1", "nan", "inf"])
def test_an_importance_that_makes_no_sense_is_refused(beta):
    with pytest.raises(UsageError, match="is not a number from 0 on"):
        ts.score([GOLD], [GOLD], f"lea(beta={beta})", task="coref")


def test_a_missing_document_is_an_empty_one_if_that_is_asked_for():
    gold = "".join(f'{{"id": "{name}", "clusters": [[[0, 0], [1, 1]]]}}\n' for name in "ab")
    pred = '{"id": "a", "clusters": [[[0, 0], [1, 1]]]}\n'
    with pytest.raises(DataError, match="b"):
        ts.score(gold, pred, "muc", task="coref")
    report = ts.score(gold, pred, "muc", task="coref", on_error="zero")
    assert (report["muc"].recall, report["muc"].precision, report.zeroed) == (0.5, 1, 1)


def test_processes_give_the_same():
    lines = "".join(f'{{"id": "{n}", "clusters": [[[0, 0], [1, {n + 1}]]]}}\n' for n in range(40))
    one, two = (ts.score(lines, lines, task="coref", jobs=jobs) for jobs in (1, 2))
    assert {key: dict(one[key].values) for key in one} == {key: dict(two[key].values) for key in two}
