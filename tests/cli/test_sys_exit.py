"""``sys.exit`` in a user's metric or module: an error of the item or the module, never the end of a run."""

import pytest

MODULE = """
import sys
from dataclasses import dataclass
from tallystick import exact, similarity

def _compare(gold, pred):
    if pred == 3:
        sys.exit(0)
    return float(gold == pred)

metric = similarity(_compare)

@dataclass
class Number:
    value: int

    def __post_init__(self):
        if self.value == 3:
            sys.exit()
"""


@pytest.fixture
def numbers(folder):
    folder.write("leaves.py", MODULE)
    folder.write("left.py", "import sys\nsys.exit(0)\n")
    folder.write("gold.jsonl", "1\n2\n3\n4\n")
    folder.write("pred.jsonl", "1\n2\n3\n5\n")
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_in_a_metric(command, numbers, jobs):
    arguments = ("score", "gold.jsonl", "pred.jsonl", "--task", "leaves:metric", "--jobs", jobs)
    result = command(*arguments, "--fail-under", "metric.f1=0.99")
    assert (result.status, result.out) == (3, "")
    assert "pred.jsonl:3: the metric called sys.exit(0)" in result.err
    skipped = command(*arguments, "--on-error", "skip", "-f", "json")
    assert (skipped.status, skipped.json["items"], skipped.json["skipped"]) == (0, 3, 1)


def test_in_a_metric_that_is_explained(command, numbers):
    result = command("explain", "gold.jsonl", "pred.jsonl", "--task", "leaves:metric")
    assert result.status == 3


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_in_a_type(command, numbers, jobs):
    lines = "".join(f'{{"value": {n}}}\n' for n in range(5))
    gold = numbers.write("g.jsonl", lines)
    result = command("score", gold, gold, "--task", "leaves:Number", "--jobs", jobs)
    assert (result.status, result.out) == (3, "")
    assert "g.jsonl:4:1: Number does not accept the value: SystemExit" in result.err


@pytest.mark.parametrize("name", ["score", "check"])
def test_in_a_module(command, numbers, name):
    paths = ["gold.jsonl", "pred.jsonl"] if name == "score" else ["gold.jsonl"]
    result = command(name, *paths, "--task", "left:metric")
    assert (result.status, result.out) == (2, "")
    assert result.err == "Error: --task left:metric: its module called sys.exit(0)\n"


@pytest.mark.parametrize("name", ["check", "stats"])
def test_in_a_type_that_is_only_read(command, numbers, name):
    gold = numbers.write("g.jsonl", '{"value": 3}\n')
    result = command(name, gold, "--task", "leaves:Number")
    assert result.status == 3
