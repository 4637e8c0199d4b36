"""The plug-in for pytest, in a pytest of its own."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]

TESTS = """
GOLD = "# ::id s1\\n(w / want-01 :ARG0 (b / boy))\\n"
PRED = "# ::id s1\\n(w / want-01 :ARG0 (g / girl))\\n"


def test_good(assert_score):
    assert assert_score(GOLD, GOLD, "smatch", at_least=1)["smatch"].f1 == 1


def test_bad(assert_score):
    assert_score(GOLD, PRED, metric="smatch", at_least=0.8, field="recall", on_error="zero")
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of the tests above, and its JUnit report."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "test_parser.py").write_text(TESTS)
    # By the name of its module, and without the entry point: the package may be installed without one.
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    plugin = "tallystick.integrations.pytest_plugin"
    arguments = ["-p", plugin, "--junit-xml=junit.xml", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return done.stdout, ElementTree.parse(folder / "junit.xml").getroot()


def test_failures_explain_themselves(run):
    out, _ = run
    assert "1 failed, 1 passed" in out
    assert "smatch recall is 0.75, below 0.8 (1 item)" in out
    assert "s1  precision 75.00  recall 75.00  f1 75.00" in out
    assert "boy" in out
    assert 'assert_score(GOLD, PRED, metric="smatch"' in out
    assert "assertions.py" not in out, "the traceback ends in the test itself"


def test_scores_are_recorded(run):
    _, junit = run
    found = {
        case.get("name"): [(one.get("name"), one.get("value")) for one in case.iter("property")]
        for case in junit.iter("testcase")
    }
    assert found == {"test_good": [("smatch.f1", "1.0")], "test_bad": [("smatch.recall", "0.75")]}


def test_it_is_announced_to_pytest():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"tallystick": "tallystick.integrations.pytest_plugin"}


def test_it_costs_nothing_that_is_not_used():
    code = (
        "import sys, tallystick.integrations.pytest_plugin as p; "
        "print([n for n in ('numpy', 'highspy', 'click', 'rich', 'pandas', 'tallystick.registry') if n in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
