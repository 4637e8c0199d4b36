"""The files that other programs read about this project: hooks and workflows."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from tallystick.cli.app import app

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


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for path in WORKFLOWS:
        for targets in re.findall(r"\bmake ((?:[a-z-]+ ?)+)$", path.read_text("utf-8"), re.MULTILINE):
            for target in targets.split():
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
