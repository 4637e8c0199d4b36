"""The input of the metrics: entities as tuples of mention numbers, with the same number on both sides iff they matched.

Gold mentions are numbered 0 … n − 1 in order of position (first word, last word, number of words). A matched
mention of the prediction has the number of its partner; all others have numbers from n on, in order of position. So
a metric needs no spans, no heads and no words: it intersects tuples of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from tallystick.dataclass import dataclass

__all__ = ["BridgingSide", "MentionSide", "Overlap"]


@dataclass(frozen=True, slots=True)
class MentionSide:
    """One side of a comparison after mention matching.

    >>> MentionSide(entities=((0, 2), (1,))).size
    3
    """

    entities: tuple[tuple[int, ...], ...]
    """The ordinary mentions of each entity that counts, each once, in order of their position on this side."""
    components: tuple[tuple[int, ...], ...] = ()
    """For each entity, the entities it is a set of (split antecedents), as written: not flattened.

    Empty as a whole where no entity is a set; otherwise one tuple for each of `entities` and then for each of
    `uncounted`. An index i beyond `entities` means ``uncounted[i - len(entities)]``."""
    uncounted: tuple[tuple[int, ...], ...] = ()
    """Entities that do not count themselves (singletons that were dropped) but are components of some that do."""
    zeros: frozenset[int] = frozenset()
    """The numbers of the mentions whose head is an empty node."""
    numbers: Sequence[int] = field(default=(), compare=False, repr=False)
    """The number of each mention of the document in the document's own order; −1 if it does not take part."""
    repeated: bool = False
    """Whether a mention may occur in several entities, or several times in one."""

    @property
    def size(self) -> int:
        """How many mentions the entities have."""
        return sum(map(len, self.entities))


@dataclass(frozen=True, slots=True)
class Overlap:
    """The mention overlap of a document: words in common under the best pairing of mentions, and all words."""

    common: int
    gold_words: int
    pred_words: int


@dataclass(frozen=True, slots=True)
class BridgingSide:
    """The bridging links of one side, between mentions by number; equal word sets have equal numbers."""

    links: tuple[tuple[int, int], ...]
    """Anaphor and antecedent of every link, in the order of the file. An anaphor may have several."""
    relations: tuple[str, ...] = ()
    """The label of every link, empty if there is none."""
    entity_of: dict[int, int] = field(default_factory=dict)
    """The entity of each mention of this side, by number: a gold entity decides which antecedents are the same."""
