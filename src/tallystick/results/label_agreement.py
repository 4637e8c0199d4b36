"""Agreement on the labels of units that annotators share: coefficients, labels, confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import fsum

from tallystick.dataclass import dataclass
from tallystick.stats.agreement import Coefficient

__all__ = ["LabelAgreement", "LabelPair", "LabelUse"]


@dataclass(frozen=True, slots=True)
class LabelPair:
    """Two annotators."""

    a: str
    b: str
    kappa: Coefficient
    """Cohen's κ."""
    confusion: Mapping[tuple[str, str], int]
    """How many units have which label of `a` and which of `b`."""


@dataclass(frozen=True, slots=True)
class LabelUse:
    """One label."""

    label: str
    count: int
    """How often annotators used it, for units with two labels or more."""
    agreement: float | None
    """The share of these uses that another annotator shares, over all pairs: 2·both / (a + b)."""
    alpha: float | None
    """Krippendorff's α of this label against all others."""


@dataclass(frozen=True, slots=True)
class LabelAgreement:
    """All annotators on one layer of labels, such as types of spans."""

    layer: str
    alpha: Coefficient
    """Krippendorff's α."""
    fleiss: Coefficient
    """Fleiss' κ over the units that all annotators labelled."""
    pairs: tuple[LabelPair, ...]
    labels: tuple[LabelUse, ...]

    @property
    def kappa(self) -> float | None:
        """The mean of Cohen's κ over pairs; pairs for which it is undefined are left out."""
        values = [pair.kappa.value for pair in self.pairs if pair.kappa.value is not None]
        return fsum(values) / len(values) if values else None

    @property
    def observed(self) -> float | None:
        """The mean over pairs of how often annotators agree, uncorrected."""
        values = [pair.kappa.observed for pair in self.pairs if pair.kappa.observed is not None]
        return fsum(values) / len(values) if values else None

    @property
    def confusions(self) -> list[tuple[str, str, int]]:
        """Different labels of the same unit, in either order, over all pairs; the most frequent first."""
        counts: Counter[tuple[str, str]] = Counter()
        for pair in self.pairs:
            for (first, second), count in pair.confusion.items():
                if first != second:
                    counts[min(first, second), max(first, second)] += count
        return [
            (*labels, count) for labels, count in sorted(counts.items(), key=lambda own: (-own[1], own[0]))
        ]
