"""What the world does to a run: workers die, disks are full, files break off. Never a hang, never half a result."""

import errno
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest
from tests.cli.conftest import GOLD, PRED, lines, span
from tests.processes import (
    PATIENCE,
    PLAIN,
    PROGRAM,
    alive,
    children,
    finished,
    none_left,
    started,
    wait_until,
)


@contextmanager
def in_the_middle(folder, *more):
    """A run with two workers that waits for more: the process, and the pipe that it reads its prediction from."""
    items = [{"id": str(n), "spans": [span("PER", 0, 1)]} for n in range(400)]
    gold, pred = folder.write("gold.jsonl", items), folder.path / "pred.fifo"
    os.mkfifo(pred)
    with started("score", gold, pred, "--task", "spans", "--jobs", "2", "-o", "out.txt", *more) as process:
        # The pipe opens when the program does, and keeps it waiting.
        with open(pred, "w", encoding="utf-8") as stream:
            stream.write(lines(items[:200]))
            stream.flush()
            wait_until(lambda: len(children(process.pid)) == 2)
            yield process, stream, lines(items[200:])
        assert none_left(process.pid)
    assert not (folder.path / "out.txt").exists()
    assert sorted(path.name for path in folder.path.iterdir()) == ["gold.jsonl", "pred.fifo", "pred.jsonl"]


@pytest.mark.parametrize("which", [0, 1])
def test_a_worker_is_killed(folder, which):
    with in_the_middle(folder) as (process, stream, rest):
        os.kill(children(process.pid)[which], signal.SIGKILL)
        stream.write(rest)
        stream.close()
        status, out, err = finished(process)
    assert (status, out) == (71, "")
    assert err.startswith("Error: a worker process died; was there too little memory?")
    assert err.count("\n") == 1


def test_all_workers_are_killed(folder):
    with in_the_middle(folder) as (process, stream, rest):
        for worker in children(process.pid):
            # When the first is gone, the pool itself ends the other.
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        stream.write(rest)
        stream.close()
        assert finished(process)[0] == 71


def test_interruption_leaves_nobody_behind(folder):
    with in_the_middle(folder) as (process, _stream, _rest):
        os.killpg(process.pid, signal.SIGINT)
        status, out, err = finished(process)
    assert (status, out, err.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_workers_do_not_outlive_the_run(folder, how):
    with in_the_middle(folder) as (process, _stream, _rest):
        process.send_signal(how)
        assert finished(process)[0] == -how


def test_signals_are_heeded_however_the_tests_were_started(folder):
    """Under nohup SIGHUP is ignored, and programs inherit that: the tests reset it for the runs they watch."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with in_the_middle(folder) as (process, _stream, _rest):
            process.send_signal(signal.SIGHUP)
            assert finished(process)[0] == -signal.SIGHUP
    finally:
        signal.signal(signal.SIGHUP, before)


BUSY = """
import os, pathlib, time
from tallystick import exact, similarity

def _wait(gold, pred):
    pathlib.Path(f"busy.{os.getpid()}").touch()
    while True:
        try:
            exec(WAITING)
        except KeyboardInterrupt:
            if not SWALLOW:
                raise

WAITING = "time.sleep(600)"
SWALLOW = os.environ.get("SWALLOW") == "1"
metric = similarity(_wait)
"""


@contextmanager
def busy(folder, jobs, **surroundings):
    """A run in the middle of items that never end, in a metric of the user's own."""
    folder.write("busy.py", BUSY)
    for name in ("gold.jsonl", "pred.jsonl"):
        folder.write(name, "1\n" * 10)
    arguments = ("score", "gold.jsonl", "pred.jsonl", "--task", "busy:metric", "--jobs", jobs)
    with started(*arguments, **surroundings) as process:
        wait_until(lambda: len(list(folder.path.glob("busy.[0-9]*"))) == jobs or process.poll() is not None)
        yield process
        assert none_left(process.pid)


def test_interrupting_the_main_process_alone_ends_the_run(folder):
    with busy(folder, 2) as process:
        process.send_signal(signal.SIGINT)
        status, out, err = finished(process)
        assert (status, out, err.strip()) == (130, "", "interrupted")


def test_interrupted_while_text_is_executed(folder):
    """Methods of dataclasses are executed text. Python takes an interruption there for one that nobody handled."""
    with busy(folder, 1) as process:
        process.send_signal(signal.SIGINT)
        status, out, err = finished(process)
        assert (status, out, err.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_second_interruption_ends_the_run_at_once(folder, monkeypatch, jobs):
    """The metric swallows the first one where it runs in the main process."""
    monkeypatch.setitem(PLAIN, "SWALLOW", "1")
    with busy(folder, jobs) as process:
        wait_until(lambda: interrupted(process))
        # While Python itself ends, a further signal is what ends the process: for a shell the status is 130 too.
        assert finished(process)[0] in (130, -signal.SIGINT)


def interrupted(process):
    """Send an interruption; whether that, or one before it, has ended the run."""
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    return process.poll() is not None


def shell(text, folder):
    found = subprocess.run(
        ["bash", "-c", text, "bash", *PROGRAM], capture_output=True, text=True, cwd=folder.path, env=PLAIN,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    return found.returncode, found.stdout, found.stderr


SCORE = '"$@" score gold.jsonl pred.jsonl'


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (f"{SCORE} > /dev/full", "standard output"),
        (f"{SCORE} -f json --items > /dev/full", "standard output"),
        (f"{SCORE} -o /dev/full", "-o /dev/full"),
        ('"$@" check gold.jsonl > /dev/full', "standard output"),
        ('"$@" check gold.jsonl -o /dev/full', "-o /dev/full"),
        ('"$@" stats gold.jsonl > /dev/full', "standard output"),
        ('"$@" metrics > /dev/full', "standard output"),
        ('"$@" demo > /dev/full', "standard output"),
    ],
)
def test_a_full_disk(folder, command, where):
    assert shell(command, folder) == (71, "", f"Error: {where}: No space left on device\n")


@pytest.mark.parametrize("command", [f"{SCORE} > /dev/full 2> /dev/full", f"{SCORE} -m nope 2> /dev/full"])
def test_not_even_a_message_can_be_written(folder, command):
    """Python's own status would be 1, which means that a gate was missed."""
    assert shell(command, folder) == (71, "", "")


SHORT = (
    "--version",
    "--help",
    "score --help",
    "metrics",
    "metrics smatch",
    "metrics --presets",
    "completion bash",
    "demo",
)


@pytest.mark.parametrize("command", [f"{SCORE}", *(f'"$@" {arguments}' for arguments in SHORT)])
def test_standard_output_is_closed_or_full(folder, command):
    assert shell(f"{command} >&-", folder) == (71, "", "Error: standard output: it is closed\n")
    assert shell(f"{command} > /dev/full", folder) == (
        71,
        "",
        "Error: standard output: No space left on device\n",
    )
    assert shell(f"{command} >&- 2>&-", folder) == (71, "", "")


@pytest.mark.parametrize("arguments", SHORT)
def test_nobody_reads_what_is_short(folder, arguments):
    """The reader is gone before anything is written."""
    text = f'"$@" {arguments} | true; echo ${{PIPESTATUS[0]}}'
    for _ in range(3):
        assert shell(text, folder) == (0, "0\n", "")


def test_a_closed_output_does_not_matter_where_the_result_is_a_file(folder):
    assert shell(f"{SCORE} --quiet -o out.txt >&-", folder) == (0, "", "")
    assert (folder.path / "out.txt").read_text()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_working_directory_was_deleted(folder, jobs):
    gone = 'mkdir gone; cd gone; rmdir ../gone; "$@"'
    status, out, err = shell(
        f"{gone} score {folder.gold} {folder.pred} -m span --jobs {jobs} --quiet", folder
    )
    assert (status, err) == (0, "")
    assert out.startswith("metric")
    status, _, err = shell(f"{gone} score {folder.gold} {folder.pred} --task no_such_module:Type", folder)
    assert status == 2
    assert "no module 'no_such_module'" in err


@pytest.mark.parametrize("before", [None, "what was there before"])
@pytest.mark.parametrize("link", [False, True])
def test_half_a_result_is_never_seen(folder, before, link):
    """The limit of the size of a file stands for a full disk: one block of 1024 bytes."""
    output = folder.path / "out.json"
    if link:
        output.symlink_to("target.json")
    if before:
        output.write_text(before)
    there = sorted(path.name for path in folder.path.iterdir())
    status, out, err = shell(f"ulimit -f 1; {SCORE} -f json --items -o out.json", folder)
    assert (status, out, err) == (71, "", "Error: -o out.json: File too large\n")
    assert sorted(path.name for path in folder.path.iterdir()) == there
    assert (output.read_text() if output.exists() else None) == before


def test_half_a_list_of_problems_is_never_seen(folder):
    folder.write("bad.jsonl", "".join(f'{{"id": {n}, "spans": 3}}\n' for n in range(200)))
    status, _, err = shell('ulimit -f 1; "$@" check bad.jsonl --task spans --all -o out.txt', folder)
    assert (status, err) == (71, "Error: -o out.txt: File too large\n")
    assert not list(folder.path.glob("*out*"))


def test_a_result_replaces_what_was_there(command, folder):
    output = folder.write("out.json", "old")
    output.chmod(0o640)
    assert command("score", folder.gold, folder.pred, "-f", "json", "-o", output).status == 0
    assert json.loads(output.read_text())["items"] == 4
    assert output.stat().st_mode & 0o777 == 0o640
    assert not list(folder.path.glob(".*"))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_somebody_reads_only_the_beginning(folder, jobs):
    many = [{"id": str(n), "spans": [span("PER", 0, 1)]} for n in range(2000)]
    folder.write("gold.jsonl", many)
    folder.write("pred.jsonl", many)
    found = shell(f"{SCORE} -f json --items --jobs {jobs} | head -c 1; echo ${{PIPESTATUS[0]}}", folder)
    assert found == (0, "{0\n", "")


def broken_off(items):
    """An archive without its end, after which there is more to read."""
    return gzip.compress(lines(items).encode(), mtime=0)[:-12]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("policy", ["fail", "skip", "zero"])
def test_a_file_in_the_middle_breaks_off(command, folder, jobs, policy):
    for name in ("a", "b", "c"):
        folder.write(f"gold/{name}.jsonl.gz", gzip.compress(lines(GOLD).encode()))
        folder.write(f"pred/{name}.jsonl.gz", gzip.compress(lines(PRED).encode()))
    folder.write("pred/b.jsonl.gz", broken_off(PRED))
    result = command("score", "gold", "pred", "--on-error", policy, "--jobs", jobs, "-o", "out.txt")
    assert result.status == 3
    assert result.out == ""
    assert "pred/b.jsonl.gz" in result.err
    assert "cannot read the file" in result.err
    assert "pred/a" not in result.err
    assert "pred/c" not in result.err
    assert not (folder.path / "out.txt").exists()


def test_the_tests_see_who_is_alive():
    with started("--version") as process:
        assert finished(process)[0] == 0
        assert alive(process.pid) == []
    assert os.getpid() in alive(os.getsid(0))
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in children(os.getpid())
        child.communicate(b"\n", timeout=PATIENCE)


def test_workers_cannot_be_started_for_want_of_files(folder):
    status, out, err = shell(f"ulimit -n 32; {SCORE} --jobs 16", folder)
    assert (status, out) == (71, "")
    assert err.startswith("Error: cannot start 16 worker processes: Too many open files")


def test_workers_cannot_be_started_for_want_of_processes(command, folder, monkeypatch):
    """The limit of processes is not for root: a fork that fails stands for it."""
    fork, forked = os.fork, []

    def limited():
        if forked:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        forked.append(pid := fork())
        return pid

    monkeypatch.setattr(os, "fork", limited)
    result = command("score", folder.gold, folder.pred, "--jobs", "2")
    assert (result.status, result.out) == (71, "")
    assert result.err.startswith("Error: cannot start 2 worker processes: Resource temporarily unavailable")
    with pytest.raises(ProcessLookupError):
        os.kill(forked[0], 0)
