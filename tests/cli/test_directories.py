"""Directories: what cannot be read is an error, what is skipped is named."""

import contextlib
import os
import zipfile

import pytest
from tests.cli.conftest import GOLD, PRED, lines, span

from tallystick.cli.app import run

NOBODY = 65534


@contextlib.contextmanager
def as_another_user(folder):
    """Do what follows without the rights of root, for whom nothing is unreadable."""
    if os.geteuid():
        yield
        return
    # The temporary directories of the tests are for their owner only.
    opened = [place for place in (folder.path, *folder.path.parents) if not place.stat().st_mode & 0o005]
    modes = [(place, place.stat().st_mode & 0o7777) for place in opened]
    for place, mode in modes:
        place.chmod(mode | 0o055)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        for place, mode in modes:
            place.chmod(mode)


@pytest.fixture
def halves(folder):
    """Two directories, half of each in a directory that nobody may read."""
    for side, items in (("gold", GOLD), ("pred", PRED)):
        folder.write(f"{side}/open/a.jsonl", items)
        folder.write(f"{side}/closed/b.jsonl", items)
    closed = [folder.path / side / "closed" for side in ("gold", "pred")]
    for place in closed:
        place.chmod(0)
    yield folder
    for place in closed:
        place.chmod(0o755)


COMMANDS = {
    "score": ("score", "gold", "pred"),
    "compare": ("compare", "gold", "pred", "pred"),
    "agree": ("agree", "gold", "pred"),
    "explain": ("explain", "gold", "pred"),
    "report": ("report", "gold", "pred"),
    "check": ("check", "gold", "pred"),
    "stats": ("stats", "gold", "pred"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unreadable_subdirectory_is_an_error(command, halves, name):
    # As root, who may read everything: so all that the command imports is there, even if others may not read it.
    if not os.geteuid():
        assert command(*COMMANDS[name]).status == 0
    with as_another_user(halves):
        result = command(*COMMANDS[name])
    assert result.status == 3
    shown = result.out if name == "check" else result.err
    assert "gold/closed: cannot be read: Permission denied" in shown
    assert "pred/closed: cannot be read: Permission denied" in shown or name == "agree"


def test_an_unreadable_directory_is_a_problem_for_check(command, halves):
    with as_another_user(halves):
        result = command("check", "gold/closed")
    assert result.status == 3
    assert "gold/closed: cannot be read: Permission denied" in result.out


def test_files_that_can_be_listed_and_not_opened(command, halves):
    for side in ("gold", "pred"):
        (halves.path / side / "closed").chmod(0o744)
    if not os.geteuid():
        assert command("score", "gold", "pred").status == 0
    with as_another_user(halves):
        result = command("score", "gold", "pred")
    assert result.status == 3
    assert "b.jsonl: cannot be read: Permission denied" in result.err


def test_a_link_that_leads_nowhere(command, folder):
    folder.write("gold/a.jsonl", GOLD)
    folder.write("pred/a.jsonl", PRED)
    for side in ("gold", "pred"):
        (folder.path / side / "b.jsonl").symlink_to("nowhere.jsonl")
    result = command("score", "gold", "pred")
    assert result.status == 3
    assert "gold/b.jsonl: cannot be read: No such file or directory" in result.err


def test_links_to_directories_are_followed(command, folder):
    folder.write("elsewhere/gold/b.jsonl", GOLD)
    folder.write("elsewhere/pred/b.jsonl", PRED)
    for side, items in (("gold", GOLD), ("pred", PRED)):
        folder.write(f"{side}/a.jsonl", items)
        (folder.path / side / "more").symlink_to(folder.path / "elsewhere" / side)
        (folder.path / side / "again").symlink_to(folder.path / side)
    result = command("score", "gold", "pred", "-f", "json")
    assert result.json["items"] == 8


@pytest.mark.parametrize("name", COMMANDS)
def test_hidden_files_are_named(command, folder, name):
    for side, items in (("gold", GOLD), ("pred", PRED)):
        folder.write(f"{side}/a.jsonl", items)
        folder.write(f"{side}/.hidden.jsonl", items)
    result = command(*COMMANDS[name])
    assert result.status == 0
    message = "warning: gold: skipped 1 hidden entry: .hidden.jsonl"
    assert message in (result.out if name == "check" else result.err)


def test_hidden_files_of_a_conversion_are_named(command, folder):
    folder.write("gold/a.amr", "(a / b)\n")
    folder.write("gold/.b.amr", "(a / b)\n")
    result = command("convert", "gold", "--to", "json", "-o", "out")
    assert result.status == 0
    assert "skipped 1 hidden entry: .b.amr" in result.err


def test_a_pipe_in_a_directory_is_named(command, folder):
    for side, items in (("gold", GOLD), ("pred", PRED)):
        folder.write(f"{side}/a.jsonl", items)
        os.mkfifo(folder.path / side / "pipe")
    result = command("score", "gold", "pred", "-f", "json")
    assert result.status == 0
    assert "warning: gold: skipped 1 special entry: pipe" in result.err


def test_other_users_are_tested_as_such(halves):
    with as_another_user(halves), pytest.raises(PermissionError):
        os.listdir(halves.path / "gold" / "closed")
    assert run(["stats", str(halves.gold)]) == 0


@pytest.fixture
def half(folder):
    """Two directories with one file in common, and one more in each."""
    for side, names in (("gold", "ab"), ("pred", "bc")):
        for name in names:
            folder.write(f"{side}/{name}.jsonl", lines([{"id": name, "spans": [span("PER", 0, 0)]}]))
    return folder


def test_files_that_only_one_side_has_are_an_error(command, half):
    result = command("score", "gold", "pred")
    assert result.status == 3
    assert "--on-missing skip" in result.err


def test_json_files_with_other_extensions_need_the_task(command, folder):
    folder.write("gold/a.json", '{"x": 1}')
    folder.write("pred/a.txt", '{"x": 1}')
    refused = command("score", "gold", "pred")
    assert refused.status == 3
    assert "--task json" in refused.err
    assert command("score", "gold", "pred", "--task", "json").status == 0


def test_files_that_only_one_side_has_are_left_out(command, half):
    result = command("score", "gold", "pred", "-m", "span", "--on-missing", "skip", "-f", "json")
    assert result.status == 0
    assert result.json["items"] == 1
    assert result.json["scores"]["span"]["f1"] == 1.0
    assert result.err.count("has no partner") == 2
    assert [warning["code"] for warning in result.json["warnings"]] == ["no-partner", "no-partner"]
    assert "on-missing:skip" in result.json["signature"]["span"]
    assert command("explain", "gold", "pred", "-m", "span", "--on-missing", "skip").status == 0
    assert command("report", "gold", "pred", "--on-missing", "skip", "-o", "page.html").status == 0


def test_missing_predictions_count_as_empty(command, half, folder):
    refused = command("score", "gold", "pred", "--on-missing", "zero")
    assert refused.status == 3
    assert "c.jsonl" in refused.err
    (folder.path / "pred" / "c.jsonl").unlink()
    counted = command("score", "gold", "pred", "-m", "span", "--on-missing", "zero", "-f", "json").json
    assert (counted["items"], counted["zeroed"]) == (2, 1)
    assert counted["scores"]["span"]["recall"] == 0.5


def test_items_that_only_one_side_has(command, folder):
    both = [{"id": name, "spans": [span("PER", 0, 0)]} for name in "abc"]
    folder.write("gold.jsonl", lines(both[:2]))
    folder.write("pred.jsonl", lines(both[1:]))
    assert command("score", "gold.jsonl", "pred.jsonl").status == 3
    left_out = command(
        "score", "gold.jsonl", "pred.jsonl", "-m", "span", "--on-missing", "skip", "-f", "json"
    ).json
    assert (left_out["items"], left_out["skipped"]) == (1, 2)
    assert command("score", "gold.jsonl", "pred.jsonl", "--on-missing", "zero").status == 3
    folder.write("pred.jsonl", lines(both[1:2]))
    zero = command(
        "score", "gold.jsonl", "pred.jsonl", "-m", "span", "--on-missing", "zero", "-f", "json"
    ).json
    assert (zero["items"], zero["zeroed"], zero["scores"]["span"]["recall"]) == (2, 1, 0.5)


@pytest.mark.parametrize("wrapper", ["", "team/"])
def test_a_zip_file_is_read_in_place(command, folder, wrapper):
    for name in ("a.jsonl", "b.jsonl"):
        folder.write(f"gold/{name}", GOLD)
        folder.write(f"pred/{name}", PRED)
    with zipfile.ZipFile(folder.path / "pred.zip", "w") as archive:
        for name in ("a.jsonl", "b.jsonl"):
            archive.write(folder.path / "pred" / name, f"{wrapper}{name}")
    for name, last in (("score", ()), ("compare", ("gold",)), ("agree", ())):
        results = [
            command(name, "gold", pred, *last, "--task", "spans", "-m", "span", "-f", "json").json
            for pred in ("pred", "pred.zip")
        ]
        key = "scores" if name == "score" else "metrics"
        assert results[0][key] == results[1][key]
    done = command("score", "gold/a.jsonl", "pred.zip")
    assert (done.status, "this is a zip file, but the other side is a file" in done.err) == (3, True)
