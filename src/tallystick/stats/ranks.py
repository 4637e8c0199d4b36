"""Ranks of systems, how far they would move on other items, and which of them are shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tallystick.dataclass import dataclass
from tallystick.stats.bootstrap import TIE, Interval
from tallystick.stats.quantiles import within

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["Rank", "ranks_of", "shared_ranks"]


@dataclass(frozen=True, slots=True)
class Rank:
    """The rank of a system by its score alone."""

    rank: int | None
    """1 is the best; systems with equal scores share a rank. None if the score is undefined."""
    interval: Interval
    """The ranks that the system has in most resamples."""


def ranks_of(values: Sequence[float | None], resampled: Sequence[Array], tail: float) -> list[Rank]:
    """The rank of each system, with the interval that leaves out a share `tail` of the resamples at either end.

    Systems are ranked anew in every resample, all in the same ones. An undefined score ranks behind all others.

    >>> import numpy as np
    >>> scores = [np.array([0.7, 0.6, 0.8]), np.array([0.5, 0.7, 0.6])]
    >>> ranks_of([0.7, 0.6], scores, 0.0)[0]
    Rank(rank=1, interval=Interval(low=1, high=2))
    """
    import numpy as np

    observed = _positions(np.array([[np.nan if value is None else value for value in values]]))
    rows = _positions(np.stack(resampled, axis=1))
    ranks = []
    for column, value in enumerate(values):
        rank = None if value is None else int(observed[0, column])
        ranks.append(Rank(rank, Interval(*within(rows[:, column], tail, 1 - tail))))
    return ranks


def _positions(scores: Array) -> NDArray[np.int64]:
    """The rank of each column in each row: one more than the number of columns that are better."""
    import numpy as np

    known = np.where(np.isnan(scores), -np.inf, scores)
    better = known[:, None, :] > known[:, :, None] + TIE
    positions: NDArray[np.int64] = 1 + better.sum(axis=2)
    return positions


def shared_ranks(ordered: Sequence[str], is_better: Callable[[str, str], bool]) -> dict[str, int]:
    """The ranks of systems, the best first, where those that do not differ significantly share one.

    The best system leads the first group. A system joins the group unless the leader `is_better` than it; the first
    one that does not join leads the next group, whose rank is its position.

    >>> shared_ranks("abcd", lambda leader, other: (leader, other) in {("a", "c"), ("a", "d")})
    {'a': 1, 'b': 1, 'c': 3, 'd': 3}
    """
    ranks: dict[str, int] = {}
    leader, rank = "", 0
    for position, name in enumerate(ordered, 1):
        if not leader or is_better(leader, name):
            leader, rank = name, position
        ranks[name] = rank
    return ranks
