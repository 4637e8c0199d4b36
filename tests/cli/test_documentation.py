"""Every example of the README and the documentation runs, and prints what it says.

A fenced block with a file name after its language is that file. A block ``console`` holds commands (``$ …``) and
their output; a block ``python`` with prompts is a doctest. Each page has a folder of its own.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page):
    return BLOCK.findall(page.read_text("utf-8"))


@pytest.fixture
def folder(tmp_path, monkeypatch, request):
    for _, name, content in blocks(request.param):
        if name:
            (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return request.param


@pytest.mark.parametrize("folder", PAGES, indirect=True, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands(folder):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # What is side by side in the pages is so at the width of no terminal; worker processes of pytest have another.
    environment = os.environ | {"PATH": path, "COLUMNS": "120"}
    for language, _, content in blocks(folder):
        if language != "console":
            continue
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", content, re.MULTILINE):
            done = subprocess.run(
                command, shell=True, capture_output=True, text=True, env=environment, check=False
            )
            assert done.stdout.rstrip("\n") == expected.rstrip("\n"), f"{command}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("folder", PAGES, indirect=True, ids=lambda page: str(page.relative_to(ROOT)))
def test_python(folder):
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    text = "".join(content for language, name, content in blocks(folder) if language == "python" and not name)
    test = parser.get_doctest(text, {}, folder.name, str(folder), 0)
    report = []
    result = runner.run(test, out=report.append)
    sys.modules.pop("recipes", None)
    assert result.failed == 0, "".join(report)


def test_pages_are_found():
    assert {page.name for page in PAGES} >= {
        "README.md",
        "architecture.md",
        "algebra.md",
        "command-line.md",
        "graphs.md",
        "own-type.md",
    }
