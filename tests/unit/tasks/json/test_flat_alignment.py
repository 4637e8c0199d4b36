"""Plain records on a page: what follows from the outcomes of keys is what the explanation of their trees says."""

import json
import random
import re
import zlib
from base64 import b64decode

import pytest
from tests.plain_records import with_rows

import tallystick as ts
from tallystick.cli.app import run
from tallystick.report.page.items import ReportItems
from tallystick.run import pair_scoring
from tallystick.tasks.json import scorers
from tallystick.tasks.json.calibration import CalibrationScorer
from tallystick.tasks.json.validity import ValidityScorer

VALUES = (
    None,
    "",
    " ",
    "a",
    "A",
    "b",
    "a  b",
    "a b",
    True,
    False,
    0,
    1,
    1.0,
    2,
    "1",
    "true",
    "x" * 70,
    "x" * 69 + "y",
)
KEYS = ("a", "b", "c", "", "a b", "d.e")


def records(seed, number=60):
    drawn = random.Random(seed)

    def record():
        return {key: drawn.choice(VALUES) for key in drawn.sample(KEYS, drawn.randrange(len(KEYS)))}

    return [record() for _ in range(number)]


def pages(golds, preds, **options):
    return list(ReportItems(ts.score(golds, preds, task="json", items=True, **options)))


def content(page):
    totals = page.totals
    totals.spell()
    fields = {metric: own.by_name for metric, own in totals.fields.items()}
    errors = {metric: (own.counts, own.items, own.first_examples) for metric, own in totals.errors.items()}
    examples = {metric: {kind: own[2](kind) for kind in sorted(own[0])} for metric, own in errors.items()}
    counts = {metric: own[:2] for metric, own in errors.items()}
    confused = {metric: own.confused for metric, own in totals.confusions.items()}
    return (
        page.text,
        page.gold_side(),
        with_rows(page.detail()),
        fields,
        counts,
        examples,
        confused,
        totals.findings.items,
    )


@pytest.mark.parametrize("seed", range(3))
def test_outcomes_of_keys_say_what_the_explanation_says(monkeypatch, seed):
    golds, preds = records(seed), records(seed + 100)
    short = list(map(content, pages(golds, preds)))
    monkeypatch.setattr(scorers._JsonScorer, "rows", lambda self, pair: None)
    assert short == list(map(content, pages(golds, preds)))


def test_fields_of_plain_records_are_counted_as_their_metrics_count_them(monkeypatch):
    golds, preds = records(1), records(2)
    report = ts.score(golds, preds, task="json", by="field", confidence=0.9, resamples=50)
    monkeypatch.setattr(pair_scoring, "imported", lambda path: lambda *arguments: None)
    assert (
        ts.score(golds, preds, task="json", by="field", confidence=0.9, resamples=50).to_dict()
        == report.to_dict()
    )


def test_equal_wrong_values_of_two_fields_are_two_confusions():
    for gold, pred in (
        ({"a": True, "b": True}, {"a": False, "b": False}),
        ({"x": {"a": True, "b": True}}, {"x": {"a": False, "b": False}}),
    ):
        totals = pages([gold], [pred])[0].totals
        totals.spell()
        confusions = totals.confusions["leaf"].confused
        assert sorted(field for field, *_ in confusions) in (["a", "b"], ["x.a", "x.b"])


def test_metrics_without_leaves_stay_beside_plain_records(monkeypatch):
    golds = '{"id": "d", "value": {"n": 1, "name": "Ann"}}\n'
    preds = '{"id": "d", "output": "```json\\n{\\"n\\": \\"1\\", \\"name\\": \\"ann\\"}\\n```"}\n'
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    pytest.importorskip("jsonschema_rs")
    options = {"schema": schema, "repair": "extract"}
    for metrics in (
        ["valid", "leaf", "key"],
        ["leaf", "confidence"],
        ["confidence", "key"],
        ["valid", "document"],
    ):
        with monkeypatch.context() as patch:
            [short] = pages(golds, preds, metrics=metrics, **options)
            for scorer in (scorers._JsonScorer, CalibrationScorer, ValidityScorer):
                patch.setattr(scorer, "rows", lambda self, pair: None)
            [whole] = pages(golds, preds, metrics=metrics, **options)
        assert "records" in short.detail()
        assert "records" not in whole.detail()
        assert content(short) == content(whole)


@pytest.mark.parametrize("seed", range(3))
def test_a_page_adds_up_records_and_other_documents(monkeypatch, tmp_path, seed):
    """Items are added to the same totals one after another: plain records, then others, then records again."""
    drawn = random.Random(seed)
    golds, preds = (
        [{"x": [own]} if drawn.random() < 0.3 else own for own in records(seed + side)] for side in (0, 9)
    )
    paths = [tmp_path / name for name in ("gold.jsonl", "pred.jsonl")]
    for path, documents in zip(paths, (golds, preds), strict=True):
        path.write_text("".join(json.dumps({"value": own}) + "\n" for own in documents))

    def overview():
        page = tmp_path / "page.html"
        assert (
            run(["report", *map(str, paths), "--task", "json", "-o", str(page), "--jobs", "1", "--quiet"])
            == 0
        )
        [packed] = re.findall(r'id="overview">([^<]*)<', page.read_text())
        shown = json.loads(zlib.decompress(b64decode(packed)))
        for tables in shown["fields"]:  # The field of an empty key comes first in trees.
            for table in tables:
                table.sort(key=lambda field: field["name"])
        return shown

    short = overview()
    monkeypatch.setattr(scorers._JsonScorer, "rows", lambda self, pair: None)
    assert overview() == short
