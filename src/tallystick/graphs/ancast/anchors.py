"""The initial anchors: nodes that are surely the same (Section 2.1 of the paper)."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tallystick.graphs.ancast.view import View

__all__ = ["is_abstract", "lemma_anchors", "occurs", "unique_pairs"]

TABLE = Path(__file__).parent.parent / "data" / "abstract_concepts.tsv"
_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
#: A lemma of this length may stand anywhere in the text, a shorter one only as a word.
SURE_LENGTH = 3


@cache
def _abstract() -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """The concepts listed as abstract, the structural ones among them, and the suffixes."""
    rows = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()[1:] if line]
    structural = frozenset([concept for kind, concept in rows if kind == "structural"])
    types = frozenset([concept for kind, concept in rows if kind == "entity-type"])
    suffixes = tuple([concept for kind, concept in rows if kind == "suffix"])
    return structural | types, structural, suffixes


def is_abstract(concept: str, lemma: str) -> bool:
    """Whether a concept stands for no word of the sentence.

    >>> is_abstract("person", "person"), is_abstract("contrast-01", "contrast"), is_abstract("read-01", "read")
    (True, True, False)
    """
    listed, structural, suffixes = _abstract()
    return concept in listed or lemma in structural or concept.endswith(suffixes)


def _words(text: str) -> str:
    return _NEITHER_LETTER_NOR_DIGIT.sub(" ", text.lower()).strip()


def occurs(lemma: str, words: str) -> bool:
    """Whether a lemma stands in a text that was reduced to words.

    >>> occurs("notice", "it went unnoticed"), occurs("i", "it went"), occurs("i", "so did i")
    (True, False, True)
    """
    lemma = _words(lemma)
    if not lemma:
        return False
    return (len(lemma) >= SURE_LENGTH and lemma in words) or f" {lemma} " in f" {words} "


def unique_pairs(rows: Sequence[str], cols: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of equal texts that stand but once on either side."""
    first = {text: j for j, text in enumerate(cols)}
    if len(first) < len(cols):
        for j, text in enumerate(cols):
            if first.get(text, j) != j:
                del first[text]
    last: dict[str, int] = {}
    for i, text in enumerate(rows):
        if text in first:
            last[text] = -1 if text in last else i
    return [(i, first[text]) for text, i in last.items() if i >= 0]


def lemma_anchors(pred: View, gold: View) -> array[int]:
    """For each pred node the gold node it is surely the same as, or -1: one lemma, concrete, once in each graph."""
    result = array("i", [-1]) * pred.size
    pred_words = _words(pred.text) if pred.text else None
    gold_words = _words(gold.text) if gold.text else None
    for i, j in unique_pairs(pred.lemmas, gold.lemmas):
        lemma = pred.lemmas[i]
        if (
            not is_abstract(pred.triples.concepts[i] or "", lemma)
            and not is_abstract(gold.triples.concepts[j] or "", lemma)
            and (pred_words is None or occurs(lemma, pred_words))
            and (gold_words is None or occurs(lemma, gold_words))
        ):
            result[i] = j
    return result


def span_anchors(pred: object, gold: object) -> array[int] | None:
    """TODO."""
    return None
