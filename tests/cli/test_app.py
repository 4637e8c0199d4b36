"""The application as a whole: help, version, processes, interruption, pipes, terminals."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest
from tests.cli.conftest import span

from tallystick.cli.app import app
from tallystick.registry import find_task

PROGRAM = [sys.executable, "-m", "tallystick"]
PLAIN = {name: value for name, value in os.environ.items() if name != "TALLYSTICK_DEBUG"}


def test_version_twice():
    fast = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert fast.stdout.startswith("tallystick ")
    assert "kernels)" in fast.stdout


def test_version_inside_click(command):
    result = command("--version")
    assert result.status == 0
    assert result.out.startswith("tallystick ")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], *([name, "--help"] for name in app.commands)])
def test_help(command, arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    result = command(*arguments)
    assert result.status == 0
    assert "Example" in result.out
    # A path to where completions go cannot be broken.
    wide = [line for line in result.out.splitlines() if len(line) > 80 and "completion" not in arguments]
    assert wide == []


def test_no_arguments_show_help(command):
    for arguments in ([], ["score"], ["explain"], ["check"]):
        result = command(*arguments)
        assert result.status == 2
        assert "Usage:" in result.out + result.err


SPANS = [{"id": "doc-7", "spans": [span("PER", 0, 1)]}]
ROLES = [{"id": "doc-7", "roles": [{"role": "victim", "entity": ["he"]}]}]
EVENTS = [{"id": "doc-7", "events": [{"trigger": {"span": [0, 0], "type": "x"}, "args": []}]}]
COREF = [{"id": "doc-7", "clusters": [[[0, 0], [1, 1]]]}]
RELATIONS = [{"id": "doc-7", "relations": [{"type": "x", "subj": [0, 0], "obj": [1, 1]}]}]
#: What the files of an example hold, by a word in it.
CONTENT = {"coref": COREF, "b3": COREF, "ceaf-rme": ROLES, "argument": EVENTS, "relations": RELATIONS}


def examples():
    for name in [None, *app.commands]:
        text = (app if name is None else app.commands[name]).help
        for line in re.findall(r"^ *(tallystick .*)$", text, re.MULTILINE):
            # In the help of the application a comment stands beside each example.
            yield re.split(r" {2,}", line.strip())[0]


@pytest.mark.parametrize("line", sorted(set(examples())))
def test_the_examples_of_the_help_run(command, folder, line):
    content = next((items for mark, items in CONTENT.items() if mark in line), SPANS)
    folder.write(
        "mymodule.py", "from dataclasses import dataclass\n@dataclass\nclass Recipe:\n    spans: set[str]\n"
    )
    if "Recipe" in line:
        content = [{"id": 1, "spans": ["salt"]}]
    for task in ("amr", "umr"):
        for name, example in zip(("gold", "pred"), find_task(task).example, strict=True):
            folder.write(f"{name}.{task}", example.read_text("utf-8"))
    for name in ("gold", "pred", "base", "new", "other", "a", "b", "c"):
        folder.write(f"{name}.jsonl", content)
        folder.write(f"{name}/1.jsonl", content)
        folder.write(f"{name}/2.jsonl", content)
        folder.write(f"systems/{name}/1.jsonl", content)
        folder.write(f"systems/{name}/2.jsonl", content)
    folder.write("h.csv", "id,fluency\ndoc-7,3\n")
    folder.write("sts.csv", "id,fluency\n1,3\n")
    folder.write("sts.gold.amr", "# ::id 1\n(a / b)\n")
    folder.write("sts.pred.amr", "# ::id 1\n(a / b)\n")
    folder.write("schema.json", '{"type": "object"}')
    folder.write("folder/gold.amr", "# ::id 1\n(a / b)\n")
    result = command(*shlex.split(line)[1:])
    assert result.status == 0, result.err


def test_unknown_commands_and_options(command):
    assert command("scor").status == 2
    assert command("score", "--nope").status == 2
    assert command("--nope").status == 2


def slow_files(folder, items=20_000):
    many = [{"id": str(n), "spans": [span("PER", k, k + 1) for k in range(20)]} for n in range(items)]
    return folder.write("slow.jsonl", many)


def heed_interruption():
    """Started in the background, a program ignores Ctrl-C unless it is told otherwise."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", [1, 2])
def test_interruption(folder, jobs):
    lines = [{"id": str(n), "spans": [span("PER", 0, 1)]} for n in range(200)]
    gold, pred = folder.write("gold.jsonl", lines), folder.path / "pred.fifo"
    os.mkfifo(pred)
    # A session of its own: the signal goes to all its processes, as Ctrl-C does.
    process = subprocess.Popen(
        [*PROGRAM, "score", gold, pred, "--task", "spans", "--jobs", str(jobs)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=PLAIN,
        preexec_fn=heed_interruption,  # noqa: PLW1509 - no threads here
    )  # fmt: skip
    # The pipe opens when the program does, and keeps it waiting for more.
    with open(pred, "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines[:150])
        stream.flush()
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert err.strip() == "interrupted"


def test_a_reader_that_has_had_enough(folder):
    command = f"{shlex.join(PROGRAM)} score gold.jsonl pred.jsonl -f json --items; echo status $? >&2"
    shell = f"({command}) | true"
    found = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, cwd=folder.path, env=PLAIN, check=True
    )
    assert found.stderr == "status 0\n"


@pytest.mark.parametrize(
    ("arguments", "closed", "status"),
    [
        ("score gold.jsonl missing.jsonl", "2>&-", 3),  # the list of problems goes nowhere, and is one
        ("score gold.jsonl pred.jsonl -m nothing", "2>&-", 2),
        ("score gold.jsonl pred.jsonl", "2>&- <&-", 0),
        ("score - pred.jsonl", "<&-", 3),  # nothing to be read: no items
    ],
)
def test_input_and_errors_that_are_closed(folder, arguments, closed, status):
    shell = f"{shlex.join(PROGRAM)} {arguments} {closed}"
    found = subprocess.run(
        ["bash", "-c", shell], capture_output=True, cwd=folder.path, env=PLAIN, check=False
    )
    assert found.returncode == status


def test_process_substitution(folder):
    shell = f"{shlex.join(PROGRAM)} score <(cat gold.jsonl) <(cat pred.jsonl) -f json"
    found = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, cwd=folder.path, env=PLAIN, check=True
    )
    assert json.loads(found.stdout)["items"] == 4


def test_a_terminal_without_unicode(folder):
    command = [*PROGRAM, "score", folder.gold, folder.pred]
    ascii_only = PLAIN | {"PYTHONIOENCODING": "ascii"}
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=ascii_only)
    assert "50.00" in found.stdout


def progress_on_a_terminal(folder, *more):
    path = slow_files(folder)
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "score", str(path), str(path), "-m", "span", "-f", "json", *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=PLAIN | {"TERM": "xterm"})
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    out, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(out), shown.decode()


@pytest.mark.parametrize("more", [[], ["--jobs", "2"]])
def test_a_progress_bar_on_a_terminal(folder, more):
    output, shown = progress_on_a_terminal(folder, *more)
    assert output["items"] == 20_000
    assert re.search(r"scoring.*\d+ items", shown)


@pytest.mark.parametrize("silent", ["--no-progress", "--quiet"])
def test_no_progress_bar_where_it_is_not_wanted(folder, silent):
    _, shown = progress_on_a_terminal(folder, silent)
    assert shown == ""


def test_memory_that_does_not_suffice_is_the_machines_fault(command, folder, monkeypatch):
    def without_memory(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("tallystick.cli.score.run_score", without_memory)
    result = command("score", "gold.jsonl", "pred.jsonl")
    assert (result.status, result.out) == (71, "")
    assert result.err == "Error: out of memory\n"
