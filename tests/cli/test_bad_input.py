"""Bad input: every problem with its place, exit status 3, no score; and what skip and zero make of it."""

import gzip
import json
import os
import random

import pytest
from tests.cli.conftest import GOLD, PRED, lines, span

COREF = '{"id": "a", "clusters": [[[0, 0], [2, 2]]]}\n'


def places(result):
    """The places of all problems on standard error."""
    return [line.split(": ")[0] for line in result.err.splitlines() if not line.startswith(" ")][:-1]


def refused(result):
    assert result.status == 3, result.err
    assert result.out == ""
    assert "Traceback" not in result.err
    assert result.err.splitlines()[-1].endswith("; nothing was scored")
    return places(result)


def test_every_problem_is_listed_once_with_its_place(command, folder):
    bad = folder.write(
        "bad.jsonl",
        '{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]\n'
        '{"id": "b", "spans": [{"type": 3, "span": [0, "x"]}]}\n'
        '{"id": "c", "spans": [{"span": [0, 1]}], "spanz": 1}\n'
        "this is not JSON\n",
    )
    # The last line has no id that could be read: that is why d has no partner. No message of its own for it.
    wanted = [
        "bad.jsonl:1:54",
        "bad.jsonl:2:32",
        "bad.jsonl:2:47",
        "bad.jsonl:3:23",
        "bad.jsonl:3:42",
        "bad.jsonl:4:1",
    ]
    result = command("score", "gold.jsonl", bad.name)
    assert refused(result) == wanted
    assert "6 problems" in result.err
    assert refused(command("score", "gold.jsonl", bad.name, "--jobs", 2)) == wanted


def test_the_line_and_a_caret_are_shown(command, folder):
    folder.write("bad.jsonl", '{"id": "a", "spans": [{"type": 3, "span": [0, 1]}]}\n' + lines(GOLD[1:]))
    _, line, caret, *_ = command("score", "gold.jsonl", "bad.jsonl").err.splitlines()
    assert line[caret.index("^")] == "3"


def test_ids_that_do_not_pair(command, folder):
    folder.write("ids.jsonl", [PRED[0], PRED[0], {"spans": []}, {**PRED[3], "id": "e"}])
    result = command("score", "gold.jsonl", "ids.jsonl")
    assert sorted(refused(result)) == [f"{name}.jsonl:{n}:1" for name in ("gold", "ids") for n in (2, 3, 4)]
    assert "an earlier item has the same id (item a)" in result.err
    assert "has no id" in result.err
    assert "missing from gold.jsonl (item e)" in result.err
    assert command("score", "gold.jsonl", "ids.jsonl", "--match-by", "order", "-m", "span").status == 0


def test_of_many_items_without_a_partner_a_few_are_shown(command, folder):
    folder.write("golds.jsonl", [{"id": f"g{n}", "spans": []} for n in range(400)])
    folder.write("preds.jsonl", [{"id": f"p{n}", "spans": []} for n in range(400)])
    result = command("score", "golds.jsonl", "preds.jsonl", "--task", "spans")
    assert refused(result)[:4] == ["golds.jsonl:1:1", "golds.jsonl:2:1", "golds.jsonl:3:1", "preds.jsonl:1:1"]
    assert "golds.jsonl: this item is missing from preds.jsonl: 397 more items like this" in result.err
    assert "preds.jsonl: this item is missing from golds.jsonl: 397 more items like this" in result.err
    assert result.err.splitlines()[-1] == "800 problems; nothing was scored"
    assert len(result.err.splitlines()) < 30
    assert "both files have the same number of items: --match-by order" in result.err


def test_items_are_not_to_be_paired_by_order_where_one_side_has_more(command, folder):
    folder.write("golds.jsonl", [{"id": f"g{n}", "spans": []} for n in range(4)])
    folder.write("preds.jsonl", [{"id": f"p{n}", "spans": []} for n in range(3)])
    assert "--match-by" not in command("score", "golds.jsonl", "preds.jsonl", "--task", "spans").err


@pytest.mark.parametrize("place", [0, 1, 3])
def test_an_item_without_id_among_items_with_ids(command, folder, place):
    items = [dict(item) for item in PRED]
    del items[place]["id"]
    folder.write("one.jsonl", items)
    # The gold of that item is not called missing: it is clear which one it is.
    for policy in ("fail", "skip", "zero"):
        result = command("score", "gold.jsonl", "one.jsonl", "--on-error", policy)
        assert refused(result) == [f"one.jsonl:{place + 1}:1"]


def test_items_without_ids_go_by_order(command, folder):
    without = folder.write("without.jsonl", [{"spans": item["spans"]} for item in PRED])
    scores = command("score", "gold.jsonl", without, "-f", "json").json["scores"]
    assert scores == command("score", "gold.jsonl", "pred.jsonl", "-f", "json").json["scores"]
    late = [{"spans": []}] * 70 + [{"id": "late", "spans": []}]
    folder.write("late.jsonl", late)
    assert refused(command("score", "late.jsonl", "late.jsonl", "--task", "spans")) == ["late.jsonl:71:1"]


def test_fewer_items_in_order_is_said_once(command, folder):
    folder.write("long.jsonl", [{"spans": []}] * 9)
    folder.write("short.jsonl", [{"spans": []}] * 3)
    both = ("--task", "spans")
    assert refused(command("score", "long.jsonl", "short.jsonl", *both)) == ["long.jsonl:4:1"]
    assert refused(command("score", "short.jsonl", "long.jsonl", *both)) == ["long.jsonl:4:1"]
    zeroed = command("score", "long.jsonl", "short.jsonl", *both, "--on-error", "zero", "-f", "json")
    assert (zeroed.json["items"], zeroed.json["zeroed"]) == (9, 6)
    assert command("score", "short.jsonl", "long.jsonl", *both, "--on-error", "zero").status == 3
    assert command("score", "long.jsonl", "short.jsonl", *both, "--on-error", "skip").status == 3


def test_empty_files(command, folder):
    folder.write("empty.jsonl", "")
    folder.write("blank.jsonl", "\n  \n\n")
    for name in ("empty.jsonl", "blank.jsonl"):
        assert refused(command("score", "gold.jsonl", name)) == [f"{name}:1:1"]
        assert refused(command("score", name, "pred.jsonl")) == [f"{name}:1:1"]
        assert refused(command("score", name, name)) == [f"{name}:1:1"]
        assert refused(command("score", name, name, "--task", "spans")) == [f"{name}:1:1"]
        assert refused(command("score", "gold.jsonl", name, "--on-error", "skip")) == [f"{name}:1:1"]
    nothing = command("score", "gold.jsonl", "empty.jsonl", "--on-error", "zero", "-f", "json", "-m", "span")
    assert nothing.json["zeroed"] == 4
    assert nothing.json["scores"]["span"]["recall"] == 0


def test_binary_and_other_encodings(command, folder):
    noise = random.Random(1).randbytes(4000)
    folder.write("noise.jsonl", noise)
    folder.write("utf16.jsonl", lines(PRED).encode("utf-16"))
    folder.write("latin.jsonl", lines(PRED).replace("PER", "PERSÖN").encode("latin-1"))
    for policy in ("fail", "skip", "zero"):
        assert refused(command("score", "gold.jsonl", "noise.jsonl", "--on-error", policy)) == [
            "noise.jsonl:1:1"
        ]
        assert refused(command("score", "gold.jsonl", "utf16.jsonl", "--on-error", policy)) == [
            "utf16.jsonl:1:1"
        ]
    assert refused(command("score", "noise.jsonl", "noise.jsonl")) == ["noise.jsonl:1:1"]
    assert refused(command("score", "gold.jsonl", "latin.jsonl"))[0].startswith("latin.jsonl:1:")


def test_a_file_of_another_task(command, folder):
    folder.write("coref.jsonl", COREF)
    for policy in ("fail", "skip", "zero"):
        result = command("score", "gold.jsonl", "coref.jsonl", "--on-error", policy)
        assert refused(result) == ["coref.jsonl:1:1"]
    assert "expected a file of the task spans, but this is a file of the task coref" in result.err
    assert refused(command("score", "coref.jsonl", "coref.jsonl", "--task", "spans")) == ["coref.jsonl:1:1"]
    folder.write("graph.amr", "# ::id a\n(w / want-01\n  :ARG0 (b / boy)\n  :ARG1 (g / go-02))\n")
    found = refused(command("score", "gold.jsonl", "graph.amr"))
    assert found[0] == "graph.amr:1:1"
    assert all(place.startswith("graph.amr:") for place in found)
    folder.write("prose.txt", "once upon a time\n")
    asked = command("score", "prose.txt", "prose.txt")
    assert asked.status == 2
    assert "pass --task with one of" in asked.err


def test_a_json_list_instead_of_lines(command, folder):
    folder.write("list.json", json.dumps(PRED))
    for policy in ("fail", "skip", "zero"):
        result = command("score", "gold.jsonl", "list.json", "--on-error", policy)
        assert refused(result) == ["list.json:1:1"]
    assert "jq" in result.err


def test_paths_that_lead_nowhere(command, folder):
    (folder.path / "folder").mkdir()
    assert refused(command("score", "no", "none")) == ["no", "none"]
    assert refused(command("score", "gold.jsonl", "folder")) == ["folder"]
    assert refused(command("score", "folder", "gold.jsonl")) == ["folder"]
    assert refused(command("score", "folder", "folder")) == ["folder"]
    assert refused(command("score", "x" * 5000, "gold.jsonl"))
    assert command("score", "-", "-").status == 2
    assert command("score", "", "gold.jsonl").status == 2


def test_directories_need_partners(command, folder):
    for name in ("gold/a.jsonl", "gold/b.jsonl", "pred/b.jsonl", "pred/sub/c.jsonl"):
        folder.write(name, GOLD)
    assert refused(command("score", "gold", "pred")) == ["gold/a.jsonl", "pred/sub/c.jsonl"]


def test_directories(command, folder):
    columns = "Bonn B-LOC\nlies O\n\nAnn B-PER\n"
    folder.write("gold/a.jsonl", GOLD)
    folder.write("gold/sub/b.conll", columns)
    folder.write("gold/.hidden", "not looked at")
    folder.write("pred/a.jsonl", PRED)
    folder.write("pred/sub/b.conll", columns)
    output = command("score", "gold", "pred", "--items", "-f", "json", "-m", "span").json
    names = [item["id"] for item in output["per_item"]]
    assert names == ["a.jsonl:a", "a.jsonl:b", "a.jsonl:c", "a.jsonl:d", "sub/b.conll:1", "sub/b.conll:2"]
    assert output["scores"]["span"]["matched"] == 4.0
    folder.write("pred/a.jsonl", lines(PRED[:2]) + "nonsense\n" + lines(PRED[3:]))
    assert refused(command("score", "gold", "pred")) == ["pred/a.jsonl:3:1"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(command, folder):
    folder.pred.chmod(0)
    assert refused(command("score", "gold.jsonl", "pred.jsonl")) == ["pred.jsonl"]


def test_damaged_archives(command, folder):
    whole = gzip.compress(lines(PRED * 500).encode())
    folder.write("cut.jsonl.gz", whole[: len(whole) // 2])
    folder.write("late.jsonl.gz", whole[:-200] + bytes(200))
    folder.write("plain.jsonl.gz", lines(PRED))
    for name in ("cut.jsonl.gz", "plain.jsonl.gz", "late.jsonl.gz"):
        result = command("score", "gold.jsonl", name)
        assert result.status == 3, result.err
        assert "cannot read the file" in result.err
    folder.write("good.jsonl.gz", gzip.compress(lines(PRED).encode()))
    assert command("score", "gold.jsonl", "good.jsonl.gz").status == 0


def test_a_file_that_cannot_be_read_on(command, folder):
    # Larger than the beginning that is looked at first, so that it breaks in the middle of the run.
    many = [{"id": str(number), "spans": [span("PER", number, number)]} for number in range(12_000)]
    folder.write("many.jsonl", many)
    whole = gzip.compress(lines(many).encode())
    folder.write("many.jsonl.gz", whole[: len(whole) * 2 // 3])
    for policy in ("fail", "skip"):
        result = command("score", "many.jsonl", "many.jsonl.gz", "--on-error", policy, "-m", "span")
        assert result.status == 3
        assert "cannot read the file" in result.err


def test_huge_numbers_of_problems_are_counted(command, folder):
    folder.write("bad.jsonl", "x\n" * 10_500)
    folder.write("good.jsonl", [{"spans": []}] * 10_500)
    result = command("score", "good.jsonl", "bad.jsonl", "--task", "spans")
    assert result.err.splitlines()[-2:] == ["… and 500 more", "10500 problems; nothing was scored"]


def test_skip_leaves_an_item_out_of_both_sides(command, folder):
    folder.write("bad.jsonl", lines(PRED[:1]) + '{"id": "b", "spans": 3}\n' + "nonsense\n" + lines(PRED[3:]))
    result = command("score", "gold.jsonl", "bad.jsonl", "--on-error", "skip", "-f", "json", "-m", "span")
    assert result.status == 0
    # b and c are out: of a, one of two spans is right.
    assert (result.json["items"], result.json["skipped"], result.json["zeroed"]) == (2, 2, 0)
    counts = result.json["scores"]["span"]
    assert (counts["matched"], counts["pred_total"], counts["gold_total"]) == (1, 2, 2)
    assert "note: 2 items left out of both sides" in result.err
    assert "warning: bad.jsonl:2:" in result.err
    quiet = command("score", "gold.jsonl", "bad.jsonl", "--on-error", "skip", "--quiet")
    assert quiet.err == ""
    # A malformed gold item is left out in the same way.
    swapped = command("score", "bad.jsonl", "gold.jsonl", "--on-error", "skip", "-f", "json")
    assert (swapped.json["items"], swapped.json["skipped"]) == (2, 2)


def test_zero_counts_a_bad_prediction_as_empty(command, folder):
    folder.write("bad.jsonl", lines(PRED[:1]) + '{"id": "c", "spans": 3}\n' + "nonsense\n")
    arguments = ("score", "gold.jsonl", "bad.jsonl", "--on-error", "zero", "-m", "span", "--items", "-f")
    output = command(*arguments, "json").json
    # c is malformed; b and d are missing, and one line could be either of them.
    assert (output["items"], output["skipped"], output["zeroed"]) == (4, 1, 3)
    counts = output["scores"]["span"]
    assert (counts["matched"], counts["pred_total"], counts["gold_total"]) == (1, 2, 4)
    assert {item["id"] for item in output["per_item"] if item.get("zeroed")} == {"b", "c", "d"}


def test_zero_does_not_forgive_bad_gold_or_unknown_predictions(command, folder):
    folder.write("bad.jsonl", '{"id": "a", "spans": 3}\n' + lines(GOLD[1:]))
    assert command("score", "bad.jsonl", "pred.jsonl", "--on-error", "zero").status == 3
    folder.write("more.jsonl", [*PRED, {"id": "z", "spans": []}])
    assert refused(command("score", "gold.jsonl", "more.jsonl", "--on-error", "zero")) == ["more.jsonl:5:1"]


def test_nothing_left_after_skip(command, folder):
    folder.write("bad.jsonl", "".join(f'{{"id": "{name}", "clusters": 3}}\n' for name in "ab"))
    folder.write("coref.jsonl", COREF + COREF.replace('"a"', '"b"'))
    for style in ("text", "json", "jsonl", "csv", "markdown", "latex"):
        result = command("score", "coref.jsonl", "bad.jsonl", "--on-error", "skip", "--items", "-f", style)
        assert result.status == 0, result.err
    assert (
        command("score", "coref.jsonl", "bad.jsonl", "--on-error", "skip", "-f", "json").json["skipped"] == 2
    )


@pytest.mark.parametrize("style", ["text", "json", "jsonl", "csv", "markdown", "latex"])
def test_every_output_states_what_was_skipped_and_zeroed(command, folder, style):
    folder.write("bad.jsonl", '{"id": "a", "spans": 3}\n' + lines(PRED[1:]))
    skipped = command("score", "gold.jsonl", "bad.jsonl", "--on-error", "skip", "-f", style, "-m", "span").out
    zeroed = command("score", "gold.jsonl", "bad.jsonl", "--on-error", "zero", "-f", style, "-m", "span").out
    if style in ("json", "jsonl"):
        assert '"skipped": 1' in skipped
        assert '"zeroed": 1' in zeroed
    elif style == "csv":
        header, row = skipped.splitlines()
        assert header.endswith(",items,skipped,zeroed")
        assert row.endswith(",3,1,0")
        assert zeroed.splitlines()[1].endswith(",4,0,1")
    else:
        assert "1 skipped" in skipped
        assert "1 counted as empty" in zeroed


def test_warnings_are_shown_but_do_not_stop(command, folder):
    folder.write("twice.jsonl", '{"id": "a", "clusters": [[[0, 0], [2, 2], [2, 2]]]}\n')
    folder.write("coref.jsonl", COREF)
    result = command("score", "coref.jsonl", "twice.jsonl", "-m", "muc")
    assert result.status == 0
    assert result.err.startswith("warning: twice.jsonl:1:1: ")
    assert command("score", "coref.jsonl", "twice.jsonl", "-m", "muc", "--quiet").err == ""


def test_many_warnings_are_cut_short(command, folder):
    many = [{"id": str(number), "clusters": [[[0, 0], [2, 2], [2, 2]]]} for number in range(30)]
    folder.write("many.jsonl", many)
    result = command("score", "many.jsonl", "many.jsonl", "-m", "muc")
    *warnings, signature = result.err.splitlines()
    assert len(warnings) == 4
    assert "tallystick check --all lists them" in result.err
    assert signature.startswith("signature: ")


def test_standard_input_and_pipes(command, folder):
    text = lines(PRED)
    wanted = command("score", "gold.jsonl", "pred.jsonl", "-f", "json").json["scores"]
    assert command("score", "gold.jsonl", "-", "-f", "json", stdin=text).json["scores"] == wanted
    assert command("score", "-", "pred.jsonl", "-f", "json", stdin=lines(GOLD)).json["scores"] == wanted
    bad = command("score", "gold.jsonl", "-", stdin=text + "nonsense\n")
    assert refused(bad) == ["<stdin>:5:1"]
    assert refused(command("score", "gold.jsonl", "-", stdin="")) == ["<stdin>:1:1"]
    columns = "Bonn B-LOC\nlies O\n"
    folder.write("columns.conll", columns)
    assert command("score", "-", "columns.conll", stdin=columns).status == 0


@pytest.mark.parametrize(
    ("text", "place", "looks"),
    [
        ("# newdoc id = d\n# sent_id = 1\n1\ta\ta\tX\t_\n2\tb", "cut:3:1", "CoNLL-U, but has 5 columns"),
        ("# newdoc id = d\n# global.Ent", "cut:1:1", "CoNLL-U, but has no complete line"),
        ("a\tb\nc\td\n", "cut:1:1", "tab-separated columns"),
    ],
)
def test_a_cut_file_of_columns_is_not_called_bad_json(command, folder, text, place, looks):
    folder.write("cut", text)
    result = command("score", "cut", "cut", "--task", "coref")
    assert refused(result) == [place]
    assert "the task coref cannot read this file; its formats are: JSON lines" in result.err
    assert "CoNLL-2012" in result.err
    assert f"hint: it looks like {looks}" in result.err
    assert "not JSON" not in result.err
    assert place in command("check", "cut", "--task", "coref").out


def test_why_no_repair_reads_a_text(command, folder):
    folder.write("docs.jsonl", lines([{"id": str(i), "value": {"a": 1}} for i in range(5)]))
    texts = ['{"a": 1} or {"a": 2}', "no idea", '{"a": 1 "b": 2}', "", '{"a": 1, "a": 2, "a": 3}']
    folder.write("texts.jsonl", lines([{"id": str(i), "output": text} for i, text in enumerate(texts)]))
    arguments = ("score", "docs.jsonl", "texts.jsonl", "--task", "json")
    result = command(*arguments)
    assert result.status == 3
    zero = "; --on-error zero counts it as an empty prediction"
    assert [line.strip() for line in result.err.splitlines() if line.startswith("    hint: ")] == [
        f"hint: this text has different JSON values, and no repair chooses one of them{zero}",
        f"hint: this text contains no JSON list or object{zero}",
        f"hint: no level of --repair can read this text{zero}",
        f"hint: this text contains no JSON list or object{zero}",
        *["hint: --repair lenient can read this text"] * 2,
    ]
    assert result.err.endswith("6 problems in 5 items; nothing was scored\n")
    assert command(*arguments, "--repair", "lenient", "--on-error", "zero").err.count("error: ") == 0


def test_the_hint_about_pairing_is_shown_once(command, folder):
    folder.write("docs.jsonl", lines([{"id": str(i), "value": {"a": 1}} for i in range(3)]))
    folder.write("others.jsonl", lines([{"id": f"x{i}", "value": {"a": 1}} for i in range(2)]))
    result = command("score", "docs.jsonl", "others.jsonl", "--task", "json")
    assert result.err.count("this item is missing from") == 5
    assert result.err.count("hint: ") == 2
