# cython: language_level=3, boundscheck=False, wraparound=False
"""One sentence of CoNLL-U: from its rows to columns."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from tallystick.formats.base import Block
from tallystick.formats.conllu.passage import ROOT, EmptyNode, Passage, without_spaces
from tallystick.formats.conllu.trees import tree_faults

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["read_rows", "regular_sentence"]

#: The IDs of the words of a sentence after a line break, and the index that each means as HEAD. Both grow with the
#: longest sentence.
_STARTS: list[str] = []
_HEADS: dict[str, int] = {"0": ROOT}
_GROWING = Lock()


def _grow(count: int) -> None:
    with _GROWING:
        more = range(len(_STARTS), max(count, 2 * len(_STARTS), 128) if count > len(_STARTS) else len(_STARTS))
        _HEADS.update({str(index + 1): index for index in more})
        _STARTS.extend([f"\n{index + 1}" for index in more])


def regular_sentence(block: Block) -> Passage | None:
    """Read a sentence whose rows follow its comments; None if anything about it is irregular."""
    text: str = block.text
    first: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = block.line
    while text.startswith("#", first):
        first = text.find("\n", first) + 1
        line += 1
        if not first:
            return None
    rows = text[first:]
    return read_rows(rows, range(line, line + rows.count("\n") + 1), block)


def read_rows(text: str, numbers: Sequence[int], block: Block) -> Passage | None:
    """Read the rows of a sentence, multiword tokens and empty nodes among them; None if they are not in order.

    `numbers` are the lines of the rows in the file.
    """
    # The last column of a row and the first of the next are one cell, with a line break between them.
    cells: list[str] = text.split("\t")
    row: cython.Py_ssize_t
    rows: cython.Py_ssize_t = len(numbers)
    if len(cells) != 9 * rows + 1:
        return None
    if rows >= len(_STARTS):
        _grow(rows + 1)
    starts: list[str] = _STARTS
    heads: dict[str, int] = _HEADS
    cells[0] = "\n" + cells[0]
    words: list[int] = []
    indices: list[int] = []
    multiword: list[int] = []
    tokens: list[str] = []
    token_of: list[int] = []
    empty_nodes: list[EmptyNode] = []
    count: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0  # of the last multiword token
    last_empty: cython.Py_ssize_t = 0
    highest: cython.Py_ssize_t = ROOT
    head: cython.Py_ssize_t
    cell: str
    relation: str
    for row in range(rows):
        cell = cells[9 * row]
        if cell.endswith(starts[count]):
            index = heads.get(cells[9 * row + 6])
            relation = cells[9 * row + 7]
            if index is None or not relation:
                return None
            head = index
            highest = max(highest, head)
            count += 1
            last_empty = 0
            words.append(row)
            indices.append(index)
            if count > end:
                tokens.append(cells[9 * row + 1])
            token_of.append(len(tokens) - 1)
            continue
        _, broken, number = cell.rpartition("\n")
        if not broken:
            return None
        if "-" in number:
            first, _, last = number.partition("-")
            if count < end or "\n" + first != starts[count]:
                return None
            end = heads.get(last, ROOT) + 1
            if end <= count:
                return None
            multiword.append(len(tokens))
            tokens.append(cells[9 * row + 1])
        elif number == f"{count}.{last_empty + 1}":
            last_empty += 1
            empty_nodes.append(EmptyNode(0, number, cells[9 * row + 8], numbers[row]))
        else:
            return None
    shown = without_spaces(tokens)
    if not count or highest >= count or count < end or "" in shown:
        return None
    columns: list[list[str]]
    if count == rows:
        columns = [cells[column::9] for column in range(1, 9)]
    else:
        columns = [_column(cells, words, column) for column in range(1, 9)]
        numbers = [numbers[row] for row in words]
    forms, lemmas, upos, xpos, feats, _, relations, deps = columns
    return Passage(
        forms, lemmas, upos, xpos, feats, indices, relations, deps, shown,
        token_of if multiword else None, tuple(multiword), ((0, 0),), empty_nodes, block.path, numbers,
        tree_faults(indices, forms, numbers, block),
    )  # fmt: skip


@cython.cfunc
def _column(cells: list[str], rows: list[int], column: cython.Py_ssize_t) -> list[str]:
    """The cells of some rows in a column after the first."""
    chosen: list[str] = []
    row: cython.Py_ssize_t
    for row in rows:
        chosen.append(cells[9 * row + column])
    return chosen
