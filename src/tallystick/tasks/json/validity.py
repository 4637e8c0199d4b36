"""The metric `valid`: which predictions can be read, and which conform to the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.formats.json.document import Document
from tallystick.tally import Alignment, Reading, Tally
from tallystick.tally.reading import ratio
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.documents import value_of
from tallystick.tasks.json.schema.validate import Validator
from tallystick.tasks.scorer import Scorer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tallystick.tasks.views.rows import UnshownRows

    Array = NDArray[np.float64]

__all__ = ["ValidityScorer"]

#: How many errors an explanation lists.
_MOST_ERRORS = 20


def _shares(tally: Tally) -> tuple[float | None, ...]:
    parsed, repaired = tally.parts or (Tally(), Tally())
    return (
        ratio(parsed.matched_pred, parsed.pred_total),
        ratio(repaired.matched_pred, repaired.pred_total),
        ratio(tally.matched_pred, tally.pred_total),
    )


def _shares_of_many(sums: Array) -> Array:
    import numpy as np

    from tallystick.stats.readers import part_of, share

    counted = part_of(sums, 0), part_of(sums, 1), sums
    if not counted[0].size:  # The sum over no items has no parts.
        counted = (np.zeros_like(sums), np.zeros_like(sums), sums)
    return np.stack([share(counts[:, 1], counts[:, 3]) for counts in counted], axis=1)


class ValidityScorer(Scorer):
    """Shares of the predictions: read as they are, read after repairs, valid.

    Validity is undefined without a schema.
    """

    reading = Reading(("parsed", "repaired", "valid"), _shares, hidden_parts=True, read_many=_shares_of_many)

    def __init__(self, schema: DocumentSchema | None) -> None:
        self.validator = None if schema is None or schema.schema is None else Validator(schema)

    def count(self, pair: PairAnalysis) -> Tally:
        """Count one prediction."""
        missing, repaired = _condition(pair.pred)
        parts = (
            Tally.of(not missing and not repaired, pred=1, gold=1),
            Tally.of(repaired, pred=1, gold=1),
        )
        if self.validator is None:
            return Tally(parts=parts)
        valid = not missing and self.validator.is_valid(value_of(pair.pred))
        return Tally(int(valid), int(valid), 1, 1, parts=parts)

    def rows(self, pair: PairAnalysis) -> UnshownRows:
        """Return that there are no parts: a page lists what is wrong with a prediction under any metric."""
        from tallystick.tasks.views.rows import UnshownRows  # few runs make a page

        return UnshownRows()

    def explain(self, pair: PairAnalysis) -> Alignment:
        """Say why a prediction is not valid."""
        missing, repaired = _condition(pair.pred)
        if missing:
            return Alignment(summary="the prediction cannot be read")
        lines = ["repaired" if repaired else "read as it is"]
        if self.validator is not None:
            errors = [
                f"{'/'.join(map(str, path)) or '.'}: {message}"
                for path, message in self.validator.errors(value_of(pair.pred))
            ]
            lines += errors[:_MOST_ERRORS] or ["valid"]
            lines += [f"{len(errors) - _MOST_ERRORS} more errors"] * (len(errors) > _MOST_ERRORS)
        return Alignment(summary="; ".join(lines))


def _condition(item: object) -> tuple[bool, bool]:
    """Whether a prediction is missing, and whether it was repaired."""
    if not isinstance(item, Document):
        return False, False
    return item.missing, bool(item.edits)
