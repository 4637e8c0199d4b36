"""Explanations of one sentence of a document: what concerns it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment, NodePair, Pair, PartError, Typology

__all__ = ["GOLD", "PRED", "DocumentSentences"]

GOLD, PRED = 0, 1

#: Says whether a part of a side, gold or pred, concerns a sentence.
Concerns = Callable[[int, object], bool]


@dataclass(frozen=True, slots=True)
class DocumentSentences:
    """The sentences of a document, each with what decides whether a part concerns it."""

    by_name: Mapping[str, int]
    """The index of each sentence by its id and by its number."""
    concerns: Callable[[int, int, object], bool]
    """Says whether a part concerns a sentence: the index of the sentence, the side, the part."""
    written: Callable[[int], Sequence[str] | None]
    """A sentence in the notation of both sides."""

    @property
    def names(self) -> Sequence[str]:
        """The ids of the sentences, then their numbers."""
        return list(self.by_name)

    def restrict(self, alignment: Alignment, name: str) -> Alignment:
        """Return what concerns one sentence."""
        index = self.by_name[name]

        def concerns(side: int, part: object) -> bool:
            return self.concerns(index, side, part)

        def restricted(whole: Alignment) -> Alignment:
            return replace(
                whole,
                matched=tuple([inside(pair) for pair in whole.matched if _concerned(concerns, pair)]),
                missed=tuple([part for part in whole.missed if concerns(GOLD, part)]),
                spurious=tuple([part for part in whole.spurious if concerns(PRED, part)]),
            )

        def inside(pair: Pair) -> Pair:
            return replace(pair, inner={key: restricted(inner) for key, inner in pair.inner.items()})

        typology = (
            None if alignment.typology is None else _SentenceErrors(alignment, alignment.typology, concerns)
        )
        return replace(
            restricted(alignment),
            sides=self.written(index),
            typology=typology,
            nodes=tuple([pair for pair in alignment.nodes if _is_aligned_in(concerns, pair)]),
            sentences=None,
        )


def _concerned(concerns: Concerns, both: Pair | PartError) -> bool:
    return any(
        part is not None and concerns(side, part) for side, part in ((GOLD, both.gold), (PRED, both.pred))
    )


def _is_aligned_in(concerns: Concerns, pair: NodePair) -> bool:
    """Whether one of two aligned nodes is a node of the sentence."""
    return concerns(GOLD, (pair.gold,)) or concerns(PRED, (pair.pred,))


@dataclass(frozen=True, slots=True)
class _SentenceErrors:
    """The errors of a document that concern one sentence."""

    whole: Alignment
    typology: Typology
    concerns: Concerns

    def errors(self, _alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of the whole document that concern the sentence."""
        return (error for error in self.typology.errors(self.whole) if _concerned(self.concerns, error))
