"""``tallystick rank``."""

import shutil

import pytest
from bench.shared_task import write_shared_task


@pytest.fixture
def task(tmp_path):
    """Four systems over three data sets: two zip files, a file missing, a file broken."""
    write_shared_task(tmp_path / "task", 4, 3)
    return tmp_path / "task"


def test_a_leaderboard(command, task):
    done = command(
        "rank", task / "gold", task / "systems", "-m", "conll", "--on-missing", "zero", "--resamples", 200
    )
    assert done.status == 0
    rows = [line.split() for line in done.out.splitlines()[3:7]]
    assert {row[0] for row in rows} == {"team00", "team01", "team02", "team03"}
    assert rows[0][:2] == ["team00", "1"]
    assert "team01: l00_set-corefud-test.conllu is missing, counted as empty" in done.out
    assert "team02: l02_set-corefud-test.conllu is unreadable, counted as empty" in done.out
    # The location of what is wrong.
    assert "team02/l02_set-corefud-test.conllu:2606:1: expected 10 tab-separated columns" in done.err
    assert done.out.splitlines()[-1].endswith(
        "bootstrap over items within each dataset, 200 resamples, seed 12345"
    )


def test_what_is_missing_is_an_error(command, task):
    done = command("rank", task / "gold", task / "systems", "-m", "conll")
    assert (done.status, done.out) == (3, "")
    assert "the submission has no file l00_set-corefud-test.conllu" in done.err


def test_what_is_broken_is_an_error_after_all_systems_were_read(command, task):
    missing = "l00_set-corefud-test.conllu"
    shutil.copy(task / "gold" / missing, task / "systems" / "team01" / missing)
    done = command("rank", task / "gold", task / "systems", "-m", "muc")
    assert done.status == 3
    assert "l02_set-corefud-test.conllu:2606:1" in done.err


def test_all_problems_are_listed_at_once(command, task):
    done = command("rank", task / "gold", task / "systems", "-m", "muc")
    assert "the submission has no file l00_set-corefud-test.conllu" in done.err
    assert "l02_set-corefud-test.conllu:2606:1" in done.err


def test_a_wrong_file_name_is_shown(command, task):
    systems = task / "systems" / "team01"
    (systems / "l01_set-corefud-test.conllu").rename(systems / "wrong.conllu")
    done = command("rank", task / "gold", task / "systems", "-m", "muc")
    assert (
        "the submission has no file l01_set-corefud-test.conllu, but has wrong.conllu, which GOLD lacks"
        in done.err
    )
    assert "If a file has the wrong name, rename it to l01_set-corefud-test.conllu." in done.err


def test_names(command, task):
    systems = [task / "systems" / "team00.zip", task / "systems" / "team03.zip"]
    options = ("-m", "muc", "--resamples", 50, "--trials", 50, "-f", "json")
    assert command("rank", task / "gold", *systems, "--names", "x,y", *options).json["systems"] == ["x", "y"]
    assert "expected 2 different names" in command("rank", task / "gold", *systems, "--names", "x").err


def test_tables_of_documents(command, task):
    options = ("--on-missing", "zero", "--resamples", 50, "--trials", 50, "-f")
    markdown = command("rank", task / "gold", task / "systems", "-m", "muc,b3", *options, "markdown").out
    assert [line for line in markdown.splitlines() if line.startswith("**")] == ["**muc F1**", "**b3 F1**"]
    latex = command("rank", task / "gold", task / "systems", "-m", "muc", *options, "latex").out
    assert r"\caption{muc F1}" in latex
    # Only the comparisons of means decide ranks.
    assert "within each metric" not in latex


def test_json_and_single_systems(command, task):
    systems = [task / "systems" / "team00.zip", task / "systems" / "team01"]
    options = ("-m", "muc,conll", "--on-missing", "skip", "--resamples", 100, "-f", "json")
    data = command("rank", task / "gold", *systems, *options).json
    assert data["systems"] == ["team00", "team01"]
    assert list(data["ranking"]) == ["muc", "conll"]
    assert data["ranking"]["muc"][0]["rank"] == 1
    left_out = {system["system"]: system["left_out"] for system in data["ranking"]["muc"]}
    assert left_out == {"team00": [], "team01": ["l00_set"]}
    assert data["gaps"][0]["counted"] == "skip"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("gold", "-"), "standard input"),
        (("gold", ""), "is empty"),
        (("nowhere", "systems"), "no such file"),
        (("gold", "nowhere"), "no such file"),
        (("gold", "gold/l00_set-corefud-test.conllu"), "is a file"),
    ],
)
def test_wrong_usage(command, task, monkeypatch, arguments, message):
    monkeypatch.chdir(task)
    done = command("rank", *arguments)
    assert done.status in (2, 3)
    assert message in done.err
