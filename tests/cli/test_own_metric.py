"""A metric of the user's own on the command line: its outermost normaliser is the headline of every output."""

import json

import pytest

MODULE = """
import tallystick as ts

shared = ts.jaccard(ts.bag(ts.exact))
weighted = ts.f_beta(ts.bag(ts.exact), 2)
exactness = ts.precision(ts.bag(ts.exact))
full = ts.f1(ts.bag(ts.exact), empty=1)
all_of_them = {"shared": shared, "weighted": weighted, "exactness": exactness, "plain": ts.bag(ts.exact)}
"""
# 2/3/4 and 2/2/2, together 4/5/6: P 4/5, R 2/3, F 8/11, J 4/7, F₂ = 5 · 4 / (4 · 6 + 5) = 20/29.
GOLD, PRED, WORSE = "[2, 3, 4, 5]\n[1, 2]\n", "[1, 2, 3]\n[1, 2]\n", "[1, 2, 3]\n[3, 2]\n"
J, F2, F1, P, R = 4 / 7, 20 / 29, 8 / 11, 4 / 5, 2 / 3


@pytest.fixture
def files(tmp_path, monkeypatch):
    name = f"own_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    for side, text in (("gold", GOLD), ("pred", PRED), ("worse", WORSE)):
        (tmp_path / f"{side}.jsonl").write_text(text)
    monkeypatch.chdir(tmp_path)
    return lambda metric: ("gold.jsonl", "pred.jsonl", "--task", f"{name}:{metric}")


def test_json(command, files):
    scores = command("score", *files("all_of_them"), "-f", "json", "--items").json
    found = scores["scores"]
    for score in found.values():
        assert (score["precision"], score["recall"], score["f1"]) == pytest.approx((P, R, F1))
    assert found["shared"]["jaccard"] == pytest.approx(J)
    assert found["weighted"]["f_beta"] == pytest.approx(F2)
    assert {name: score.get("headline", "f1") for name, score in found.items()} == {
        "shared": "jaccard", "weighted": "f_beta", "exactness": "precision", "plain": "f1",
    }  # fmt: skip
    assert "jaccard" not in found["plain"]
    assert {name: score.get("beta") for name, score in found.items() if "beta" in score} == {"weighted": 2}
    assert scores["per_item"][0]["scores"]["shared"]["jaccard"] == pytest.approx(0.4)


@pytest.mark.parametrize(("output", "shown"), [("text", "57.14"), ("markdown", "57.14"), ("latex", "57.14")])
def test_tables(command, files, output, shown):
    out = command("score", *files("shared"), "-f", output).out
    assert "Jaccard" in out
    assert shown in out
    assert "headline: Jaccard" in out
    assert "headline: P" in command("score", *files("exactness"), "-f", output).out


def test_the_weight_of_recall_is_shown(command, files):
    assert "headline: F-beta (β = 2)" in command("score", *files("weighted")).out


def test_two_empty_sides(command, files, tmp_path):
    for side in ("gold", "pred"):
        with (tmp_path / f"{side}.jsonl").open("a") as file:
            file.write("[]\n")
    # Items: 4/7, 1, and two empty sides. They count in a mean, and add nothing to sums.
    for metric, last, macro in (("full", 1, (4 / 7 + 2) / 3), ("shared", None, (0.4 + 1) / 2)):
        number = "f1" if metric == "full" else "jaccard"
        scores = command("score", *files(metric), "-f", "json", "--items", "--average", "macro").json
        assert scores["per_item"][-1]["scores"][metric][number] == last
        assert scores["scores"][metric][number] == pytest.approx(macro)
        intervals = command("score", *files(metric), "-f", "json", "--confidence", "0.95").json
        assert intervals["scores"][metric][number] == pytest.approx(F1 if metric == "full" else J)


def test_csv(command, files):
    header, row = command("score", *files("shared"), "-f", "csv").out.splitlines()
    assert dict(zip(header.split(","), row.split(","), strict=True))["jaccard"] == repr(J)


def test_gates(command, files):
    assert command("score", *files("shared"), "--fail-under", "shared.jaccard=0.57").status == 0
    missed = command("score", *files("shared"), "--fail-under", "shared.jaccard=0.58")
    assert (missed.status, "shared.jaccard is 0.571" in missed.err) == (1, True)


def test_averages_and_intervals(command, files):
    score = command("score", *files("shared"), "-f", "json", "--average", "macro", "--confidence").json[
        "scores"
    ]
    assert score["shared"]["jaccard"] == pytest.approx((0.4 + 1) / 2)
    assert score["shared"]["ci"]["jaccard"] == [pytest.approx(0.4), 1.0]


def test_compare_agree_and_explain(command, files):
    gold, pred, *task = files("shared")
    compared = command("compare", gold, pred, "worse.jsonl", *task, "-f", "json").json
    assert json.dumps(compared).count('"number": "jaccard"') >= 1
    assert "Jaccard" in command("compare", gold, pred, "worse.jsonl", *task).out
    assert (
        command("agree", gold, pred, *task, "-f", "json").json["metrics"]["shared"]["headline"] == "jaccard"
    )
    assert "jaccard 40.00" in command("explain", gold, pred, *task).out
    # By recall item 2 of the prediction and by Jaccard item 1 is the worst one.
    assert command("explain", gold, pred, *task, "--worst", "1").out.startswith("1  shared")


def test_agreement_in_both_directions(command, files):
    gold, pred, *task = files("exactness")
    matrix = command("agree", gold, pred, *task, "-f", "json").json["metrics"]["exactness"]["matrix"]
    assert [matrix[0][1], matrix[1][0]] == pytest.approx([P, R])


def test_the_headline_of_nothing(command, files, tmp_path):
    (tmp_path / "nothing.jsonl").write_text("[]\n")
    task = files("shared")[2:]
    for undefined, value in (("null", None), ("zero", 0.0)):
        score = command(
            "score", "nothing.jsonl", "nothing.jsonl", *task, "--undefined", undefined, "-f", "json"
        ).json["scores"]["shared"]
        assert (score["jaccard"], score["headline"]) == (value, "jaccard")


def test_a_type_that_does_not_decide_is_explained_in_several_lines(command, files, tmp_path):
    name = files("shared")[-1].partition(":")[0]
    module = tmp_path / f"{name}.py"
    module.write_text(
        MODULE + "\nfrom dataclasses import dataclass\n\n@dataclass\nclass Songs:\n    names: list[str]\n"
    )
    result = command("score", *files("Songs"))
    assert result.status == 2
    assert "Either\n  1. " in result.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_metric_that_fails_names_the_item(command, files, tmp_path, jobs):
    name = files("shared")[-1].partition(":")[0]
    body = "\ndef boo(gold, pred):\n    raise ValueError('boo')\n\nfailing = ts.similarity(boo)\n"
    (tmp_path / f"{name}.py").write_text(MODULE + body)
    result = command("score", *files("failing"), "--jobs", jobs)
    assert result.status == 70
    assert "ValueError: boo (while scoring item 1)" in result.err
