"""Shells: the scripts, and what they are told."""

import os
import subprocess
import sys

import pytest

SHELLS = ["bash", "zsh", "fish"]


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts(command, shell):
    result = command("completion", shell)
    assert result.status == 0
    assert f"_TALLYSTICK_COMPLETE={shell}_complete" in result.out
    assert "tallystick" in result.out


def test_bash_can_read_its_script(command, tmp_path):
    script = tmp_path / "script"
    script.write_text(command("completion", "bash").out)
    assert subprocess.run(["bash", "-n", script], capture_output=True, check=False).returncode == 0


def test_other_shells(command):
    result = command("completion", "tcsh")
    assert result.status == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in result.err


def complete(*words):
    """What bash is told about the last word of a command line: the kind and the value of each completion."""
    words = ["tallystick", *words]
    environment = os.environ | {
        "_TALLYSTICK_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    code = "import sys; sys.argv[0] = 'tallystick'; from tallystick.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return dict(line.split(",", 1)[::-1] for line in done.stdout.splitlines())


def test_commands():
    assert set(complete("co")) == {"compare", "convert", "completion", "correlate"}


def test_options():
    assert {"--on-error", "--on-timeout"} <= set(complete("score", "--on"))
    assert set(complete("score", "--on-error", "s")) == {"skip"}


def test_files():
    for words in (
        ["score", "gol"],
        ["score", "gold.amr", "pre"],
        ["check", "x"],
        ["compare", "a", "b"],
        ["agree", "a"],
    ):
        assert complete(*words) == {words[-1]: "file"}


def test_tasks_and_metrics():
    assert set(complete("score", "--task", "sp")) == {"spans"}
    assert set(complete("check", "--task", "doc")) == {"docamr"}
    assert "span-partial" in complete("score", "-m", "span-p")
    assert "b3,ceaf-e" in complete("score", "-m", "b3,ceaf-")
    assert "smatch" not in complete("score", "--task", "coref", "-m", "s")
    assert "smatch" in complete("metrics", "smat")
    assert "smatch-1.0.4" in complete("score", "--preset", "smatch-1")
    assert set(complete("score", "--format", "l")) == {"latex"}
