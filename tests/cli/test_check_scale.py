"""``tallystick check`` on much: summaries, outputs for programs, pipes that close, terminals."""

import csv
import io
import os
import pty
import re
import shlex
import subprocess
import sys

import pytest
from tests.cli.conftest import lines, span

PROGRAM = [sys.executable, "-m", "tallystick"]
PLAIN = {name: value for name, value in os.environ.items() if name != "TALLYSTICK_DEBUG"}

#: One span of a wrong type in every line, and every line with the same id: each but the first has two problems.
BAD = lines([{"id": "a", "spans": [{"type": 1, "span": [0, 1]}]}] * 40)
#: A relation of a node to itself is a warning.
LOOP = """# :: snt1 Go!
# sentence level graph:
(s1g / go-01)
# document level annotation:
(s1s0 / sentence :coref ((s1g :same-event s1g)))
"""


@pytest.fixture
def many(folder):
    """A hundred files with 79 problems each, and a good one."""
    for number in range(100):
        folder.write(f"many/{number:03}.jsonl", BAD)
    folder.write("many/good.jsonl", [{"id": "a", "spans": [span("PER", 0, 1)]}])
    return folder


def test_every_problem_of_many_files(command, many):
    result = command("check", "many", "--task", "spans", "--all")
    assert result.status == 3
    assert result.out.count("  [value]\n") == 4000
    assert result.out.count("  [duplicate-id]\n") == 3900
    assert result.out.endswith("101 files, 7900 problems\n")


def test_a_summary_alone(command, many):
    result = command("check", "many", "--task", "spans", "--summary")
    assert result.status == 3
    assert result.out == (
        "level  code          problems  files\n"
        "─────  ────────────  ────────  ─────\n"
        "error  value             4000    100\n"
        "error  duplicate-id      3900    100\n"
        "101 files, 7900 problems\n"
    )


def test_a_summary_for_programs(command, many):
    found = command("check", "many", "--task", "spans", "--summary", "-f", "json", "--ignore", "value").json
    assert found == {
        "files": 101,
        "problems": 3900,
        "hidden": 4000,
        "codes": [{"level": "error", "code": "duplicate-id", "problems": 3900, "files": 100}],
    }
    table = command("check", "many", "--task", "spans", "--summary", "-f", "csv").out
    assert table == "level,code,problems,files\nerror,value,4000,100\nerror,duplicate-id,3900,100\n"


def test_what_is_worst_comes_first(command, folder):
    folder.write("bad.umr", LOOP + "\n# :: snt2\n# sentence level graph:\n(s2g / go-01\n")
    rows = command("check", "bad.umr", "--summary", "-f", "csv").out.splitlines()[1:]
    levels = [row.split(",")[0] for row in rows]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)
    assert rows[0] == "error,umr-graph-unclosed,1,1"
    assert "warning,umr-self-loop,1,1" in rows


def test_json_and_csv_say_the_same(command, folder):
    folder.write("bad.jsonl", BAD)
    found = command("check", "bad.jsonl", "--task", "spans", "-f", "json").json
    rows = list(
        csv.DictReader(io.StringIO(command("check", "bad.jsonl", "--task", "spans", "-f", "csv").out))
    )
    assert len(found) == len(rows) == 79
    names = ["level", "code", "path", "line", "column", "item", "message", "hint"]
    for problem, row in zip(found, rows, strict=True):
        assert list(problem) == list(row) == names
        assert [str(problem[name]) if problem[name] is not None else "" for name in names] == list(
            row.values()
        )
    assert found[0]["line"] == 1
    assert found[0]["column"] == 32  # the 1 after `"type": `


def test_a_long_line_is_not_written_once_for_each_of_its_problems(command, folder):
    # 2000 wrong types in one line of about 66 000 signs.
    folder.write("bad.jsonl", [{"id": "a", "spans": [{"type": 1, "span": [0, 1]}] * 2000}])
    for form in ("json", "csv", "text"):
        result = command("check", "bad.jsonl", "--task", "spans", "-f", form)
        assert result.status == 3
        assert len(result.out) < 2000 * 400


def test_warnings_only_are_no_failure(command, folder):
    folder.write("warn.umr", LOOP)
    result = command("check", "warn.umr", "--summary")
    assert result.status == 0
    assert "warning  umr-self-loop" in result.out


def test_a_reader_that_has_had_enough(many):
    check = f"{shlex.join(PROGRAM)} check many --task spans"
    shell = f"({check}; echo status $? >&2) | head -1"
    found = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, cwd=many.path, env=PLAIN, check=True
    )
    assert found.stdout.startswith("error: many/000.jsonl:1:32: ")
    assert found.stderr == "status 3\n"


def test_an_output_file(command, many):
    assert command("check", "many", "--task", "spans", "-f", "csv", "-o", "found.csv").out == ""
    assert (many.path / "found.csv").read_text().count("\n") == 7901
    assert command("check", "many", "--task", "spans", "-o", "many").status == 2


def test_progress_on_a_terminal(folder):
    folder.write(
        "slow.jsonl",
        [{"id": str(n), "spans": [span("PER", k, k + 1) for k in range(40)]} for n in range(6000)],
    )
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "check", "slow.jsonl"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, cwd=folder.path, env=PLAIN | {"TERM": "xterm"}
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    out, _ = process.communicate()
    assert out == b"1 file, no problems\n"
    assert re.search(r"checking.*\d+ items", shown.decode())
