"""Tutorials as notebooks: the text, the files, the commands and their outputs, which the tests of the pages have run."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["notebook_of", "setup"]

#: The pages that are tutorials.
TUTORIALS = ("start/*.md", "json.md")
#: Where readers of the built documentation find the notebooks.
FOLDER = "notebooks"

_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)


def notebook_of(page: str) -> dict[str, object]:
    """Return a page as a notebook, in the format of Jupyter.

    >>> page = "# Title\\n\\n```text a.txt\\nx\\n```\\n\\n```console\\n$ cat a.txt\\nx\\n```\\n"
    >>> [(cell["cell_type"], cell["source"]) for cell in notebook_of(page)["cells"]]
    [('markdown', '# Title'), ('code', '%%writefile a.txt\\nx'), ('code', '!cat a.txt')]
    """
    cells = [cell | {"id": f"cell-{number}"} for number, cell in enumerate(_cells(page), 1)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _cells(page: str) -> Iterator[dict[str, object]]:
    end = 0
    for block in _BLOCK.finditer(page):
        yield from _prose(page[end : block.start()])
        end = block.end()
        language, name, content = block.groups()
        if name:
            yield _code(f"%%writefile {name}\n{content.rstrip()}", f"Writing {name}\n")
        elif language == "console":
            for command, output in _COMMAND.findall(content):
                yield _code(f"!{command}", output)
        elif language == "python" and ">>>" in content:
            for example in doctest.DocTestParser().get_examples(content):
                yield _code(example.source.rstrip(), example.want)
        else:
            yield from _prose(block[0])
    yield from _prose(page[end:])


def _prose(text: str) -> Iterator[dict[str, object]]:
    if text.strip():
        yield {"cell_type": "markdown", "metadata": {}, "source": text.strip()}


def _code(source: str, output: str) -> dict[str, object]:
    outputs = [{"output_type": "stream", "name": "stdout", "text": output}] if output.strip() else []
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": outputs, "execution_count": None}


def _write(app: Sphinx, error: Exception | None) -> None:
    """Write the notebooks beside the pages."""
    if error is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir, FOLDER)
    folder.mkdir(exist_ok=True)
    for page in (path for pattern in TUTORIALS for path in sorted(Path(app.srcdir).glob(pattern))):
        notebook = json.dumps(notebook_of(page.read_text("utf-8")), ensure_ascii=False, indent=1)
        (folder / f"{page.stem}.ipynb").write_text(notebook + "\n", "utf-8")


def _link(_app: Sphinx, page: str, _template: str, context: dict[str, str], _tree: object) -> None:
    """Offer the notebook at the end of a tutorial."""
    if "body" in context and any(fnmatch(f"{page}.md", pattern) for pattern in TUTORIALS):
        target = f"{'../' * page.count('/')}{FOLDER}/{PurePosixPath(page).name}.ipynb"
        context["body"] += f'<p><a class="notebook" href="{target}" download>Download this page as a notebook</a></p>'


def setup(app: Sphinx) -> dict[str, object]:
    """Register the events."""
    app.connect("html-page-context", _link)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
