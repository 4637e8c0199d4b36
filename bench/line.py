"""One line of the table: a piece of work, and what it took the other program and us."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Seconds and values of both sides; `aim` is the ratio we mean to reach."""

    work: str
    program: str
    theirs: float | None
    ours: float
    aim: float | None = None
    their_value: object = None
    our_value: object = None

    @property
    def ratio(self) -> float | None:
        """How many times faster we are."""
        return self.theirs / self.ours if self.theirs else None
