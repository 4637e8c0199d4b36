"""``tallystick agree``: matrices, means, what is compared and what is left out."""

import csv
import io
import re

import pytest
from tests.cli.conftest import lines, span

ANN = "# ::id 1\n(w / want-01 :ARG0 (b / boy))\n\n# ::id 2\n(d / dog)\n"
BOB = "# ::id 2\n(d / dog)\n\n# ::id 1\n(w / want-01 :ARG0 (g / girl))\n"
CY = "# ::id 1\n(w / want-01 :ARG0 (b / boy))\n\n# ::id 3\n(c / cat)\n"
# Triples by hand: item 1 has want-01, boy or girl, ARG0, TOP: 3 of 4 in common between ann and bob. Item 2 has dog
# and TOP, both in common. So ann – bob: 5 of 6 on each side; ann – cy share item 1 alone: 4 of 4; bob – cy: 3 of 4.


@pytest.fixture
def annotators(folder):
    for name, text in (("ann", ANN), ("bob", BOB), ("cy", CY)):
        folder.write(f"{name}.amr", text)
    return folder


def test_a_matrix_and_its_mean(command, annotators):
    result = command("agree", "ann.amr", "bob.amr", "cy.amr", "-m", "smatch")
    assert result.status == 0
    assert result.err.startswith("signature: smatch|solver:exact|")
    assert result.err.count("\n") == 1
    assert result.out == (
        "smatch  F1\n"
        "        ann    bob      cy   mean\n"
        "───  ──────  ─────  ──────  ─────\n"
        "ann          83.33  100.00  91.67\n"
        "bob   83.33          75.00  79.17\n"
        "cy   100.00  75.00          87.50\n"
        "mean 86.11 (3 pairs)\n"
        "amr, 3 annotators, micro, × 100\n"
        "ann – bob: 2 items compared\n"
        "ann – cy: 1 item compared, 1 only in ann, 1 only in cy\n"
        "bob – cy: 1 item compared, 1 only in bob, 1 only in cy\n"
    )


def test_json(command, annotators):
    found = command("agree", "ann.amr", "bob.amr", "cy.amr", "-m", "smatch", "-f", "json").json
    assert list(found) == ["tallystick", "task", "signature", "annotators", "metrics", "coverage", "warnings"]
    assert found["annotators"] == ["ann", "bob", "cy"]
    assert found["signature"]["smatch"].startswith("smatch|solver:exact|")
    smatch = found["metrics"]["smatch"]
    assert smatch["matrix"] == [[None, 5 / 6, 1.0], [5 / 6, None, 0.75], [1.0, 0.75, None]]
    assert smatch["mean"] == pytest.approx((5 / 6 + 1 + 0.75) / 3)
    assert smatch["pairs"][0] == {
        "a": "ann", "b": "bob", "items": 2, "precision": 5 / 6, "recall": 5 / 6, "f1": 5 / 6,
        "matched": 5.0, "pred_total": 6.0, "gold_total": 6.0, "optimal": 2,
    }  # fmt: skip
    assert found["coverage"][1] == {"a": "ann", "b": "cy", "items": 1, "only_a": 1, "only_b": 1, "skipped": 0}


def test_two_annotators_have_one_table(command, annotators):
    assert command("agree", "ann.amr", "bob.amr", "-m", "smatch,smatch.instance").out == (
        "metric               P      R     F1\n"
        "───────────────  ─────  ─────  ─────\n"
        "smatch           83.33  83.33  83.33\n"
        "smatch.instance  66.67  66.67  66.67\n"
        "amr, 2 annotators, micro, × 100; 2 items\n"
        "P and R treat ann as the gold\n"
    )


def test_an_asymmetric_metric_is_computed_both_ways(command, annotators):
    annotators.write("ann.amr", "(w / want-01 :ARG0 (b / boy :mod (o / old)))")
    annotators.write("bob.amr", "(w / want-01 :ARG0 (b / boy))")
    found = command("agree", "ann.amr", "bob.amr", "-m", "sembleu,smatch", "-f", "json").json["metrics"]
    ways = [(pair["a"], pair["b"]) for pair in found["sembleu"]["pairs"]]
    assert ways == [("ann", "bob"), ("bob", "ann")]
    assert [(pair["a"], pair["b"]) for pair in found["smatch"]["pairs"]] == [("ann", "bob")]
    (_, there), (back, _) = found["sembleu"]["matrix"]
    score = command("score", "ann.amr", "bob.amr", "-m", "sembleu", "-f", "json").json["scores"]["sembleu"][
        "score"
    ]
    assert there == score != back
    assert found["sembleu"]["mean"] == (there + back) / 2
    out = command("agree", "ann.amr", "bob.amr", "-m", "sembleu").out
    assert [line.split()[:2] for line in out.splitlines()[2:4]] == [["sembleu", "ann"], ["sembleu", "bob"]]


def test_a_preset_may_be_asymmetric_too(command, annotators):
    found = command(
        "agree", "ann.amr", "bob.amr", "-m", "smatch,wlk", "--preset", "smatch-1.0.4", "-f", "json"
    ).json
    assert len(found["metrics"]["smatch"]["pairs"]) == 2
    assert len(found["metrics"]["wlk"]["pairs"]) == 1


def test_by_document(command, annotators):
    arguments = ("agree", "ann.amr", "bob.amr", "cy.amr", "-m", "smatch", "--by", "document")
    assert command(*arguments).out.splitlines()[:5] == [
        "metric  document  ann – bob  ann – cy  bob – cy    mean",
        "──────  ────────  ─────────  ────────  ────────  ──────",
        "smatch  all           83.33    100.00     75.00   86.11",
        "smatch  1             75.00    100.00     75.00   83.33",
        "smatch  2            100.00                      100.00",
    ]
    groups = command(*arguments, "-f", "json").json["metrics"]["smatch"]["by"]["document"]
    assert groups["2"]["mean"] == 1.0
    assert [(pair["a"], pair["b"]) for pair in groups["2"]["pairs"]] == [("ann", "bob")]


def test_tables_for_programs_and_documents(command, annotators):
    names = ("ann.amr", "bob.amr", "cy.amr", "-m", "smatch,wlk")
    rows = list(csv.DictReader(io.StringIO(command("agree", *names, "-f", "csv").out)))
    assert [(row["metric"], row["a"], row["b"]) for row in rows[:2]] == [
        ("smatch", "ann", "bob"),
        ("smatch", "ann", "cy"),
    ]
    assert float(rows[0]["f1"]) == 5 / 6
    assert (rows[1]["items"], rows[1]["only_a"], rows[1]["only_b"]) == ("1", "1", "1")
    markdown = command("agree", *names, "-f", "markdown").out
    assert markdown.startswith("| metric | ann – bob | ann – cy | bob – cy | mean |\n| --- | ---: |")
    assert "| smatch | 83.33 | 100.00 | 75.00 | 86.11 |\n" in markdown
    latex = command("agree", *names, "-f", "latex").out
    assert r"smatch & 83.33 & 100.00 & 75.00 & 86.11 \\" in latex
    assert latex.startswith("% amr, 3 annotators, micro, × 100\n")


def test_directories_are_paired_by_file_name(command, folder):
    for name, files in (("ann", "xy"), ("bob", "yz")):
        for file in files:
            folder.write(f"{name}/{file}.jsonl", [{"id": "1", "spans": [span("PER", 0, 1)]}])
    found = command("agree", "ann", "bob", "-m", "span", "--by", "document", "-f", "json").json
    assert found["coverage"] == [{"a": "ann", "b": "bob", "items": 1, "only_a": 1, "only_b": 1, "skipped": 0}]
    assert list(found["metrics"]["span"]["by"]["document"]) == ["y.jsonl:1"]
    result = command("agree", "ann", "gold.jsonl")
    assert result.status == 2
    assert "pass only directories or only files" in result.err


def test_names(command, annotators):
    annotators.write("deep/ann.amr", ANN)
    found = command("agree", "ann.amr", "deep/ann.amr", "-f", "json").json
    assert found["annotators"] == ["ann.amr", "deep/ann.amr"]
    found = command("agree", "ann.amr", "ann.amr", "--names", "one, two", "-f", "json").json
    assert found["annotators"] == ["one", "two"]
    assert {metric["mean"] for metric in found["metrics"].values()} == {1.0}
    for names in ("one", "one,one", "one,", "a,b,c"):
        assert command("agree", "ann.amr", "ann.amr", "--names", names).status == 2


def test_all_problems_of_all_annotators(command, annotators):
    annotators.write("bob.amr", BOB.replace(":ARG0 (g / girl)", ":ARG0"))
    annotators.write("cy.amr", "# ::id 1\n(\n")
    result = command("agree", "ann.amr", "bob.amr", "cy.amr")
    assert (result.status, result.out) == (3, "")
    places = re.findall(r"^(\w+)\.amr:(\d+)", result.err, re.MULTILINE)
    assert places[0] == ("bob", "5")
    assert places[-1][0] == "cy"
    skipped = command("agree", "ann.amr", "bob.amr", "-m", "smatch", "--on-error", "skip", "-f", "json")
    assert skipped.status == 0
    assert skipped.json["coverage"] == [
        {"a": "ann", "b": "bob", "items": 1, "only_a": 0, "only_b": 0, "skipped": 1}
    ]
    assert skipped.err.startswith("warning: bob.amr:5:")


def test_pairs_that_share_nothing_are_undefined(command, annotators):
    annotators.write("dee.amr", "# ::id 9\n(a / b)\n")
    found = command("agree", "ann.amr", "bob.amr", "dee.amr", "-m", "smatch", "-f", "json").json
    smatch = found["metrics"]["smatch"]
    assert smatch["matrix"][0] == [None, 5 / 6, None]
    assert (smatch["mean"], smatch["undefined"]) == (5 / 6, 2)
    assert "mean 83.33 (3 pairs, 2 of them undefined and left out)" in command(
        "agree", "ann.amr", "bob.amr", "dee.amr", "-m", "smatch"
    ).out  # fmt: skip
    result = command("agree", "ann.amr", "dee.amr")
    assert result.status == 3
    assert "no two annotators have an item in common" in result.err


def test_without_ids_items_go_by_order(command, folder):
    folder.write("ann.jsonl", [{"spans": [span("PER", 0, 1)]}, {"spans": []}])
    folder.write("bob.jsonl", [{"spans": [span("PER", 0, 1)]}])
    result = command("agree", "ann.jsonl", "bob.jsonl", "--task", "spans")
    assert result.status == 3
    assert "ann.jsonl:2:1: bob.jsonl ends before item 2" in result.err
    folder.write("bob.jsonl", [{"spans": [span("LOC", 0, 1)]}, {"spans": []}])
    assert (
        command("agree", "ann.jsonl", "bob.jsonl", "-m", "span", "-f", "json").json["metrics"]["span"]["mean"]
        == 0.0
    )


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["ann.amr"], 2, "at least two annotators"),
        ([], 2, "Usage"),
        (["-", "-"], 2, "standard input"),
        (["ann.amr", ""], 2, "an argument is empty"),
        (["ann.amr", "nope.amr"], 3, "nope.amr: no such file"),
        (["ann.amr", "bob.amr", "-m", "nope"], 2, "no metric 'nope'"),
        (["ann.amr", "bob.amr", "-o", "bob.amr"], 2, "would replace an input"),
        (["ann.amr", "bob.amr", "--on-error", "zero"], 2, "zero"),
        (["ann.amr", "bob.amr", "--by", "nothing"], 2, "--by nothing"),
        (["ann.amr", "bob.amr", "--worst", "2"], 2, "add --by"),
    ],
)
def test_what_is_refused(command, annotators, arguments, status, message):
    result = command("agree", *arguments)
    assert result.status == status
    assert message in result.err + result.out


def test_options_of_metrics_work_as_in_score(command, annotators):
    options = ("-m", "smatch", "--only", "ARG0", "--root", "none", "-f", "json")
    agreed = command("agree", "ann.amr", "bob.amr", *options).json
    scored = command("score", "ann.amr", "bob.amr", *options).json
    assert agreed["signature"] == scored["signature"]
    assert agreed["metrics"]["smatch"]["mean"] == scored["scores"]["smatch"]["f1"]


def test_processes(command, folder):
    many = [{"id": str(n), "spans": [span("PER", n % 3, n)]} for n in range(100)]
    folder.write("ann.jsonl", lines(many))
    folder.write("bob.jsonl", lines(many[::-1]))
    arguments = ("agree", "ann.jsonl", "bob.jsonl", "ann.jsonl", "-f", "json")
    assert command(*arguments, "--jobs", 2).json == command(*arguments).json


UMR = """# :: snt1 Go!
# sentence level graph:
(s1g / go-01)
# document level annotation:
(s1s0 / sentence :modal ((root :modal author) (author :full-affirmative s1g)))
"""


def test_documents_that_overlap_in_part(command, folder):
    second = UMR.replace("snt1", "snt2").replace("s1", "s2")
    folder.write("ann.umr", UMR + "\n" + second)
    folder.write("bob.umr", UMR)
    result = command("agree", "ann.umr", "bob.umr")
    assert "ann – bob: 1 item compared, 1 sentences paired, 1 only in ann\n" in result.out
    found = command("agree", "ann.umr", "bob.umr", "-f", "json").json
    assert found["coverage"][0]["sentences_paired"] == 1
    # Compared on what both have; with --overlap all, one modal triple of two is missed.
    assert found["metrics"]["ancast++.modal"]["pairs"][0]["recall"] == 1
    found = command("agree", "ann.umr", "bob.umr", "--overlap", "all", "-f", "json").json
    assert found["metrics"]["ancast++.modal"]["pairs"][0]["recall"] == 0.5


def test_a_breakdown_has_only_what_a_metric_counts(command, folder):
    for name in ("ann", "bob"):
        folder.write(f"{name}.umr", UMR.replace("go-01", "go-01 :ARG0 (s1b / boy)"))
    note = "these metrics have no breakdown by sentence"
    for name in ("agree", "score"):
        whole = command(name, "ann.umr", "bob.umr", "-m", "ancast++", "--by", "sentence").out
        assert [line.split()[1] for line in whole.splitlines() if line.startswith("ancast++ ")] == ["all"]
        assert note in whole
        both = command(name, "ann.umr", "bob.umr", "-m", "ancast++,ancast++.sentence", "--by", "sentence").out
        assert sum(line.startswith("ancast++ ") for line in both.splitlines()) == 1
        assert sum(line.startswith("ancast++.sentence ") for line in both.splitlines()) == 2
        assert note not in both


def test_intervals(command, folder):
    spans = [[span("PER", n, n), span("LOC", n + 2, n + 2)] for n in range(12)]
    folder.write("ann.jsonl", lines([{"id": n, "spans": own} for n, own in enumerate(spans)]))
    folder.write("bob.jsonl", lines([{"id": n, "spans": own[: 1 + n % 2]} for n, own in enumerate(spans)]))
    folder.write(
        "cy.jsonl", lines([{"id": n, "spans": own[n % 3 :]} for n, own in enumerate(spans) if n < 9])
    )
    arguments = (
        "agree",
        "ann.jsonl",
        "bob.jsonl",
        "cy.jsonl",
        "-m",
        "span",
        "--confidence",
        "--resamples",
        "300",
    )
    data = command(*arguments, "-f", "json").json
    pair = data["metrics"]["span"]["pairs"][0]
    # Two annotators have the interval that a score has.
    score = command(
        "score", "ann.jsonl", "bob.jsonl", "-m", "span", "--confidence", "--resamples", "300", "-f", "json"
    ).json["scores"]["span"]
    assert pair["ci"] == score["ci"]
    low, high = data["metrics"]["span"]["ci"]
    assert low < data["metrics"]["span"]["mean"] < high
    text = command(*arguments).out
    assert "intervals: 95 %, bootstrap over items, 300 resamples, seed 12345" in text
    low, high = (f"{100 * bound:.2f}" for bound in pair["ci"]["f1"])
    row = next(line for line in text.splitlines() if line.startswith("span    ann – bob"))
    assert row.split()[-2:] == [f"{low}–{high}", "12"]
    assert f"({low}–{high})" in command(*arguments, "-f", "markdown").out
    two = command("agree", "ann.jsonl", "bob.jsonl", "-m", "span", "--confidence", "0.9")
    assert "90 %" in two.out.splitlines()[0]


def test_the_mean_of_one_pair_has_the_interval_of_the_pair(command, folder):
    items = [{"id": n, "spans": [span("PER", 0, 0), span("LOC", 2, 2)][: 1 + n % 2]} for n in range(8)]
    folder.write("ann.jsonl", lines([item | {"spans": [span("PER", 0, 0)]} for item in items]))
    folder.write("bob.jsonl", lines(items))
    span_data = command(
        "agree", "ann.jsonl", "bob.jsonl", "-m", "span", "--confidence", "--resamples", "200", "-f", "json"
    ).json["metrics"]["span"]
    assert span_data["ci"] == span_data["pairs"][0]["ci"]["f1"]


def test_labels(command, folder):
    ann = [
        {"id": n, "tokens": ["a", "b", "c"], "spans": [span("PER", 0, 0), span("LOC", 2, 2)]}
        for n in range(6)
    ]
    bob = [
        item | {"spans": [span("PER" if item["id"] % 2 else "LOC", 0, 0), span("LOC", 1, 2)]} for item in ann
    ]
    folder.write("ann.jsonl", lines(ann))
    folder.write("bob.jsonl", lines(bob))
    data = command("agree", "ann.jsonl", "bob.jsonl", "-m", "span", "--labels", "-f", "json").json["labels"]
    layers = {layer["layer"]: layer for layer in data}
    # Spans with the same boundaries: six at [0, 0], always PER for Ann, in half of the cases for Bob.
    pair = layers["type"]["pairs"][0]
    assert pair["units"] == 6
    assert pair["agreement"] == 0.5
    assert pair["kappa"] == 0.0
    assert pair["confusion"] == [{"a": "PER", "b": "LOC", "units": 3}, {"a": "PER", "b": "PER", "units": 3}]
    assert layers["token"]["pairs"][0]["units"] == 18
    text = command("agree", "ann.jsonl", "bob.jsonl", "-m", "span", "--labels", "--confidence").out
    assert "Agreement on labels" in text
    assert "Confusions" in text


def test_tables_of_documents_have_titles(command, folder):
    ann = [{"id": n, "tokens": ["a", "b"], "spans": [span("PER", 0, 0)]} for n in range(4)]
    folder.write("ann.jsonl", lines(ann))
    folder.write("bob.jsonl", lines([item | {"spans": [span("LOC", 0, 0)]} for item in ann]))
    arguments = ("agree", "ann.jsonl", "bob.jsonl", "-m", "span", "--labels", "-f")
    titles = ["Scores", "Agreement on labels", "Agreement by label", "Confusions"]
    markdown = command(*arguments, "markdown").out
    assert [line.strip("*") for line in markdown.splitlines() if line.startswith("**")] == titles
    latex = command(*arguments, "latex").out
    assert [line for line in latex.splitlines() if line.startswith(r"\caption")] == [
        rf"\caption{{{title}}}" for title in titles
    ]
    assert r"Cohen $\kappa$" in latex


def test_a_single_item_has_no_interval(command, annotators):
    done = command("agree", "ann.amr", "cy.amr", "-m", "smatch", "--confidence")
    assert "no intervals: a single item cannot be resampled" in done.out


def test_the_worst_documents_first(command, folder):
    items = [{"id": f"d{n}", "spans": [span("PER", 0, 0), span("LOC", 2, 2)]} for n in range(4)]
    folder.write("ann.jsonl", lines(items))
    folder.write(
        "bob.jsonl", lines([item | {"spans": item["spans"][: n % 3]} for n, item in enumerate(items)])
    )
    options = ("-m", "span", "--by", "document", "--worst", "2")
    rows = [line.split() for line in command("agree", "ann.jsonl", "bob.jsonl", *options).out.splitlines()]
    assert [row[1] for row in rows if row[0] == "span"] == ["all", "d0", "d3"]
    data = command("agree", "ann.jsonl", "bob.jsonl", *options, "-f", "json").json
    assert list(data["metrics"]["span"]["by"]["document"]) == ["d0", "d3"]


def test_an_item_without_an_id_among_others(command, folder):
    graph = "(b / bark-01)"
    folder.write("ann.amr", f"# ::id 1\n{graph}\n\n{graph}\n")
    folder.write("bob.amr", f"# ::id 1\n{graph}\n\n# ::id 2\n{graph}\n")
    done = command("agree", "ann.amr", "bob.amr")
    assert done.status == 3
    assert "ann.amr:4:1: the item has no id, but other items have ids" in done.err
    assert "1 problem" in done.err


def test_labels_of_other_tasks(command, folder):
    conllu = (
        "# sent_id = 1\n1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\truns\trun\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )
    folder.write("a.conllu", conllu)
    folder.write("b.conllu", conllu.replace("nsubj", "obj"))
    data = command("agree", "a.conllu", "b.conllu", "--task", "dependencies", "--labels", "-f", "json").json[
        "labels"
    ]
    assert {layer["layer"]: layer["pairs"][0]["agreement"] for layer in data} == {
        "relation": 0.5,
        "upos": 1.0,
    }
    folder.write(
        "a.jsonl", lines([{"id": n, "value": {"kind": "x", "n": 1.0, "tags": ["t"]}} for n in range(3)])
    )
    folder.write("b.jsonl", lines([{"id": n, "value": {"kind": "xyx"[n], "n": 1}} for n in range(3)]))
    data = command("agree", "a.jsonl", "b.jsonl", "--task", "json", "--labels", "-f", "json").json["labels"]
    assert {layer["layer"]: layer["pairs"][0]["agreement"] for layer in data} == {"kind": 2 / 3, "n": 1.0}
    folder.write("a.amr", ANN)
    refused = command("agree", "a.amr", "a.amr", "--labels")
    assert refused.status == 2
    assert "no labels on units that annotators share" in refused.err
