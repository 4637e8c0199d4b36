"""What must not change a score: the order and the names of entities and documents, the files they stand in, the sides.

Whole documents are rewritten and scored again, in every metric of the task; numbers must be the same to the last digit.
"""

import json
import random

import pytest

import tallystick as ts
from tallystick.formats.base import Block
from tallystick.formats.coref.jsonl.reader import ClusterDocuments
from tallystick.tasks.coref.task import TASK

METRICS = [metric.name for metric in TASK.metrics if metric.name != "success"]
#: Metrics over elements that formats other than JSON lines have.
ENTITY_METRICS = [
    name for name in METRICS if not name.startswith(("bridging", "nonreferring", "empty", "zeros"))
]
ASYMMETRIC = {metric.name for metric in TASK.metrics if metric.asymmetric}


def document(rng, name, *, sets):
    """Entities over the spans of twelve words, some of them sets of others."""
    spans = sorted({(first, min(11, first + rng.randrange(3))) for first in rng.sample(range(12), 9)})
    entities = {}
    for span in spans:
        if rng.random() < 0.85:
            entities.setdefault(rng.randrange(5), []).append(list(span))
    clusters = list(entities.values())
    components = [[] for _ in clusters]
    if sets:
        for whole in range(2, len(clusters)):
            if rng.random() < 0.5:
                components[whole] = sorted(rng.sample(range(whole), rng.randrange(1, min(3, whole) + 1)))
    return {"id": name, "clusters": clusters, "components": components}


def rewritten(rng, line):
    """The same entities in another order, under other names, their mentions in another order."""
    order = list(range(len(line["clusters"])))
    rng.shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    names = [f"x{number}" for number in rng.sample(range(100), len(order))]
    clusters = [rng.sample(line["clusters"][old], len(line["clusters"][old])) for old in order]
    components = []
    for old in order:
        parts = [place[part] for part in line["components"][old]]
        components.append(rng.sample(parts, len(parts)))
    return {"id": line["id"], "clusters": clusters, "components": components, "names": names}


def read(line):
    item = ClusterDocuments().item(Block(json.dumps(line)))
    assert item.value is not None, item.problems
    return item.value


def numbers(tally):
    own = (tally.matched_gold, tally.gold_total, tally.matched_pred, tally.pred_total)
    return own, [numbers(part) for part in tally.parts]


def turned(found):
    (matched_gold, gold, matched_pred, pred), parts = found
    return (matched_pred, pred, matched_gold, gold), [turned(part) for part in parts]


def tallies(golds, preds, metrics=METRICS, **options):
    report = ts.score(golds, preds, metrics, task="coref", **options)
    return {name: numbers(report[name].tally) for name in report.to_dict()["scores"]}


def pairs(seed, *, sets, count=1):
    rng = random.Random(seed)
    return [tuple(document(rng, f"d{number}", sets=sets) for _ in range(2)) for number in range(count)], rng


@pytest.mark.parametrize("singletons", ["keep", "drop"])
@pytest.mark.parametrize("seed", range(40))
def test_the_order_and_the_names_of_entities(seed, singletons):
    ((gold, pred),), rng = pairs(seed, sets=True)
    usual = tallies([read(gold)], [read(pred)], singletons=singletons)
    again = tallies([read(rewritten(rng, gold))], [read(rewritten(rng, pred))], singletons=singletons)
    assert again == usual


@pytest.mark.parametrize("seed", range(40))
def test_exchanging_the_sides_exchanges_precision_and_recall(seed):
    ((gold, pred),), _ = pairs(seed, sets=False)
    there, back = tallies([read(gold)], [read(pred)]), tallies([read(pred)], [read(gold)])
    symmetric = [name for name in METRICS if name not in ASYMMETRIC]
    assert {name: turned(back[name]) for name in symmetric} == {name: there[name] for name in symmetric}


@pytest.mark.parametrize("seed", range(40))
def test_exchanging_the_sides_where_no_two_alignments_of_sets_are_best(seed):
    ((gold, pred),), _ = pairs(seed, sets=True)
    # One set on each side: there is one alignment at most.
    for line in (gold, pred):
        wholes = [at for at, parts in enumerate(line["components"]) if parts]
        for at in wholes[1:]:
            line["components"][at] = []
    there, back = tallies([read(gold)], [read(pred)]), tallies([read(pred)], [read(gold)])
    symmetric = [name for name in METRICS if name not in ASYMMETRIC]
    assert {name: turned(back[name]) for name in symmetric} == {name: there[name] for name in symmetric}


@pytest.mark.parametrize("seed", range(10))
def test_a_document_with_itself(seed):
    ((gold, _),), rng = pairs(seed, sets=True)
    report = ts.score([read(gold)], [read(rewritten(rng, gold))], ENTITY_METRICS, task="coref")
    assert {report[name].f1 for name in ENTITY_METRICS} <= {1.0, None}


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_documents_and_their_files(seed, tmp_path):
    given, rng = pairs(seed, sets=True, count=6)
    whole, split, shuffled = (tmp_path / name for name in ("whole", "split", "shuffled"))
    other = rng.sample(given, len(given))
    for side in range(2):
        name = ("gold", "pred")[side]
        for folder in (whole, split, shuffled):
            (folder / name).mkdir(parents=True)
        for folder, listed in ((whole, given), (shuffled, other)):
            lines = [json.dumps(pair[side]) for pair in listed]
            (folder / name / "all.jsonl").write_text("\n".join(lines) + "\n")
        for part in range(3):
            lines = [json.dumps(pair[side]) for pair in given[part::3]]
            (split / name / f"{part}.jsonl").write_text("\n".join(lines) + "\n")
    found = [tallies(folder / "gold", folder / "pred") for folder in (whole, split, shuffled)]
    flat = [[value for name in METRICS for value in _flat(one[name])] for one in found]
    assert flat[1] == flat[0]
    assert flat[2] == flat[0]


def _flat(found):
    own, parts = found
    return [*own, *(value for part in parts for value in _flat(part))]
