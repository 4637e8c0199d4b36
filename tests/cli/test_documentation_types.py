"""The Python of the documentation passes strict type checkers, as a reader's own code would.

Every page becomes a folder: its files as they are, and its doctests as one script. Values that are only shown are
expressions; names may be defined again, as in a session.
"""

import doctest
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.test_documentation import PAGES, ROOT, blocks

#: The pages that teach the algebra.
ALGEBRA = ("algebra.md", "own-type.md", "adding.md", "designer.md")


def write_page(page, folder):
    """Write the files and the session of a page."""
    folder.mkdir()
    session = []
    for language, name, content in blocks(page):
        if name and language == "python":
            (folder / name).write_text(content, "utf-8")
        elif language == "python":
            session += [example.source for example in doctest.DocTestParser().get_examples(content)]
    (folder / "session.py").write_text("".join(session), "utf-8")


@pytest.fixture(params=[page for page in PAGES if page.name in ALGEBRA], ids=lambda page: page.name)
def folder(request, tmp_path):
    write_page(request.param, tmp_path / "page")
    return tmp_path / "page"


def check(command, folder):
    environment = os.environ | {"MYPYPATH": str(ROOT / "src"), "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy(folder):
    # The cache is shared: the package is checked once, not once for every page.
    cache = ROOT / ".mypy_cache" / "documentation"
    files = sorted(path.name for path in folder.glob("*.py"))
    options = ["--strict", "--allow-redefinition-new", "--local-partial-types", "--follow-imports=silent"]
    check([sys.executable, "-m", "mypy", *options, "--cache-dir", str(cache), *files], folder)


def test_pyright(folder):
    pyright = shutil.which("pyright", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if pyright is None or subprocess.run([pyright, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("pyright is not installed, or finds no Node.js")
    check([pyright, "--pythonpath", sys.executable, "--level", "error", "."], folder)
