"""HTML for notebooks: tables, and lines that say what matched. All of it is escaped; it needs no style sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["lines_html", "table_html"]

#: Colours that differ on light and on dark backgrounds; each line has its sign too.
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
