"""One line of the table: a piece of work, and what it took the other program and us."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Seconds and values of both sides; `aim` is the ratio we mean to reach, `most` the seconds we mean to need."""

    work: str
    program: str
    theirs: float | None
    ours: float
    aim: float | None = None
    their_value: object = None
    our_value: object = None
    most: float | None = None
    megabytes: float | None = None
    """The peak of our memory, where it is measured."""

    @property
    def ratio(self) -> float | None:
        """How many times faster we are."""
        return self.theirs / self.ours if self.theirs else None

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None if there is no aim."""
        if self.aim is not None and self.ratio is not None:
            return self.ratio >= self.aim
        return None if self.most is None else self.ours <= self.most
