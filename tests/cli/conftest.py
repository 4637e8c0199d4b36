"""A command line, run in this process."""

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.output_schema import check_output

from tallystick.cli.app import run


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def command(capsys, monkeypatch):
    """Run a command line: `command("score", gold, pred, stdin="…")`."""

    def execute(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin.encode()))))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        check_output(arguments, captured.out)
        return Result(status, captured.out, captured.err)

    return execute


def span(kind, left, right):
    return {"type": kind, "span": [left, right]}


GOLD = [
    {"id": "a", "spans": [span("PER", 0, 1), span("LOC", 3, 3)], "meta": {"genre": "news", "language": "en"}},
    {"id": "b", "spans": [span("PER", 0, 1)], "meta": {"genre": "mail", "language": "de"}},
    {"id": "c", "spans": [span("ORG", 5, 7)], "meta": {"genre": "news", "language": "en"}},
    {"id": "d", "spans": []},
]
#: Found: PER of a. Wrong type: LOC of a. Missing: all of b. Right, and one too many: c. Nothing: d.
PRED = [
    {"id": "a", "spans": [span("PER", 0, 1), span("ORG", 3, 3)]},
    {"id": "b", "spans": []},
    {"id": "c", "spans": [span("ORG", 5, 7), span("PER", 9, 9)]},
    {"id": "d", "spans": []},
]


def lines(items):
    return "".join(json.dumps(item) + "\n" for item in items)


class Folder:
    """A folder to work in, with a pair of files and a way to write more."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.gold = self.write("gold.jsonl", lines(GOLD))
        self.pred = self.write("pred.jsonl", lines(PRED))

    def write(self, name, content):
        place = self.path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            place.write_bytes(content)
        else:
            place.write_text(content if isinstance(content, str) else lines(content), "utf-8")
        return place


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path)
