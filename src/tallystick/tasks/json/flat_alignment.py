"""The alignment of two plain records, which a page counts and writes from the outcomes of their keys."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.tasks.json.documents import DocumentPair
from tallystick.tasks.json.explain import LeafAlignment, explain_leaves
from tallystick.tasks.json.flat_pair import FlatPair
from tallystick.tasks.json.match import ANY_VALUE, Mode
from tallystick.tasks.views.rows import WrittenRows

__all__ = ["Division", "FlatAlignment", "divided", "flat_alignment"]

#: For each metric the index of the records that it compares, and whether any two values are equal for it.
Division = tuple[tuple[str, int, bool], ...]


class FlatAlignment(WrittenRows):
    """The alignment of two plain records under one metric."""

    __slots__ = ("documents", "mode", "pair")

    def __init__(self, documents: DocumentPair, pair: FlatPair, mode: Mode) -> None:
        self.documents = documents
        self.pair = pair
        self.mode = mode

    def alignment(self) -> LeafAlignment:
        """Return the alignment with its leaves as objects."""
        return explain_leaves(self.documents, self.mode)


def flat_alignment(documents: DocumentPair, mode: Mode) -> FlatAlignment | None:
    """Return the alignment of two plain records; None if they are not plain, or keys share a field."""
    pair = documents.flat_pair
    return None if pair is None else FlatAlignment(documents, pair, mode)


def divided(alignments: Mapping[str, FlatAlignment]) -> tuple[Division, list[FlatPair]]:
    """Return which records each metric compares: of several gold documents, metrics may choose different ones."""
    pairs: list[FlatPair] = []
    division = []
    for metric, own in alignments.items():
        if own.pair not in pairs:
            pairs.append(own.pair)
        division.append((metric, pairs.index(own.pair), own.mode == ANY_VALUE))
    return tuple(division), pairs
