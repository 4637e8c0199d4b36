"""Metrics of relations and events against their published definitions, computed by trying every matching.

* DocRED (Yao et al. 2019): Ign F1 leaves facts of the training set out of the correct predictions.
* RAMS (Ebner et al. 2020) and WikiEvents (Li, Ji, Han 2021): arguments by head word, and by any coreferential mention.
* SciREX (Jain et al. 2020) and Chen et al. (2023): relations between sets of mentions, with and without a type.
"""

from __future__ import annotations

import json
from itertools import permutations
from random import Random

import pytest

import tallystick as ts


def best_matching(golds, preds, credit):
    """The most credit of any one-to-one matching of two short lists."""
    if len(golds) > len(preds):
        return best_matching(preds, golds, lambda first, second: credit(second, first))
    return max(
        (sum(map(credit, golds, chosen)) for chosen in permutations(preds, len(golds))),
        default=0,
    )


def counts(score):
    tally = score.tally
    return tally.matched_gold, tally.matched_pred, tally.gold_total, tally.pred_total


# -- arguments of events ------------------------------------------------------------------------------------------


def random_argument(random, is_gold):
    left = random.randrange(4)
    span = [left, left + random.randrange(3)]
    argument = {"span": span, "role": random.choice("xy")}
    if random.random() < 0.7:
        argument["head"] = random.randint(*span)
        if is_gold and random.random() < 0.5:
            argument["coreferent"] = random.sample(range(6), random.randrange(3))
    return argument


def random_events(random, is_gold):
    return [
        {
            "trigger": {"span": [random.randrange(2)] * 2, "type": random.choice("AB")},
            "args": [random_argument(random, is_gold) for _ in range(random.randrange(4))],
        }
        for _ in range(random.randrange(4))
    ]


def heads(argument):
    """The head word of an argument, as a set; without a known head, its only token or all of its span."""
    if "head" in argument:
        return {argument["head"]}
    left, right = argument["span"]
    return {left} if left == right else {(left, right)}


def same_span(gold, pred):
    return gold["span"] == pred["span"]


def same_role(gold, pred):
    return gold["role"] == pred["role"]


def same_head(gold, pred):
    return heads(gold) == heads(pred)


def coreferential(gold, pred):
    return bool((heads(gold) | set(gold.get("coreferent", ()))) & heads(pred))


#: Which parts of a trigger have to be equal, and when two arguments match.
ARGUMENT_METRICS = {
    "argument-id": (("span", "type"), [same_span]),
    "argument": (("span", "type"), [same_span, same_role]),
    "argument-unlabeled": (("span",), [same_span]),
    "argument-head": (("span", "type"), [same_head, same_role]),
    "argument-coref": (("span", "type"), [coreferential, same_role]),
}


@pytest.mark.parametrize("metric", ARGUMENT_METRICS)
def test_arguments(metric):
    parts, conditions = ARGUMENT_METRICS[metric]

    def argument_credit(gold, pred):
        return all(condition(gold, pred) for condition in conditions)

    def event_credit(gold, pred):
        if any(gold["trigger"][part] != pred["trigger"][part] for part in parts):
            return 0
        return best_matching(gold["args"], pred["args"], argument_credit)

    random = Random(metric)
    for _ in range(300):
        golds, preds = random_events(random, is_gold=True), random_events(random, is_gold=False)
        matched = best_matching(golds, preds, event_credit)
        totals = [sum(len(event["args"]) for event in side) for side in (golds, preds)]
        score = ts.score([{"events": golds}], [{"events": preds}], metric, task="events")[metric]
        assert counts(score) == (matched, matched, *totals), (golds, preds)


# -- DocRED -------------------------------------------------------------------------------------------------------

NAMES = ["Ada", "Bonn", "Cork", "Dee"]


def random_document(random, title):
    entities = [random.sample(NAMES, random.randint(1, 2)) for _ in range(3)]
    return {
        "title": title,
        "vertexSet": [[{"name": name} for name in names] for names in entities],
        "labels": [
            dict(zip("htr", fact, strict=True)) for fact in random_facts(random, random.randrange(1, 6))
        ],
    }


def random_facts(random, number):
    return {(random.randrange(3), random.randrange(3), random.choice("PQ")) for _ in range(number)}


def facts_of(document):
    return {(label["h"], label["t"], label["r"]) for label in document["labels"]}


def names_of(document, entity):
    return {mention["name"] for mention in document["vertexSet"][entity]}


def test_ign_f1(tmp_path):
    random = Random(8)
    for _ in range(60):
        training = [random_document(random, f"t{number}") for number in range(random.randint(1, 2))]
        golds = [random_document(random, f"d{number}") for number in range(3)]
        answers = {gold["title"]: random_facts(random, random.randrange(6)) for gold in golds}
        seen = {
            (subject, object_, relation)
            for document in training
            for head, tail, relation in facts_of(document)
            for subject in names_of(document, head)
            for object_ in names_of(document, tail)
        }
        predicted = correct = correct_and_seen = 0
        for gold in golds:
            for head, tail, relation in answers[gold["title"]]:
                predicted += 1
                if (head, tail, relation) in facts_of(gold):
                    correct += 1
                    correct_and_seen += any(
                        (subject, object_, relation) in seen
                        for subject in names_of(gold, head)
                        for object_ in names_of(gold, tail)
                    )
        submission = [
            {"title": title, "h_idx": head, "t_idx": tail, "r": relation}
            for title, facts in answers.items()
            for head, tail, relation in facts
        ]
        for name, content in (("train", training), ("gold", golds), ("pred", submission)):
            (tmp_path / name).write_text(json.dumps(content))
        score = ts.score(
            tmp_path / "gold", tmp_path / "pred", "relation-ign", task="relations", on_error="zero",
            training_facts=str(tmp_path / "train"),
        )["relation-ign"]  # fmt: skip
        total = sum(len(facts_of(gold)) for gold in golds)
        assert counts(score) == (correct, correct - correct_and_seen, total, predicted - correct_and_seen)


# -- n-ary relations ----------------------------------------------------------------------------------------------


def random_mention(random):
    start = random.randrange(3)
    return [start, start + random.randint(1, 3)]


def random_relations(random):
    return [
        {
            "type": random.choice("AB"),
            "args": [
                {
                    "role": random.choice("xy"),
                    "mentions": [random_mention(random) for _ in range(random.randint(1, 2))],
                }
                for _ in range(random.randrange(3))
            ],
        }
        for _ in range(random.randrange(4))
    ]


def overlapping(gold, pred):
    gold_tokens, pred_tokens = set(range(*gold)), set(range(*pred))
    return len(gold_tokens & pred_tokens) / len(gold_tokens | pred_tokens) > 0.5


def scirex_entity(gold, pred):
    matched = best_matching(gold["mentions"], pred["mentions"], overlapping)
    return gold["role"] == pred["role"] and matched / len(pred["mentions"]) > 0.5


def given_entity(gold, pred):
    return gold["role"] == pred["role"] and sorted(gold["mentions"]) == sorted(pred["mentions"])


def all_match(golds, preds, same):
    return len(golds) == len(preds) and best_matching(golds, preds, same) == len(golds)


@pytest.mark.parametrize(
    ("metric", "same_entity", "typed", "without_arguments"),
    [
        ("scirex", scirex_entity, False, False),
        ("scirex(relation-type=exact)", scirex_entity, True, False),
        ("nary-type", given_entity, True, True),
    ],
)
def test_nary_relations(metric, same_entity, typed, without_arguments):
    def credit(gold, pred):
        if typed and gold["type"] != pred["type"]:
            return 0
        if not gold["args"] and not pred["args"]:
            return int(without_arguments)
        return int(all_match(gold["args"], pred["args"], same_entity))

    random = Random(metric)
    matches = 0
    for _ in range(400):
        golds, preds = random_relations(random), random_relations(random)
        if random.random() < 0.5:  # relations that match are rare otherwise
            preds = random.sample(golds, len(golds)) + preds[:1]
        matched = best_matching(golds, preds, credit)
        matches += matched
        score = ts.score([{"relations": golds}], [{"relations": preds}], metric, task="nary")[metric]
        assert counts(score)[:2] == (matched, matched), (golds, preds)
    assert matches > 100
