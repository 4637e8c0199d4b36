"""The constants of AnCast's alignment, which the paper sets empirically: as parameters of its metrics."""

from __future__ import annotations

from tallystick.dataclass import dataclass
from tallystick.errors import UsageError
from tallystick.tasks.base import Options, Parameter

__all__ = ["CONSTANTS", "PAPER_CONSTANTS", "Constants"]

#: Adjusted similarities are compared in steps of 10⁻⁴ as numbers of 14 bits: they must be less than this.
_MOST_ADJUSTED = 1.6384


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of Equations 1 and 13, and how far a neighbourhood reaches."""

    alpha: float = 0.2
    """Added to the intrinsic similarity: nodes with different concepts can be aligned by their neighbours."""
    beta: float = 0.01
    """Added to the broadcast: nodes that no anchor reaches can be aligned by their concepts."""
    sense_weight: float = 0.1
    """γ: the share of the similarity that two equal lemmas lose if their senses differ."""
    neighbourhood: int = 2
    """1: parents and children; 2: grandparents and grandchildren too."""

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "sense_weight"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise UsageError(f"{name.replace('_', '-')}={value:g} is not a number from 0 to 1")
        if not (1 + self.alpha) * (1 + self.beta) < _MOST_ADJUSTED:
            raise UsageError(
                f"alpha={self.alpha:g} and beta={self.beta:g} are too large: (1 + alpha)(1 + beta) must be less than "
                f"{_MOST_ADJUSTED}"
            )

    @classmethod
    def of(cls, options: Options) -> Constants:
        """The constants that options ask for."""
        values = {
            parameter.name.replace("-", "_"): options.get(parameter.name, parameter.default)
            for parameter in CONSTANTS
        }
        return cls(**values)  # type: ignore[arg-type]


#: The values of the paper.
PAPER_CONSTANTS = Constants()

#: Signatures name those that differ from the paper's.
CONSTANTS = (
    Parameter("alpha", PAPER_CONSTANTS.alpha,
              "constant α of AnCast, 0.2 in the paper: lets neighbours align nodes with different concepts",
              kind=float, tacit=True),
    Parameter("beta", PAPER_CONSTANTS.beta,
              "constant β of AnCast, 0.01 in the paper: lets concepts align nodes that no anchor reaches",
              kind=float, tacit=True),
    Parameter("sense-weight", PAPER_CONSTANTS.sense_weight,
              "constant γ of AnCast, 0.1 in the paper: the share of similarity that a different sense costs",
              kind=float, tacit=True),
    Parameter("neighbourhood", PAPER_CONSTANTS.neighbourhood,
              "number of steps that count as the neighbourhood of a node in AnCast", choices=(1, 2), tacit=True),
)  # fmt: skip
