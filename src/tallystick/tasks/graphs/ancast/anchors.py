"""The initial anchors: nodes that are surely the same (Section 2.1 of the paper)."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from tallystick.errors import Problem
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.ancast.graph import AncastGraph

__all__ = ["is_abstract", "lemma_anchors", "occurs", "span_anchors", "spans", "unaligned", "unique_pairs"]

TABLE = Path(__file__).parent.parent / "data" / "abstract_concepts.tsv"
_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum()}
#: A lemma of at least this length may occur anywhere in the text, a shorter one only as a word.
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
    """Whether a concept represents no word of the sentence.

    >>> is_abstract("person", "person"), is_abstract("contrast-01", "contrast")
    (True, True)
    >>> is_abstract("read-01", "read"), is_abstract("have-org-role-91", "have-org-role")
    (False, False)
    """
    listed, structural, suffixes = _abstract()
    return concept in listed or lemma in structural or concept.endswith(suffixes)


#: The words of lemmas and whether concepts are abstract are cached, up to this many of each.
MOST_KNOWN = 1 << 16
_WORDS: dict[str, str] = {}
_ABSTRACT: dict[str, bool] = {}


class _SentenceText:
    """The text of one side, in the forms in which lemmas are searched."""

    __slots__ = ("known", "text", "words")

    def __init__(self, text: str) -> None:
        self.known = bool(text)
        self.text = text.lower()
        self.words: str | None = None

    def has(self, lemma: str) -> bool:
        """Whether a lemma occurs as words, or anywhere if it is not short; in an unknown text, always."""
        if not self.known:
            return True
        if len(lemma) >= SURE_LENGTH and lemma.isalnum():
            return lemma in self.text
        words = _WORDS.get(lemma)
        if words is None:
            if len(_WORDS) >= MOST_KNOWN:
                _WORDS.clear()
            words = _WORDS[lemma] = _words(lemma)
        if self.words is None:
            self.words = f" {_words(self.text)} "
        if len(words) >= SURE_LENGTH and words in self.words:
            return True
        return bool(words) and f" {words} " in self.words


def _words(text: str) -> str:
    """A text in lower case, everything but letters and digits turned into single blanks."""
    if text.isascii():  # the same, several times faster
        return " ".join(text.lower().translate(_BLANKS).split())
    return _NEITHER_LETTER_NOR_DIGIT.sub(" ", text.lower()).strip()


def _is_abstract(concept: str, lemma: str) -> bool:
    """A cached `is_abstract`: the concept determines the lemma."""
    known = _ABSTRACT.get(concept)
    if known is None:
        if len(_ABSTRACT) >= MOST_KNOWN:
            _ABSTRACT.clear()
        known = _ABSTRACT[concept] = is_abstract(concept, lemma)
    return known


def occurs(lemma: str, text: str) -> bool:
    """Whether a lemma occurs in a text: as whole words, or anywhere if it is not short.

    >>> occurs("notice", "It went unnoticed."), occurs("i", "It went."), occurs("i", "So did I!")
    (True, False, True)
    """
    return _SentenceText(text).has(lemma)


def unique_pairs(
    rows: Mapping[str, Sequence[int]], cols: Mapping[str, Sequence[int]]
) -> list[tuple[int, int]]:
    """The pairs of nodes whose key occurs exactly once on each side."""
    pairs = []
    for key, nodes in rows.items():
        others = cols.get(key)
        if others is not None and len(nodes) == 1 and len(others) == 1:
            pairs.append((nodes[0], others[0]))
    return pairs


def lemma_anchors(gold: AncastGraph, pred: AncastGraph) -> array[int]:
    """For each pred node the gold node it is surely the same as, or -1.

    The two have the same lemma, each is the only one with it in its graph, and both are concrete.
    """
    result = array("i", [-1]) * len(pred.lemmas)
    pred_text = _SentenceText(pred.text)
    gold_text = pred_text if pred.text == gold.text else _SentenceText(gold.text)
    pred_concepts: list[str] = pred.concepts
    gold_concepts: list[str] = gold.concepts
    lemmas: list[str] = pred.lemmas
    for i, j in unique_pairs(pred.nodes_by_lemma, gold.nodes_by_lemma):
        lemma = lemmas[i]
        pred_concept = pred_concepts[i]
        gold_concept = gold_concepts[j]
        if _is_abstract(pred_concept, lemma) or (
            gold_concept != pred_concept and _is_abstract(gold_concept, lemma)
        ):
            continue
        if pred_text.has(lemma) and (gold_text is pred_text or gold_text.has(lemma)):
            result[i] = j
    return result


_TOKENS = re.compile(r"[0-9]+")


def spans(graph: Graph) -> list[str]:
    """The tokens that each node is aligned to, by the marks at its variable and its concept; empty for none.

    >>> spans(Graph.of("(r / read-01~e.2 :ARG0 (s / she~e.0) :ARG1 (b / book))"))
    ['2', '0', '']
    """
    tokens: list[set[str]] = [set() for _ in graph.variables]
    for (kind, node), mark in graph.marks.items():
        if kind in ("variable", "concept"):
            tokens[node].update([token.lstrip("0") or "0" for token in _TOKENS.findall(mark)])
    # In the order of numbers, which may have more digits than Python reads.
    return [",".join(sorted(own, key=lambda token: (len(token), token))) for own in tokens]


def _by_span(graph: Graph) -> dict[str, list[int]]:
    """The nodes of each span."""
    nodes_by_span: dict[str, list[int]] = {}
    for node, span in enumerate(spans(graph)):
        if span:
            nodes_by_span.setdefault(span, []).append(node)
    return nodes_by_span


def span_anchors(gold: Graph, pred: Graph) -> array[int] | None:
    """For each pred node the gold node aligned to the same tokens, or -1; each is the only one with them.

    None where a side has no alignment.
    """
    pred_spans, gold_spans = _by_span(pred), _by_span(gold)
    if not pred_spans or not gold_spans:
        return None
    result = array("i", [-1]) * len(pred.variables)
    for i, j in unique_pairs(pred_spans, gold_spans):
        result[i] = j
    return result


#: Comments in which some corpora give alignments by addresses of nodes: these are not read.
ADDRESSED = ("alignments", "node")


def unaligned(gold: Graph, pred: Graph) -> list[Problem]:
    """A warning if a graph has no alignment marks, so that lemmas have to be the anchors of the pair."""
    for side, graph in (("gold", gold), ("predicted", pred)):
        if len(graph) and not any(spans(graph)):
            hint = "alignments are read from marks such as ~e.3 at concepts and variables"
            known = [name for name in ADDRESSED if name in graph.metadata]
            unread = f" (lines such as # ::{known[0]} are not read)" if known else ""
            message = f"the {side} graph has no token alignments{unread}; lemmas are the anchors of this pair"
            return [Problem(message, item=graph.id, hint=hint, code="no-alignment", level="warning")]
    return []
