# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Anchors by lemmas: nodes that are surely the same (Section 2.1 of the paper)."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if cython.compiled:
    from cython.cimports.tallystick.tasks.graphs.ancast.graph import AncastGraph
    from cython.cimports.tallystick.tasks.graphs.ancast.words import AncastWords
else:
    from tallystick.tasks.graphs.ancast.graph import AncastGraph
    from tallystick.tasks.graphs.ancast.words import AncastWords

from tallystick.tasks.graphs.ancast.words import SURE_LENGTH, searched_words

__all__ = ["lemma_anchors", "occurs"]


@cython.final
@cython.cclass
class SentenceText:
    """The text of one side, in the forms in which lemmas are searched."""

    known: cython.bint
    text: str
    words: str

    def __init__(self, text: str) -> None:
        self.known = bool(text)
        self.text = text.lower()
        self.words = ""

    @cython.cfunc
    def has(self, lemma: str, searched: str | None) -> cython.bint:
        """Whether a lemma occurs, as words if these are given, else anywhere; in an unknown text, always."""
        if not self.known:
            return True
        if searched is None:
            return lemma in self.text
        if not self.words:
            self.words = f" {searched_words(self.text)} "
        if len(searched) >= SURE_LENGTH and searched in self.words:
            return True
        return len(searched) > 0 and f" {searched} " in self.words


def occurs(lemma: str, text: str) -> bool:
    """Whether a lemma occurs in a text: as whole words, or anywhere if it is not short.

    >>> occurs("notice", "It went unnoticed."), occurs("i", "It went."), occurs("i", "So did I!")
    (True, False, True)
    """
    sure = len(lemma) >= SURE_LENGTH and lemma.isalnum()
    return SentenceText(text).has(lemma, None if sure else searched_words(lemma))


def lemma_anchors(gold: AncastGraph, pred: AncastGraph) -> array[int]:
    """For each pred node the gold node it is surely the same as, or -1.

    The two have the same lemma, each is the only one with it in its graph, and both are concrete.
    """
    kind: cython.int
    other: cython.int
    i: cython.int
    j: cython.int
    words: AncastWords = gold.numbers.words
    spelled: list[str] = words.vocabulary.words
    result: array[int] = array("i", (-1,)) * pred.size
    pred_text: SentenceText = SentenceText(pred.text)
    gold_text: SentenceText = pred_text if pred.text == gold.text else SentenceText(gold.text)
    for kind in range(gold.kinds):
        words.lemma_slot[gold.lemma[gold.first[kind]]] = kind
    for kind in range(pred.kinds):
        i = pred.first[kind]
        other = words.lemma_slot[pred.lemma[i]]
        if pred.after[i] >= 0 or other >= gold.kinds:
            continue
        j = gold.first[other]
        if gold.lemma[j] != pred.lemma[i] or gold.after[j] >= 0:
            continue
        if words.abstract[pred.columns.concept[i]] or words.abstract[gold.columns.concept[j]]:
            continue
        lemma = spelled[pred.lemma[i]]
        searched = words.searched.get(pred.lemma[i])
        if pred_text.has(lemma, searched) and (gold_text is pred_text or gold_text.has(lemma, searched)):
            result[i] = j
    return result
