"""Documents of any shape in a run: pairing, folders, repairs, what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tallystick as ts
from tallystick.cli.app import run
from tallystick.errors import DataError


def leaf(gold: str, pred: str, **options: object) -> tuple[float, float, float]:
    tally = ts.score(gold + "\n", pred + "\n", "leaf", task="json", **options)["leaf"].tally  # type: ignore[arg-type]
    return tally.matched_pred, tally.pred_total, tally.gold_total


def test_documents_pair_by_id_if_all_have_a_unique_one() -> None:
    gold = '{"id": "a", "x": 1}\n{"id": "b", "x": 2}'
    assert leaf(gold, '{"id": "b", "x": 2}\n{"id": "a", "x": 1}') == (2, 2, 2)
    assert leaf(gold, '{"id": "b", "value": {"x": 2}}\n{"x": 1, "id": "a"}') == (2, 2, 2)


def test_otherwise_they_pair_by_order_and_ids_are_fields() -> None:
    assert leaf('{"x": 1}\n{"id": "b", "x": 2}', '{"x": 1}\n{"id": "c", "x": 2}') == (2, 3, 3)
    assert leaf('{"id": "a", "x": 1}\n{"id": "a", "x": 2}', '{"id": "a", "x": 1}\n{"id": "b", "x": 2}') == (
        3,
        4,
        4,
    )
    assert leaf('{"id": "a", "x": 1}', '{"id": "a", "x": 1}', match_by="order") == (2, 2, 2)
    assert leaf('{"id": "a", "x": 1}', '{"id": "a", "x": 1}') == (1, 1, 1)


def test_a_line_that_cannot_be_read_does_not_change_the_pairing() -> None:
    gold = '{"id": "a", "x": 1}\n{"id": "b", "x": 2}'
    pred = '{"id": "b", "x": 2}\n{"x": 1, "id"'
    with pytest.raises(DataError) as caught:
        leaf(gold, pred)
    assert [(problem.code, problem.line) for problem in caught.value.problems] == [("json", 2)]
    assert leaf(gold, pred, on_error="zero") == (1, 1, 2)


def test_the_gold_is_never_repaired_or_zeroed() -> None:
    for gold in ('{"id": "a", "value": {"x": 1,}}', '{"id": "a", "output": "```\\n[1]\\n```"}'):
        with pytest.raises(DataError, match="<gold>:1:"):
            leaf(gold, '{"id": "a", "value": 1}', repair="lenient", on_error="zero")


def test_a_missing_prediction() -> None:
    gold, pred = '{"id": "a", "x": 1}\n{"id": "b", "x": 2}', '{"id": "b", "x": 2}'
    with pytest.raises(DataError, match="this item is missing from <pred>"):
        leaf(gold, pred)
    assert leaf(gold, pred, on_error="zero") == (1, 1, 2)


def test_repairs_are_counted_in_every_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text('{"id": 1, "value": {"x": 1}}\n{"id": 2, "value": {"x": 2}}\n')
    pred.write_text('{"id": 1, "output": "{x: 1}"}\n{"id": 2, "output": "{\\"x\\": 2}"}\n')
    arguments = ["score", str(gold), str(pred), "--task", "json", "-m", "leaf", "--repair", "lenient"]
    assert run(arguments) == 0
    printed = capsys.readouterr()
    assert "1 repaired" in printed.out
    assert "note: 1 item repaired" in printed.err
    for jobs in ("1", "2"):
        assert run([*arguments, "-f", "json", "--items", "--jobs", jobs]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["repaired"] == 1
        assert [(edit["item"], edit["line"], edit["column"]) for edit in report["repairs"]] == [("1", 1, 23)]
        assert "repair:lenient" in report["signature"]["leaf"]
    assert run([*arguments, "-f", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("skipped,zeroed,repaired")
    comparison = ts.compare(gold, {"a": pred, "b": gold}, "leaf", task="json", repair="lenient")
    assert [comparison.coverage[name].repaired for name in ("a", "b")] == [1, 0]


def test_options_of_other_tasks() -> None:
    for option in ({"repair": "extract"}, {"pred_at": "/a"}):
        with pytest.raises(ts.UsageError, match="applies to predictions in JSON"):
            ts.score([{"spans": []}], [{"spans": []}], task="spans", **option)  # type: ignore[arg-type]


def test_pointers_lead_to_predictions() -> None:
    pred = '{"id": "a", "choices": [{"text": "{\\"x\\": 1}"}]}'
    assert leaf('{"id": "a", "value": {"x": 1}}', pred, pred_at="/choices/0/text") == (1, 1, 1)


def test_folders_of_one_document_each(tmp_path: Path) -> None:
    for side in ("gold", "pred"):
        (tmp_path / side).mkdir()
    (tmp_path / "gold" / "a.json").write_text('{\n  "x": [1, 2]\n}')
    (tmp_path / "gold" / "b.json").write_text('{"x": 3}')
    (tmp_path / "pred" / "a.txt").write_text("Here:\n```json\n{'x': [2]}\n```")
    (tmp_path / "pred" / "b.json").write_text('{"x": 3}')
    report = ts.score(tmp_path / "gold", tmp_path / "pred", "leaf", task="json", repair="lenient")
    assert [item.id for item in report["leaf"].items] == ["a", "b"]
    assert (report["leaf"].tally.matched_pred, report["leaf"].tally.gold_total, report.repaired) == (1, 3, 1)
    # A file of lines may be paired with a folder.
    lines = '{"id": "b", "value": {"x": 3}}\n{"id": "a", "value": {"x": [1]}}\n'
    assert ts.score(tmp_path / "gold", lines, "leaf", task="json")["leaf"].recall == pytest.approx(2 / 3)


def test_texts_of_models_in_a_list() -> None:
    report = ts.score([{"x": 1}, {"x": 2}], ["So: {x: 1}", '{"x": 2}'], "leaf", task="json", repair="lenient")
    assert (report["leaf"].f1, report.repaired) == (1.0, 1)


def test_an_evaluator_repairs_predictions() -> None:
    evaluator = ts.Evaluator(metrics="leaf", task="json", repair="lenient")
    evaluator.update([{"x": 1}, {"x": 2}], ["{x: 1}", "So: {'x': 3}"])
    assert (evaluator.compute()["leaf"].f1, evaluator.compute().repaired) == (0.5, 2)
    with_gold = ts.Evaluator([{"x": 1}, {"x": 2}], metrics="leaf", task="json", repair="lenient")
    with_gold.update(["{x: 1}", '{"x": 2}'])
    assert (with_gold.compute()["leaf"].f1, with_gold.compute().repaired) == (1.0, 1)


def test_where_a_text_in_a_list_is_not_json() -> None:
    golds = [{"a": 1}, {"a": 2}]
    with pytest.raises(DataError) as caught:
        ts.score(golds, ['{"a": 1}', '```json\n{"a": 2,}\n```'], "leaf", task="json")
    assert str(caught.value) == (
        "<pred>:2: not JSON: expected a value here (item 2, line 1, column 1 of its text)"
    )
    assert caught.value.__notes__ == ['hint: repair="lenient" can read this text']
