"""The scoring program of the documentation, run as Codabench and CodaLab run it."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from bench.shared_task import write_shared_task

from tallystick.integrations.scoring_program import score_submission

PAGE = Path(__file__).parents[2] / "docs" / "start" / "shared-task.md"


def block(name):
    """A file of the documentation."""
    return re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)[1]


@pytest.fixture
def platform(tmp_path):
    """The folders of a platform: the program and the gold, unzipped."""
    write_shared_task(tmp_path / "task", 3, 3)
    with zipfile.ZipFile(tmp_path / "program.zip", "w") as archive:
        for name in ("metadata.yaml", "metadata", "scoring.py"):
            archive.writestr(name, block(name))
    with zipfile.ZipFile(tmp_path / "program.zip") as archive:
        archive.extractall(tmp_path / "app" / "program")
    (tmp_path / "app" / "output").mkdir()
    (tmp_path / "app" / "input").mkdir()
    (tmp_path / "task" / "gold").rename(tmp_path / "app" / "input" / "ref")
    (tmp_path / "app" / "input" / "ref" / "metadata").write_text("description: the gold\n")
    return tmp_path


def submit(platform, name):
    """Put a submission where the platform unzips it."""
    sent = platform / "task" / "systems" / name
    if sent.suffix == ".zip":
        with zipfile.ZipFile(sent) as archive:
            archive.extractall(platform / "app" / "input" / "res")
    else:
        sent.rename(platform / "app" / "input" / "res")


def run(command, app):
    words = [sys.executable if word.startswith("python") else word for word in command.split()]
    return subprocess.run(words, cwd=app / "program", capture_output=True, text=True, check=False)


def test_codabench(platform):
    submit(platform, "team00.zip")
    app = platform / "app"
    command = re.search(r"^command: (.*)$", (app / "program" / "metadata.yaml").read_text(), re.M)[1]
    done = run(command.replace("/app/", f"{app}/"), app)
    assert done.returncode == 0, done.stderr
    scores = json.loads((app / "output" / "scores.json").read_text())
    assert list(scores) == ["conll", "conll_l00_set", "conll_l01_set", "conll_l02_set"]
    assert all(isinstance(value, float) and 50 < value < 100 for value in scores.values())
    assert scores["conll"] == pytest.approx(sum(list(scores.values())[1:]) / 3)
    page = (app / "output" / "detailed_results.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")


def test_codalab(platform):
    """A submission without one of the files, in the notation of CodaLab."""
    submit(platform, "team01")
    app = platform / "app"
    command = re.search(r"^command: (.*)$", (app / "program" / "metadata").read_text(), re.M)[1]
    for variable in ("program", "input", "output"):
        command = command.replace(f"${variable}", str(app / variable))
    done = run(command, app)
    assert done.returncode == 0, done.stderr
    assert "the submission has no file l00_set-corefud-test.conllu" in done.stderr
    lines = dict(line.split(": ") for line in (app / "output" / "scores.txt").read_text().splitlines())
    assert float(lines["conll_l00_set"]) == 0
    assert float(lines["conll"]) > 0
    assert (app / "output" / "scores.html").is_file()


def test_a_broken_file_is_located_and_counts_as_empty(platform, capsys):
    submit(platform, "team02")
    app = platform / "app"
    with (app / "input" / "res" / "l00_set-corefud-test.conllu").open("w") as file:
        file.write("no such format\n")
    scores = score_submission(app / "input", app / "output", "conll", task="coref", percent=False)
    assert scores["conll_l00_set"] == 0
    assert 0 < scores["conll_l01_set"] < 1
    assert "l00_set-corefud-test.conllu:1:1" in capsys.readouterr().err


def test_a_single_file_has_a_single_number(tmp_path):
    for side, spans in (("ref", [[0, 1], [3, 3]]), ("res", [[0, 1]])):
        (tmp_path / "input" / side).mkdir(parents=True)
        items = [{"id": "a", "spans": [{"type": "PER", "span": span} for span in spans]}]
        (tmp_path / "input" / side / "test.jsonl").write_text("\n".join(map(json.dumps, items)))
    scores = score_submission(tmp_path / "input", tmp_path / "output", ["span"], page=False)
    assert scores == {"span": pytest.approx(200 / 3)}
    assert not (tmp_path / "output" / "scores.html").exists()


def test_an_error_is_said_and_ends_the_program(tmp_path, capsys):
    (tmp_path / "input" / "ref").mkdir(parents=True)
    with pytest.raises(SystemExit):
        score_submission(tmp_path / "input", tmp_path / "output", ["span"])
    assert "contains no files" in capsys.readouterr().err
