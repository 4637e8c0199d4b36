"""A task of another package: installed, found by its entry point, and taken through every command.

The package in `forms_package` has a reader, scorers that share a step, a metric of the algebra, a parameter, a preset,
a division, a writer, statistics, checks and examples of its own.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from base64 import b64decode
from pathlib import Path

import pytest
from tests.processes import PATIENCE, PLAIN, PROGRAM

PACKAGE = Path(__file__).parent / "forms_package"

# Of a, two of three fields are right (three if case is ignored); of b, none. Every name of a field is right.
GOLD = "form a\tParis\nname = Ada\ncity = Paris\njob = poet\n\nform b\tRome\nname = Bob\n"
PRED = "form a\nname = ada\ncity = Paris\njob = poet\n\nform b\nname = Eve\n"
SCORES = {"form-field": 0.5, "form-whole": 0.0, "form-name": 1.0}
LENIENT = {"form-field": 0.75, "form-whole": 0.5, "form-name": 1.0}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder that the package is installed to."""
    folder = tmp_path_factory.mktemp("installed")
    # The build writes beside the sources.
    sources = shutil.copytree(PACKAGE, folder / "sources", ignore=shutil.ignore_patterns("__pycache__"))
    target = folder / "site"
    options = ["--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", target, sources], check=True
    )
    return target


#: Runs command lines in one process, whose start takes longer than most of them.
SERVER = """
import io, json, os, sys
from tallystick.cli.app import run

for line in sys.stdin:
    asked = json.loads(line)
    os.chdir(asked["folder"])
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    sys.stdout, sys.stderr = streams
    status = run(asked["arguments"])
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    print(json.dumps({"status": status, "out": out, "err": err}), flush=True)
"""


@pytest.fixture(scope="module")
def server(site):
    """A process that sees the installed package."""
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", SERVER],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=seeing(site),
    ) as process:  # fmt: skip
        yield process
        process.stdin.close()


def seeing(*sites):
    """The environment of a process that sees installed packages."""
    return PLAIN | {"PYTHONPATH": os.pathsep.join(map(str, sites)), "COLUMNS": "120"}


def run(program, folder, environment):
    return subprocess.run(
        program, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment
    )


def write_forms(folder):
    for name, text in (("gold.form", GOLD), ("pred.form", PRED)):
        (folder / name).write_text(text)


class Shell:
    """A folder with files, in which commands see the installed package."""

    def __init__(self, folder, server):
        self.folder = folder
        self.server = server
        write_forms(folder)

    def run(self, *arguments):
        """Run a command; return its status, and what it writes to standard output and standard error."""
        asked = {"folder": str(self.folder), "arguments": list(map(str, arguments))}
        self.server.stdin.write(json.dumps(asked) + "\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        return answer["status"], answer["out"], answer["err"]

    def __call__(self, *arguments):
        """Run a command that has to succeed; return what it prints."""
        status, out, err = self.run(*arguments)
        assert status == 0, err
        return out

    def f1(self, *arguments):
        """Run `score`; return F1 by metric."""
        report = json.loads(self("score", "gold.form", "pred.form", *arguments, "-f", "json"))
        return {name: score["f1"] for name, score in report["scores"].items()}


@pytest.fixture
def shell(server, tmp_path):
    return Shell(tmp_path, server)


def test_score(shell):
    assert shell.f1("--task", "forms") == SCORES
    assert shell.f1() == SCORES  # the task is inferred from the files
    assert shell.f1("--jobs", "2") == SCORES
    assert shell.f1("-m", "form-field") == {"form-field": 0.5}
    assert shell.f1("--average", "tokens")["form-field"] == pytest.approx((3 * 2 / 3 + 1 * 0) / 4)


@pytest.mark.parametrize("task", [[], ["--task", "forms"], ["--task", "forms_task.task:TASK"]])
def test_options_and_presets(shell, task):
    assert shell.f1("--case", "ignore", *task) == LENIENT
    assert shell.f1("-m", "form-field(case=ignore)", *task) == {"form-field(case=ignore)": 0.75}
    assert shell.f1("--preset", "lenient-forms", *task) == LENIENT
    status, _, err = shell.run("score", "gold.form", "pred.form", "--case", "loud", *task)
    assert (status, "'--case': 'loud' is not one of" in err) == (2, True)


@pytest.mark.parametrize("task", ["forms", "forms_task.task:TASK"])
def test_divisions(shell, task):
    by_field = json.loads(
        shell("score", "gold.form", "pred.form", "--task", task, "--by", "field", "-f", "json")
    )
    assert {
        label: group["scores"]["form-field"]["f1"] for label, group in by_field["by"]["field"].items()
    } == {
        "city": 1.0,
        "job": 1.0,
        "name": 0.0,
    }
    by_office = json.loads(shell("score", "gold.form", "pred.form", "--by", "office", "-f", "json"))
    assert by_office["by"]["office"]["Paris"]["scores"]["form-field"]["f1"] == pytest.approx(2 / 3)


def test_signatures(shell):
    report = json.loads(shell("score", "gold.form", "pred.form", "--case", "ignore", "-f", "json"))
    signature = report["signature"]["form-field"]
    assert signature.startswith("form-field|case:ignore|form-scope:all|")
    assert shell.f1("--signature", signature) == {"form-field(case=ignore)": 0.75}
    named = shell.f1("--signature", signature, "--task", "forms_task.task:TASK")
    assert named == {"form-field(case=ignore)": 0.75}


@pytest.mark.parametrize("task", ["forms", "forms_task.task:TASK"])
def test_defaults_of_a_project(shell, task):
    (shell.folder / "tallystick.toml").write_text(f'task = "{task}"\ncase = "ignore"\nform-scope = "none"\n')
    assert shell.f1("-m", "form-field") == {"form-field": 0.75}
    assert shell.f1("-m", "form-field", "--case", "keep") == {"form-field": 0.5}
    (shell.folder / "tallystick.toml").write_text(f'task = "{task}"\n[convert]\nindent = 3\n')
    assert "\n   {" in shell("convert", "gold.form", "--to", "json")


@pytest.mark.parametrize("task", [[], ["--task", "forms_task.task:TASK"]])
def test_explain_check_stats_and_convert(shell, task):
    explained = shell("explain", "gold.form", "pred.form", "-m", "form-field", "--id", "a", *task)
    assert explained.splitlines()[1:] == [
        "  = city Paris",
        "  = job poet",
        "  - name Ada",
        "  + name ada",
        "  1 wrong field value",
    ]
    assert shell("stats", "gold.form", *task).splitlines()[2].split() == ["gold.form", "2", "4"]
    converted = json.loads(shell("convert", "gold.form", "--to", "json", "--indent", "1", *task))
    assert converted[1] == {"id": "b", "fields": {"name": "Bob"}}
    (shell.folder / "twice.form").write_text("form a\nname = Ada\nname = Bob\n")
    assert "twice.form:1: the field 'name' is there twice" in shell("check", "twice.form", *task)


def test_problems_have_their_place(shell):
    (shell.folder / "bad.form").write_text("form a\nname = Ada\nnonsense\n\nform b\nname = Bob\n")
    status, out, _ = shell.run("check", "bad.form", "--task", "forms")
    assert (status, "bad.form:3:1: expected 'name = value'" in out) == (3, True)
    assert shell.run("score", "gold.form", "bad.form")[0] == 3
    scores = json.loads(shell("score", "gold.form", "bad.form", "--on-error", "zero", "-f", "json"))
    assert (scores["zeroed"], scores["scores"]["form-field"]["matched"]) == (1, 1)
    (shell.folder / "twice.form").write_text(PRED + "name = Eve\n")
    _, _, err = shell.run("score", "gold.form", "twice.form")
    assert "warning: twice.form:6: the field 'name' is there twice (item b)" in err


def test_compare_and_agree(shell):
    compared = json.loads(
        shell("compare", "gold.form", "pred.form", "gold.form", "--names", "a,b", "-f", "json")
    )
    assert compared["task"] == "forms"
    assert set(compared["metrics"]) == set(SCORES)
    agreed = json.loads(shell("agree", "gold.form", "pred.form", "--case", "ignore", "-f", "json"))
    assert agreed["metrics"]["form-field"]["mean"] == 0.75


@pytest.mark.parametrize("task", [[], ["--task", "forms_task.task:TASK"]])
def test_the_page_shows_its_items(shell, task):
    shell("report", "gold.form", "pred.form", "gold.form", "-o", "page.html", *task)
    packs = re.findall(r'type="text/plain" id="\w+">([\w+/=]+)<', (shell.folder / "page.html").read_text())
    overview, *items = [json.loads(zlib.decompress(b64decode(pack))) for pack in packs]
    assert overview["items"]["ids"] == ["a", "b"]
    assert overview["metrics"][0]["summary"] == "fields that are right"
    shown = [part for item in items[0] for table in item["systems"][0]["parts"] for part in table["shown"]]
    assert {"name Ada", "name ada", "city Paris", "name Eve"} <= set(shown)


def test_lists_and_demonstrations(shell):
    assert "forms  form-name" in shell("metrics", "--task", "forms")
    assert "whether upper and lower case differ in values" in shell("metrics", "form-whole")
    assert "form-field" in shell("metrics", "forms_task.task:TASK")
    assert "lenient-forms" in shell("metrics", "--presets")
    assert re.search(r"^forms +form-field +50.00", shell("demo"), re.MULTILINE)
    assert "forms: json" in " ".join(shell("convert", "--help").split())
    assert "--case" in shell("score", "--help")
    assert "--case" in shell("score", "--task", "forms_task.task:TASK", "--help")


def test_a_process_of_its_own(site, tmp_path):
    write_forms(tmp_path)
    done = run([*PROGRAM, "score", "gold.form", "pred.form", "-f", "csv", "--quiet"], tmp_path, seeing(site))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1 + len(SCORES)


def test_completion(site, tmp_path):
    def complete(*words):
        line = ["tallystick", *words]
        asking = {
            "_TALLYSTICK_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(line),
            "COMP_CWORD": str(len(line) - 1),
        }
        code = "import sys; sys.argv[0] = 'tallystick'; from tallystick.cli import main; main()"
        return run([sys.executable, "-c", code], tmp_path, seeing(site) | asking).stdout.split()

    assert complete("score", "--task", "for") == ["plain,forms"]
    assert "plain,form-name" in complete("score", "--task", "forms_task.task:TASK", "-m", "form-")
    assert complete("score", "--form-s") == ["plain,--form-scope"]


PYTHON = """
import pickle
import tallystick as ts
from forms_task.reader import Field, Form
from forms_task.task import MATCHED, TASK

gold = [Form((Field("name", "Ada"), Field("city", "Paris"))), Form((Field("name", "Bob"),))]
pred = [Form((Field("name", "ada"), Field("city", "Paris"))), Form((Field("name", "Bob"),))]
for task in (TASK, "forms", "forms_task.task:TASK"):
    MATCHED.clear()
    report = ts.score(gold, pred, task=task)
    assert report["form-field"].f1 == 2 / 3, report
    assert report["form-whole"].f1 == 0.5
    assert report["form-field"].items[0].alignment.missed == (Field("name", "Ada"),)
    # Two metrics and an explanation: each pair is matched once.
    assert MATCHED == {"keep": 2}, MATCHED
    assert ts.score(gold, pred, "form-field", task=task, case="ignore")["form-field"].f1 == 1
    assert ts.score(["name = Bob"], ["name = Eve"], "form-name", task=task)["form-name"].f1 == 1
    evaluator = ts.Evaluator(gold, task=task)
    evaluator.update(pred)
    again = pickle.loads(pickle.dumps(evaluator))
    assert again.compute()["form-field"].f1 == 2 / 3
    compared = ts.compare(gold, {"a": pred, "b": gold}, "form-field", task=task)
    assert compared["form-field"].difference("a", "b").value > 0
    assert ts.agree([gold, pred], "form-field", task=task)["form-field"].mean == 2 / 3
    assert ts.score(gold, pred, "form-field", task=task, jobs=2)["form-field"].f1 == 2 / 3
    assert ts.report_page(report)
metric = ts.metric("form-field", case="ignore")
assert metric.score("name = Ada", "name = ADA").f1 == 1
assert pickle.loads(pickle.dumps(metric)).score("name = Ada", "name = ADA").f1 == 1
assert ts.score("gold.form", "pred.form", [metric])["form-field"].f1 == 0.75
assert ts.score("gold.form", "pred.form", [metric], jobs=2)["form-field"].f1 == 0.75
ts.assert_score("gold.form", "pred.form", metric, at_least=0.7)
try:
    ts.score([5], [5], task=TASK)
except ts.DataError as error:
    print(error)
"""


def test_python(site, tmp_path):
    write_forms(tmp_path)
    done = run([sys.executable, "-W", "error", "-c", PYTHON], tmp_path, seeing(site))
    assert done.returncode == 0, done.stderr
    assert "a form is expected as text" in done.stdout


def install(folder, name, entry_points, **modules):
    """A package as it lies in a folder of installed packages."""
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[tallystick.tasks]\n{entry_points}\n")
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)


BROKEN = {
    "unimportable": ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
    "exiting": ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
    "taskless": ("TASK = 'a text'\n", "must name a Task, not 'a text'"),
    "absent": ("", "AttributeError: module 'absent' has no attribute 'TASK'"),
    "renamed": (
        "from forms_task.task import TASK\n",
        "the entry point is called 'renamed' and the task 'forms'",
    ),
}


@pytest.fixture
def broken(site, tmp_path):
    """A folder, and the environment of a process that sees packages that cannot be used, beside one that can."""
    packages = tmp_path / "broken"
    for name, (text, _) in BROKEN.items():
        install(packages, f"{name}-package", f"{name} = {name}:TASK", **{name: text})
    install(packages, "taken-package", "amr = taken:TASK", taken="raise RuntimeError('never imported')\n")
    write_forms(tmp_path)
    return tmp_path, seeing(packages, site)


def test_broken_packages_harm_nobody(broken):
    done = run([*PROGRAM, "score", "gold.form", "pred.form", "-f", "json"], *broken)
    assert done.returncode == 0
    assert json.loads(done.stdout)["scores"]["form-field"]["f1"] == 0.5
    warnings = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
    for name, (_, cause) in BROKEN.items():
        package = f"the task '{name}' of the package '{name}-package'"
        (warning,) = [line for line in warnings if package in line]
        assert cause in warning
    (warning,) = [line for line in warnings if "'taken-package'" in line]
    assert "another task has this name" in warning
    assert len(warnings) == len(BROKEN) + 1


def test_a_task_that_is_built_in_looks_at_no_package(broken):
    (broken[0] / "gold.amr").write_text("(b / boy)\n")
    done = run(
        [*PROGRAM, "score", "gold.amr", "gold.amr", "--task", "amr", "-m", "smatch", "--quiet"], *broken
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_task_asked_for_by_name(broken, name):
    """Its cause is told, whatever else is on the command line."""
    done = run([*PROGRAM, "score", "gold.form", "pred.form", "--task", name, "--unknown", "1"], *broken)
    assert done.returncode == 2
    assert (
        f"Error: the task '{name}' of the package '{name}-package' ({name}:TASK) cannot be loaded"
        in done.stderr
    )
    assert BROKEN[name][1] in done.stderr


ASKED_TWICE = """
import warnings
import tallystick as ts

with warnings.catch_warnings(record=True) as first:
    warnings.simplefilter("always")
    assert ts.score("gold.form", "pred.form")["form-field"].f1 == 0.5
with warnings.catch_warnings(record=True) as second:
    warnings.simplefilter("always")
    ts.score("gold.form", "pred.form")
assert first and not second
for task in ("unimportable", "exiting"):
    try:
        ts.score("gold.form", "pred.form", task=task)
    except ts.UsageError as error:
        print(error)
"""


def test_the_cause_stays_known(broken):
    done = run([sys.executable, "-c", ASKED_TWICE], *broken)
    assert done.returncode == 0, done.stderr
    assert "No module named 'no_such_module'" in done.stdout
    assert "SystemExit: 3" in done.stdout


MISBEHAVING = """
from dataclasses import replace
from pathlib import Path
from forms_task.task import TASK as FORMS
from tallystick.formats.choice import FormatChoice
from tallystick.tasks.base import Metric, Parameter

def fail(head):
    raise ValueError("cannot look")

options = tuple(Parameter(name, "", "in the way") for name in ("jobs", "output", "case", "task"))
metric = replace(FORMS.metrics[0], name="odd", parameters=options)
TASK = replace(FORMS, name="odd", formats=(FormatChoice(FORMS.formats[0].reader, fail, "none"),), metrics=(metric,))
TASK = replace(TASK, example=(Path("nowhere"), Path("nowhere")))
"""


def test_a_package_that_misbehaves_harms_nobody(site, tmp_path):
    """It cannot look at files of others, has options that are called like ours, and its example is not there."""
    install(tmp_path / "odd", "odd-package", "odd = odd:TASK", odd=MISBEHAVING)
    write_forms(tmp_path)
    environment = seeing(tmp_path / "odd", site)
    scored = run(
        [*PROGRAM, "score", "gold.form", "pred.form", "--jobs", "2", "-o", "scores.json", "-f", "json"],
        tmp_path, environment,
    )  # fmt: skip
    assert scored.returncode == 0, scored.stderr
    assert "warning: the task 'odd' cannot recognise its files: ValueError: cannot look" in scored.stderr
    assert json.loads((tmp_path / "scores.json").read_text())["task"] == "forms"
    shown = run([*PROGRAM, "demo"], tmp_path, environment)
    assert "warning: the example of the task 'odd' fails" in shown.stderr
    assert re.search(r"^forms +form-field", shown.stdout, re.MULTILINE)
