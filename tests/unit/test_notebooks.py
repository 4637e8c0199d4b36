"""Tutorials as notebooks: everything on a page is in its notebook, in order."""

import re
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(DOCS / "_ext"))

from notebooks import notebook  # noqa: E402

PAGES = sorted((DOCS / "start").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorials(page):
    text = page.read_text("utf-8")
    cells = notebook(text)["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    commands = [cell["source"][1:] for cell in code if cell["source"].startswith("!")]
    assert commands == re.findall(r"^\$ (.*)$", text, re.MULTILINE)
    files = [cell["source"].split()[1] for cell in code if cell["source"].startswith("%%writefile")]
    assert files == re.findall(r"^```\w+ (\S+)$", text, re.MULTILINE)
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert len(code) >= 5


def test_python_and_output():
    page = "Text.\n\n```python\n>>> x = 1\n>>> x + 1\n2\n```\n\n```yaml\na: 1\n```\n"
    first, result, last = notebook(page)["cells"]
    assert first["source"] == "Text."
    assert (result["source"], result["outputs"][0]["data"]) == ("x = 1\nx + 1", {"text/plain": "2"})
    assert last["cell_type"] == "markdown"
