"""CoNLL-U: dependency trees, one sentence per item.

Only the basic dependencies are read (columns ID, FORM, HEAD and DEPREL); multiword tokens (``1-2``) and empty
nodes (``1.1``) have none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.columns.rows import SPACES, RowNotes, sentence_blocks, unreadable
from tallystick.formats.json.value_names import describe_value

__all__ = ["ConlluTrees", "looks_like_conllu"]

#: Head, dependent, relation; the head of the root is 0.
Edge = tuple[int, int, str]

_WORD = re.compile(r"[1-9][0-9]{0,8}")
_SKIPPED = re.compile(r"[1-9][0-9]{0,8}-[1-9][0-9]{0,8}|(?:0|[1-9][0-9]{0,8})\.[1-9][0-9]{0,8}")
_HEAD = re.compile(r"0|[1-9][0-9]{0,8}")
_WIDTH = 10


class ConlluTrees:
    """Reads dependency trees; `build` makes the value of the edges and the forms.

    >>> reader = ConlluTrees(lambda edges, forms: (edges, forms))
    >>> row = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_"
    >>> [reader.item(block).value for block in reader.blocks(Source("x", row))]
    [([(0, 1, 'root')], ['Go'])]
    """

    name = "conllu"

    def __init__(self, build: Callable[[Sequence[Edge], Sequence[str]], object]) -> None:
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
        edges: list[Edge] = []
        forms: list[str] = []
        locations: list[tuple[int, int, str]] = []
        for row, text in enumerate(block.text.split("\n")):
            if not _is_row(text):
                continue
            columns = text.split("\t")
            if len(columns) != _WIDTH:
                message = f"expected {_WIDTH} columns with tabs between them, not {len(columns)}"
                hint = (
                    "the columns are divided by spaces here"
                    if len(columns) == 1 and len(text.split()) > 1
                    else None
                )
                notes.add(message, row, 1, "conllu-columns", text=text, hint=hint)
                continue
            if _SKIPPED.fullmatch(columns[0]):
                continue
            _read_number(columns[0], len(forms) + 1, notes, row, text)
            head_column = sum(map(len, columns[:6])) + 7
            head = -1
            if _HEAD.fullmatch(columns[6]):
                head = int(columns[6])
            else:
                message = f"expected the number of a word, or 0, as HEAD, not {describe_value(columns[6])}"
                notes.add(message, row, head_column, "conllu-head", text=text)
            if not columns[7]:
                column = head_column + len(columns[6]) + 1
                notes.add(
                    "expected a relation as DEPREL, not an empty string",
                    row,
                    column,
                    "conllu-relation",
                    text=text,
                )
            forms.append(columns[1])
            edges.append((head, len(forms), columns[7]))
            locations.append((row, head_column, text))
        _check_heads(edges, locations, notes)
        if not notes.problems:
            _check_tree(edges, locations, notes)
        return notes.item(lambda: self.build(edges, forms), forms)


def _read_number(number: str, expected: int, notes: RowNotes, row: int, text: str) -> None:
    if not _WORD.fullmatch(number):
        message = f"expected the number {expected} as ID, not {describe_value(number)}"
    elif int(number) < expected:
        message = f"the ID {number} stands twice, or out of order: {expected} is expected"
    elif int(number) > expected:
        message = f"the ID {number} does not follow the one before: {expected} is expected"
    else:
        return
    notes.add(message, row, 1, "conllu-id", text=text)


def _check_heads(edges: list[Edge], locations: list[tuple[int, int, str]], notes: RowNotes) -> None:
    if not edges and not notes.problems:
        notes.add("the sentence has no words", 0, 1, "conllu-words", text=notes.block.text.partition("\n")[0])
    for (head, _, _), (row, column, text) in zip(edges, locations, strict=True):
        if head > len(edges):
            message = f"the HEAD {head} is no word of the sentence, which has {len(edges)}"
            notes.add(message, row, column, "conllu-head", text=text)


def _check_tree(edges: list[Edge], locations: list[tuple[int, int, str]], notes: RowNotes) -> None:
    """A structure that is no tree can still be scored, edge by edge."""
    roots = sum(1 for head, _, _ in edges if head == 0)
    if roots != 1:
        row, column, text = locations[0]
        message = f"expected one root, not {roots}"
        notes.add(message, row, column, "conllu-root", text=text, level="warning")
    heads = [0, *(head for head, _, _ in edges)]
    seen_from = [0] * len(heads)
    for start in range(1, len(heads)):
        word = start
        while word and not seen_from[word]:
            seen_from[word] = start
            word = heads[word]
        if word and seen_from[word] == start:
            row, column, text = locations[word - 1]
            message = f"word {word} depends on itself, through its heads"
            notes.add(message, row, column, "conllu-cycle", text=text, level="warning")


def looks_like_conllu(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_conllu("# sent_id = 1\\n1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n")
    True
    """
    # The last line of the head may be cut off.
    lines = head.split("\n")[:-1] if "\n" in head else [head]
    rows = [line.rstrip("\r").split("\t") for line in lines if _is_row(line)]
    return bool(rows) and all(
        len(row) == _WIDTH and bool(_WORD.fullmatch(row[0]) or _SKIPPED.fullmatch(row[0])) for row in rows
    )


def _is_row(text: str) -> bool:
    return bool(text.strip(SPACES)) and not text.startswith("#")
