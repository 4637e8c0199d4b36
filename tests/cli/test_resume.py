"""``--resume``: killed and started again, a run comes to the same end, byte for byte."""

import os
import signal
import subprocess
import sys
from functools import partial

import pytest
from tests.cli.conftest import span
from tests.processes import PATIENCE, PLAIN, finished, none_left, started, wait_until


@pytest.fixture
def long_files(folder):
    """Files that take a while."""

    def items(kinds, turn):
        for number in range(1500):
            spans = [span(kinds[k % len(kinds)], k, k + number % turn) for k in range(20)]
            yield {"id": f"d{number}", "spans": spans}

    return folder.write("gold.jsonl", items("AB", 7)), folder.write("pred.jsonl", items("ABB", 5))


def size_of(path):
    return path.stat().st_size if path.exists() else 0


def further_than(journal, size, process):
    return process.poll() is not None or size_of(journal) > size


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_and_started_again(command, folder, long_files, jobs):
    arguments = ("score", *long_files, "-f", "json", "--items")
    journal, output = folder.path / "journal", folder.path / "out.json"
    resumed = (*arguments, "--resume", journal, "--jobs", jobs, "-o", output)
    for _ in range(3):
        wanted = size_of(journal) + 15_000
        with started(*resumed) as process:
            # Well after the last end, and the run is not over yet: a journal that is there says so.
            wait_until(partial(further_than, journal, wanted, process))
            process.kill()
            # Killed in the middle of its work, without a word.
            assert finished(process) == (-signal.SIGKILL, "", "")
            assert none_left(process.pid)
        assert not output.exists()
        # As if the power had gone while a record was written.
        os.truncate(journal, size_of(journal) - 10)
    with started(*resumed) as process:
        status, out, err = finished(process)
    assert (status, out) == (0, "")
    assert "items were already scored" in err
    assert output.read_text() == command(*arguments).out
    assert sorted(path.name for path in folder.path.iterdir()) == ["gold.jsonl", "out.json", "pred.jsonl"]


def test_interrupted_and_started_again(command, folder, long_files):
    journal = folder.path / "journal"
    arguments = ("score", *long_files, "-f", "json", "--items")
    with started(*arguments, "--resume", journal, "--jobs", "2") as process:
        wait_until(partial(further_than, journal, 15_000, process))
        os.killpg(process.pid, signal.SIGINT)
        assert finished(process)[0] == 130
        assert none_left(process.pid)
    done = command(*arguments, "--resume", journal)
    assert done.out == command(*arguments).out
    assert "items were already scored" in done.err
    assert not journal.exists()


def test_a_result_that_cannot_be_written_is_not_lost(command, folder):
    arguments = ("score", folder.gold, folder.pred, "-f", "json", "--resume", "journal")
    full = command(*arguments, "-o", "/dev/full")
    assert full.status == 71
    assert full.err == "Error: -o /dev/full: No space left on device\n"
    again = command(*arguments)
    assert again.err == "note: 4 items were already scored (from journal)\n"
    assert again.json["items"] == 4


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_room_for_the_journal(command, folder, long_files, jobs):
    """The limit of the size of a file stands for a full disk: 64 blocks of 1024 bytes."""
    arguments = ["score", *map(str, long_files), "-f", "json", "--items"]
    limited = ["bash", "-c", 'ulimit -f 64; exec "$@"', "bash", sys.executable, "-m", "tallystick"]
    found = subprocess.run(
        [*limited, *arguments, "--resume", "journal", "--jobs", jobs],
        capture_output=True, text=True, env=PLAIN, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stdout) == (71, "")
    assert found.stderr == "Error: --resume journal: File too large\n"
    assert command(*arguments, "--resume", "journal").out == command(*arguments).out


def test_two_runs_with_one_journal(command, folder):
    holder = "from tallystick.run.journal import Journal; j = Journal('journal'); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        other.stdout.readline()
        result = command("score", folder.gold, folder.pred, "--resume", "journal")
        other.communicate("\n", timeout=PATIENCE)
    assert result.status == 2
    assert result.err == "Error: --resume journal: another run is writing to it\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ["--resume", "out.txt", "-o", "./out.txt"],
            "--resume out.txt is also the output file; choose another name",
        ),
        (["--resume", "gold.jsonl"], "--resume gold.jsonl: this file is not a journal; choose another name"),
        (["--resume", "."], "--resume .: expected a file"),
        (["--engine", "ray"], "--engine 'ray' is not one of local, dask, dask://host:port"),
    ],
)
def test_what_is_refused(command, folder, more, message):
    before = folder.gold.read_text()
    result = command("score", "gold.jsonl", "pred.jsonl", *more)
    assert (result.status, result.out) == (2, "")
    assert result.err == f"Error: {message}\n"
    assert folder.gold.read_text() == before


def test_standard_input_cannot_be_resumed(command, folder):
    result = command(
        "score", "gold.jsonl", "-", "--task", "spans", "--resume", "j", stdin=folder.pred.read_text()
    )
    assert result.status == 2
    assert "--resume needs files, which can be read again; <stdin> cannot" in result.err
    assert not (folder.path / "j").exists()
