"""The command line against golden values, in this process: ../shared/goldens/*/cases.json."""

import importlib.util
import json

import pytest
from click.testing import CliRunner
from tests.shared import SHARED, golden_families, needs_shared

from tallystick.cli.app import app, run

pytestmark = needs_shared
GOLDENS = SHARED / "goldens"


def _checker():
    spec = importlib.util.spec_from_file_location("goldens", SHARED / "check" / "goldens.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _cases():
    if not SHARED.is_dir():
        return []
    return [
        case
        for family in golden_families()
        for case in json.loads((GOLDENS / family / "cases.json").read_text())
    ]


def _refused():
    if not SHARED.is_dir():
        return []
    files = [GOLDENS / family / "errors.json" for family in golden_families()]
    return [case for file in files if file.exists() for case in json.loads(file.read_text())]


def _wanted(case):
    yield from ((None, key, value) for key, value in case.get("expect", {}).items())
    for item in case.get("expect_items", []):
        yield from ((item["id"], key, value) for key, value in item["expect"].items())


def _command(case):
    arguments = [str(GOLDENS / a[1:]) if a.startswith("@") else a for a in case["args"]]
    return [
        "score",
        str(GOLDENS / case["gold"]),
        str(GOLDENS / case["pred"]),
        "--task",
        case["task"],
        *arguments,
    ]


def _output(command):
    result = CliRunner().invoke(app, [*command, "-f", "json"], standalone_mode=False, catch_exceptions=False)
    return json.loads(result.stdout)


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_case(case):
    checker = _checker()
    output = _output(_command(case) + (["--items"] if case.get("expect_items") else []))
    by_id = {item["id"]: item["scores"] for item in output.get("per_item", [])}
    loose = set(case.get("at_least", []))
    wanted = list(_wanted(case))
    assert wanted
    different = []

    def compare(scores, label, key, want):
        got = checker.lookup(scores, key)
        tolerance = case.get("tol", 1e-6)
        if not checker.agrees(got, want, tolerance, key in loose, case.get("null_is_zero", False)):
            different.append(f"{label} {key}: got {got}, expected {want}")

    for item, key, want in wanted:
        compare(output["scores"] if item is None else by_id[item], item or "corpus", key, want)
    for division, labels in case.get("expect_by", {}).items():
        rows = _output([*_command(case), "--by", division])["by"][division]
        for label, expect in labels.items():
            for key, want in expect.items():
                compare(rows[label]["scores"], label, key, want)
    assert not different, "\n".join(different[:10])


@pytest.mark.parametrize("case", _refused(), ids=lambda case: case["id"])
def test_what_must_be_refused(case):
    assert run(_command(case)) == case["expect_exit"]
