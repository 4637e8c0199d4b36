"""The algebra against exhaustive evaluation of the paper's formulas: ../shared/goldens/framework/api."""

import json

import pytest
from tests.shared import SHARED, needs_shared

import tallystick as ts

pytestmark = needs_shared
API = SHARED / "goldens" / "framework" / "api"
MATCHES = {"<->": "1:1", "->": "N:1", "<-": "1:N", "~": "N:N"}
SOFT = ts.similarity(lambda gold, pred: 1 / (1 + abs(gold - pred)))
ELEMENTS = {"discrete": ts.exact, "soft": SOFT}


def _records(family):
    if not API.is_dir():
        return []
    return [
        pytest.param(record, id=record["id"])
        for record in json.loads((API / f"{family}.json").read_text())["records"]
    ]


def _agrees(score, oracle):
    got = {
        "sxy": score.matched, "sxx": score.pred_total, "syy": score.gold_total, "precision": score.precision,
        "recall": score.recall, "f1": score.f1, "jaccard": score.jaccard,
    }  # fmt: skip
    assert got == {key: pytest.approx(value, abs=1e-9) for key, value in oracle.items()}


@pytest.mark.parametrize("record", _records("sets"))
def test_sets(record):
    for name, expected in record["scores"].items():
        element, arrow = name.split()
        metric = ts.bag(ELEMENTS[element], match=MATCHES[arrow], recall="literal")
        _agrees(metric.score(gold=record["ref"], pred=record["pred"]), expected["oracle"])


@pytest.mark.parametrize("record", _records("sequences"))
def test_sequences(record):
    for name, expected in record["scores"].items():
        element, arrow = name.split()
        for order, key in (("noncrossing", "oracle"), ("strict", "oracle_eq37_strict")):
            if key in expected:
                metric = ts.sequence(ELEMENTS[element], match=MATCHES[arrow], order=order, recall="literal")
                _agrees(metric.score(gold=record["ref"], pred=record["pred"]), expected[key])


@pytest.mark.parametrize("record", _records("graphs"))
def test_graphs(record):
    label = ts.exact.of(lambda node: node.partition("#")[0])
    sides = [
        ts.Digraph(record[side]["nodes"], [tuple(e) for e in record[side]["edges"]])
        for side in ("ref", "pred")
    ]
    for name, expected in record["scores"].items():
        metric = ts.digraph(label, match=MATCHES[name.split()[1]], recall="literal")
        _agrees(metric.score(*sides), expected["oracle"])


@pytest.mark.parametrize("record", _records("amr"))
def test_latent_triples(record):
    def triples(side):
        return [
            tuple(ts.Var(v["var"]) if isinstance(v, dict) else v for v in triple) for triple in record[side]
        ]

    for name, expected in record["scores"].items():
        arrow = name.split(",")[1].split()[1]
        metric = ts.bag(ts.exact, match=MATCHES[arrow], recall="literal")
        score = metric.score(triples("ref"), triples("pred"))
        assert score.optimal
        _agrees(score, expected["oracle"])


@pytest.mark.parametrize("record", _records("hier_types"))
def test_hierarchies(record):
    expected = {name: value["oracle"] for name, value in record["scores"].items()}
    pred, gold = record["pred"], record["ref"]
    assert ts.level_credit.compare(gold, pred) == pytest.approx(expected["Eq. 38 level credit"])
    assert ts.supertype_f1.compare(gold, pred) == pytest.approx(expected["Eq. 39 F1 of supertype sets"])


@pytest.mark.parametrize("record", _records("corpora"))
def test_corpora(record):
    corpus = ts.bag(ts.exact).corpus(record["ref"], record["pred"])
    for average in ("micro", "macro"):
        for field in ("precision", "recall", "f1", "jaccard"):
            expected = record["oracle"][f"{average}-{field}"]
            assert getattr(getattr(corpus, average), field) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("record", _records("coref_corpora"))
def test_coreference_corpora(record):
    def documents(side):
        return [
            {"clusters": [[[m, m] for m in cluster] for cluster in document]} for document in record[side]
        ]

    report = ts.score(documents("ref"), documents("pred"), "muc,ceaf-e,b3,conll", task="coref")
    names = {"muc": "muc", "ceaf_phi4": "ceaf-e", "b_cubed": "b3"}
    for key, expected in record["oracle_micro_pooled"].items():
        name, _, field = key.rpartition("-")
        got = report["conll"].f1 if name == "avg" else getattr(report[names[name]], field)
        if name != "avg" or None not in record["oracle_micro_pooled"].values():
            assert got == pytest.approx(expected, abs=1e-9)
