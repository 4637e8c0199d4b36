# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Writes two trees with the same words as JSON for a page: the gold, what differs from it, which words match.

What is written are a `PageSide` and a `SystemDetail` of `tasks/views/schema.py`. The script of the page places the
words and restores their parts (`web/src/treecolumns.ts`).
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tallystick.core.describe import describe
from tallystick.formats.conllu.enhanced import Edges
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.edge_rows import AlignedEdges
from tallystick.tasks.dependencies.enhanced import without_subtypes
from tallystick.tasks.dependencies.explain import ShownWords
from tallystick.tasks.dependencies.word_rows import COLUMNS, SPURIOUS, UNCOUNTED, AlignedWords, SameWords
from tallystick.tasks.views.schema import SystemDetail

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.tasks.views.json_writer import JsonWriter
else:
    from tallystick.tasks.views.json_writer import JsonWriter

__all__ = ["multiword_words", "width", "written_trees"]

#: The fields that the drawing has: the page makes their values.
_DRAWN = frozenset(("head", "relation"))
#: The parts of a side that has none but words.
_NO_PARTS = b'{"shown":[],"at":[],"fields":[],"heads":[]}'
_NO_PAIRS = b"[[],[],[]]"
#: Words that are not content words in the gold.
_OTHER_WORDS = frozenset((SPURIOUS, UNCOUNTED))
SPURIOUS_WORD = cython.declare(cython.int, SPURIOUS)
UNCOUNTED_WORD = cython.declare(cython.int, UNCOUNTED)


def written_trees(rows: dict[str, SameWords], others: SystemDetail | None) -> tuple[str, bytes, bytes]:
    """Return the text, a `PageSide` of the gold and a `SystemDetail`.

    `rows` are the alignments of words by metric, `others` those of the other metrics, whose parts come first.
    """
    first = next(iter(rows.values()))
    writer = JsonWriter()
    text = " ".join(first.gold.forms)
    write_gold(writer, first.gold, text)
    gold = writer.value()
    writer.text(b'{"pred":{"same_words":true,"changed":{"attached":')
    write_changed_tree(writer, first.gold, first.pred)
    writer.text(b'}},"words":{')
    write_words(writer, rows, first, text)
    writer.text(b"}")
    write_alignments(writer, rows, others)
    writer.text(b"}")
    return text, gold, writer.value()


@cython.cfunc
def write_gold(writer: JsonWriter, gold: Passage, text: str) -> cython.void:
    """Write the words of the gold and its tree."""
    if text.count(" ") == len(gold.forms) - 1:
        writer.text(b'{"words":')
        writer.string(text)
    else:
        writer.text(b'{"tokens":')
        writer.strings(gold.forms)
    if gold.multiword:
        writer.text(b',"multiword":%s' % _json(multiword_tokens(gold)))
    writer.text(b',"tree":{"heads":')
    writer.integers(list(gold.heads))
    writer.text(b',"relations":')
    writer.string(" ".join(gold.relations))
    if may_be_wide(text):
        writer.text(b',"widths":')
        writer.integers(widths_of(gold))
    writer.text(b"}}")


@cython.cfunc
def write_changed_tree(writer: JsonWriter, gold: Passage, pred: Passage) -> cython.void:
    """Write the heads and the relations that differ from those of the gold."""
    words = differing(gold.heads, pred.heads)
    writer.integers(words)
    writer.text(b',"heads":')
    writer.integers([pred.heads[word] for word in words])
    words = differing(gold.relations, pred.relations)
    if words:
        writer.text(b',"relations":')
        write_changed(writer, words, pred.relations)


@cython.cfunc
def write_words(writer: JsonWriter, rows: dict[str, SameWords], first: SameWords, text: str) -> cython.void:
    """Write the values of the words on both sides, what does not follow from the words, and which are content words."""
    aligned = [own for own in rows.values() if isinstance(own, AlignedWords)]
    shown = dict.fromkeys([field for own in aligned for field in own.fields if field not in _DRAWN])
    columns = [
        (field, getattr(first.gold, COLUMNS[field]), getattr(first.pred, COLUMNS[field])) for field in shown
    ]
    writer.text(b'"values":{')
    for index, (field, golds, _) in enumerate(columns):
        write_name(writer, field, index)
        writer.strings([described(value) for value in golds])
    writer.text(b'},"changed":{')
    for index, (field, golds, preds) in enumerate(columns):
        write_name(writer, field, index)
        write_changed(writer, differing(golds, preds), preds)
    writer.text(b"}")
    if not text.isprintable() or text.count(" ") >= len(first.gold.forms):
        writer.text(b',"names":')
        writer.strings([described(name) for name in ShownWords(first.gold).names])
    for own in aligned:
        if own.of_content:
            writer.text(b',"others":')
            writer.integers([word for word, bits in enumerate(own.disagreement) if bits in _OTHER_WORDS])
            writer.text(b',"spurious":')
            writer.integers([word for word, bits in enumerate(own.disagreement) if bits == SPURIOUS])
            break


@cython.cfunc
def write_alignments(
    writer: JsonWriter, rows: dict[str, SameWords], others: SystemDetail | None
) -> cython.void:
    """Write the parts and the alignments: first those by rows, each once, then the others."""
    distinct: dict[object, SameWords] = {}
    indices: dict[str, int] = {}
    for metric, own in rows.items():
        key = _key(own)
        distinct.setdefault(key, own)
        indices[metric] = list(distinct).index(key)
    pairs = [_NO_PAIRS] * len(distinct)
    parts = [_NO_PARTS, _NO_PARTS]
    if others is not None:
        indices.update({metric: len(distinct) + index for metric, index in others["metrics"].items()})
        pairs += [_json(alignment) for alignment in others["alignments"]]
        parts = [_json(own) for own in others["parts"]]
    writer.text(b',"parts":[%s],"alignments":[%s],"metrics":{' % (b",".join(parts), b",".join(pairs)))
    for index, metric in enumerate(indices):
        write_name(writer, metric, index)
        writer.integer(indices[metric])
    writer.text(b'},"columns":[')
    for index, own in enumerate(distinct.values()):
        if index:
            writer.text(b",")
        if isinstance(own, AlignedWords):
            write_aligned(writer, own)
        elif isinstance(own, AlignedEdges):
            write_edges(writer, own)
        else:
            writer.text(b'{"units":"%s"}' % own.metric.encode("ascii"))
    writer.text(b"]")


def _key(rows: SameWords) -> object:
    """Return what the page has of an alignment; metrics with the same share it."""
    if isinstance(rows, AlignedEdges):
        return rows
    return (rows.fields, rows.disagreement) if isinstance(rows, AlignedWords) else rows.metric


@cython.cfunc
def write_aligned(writer: JsonWriter, rows: AlignedWords) -> cython.void:
    """Write which words do not match, and why."""
    k: cython.Py_ssize_t
    bits: cython.int
    disagreement: bytes = rows.disagreement
    wrong: list[int] = []
    reasons: list[int] = []
    for k in range(len(disagreement)):
        bits = disagreement[k]
        if bits != 0 and bits != SPURIOUS_WORD and bits != UNCOUNTED_WORD:
            wrong.append(k)
            reasons.append(bits)
    writer.text(b'{"fields":')
    writer.strings(rows.fields)
    writer.text(b',"wrong":')
    writer.integers(wrong)
    writer.text(b',"reasons":')
    writer.integers(reasons)
    if rows.of_content:
        writer.text(b',"content":true')
    writer.text(b"}")


@cython.cfunc
def write_edges(writer: JsonWriter, rows: AlignedEdges) -> cython.void:
    """Write the edges of the gold that are not those of its tree, and those of the prediction that differ from it."""
    writer.text(b'{"edges":')
    write_word_edges(writer, other_edges(rows), rows.golds)
    writer.text(b',"changed":')
    write_word_edges(writer, rows.changed, rows.preds)
    if not rows.with_subtypes:
        writer.text(b',"subtypes":false')
    writer.text(b"}")


@cython.cfunc
def other_edges(rows: AlignedEdges) -> list[int]:
    """Return the words of the gold with other edges than that of the tree alone."""
    k: cython.Py_ssize_t
    words: list[int] = []
    golds: list[Edges] = rows.golds
    gold: Passage = rows.gold
    with_subtypes: cython.bint = rows.with_subtypes
    for k in range(len(golds)):
        relation = gold.relations[k]
        if not with_subtypes:
            relation = without_subtypes(relation)
        # An empty label is shown in quotation marks, which the page does not add.
        if not relation or golds[k] != ((gold.heads[k], relation),):
            words.append(k)
    return words


@cython.cfunc
def write_word_edges(writer: JsonWriter, words: list[int], side: list[Edges]) -> cython.void:
    """Write the edges of some words in columns."""
    edges = [side[word] for word in words]
    writer.text(b"[")
    writer.integers(words)
    writer.text(b",")
    writer.integers([len(own) for own in edges])
    writer.text(b",")
    writer.integers([head for own in edges for head, _ in own])
    writer.text(b",")
    writer.strings([described(label) for own in edges for _, label in own])
    writer.text(b"]")


@cython.cfunc
def write_name(writer: JsonWriter, name: str, index: cython.Py_ssize_t) -> cython.void:
    """Write the name of a member of an object, the one with this index."""
    if index:
        writer.text(b",")
    writer.string(name)
    writer.text(b":")


@cython.cfunc
def write_changed(writer: JsonWriter, words: list[int], values: Sequence[str]) -> cython.void:
    """Write the words with another value than in the gold, and these values."""
    writer.text(b"[")
    writer.integers(words)
    writer.text(b",")
    writer.strings([described(values[word]) for word in words])
    writer.text(b"]")


@cython.cfunc
def differing(golds: Sequence[object], preds: Sequence[object]) -> list[int]:
    """Return the words with different values on both sides."""
    k: cython.Py_ssize_t
    words: list[int] = []
    for k in range(len(golds)):
        if golds[k] != preds[k]:
            words.append(k)
    return words


@cython.cfunc
def may_be_wide(text: str) -> cython.bint:
    """Whether a text may have wide characters: the first ones are those of Hangul."""
    sign: cython.Py_UCS4
    if text.isascii():
        return False
    for sign in text:  # noqa: SIM110 - a generator is not compiled
        if sign >= "\u1100":
            return True
    return False


described = lru_cache(maxsize=1 << 14)(describe)


def width(text: str) -> int:
    """Return the columns of a text in a fixed-width font.

    >>> width("rain"), width("雨")
    (4, 2)
    """
    if text.isascii():
        return len(text)
    return sum([2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text])


def widths_of(passage: Passage) -> list[int]:
    """Return the widths of words that are tokens, of the words of multiword tokens, and then of these tokens."""
    inside = {word for _, words in multiword_words(passage) for word in words}
    words = [
        width(passage.forms[word] if word in inside else passage.tokens[token])
        for word, token in enumerate(passage.word_tokens())
    ]
    return words + [width(passage.tokens[token]) for token, _ in multiword_words(passage)]


def multiword_words(passage: Passage) -> list[tuple[int, list[int]]]:
    """Return the words of each multiword token."""
    words: dict[int, list[int]] = {token: [] for token in passage.multiword}
    for word, token in enumerate(passage.token_of or ()):
        if token in words:
            words[token].append(word)
    return list(words.items())


def multiword_tokens(passage: Passage) -> list[tuple[int, int, str]]:
    """Return the multiword tokens, by their first and last words."""
    return [(min(words), max(words), passage.tokens[token]) for token, words in multiword_words(passage)]


def _json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode("ascii")
