"""``tallystick explain``: what matched and what did not."""

import json
import os
import pty
import subprocess
import sys

import pytest
from tests.cli.conftest import PRED, lines

import tallystick as ts
from tallystick.registry import tasks

EVENTS = tasks()["events"].example
ROLES = tasks()["roles"].example
COREF = tasks()["coref"].example


def test_arguments_inside_events(command):
    result = command("explain", *EVENTS, "-m", "argument", "--id", "e1")
    assert result.out == (
        "e1  argument  precision 50.00  recall 50.00  f1 50.00\n"
        "  ≈ [1, 1] Attack ([0, 0] attacker, [2, 3] target, [5, 5] time)  “attacked” “Rebels” “the base” “dawn”"
        "  ←  [1, 1] Attack ([0, 0] attacker, [2, 3] place)  “attacked” “Rebels” “the base”  (credit 1)\n"
        "    args:\n"
        "      = [0, 0] attacker  “Rebels”\n"
        "      - [2, 3] target  “the base”\n"
        "      - [5, 5] time  “dawn”\n"
        "      + [2, 3] place  “the base”\n"
        "  ≈ [9, 9] Die ([7, 8] victim)  “died” “two soldiers”"
        "  ←  [9, 9] Die ([7, 8] victim, [5, 5] time)  “died” “two soldiers” “dawn”  (credit 1)\n"
        "    args:\n"
        "      = [7, 8] victim  “two soldiers”\n"
        "      + [5, 5] time  “dawn”\n"
        "  1 wrong argument role, 1 missing argument, 1 spurious argument\n"
    )


def test_mentions_inside_entities(command):
    lines_shown = command("explain", *COREF, "-m", "ceaf-e", "--id", "c1").out.splitlines()
    assert lines_shown[1:5] == [
        "  ≈ [0, 0], [2, 2], [5, 5]  ←  [0, 0], [2, 2]  (credit 0.8)  split into 2",
        "    = [0, 0]",
        "    = [2, 2]",
        "    - [5, 5]",
    ]


def test_numbers_as_asked(command, folder):
    arguments = ("explain", "gold.jsonl", "pred.jsonl", "-m", "span", "--id", "a")
    assert command(*arguments, "--digits", "1").out.startswith(
        "a  span  precision 50.0  recall 50.0  f1 50.0\n"
    )
    assert command(*arguments, "--no-percent").out.startswith("a  span  precision 0.5000  recall 0.5000")


def test_missed_and_spurious(command, folder):
    result = command("explain", "gold.jsonl", "pred.jsonl", "-m", "span")
    assert result.out.split("\n\n")[0] == (
        "a  span  precision 50.00  recall 50.00  f1 50.00\n"
        "  = PER [0, 1]\n  - LOC [3, 3]\n  + ORG [3, 3]\n  1 wrong type"
    )
    assert result.out.endswith(
        "d  span  precision –  recall –  f1 –\n  nothing in the gold, nothing in the prediction\n"
        "\nspan, 4 items: 1 wrong type, 1 missing span, 1 spurious span\n"
    )


def test_the_worst_come_first(command, folder):
    result = command("explain", "gold.jsonl", "pred.jsonl", "-m", "span", "--worst", "2")
    assert [line.split()[0] for line in result.out.splitlines() if not line.startswith(" ") and line] == [
        "b",
        "a",
        "span,",
    ]


def test_json(command, folder):
    output = command(
        "explain", "gold.jsonl", "pred.jsonl", "-m", "span", "--id", "a", "--id", "c", "-f", "json"
    ).json
    assert [entry["id"] for entry in output] == ["a", "c"]
    assert output[0] == {
        "metric": "span",
        "id": "a",
        "scores": {"precision": 0.5, "recall": 0.5, "f1": 0.5},
        "alignment": {
            "matched": [{"gold": "PER [0, 1]", "pred": "PER [0, 1]", "credit": 1.0}],
            "missed": ["LOC [3, 3]"],
            "spurious": ["ORG [3, 3]"],
        },
        "errors": "1 wrong type",
        "error_counts": {"wrong type": 1},
        "error_list": [{"kind": "wrong type", "gold": "LOC [3, 3]", "pred": "ORG [3, 3]"}],
    }
    nested = command("explain", *EVENTS, "-m", "argument", "-f", "json").json
    assert nested[0]["alignment"]["matched"][0]["inner"]["args"]["missed"] == ["[2, 3] target", "[5, 5] time"]


def test_an_unknown_id(command, folder):
    result = command("explain", "gold.jsonl", "pred.jsonl", "--id", "zz")
    assert result.status == 2
    assert "none of the 4 scored items has the id 'zz'" in result.err


def test_bad_items(command, folder):
    folder.write("bad.jsonl", "{\n" + lines(PRED[1:]))
    assert command("explain", "gold.jsonl", "bad.jsonl").status == 3
    zeroed = command("explain", "gold.jsonl", "bad.jsonl", "--on-error", "zero", "-m", "span", "--id", "a")
    assert "(the prediction counts as empty)" in zeroed.out
    assert "  - PER [0, 1]" in zeroed.out
    output = command(
        "explain", "gold.jsonl", "bad.jsonl", "--on-error", "zero", "-f", "json", "--id", "a"
    ).json
    assert output[0]["zeroed"] is True


@pytest.mark.parametrize("name", list(tasks()))
def test_every_example_can_be_explained(command, name):
    task = tasks()[name]
    options = [part for key, value in task.example_options.items() for part in (f"--{key}", value)]
    result = command("explain", *task.example, *options)
    assert result.status == 0
    assert "Var(" not in result.out
    assert "object at" not in result.out
    assert "\x1b" not in result.out


def on_a_terminal(*arguments, **environment):
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tallystick", *map(str, arguments)]
    process = subprocess.Popen(
        command, stdout=theirs, stderr=theirs, stdin=theirs, env=os.environ | environment
    )
    os.close(theirs)
    found = b""
    try:
        while piece := os.read(ours, 4096):
            found += piece
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    assert process.wait() == 0
    return found.decode()


def test_colour_on_a_terminal_only(folder):
    arguments = ("explain", folder.gold, folder.pred, "-m", "span")
    assert "\x1b[31m" in on_a_terminal(*arguments, TERM="xterm", NO_COLOR="")
    assert "\x1b" not in on_a_terminal(*arguments, TERM="xterm", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(*arguments, "-o", "out.txt", TERM="xterm", NO_COLOR="")


def test_the_halves_of_blanc(command, folder):
    # Gold links within entities: 0-2, 0-4, 2-4, 1-3; predicted: 0-2, 1-3, 1-4, 3-4. Across them 11 each, of which
    # 0-1, 0-3, 2-1 and 2-3 are the same.
    folder.write(
        "gold.jsonl", [{"id": "a", "clusters": [[[0, 0], [2, 2], [4, 4]], [[1, 1], [3, 3]], [[5, 5]]]}]
    )
    folder.write(
        "pred.jsonl", [{"id": "a", "clusters": [[[0, 0], [2, 2]], [[1, 1], [3, 3], [4, 4]], [[6, 6]]]}]
    )
    arguments = ("explain", "gold.jsonl", "pred.jsonl", "--task", "coref", "-m", "blanc")
    assert command(*arguments).out.splitlines()[1:3] == [
        "  coreference      precision 50.00  recall 50.00  f1 50.00  (2 right, 2 missed, 2 spurious)",
        "  non-coreference  precision 36.36  recall 36.36  f1 36.36  (4 right, 7 missed, 7 spurious)",
    ]
    (item,) = command(*arguments, "-f", "json").json
    assert item["parts"]["non-coreference"] == {
        "right": 4, "missed": 7, "spurious": 7, "precision": 4 / 11, "recall": 4 / 11, "f1": 4 / 11,
    }  # fmt: skip
    assert "parts" not in command(*arguments[:-1], "b3", "-f", "json").json[0]


def test_an_id_known_in_part(command, folder):
    for side in ("one", "two"):
        folder.write(f"{side}/news-7.jsonl", lines(PRED))
    error = command("explain", "one", "two", "--id", "news-7").err
    assert "did you mean news-7.jsonl:a, news-7.jsonl:b" in error
    assert "the ids are a, b" in command("explain", "gold.jsonl", "pred.jsonl", "--id", "zz").err


@pytest.mark.parametrize(
    "metric", ["muc", "b3", "ceaf-m", "ceaf-e", "lea", "blanc", "mor", "mentions", "zeros"]
)
def test_no_arithmetic_about_parts_that_do_not_count_one(command, tmp_path, metric):
    """Finding one missed entity may add several links, words or mentions: no gain is claimed."""
    for name, clusters in (
        ("gold", "[[[0, 0], [1, 1], [2, 2]], [[4, 4], [5, 5]]]"),
        ("pred", "[[[0, 0], [1, 1]]]"),
    ):
        words = '["a", "b", "c", "d", "e", "f"]'
        (tmp_path / f"{name}.jsonl").write_text(f'{{"id": "d", "tokens": {words}, "clusters": {clusters}}}\n')
    result = command(
        "explain", tmp_path / "gold.jsonl", tmp_path / "pred.jsonl", "--task", "coref", "-m", metric
    )
    assert result.status == 0
    assert "F1." not in result.out
    assert "F1 +" not in result.out


def test_what_one_triple_is_worth(command, tmp_path):
    """The gain that is claimed is the one that adding the triple gives."""
    graphs = {
        "gold": "(b / bark-01 :ARG0 (d / dog) :ARG2 (c / cat))",
        "pred": "(b / bark-01 :ARG0 (d / dog) :ARG1 (c / cat))",
        "more": "(b / bark-01 :ARG0 (d / dog) :ARG1 (c / cat) :ARG2 c)",
    }
    for name, graph in graphs.items():
        (tmp_path / f"{name}.amr").write_text(f"# ::id s\n{graph}\n")

    def f1(name):
        files = (tmp_path / "gold.amr", tmp_path / f"{name}.amr")
        result = command("score", *files, "--task", "amr", "-m", "smatch", "-f", "json")
        return json.loads(result.out)["scores"]["smatch"]["f1"]

    result = command("explain", tmp_path / "gold.amr", tmp_path / "pred.amr", "--task", "amr", "-m", "smatch")
    assert f"One more matching triple adds {100 * (f1('more') - f1('pred')):.2f} F1." in result.out


def test_errors_only(command, folder):
    everything = command("explain", folder.gold, folder.pred, "-m", "span").out
    errors = command("explain", folder.gold, folder.pred, "-m", "span", "--errors-only").out
    assert any(line.startswith("  = ") for line in everything.splitlines())
    assert not any(line.startswith("  = ") for line in errors.splitlines())
    assert {line for line in everything.splitlines() if line[:4] in ("  - ", "  + ")} <= set(
        errors.splitlines()
    )
    data = json.loads(
        command("explain", folder.gold, folder.pred, "-m", "span", "--errors-only", "-f", "json").out
    )
    assert all(item["alignment"]["missed"] or item["alignment"]["spurious"] for item in data)


INVOICES = [
    {"id": "1", "value": {"rows": [{"sku": "A", "qty": 2}, {"sku": "B", "qty": 5}], "total": 3}},
    {"id": "2", "value": {"rows": [{"sku": "A", "qty": 2}], "total": 3}},
]


def test_errors_only_of_documents(command, folder):
    wrong = [{"id": "1", "value": {"rows": [{"sku": "A", "qty": 2}, {"sku": "B", "qty": 6}], "total": 3}}]
    folder.write("docs.jsonl", lines(INVOICES))
    folder.write("wrong.jsonl", lines(wrong + INVOICES[1:]))
    arguments = (
        "explain",
        "docs.jsonl",
        "wrong.jsonl",
        "--task",
        "json",
        "-m",
        "leaf",
        "--errors-only",
        "--quiet",
    )
    for weight in ((), ("--weight", "total=3")):
        assert command(*arguments, *weight).out.splitlines()[1:] == [
            "  ≈ rows[1]  1 of 2",
            "    ≠ qty 5  ←  6",
            "  1 wrong value: rows[].qty",
        ]
    (item,) = command(*arguments, "-f", "json").json
    assert item["alignment"]["matched"][0]["inner"] == {
        "": {
            "matched": [{"gold": "qty 5", "pred": "6", "credit": 0.0, "kind": "wrong"}],
            "missed": [],
            "spurious": [],
        }
    }


def test_long_values(command, folder):
    same = "The quick brown fox jumps over the lazy dog. " * 3
    folder.write("docs.jsonl", lines([{"id": "1", "value": {"a": f"{same}One.", "b": [same], "c": 1}}]))
    folder.write("wrong.jsonl", lines([{"id": "1", "value": {"a": f"{same}Two.", "c": 1}}]))
    arguments = ("explain", "docs.jsonl", "wrong.jsonl", "--task", "json", "-m", "leaf", "--quiet")
    shown = command(*arguments).out
    assert "  ≠ a …over the lazy dog. One.  ←  …over the lazy dog. Two.\n" in shown
    assert "  - b[0]  The quick brown fox jumps over the lazy dog. The quick brow…\n" in shown
    alignment = command(*arguments, "-f", "json").json[0]["alignment"]
    assert alignment["matched"][0]["gold"] == f"a {same}One."
    assert alignment["matched"][0]["pred"] == f"{same}Two."
    assert alignment["missed"] == [f"b[0]  {same.strip()}"]


def test_an_empty_prediction_is_one_line(command, folder):
    folder.write("docs.jsonl", lines([{"id": "1", "value": {"rows": [f"r{i}" for i in range(30)]}}]))
    folder.write("none.jsonl", lines([{"id": "1", "value": {}}]))
    arguments = ("explain", "docs.jsonl", "none.jsonl", "--task", "json", "-m", "leaf", "--quiet")
    assert command(*arguments).out.splitlines()[1:] == [
        "  - everything: the prediction is empty; -f json lists the 30 missed parts",
        "  30 missing values: rows[]",
    ]
    assert len(command(*arguments, "-f", "json").json[0]["alignment"]["missed"]) == 30


def test_a_prediction_without_items_is_not_empty(command, folder):
    rows = {"rows": [f"r{i}" for i in range(30)], "name": "x"}
    folder.write("docs.jsonl", lines([{"id": "1", "value": rows}]))
    folder.write("name.jsonl", lines([{"id": "1", "value": {"name": "x"}}]))
    arguments = ("explain", "docs.jsonl", "name.jsonl", "--task", "json", "-m", "item", "--errors-only")
    assert command(*arguments).out.count("  - rows[") == 30


def test_many_kinds_of_errors_are_a_list(command, folder):
    values = dict.fromkeys("abcdef", 1)
    folder.write("docs.jsonl", lines([{"id": str(i), "value": values} for i in range(2)]))
    wrong = [{"id": "0", "value": dict.fromkeys("abcdef", 2)}, {"id": "1", "value": {**values, "f": 3}}]
    folder.write("wrong.jsonl", lines(wrong))
    out = command("explain", "docs.jsonl", "wrong.jsonl", "--task", "json", "-m", "leaf", "--quiet").out
    assert out.endswith(
        "\nleaf, 2 items:\n  2 wrong values: f\n" + "".join(f"  1 wrong value: {name}\n" for name in "abcde")
    )


def test_no_errors(command, folder):
    assert command("explain", folder.gold, folder.gold, "-m", "span", "--errors-only").out == "no errors\n"


def test_errors_of_graphs_by_kind_with_the_concepts_of_variables(command, folder):
    folder.write("gold.amr", "(w / want-01 :ARG0 (b / boy))\n\n(s / sing-01 :ARG0 (b / boy))\n")
    folder.write("pred.amr", "(w / want-02 :ARG0 (b / boy))\n\n(s / sing-01 :ARG1 (b / boy))\n")
    out = command("explain", "gold.amr", "pred.amr", "-m", "smatch", "--errors-only", "--quiet").out
    assert "  - s/sing-01 :arg0 b/boy\n" in out
    assert out.endswith("smatch, 2 items: 1 wrong sense, 1 relabelled relation\n")


def test_an_alignment_prints_as_the_command_shows_it():
    alignment = (
        ts.score("(w / want-01)", "(w / want-02)", metrics="smatch", task="amr")["smatch"].items[0].alignment
    )
    assert "- w / want-01\n+ w / want-02\n1 wrong sense" in str(alignment)


UMR = tasks()["umr"].example
AMR = tasks()["amr"].example


def test_one_sentence_of_a_document(command):
    whole = command("explain", *UMR, "-m", "ancast++").out
    by_number = command("explain", *UMR, "-m", "ancast++", "--sentence", "1").out
    assert by_number == command("explain", *UMR, "-m", "ancast++", "--sentence", "harbour-1").out
    assert by_number.splitlines()[0] == whole.splitlines()[0]
    assert "s1l/leave-11 :arg1 s1h/harbour" in by_number
    assert "s3p/person :quant" in whole
    assert "s3p/person :quant" not in by_number


def test_a_sentence_that_is_not_there(command):
    result = command("explain", *UMR, "--sentence", "9")
    assert result.status == 2
    assert "unknown sentence '9'; the sentences are harbour-1, harbour-2, harbour-3, 1, 2, 3" in result.err
    result = command("explain", *AMR, "--sentence", "1")
    assert result.status == 2
    assert "these items are not divided into sentences" in result.err


def test_the_alignment_of_nodes(command):
    result = command("explain", *AMR, "-m", "ancast.concept", "--nodes", "--worst", "1")
    assert result.out.endswith(
        "  nodes:\n"
        "    w/want-01 ↔ w/want-01  1.0000  anchor\n"
        "    b/boy ↔ b/boy  1.0000  anchor\n"
        "    b2/believe-01 ↔ b2/believe-01  1.0000  anchor\n"
        "    g/girl ↔ g/girl  1.0000  anchor\n"
        "    – ↔ h/he\n"
    )
    rounds = command("explain", *AMR, "-m", "ancast.concept", "--rounds", "--worst", "1").out
    assert rounds.endswith("    g/girl ↔ g/girl  1.0000\n  nodes, without partner:\n    – ↔ h/he\n")
    data = command("explain", *AMR, "-m", "smatch", "--nodes", "-f", "json").json
    assert {"gold": "w/want-01", "pred": "w/want-01"} in data[0]["nodes"]
    assert "nodes" not in command("explain", *AMR, "-m", "smatch", "-f", "json").json[0]
