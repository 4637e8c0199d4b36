# cython: language_level=3
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

#: The IDs of the words of a sentence, and the index that each means as HEAD. Both grow with the longest sentence.
_IDS: list[str] = []
_HEADS: dict[str, int] = {"0": ROOT}
_GROWING = Lock()


def _grow(count: int) -> None:
    with _GROWING:
        more = range(len(_IDS), max(count, 2 * len(_IDS), 128) if count > len(_IDS) else len(_IDS))
        _HEADS.update({str(index + 1): index for index in more})
        _IDS.extend([str(index + 1) for index in more])


def regular_sentence(lines: list[str], block: Block) -> Passage | None:
    """Read a sentence whose rows follow its comments; None if anything about it is irregular."""
    first: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(lines)
    while first < count and lines[first][:1] == "#":
        first += 1
    rows = [text.split("\t") for text in lines[first:]]
    line: cython.Py_ssize_t = block.line + first
    count = len(rows)
    numbers = range(line, line + count)
    if count > len(_IDS):
        _grow(count)
    try:
        ids, forms, lemmas, upos, xpos, feats, heads, relations, deps, _ = zip(*rows, strict=True)
        if list(ids) == _IDS[:count]:
            indices = [_HEADS[head] for head in heads]
            tokens = without_spaces(forms)
            if max(indices) >= count or "" in tokens or "" in relations:
                return None
            faults = tree_faults(indices, forms, numbers, block)
            return Passage(
                forms, lemmas, upos, xpos, feats, indices, relations, deps, tokens, None, (), ((0, 0),), (),
                block.path, numbers, faults,
            )  # fmt: skip
    except (ValueError, KeyError):
        return None
    return read_rows(rows, numbers, block)


def read_rows(rows: list[list[str]], numbers: Sequence[int], block: Block) -> Passage | None:
    """Read the rows of a sentence, multiword tokens and empty nodes among them; None if they are not in order."""
    words: list[list[str]] = []
    lines: list[int] = []
    multiword: list[int] = []
    token_forms: list[str] = []
    token_of: list[int] = []
    empty_nodes: list[EmptyNode] = []
    indices: list[int] = []
    count: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0  # of the last multiword token
    last_empty: cython.Py_ssize_t = 0
    highest: cython.Py_ssize_t = ROOT
    head: cython.Py_ssize_t
    if len(rows) > len(_IDS):
        _grow(len(rows))
    row: list[str]
    for row, line in zip(rows, numbers, strict=True):
        number: str = row[0]
        if number == _IDS[count]:
            count += 1
            last_empty = 0
            index = _HEADS.get(row[6])
            if index is None or not row[7]:
                return None
            head = index
            highest = max(highest, head)
            indices.append(index)
            words.append(row)
            lines.append(line)
            if count > end:
                token_forms.append(row[1])
            token_of.append(len(token_forms) - 1)
        elif "-" in number:
            first, _, last = number.partition("-")
            if count < end or first != _IDS[count]:
                return None
            end = _HEADS.get(last, -1) + 1
            if end <= count:
                return None
            multiword.append(len(token_forms))
            token_forms.append(row[1])
        elif number == f"{count}.{last_empty + 1}":
            last_empty += 1
            empty_nodes.append(EmptyNode(0, number, row[8], line))
        else:
            return None
    tokens = without_spaces(token_forms)
    if not count or highest >= count or count < end or "" in tokens:
        return None
    _, forms, lemmas, upos, xpos, feats, _, relations, deps, _ = zip(*words, strict=True)
    return Passage(
        forms, lemmas, upos, xpos, feats, indices, relations, deps, tokens,
        token_of if multiword else None, tuple(multiword), ((0, 0),), empty_nodes, block.path, lines,
        tree_faults(indices, forms, lines, block),
    )  # fmt: skip
