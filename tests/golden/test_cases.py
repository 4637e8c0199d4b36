"""The command line against golden values, in this process: ../shared/goldens/*/cases.json."""

import importlib.util
import json

import pytest
from click.testing import CliRunner
from tests.shared import SHARED, golden_families, needs_shared

from tallystick.cli.app import app

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


def _wanted(case):
    yield from ((None, key, value) for key, value in case.get("expect", {}).items())
    for item in case.get("expect_items", []):
        yield from ((item["id"], key, value) for key, value in item["expect"].items())


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_case(case):
    checker = _checker()
    arguments = [str(GOLDENS / a[1:]) if a.startswith("@") else a for a in case["args"]]
    command = [
        "score",
        str(GOLDENS / case["gold"]),
        str(GOLDENS / case["pred"]),
        "--task",
        case["task"],
        "-f",
        "json",
    ]
    command += arguments + (["--items"] if case.get("expect_items") else [])
    result = CliRunner().invoke(app, command, standalone_mode=False, catch_exceptions=False)
    output = json.loads(result.stdout)
    by_id = {item["id"]: item["scores"] for item in output.get("per_item", [])}
    loose = set(case.get("at_least", []))
    wanted = list(_wanted(case))
    assert wanted
    different = []
    for item, key, want in wanted:
        got = checker.lookup(output["scores"] if item is None else by_id[item], key)
        tolerance = case.get("tol", 1e-6)
        if not checker.agrees(got, want, tolerance, key in loose, case.get("null_is_zero", False)):
            different.append(f"{item or 'corpus'} {key}: got {got}, expected {want}")
    assert not different, "\n".join(different[:10])
