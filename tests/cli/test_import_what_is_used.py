"""A command imports itself and the task that is named or found: starting is what a short run consists of."""

import subprocess
import sys

import click
import pytest

from tallystick.cli.app import COMMANDS, NAMES, UNCONFIGURED, app
from tallystick.cli.metric_options import ScoringCommand
from tallystick.registry import all_parameters, tasks

LOADED = "import sys; print(*[name for name in sys.modules if name.startswith('tallystick.')])"


def loaded_by(*arguments):
    """The modules of the package that a command line has imported."""
    code = f"from tallystick.cli.app import run; run({list(arguments)!r}); {LOADED}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("spelling", [["--task", "amr"], ["--task=amr"]])
def test_the_task_that_is_named(spelling):
    gold, pred = map(str, tasks()["amr"].example)
    loaded = loaded_by("score", gold, pred, *spelling, "-m", "smatch")
    assert "tallystick.tasks.amr.task" in loaded
    assert "tallystick.cli.score" in loaded
    for other in (
        "coref.task",
        "graphs.umr.task",
        "records.spans",
        "cli.compare",
        "report.page.page",
        "user",
    ):
        assert f"tallystick.{other}" not in loaded


def test_the_task_of_the_files_where_none_is_named():
    gold, pred = map(str, tasks()["amr"].example)
    loaded = loaded_by("score", gold, pred)
    assert {name for name in loaded if name.endswith(".task")} == {
        "tallystick.tasks.amr.task",
        "tallystick.run.inputs.task",
    }


def test_all_tasks_where_an_option_may_be_of_any():
    gold, pred = map(str, tasks()["spans"].example)
    assert "tallystick.tasks.umr.task" in loaded_by("score", gold, pred, "--phi", "3")


def test_every_command_is_there():
    assert list(app.commands) == list(NAMES)
    for name in NAMES:
        command = COMMANDS[name]
        assert command.name == name
        assert command is COMMANDS[name]
        has = any("--no-config" in parameter.opts for parameter in command.params)
        assert has is (name not in UNCONFIGURED)


def names_of(command, *arguments):
    context = command.make_context("x", list(arguments), resilient_parsing=True)
    return {text for parameter in command.get_params(context) for text in parameter.opts}


def test_the_options_are_those_of_the_task():
    score = COMMANDS["score"]
    assert isinstance(score, ScoringCommand)
    assert "--phi" in names_of(score)
    assert "--phi" not in names_of(score, "--task", "amr")
    assert "--root" in names_of(score, "--task", "amr")
    assert "--phi" in names_of(score, "--task", "roles")
    assert set(all_parameters("amr")) < set(all_parameters())


def test_an_option_of_another_task_is_known(command):
    gold, pred = tasks()["amr"].example
    result = command("score", gold, pred, "--task", "amr", "--phi", "3")
    assert result.status == 2
    assert "none of the selected metrics has the option 'phi'" in result.err
    result = command("score", gold, pred, "--task", "amr", "--fie", "3")
    assert result.status == 2
    assert "No such option" in result.err


def test_a_task_after_the_end_of_options_is_a_file(command, folder):
    result = command("score", "--", "--task", "amr")
    assert result.status in (2, 3)
    assert "--task" in result.err
    assert isinstance(COMMANDS["score"], click.Command)


def test_the_help_keeps_the_options_of_metrics_apart(command):
    own, of_metrics = command("score", "--task", "amr", "--help").out.split(
        "Options of metrics of the task amr:"
    )
    assert "--fail-under" in own
    assert "--reify  " in of_metrics
    assert "before comparing: yes" not in of_metrics
    assert "--phi" not in own + of_metrics
    own, of_metrics = command("explain", "--help").out.split("Options of metrics:")
    assert "--worst" in own
    assert "--phi" in of_metrics
