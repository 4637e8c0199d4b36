"""How often the tests of `compare` are wrong, and how often intervals hold the truth.

Corpora are drawn at random, so that the truth is known: items of different size and difficulty, and two systems; what
is difficult for one is often difficult for the other. With equal systems, a test at the level 0.05 is to be significant
in 5 of 100 corpora, and an interval of 95 % is to hold the truth in 95 of them. With systems that differ, the share of
corpora in which a test is significant is its power.

    python -m bench.type_one [corpora]
    python -m bench.type_one --power [corpora]    # draws docs/power.svg
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from bench.draw import draw_shares
from tallystick.stats.comparison import MetricComparison, Statistics, compared
from tallystick.stats.sample import Sample, sample_of, sample_of_groups
from tallystick.tally import READ_RATIOS, Tally

#: What the systems find on average: the difficulty of an item is drawn around it.
QUALITY = 0.7
#: The sum of the parameters of the beta distribution of difficulties: the larger, the more alike the items.
CONCENTRATION = 10
#: The differences between systems and the numbers of items of the power curve.
DIFFERENCES = (0.0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1)
SIZES = (50, 200, 800)


@dataclass(frozen=True)
class Design:
    """How corpora are drawn and scored."""

    items: int
    quality: float = QUALITY
    difference: float = 0.0
    """How much better the second system is."""
    documents: int | None = None
    """Documents are drawn and exchanged; their items are as difficult as one another."""
    groups: int | None = None
    """The mean over so many data sets is compared."""
    average: str = "micro"


@dataclass
class Rates:
    """Shares of corpora."""

    randomisation: float = 0.0
    """In which the randomisation is significant."""
    bootstrap: float = 0.0
    """In which the bootstrap is."""
    interval: float = 0.0
    """In which the interval of a score holds the true score."""
    difference: float = 0.0
    """In which that of the difference holds the true difference."""


def draw_corpus(
    generator: np.random.Generator, design: Design
) -> tuple[dict[str, list[Tally]], list[str] | None]:
    """Two systems over the same items, and the documents of these."""
    items = design.items
    sizes = generator.integers(1, 20, items)
    document_of = (
        np.arange(items) if design.documents is None else generator.integers(0, design.documents, items)
    )
    shared = generator.random(items)[document_of]
    systems = {}
    for name, quality in (("a", design.quality), ("b", design.quality + design.difference)):
        # Half of the items are as difficult for both systems; the others are drawn for each.
        own = generator.random(items)[document_of]
        rank = np.where(generator.random(items)[document_of] < 0.5, shared, own)
        matched = generator.binomial(sizes, _difficulty(rank, quality))
        # As much is predicted as there is: precision, recall and F1 are the quality in truth.
        systems[name] = [
            Tally.of(int(hits), pred=int(size), gold=int(size))
            for hits, size in zip(matched, sizes, strict=True)
        ]
    return systems, None if design.documents is None else [str(document) for document in document_of]


def _difficulty(rank: np.ndarray, quality: float) -> np.ndarray:
    """The shares of items that are found, from their ranks: a beta distribution around the quality."""
    from scipy.special import betaincinv

    return betaincinv(CONCENTRATION * quality, CONCENTRATION * (1 - quality), rank)


def _sample(tallies: Sequence[Tally], design: Design, documents: Sequence[str] | None) -> Sample:
    if design.groups is not None:
        labels = [str(number) for number in range(design.groups)]
        rows = [{labels[number % design.groups]: tally} for number, tally in enumerate(tallies)]
        return sample_of_groups(tallies, rows, labels, READ_RATIOS, stratified=True)
    sample = sample_of(tallies, READ_RATIOS, average=design.average)
    return sample if documents is None else sample.grouped(documents)


def compare_corpus(generator: np.random.Generator, design: Design, how: Statistics) -> MetricComparison:
    """Compare the systems of a corpus that is drawn."""
    systems, documents = draw_corpus(generator, design)
    samples = {name: _sample(tallies, design, documents) for name, tallies in systems.items()}
    return compared({"m": samples}, how)["m"]


def simulate(corpora: int, design: Design, *, rounds: int = 999, seed: int = 1) -> Rates:
    """The shares over many corpora."""
    generator = np.random.default_rng(seed)
    rates = Rates()
    for number in range(corpora):
        # A seed for each corpus: with one for all, they would share the luck of its draws.
        how = Statistics(("ar", "bs"), trials=rounds, resamples=rounds, seed=number)
        comparison = compare_corpus(generator, design, how)
        difference = comparison.difference("a", "b")
        low, high = comparison.systems["a"].intervals["f1"]
        rates.randomisation += difference.tests["ar"].p <= how.alpha
        rates.bootstrap += difference.tests["bs"].p <= how.alpha
        rates.interval += low <= design.quality <= high
        rates.difference += difference.interval.low <= design.difference <= difference.interval.high
    return Rates(*(getattr(rates, share.name) / corpora for share in fields(rates)))


#: The corpora of the table in docs/comparing.md, and of the tests.
DESIGNS = {
    "200 items": Design(200),
    "50 items": Design(50),
    "12 items (exact)": Design(12),
    "200 items, scores of 95": Design(200, quality=0.95),
    "50 items, scores of 95": Design(50, quality=0.95),
    "200 items, mean": Design(200, average="macro"),
    "50 items, mean": Design(50, average="macro"),
    "400 items, 100 documents": Design(400, documents=100),
    "200 items, mean of 5 sets": Design(200, groups=5),
    "50 items, mean of 5 sets": Design(50, groups=5),
}


def power_curve(corpora: int, items: int) -> list[tuple[float, float]]:
    """The share of corpora in which the randomisation is significant, by the difference × 100."""
    designs = [Design(items, difference=difference) for difference in DIFFERENCES]
    return [
        (100 * design.difference, simulate(corpora, design, rounds=499).randomisation) for design in designs
    ]


def detectable_at(corpora: int, items: int) -> float:
    """The smallest difference, × 100, that corpora of this size are said to detect with a power of 80 %: the mean."""
    generator = np.random.default_rng(1)
    how = Statistics(("bs",), resamples=499)
    sizes = [compare_corpus(generator, Design(items), how).differences[0].detectable for _ in range(corpora)]
    return 100 * float(np.mean([size for size in sizes if size is not None]))


def main(arguments: Sequence[str]) -> None:
    numbers = [int(argument) for argument in arguments if not argument.startswith("-")]
    if "--power" in arguments:
        corpora = numbers[0] if numbers else 1000
        curves = {f"{items} items": power_curve(corpora, items) for items in SIZES}
        for (name, points), items in zip(curves.items(), SIZES, strict=True):
            shares = ", ".join(f"{difference:g}: {share:.3f}" for difference, share in points)
            print(f"{name}: {shares}; detectable: {detectable_at(200, items):.2f}", flush=True)
        title = f"Power of the randomisation test, {corpora} corpora for each point"
        draw_shares(
            curves, Path("docs/power.svg"), title, "true difference in F1, × 100", "share significant"
        )
        return
    corpora = numbers[0] if numbers else 4000
    print(f"{corpora} corpora; wrongly significant at 0.05, and holding the truth at 95 %")
    print(f"{'':28}  randomisation  bootstrap  interval  difference")
    for title, design in DESIGNS.items():
        rates = simulate(corpora, design, rounds=4096 if design.items == 12 else 999)
        print(
            f"{title:28}  {rates.randomisation:13.4f}  {rates.bootstrap:9.4f}  {rates.interval:8.4f}"
            f"  {rates.difference:10.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
