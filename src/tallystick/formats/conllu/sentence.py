# cython: language_level=3, boundscheck=False, wraparound=False
"""One sentence of CoNLL-U: from its rows to columns."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from tallystick.formats.base import Block
from tallystick.formats.conllu.passage import ROOT, EmptyNode, Passage, without_spaces
from tallystick.formats.conllu.trees import tree_faults

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["read_rows", "regular_sentence", "same_forms"]

#: The IDs of the words of a sentence after a line break, and the index that each means as HEAD. Both grow with the
#: longest sentence.
_STARTS: list[str] = []
_HEADS: dict[str, int] = {"0": ROOT}
_GROWING = Lock()


def _grow(count: int) -> None:
    with _GROWING:
        more = range(len(_STARTS), max(count, 2 * len(_STARTS), 128))
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


def same_forms(one: str, other: str) -> bool:
    """Whether two sentences have the same rows as far as IDs and forms go, which takes a fraction of reading them.

    Comments do not count. False if a row has no forms, even if the other sentence has it too.
    """
    at: cython.Py_ssize_t = _first_row(one)
    other_at: cython.Py_ssize_t = _first_row(other)
    end: cython.Py_ssize_t
    other_end: cython.Py_ssize_t
    form: cython.Py_ssize_t
    while True:
        end = one.find("\n", at)
        other_end = other.find("\n", other_at)
        form = one.find("\t", at) + 1
        if form:
            form = one.find("\t", form) + 1
        if not form or (end >= 0 and form > end):
            return False
        if not other.startswith(one[at:form], other_at):
            return False
        if end < 0 or other_end < 0:
            return end == other_end
        at, other_at = end + 1, other_end + 1


@cython.cfunc
def _first_row(text: str) -> cython.Py_ssize_t:
    """Return where the rows begin, after the comments."""
    at: cython.Py_ssize_t = 0
    while text.startswith("#", at):
        end: cython.Py_ssize_t = text.find("\n", at)
        if end < 0:
            return len(text)
        at = end + 1
    return at


def read_rows(text: str, numbers: Sequence[int], block: Block) -> Passage | None:
    """Read the rows of a sentence, multiword tokens and empty nodes among them; None if they are not in order.

    `numbers` are the lines of the rows in the file.
    """
    # The last column of a row and the first of the next are one cell, with a line break between them.
    cells: list[str] = text.split("\t")
    row: cython.Py_ssize_t = 0
    rows: cython.Py_ssize_t = len(numbers)
    if len(cells) != 9 * rows + 1:
        return None
    if rows >= len(_STARTS):
        _grow(rows + 1)
    cells[0] = "\n" + cells[0]
    starts: list[str] = _STARTS
    cell: str
    while row < rows:
        cell = cells[9 * row]
        if not cell.endswith(starts[row]):
            break
        row += 1
    columns: list[list[str]]
    structure: _Structure | None = None
    if row == rows:
        columns = [cells[column::9] for column in range(1, 9)]
    else:
        numbers = list(numbers)
        structure = _structure(cells, numbers)
        if structure is None:
            return None
        columns = [_column(cells, structure.rows, column) for column in range(1, 9)]
        numbers = [numbers[row] for row in structure.rows]
    forms, lemmas, upos, xpos, feats, heads, relations, deps = columns
    tokens = without_spaces(forms if structure is None else structure.tokens)
    indices = _indices(heads)
    if indices is None or not indices or _count_empty(tokens) or _count_empty(relations):
        return None
    faults = tree_faults(indices, forms, numbers, block)
    if structure is None:
        return Passage(
            forms, lemmas, upos, xpos, feats, indices, relations, deps, tokens, None, (), ((0, 0),), (),
            block.path, numbers, faults,
        )  # fmt: skip
    return Passage(
        forms, lemmas, upos, xpos, feats, indices, relations, deps, tokens,
        structure.token_of if structure.multiword else None, tuple(structure.multiword), ((0, 0),),
        structure.empty_nodes, block.path, numbers, faults,
    )  # fmt: skip


class _Structure(NamedTuple):
    """The rows of a sentence that are words, and what the other rows say about them."""

    rows: list[int]
    tokens: list[str]
    token_of: list[int]
    multiword: list[int]
    empty_nodes: list[EmptyNode]


@cython.cfunc
def _structure(cells: list[str], numbers: list[int]) -> object:
    """The structure of a sentence with multiword tokens or empty nodes; None if its rows are not in order."""
    starts: list[str] = _STARTS
    words: list[int] = []
    tokens: list[str] = []
    token_of: list[int] = []
    multiword: list[int] = []
    empty_nodes: list[EmptyNode] = []
    count: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0  # of the last multiword token
    last_empty: cython.Py_ssize_t = 0
    row: cython.Py_ssize_t
    cell: str
    for row in range(len(numbers)):
        cell = cells[9 * row]
        if cell.endswith(starts[count]):
            count += 1
            last_empty = 0
            words.append(row)
            if count > end:
                tokens.append(cells[9 * row + 1])
            token_of.append(len(tokens) - 1)
            continue
        _, line_break, number = cell.rpartition("\n")
        if not line_break:
            return None
        if "-" in number:
            first, _, last = number.partition("-")
            if count < end or "\n" + first != starts[count]:
                return None
            end = _HEADS.get(last, ROOT) + 1
            if end <= count:
                return None
            multiword.append(len(tokens))
            tokens.append(cells[9 * row + 1])
        elif number == f"{count}.{last_empty + 1}":
            last_empty += 1
            empty_nodes.append(EmptyNode(0, number, cells[9 * row + 8], numbers[row]))
        else:
            return None
    return None if count < end else _Structure(words, tokens, token_of, multiword, empty_nodes)


@cython.cfunc
def _column(cells: list[str], rows: list[int], column: cython.Py_ssize_t) -> list[str]:
    """The cells of some rows in a column after the first."""
    chosen: list[str] = []
    row: cython.Py_ssize_t
    for row in rows:
        chosen.append(cells[9 * row + column])
    return chosen


@cython.cfunc
def _count_empty(cells: list[str]) -> cython.Py_ssize_t:
    cell: str
    count: cython.Py_ssize_t = 0
    for cell in cells:
        count += not cell
    return count


@cython.cfunc
def _indices(heads: list[str]) -> object:
    """The index of each head; None if one is not a word of the sentence."""
    known: dict[str, int] = _HEADS
    indices: list[int] = []
    size: cython.Py_ssize_t = len(heads)
    head: cython.Py_ssize_t
    for text in heads:
        index = known.get(text)
        if index is None:
            return None
        head = index
        if head >= size:
            return None
        indices.append(index)
    return indices
