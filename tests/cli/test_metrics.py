"""``tallystick metrics`` and ``tallystick demo``."""

import pytest
from tests.cli.test_explain import on_a_terminal

from tallystick.registry import tasks


def test_every_metric_is_listed(command):
    result = command("metrics")
    assert result.status == 0
    rows = {tuple(line.split()[:2]) for line in result.out.splitlines()[2:]}
    assert rows == {(task.name, metric.name) for task in tasks().values() for metric in task.metrics}


def test_a_metric_in_full(command):
    shown = command("metrics", "ceaf-rme").out
    for expected in (
        "ceaf-rme  (task roles)",
        "definition",
        "reference",
        "asymmetric",
        "format",
        "phi [subset|3|4]",
    ):
        assert expected in shown


def test_json(command):
    output = command("metrics", "--task", "coref", "-f", "json").json
    assert [entry["metric"] for entry in output] == [metric.name for metric in tasks()["coref"].metrics]
    names = [parameter.name for parameter in tasks()["coref"].metrics[0].parameters]
    assert [parameter["name"] for parameter in output[0]["parameters"]] == names


def test_a_type_of_ones_own(command, folder):
    folder.write(
        "kiln.py", "from dataclasses import dataclass\n@dataclass\nclass Pot:\n    marks: set[str]\n"
    )
    for arguments in (["kiln:Pot"], ["--task", "kiln:Pot", "Pot"]):
        assert command("metrics", *arguments).out.startswith("Pot  (task kiln:Pot)\n")


def test_presets(command):
    assert "smatch-1.0.4" in command("metrics", "--presets").out
    listed = command("metrics", "--presets", "-f", "json").json
    assert {
        "task": "amr",
        "preset": "ancast-0.1.1",
        "options": {"convention": "ancast-0.1.1"},
        "undefined": "zero",
    }.items() <= {
        key: value
        for row in listed
        if (row["task"], row["preset"]) == ("amr", "ancast-0.1.1")
        for key, value in row.items()
    }.items()


def test_unknown_names(command):
    assert "did you mean 'span'?" in command("metrics", "spam").err
    assert command("metrics", "spam").status == 2
    assert "of the task coref" in command("metrics", "span", "--task", "coref").err
    assert command("metrics", "--task", "nope").status == 2


def test_demo_shows_every_task(command):
    result = command("demo")
    assert result.status == 0
    for task in tasks().values():
        assert f"\n{task.name} " in result.out
    assert "micro, × 100" in result.out
    assert result.err == ""


@pytest.mark.parametrize("arguments", [("metrics", "--presets"), ("metrics",)])
@pytest.mark.parametrize("width", [100, 140])
def test_a_terminal_is_not_run_over(command, arguments, width):
    shown = on_a_terminal(*arguments, COLUMNS=str(width), TERM="xterm").splitlines()
    assert max(map(len, shown)) <= width
    # Nothing is lost: the same words as in a pipe, where a row stays a line.
    piped = command(*arguments).out
    assert sorted(" ".join(shown[2:]).split()) == sorted(" ".join(piped.splitlines()[2:]).split())
    assert len(piped.splitlines()) < len(shown)
