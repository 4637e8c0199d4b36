"""The errors of dependencies: wrong head, wrong relation, both; words that the other side does not have.

Aligned words that do not match are pairs without credit, and their note says what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.dataclass import dataclass
from tallystick.formats.spans import Offsets
from tallystick.tally import Alignment, PartError
from tallystick.tasks.dependencies.explain import WRONG, Edge, Sentence, Token, Unit, Word
from tallystick.tasks.dependencies.trees import Dependency
from tallystick.tasks.records.error_kinds import (
    Fields,
    RecordErrors,
    RecordKind,
    alone,
    named,
    overlap,
    same,
)

__all__ = ["ERRORS"]


@dataclass(frozen=True, slots=True)
class DependencyErrors(RecordErrors):
    """The kinds of errors of words, edges, tokens and sentences."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of aligned words, then those of words, edges and units without a partner."""
        for pair in alignment.matched:
            if pair.note.startswith(WRONG):
                reasons = pair.note.removeprefix(WRONG).split(", ")
                yield PartError(f"wrong {' and '.join(reasons)}", pair.gold, pair.pred)
        yield from self.between(alignment.missed, alignment.spurious)


def _boundaries(unit: Unit) -> Fields:
    return {"span": Offsets(unit.first, unit.last)}


ERRORS = DependencyErrors(
    {
        Dependency: RecordKind(
            "word", named(dep="word", gov="head", rel="relation"), same("word"), prefix=""
        ),
        Edge: RecordKind(
            "edge", named(word="word", head="head", relation="relation"), same("word"), prefix=""
        ),
        Word: RecordKind("word", named(word="word"), alone),
        Token: RecordKind("token", _boundaries, overlap("span"), prefix=""),
        Sentence: RecordKind("sentence", _boundaries, overlap("span"), prefix=""),
    }
)
