"""The files that other programs read about this project: hooks and workflows."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tallystick.cli.app import app
from tallystick.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


pytestmark = pytest.mark.skipif(
    not (ROOT / "Makefile").is_file(), reason=f"{ROOT} is no checkout: these files are no part of the package"
)


def parsed(path):
    return yaml.safe_load(path.read_text("utf-8"))


def test_the_hook_is_a_command_that_exists():
    (hook,) = parsed(ROOT / ".pre-commit-hooks.yaml")
    program, name, *options = shlex.split(hook["entry"])
    assert program in PROJECT["project"]["scripts"]
    known = {text for parameter in app.commands[name].params for text in parameter.opts}
    assert set(options) <= known
    assert hook["id"] == "tallystick-check"
    assert {"name", "language", "files"} <= set(hook)


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("gold.amr", True),
        ("a/b.umr", True),
        ("x.conllu", True),
        ("x.jsonl", True),
        ("x.json", False),
        ("amr", False),
    ],
)
def test_the_hook_takes_our_files(name, taken):
    (hook,) = parsed(ROOT / ".pre-commit-hooks.yaml")
    assert bool(re.search(hook["files"], name)) is taken


def test_the_hook_stops_a_commit(command, folder):
    """As pre-commit calls it: the files of the commit at the end, and a status other than 0 where one is bad."""
    (hook,) = parsed(ROOT / ".pre-commit-hooks.yaml")
    _, *arguments = shlex.split(hook["entry"])
    assert command(*arguments, folder.gold, folder.pred).status == 0
    bad = folder.write("bad.jsonl", '{"id": "a", "spans": 3}\n')
    result = command(*arguments, folder.gold, bad)
    assert result.status == 3
    assert f"{bad}:1" in result.out


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows(path):
    workflow = parsed(path)
    # YAML takes the bare word `on` for a truth value; GitHub does not.
    assert workflow["name"] == path.stem
    assert workflow[True]
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 90
        assert job["steps"][0]["uses"].startswith("actions/checkout@")
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert "@" in step.get("uses", "@"), "every action has its version"


def test_there_are_workflows_for_tests_and_wheels():
    assert [path.stem for path in WORKFLOWS] == ["tests", "wheels"]
    matrix = parsed(WORKFLOWS[0])["jobs"]["tests"]["strategy"]["matrix"]
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert matrix["python"][0] == oldest
    built = next(step["env"] for step in parsed(WORKFLOWS[1])["jobs"]["wheels"]["steps"] if "env" in step)
    assert built["CIBW_BUILD"].split() == [f"cp{version.replace('.', '')}-*" for version in matrix["python"]]
    assert "TALLYSTICK_REQUIRE_COMPILED=1" in built["CIBW_ENVIRONMENT"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_paths_of_the_checkout_exist(path):
    for name in re.findall(r"\{project\}/(\S+)", path.read_text("utf-8")):
        assert (ROOT / name).exists(), name


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in WORKFLOWS:
        for targets in re.findall(r"\bmake ((?:[a-z-]+ ?)+)$", path.read_text("utf-8"), re.MULTILINE):
            for target in targets.split():
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("name", ["bug", "score", "idea"])
def test_issue_forms(name):
    form = parsed(ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml")
    assert {"name", "description", "body"} <= set(form)
    ids = [field["id"] for field in form["body"]]
    assert len(set(ids)) == len(ids)
    assert all(field["attributes"]["label"] for field in form["body"])


def test_versions_agree():
    citation = parsed(ROOT / "CITATION.cff")
    assert citation["version"] == VERSION
    assert len(citation["references"]) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="the action runs in bash")
@pytest.mark.parametrize(("gate", "status"), [("span.f1=0.1", 0), ("span.f1=0.1 span.recall=0.99", 1)])
def test_the_action_is_a_gate(gate, status, folder, tmp_path):
    """The step as a runner executes it, with its inputs in the environment."""
    action = parsed(ROOT / "action.yml")
    step = action["runs"]["steps"][-1]
    inputs = {name: str(declared.get("default", "")) for name, declared in action["inputs"].items()}
    inputs |= {"gold": str(folder.gold), "pred": str(folder.pred), "arguments": "-m span", "fail-under": gate}
    given = {name: inputs[re.search(r"inputs\.([\w-]+)", value)[1]] for name, value in step["env"].items()}
    programs = tmp_path / "tallystick"
    programs.mkdir()
    (programs / "bin").symlink_to(Path(sys.executable).parent)
    summary = tmp_path / "summary.md"
    environment = os.environ | given | {"RUNNER_TEMP": str(tmp_path), "GITHUB_STEP_SUMMARY": str(summary)}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    result = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == status, result.stderr
    assert "| span |" in summary.read_text()
    assert result.stdout == summary.read_text()
