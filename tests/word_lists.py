"""Words of trees written out, as the script of the page does it (web/src/completion.ts)."""

from __future__ import annotations

from typing import Any

__all__ = ["with_words"]


def with_words(side: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a side with its lists of words."""
    drawn = side.get("drawn", [])
    names = parts.get("names") or [f"{form}-{word}" for word, (form, *_) in enumerate(drawn, 1)]
    heads = [head for _, _, _, head, _ in drawn]
    written = {key: list(value) for key, value in parts.items() if key not in ("word_lists", "names")}
    for words in parts.get("word_lists", ()):
        given = iter(words["values"])
        columns = [
            ["ROOT" if head < 0 else names[head] for head in heads] if field == "head" else next(given)
            for field in words["fields"]
        ]
        rows = [list(row) for row in zip(names, *columns, strict=True)]
        at = words["part"]
        written["shown"][at:at] = [" ".join(row) for row in rows]
        written["at"][at:at] = [[[word, word]] for word in range(len(rows))]
        written["fields"][at:at] = [
            [[label, value] for label, value in zip(["word", *words["fields"]], row, strict=True)]
            for row in rows
        ]
        written["heads"][at:at] = heads if "head" in words["fields"] else [None] * len(rows)
    return written
