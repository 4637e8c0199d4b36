"""The reference of output formats names every key that the commands write."""

import json
import re
from pathlib import Path

import pytest
from bench.shared_task import write_shared_task
from tests.cli.conftest import GOLD, PRED, lines, span

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "output.md"
NAMED = set(re.findall(r"`([\w]+)`", PAGE.read_text("utf-8")))

#: Keys that are names of the data: metrics, systems, labels, options, statistics.
NAMES = re.compile(
    r"|span|span-.*|ner-strict|conll|muc|b3|ceaf-e|leaf|valid|confidence|las"  # metrics
    r"|gold.*|pred.*|team\d+|l\d+_set"  # systems, annotators and data sets
    r"|PER|LOC|ORG|type|adequacy|all"
    r"|spans.*|items_.*"
)


def keys_of(value):
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*map(keys_of, value.values()))


def unnamed(document):
    return {key for key in keys_of(document) if key not in NAMED and not NAMES.fullmatch(key)}


@pytest.fixture
def files(folder):
    folder.write("gold.jsonl", lines(GOLD))
    folder.write("pred.jsonl", lines(PRED))
    folder.write("human.csv", "id,adequacy\na,5\nb,1\nc,3\nd,4\n")
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "--items", "--by", "type", "--confidence", "0.95", "-m", "span,ner-strict"],
        ["score", "--items", "--average", "macro", "-m", "span"],
        ["explain"],
        ["agree", "--labels", "--confidence", "0.95", "--by", "type"],
        ["compare", "pred.jsonl", "--paired-ar", "--paired-bs", "--by", "type", "-m", "span,span-type"],
        ["matrix", "pred.jsonl"],
        ["correlate", "--with", "human.csv", "-m", "span,span-type"],
    ],
    ids=" ".join,
)
def test_keys_of_comparisons(command, files, arguments):
    name, *options = arguments
    done = command(name, "gold.jsonl", "pred.jsonl", *options, "-f", "json", "--quiet")
    assert done.status == 0, done.err
    assert unnamed(done.json) == set()


def test_keys_of_a_leaderboard(command, tmp_path):
    write_shared_task(tmp_path / "task", 4, 3)
    done = command(
        "rank", tmp_path / "task" / "gold", tmp_path / "task" / "systems", "-m", "conll", "--on-missing", "zero",
        "--resamples", 100, "-f", "json",
    )  # fmt: skip
    assert done.status == 0, done.err
    assert unnamed(done.json) == set()


def test_keys_of_files(command, files):
    files.write("broken.jsonl", lines([{"id": "a", "spans": [span("PER", 3, 1)]}]))
    for arguments in (
        ["stats", "gold.jsonl"],
        ["check", "broken.jsonl"],
        ["check", "broken.jsonl", "--summary"],
    ):
        assert unnamed(command(*arguments, "-f", "json", "--quiet").json) <= {"file"}, arguments
    assert unnamed(command("metrics", "-f", "json").json) == set()
    for preset in command("metrics", "--presets", "-f", "json").json:
        assert set(preset) <= NAMED


def test_keys_of_repairs_confidences_and_dependencies(command, files):
    files.write("forms.jsonl", lines([{"id": "a", "value": {"x": 1, "y": "b"}}]))
    answer = {"id": "a", "output": "```json\n" + json.dumps({"x": {"value": 1, "confidence": 0.9}}) + "\n```"}
    files.write("answers.jsonl", lines([answer]))
    metrics = "leaf,valid,confidence"
    done = command(
        "score", "forms.jsonl", "answers.jsonl", "--task", "json", "--repair", "extract", "-m", metrics,
        "--confidences", "inline", "--items", "-f", "json",
    )  # fmt: skip
    assert done.status == 0, done.err
    assert unnamed(done.json) == set()
    tree = "1\tBirds\tbird\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsing\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    files.write("tree.conllu", tree)
    done = command("score", "tree.conllu", "tree.conllu", "-m", "las", "-f", "json")
    assert unnamed(done.json) == set()
