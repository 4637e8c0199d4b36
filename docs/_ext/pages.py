"""What Sphinx needs for our Markdown.

Two directives, ``{metric} NAME…`` (what the registry declares of the metrics of a family) and ``{metrics}`` (all of
them by task, with links), and the names of example files above their blocks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
    """``{metric} NAME…``: what the registry declares of them."""

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


def name_blocks(_app: Sphinx, _name: str, source: list[str]) -> None:
    """A block with a file name after its language gets that name as its caption."""
    source[0] = NAMED_BLOCK.sub(r"```{code-block} \1\n:caption: \2", source[0])


def setup(app: Sphinx) -> dict[str, object]:
    """What Sphinx calls."""
    app.add_directive("metric", MetricDirective)
    app.add_directive("metrics", MetricsDirective)
    app.add_lexer("penman", TextLexer)
    app.add_lexer("jsonl", JsonLexer)
    app.connect("source-read", name_blocks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
