# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The agreement of each pair of aligned words, as one byte per pair: every metric uses some of its bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.universal import base, is_content, is_functional

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = [
    "CHILDREN", "CONTENT", "FEATURES", "HEAD", "LEMMA", "RELATION", "UPOS", "XPOS", "content_words", "count_agreeing",
    "count_each", "word_agreement",
]  # fmt: skip

#: Equal tags of both kinds and equal features.
UPOS: Final = 1
XPOS: Final = 2
FEATURES: Final = 4
#: Equal lemmas; a gold lemma of ``_`` agrees with any.
LEMMA: Final = 8
#: Both roots, or heads that are aligned with each other; equal relations.
HEAD: Final = 16
RELATION: Final = 32
#: The gold word is a content word.
CONTENT: Final = 64
#: The function words among the children are aligned with each other, and agree in relation, tag and features.
CHILDREN: Final = 128


def word_agreement(
    gold: Passage,
    pred: Passage,
    links: tuple[Sequence[int], Sequence[int], Sequence[int] | None],
    keep_subtypes: bool,
    features: Any,
) -> bytearray:
    """Return what agrees in each aligned pair.

    `links` are the gold words and the predicted words of the pairs, and the gold partner of each predicted word, None
    if word i is aligned with word i throughout. `features` looks up the features that are compared.
    """
    gold_index: Any
    pred_index: Any
    partners: Any
    gold_index, pred_index, partners = links
    size: cython.Py_ssize_t = len(gold_index)
    agreement = bytearray(size)
    same: cython.bint = partners is None
    # The bits are written as numbers here: constants of a module are objects, and slow.
    index: cython.Py_ssize_t
    own: cython.Py_ssize_t
    other: cython.Py_ssize_t
    head: cython.Py_ssize_t
    bits: cython.int
    value: str
    other_value: str
    relation: str
    other_relation: str
    # Words whose function words differ.
    spoiled = bytearray(len(gold.forms))
    golds: Any = (gold.upos, gold.xpos, gold.features, gold.lemmas, gold.relations)
    preds: Any = (pred.upos, pred.xpos, pred.features, pred.lemmas, pred.relations)
    gold_upos, gold_xpos, gold_features, gold_lemmas, gold_relations = golds
    pred_upos, pred_xpos, pred_features, pred_lemmas, pred_relations = preds
    gold_heads: Any = gold.heads
    pred_heads: Any = pred.heads
    for index in range(size):
        own = index if same else gold_index[index]
        other = index if same else pred_index[index]
        bits = 0
        value = gold_upos[own]
        other_value = pred_upos[other]
        if value == other_value:
            bits |= 1  # UPOS
        value = gold_xpos[own]
        other_value = pred_xpos[other]
        if value == other_value:
            bits |= 2  # XPOS
        value = gold_features[own]
        other_value = pred_features[other]
        if value == other_value or features[value] == features[other_value]:
            bits |= 4  # FEATURES
        value = gold_lemmas[own]
        other_value = pred_lemmas[other]
        if value == other_value or value == "_":
            bits |= 8  # LEMMA
        head = pred_heads[other]
        if not same and head >= 0:
            head = partners[head]
        if gold_heads[own] == head:
            bits |= 16  # HEAD
        relation = gold_relations[own]
        other_relation = pred_relations[other]
        if relation == other_relation or (not keep_subtypes and base[relation] == base[other_relation]):
            bits |= 32  # RELATION
        if is_content[relation]:
            bits |= 64  # CONTENT
        agreement[index] = bits
        if bits & 53 != 53:  # HEAD, RELATION, UPOS, FEATURES
            if is_functional[relation]:
                _mark(spoiled, gold_heads[own])
            if is_functional[other_relation]:
                _mark(spoiled, head)
    if not same:
        _mark_unaligned(spoiled, gold, pred, links)
    for index in range(size):
        own = index if same else gold_index[index]
        if not spoiled[own]:
            agreement[index] |= 128  # CHILDREN
    return agreement


@cython.cfunc
def _mark(words: bytearray, word: cython.Py_ssize_t) -> cython.void:
    """Mark a word; a root, or no word, is none."""
    if word >= 0:
        words[word] = 1


@cython.cfunc
def _mark_unaligned(spoiled: bytearray, gold: Any, pred: Any, links: Any) -> cython.void:
    """Mark the heads of function words that have no partner."""
    gold_index, _, partners = links
    aligned = bytearray(len(gold.forms))
    word: cython.Py_ssize_t
    head: cython.Py_ssize_t
    for word in gold_index:
        aligned[word] = 1
    for word in range(len(aligned)):
        if not aligned[word] and is_functional[gold.relations[word]]:
            _mark(spoiled, gold.heads[word])
    for word in range(len(partners)):
        if partners[word] < 0 and is_functional[pred.relations[word]]:
            head = pred.heads[word]
            _mark(spoiled, head if head < 0 else partners[head])


def count_agreeing(agreement: bytearray, start: int, stop: int, wanted: int) -> int:
    """Count the pairs from `start` to `stop` that agree in everything `wanted`.

    >>> count_agreeing(bytearray([UPOS, UPOS | XPOS, XPOS]), 0, 3, UPOS)
    2
    """
    mask: cython.int = wanted
    count: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    for index in range(start, stop):
        if agreement[index] & mask == mask:
            count += 1
    return count


def count_each(agreement: bytearray, start: int, stop: int, wanted: Sequence[int]) -> list[int]:
    """Count the pairs from `start` to `stop` for each of several metrics, by what each of them wants to agree.

    >>> count_each(bytearray([UPOS, UPOS | XPOS, XPOS]), 0, 3, [0, UPOS, UPOS | XPOS])
    [3, 2, 1]
    """
    first: cython.Py_ssize_t = start
    last: cython.Py_ssize_t = stop
    index: cython.Py_ssize_t
    mask: cython.int
    count: cython.Py_ssize_t
    counts: list[int] = []
    for mask in wanted:
        count = 0
        for index in range(first, last):
            count += agreement[index] & mask == mask
        counts.append(count)
    return counts


def content_words(relations: Sequence[str]) -> bytes:
    """Return 1 for each content word, 0 for each other word.

    >>> list(content_words(["nsubj", "case", "root"]))
    [1, 0, 1]
    """
    size: cython.Py_ssize_t = len(relations)
    index: cython.Py_ssize_t
    result = bytearray(size)
    for index in range(size):
        if is_content[relations[index]]:
            result[index] = 1
    return bytes(result)
