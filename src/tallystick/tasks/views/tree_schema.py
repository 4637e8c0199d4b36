"""The shape of a dependency tree on the report page whose prediction has the words of the gold."""

from __future__ import annotations

from typing import Literal, NamedTuple, NotRequired, TypedDict

__all__ = [
    "AlignedEdges",
    "AlignedUnits",
    "AlignedWords",
    "ChangedTree",
    "ChangedWords",
    "TreeColumns",
    "WordColumns",
    "WordEdges",
]


class TreeColumns(TypedDict):
    """A tree in columns, from which the page makes `drawn`: the words follow each other."""

    heads: list[int]
    """The index of the head of each word; -1 for a root."""
    relations: str
    """The relation of each word, separated by blanks."""
    widths: NotRequired[list[int]]
    """The widths of the words, and then those of multiword tokens; missing if no character is wide."""


class ChangedWords(NamedTuple):
    """The words of a prediction with another value than in the gold."""

    words: list[int]
    """Their indices."""
    values: list[str]


class ChangedTree(TypedDict):
    """The tree of a prediction with the words of the gold: what differs from the gold."""

    attached: list[int]
    """The words with another head."""
    heads: list[int]
    """The heads of these words."""
    relations: NotRequired[ChangedWords]


class WordColumns(TypedDict):
    """The words of both sides as parts, which follow the other parts: the first for each word, then the second, and so
    on. The page makes `shown`, `at`, `fields` and `heads` from this."""

    values: dict[str, list[str]]
    """The values in the gold, by field; the page knows relations and heads."""
    changed: dict[str, ChangedWords]
    """The values in the prediction that differ, by field."""
    names: NotRequired[list[str]]
    """The names of the words, if they do not follow from the words."""
    others: NotRequired[list[int]]
    """The words that are not content words in the gold."""
    spurious: NotRequired[list[int]]
    """Those of them that are content words in the prediction."""


class AlignedWords(TypedDict):
    """An alignment of each word with the same word of the other side."""

    fields: list[str]
    """What is shown of a word beside its name; alignments with the same fields have the same parts."""
    wrong: list[int]
    """The words that do not match."""
    reasons: list[int]
    """What does not agree in each of them, as bits: 1 for UPOS, 2 XPOS, 4 features, 8 lemma, 16 head, 32 relation, 128
    function words."""
    content: NotRequired[bool]
    """Whether only content words are aligned."""


class AlignedUnits(TypedDict):
    """An alignment of all tokens or of both sentences with each other, which are the same on both sides."""

    units: Literal["tokens", "sentences"]


class WordEdges(NamedTuple):
    """The enhanced edges of some words in columns: those of the first word, then those of the second, and so on."""

    words: list[int]
    """The indices of the words."""
    counts: list[int]
    """How many edges each word has."""
    heads: list[int]
    """The head of each edge; -1 for the root."""
    labels: list[str]
    """The label of each edge."""


class AlignedEdges(TypedDict):
    """An alignment of the enhanced edges of each word with those of the same word of the other side: edges with the
    same head and label match."""

    edges: WordEdges
    """Those of the words in the gold that have others than the edge of the tree."""
    changed: WordEdges
    """Those of the words in the prediction that have others than in the gold."""
    subtypes: NotRequired[bool]
    """Whether labels keep their subtypes; missing if they do."""
