"""``tallystick correlate``: metrics against judgements and against each other."""

import csv
import io

import pytest
from tests.cli.conftest import lines, span

import tallystick as ts

GOLD = [{"id": f"s{n}", "spans": [span("PER", 0, 0), span("LOC", 2, 3)]} for n in range(6)]
PRED = [
    {"id": "s0", "spans": [span("PER", 0, 0), span("LOC", 2, 3)]},
    {"id": "s1", "spans": [span("PER", 0, 0), span("LOC", 2, 2)]},
    {"id": "s2", "spans": [span("PER", 0, 0)]},
    {"id": "s3", "spans": [span("LOC", 0, 0)]},
    {"id": "s4", "spans": []},
    {"id": "s5", "spans": [span("PER", 0, 0), span("PER", 2, 3)]},
]
HUMAN = "id,adequacy,fluency\ns0,5,4\ns1,4,4\ns2,3,5\ns3,1,2\ns4,1,\ns5,3,3\n"


@pytest.fixture
def files(folder):
    folder.write("gold.jsonl", lines(GOLD))
    folder.write("pred.jsonl", lines(PRED))
    folder.write("human.csv", HUMAN)
    return folder


def test_text(command, files):
    result = command(
        "correlate",
        "gold.jsonl",
        "pred.jsonl",
        "--with",
        "human.csv",
        "-m",
        "span,span-boundary",
        "--resamples",
        "500",
    )
    assert result.status == 0
    assert [line.partition("|")[0] for line in result.err.splitlines()] == [
        "signature: span",
        "signature: span-boundary",
    ]
    assert "metric         judgement  Pearson" in result.out
    assert "Differences in Pearson's r" in result.out
    assert "Metrics with each other" in result.out
    assert "1 item without fluency left out" in result.out
    assert "500 resamples of items, seed 12345" in result.out


def test_json_equals_python_and_scipy(command, files):
    from scipy.stats import kendalltau, pearsonr, spearmanr

    data = command(
        "correlate",
        "gold.jsonl",
        "pred.jsonl",
        "--with",
        "human.csv",
        "-m",
        "span,span-boundary",
        "-f",
        "json",
    ).json
    scores = [item.f1 for item in ts.score(GOLD, PRED, "span", task="spans")["span"].items]
    human = [5, 4, 3, 1, 1, 3]
    own = data["data_sets"][""]["metrics"]["span"]["adequacy"]
    assert own["items"] == 6
    for name, function in (("pearson", pearsonr), ("spearman", spearmanr), ("kendall", kendalltau)):
        assert own[name] == pytest.approx(function(scores, human)[0])
    assert data["data_sets"][""]["metrics"]["span"]["fluency"]["items"] == 5
    python = ts.correlate("gold.jsonl", "pred.jsonl", "human.csv", ["span", "span-boundary"])
    assert python["span"].with_judgement("adequacy").pearson == own["pearson"]
    assert list(python["span"].with_judgement("adequacy").intervals["kendall"]) == own["ci"]["kendall"]
    with pytest.raises(KeyError, match="names 2 correlations"):
        python["span"].pearson  # noqa: B018 - which judgement?


def test_a_metric_has_the_same_numbers_in_any_company(command, files):
    arguments = ("correlate", "gold.jsonl", "pred.jsonl", "--with", "human.csv", "-f", "json", "-m")
    alone, together = (command(*arguments, metrics).json for metrics in ("span", "span-boundary,span"))
    assert alone["data_sets"][""]["metrics"]["span"] == together["data_sets"][""]["metrics"]["span"]


def test_csv_and_documents(command, files):
    arguments = ("correlate", "gold.jsonl", "pred.jsonl", "--with", "human.csv", "-m", "span,span-boundary")
    rows = list(csv.DictReader(io.StringIO(command(*arguments, "-f", "csv").out)))
    assert [row["kind"] for row in rows].count("judgement") == 12
    assert [row["kind"] for row in rows].count("metric") == 3
    assert {row["test"] for row in rows if row["kind"] == "difference"} == {"williams", "bootstrap"}
    for name in ("latex", "markdown"):
        assert command(*arguments, "-f", name).status == 0


def test_columns_of_judgements(command, files):
    result = command(
        "correlate", "gold.jsonl", "pred.jsonl", "--with", "human.csv", "--judgement", "fluency", "-m", "span",
        "-f", "json",
    )  # fmt: skip
    assert result.json["judgements"] == ["fluency"]
    assert command("correlate", "gold.jsonl", "pred.jsonl", "--judgement", "fluency").status == 2


def test_data_sets(command, files, folder):
    folder.write("b.gold.jsonl", lines(GOLD))
    folder.write("b.pred.jsonl", lines(PRED))
    folder.write("b.txt", "5\n4\n3\n1\n1\n3\n")
    folder.write("a.gold.jsonl", lines(GOLD[:5]))
    folder.write("a.pred.jsonl", lines(PRED[:5]))
    folder.write("a.txt", "5\n4\n3\n1\n2\n")
    data = command(
        "correlate",
        "{set}.gold.jsonl",
        "{set}.pred.jsonl",
        "--with",
        "{set}.txt",
        "-m",
        "span,span-boundary",
        "-f",
        "json",
    ).json
    assert list(data["data_sets"]) == ["a", "b"]
    cells = [data["data_sets"][name]["metrics"]["span"]["judgement"]["pearson"] for name in "ab"]
    means = data["means"]["span"]["judgement"]["pearson"]
    assert means["mean"] == pytest.approx(sum(cells) / 2)
    assert means["harmonic"] == pytest.approx(2 / sum(1 / cell for cell in cells))
    text = command(
        "correlate", "{set}.gold.jsonl", "{set}.pred.jsonl", "--with", "{set}.txt", "-m", "span"
    ).out
    assert "harmonic mean" in text
    python = ts.correlate(
        {"a": "a.gold.jsonl", "b": "b.gold.jsonl"}, {"a": "a.pred.jsonl", "b": "b.pred.jsonl"},
        {"a": "a.txt", "b": "b.txt"}, "span",
    )  # fmt: skip
    assert python["span"].mean() == means["mean"]
    with pytest.raises(ts.UsageError, match="same data sets"):
        ts.correlate({"a": "a.gold.jsonl"}, {"b": "b.pred.jsonl"})


def test_metrics_alone(command, files):
    result = command("correlate", "gold.jsonl", "pred.jsonl", "-m", "span,span-boundary")
    assert result.status == 0
    assert "Metrics with each other" in result.out
    alone = command("correlate", "gold.jsonl", "pred.jsonl", "-m", "span")
    assert alone.status == 2
    assert "at least two metrics" in alone.err


def test_undefined_scores_are_left_out_and_counted(command, folder):
    folder.write("gold.jsonl", lines([*GOLD, {"id": "none", "spans": []}]))
    folder.write("pred.jsonl", lines([*PRED, {"id": "none", "spans": []}]))
    folder.write("human.txt", "5\n4\n3\n1\n1\n3\n5\n")
    arguments = ("correlate", "gold.jsonl", "pred.jsonl", "--with", "human.txt", "-m", "span")
    result = command(*arguments)
    assert "1 item without a score of span left out" in result.out
    assert (
        command(*arguments, "-f", "json").json["data_sets"][""]["metrics"]["span"]["judgement"]["items"] == 6
    )
    zero = command(*arguments, "--undefined", "zero", "-f", "json").json
    assert zero["data_sets"][""]["metrics"]["span"]["judgement"]["items"] == 7


def test_a_wrong_file_of_judgements(command, files, folder):
    folder.write("short.txt", "1\n2\n")
    result = command("correlate", "gold.jsonl", "pred.jsonl", "--with", "short.txt")
    assert result.status == 3
    assert "the number of judgements (2) differs from the number of items (6)" in result.err
    assert command("correlate", "gold.jsonl", "pred.jsonl", "--with", "absent.txt").status == 3
