"""The tags of two documents on a page, token against token."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tallystick.tally import Alignment
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.spans.error_kinds import ERRORS
from tallystick.tasks.views.confusions import Confusion
from tallystick.tasks.views.rows import WrittenRows

if TYPE_CHECKING:
    from tallystick.tasks.spans.accuracy import TagAccuracy, TaggedToken

__all__ = ["AlignedTags", "aligned_tags"]


class AlignedTags(WrittenRows):
    """The tokens of two documents with their tags."""

    def __init__(self, tokens: Sequence[TaggedToken], explain: Callable[[], Alignment]) -> None:
        self._explain = explain
        self.golds = [gold for _, gold, _ in tokens]
        self.wrong = [token for token in tokens if token[1] != token[2]]

    def alignment(self) -> Alignment:
        """Return the alignment with its tokens as objects."""
        return replace(self._explain(), typology=ERRORS)

    def key(self) -> Hashable:
        """Return what its errors depend on."""
        return tuple(self.wrong)

    def is_perfect(self) -> bool:
        """Whether all tags are equal."""
        return not self.wrong

    def confused(self) -> Counter[Confusion]:
        """Return nothing: tokens with their tags are not records, whose fields are compared."""
        return Counter()

    def errors(self) -> Iterator[tuple[str, tuple[int, str] | None, tuple[int, str] | None]]:
        """Yield the errors: a wrong tag is missing and spurious."""
        for index, gold, _ in self.wrong:
            yield "missing part", (index, gold), None
        for index, _, pred in self.wrong:
            if pred:
                yield "spurious part", None, (index, pred)


def aligned_tags(
    scorer: TagAccuracy, pair: PairAnalysis, tokens: Sequence[TaggedToken]
) -> AlignedTags | None:
    """Return the tokens of two documents; None if the page cannot write their tags as words."""
    words = "".join([gold + pred for _, gold, pred in tokens])
    if not words.isprintable() or " " in words or not all(gold for _, gold, _ in tokens):
        return None
    return AlignedTags(tokens, partial(scorer.explain, pair))
