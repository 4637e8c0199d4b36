"""``tallystick score``: every documented option, the outputs, the JSON contract."""

import csv
import io
import json
import re

import pytest
from tests.cli.conftest import GOLD, lines, span

import tallystick as ts
from tallystick.registry import tasks

# GOLD and PRED are in conftest. By hand, matched/pred/gold: a 1/2/2, b 0/0/1, c 1/2/1, d 0/0/0; all 2/4/4.


def example(name):
    task = tasks()[name]
    options = [part for key, value in task.example_options.items() for part in (f"--{key}", value)]
    return [*task.example, "--task", name, *options]


@pytest.mark.parametrize("name", list(tasks()))
def test_every_task(command, name):
    result = command("score", *example(name), "-f", "json", "--items")
    assert result.status == 0, result.err
    output = result.json
    assert list(output) == [
        "tallystick",
        "task",
        "signature",
        "items",
        "skipped",
        "zeroed",
        "scores",
        "warnings",
        # The example of spans has no tags to count.
        *(["coverage"] if tasks()[name].coverage and name != "spans" else []),
        *(["notes"] if tasks()[name].notes else []),
        "per_item",
    ]
    assert output["tallystick"] == ts.__version__
    assert output["task"] == name
    standard = {metric.name for metric in tasks()[name].standard_set}
    assert set(output["scores"]) == set(output["signature"]) <= standard
    unseen = standard - set(output["scores"])
    if unseen:  # what the files do not have (zeros, bridging) stays out unless it is asked for
        asked = command("score", *example(name), "-f", "json", "-m", ",".join(unseen)).json["scores"]
        assert set(asked) == unseen
        parts = [part for score in asked.values() for part in score.get("parts", {"": score}).values()]
        assert all(part["gold_total"] == part["pred_total"] == 0 for part in parts)
    assert len(output["per_item"]) == output["items"]
    for item in output["per_item"]:
        for scores in item["scores"].values():
            assert isinstance(scores["optimal"], bool)
    inferred = command("score", *example(name)[:2], *example(name)[4:], "-f", "json", "--items")
    assert inferred.json == output


def test_the_json_contract(command, folder):
    output = command("score", "gold.jsonl", "pred.jsonl", "-m", "span", "-f", "json", "--items").json
    half = {"precision": 0.5, "recall": 0.5, "f1": 0.5}
    counts = {"matched": 2.0, "pred_total": 4.0, "gold_total": 4.0}
    assert output["scores"] == {"span": half | counts | {"optimal": 4}}
    assert (output["items"], output["skipped"], output["zeroed"]) == (4, 0, 0)
    first, *_, last = output["per_item"]
    counts = {"matched": 1.0, "pred_total": 2.0, "gold_total": 2.0}
    assert first == {"id": "a", "scores": {"span": half | counts | {"optimal": True}}}
    nothing = {
        "precision": None,
        "recall": None,
        "f1": None,
        "matched": 0.0,
        "pred_total": 0.0,
        "gold_total": 0.0,
    }
    assert last == {"id": "d", "scores": {"span": nothing | {"optimal": True}}}
    assert output["signature"]["span"].startswith(
        "span|type-credit:exact|type-separator:.|tags:auto|scheme:any|average:micro|undefined:null|on-error:fail|"
    )


def test_matches_of_two_sides_and_parts(command):
    output = command("score", *example("coref"), "-f", "json").json["scores"]
    assert {"matched_pred", "matched_gold"} <= set(output["b3"])
    assert "matched" not in output["b3"]
    assert "matched" in output["ceaf-e"]
    assert set(output["conll"]) == {"f1", "parts", "optimal"}
    assert set(output["conll"]["parts"]) == {"muc", "b3", "ceaf-e"}


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        (["-m", "span", "-m", "span-type"], ["span", "span-type"]),
        (["-m", "span,span-type"], ["span", "span-type"]),
        (["-m", " span , span-type "], ["span", "span-type"]),
        (["-m", "span-*"], ["span-boundary", "span-partial", "span-type"]),
        (["-m", "span,span"], ["span"]),
        ([], ["span", "span-boundary", "span-partial", "span-type"]),
    ],
)
def test_metrics_are_chosen(command, folder, asked, keys):
    assert list(command("score", "gold.jsonl", "pred.jsonl", *asked, "-f", "json").json["scores"]) == keys


def test_parameters_in_parentheses_and_as_options(command):
    both = "ceaf-rme(phi=3,recall=literal)"
    output = command("score", *example("roles"), "-m", f"{both},ceaf-ree(phi=4)", "-f", "json").json
    assert list(output["scores"]) == [both, "ceaf-ree(phi=4)"]
    options = ("--phi", "3", "--recall", "literal", "-m", "ceaf-rme")
    assert (
        command("score", *example("roles"), *options, "-f", "json").json["scores"]["ceaf-rme"]
        == output["scores"][both]
    )
    # What is in the parentheses is nearer than the option.
    near = command(
        "score", *example("roles"), "--phi", "4", "-m", "ceaf-rme(phi=3,recall=literal)", "-f", "json"
    ).json
    assert near["scores"][both] == output["scores"][both]
    dropped = command("score", *example("coref"), "--drop-singletons", "-f", "json").json
    assert "singletons:drop" in dropped["signature"]["muc"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-m", "spam"], "did you mean 'span'?"),
        (["-m", ""], "no metric is given"),
        (["-m", " , "], "no metric is given"),
        (["-m", "b3"], "'b3' is a metric of the task coref, not of spans; to use it, pass --task coref"),
        (
            ["--preset", "conll-2018"],
            "'conll-2018' is a preset of the task dependencies, not of spans; to use it, pass --task dependencies",
        ),
        (
            ["--preset", "conlleval", "-m", "tag-accuracy"],
            "conlleval does not apply to tag-accuracy: leave it out",
        ),
        (["-m", "tag-accuracy(x=1)"], "tag-accuracy has no parameter 'x'; it has none"),
        (["-m", "span(x"], "is not of the form name or name(option=value,…)"),
        (["-m", "span(x)"], "is not of the form option=value"),
        (["--phi", "3"], "none of the selected metrics has the option 'phi'"),
        (["--task", "span"], "unknown task 'span' (did you mean 'spans'?)"),
        (["--task", "nowhere:Type"], "no module 'nowhere'"),
        (["--average", "tokens"], "--average tokens is not available for the task spans"),
        (["--average", "middle"], "'middle' is not one of"),
        (["--by", "typ"], "--by typ: no gold item has 'typ' in its meta"),
        (["--confidence", "1.5"], "is not between 0 and 1"),
        (["--time-limit", "0"], "must be greater than 0 seconds"),
        (["--time-limit", "nan"], "must be greater than 0 seconds"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--fail-under", "span=0.5"], "is not of the form METRIC.FIELD=VALUE"),
        (["--fail-under", "span.f1=inf"], "is not of the form METRIC.FIELD=VALUE"),
        (["--jobs", "99999999999"], "is more than 4096 processes"),
        (["--fail-under", "b3.f1=0.5"], "'b3' is not scored"),
        (["--fail-under", "span.f2=0.5"], "span has no 'f2'"),
        (["-o", "gold.jsonl"], "would replace an input"),
        (["-o", "none/out.json"], "no such directory: none"),
        (["-o", "."], "this is a directory"),
        (["-f", "xml"], "'xml' is not one of"),
        (["extra"], "unexpected extra argument"),
    ],
)
def test_wrong_usage(command, folder, arguments, message):
    result = command("score", "gold.jsonl", "pred.jsonl", *arguments)
    assert result.status == 2
    assert result.out == ""
    assert message in result.err
    assert "Traceback" not in result.err
    assert folder.gold.read_text() == lines(GOLD)


def test_text_says_which_average_is_shown(command, folder):
    table = command("score", "gold.jsonl", "pred.jsonl", "-m", "span").out
    assert table == (
        "metric      P      R     F1  matched  pred  gold\n"
        "──────  ─────  ─────  ─────  ───────  ────  ────\n"
        "span    50.00  50.00  50.00        2     4     4\n"
        "spans, 4 items, micro, × 100\n"
    )
    macro = command("score", "gold.jsonl", "pred.jsonl", "-m", "span", "--average", "macro").out
    assert "mean over items, × 100; up to 2 undefined items left out of means" in macro


def test_macro_average(command, folder):
    scores = command(
        "score", "gold.jsonl", "pred.jsonl", "-m", "span", "--average", "macro", "-f", "json"
    ).json["scores"]
    # By hand: precision ½, –, ½, –; recall ½, 0, 1, –; F1 ½, 0, ⅔, –.
    assert scores["span"]["precision"] == 0.5
    assert scores["span"]["recall"] == 0.5
    assert scores["span"]["f1"] == pytest.approx((1 / 2 + 0 + 2 / 3) / 3)
    assert scores["span"]["average"] == "macro"
    assert scores["span"]["undefined"] == {"precision": 2, "recall": 1, "f1": 1}


def test_undefined_as_zero(command, folder):
    arguments = (
        "score",
        "gold.jsonl",
        "pred.jsonl",
        "-m",
        "span",
        "--undefined",
        "zero",
        "-f",
        "json",
        "--items",
    )
    output = command(*arguments).json
    assert [item["scores"]["span"]["precision"] for item in output["per_item"]] == [0.5, 0.0, 0.5, 0.0]
    macro = command(*arguments, "--average", "macro", "--confidence").json["scores"]["span"]
    assert macro["precision"] == 0.25
    assert "undefined" not in macro
    low, high = macro["ci"]["precision"]
    assert low <= 0.25 <= high


def test_a_repeated_division_is_refused(command, folder):
    done = command("score", "gold.jsonl", "pred.jsonl", "--by", "type", "--by=document")
    assert (done.status, done.out) == (2, "")
    assert "--by is given more than once" in done.err


@pytest.mark.parametrize(
    ("line", "task"),
    [
        ('{"id": 1, "spans": []}', "--task spans"),
        ('{"id": 1, "tokens": ["a"], "clusters": []}', "--task coref"),
        ('{"id": 1, "relations": []}', "--task relations or --task nary"),
    ],
)
def test_lists_that_are_all_empty_do_not_show_the_task(command, folder, line, task):
    folder.write("empty.jsonl", f"{line}\n")
    done = command("score", "empty.jsonl", "empty.jsonl")
    assert done.status == 2
    assert f"are empty; pass {task}" in done.err


def test_breakdown(command, folder):
    arguments = ("score", "gold.jsonl", "pred.jsonl", "-m", "span", "-f", "json", "--by")
    by_type = command(*arguments, "type").json["by"]["type"]
    # By hand. PER: gold a b, pred a c, matched a. LOC: gold a. ORG: gold c, pred a c, matched c.
    counts = {
        label: tuple(int(group["scores"]["span"][name]) for name in ("matched", "pred_total", "gold_total"))
        for label, group in by_type.items()
    }
    assert counts == {"LOC": (0, 0, 1), "ORG": (1, 2, 1), "PER": (1, 2, 2)}
    assert set(command(*arguments, "document").json["by"]["document"]) == {"a", "b", "c", "d"}
    by_genre = command(*arguments, "genre").json["by"]["genre"]
    assert set(by_genre) == {"news", "mail", "–"}
    assert by_genre["news"]["scores"]["span"]["matched"] == 2
    assert set(command(*arguments, "language").json["by"]["language"]) == {"en", "de", "–"}
    relations = command("score", *example("relations"), "-f", "json", "--by", "relation").json["by"][
        "relation"
    ]
    assert "capital-of" in relations


def test_breakdown_in_the_average_that_is_shown(command, folder):
    arguments = (
        "score",
        "gold.jsonl",
        "pred.jsonl",
        "-m",
        "span",
        "-f",
        "json",
        "--by",
        "genre",
        "--average",
        "macro",
    )
    news = command(*arguments).json["by"]["genre"]["news"]["scores"]["span"]
    assert news["average"] == "macro"
    assert news["f1"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    table = command(*arguments[:5], "--by", "genre", "--confidence").out
    assert table.splitlines()[2].split()[:2] == ["span", "all"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["gold.jsonl", "pred.jsonl", "--confidence"],
        ["--confidence", "gold.jsonl", "pred.jsonl"],
        ["gold.jsonl", "--confidence", "pred.jsonl"],
        ["gold.jsonl", "pred.jsonl", "--confidence", "--items"],
        ["gold.jsonl", "pred.jsonl", "--confidence", "0.95"],
        ["--confidence", ".95", "gold.jsonl", "pred.jsonl"],
        ["--confidence=0.95", "--", "gold.jsonl", "pred.jsonl"],
    ],
)
def test_confidence_stands_alone_or_with_a_level(command, folder, arguments):
    result = command("score", "-f", "json", "-m", "span", *arguments)
    assert result.status == 0, result.err
    low, high = result.json["scores"]["span"]["ci"]["f1"]
    assert 0 <= low <= 0.5 <= high <= 1


def test_confidence_is_reproducible(command, folder):
    arguments = ("score", "gold.jsonl", "pred.jsonl", "-m", "span", "-f", "json", "--confidence")
    first = command(*arguments).json["scores"]["span"]["ci"]
    assert first == command(*arguments, "--seed", "12345").json["scores"]["span"]["ci"]
    narrow = command(*arguments, "0.5").json["scores"]["span"]["ci"]
    assert narrow["f1"][1] - narrow["f1"][0] < first["f1"][1] - first["f1"][0]
    assert "F1 95 %" in command(*arguments[:5], "--confidence").out


def test_csv(command, folder):
    text = command(
        "score", "gold.jsonl", "pred.jsonl", "-f", "csv", "--items", "--by", "type", "--confidence"
    ).out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 4 + 3 * 4 + 4 * 4
    assert rows[0]["metric"] == "span"
    assert float(rows[0]["f1"]) == 0.5
    assert float(rows[0]["f1_low"]) <= 0.5
    assert (rows[0]["average"], rows[0]["items"], rows[0]["skipped"], rows[0]["zeroed"]) == (
        "micro",
        "4",
        "0",
        "0",
    )
    assert {row["group"] for row in rows} == {"", "PER", "LOC", "ORG"}
    assert {row["item"] for row in rows} == {"", "a", "b", "c", "d"}
    assert next(row for row in rows if row["item"] == "d")["f1"] == ""


def test_json_lines(command, folder):
    first, *rest = command("score", "gold.jsonl", "pred.jsonl", "-f", "jsonl", "--items").out.splitlines()
    assert json.loads(first)["items"] == 4
    assert [json.loads(line)["id"] for line in rest] == ["a", "b", "c", "d"]
    assert len(command("score", "gold.jsonl", "pred.jsonl", "-f", "jsonl").out.splitlines()) == 1


def test_markdown_and_latex(command, folder):
    markdown = command("score", "gold.jsonl", "pred.jsonl", "-m", "span", "-f", "markdown").out
    table, notes = markdown.split("\n\n")
    assert table == "| metric | P | R | F1 |\n| --- | ---: | ---: | ---: |\n| span | 50.00 | 50.00 | 50.00 |"
    assert notes.startswith("- spans, 4 items, micro, × 100\n- signature: span|type-credit:exact|")
    latex = command("score", "gold.jsonl", "pred.jsonl", "-m", "span", "-f", "latex", "--confidence").out
    assert latex.startswith(
        "% spans, 4 items, micro, × 100\n"
        "% intervals: 95 %, bootstrap over items, 10000 resamples, seed 12345\n"
        "% signature: span|"
    )
    assert ("\\begin{tabular}{lrrrr}\n\\toprule\nmetric & P & R & F1 & F1 95 \\% \\\\") in latex


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ((), "33.33"),
        (("--digits", "1"), "33.3"),
        (("--digits", "0"), "33"),
        (("--no-percent",), "0.3333"),
        (("--no-percent", "--digits", "2"), "0.33"),
    ],
)
def test_numbers_are_the_same_in_all_formats_for_people(command, folder, options, number):
    folder.write("three.jsonl", [{"id": 1, "spans": [{"type": "PER", "span": [n, n]} for n in range(3)]}])
    folder.write("one.jsonl", [{"id": 1, "spans": [{"type": "PER", "span": [0, 0]}]}])
    for output in ("text", "markdown", "latex"):
        done = command("score", "three.jsonl", "one.jsonl", "-m", "span", "-f", output, *options)
        row = next(line for line in done.out.splitlines() if line.lstrip("| ").startswith("span "))
        assert number in re.split(r"[\s|&]+", row)
        assert (", × 100" in done.out) == ("--no-percent" not in options)
    for output in ("json", "csv"):
        done = command("score", "three.jsonl", "one.jsonl", "-m", "span", "-f", output, *options)
        assert "0.3333333333333333" in done.out


def test_signatures_are_below_the_table_unless_quiet(command, folder):
    done = command("score", "gold.jsonl", "pred.jsonl", "-m", "span,span-type")
    assert done.err.startswith("signature: span, span-type|type-credit:exact|")
    assert command("score", "gold.jsonl", "pred.jsonl", "-m", "span", "--quiet").err == ""
    assert command("score", "gold.jsonl", "pred.jsonl", "-m", "span", "-f", "json").err == ""
    assert "signature" not in command("score", "gold.jsonl", "pred.jsonl", "-f", "markdown", "--quiet").out


def test_awkward_ids_break_no_table(command, folder):
    awkward = [{"id": "a|b\nc & 50% _x_", "spans": []}]
    folder.write("awkward.jsonl", awkward)
    for style in ("markdown", "latex", "csv", "text", "json", "jsonl"):
        arguments = ("--task", "spans", "-m", "span", "--items", "-f", style)
        assert command("score", "awkward.jsonl", "awkward.jsonl", *arguments).status == 0
    markdown = command(
        "score",
        "awkward.jsonl",
        "awkward.jsonl",
        "--task",
        "spans",
        "-m",
        "span",
        "--items",
        "-f",
        "markdown",
    )
    assert "| a\\|b c &amp; 50% _x_ |" in markdown.out


def test_output_file(command, folder):
    result = command("score", "gold.jsonl", "pred.jsonl", "-f", "json", "-o", "out.json")
    assert (result.status, result.out, result.err) == (0, "", "")
    shown = command("score", "gold.jsonl", "pred.jsonl", "-f", "json", "-o", "-")
    assert json.loads((folder.path / "out.json").read_text()) == shown.json


@pytest.mark.parametrize("policy", ["fail", "skip", "zero"])
def test_jobs_change_nothing(command, folder, policy):
    many = [{"id": str(number), "spans": [span("PER", number % 7, number % 7 + 1)]} for number in range(300)]
    folder.write("many.jsonl", many)
    ill = [json.dumps(item) if number % 50 else "{" for number, item in enumerate(many)]
    folder.write(
        "other.jsonl", "\n".join(ill[150:] + ill[:150]) if policy != "fail" else lines(reversed(many))
    )
    arguments = ("score", "many.jsonl", "other.jsonl", "-f", "json", "--items", "--confidence", "--by", "type", "--on-error", policy)  # fmt: skip  # noqa: E501
    one, three = command(*arguments), command(*arguments, "--jobs", "3")
    assert one.status == three.status == 0
    assert one.json == three.json
    assert one.err == three.err


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        ("span.f1=0.5", 0),
        ("span.f1=0.5000000001", 1),
        ("span.recall=0.4", 0),
        ("span.precision=1", 1),
        ("span-boundary.f1=0.7", 0),
    ],
)
def test_gates(command, folder, gate, status):
    result = command("score", "gold.jsonl", "pred.jsonl", "--fail-under", gate)
    assert result.status == status
    assert "F1" in result.out
    assert ("threshold not met" in result.err) == bool(status)


def test_a_gate_in_percent_is_missed_with_a_hint(command, folder):
    result = command("score", "gold.jsonl", "pred.jsonl", "--fail-under", "span.f1=40")
    assert result.status == 1
    assert "below 40; scores are fractions: 40 % is 0.4" in result.err
    assert "fractions" not in command("score", "gold.jsonl", "pred.jsonl", "--fail-under", "span.f1=1").err


def test_gates_are_compared_unrounded_and_undefined_misses(command, folder):
    # 1/3 rounds to 0.3333, and to 33.33 in the table.
    folder.write("third.jsonl", [{"id": "a", "spans": [span("PER", 0, 1), span("X", 1, 1), span("X", 2, 2)]}])
    folder.write("one.jsonl", [{"id": "a", "spans": [span("PER", 0, 1)]}])
    assert command("score", "third.jsonl", "one.jsonl", "--fail-under", "span.recall=0.33333333").status == 0
    assert command("score", "third.jsonl", "one.jsonl", "--fail-under", "span.recall=0.33334").status == 1
    folder.write("none.jsonl", [{"id": "a", "spans": []}])
    undefined = command("score", "none.jsonl", "none.jsonl", "--task", "spans", "--fail-under", "span.f1=0")
    assert undefined.status == 1
    assert "undefined" in undefined.err
    keyed = command(
        "score", *example("roles"), "-m", "ceaf-rme(phi=3)", "--fail-under", "ceaf-rme(phi=3).f1=0.1"
    )
    assert keyed.status == 0


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("spans", ["-m", "span,span-partial"]),
        ("spans", ["-m", "span", "--average", "macro", "--undefined", "zero"]),
        ("roles", ["-m", "ceaf-rme(phi=3,recall=literal)"]),
        ("coref", ["-m", "muc(singletons=drop),conll"]),
        ("spans", ["-m", "span", "--on-error", "skip", "--match-by", "order", "--time-limit", "5"]),
        ("templates", ["-m", "muc4,template-type"]),
    ],
)
def test_a_signature_reproduces_the_run(command, name, options):
    first = command("score", *example(name), *options, "-f", "json").json
    signatures = [part for text in first["signature"].values() for part in ("--signature", text)]
    assert command("score", *example(name), *signatures, "-f", "json").json == first


def test_a_signature_knows_the_ontology(command, folder):
    first = command("score", *example("templates"), "-m", "muc4", "-f", "json").json
    gold, pred, *_ = example("templates")
    signature = ("--signature", first["signature"]["muc4"])
    assert command("score", gold, pred, *signature).status == 2
    other = folder.write("other.json", '{"parent": {"A": "B"}}')
    refused = command("score", gold, pred, *signature, "--ontology", other)
    assert refused.status == 2
    assert "a different --ontology" in refused.err


@pytest.mark.parametrize(
    ("signature", "more", "message"),
    [
        ("span|average:micro|v:1.0.0", ["-m", "span"], "leave -m out"),
        ("span|average:micro|v:1.0.0", ["--average", "macro"], "leave --average out"),
        (
            "span|average:micro|v:1.0.0",
            ["--signature", "span-type|average:macro|v:1.0.0"],
            "disagree about average",
        ),
        ("span|average", [], "is not of the form option:value"),
        ("span|average:middle", [], "is not one of auto, micro"),
        ("span|time-limit:soon", [], "is not a number"),
        ("span|colour:red", [], "no parameter 'colour'"),
        ("", [], "names no metric"),
    ],
)
def test_signatures_that_make_no_sense(command, folder, signature, more, message):
    result = command("score", "gold.jsonl", "pred.jsonl", "--signature", signature, *more)
    assert result.status == 2
    assert message in result.err


def test_a_signature_of_another_version(command, folder):
    result = command("score", "gold.jsonl", "pred.jsonl", "--signature", "span|average:micro|v:0.0.1")
    assert result.status == 0
    assert "the signature is from version 0.0.1" in result.err


OWN = """
from dataclasses import dataclass
from tallystick import Bag, Var, bag, exact, f1, record
from typing import Annotated

@dataclass(frozen=True)
class Step:
    verb: str
    object: str

@dataclass(frozen=True)
class Recipe:
    steps: frozenset[Step]

same_verb = record(Recipe, steps=bag(record(Step, verb=exact)))
"""


def test_a_type_of_ones_own(command, folder):
    folder.write("cookbook.py", OWN)
    folder.write(
        "g.jsonl", [{"id": 1, "steps": [{"verb": "cut", "object": "leek"}, {"verb": "fry", "object": "egg"}]}]
    )
    folder.write(
        "p.jsonl", [{"id": 1, "steps": [{"verb": "cut", "object": "leek"}, {"verb": "fry", "object": "ham"}]}]
    )
    files = ("g.jsonl", "p.jsonl")
    whole = command("score", *files, "--task", "cookbook:Recipe", "-f", "json")
    assert whole.json["scores"]["Recipe"]["f1"] == 0.5
    assert (
        command("score", *files, "--task", "cookbook:same_verb", "-f", "json").json["scores"]["same_verb"][
            "f1"
        ]
        == 1
    )
    assert command("score", *files, "--task", "cookbook:Recipe", "--jobs", 2, "-f", "json").json == whole.json
    signature = whole.json["signature"]["Recipe"]
    again = command("score", *files, "--task", "cookbook:Recipe", "--signature", signature, "-f", "json")
    assert again.json == whole.json
    folder.write("bad.jsonl", '{"id": 1, "steps": [{"verb": "cut"}]}')
    assert command("score", "g.jsonl", "bad.jsonl", "--task", "cookbook:Recipe").status == 3
    zero = command(
        "score", "g.jsonl", "bad.jsonl", "--task", "cookbook:Recipe", "--on-error", "zero", "-f", "json"
    )
    assert zero.json["scores"]["Recipe"]["recall"] == 0
    assert command("explain", *files, "--task", "cookbook:Recipe").out.splitlines()[1] == "  = cut leek"


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ("x = (", "broken1:x", "cannot be imported: SyntaxError"),
        ("raise RuntimeError('no')", "broken2:x", "cannot be imported: RuntimeError: no"),
        ("import not_there", "broken3:x", "no module 'not_there'"),
        ("x = 3", "broken4:y", "broken4 has no 'y'"),
        ("x = 3", "broken5:x", "Error: "),
    ],
)
def test_a_module_of_ones_own_that_is_broken(command, folder, source, name, message):
    folder.write(f"{name.partition(':')[0]}.py", source)
    result = command("score", "gold.jsonl", "pred.jsonl", "--task", name)
    assert result.status == 2
    assert message in result.err


def test_a_metric_of_ones_own_that_fails(command, folder, monkeypatch):
    folder.write(
        "failing.py", "from tallystick import bag, similarity\nm = bag(similarity(lambda p, g: 1 / 0))\n"
    )
    folder.write("l.jsonl", "[1, 2]\n")
    monkeypatch.delenv("TALLYSTICK_DEBUG", raising=False)
    result = command("score", "l.jsonl", "l.jsonl", "--task", "failing:m")
    assert result.status == 70
    assert "ZeroDivisionError" in result.err
    assert "Traceback" not in result.err


def test_not_proven(command, folder, monkeypatch):
    from tallystick.core.solution import Solution
    from tallystick.tally import Alignment, Tally

    folder.write("unsure.py", "from tallystick import bag, exact\nm = bag(exact)\n")
    folder.write("l.jsonl", "[1, 2]\n[3]\n")
    import sys

    monkeypatch.syspath_prepend(str(folder.path))
    command("score", "l.jsonl", "l.jsonl", "--task", "unsure:m")
    metric = sys.modules["unsure"].m

    def analyse(self, gold, pred, *, time_limit=None):
        tally = Tally.of(1, pred=2, gold=2, proved=len(gold) == 1, slack=0.5)
        return Solution(tally, Alignment)

    monkeypatch.setattr(type(metric), "analyse", analyse)
    arguments = ("score", "l.jsonl", "l.jsonl", "--task", "unsure:m", "-f", "json", "--items")
    assert command(*arguments).status == 0
    result = command(*arguments, "--require-optimal")
    assert result.status == 4
    assert "1 of 2 items of m" in result.err
    score = result.json["scores"]["m"]
    assert (score["optimal"], score["upper_bound"]) == (1, 3.0)
    assert [item["scores"]["m"]["optimal"] for item in result.json["per_item"]] == [False, True]
    assert command(*arguments[:5], "--require-optimal", "--fail-under", "m.f1=0.9").status == 4
    assert "1 of 2 items of m" in command(*arguments[:5]).out


@pytest.mark.parametrize(
    ("gate", "message"),
    [
        ("spam.f1=0.5", "'spam' is not scored (did you mean 'span'?); this run has span"),
        ("span.recal=0.5", "span has no 'recal' (did you mean 'recall'?); it has precision, recall, f1"),
    ],
)
def test_an_unknown_gate_is_refused_before_any_item_is_read(command, folder, gate, message):
    folder.write(
        "bad.jsonl", '{"id": "a", "spans": [{"type": "PER", "span": [0, 1]}]}\n{"id": "b", "spans": 3}\n'
    )
    result = command("score", "bad.jsonl", "bad.jsonl", "--fail-under", gate, "-m", "span")
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert "bad.jsonl:2" not in result.err
