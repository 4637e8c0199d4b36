"""``tallystick matrix``: outputs against each other, item by item, and the choice of each item."""

import csv
import io

import pytest
from tests.cli.conftest import lines, span

import tallystick as ts

A = [
    {"id": "s1", "spans": [span("PER", 0, 0), span("LOC", 2, 3)]},
    {"id": "s2", "spans": [span("PER", 1, 1)]},
]
B = [{"id": "s1", "spans": [span("PER", 0, 0)]}, {"id": "s2", "spans": [span("LOC", 1, 1)]}]
C = [
    {"id": "s1", "spans": [span("PER", 0, 0), span("ORG", 2, 3)]},
    {"id": "s2", "spans": [span("LOC", 1, 1)]},
]
AMR = "# ::id 1\n# ::snt one\n(w / want-01 :ARG0 (b / boy))\n\n# ::id 2\n(d / dog)\n"
OTHER = "# ::id 1\n(w / want-01\n   :ARG0 (g / girl))\n\n# ::id 2\n(c / cat)\n"


@pytest.fixture
def outputs(folder):
    for name, items in (("a", A), ("b", B), ("c", C)):
        folder.write(f"{name}.jsonl", lines(items))
    return folder


def test_text(command, outputs):
    result = command("matrix", "a.jsonl", "b.jsonl", "c.jsonl", "-m", "span")
    assert result.err.startswith("signature: span|type-credit:exact|")
    assert result.err.count("\n") == 1
    # Item s1: a – b 2/3, a – c 1/2, b – c 2/3. Item s2: 0, 0, 1.
    assert result.out == (
        "span  F1\n"
        "       a      b      c   mean  chosen\n"
        "─  ─────  ─────  ─────  ─────  ──────\n"
        "a         33.33  25.00  29.17       0\n"
        "b  33.33         83.33  58.33       2\n"
        "c  25.00  83.33         54.17       0\n"
        "spans, 3 outputs, 2 items, mean over items, × 100; "
        "chosen: number of items where the output is most similar to the others\n"
    )


def test_json_and_csv(command, outputs):
    data = command("matrix", "a.jsonl", "b.jsonl", "c.jsonl", "-m", "span", "-f", "json").json
    first = data["metrics"]["span"]["per_item"][0]
    assert first["matrix"] == [[None, 2 / 3, 0.5], [2 / 3, None, 2 / 3], [0.5, 2 / 3, None]]
    assert first["choice"] == "b"
    assert data["metrics"]["span"]["chosen"] == {"a": 0, "b": 2, "c": 0}
    rows = list(
        csv.DictReader(io.StringIO(command("matrix", "a.jsonl", "b.jsonl", "-m", "span", "-f", "csv").out))
    )
    assert [(row["item"], row["gold"], row["pred"], float(row["value"])) for row in rows] == [
        ("s1", "a", "b", 2 / 3), ("s1", "b", "a", 2 / 3), ("s2", "a", "b", 0), ("s2", "b", "a", 0),
    ]  # fmt: skip


def test_cells_are_the_scores_of_pairs():
    outputs = {"a": A, "b": B, "c": C}
    matrices = ts.matrix(outputs, ["span", "span-boundary"], task="spans")
    for key in matrices:
        for item, gold, pred in zip(matrices[key].items, A, B, strict=True):
            report = ts.score([gold], [pred], key, task="spans")
            assert item.matrix[0][1] == report[key].value


def test_asymmetric_metrics_have_both_directions():
    left, right = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01))", "(w / want-01 :ARG0 (b / boy))"
    matrices = ts.matrix({"a": left, "b": right}, "sembleu", task="amr")
    (item,) = matrices["sembleu"].items
    assert matrices["sembleu"].both_ways
    assert item.matrix[0][1] == ts.score(left, right, "sembleu", task="amr")["sembleu"].value
    assert item.matrix[1][0] == ts.score(right, left, "sembleu", task="amr")["sembleu"].value
    assert item.means["b"] == item.matrix[0][1]


def test_chosen_outputs_are_written_as_they_were(command, outputs, folder):
    assert (
        command("matrix", "a.jsonl", "b.jsonl", "c.jsonl", "-m", "span", "--choose", "best.jsonl").status == 0
    )
    assert (folder.path / "best.jsonl").read_text() == (folder.path / "b.jsonl").read_text()
    folder.write("x.amr", AMR)
    folder.write("y.amr", OTHER)
    folder.write("z.amr", OTHER)
    assert command("matrix", "x.amr", "y.amr", "z.amr", "-m", "smatch", "--choose", "best.amr").status == 0
    assert (folder.path / "best.amr").read_text() == OTHER


def test_other_formats_are_not_written(command, folder):
    conll = "#begin document (d)\nd\t0\t0\tAnn\t(1)\nd\t0\t1\tshe\t(1)\n#end document\n"
    folder.write("a.conll", conll)
    folder.write("b.conll", conll)
    result = command("matrix", "a.conll", "b.conll", "--choose", "best.conll")
    assert result.status == 2
    assert "--choose writes JSON lines and PENMAN" in result.err
    assert not (folder.path / "best.conll").exists()


def test_missing_items(command, outputs, folder):
    folder.write("b.jsonl", lines(B[:1]))
    result = command("matrix", "a.jsonl", "b.jsonl", "c.jsonl", "-m", "span", "-f", "json").json
    assert result["missing"] == {"a": 0, "b": 1, "c": 0}
    assert result["metrics"]["span"]["per_item"][1]["outputs"] == ["a", "c"]
    assert "b lacks 1 item\n" in command("matrix", "a.jsonl", "b.jsonl", "c.jsonl", "-m", "span").out


def test_items_without_ids(folder):
    one = "(w / want-01 :ARG0 (b / boy))"
    assert ts.matrix([one, one], "smatch", task="amr")["smatch"].matrix == [[None, 1.0], [1.0, None]]
    with pytest.raises(ts.DataError, match="without ids"):
        ts.matrix([one, f"{one}\n\n{one}"], "smatch", task="amr")


def test_what_cannot_be_compared(command, outputs, folder):
    assert command("matrix", "a.jsonl").status == 2
    folder.write("broken.jsonl", '{"id": "s1", "spans": 3}\n{"id": "s2", "spans": []}\n')
    assert command("matrix", "a.jsonl", "broken.jsonl").status == 3
    skipped = command("matrix", "a.jsonl", "broken.jsonl", "--on-error", "skip", "-m", "span", "-f", "json")
    assert skipped.json["missing"] == {"a": 0, "broken": 1}
    folder.write("other.jsonl", lines([{"id": "x", "spans": []}]))
    assert "no two outputs have an item in common" in command("matrix", "a.jsonl", "other.jsonl").err
    with pytest.raises(ts.UsageError, match="two outputs"):
        ts.matrix([A])


def test_processes_give_the_same(outputs):
    assert ts.matrix([A, B, C], task="spans", jobs=2).metrics == ts.matrix([A, B, C], task="spans").metrics


def test_the_file_of_the_choice_is_no_input(command, folder):
    done = command("matrix", "gold.jsonl", "pred.jsonl", "--choose", "pred.jsonl")
    assert done.status == 2
    assert "--choose pred.jsonl would replace an input" in done.err
