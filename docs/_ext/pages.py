"""Extensions of Sphinx for our Markdown.

Three directives: ``{metric} NAME…`` (the declarations of a family of metrics), ``{metrics}`` (all metrics by task, with
links) and ``{api} NAME [MEMBER…]`` (a public object of the package). File names of examples become captions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from api import api
from declared import family, overview
from pygments.lexers.data import JsonLexer
from pygments.lexers.special import TextLexer
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

__all__ = ["setup"]

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


def name_blocks(_app: Sphinx, _name: str, source: list[str]) -> None:
    """Use the file name after the language of a block as its caption."""
    source[0] = NAMED_BLOCK.sub(r"```{code-block} \1\n:caption: \2", source[0])


def setup(app: Sphinx) -> dict[str, object]:
    """Register the directives and lexers."""
    app.add_directive("api", ApiDirective)
    app.add_directive("metric", MetricDirective)
    app.add_directive("metrics", MetricsDirective)
    app.add_lexer("penman", TextLexer)
    app.add_lexer("jsonl", JsonLexer)
    app.connect("source-read", name_blocks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
