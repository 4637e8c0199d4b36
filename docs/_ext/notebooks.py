"""Tutorials as notebooks: the cells and their outputs are those of the pages, which tests run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

__all__ = ["notebook", "write_notebooks"]

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
STATEMENT = re.compile(r"^>>> .*\n(?:\.\.\. .*\n)*", re.MULTILINE)
#: Links of pages lead to other pages, which a notebook does not have beside it.
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\.md[^)]*\)")


def notebook(text: str) -> dict[str, Any]:
    """Return a page as a notebook: files are written by cells, commands and Python are run by cells."""
    cells: list[dict[str, Any]] = []
    end = 0
    for block in BLOCK.finditer(text):
        cells += _prose(text[end : block.start()])
        language, name, content = block.groups()
        if name:
            cells.append(_code(f"%%writefile {name}\n{content}", f"Writing {name}\n"))
        elif language == "console":
            cells += [_code(f"!{command}", output) for command, output in COMMAND.findall(content)]
        elif language == "python":
            cells += _statements(content)
        else:
            cells += _prose(block[0])
        end = block.end()
    cells += _prose(text[end:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def write_notebooks(pages: Path, folder: Path) -> None:
    """Write the notebook of every page of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in sorted(pages.glob("*.md")):
        content = json.dumps(notebook(page.read_text("utf-8")), ensure_ascii=False, indent=1)
        (folder / f"{page.stem}.ipynb").write_text(content + "\n", "utf-8")


def _prose(text: str) -> list[dict[str, Any]]:
    shown = LINK.sub(r"\1", text.strip())
    return [{"cell_type": "markdown", "metadata": {}, "source": shown}] if shown else []


def _statements(content: str) -> list[dict[str, Any]]:
    """A cell for each statement with a value, and the statements before it."""
    cells = []
    source: list[str] = []
    starts = list(STATEMENT.finditer(content))
    for statement, following in zip(starts, [*starts[1:], None], strict=True):
        source += [line[4:] for line in statement[0].splitlines()]
        output = content[statement.end() : following.start() if following else len(content)].strip("\n")
        if output or following is None:
            cells.append(_code("\n".join(source), output, value=True))
            source = []
    return cells


def _code(source: str, output: str, *, value: bool = False) -> dict[str, Any]:
    result: dict[str, Any] = {"output_type": "stream", "name": "stdout", "text": output}
    if value:
        data = {"text/plain": output}
        result = {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data}
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "source": source.rstrip("\n"),
        "outputs": [result] if output else [],
    }
