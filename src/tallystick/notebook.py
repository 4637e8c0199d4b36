"""HTML for notebooks: tables, explanations and pages. Text is escaped; no style sheet is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["InlinePage", "lines_html", "table_html"]

#: Colours that differ on light and on dark backgrounds; each line also has its symbol.
_COLOURS = {"matched": "#2e8b57", "partly": "#b8860b", "missed": "#cd3333", "spurious": "#a040a0"}


def table_html(
    header: Sequence[str], body: Iterable[Sequence[str]], note: str = "", caption: str = ""
) -> str:
    """A table, and a note below it.

    >>> table_html(["a"], [["<1"]], "b & c")
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;1</td></tr></tbody></table><p>b &amp; c</p>'
    """
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    below = f"<p>{escape(note)}</p>" if note else ""
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{below}"


def lines_html(lines: Iterable[tuple[str, str]]) -> str:
    """Lines of text, each in the colour of its kind: matched, partly, missed, spurious."""
    shown = []
    for kind, text in lines:
        colour = _COLOURS.get(kind)
        line = escape(text)
        shown.append(f'<span style="color:{colour}">{line}</span>' if colour else line)
    return f"<pre>{'<br>'.join(shown)}</pre>"


class InlinePage:
    """A page that a notebook shows in the output of its cell.

    `html` is the page itself, to be written to a file; `height` is that of the output in pixels.

    >>> InlinePage("<p>1 & 2</p>")._repr_html_().partition(" style=")[0]
    '<iframe srcdoc="&lt;p&gt;1 &amp; 2&lt;/p&gt;" sandbox="allow-scripts" title="Report"'
    """

    __slots__ = ("height", "html")

    def __init__(self, html: str, height: int = 720) -> None:
        self.html = html
        self.height = height

    def _repr_html_(self) -> str:
        # The sandbox keeps the script of the page away from the notebook; the page needs nothing from outside.
        style = f"width:100%;height:{self.height}px;border:1px solid #8888;border-radius:8px"
        return f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" title="Report" style="{style}"></iframe>'

    def __repr__(self) -> str:
        return f"<page of {len(self.html):,} characters; a notebook shows it, .html is its text>"
