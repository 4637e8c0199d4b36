"""Documents of Open IE: the tuples that were extracted from a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from tallystick.dataclass import dataclass
from tallystick.formats.json.check import Check

__all__ = ["Extraction", "ExtractionDocument", "RatedExtraction", "words_of"]

#: A relation without a word would match nothing.
RelationWords = Annotated[str, Check(lambda text: bool(text.split()), "expected at least one word")]


@dataclass(frozen=True, slots=True)
class Extraction:
    """A relation and its arguments in their order, each as text."""

    rel: RelationWords
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RatedExtraction(Extraction):
    """A tuple with the confidence of the system, on any scale."""

    confidence: float


@dataclass(frozen=True, slots=True)
class ExtractionDocument:
    """The tuples of one sentence."""

    extractions: tuple[Extraction | RatedExtraction, ...]


def words_of(extraction: Extraction) -> Sequence[Counter[str]]:
    """Return the words of the relation, then those of each argument: cut at blanks, whatever their case."""
    return [Counter(slot.casefold().split()) for slot in (extraction.rel, *extraction.args)]
