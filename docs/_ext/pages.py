"""Extensions of Sphinx for our Markdown.

Three directives: ``{metric} NAME…`` (the declarations of a family of metrics), ``{metrics}`` (all metrics by task, with
links) and ``{api} NAME [MEMBER…]`` (a public object of the package). File names of examples become captions. Each
tutorial can be downloaded as a notebook.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from api import api
from declared import family, overview
from notebooks import write_notebooks
from pygments.lexers.data import JsonLexer
from pygments.lexers.special import TextLexer
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

__all__ = ["setup"]

#: The folder of the tutorials.
TUTORIALS = "start"
NAMED_BLOCK = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)


class MetricDirective(SphinxDirective):
    """``{metric} NAME…``: the declarations of these metrics."""

    required_arguments = 1
    optional_arguments = 100

    def run(self) -> list[Node]:
        """The tables."""
        return self.parse_text_to_nodes("\n".join(family(self.arguments)))


class MetricsDirective(SphinxDirective):
    """``{metrics}``: every task and metric."""

    def run(self) -> list[Node]:
        """The table."""
        return self.parse_text_to_nodes("\n".join(overview()))


class ApiDirective(SphinxDirective):
    """``{api} NAME [MEMBER…]``: a public object, of a class all members or some."""

    required_arguments = 1
    optional_arguments = 100

    def run(self) -> list[Node]:
        """The signature, the docstring and the tables."""
        name, *members = self.arguments
        return self.parse_text_to_nodes("\n".join(api(name, members)))


def name_blocks(_app: Sphinx, name: str, source: list[str]) -> None:
    """Use the file name after the language of a block as its caption; offer tutorials as notebooks."""
    folder, _, page = name.rpartition("/")
    if folder == TUTORIALS:
        source[0] += (
            f'\n<p><a href="../notebooks/{page}.ipynb" download>Download this page as a notebook</a></p>\n'
        )
    source[0] = NAMED_BLOCK.sub(r"```{code-block} \1\n:caption: \2", source[0])


def add_notebooks(app: Sphinx, error: Exception | None) -> None:
    """Write the notebooks of the tutorials beside the pages."""
    if error is None and app.builder.format == "html":
        write_notebooks(Path(app.srcdir) / TUTORIALS, Path(app.outdir) / "notebooks")


def setup(app: Sphinx) -> dict[str, object]:
    """Register the directives and lexers."""
    app.add_directive("api", ApiDirective)
    app.add_directive("metric", MetricDirective)
    app.add_directive("metrics", MetricsDirective)
    app.add_lexer("penman", TextLexer)
    app.add_lexer("jsonl", JsonLexer)
    app.connect("source-read", name_blocks)
    app.connect("build-finished", add_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
