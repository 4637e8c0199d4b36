"""``tallystick check``: every problem, levels, codes, exit statuses."""

import json

import pytest
from tests.cli.conftest import GOLD, lines

BAD = '{"id": "a", "spans": [{"type": 1, "span": [0, 1]}]}\n{"id": "a", "spans": []}\nnonsense\n'
#: A relation of a node to itself is a warning.
LOOP = """# :: snt1 Go!
# sentence level graph:
(s1g / go-01)
# document level annotation:
(s1s0 / sentence :coref ((s1g :same-event s1g)))
"""
CLUSTERS = '{"id": "a", "clusters": [[[0, 0], [2, 2], [2, 2]]]}\n'


def test_no_problems(command, folder):
    result = command("check", "gold.jsonl", "pred.jsonl")
    assert (result.status, result.out, result.err) == (0, "2 files, no problems\n", "")


def test_problems_with_places_codes_and_a_summary(command, folder):
    folder.write("bad.jsonl", BAD)
    result = command("check", "gold.jsonl", "bad.jsonl", "--task", "spans")
    assert result.status == 3
    heads = [line for line in result.out.splitlines() if line.startswith("error: ")]
    assert [line.split(" ")[1] for line in heads] == ["bad.jsonl:1:32:", "bad.jsonl:2:1:", "bad.jsonl:3:1:"]
    assert [line.rpartition("  ")[2] for line in heads] == ["[value]", "[duplicate-id]", "[json]"]
    assert result.out.endswith(
        "level  code          problems  files\n"
        "─────  ────────────  ────────  ─────\n"
        "error  duplicate-id         1      1\n"
        "error  json                 1      1\n"
        "error  value                1      1\n"
        "2 files, 3 problems\n"
    )


@pytest.mark.parametrize(
    ("arguments", "status", "count"),
    [
        ([], 3, 3),
        (["--select", "json"], 3, 1),
        (["--select", "json, value"], 3, 2),
        (["--ignore", "json"], 3, 2),
        (["--ignore", "json,value,duplicate-id"], 0, 0),
        (["--select", "warning"], 0, 0),
        (["--level", "error"], 3, 3),
    ],
)
def test_selection(command, folder, arguments, status, count):
    folder.write("bad.jsonl", BAD)
    result = command("check", "bad.jsonl", "--task", "spans", "-f", "json", *arguments)
    assert result.status == status
    assert len(result.json) == count
    text = command("check", "bad.jsonl", "--task", "spans", *arguments).out
    assert (f"({3 - count} not shown" in text) == (count < 3)


def test_warnings_are_no_errors(command, folder):
    folder.write("warn.umr", LOOP)
    result = command("check", "warn.umr", "--level", "warning")
    assert result.status == 0
    assert result.out.startswith("warning: warn.umr:5:26: ")  # the triple that leads from s1g to s1g
    assert command("check", "warn.umr", "--level", "error").out.startswith("1 file, no problems (")
    found = command("check", "warn.umr", "-f", "json", "--level", "warning").json
    assert {"path", "line", "column", "message", "code", "level", "item", "hint"} <= set(found[0])


def test_files_that_are_no_good_do_not_stop_the_others(command, folder):
    folder.write("empty.jsonl", "")
    folder.write("vague.txt", "hello\n")
    folder.write("noise.jsonl", bytes(range(256)) * 20)
    result = command(
        "check", "none.jsonl", "empty.jsonl", "vague.txt", "noise.jsonl", "gold.jsonl", "-f", "json"
    )
    assert result.status == 3
    assert [problem["code"] for problem in result.json] == ["no-file", "empty", "task", "encoding"]


def test_wrong_task_and_missing_ids(command, folder):
    folder.write("clusters.jsonl", CLUSTERS)
    assert command("check", "clusters.jsonl", "--task", "spans", "-f", "json").json[0]["code"] == "wrong-task"
    folder.write("ids.jsonl", lines(GOLD) + '{"spans": []}\n')
    assert command("check", "ids.jsonl", "-f", "json").json[0]["code"] == "no-id"


def test_directories_and_standard_input(command, folder):
    folder.write("many/a.jsonl", GOLD)
    folder.write("many/b.jsonl", BAD + lines(GOLD))
    result = command("check", "many")
    assert result.status == 3
    assert "2 files, " in result.out
    assert command("check", "-", stdin=lines(GOLD)).out == "1 file, no problems\n"


def test_output(command, folder):
    assert command("check", "gold.jsonl", "-o", "gold.jsonl").status == 2
    assert command("check", "gold.jsonl", "-f", "json", "-o", "found.json").out == ""
    assert (folder.path / "found.json").read_text() == "[]\n"


def test_wrong_usage(command, folder):
    assert command("check").status == 2
    assert command("check", "gold.jsonl", "--task", "nope").status == 2


def test_of_many_problems_the_first_of_each_code_are_listed(command, folder):
    folder.write("bad.jsonl", "".join(f'{{"id": {n}, "spans": 3}}\n' for n in range(200)) + "[\n")
    result = command("check", "bad.jsonl", "--task", "spans")
    heads = [line for line in result.out.splitlines() if line.startswith("error: ")]
    assert len(heads) == 4
    assert "… 197 more" in result.out
    assert "pass --all to list every problem" in result.out
    everything = command("check", "bad.jsonl", "--task", "spans", "--all").out
    assert everything.count("error: ") == 201
    assert len(json.loads(command("check", "bad.jsonl", "--task", "spans", "-f", "json").out)) == 201


def test_a_broken_schema_is_listed_problem_by_problem(command, folder):
    folder.write("gold.json", '{"a": 1}\n')
    folder.write("schema.json", '{"properties": {"a": {"x-tally": {"comparee": "exact", "weigth": 1}}}}')
    result = command("check", "gold.json", "--task", "json", "--schema", "schema.json")
    heads = [line.split(" ")[0] for line in result.err.splitlines() if line.startswith("schema.json:")]
    assert (result.status, heads) == (3, ["schema.json:1:47:", "schema.json:1:66:"])
    assert result.err.endswith("2 problems; nothing was checked\n")
