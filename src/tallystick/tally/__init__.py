"""Tally, Score, Alignment: what every metric gives back."""

from tallystick.tally.alignment import Alignment, NodePair, Pair, PartError, Sentences, Typology, WrittenSides
from tallystick.tally.counts import Tally
from tallystick.tally.reading import (
    READ_RATIOS,
    READ_SIDES,
    TITLES,
    Reading,
    f_measure,
    jaccard_measure,
    ratio,
)
from tallystick.tally.score import Numbers, Score, numbers_line
from tallystick.tally.sums import TallySum, TallySums, add_each, total

__all__ = [
    "READ_RATIOS",
    "READ_SIDES",
    "TITLES",
    "Alignment",
    "NodePair",
    "Numbers",
    "Pair",
    "PartError",
    "Reading",
    "Score",
    "Sentences",
    "Tally",
    "TallySum",
    "TallySums",
    "Typology",
    "WrittenSides",
    "add_each",
    "f_measure",
    "jaccard_measure",
    "numbers_line",
    "ratio",
    "total",
]
