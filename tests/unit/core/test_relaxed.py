"""Near misses: what thresholds keep apart."""

import tallystick as ts
from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.relaxed import without_thresholds
from tallystick.tasks.scorer import AlgebraScorer

CLOSE = similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)), peaked=True)


def near(compared, gold, pred):
    misses = AlgebraScorer(compared).align(gold, pred).near_misses
    return [(pair.gold, pair.pred, round(pair.credit, 4)) for pair in misses]


def test_pairs_below_a_threshold():
    assert near(bag(CLOSE >= 0.5), [1, 10], [3, 11]) == [(1, 3, 0.3333)]
    assert near(bag(CLOSE >= 0.5), [1, 10], [2, 11]) == []


def test_without_a_threshold_there_is_none():
    assert without_thresholds(bag(CLOSE)) == bag(CLOSE)
    assert near(bag(CLOSE), [1], [3]) == []


def test_the_nearest_are_paired_one_to_one():
    assert near(bag(CLOSE > 0.9), [1, 5], [2, 7]) == [(1, 2, 0.5), (5, 7, 0.3333)]


def test_relations_over_entities():
    def relations(method):
        args = [{"role": "Task", "mentions": [[4, 6]]}, {"role": "Method", "mentions": [method]}]
        return {"id": "d", "relations": [{"args": args}]}

    report = ts.score([relations([0, 4])], [relations([3, 8])], "scirex", task="nary")
    (pair,) = report["scirex"].items[0].alignment.near_misses
    # The task is the same, and of 8 tokens of the method both have one.
    assert round(pair.credit, 4) == 0.5625


def test_spans_with_too_little_in_common():
    gold = {"id": "s", "spans": [{"type": "PER", "span": [0, 3]}]}
    pred = {"id": "s", "spans": [{"type": "PER", "span": [3, 5]}]}
    metric = "ner-partial(min-overlap=50)"
    (item,) = ts.score([gold], [pred], metric, task="spans")[metric].items
    (pair,) = item.alignment.near_misses
    assert (pair.credit, pair.note) == (0.25, "below 50 % of the gold span")
    assert "(similarity 0.25, below 50 % of the gold span)" in str(item.alignment)


def test_values_of_json_documents():
    metric = ts.metric("leaf", task="json", compare="name=levenshtein(at=0.8)")
    alignment = metric.score({"name": "Ann Lee"}, {"name": "Anne Lea"}).alignment
    assert alignment.matched[0].note == "similarity 0.75, below 0.8"
    assert "similarity 0.75, below 0.8" in str(alignment)
    unbounded = ts.metric("leaf", task="json", compare="name=text")
    assert unbounded.score({"name": "Ann"}, {"name": "Leo"}).alignment.matched[0].note == ""
