"""One line of the table: a piece of work, and what it took the other program and us."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Seconds and values of both sides; `aim` is the ratio we mean to reach, `under` the seconds, if there is none."""

    work: str
    program: str
    theirs: float | None
    ours: float
    aim: float | None = None
    their_value: object = None
    our_value: object = None
    under: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times faster we are."""
        return self.theirs / self.ours if self.theirs else None

    @property
    def met(self) -> bool | None:
        """Whether we reach what we mean to reach; None where nothing is said."""
        if self.under is not None:
            return self.ours <= self.under
        return None if self.aim is None or self.ratio is None else self.ratio >= self.aim
