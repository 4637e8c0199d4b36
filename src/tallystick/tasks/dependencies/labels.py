"""The labels of words: relations and tags of words with the same characters."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import accumulate

from tallystick.formats.base import Item
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.trees import DependencyTree
from tallystick.tasks.records.labels import Labels

__all__ = ["labels_of"]

#: The value of a column without annotation.
_NOTHING = "_"


def labels_of(item: Item) -> dict[str, Labels]:
    """Return the relations of words and, in CoNLL-U, their tags."""
    value = item.value
    if isinstance(value, DependencyTree):
        return {"relation": {edge.dep: edge.rel for edge in value.edges}}
    assert isinstance(value, Passage)
    words = _words(value)
    return {
        layer: {word: label for word, label in zip(words, column, strict=True) if label != _NOTHING}
        for layer, column in (("relation", value.relations), ("upos", value.upos), ("xpos", value.xpos))
    }


def _words(passage: Passage) -> list[Hashable]:
    """Words as units: the characters of the token, the index of the word in it, its form."""
    ends = list(accumulate(map(len, passage.tokens)))
    words: list[Hashable] = []
    last, index = -1, 0
    for form, token in zip(passage.forms, passage.word_tokens(), strict=True):
        index = index + 1 if token == last else 0
        last = token
        words.append((ends[token] - len(passage.tokens[token]), ends[token], index, form))
    return words
