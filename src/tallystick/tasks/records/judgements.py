"""Credit from a table of judged pairs: interactive scoring, written down (Appendix C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from tallystick.core.functions import similarity
from tallystick.core.similarity import Similarity
from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem, UsageError
from tallystick.formats.json.typed import Check
from tallystick.tasks.records.files import fingerprint_of, read_as

__all__ = ["Judgements", "judged_credit"]

_HINT = 'judgements are a JSON list of {"gold": text, "pred": text, "credit": a number from 0 to 1}'

Credit = Annotated[float, Check(lambda credit: 0 <= credit <= 1, "expected a credit from 0 to 1")]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The credit of a predicted text where the gold has another one."""

    gold: str
    pred: str
    credit: Credit


@dataclass(frozen=True, slots=True)
class Judgements:
    """All judged pairs of texts."""

    pairs: tuple[Judgement, ...] = ()

    @classmethod
    def read(cls, path: str) -> Judgements:
        """Read judgements from a JSON file."""
        judgements = read_as(tuple[Judgement, ...], path, _HINT)
        assert isinstance(judgements, tuple)
        known: dict[tuple[str, str], float] = {}
        for index, judgement in enumerate(judgements):
            if known.setdefault((judgement.gold, judgement.pred), judgement.credit) != judgement.credit:
                message = f"{index}: {judgement.pred!r} for {judgement.gold!r} was judged before, with another credit"
                raise DataError(Problem(message, path, hint=_HINT))
        return cls(judgements)

    @property
    def table(self) -> dict[tuple[str, str], float]:
        """The credit of each judged pair (gold, pred)."""
        return {(judgement.gold, judgement.pred): judgement.credit for judgement in self.pairs}

    def fingerprint(self) -> str:
        """Return a short name for exactly this content."""
        return fingerprint_of(self) if self.pairs else "none"


def judged_credit(table: Mapping[tuple[object, object], float]) -> Similarity:
    """1 for equal values, the judged credit for pairs in a table of (gold, pred), 0 otherwise.

    >>> places = judged_credit({("Greater London", "London"): 0.5})
    >>> [places.compare("Greater London", pred) for pred in ("Greater London", "London", "Leeds")]
    [1.0, 0.5, 0.0]
    """
    if not isinstance(table, Mapping):
        raise UsageError(f"expected a table of (gold, pred) pairs, not {type(table).__name__}")
    for pair, credit in table.items():
        if not 0 <= credit <= 1:
            raise UsageError(f"the credit of {pair!r:.60} is {credit}; a credit must be a number from 0 to 1")
    return similarity(_JudgedCredit(tuple(table.items())), peaked=True)


@dataclass(frozen=True)
class _JudgedCredit:
    """The credit in a table of judged pairs (gold, pred)."""

    table: tuple[tuple[tuple[object, object], float], ...]
    _credit_of: Mapping[tuple[object, object], float] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_credit_of", dict(self.table))

    def __call__(self, gold: object, pred: object) -> float:
        return 1.0 if gold == pred else self._credit_of.get((gold, pred), 0.0)
