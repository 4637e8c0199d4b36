"""`tallystick compare`."""

import csv
import io
import json

import pytest
from tests.cli.conftest import GOLD, PRED, lines

NONE = [item | {"spans": []} for item in PRED]


@pytest.fixture
def three(folder):
    """A gold of 30 items, and systems that find nothing, some and all of it."""
    gold = [
        {"id": str(n), "spans": [{"type": "PER", "span": [n, n]}], "meta": {"document": str(n // 3)}}
        for n in range(30)
    ]
    folder.write("g.jsonl", gold)
    folder.write("none.jsonl", [item | {"spans": []} for item in gold])
    folder.write("some.jsonl", [item if n % 3 else item | {"spans": []} for n, item in enumerate(gold)])
    folder.write("all.jsonl", gold)
    return ("g.jsonl", "none.jsonl", "some.jsonl", "all.jsonl")


def test_text(command, three):
    done = command("compare", *three, "-m", "span")
    assert done.status == 0
    assert done.err.startswith("signature: span|")
    rows = [line.split() for line in done.out.splitlines()[2:5]]
    assert rows[0] == ["span", "a", "none", "0.00", "0.00–0.00"]
    assert rows[1][:3] == ["b", "some", "80.00ᵃ"]
    assert rows[2][:3] == ["c", "all", "100.00ᵃᵇ"]
    assert rows[2][-3:] == ["30/0/0", "100.00", "0.0003"]
    assert "adjusted by Holm over 3 comparisons; significant: p < 0.05" in done.out
    # The two that differ on ten items have 2^10 ways to exchange, the others more than there are trials.
    assert "10000 trials (1 of 3 exact)" in done.out


def test_json(command, three):
    done = command(
        "compare", *three, "-m", "span", "-f", "json", "--paired-ar", "--paired-bs", "--resamples", 200
    )
    found = done.json
    assert (found["baseline"], found["systems"], found["items"]) == ("none", ["none", "some", "all"], 30)
    assert found["comparisons"] == 3
    metric = found["metrics"]["span"]
    assert metric["systems"]["all"]["better_than"] == ["none", "some"]
    assert metric["systems"]["some"]["f1"] == 0.8
    last = metric["differences"][2]
    assert (last["base"], last["system"], last["better"]) == ("some", "all", "all")
    # Ten items differ, all in favour of one.
    assert last["tests"]["ar"]["p"] == 2 / 2**10
    assert last["tests"]["ar"]["exact"] is True
    assert last["tests"]["bs"]["trials"] == 200
    assert (last["wins"], last["ties"], last["losses"]) == (10, 20, 0)


def test_csv(command, three):
    done = command("compare", *three, "-m", "span", "-f", "csv", "--adjust", "none")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["system"], row["base"]) for row in rows] == [
        ("none", ""), ("some", "none"), ("all", "none"), ("all", "some"),
    ]  # fmt: skip
    assert float(rows[3]["p_ar"]) == float(rows[3]["p_ar_adjusted"]) == 2 / 2**10
    assert (rows[3]["exact_ar"], rows[2]["exact_ar"], rows[0]["exact_ar"]) == ("true", "false", "")


def test_markdown(command, three):
    done = command("compare", *three[:3], "-m", "span", "-f", "markdown")
    assert done.out.startswith(
        "| metric |  | system | F1 | 95 % | difference | 95 % | win/tie/loss | superiority | p |\n"
    )
    assert "|  | b | some | 80.00ᵃ | " in done.out


def test_latex(command, three):
    done = command("compare", *three, "-m", "span", "-f", "latex")
    assert (
        r"c & all & 100.00\textsuperscript{ab} & 100.00--100.00 & $+$100.00 & $+$100.00 to $+$100.00"
        in done.out
    )
    assert done.out.startswith("% spans, 30 items")


def test_negative_signs_in_latex(command, three):
    done = command("compare", three[0], three[3], three[1], "-m", "span", "-f", "latex")
    assert "& $-$100.00 & $-$100.00 to $-$100.00 & 0/0/30" in done.out


def test_every_pair_in_a_table(command, three):
    table = command("compare", *three, "-m", "span", "--pairwise").out.split("\n\n")[1]
    header, _, *rows = table.splitlines()
    assert header.split()[:3] == ["metric", "system", "against"]
    as_json = json.loads(command("compare", *three, "-m", "span", "-f", "json").out)
    pairs = [[each["system"], each["base"]] for each in as_json["metrics"]["span"]["differences"]]
    assert [row.removeprefix("span").split()[:2] for row in rows] == pairs
    assert len(pairs) == 3


def test_pairs_with_the_baseline_only(command, three):
    done = command("compare", *three, "-m", "span", "--pairs", "baseline")
    assert "over 2 comparisons" in done.out
    assert "100.00ᵃ " in done.out


def test_documents(command, three):
    done = command("compare", *three, "-m", "span", "--unit", "document")
    assert "paired approximate randomisation over documents" in done.out
    assert "bootstrap over 10 documents" in done.out


def test_a_seed_decides(command, three):
    first, again, other = (
        command("compare", *three, "--seed", seed, "--resamples", 30).out for seed in (1, 1, 2)
    )
    assert first == again != other


def test_names_and_level(command, three):
    done = command("compare", *three[:3], "-m", "span", "--names", "before,after", "--level", 0.9)
    assert "differences from before" in done.out
    assert "90 %" in done.out
    assert "p < 0.1" in done.out


def test_gold_from_standard_input(command, folder):
    folder.write("none.jsonl", NONE)
    done = command("compare", "-", "none.jsonl", "pred.jsonl", "-m", "span", stdin=lines(GOLD))
    assert done.status == 0
    assert "spans, 4 items" in done.out


def test_gold_from_standard_input_that_is_no_text(command, folder):
    folder.write("none.jsonl", NONE)
    done = command(
        "compare", "-", "none.jsonl", "pred.jsonl", "--task", "spans", stdin='{"id": "a", "spans": [}\n'
    )
    assert done.status == 3
    assert "<stdin>:1:" in done.err


def test_output_to_a_file(command, folder):
    folder.write("none.jsonl", NONE)
    assert command("compare", folder.gold, "none.jsonl", folder.pred, "-f", "json", "-o", "x.json").out == ""
    assert json.loads((folder.path / "x.json").read_text())["task"] == "spans"
    assert command("compare", folder.gold, "none.jsonl", folder.pred, "-o", "none.jsonl").status == 2


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["gold.jsonl", "pred.jsonl"], 2, "pass at least two systems"),
        (["gold.jsonl", "", "pred.jsonl"], 2, "is a shell variable unset?"),
        (["-", "-", "pred.jsonl"], 2, "only one file can be read from standard input"),
        (["gold.jsonl", "no.jsonl", "pred.jsonl"], 3, "no.jsonl: no such file"),
        (["gold.jsonl", "pred.jsonl", "."], 3, "this is a directory, but the other side is a file"),
        (["gold.jsonl", "pred.jsonl", "pred.jsonl", "--names", "a"], 2, "expected 2 different names"),
        (["gold.jsonl", "pred.jsonl", "pred.jsonl", "--level", "95"], 2, "level 95 is not between"),
        (
            ["gold.jsonl", "pred.jsonl", "pred.jsonl", "--unit", "document"],
            2,
            "all items belong to one document",
        ),
        (["gold.jsonl", "pred.jsonl", "pred.jsonl", "--trials", "0"], 2, "--trials"),
        (
            ["gold.jsonl", "pred.jsonl", "pred.jsonl", "-m", "span", "--average", "tokens"],
            2,
            "--average tokens is not available",
        ),
    ],
)
def test_what_goes_wrong(command, folder, arguments, status, message):
    done = command("compare", *arguments)
    assert (done.status, done.out) == (status, "")
    assert message in done.err


def test_other_ids(command, folder):
    folder.write("other.jsonl", [PRED[0] | {"id": "x"}, *PRED[1:]])
    done = command("compare", "gold.jsonl", "pred.jsonl", "other.jsonl")
    assert done.status == 3
    assert "this item is missing from other.jsonl (item a)" in done.err
    assert "this item is missing from gold.jsonl (item x)" in done.err


def test_skipped_items_are_stated(command, folder):
    folder.write("broken.jsonl", [{"id": "a", "spans": 1}, *PRED[1:]])
    done = command("compare", "gold.jsonl", "pred.jsonl", "broken.jsonl", "-m", "span", "--on-error", "skip")
    assert "spans, 3 items" in done.out
    assert (
        "pred: 1 item left out (missing or incomplete in another system)\nbroken: 1 item skipped" in done.out
    )
    assert "broken.jsonl:1:" in done.err
    found = command(
        "compare", "gold.jsonl", "pred.jsonl", "broken.jsonl", "--on-error", "skip", "-f", "json"
    ).json
    assert found["coverage"]["pred"] == {"items": 4, "skipped": 0, "zeroed": 0, "left_out": 1}


def test_help(command):
    done = command("compare", "--help")
    assert "tallystick compare gold.jsonl base.jsonl new.jsonl" in done.out
    assert "--paired-ar" in done.out


def test_few_items_cannot_show_much(command, folder):
    for size, said in ((4, "0.1250; no difference can be significant"), (6, "0.0312"), (9, None)):
        gold = [{"id": str(n), "spans": [{"type": "PER", "span": [n, n]}]} for n in range(size)]
        folder.write("g.jsonl", gold)
        folder.write("none.jsonl", [item | {"spans": []} for item in gold])
        out = command("compare", "g.jsonl", "none.jsonl", "g.jsonl", "-m", "span").out
        told = [line for line in out.splitlines() if "cannot give" in line]
        assert told == [f"randomisation over {size} items cannot give a p below {said}"] * bool(said)
    folder.write("half.jsonl", [item if n < 2 else item | {"spans": []} for n, item in enumerate(gold[:6])])
    folder.write("g.jsonl", gold[:6])
    folder.write("none.jsonl", [item | {"spans": []} for item in gold[:6]])
    out = command("compare", "g.jsonl", "none.jsonl", "half.jsonl", "g.jsonl", "-m", "span").out
    assert (
        "randomisation over 6 items cannot give a p below 0.0312, or 0.0938 if adjusted over 3 comparisons; "
        "no difference can be significant\n"
    ) in out


def test_groups_of_the_first_metric_unless_metrics_are_named(command, folder):
    folder.write("docs.jsonl", lines([{"id": str(n), "value": {"a": n, "b": 1}} for n in range(4)]))
    folder.write("x.jsonl", lines([{"id": str(n), "value": {"a": n, "b": 2}} for n in range(4)]))
    arguments = ("compare", "docs.jsonl", "x.jsonl", "docs.jsonl", "--task", "json", "--by", "field")
    result = command(*arguments)
    heads = [line.split()[:2] for line in result.out.splitlines() if line.startswith(("leaf", "key", "item"))]
    whole = [["leaf", "all"], ["leaf-exact", "all"], ["key", "all"], ["item", "all"]]
    assert heads == [*whole, ["leaf", "a"], ["leaf", "b"]]
    assert "rows by field are of leaf; -m chooses other metrics, JSON and CSV have all\n" in result.out
    named = command(*arguments, "-m", "leaf,key").out
    assert [line.split()[:2] for line in named.splitlines() if line.startswith("key")] == [
        ["key", "all"],
        ["key", "a"],
        ["key", "b"],
    ]
    assert set(command(*arguments, "-f", "json").json["by"]["field"]["a"]) >= {"leaf", "key"}


def test_names_are_no_part_of_paths(command, three):
    result = command("compare", three[0], three[1], f"new={three[2]}")
    assert result.status == 3
    assert "new=some.jsonl: no such file or directory\n" in result.err
    assert "hint: write some.jsonl, and give names to systems by --names new,…\n" in result.err
