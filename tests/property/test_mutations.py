"""Mutated files under every command: no exception, no silent loss, and a file against itself is perfect.

A few hundred cases by default; ``TALLYSTICK_CASES=20000`` runs as many.
"""

import contextlib
import io
import json
import os
import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.property.mutations import mutated

from tallystick.cli.app import run
from tallystick.formats.base import Source
from tallystick.registry import tasks
from tallystick.run.inputs.items import items_of
from tallystick.run.inputs.sources import readable_blocks

CASES = int(os.environ.get("TALLYSTICK_CASES", "320"))

IOB = "# sent_id = a\nBonn NNP B-LOC\nlies VB O\nNew NNP B-LOC\nYork NNP I-LOC\n\nAnn B-PER\nsang O\n"
CONLLU = (
    "# sent_id = a\n1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tsang\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    "# sent_id = b\n1-2\tvon's\t_\t_\t_\t_\t_\t_\t_\t_\n1\tvon\tvon\tADP\t_\t_\t2\tcase\t_\t_\n"
    "2\tihm\ter\tPRON\t_\t_\t0\troot\t_\t_\n"
)
DOCRED = json.dumps([
    {"title": "A", "vertexSet": [[], [], []], "labels": [{"h": 0, "t": 1, "r": "P17"}, {"h": 2, "t": 1, "r": "P27"}]},
    {"title": "B", "vertexSet": [[], []], "labels": []},
])  # fmt: skip
MSAMR = """<document>
  <sentences docid="story"><amr id="d.1" order="1"/><amr id="d.2" order="2"/></sentences>
  <relations><identity><identchain relationid="rel-0">
    <mention id="d.1" variable="p" concept="person"/><mention id="d.2" variable="s" concept="she"/>
    <implicitrole id="d.2" parentvariable="l" parentconcept="leave-11" argument="ARG1"/>
  </identchain></identity></relations>
</document>
"""


@dataclass(frozen=True)
class Example:
    """A file of a task in one of its formats."""

    task: str
    name: str
    content: bytes

    @property
    def scored(self):
        return self.name != "msamr"


def converted(path, task, target):
    """An embedded example in another format of its task."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
        assert run(["convert", str(path), "--task", task, "--to", target]) == 0
    return output.getvalue().encode()


def examples():
    for name, task in tasks().items():
        yield Example(name, Path(task.example[0]).suffix[1:], Path(task.example[0]).read_bytes())
    coref = tasks()["coref"].example[0]
    for target in ("conll", "conllu", "ua"):
        yield Example("coref", target, converted(coref, "coref", target))
    yield Example("umr", "umr-1.0", converted(tasks()["umr"].example[0], "umr", "umr-1.0"))
    yield Example("spans", "iob", IOB.encode())
    yield Example("dependencies", "conllu", CONLLU.encode())
    yield Example("relations", "docred", DOCRED.encode())
    yield Example("docamr", "msamr", MSAMR.encode())


EXAMPLES = list(examples())
PER_EXAMPLE = -(-CASES // len(EXAMPLES))


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


def command(*arguments):
    """Run a command line; an exception that is no error of ours is raised."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run([str(argument) for argument in arguments])
    return Result(status, out.getvalue(), err.getvalue())


def given(task, path):
    """How many items a file has, malformed ones too; None if it cannot be read as the task's at all."""
    source = Source(str(path))
    found = list(items_of(task, source))
    if len(found) == 1 and found[0].value is None and found[0].line == 0:
        return None
    return len(found)


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TALLYSTICK_DEBUG", "1")
    return tmp_path


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.task}-{example.name}")
def test_mutated_files(place, example):
    task = tasks()[example.task]
    original, changed = place / "original", place / "changed"
    original.write_bytes(example.content)
    for number in range(PER_EXAMPLE):
        draw = random.Random(f"{example.task} {example.name} {number}")
        content = mutated(example.content, draw.choice(EXAMPLES).content, draw)
        changed.write_bytes(content)
        case = f"case {number}: {content[:3000]!r}"
        amount = given(task, changed)
        checked(task, case)
        counted(task, amount, case)
        if example.scored:
            against_itself(task, amount, case)
            against_the_original(task, given(task, original), draw, case)
        written(task, amount, draw, case)


def answered(case, *arguments):
    """A run that ends in order: with a result, or with problems and none."""
    result = command(*arguments)
    assert result.status in (0, 3), f"{arguments} {result.status} {result.err}\n{case}"
    if result.status == 3 and arguments[0] != "check":
        assert result.out == "", f"{arguments}\n{case}"
        assert result.err, f"{arguments}\n{case}"
    return result


def checked(task, case):
    """Every problem that is listed has a place; status 0 means that there is no error."""
    result = answered(case, "check", "changed", "--task", task.name, "-f", "json")
    found = json.loads(result.out)
    assert (result.status == 3) == any(problem["level"] == "error" for problem in found), case


def counted(task, amount, case):
    """Every item is counted, or counted as malformed."""
    result = answered(case, "stats", "changed", "--task", task.name, "-f", "json")
    if result.status == 0:
        total = json.loads(result.out)["total"]
        assert total["items"] + total["malformed"] == amount, case


def against_itself(task, amount, case):
    """A file against itself is perfect, or undefined; under --on-error skip what is left of it is."""
    for policy in ("fail", "skip"):
        result = answered(
            case, "score", "changed", "changed", "--task", task.name, "-f", "json", "--on-error", policy,
            "--match-by", "order", *(f"--{name}={value}" for name, value in task.example_options.items()),
        )  # fmt: skip
        if result.status == 0:
            found = json.loads(result.out)
            accounted(task, found, amount, policy, case)
            for name, score in found["scores"].items():
                if has_undefined_part(score):
                    continue
                assert score.get("f1", score.get("score")) in (1.0, None), f"{policy} {name} {score}\n{case}"


def has_undefined_part(score):
    """The CoNLL score counts a part without anything to find as 0, by definition."""
    return any(not part["gold_total"] and not part["pred_total"] for part in score.get("parts", {}).values())


def accounted(task, found, amount, policy, case):
    """No item of the gold is lost: it is scored, or it is among those that are said to be left out.

    Of the prediction more may be left out: malformed items without a partner.
    """
    items, left_out = found["items"], found["skipped"] if policy == "skip" else 0
    assert items <= amount, f"{policy} {items} {amount}\n{case}"
    if task.part == "item":
        assert items + left_out >= amount, f"{policy} {items} {left_out} {amount}\n{case}"
    else:
        assert items or left_out, case


def against_the_original(task, amount, draw, case):
    """One of the commands that compare two files."""
    options = [f"--{name}={value}" for name, value in task.example_options.items()]
    name = draw.choice(["score", "score", "explain", "agree", "compare", "report"])
    policy = draw.choice(["fail", "skip"] if name == "agree" else ["fail", "skip", "zero"])
    files = ["original", "changed", *(["original"] if name == "compare" else [])]
    more = ["-f", "json"] if name != "report" else ["-m", task.standard_set[0].name]
    if name == "compare":
        more += ["--trials", "10", "--resamples", "10"]
    result = answered(case, name, *files, "--task", task.name, "--on-error", policy, *options, *more)
    if name == "score" and result.status == 0:
        found = json.loads(result.out)
        accounted(task, found, amount, policy, case)
        for score in found["scores"].values():
            for field in ("precision", "recall", "f1", "score"):
                value = score.get(field)
                assert value is None or 0 <= value <= 1 + 1e-12, f"{policy} {score}\n{case}"


def written(task, amount, draw, case):
    """A conversion writes every item, or says how many are left out."""
    if not task.writers:
        return
    target = draw.choice(list(task.writers))
    arguments = ("convert", "changed", "--task", task.name, "--to", target)
    result = command(*arguments, "--on-error", draw.choice(["fail", "skip"]))
    assert result.status in (0, 2, 3), f"{arguments} {result.status} {result.err}\n{case}"
    if result.status == 0 and target == "json" and task.part == "item":
        rows = json.loads(result.out)
        notes = [line for line in result.err.splitlines() if line.endswith("left out")]
        left_out = sum(int(line.split()[1]) for line in notes)
        assert len(rows) + left_out == amount, f"{result.err}\n{case}"


def test_the_amount_that_is_given(tmp_path):
    """The measure of loss is right: the blocks of a file are its items."""
    for example in EXAMPLES:
        path = tmp_path / "x"
        path.write_bytes(example.content)
        task = tasks()[example.task]
        reader = next(choice.reader for choice in task.formats if len(task.formats) == 1 or choice.recognises(
            example.content.decode()[:5000]))  # fmt: skip
        assert given(task, path) == sum(1 for _ in readable_blocks(Source(str(path)), reader)) > 0
