"""Diagnosis of files of columns that no reader recognises."""

from __future__ import annotations

import re

__all__ = ["columns_in_words"]

_CONLLU_COMMENT = re.compile(r"#\s*(sent_id|newdoc|newpar|text|global\.\w+)\b")
_CONLLU_WIDTH = 10
#: How a line of another kind of file begins: JSON, a graph, XML.
_OTHER_KIND = ("{", "[", "(", "<", '"', "# ::")


def columns_in_words(head: str) -> tuple[str, int] | None:
    """Describe the format that the beginning of a file looks like, and the line where it deviates.

    None if it does not look like columns.

    >>> columns_in_words("# sent_id = 1\\n1\\tGo\\tgo\\tVERB\\n")
    ('it looks like CoNLL-U, but has 4 columns instead of 10: is the file truncated?', 2)
    >>> columns_in_words("# newdoc id = d\\n# glob")
    ('it looks like CoNLL-U, but has no complete line of a word: is the file truncated?', 1)
    >>> columns_in_words('{"id": 1}') is None
    True
    """
    lines = [line.rstrip("\r") for line in head.split("\n")]
    if any(line.lstrip().startswith(_OTHER_KIND) for line in lines):
        return None
    if (alone := _tags_or_commas(lines)) is not None:
        return alone, 1
    rows = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and line[0] != "#"]
    if any(_CONLLU_COMMENT.match(line) for line in lines):
        for number, line in rows:
            width = line.count("\t") + 1
            if width != _CONLLU_WIDTH:
                has = f"has {width} column{'s' * (width != 1)}"
                return (
                    f"it looks like CoNLL-U, but {has} instead of {_CONLLU_WIDTH}: is the file truncated?",
                    number,
                )
        return "it looks like CoNLL-U, but has no complete line of a word: is the file truncated?", 1
    if rows and all("\t" in line for _, line in rows):
        return (
            "it looks like tab-separated columns: is a column missing, or is the file truncated?",
            rows[0][0],
        )
    return None


_TAG_ALONE = re.compile(r"O|[BIESLU]-\S+")
_CSV_HEADER = re.compile(r"[A-Za-z_][\w .]*(,[A-Za-z_][\w .]*)+")


def _tags_or_commas(lines: list[str]) -> str | None:
    """A hint for a column of tags without tokens, or for columns with commas; None for anything else.

    >>> _tags_or_commas(["B-PER", "O", ""])
    'it looks like tags alone: each line needs a token too, in front of its tag'
    """
    rows = [line.strip() for line in lines[:-1] or lines if line.strip()]
    if len(rows) > 1 and all(map(_TAG_ALONE.fullmatch, rows)):
        return "it looks like tags alone: each line needs a token too, in front of its tag"
    if len(rows) > 1 and _CSV_HEADER.fullmatch(rows[0]) and all("," in row for row in rows):
        return "it looks like CSV: read it as a data frame in Python, or separate the columns by spaces"
    return None
