"""How often the tests of `compare` see a difference where there is none, and how often intervals hold the truth.

Corpora are drawn at random, so that the truth is known: items of different size and difficulty, two systems that are
equally good; what one finds difficult, the other often does too. A test at the level 0.05 is to be wrong in 5 of 100
corpora, an interval of 95 % is to hold the truth in 95 of them.

    python -m bench.type_one [corpora]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields

import numpy as np

from tallystick.stats.comparison import Statistics, compared
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Tally

#: What the systems find, on average: the difficulty of an item is drawn around it.
QUALITY = 0.7


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
    """In which that of the difference holds 0."""


def corpus(
    generator: np.random.Generator, items: int, documents: int | None = None
) -> tuple[dict[str, list[Tally]], list[str] | None]:
    """Two systems, equally good, over the same items; those of a document are as difficult as one another."""
    sizes = generator.integers(1, 20, items)
    place = np.arange(items) if documents is None else generator.integers(0, documents, items)
    # Beta(7, 3) has the mean QUALITY. Every system has a share of its own in what is difficult.
    difficulty = generator.beta(7, 3, items)[place]
    systems = {}
    for name in ("a", "b"):
        own = np.where(generator.random(items)[place] < 0.5, difficulty, generator.beta(7, 3, items)[place])
        found = generator.binomial(sizes, own)
        # As much is predicted as there is: precision, recall and F1 are QUALITY in truth.
        systems[name] = [
            Tally.of(int(hits), pred=int(size), gold=int(size))
            for hits, size in zip(found, sizes, strict=True)
        ]
    return systems, None if documents is None else [str(one) for one in place]


def simulate(
    corpora: int,
    items: int,
    *,
    documents: int | None = None,
    average: str = "micro",
    rounds: int = 999,
    seed: int = 1,
) -> Rates:
    """The shares over many corpora."""
    generator = np.random.default_rng(seed)
    rates = Rates()
    for number in range(corpora):
        systems, labels = corpus(generator, items, documents)
        samples = {
            name: sample_of(tallies, READ_RATIOS, average=average) for name, tallies in systems.items()
        }
        # A seed for each corpus: with one for all, they would share the luck of its draws.
        how = Statistics(("ar", "bs"), trials=rounds, resamples=rounds, seed=number)
        if labels is not None:
            samples = {name: sample.grouped(labels) for name, sample in samples.items()}
        found = compared({"m": samples}, how)["m"]
        difference = found.difference("a", "b")
        low, high = found.systems["a"].intervals["f1"]
        rates.randomisation += difference.tests["ar"].p <= how.alpha
        rates.bootstrap += difference.tests["bs"].p <= how.alpha
        rates.interval += low <= QUALITY <= high
        rates.difference += difference.interval.low <= 0 <= difference.interval.high
    return Rates(*(getattr(rates, one.name) / corpora for one in fields(rates)))


def main() -> None:
    corpora = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print(f"{corpora} corpora; wrongly significant at 0.05, and holding the truth at 95 %")
    print(f"{'':28}  randomisation  bootstrap  interval  difference")
    for title, options in {
        "200 items": {"items": 200},
        "50 items": {"items": 50},
        "12 items (exact)": {"items": 12},
        "200 items, mean": {"items": 200, "average": "macro"},
        "400 items, 100 documents": {"items": 400, "documents": 100},
    }.items():
        rates = simulate(corpora, **options, rounds=4096 if options["items"] == 12 else 999)
        print(
            f"{title:28}  {rates.randomisation:13.4f}  {rates.bootstrap:9.4f}  {rates.interval:8.4f}"
            f"  {rates.difference:10.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
