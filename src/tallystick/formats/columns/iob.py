"""Columns with tags for spans: IOB1, IOB2, IOBES and BILOU, one sentence per item.

The first column is the token and the last the tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.columns.rows import SPACES, RowNotes, sentence_blocks, unreadable
from tallystick.formats.json.value_names import describe_value, did_you_mean
from tallystick.formats.tags.lenient import TAG, TAG_HINT, TagSpan, lenient_spans
from tallystick.formats.tags.sequence import TagSequence

__all__ = ["IobColumns", "looks_like_iob", "may_be_iob"]

_COLUMN = re.compile(f"[^{SPACES}]+")
_COMMENT = re.compile(r"#\s*[A-Za-z_][\w. ]*=")


class IobColumns:
    """Reads spans from tagged tokens; `build` makes the value of the spans and the tags.

    >>> reader = IobColumns(lambda spans, tags: spans)
    >>> source = Source("x", "Bonn B-LOC\\nlies O\\nthere I-LOC\\nnow I-LOC")
    >>> [reader.item(block).value for block in reader.blocks(source)]
    [[('LOC', 0, 0), ('LOC', 2, 3)]]
    """

    name = "iob"

    def __init__(self, build: Callable[[Sequence[TagSpan], TagSequence], object]) -> None:
        self.build = build

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block a sentence."""
        return sentence_blocks(source, _is_row)

    def item(self, block: Block) -> Item:
        """Read one sentence."""
        bad = unreadable(block)
        if bad is not None:
            return bad
        notes = RowNotes(block)
        tokens: list[str] = []
        tags: list[str] = []
        cells: list[tuple[int, int]] = []
        width = 0
        rows = block.text.split("\n")
        for row, text in enumerate(rows):
            if not _is_row(text) and (not tokens or _COMMENT.match(text) or text.startswith("-DOCSTART-")):
                continue
            columns = _columns(text)
            tag, column = columns[-1]
            if len(columns) == 1:
                notes.add(
                    "expected a token and its tag, not one column", row, column, "iob-columns", text=text
                )
            elif not columns[0][0]:
                notes.add("the token is missing", row, 1, "iob-columns", text=text)
            elif not TAG.fullmatch(tag):
                hint = TAG_HINT
                if re.match(r"[bieslu]-\S|o$", tag):
                    hint = did_you_mean(tag, [tag[:1].upper() + tag[1:]]) or hint
                notes.add(
                    f"expected a tag such as B-PER or O, not {describe_value(tag)}",
                    row,
                    column,
                    "iob-tag",
                    text=text,
                    hint=hint,
                )
            elif width and len(columns) != width:
                message = f"this row has {len(columns)} columns, but the rows above have {width}"
                notes.add(message, row, column, "iob-columns", text=text)
            else:
                tags.append(tag)
                cells.append((row, column))
            width = width or len(columns)
            tokens.append(columns[0][0])
        if not tokens:
            notes.add("the sentence has no tokens", 0, 1, "iob-columns", text=block.text.partition("\n")[0])
        if len(tags) < len(tokens):  # some row is an error, and the spans of the others mean nothing
            return notes.item(lambda: None, tokens)
        spans, flaws = lenient_spans(tags)
        for index, code, message in flaws:
            row, column = cells[index]
            notes.add(message, row, column, code, text=rows[row], level="warning")
        sequence = TagSequence(tags, flaws, block.path, block.line, cells)
        return notes.item(lambda: self.build(spans, sequence), tokens)


def may_be_iob(head: str) -> bool:
    """Whether a file of the task spans can be columns, even if some rows lack one.

    Some row has a tag, and no line begins like JSON.

    >>> may_be_iob("Bonn NNP B-LOC\\nlies VB\\n"), may_be_iob('x\\n{"id": 1}')
    (True, False)
    """
    lines = [line for line in head.split("\n") if line.strip()]
    if any(line.lstrip()[0] in '{["<(' for line in lines):
        return False
    return any(len(columns) > 1 and TAG.fullmatch(columns[-1][0]) for columns in map(_columns, lines))


def looks_like_iob(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format: rows of columns with tags at their ends.

    >>> looks_like_iob("-DOCSTART- -X- O O\\n\\nBonn NNP B-NP B-LOC\\n"), looks_like_iob('{"id": 1}')
    (True, False)
    """
    # The last line of the head may be truncated.
    lines = head.split("\n")[:-1] if "\n" in head else [head]
    tagged = [bool(TAG.fullmatch(_columns(line)[-1][0])) for line in lines if _is_row(line)]
    rows = [line for line in lines if line.strip(SPACES) and not line.startswith(("#", "-DOCSTART-"))]
    return bool(tagged) and all(tagged) and all(len(_columns(line)) > 1 for line in rows)


def _columns(text: str) -> list[tuple[str, int]]:
    """The columns of a row, and where they begin. Between tabs there may be spaces, or nothing."""
    if "\t" not in text:
        return [(match[0], match.start() + 1) for match in _COLUMN.finditer(text)] or [("", 1)]
    columns: list[tuple[str, int]] = []
    start = 1
    for part in text.split("\t"):
        columns.append((part.strip(SPACES), start))
        start += len(part) + 1
    return columns


def _is_row(text: str) -> bool:
    """Whether a line is about a token. The token may be ``#``: then the row has a tag, and no comment has."""
    if text.startswith("-DOCSTART-") or not text.strip(SPACES):
        return False
    if text.startswith("#") and not text.startswith("#\t"):
        return (
            not _COMMENT.match(text)
            and len(_columns(text)) > 1
            and bool(TAG.fullmatch(_columns(text)[-1][0]))
        )
    return True
