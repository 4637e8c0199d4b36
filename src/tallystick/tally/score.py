"""Scores: tallies read as numbers, with the alignment that explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.tally.alignment import Alignment
from tallystick.tally.counts import Tally
from tallystick.tally.reading import READ_RATIOS, TITLES, Reading, f_measure, jaccard_measure, jaccard_of

__all__ = ["Numbers", "Score", "numbers_line"]


class Numbers:
    """Numbers by name, the usual ones also as attributes; None if undefined."""

    __slots__ = ()

    def _number(self, name: str) -> float | None:
        values: Mapping[str, float | None] = self.values  # type: ignore[attr-defined]
        return values.get(name)

    @property
    def precision(self) -> float | None:
        """Matched over what was predicted."""
        return self._number("precision")

    @property
    def recall(self) -> float | None:
        """Matched over what is in the gold."""
        return self._number("recall")

    @property
    def f1(self) -> float | None:
        """2·xy / (xx + yy)."""
        return self._number("f1")


def numbers_line(values: Mapping[str, float | None]) -> str:
    """Numbers × 100 in a line.

    >>> numbers_line({"precision": 0.5, "recall": None, "f1": 0.25})
    'P 50.00  R –  F1 25.00'
    """
    shown = {
        TITLES.get(name, name): "–" if value is None else f"{100 * value:.2f}"
        for name, value in values.items()
    }
    return "  ".join(f"{name} {value}" for name, value in shown.items())


@dataclass(frozen=True, slots=True, repr=False)
class Score(Numbers):
    """A tally read as numbers.

    >>> score = Score(Tally.of(2, pred=3, gold=4))
    >>> round(score.precision, 4), score.recall, round(score.f1, 4), score.jaccard
    (0.6667, 0.5, 0.5714, 0.4)
    >>> score
    <Score  P 66.67  R 50.00  F1 57.14  (matched 2, pred 3, gold 4; × 100)>
    """

    tally: Tally
    reading: Reading = READ_RATIOS
    explain: Callable[[], Alignment] | None = field(default=None, repr=False, compare=False)

    @property
    def values(self) -> dict[str, float | None]:
        """Every number of this score by name."""
        return self.reading(self.tally)

    @property
    def counts(self) -> dict[str, float]:
        """The counts that the metric has beside matched, pred and gold, such as ``wrong`` and ``missed``."""
        return self.reading.counted(self.tally)

    @property
    def value(self) -> float | None:
        """The headline number: F1 for most metrics."""
        return self.values[self.reading.headline]

    @property
    def jaccard(self) -> float | None:
        """Xy / (xx + yy − xy); if the two sides have different counts, F / (2 − F)."""
        tally = self.tally
        if tally.parts or not (tally.pred_total or tally.gold_total):
            return jaccard_of(self.f1)
        return jaccard_measure(tally)

    def f_beta(self, beta: float) -> float | None:
        """F with recall weighted β times as much as precision."""
        tally = self.tally
        return f_measure(tally, beta) if tally.pred_total or tally.gold_total else self.f1

    @property
    def matched(self) -> float:
        """The sum of credits Σ(gold, pred), on the side of the prediction."""
        return self.tally.matched_pred

    @property
    def matched_pred(self) -> float:
        """The numerator of precision."""
        return self.tally.matched_pred

    @property
    def matched_gold(self) -> float:
        """The numerator of recall."""
        return self.tally.matched_gold

    @property
    def pred_total(self) -> float:
        """Σ(pred, pred)."""
        return self.tally.pred_total

    @property
    def gold_total(self) -> float:
        """Σ(gold, gold)."""
        return self.tally.gold_total

    @property
    def optimal(self) -> bool:
        """Whether every item of the score is proved to be optimal."""
        return self.tally.proved == self.tally.items

    @property
    def upper_bound(self) -> float:
        """Upper bound of `matched`; equal to it if everything is proved."""
        return self.tally.matched_pred + self.tally.slack

    @property
    def alignment(self) -> Alignment:
        """Matched, missed and spurious parts (computed on demand)."""
        return self.explain() if self.explain else Alignment()

    def __repr__(self) -> str:
        tally = self.tally
        matched = f"{tally.matched_pred:g}"
        if tally.matched_gold != tally.matched_pred:
            matched += f" / {tally.matched_gold:g}"
        counts = (
            ""
            if self.reading.parts
            else f"matched {matched}, pred {tally.pred_total:g}, gold {tally.gold_total:g}; "
        )
        return f"<Score  {numbers_line(self.values)}  ({counts}× 100)>"

    def _repr_html_(self) -> str:
        from tallystick.notebook import table_html  # only notebooks need it

        numbers = ["–" if value is None else f"{100 * value:.2f}" for value in self.values.values()]
        counts = ("matched_pred", "matched_gold", "pred_total", "gold_total")
        header = [*self.values, *(() if self.reading.parts else (name.replace("_", " ") for name in counts))]
        shown = [] if self.reading.parts else [f"{getattr(self.tally, name):g}" for name in counts]
        return table_html(
            header,
            [[*numbers, *shown]],
            "numbers × 100" + ("" if self.optimal else "; not proved to be optimal"),
        )
