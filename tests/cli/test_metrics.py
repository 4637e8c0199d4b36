"""``tallystick metrics`` and ``tallystick demo``."""

import pytest

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
    assert "the task coref has no metric" in command("metrics", "span", "--task", "coref").err
    assert command("metrics", "--task", "nope").status == 2


def test_demo_shows_every_task(command):
    result = command("demo")
    assert result.status == 0
    for task in tasks().values():
        assert f"\n{task.name} " in result.out
    assert "micro, × 100" in result.out
    assert result.err == ""


def test_a_metric_and_not_its_facets(command):
    """As ``-m smatch`` scores it alone; a name that is only that of a group stands for its members."""
    shown = command("metrics", "smatch", "--task", "amr", "-f", "json").json
    assert [entry["metric"] for entry in shown] == ["smatch"]
    assert "see also    smatch.instance, smatch.relation" in command("metrics", "smatch").out
    group = command("metrics", "bridging", "-f", "json").json
    assert [entry["metric"] for entry in group] == ["bridging.anaphor", "bridging.mention", "bridging.entity"]


def test_presets_of_a_program_show_its_own_metrics(command, folder):
    folder.write("g.amr", "(b / boy)\n")
    for preset, metrics in (("smatch-1.0.4", {"smatch"}), ("smatchpp-1.8.0-amr", {"smatch"})):
        assert (
            set(command("score", "g.amr", "g.amr", "--preset", preset, "-f", "json").json["scores"])
            == metrics
        )
    shown = command("score", "g.amr", "g.amr", "--preset", "ancast-0.1.1", "-f", "json").json["scores"]
    assert {name.partition(".")[0] for name in shown} == {"ancast"}


@pytest.mark.parametrize("arguments", [(), ("--presets",), ("smatch",), ("--task", "umr")])
def test_a_terminal_gets_lines_that_fit(command, monkeypatch, arguments):
    piped = command("metrics", *arguments).out
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown = command("metrics", *arguments).out
    # Words without blanks, such as lists of choices, are never broken.
    assert all(len(line) <= 80 or len(line.split()[-1]) > 40 for line in shown.splitlines())
    assert max(map(len, piped.splitlines())) > 80
