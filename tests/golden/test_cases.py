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


def _arguments(case):
    return [
        str(GOLDENS / argument[1:]) if argument.startswith("@") else argument for argument in case["args"]
    ]


def _command(case):
    return [
        "score",
        str(GOLDENS / case["gold"]),
        str(GOLDENS / case["pred"]),
        "--task",
        case["task"],
        *_arguments(case),
    ]


def _differences(checker, case, wanted):
    """What differs: of each label and its scores, every expected number."""
    loose = set(case.get("at_least", []))
    for label, scores, key, want in wanted:
        got = checker.lookup(scores, key) if scores is not None else "no such row"
        if not checker.agrees(
            got, want, case.get("tol", 1e-6), key in loose, case.get("null_is_zero", False)
        ):
            yield f"{label} {key}: got {got}, expected {want}"


def _wanted(case, output):
    for key, value in case.get("expect", {}).items():
        yield "corpus", output["scores"], key, value
    by_id = {item["id"]: item["scores"] for item in output.get("per_item", [])}
    for item in case.get("expect_items", []):
        for key, value in item["expect"].items():
            yield item["id"], by_id.get(item["id"]), key, value
    for division, labels in case.get("expect_by", {}).items():
        rows = output["by"][division]
        for label, expected in labels.items():
            for key, value in expected.items():
                yield label, rows[label]["scores"] if label in rows else None, key, value


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_case(case):
    command = [*_command(case), "-f", "json", *(["--items"] if case.get("expect_items") else [])]
    for division in case.get("expect_by", {}):
        command += ["--by", division]
    result = CliRunner().invoke(app, command, standalone_mode=False, catch_exceptions=False)
    wanted = list(_wanted(case, json.loads(result.stdout)))
    assert wanted
    different = list(_differences(_checker(), case, wanted))
    assert not different, "\n".join(different[:10])


@pytest.mark.parametrize("case", _refused(), ids=lambda case: case["id"])
def test_refused(case, capfd):
    status = run(_command(case))
    assert status == case["expect_exit"], capfd.readouterr().err
