"""Columns of counts and their sums."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tallystick.stats import bootstrap, columns
from tallystick.stats.bootstrap import Resampled, resampled
from tallystick.stats.columns import ColumnTable, DistinctColumns, exact_in_sums
from tallystick.stats.comparison import Statistics, compared
from tallystick.stats.readers import read_ratios
from tallystick.stats.sample import sample_of
from tallystick.tally import READ_RATIOS, Tally

FIRST = sample_of([Tally.of(n % 3, pred=2, gold=3) for n in range(20)], READ_RATIOS)
SECOND = sample_of([Tally.of(n % 2, pred=2, gold=3) for n in range(20)], READ_RATIOS)


def test_columns_are_there_once() -> None:
    counted = DistinctColumns([FIRST, SECOND, FIRST])
    # Items, matched (once for both sides), pred and gold; the second sample has its own matched counts.
    assert len(counted.distinct) == 5
    assert counted.columns[0] == counted.columns[2] == [0, 1, 1, 2, 3]
    assert counted.columns[1] == [0, 4, 4, 2, 3]
    columns_once = [*counted.distinct.values()]
    for sample, own in zip([FIRST, SECOND, FIRST], counted.columns, strict=True):
        table = np.stack([columns_once[number] for number in own], axis=1)
        assert np.array_equal(table, exact_in_sums(sample.counts))


@pytest.mark.parametrize("serial", [1, 13 * 6 * 16, 400_000])
def test_sums_are_exact_products_of_matrices(monkeypatch: pytest.MonkeyPatch, serial: int) -> None:
    monkeypatch.setattr(columns, "_SERIAL_PRODUCT", serial)
    generator = np.random.default_rng(1)
    weights = generator.multinomial(13, [1 / 13] * 13, size=300).astype(np.uint8)
    whole = generator.integers(-1000, 1000, size=13).astype(float)
    # One of them is the largest number whose sums are exact in single precision, the next one too large.
    most = np.full(13, float(2**24 // 13))
    made = [whole, most, most + 1, whole / 3, whole * 2.0**20, np.zeros(13)]
    table = np.stack([exact_in_sums(column[:, None])[:, 0] for column in made], axis=1)
    added = ColumnTable([*table.T])
    # Python's whole numbers and fractions have no rounding at all.
    exact = [
        [sum(int(w) * Fraction(c) for w, c in zip(row, column, strict=True)) for column in table.T]
        for row in weights
    ]
    assert added.sums(weights).tolist() == exact
    some = [0, 3, 4]
    expected = weights[:, some].astype(float) @ table[some]
    assert np.array_equal(added.sums(weights[:, some], some), expected)
    assert np.array_equal(added.total(some)[0], table[some].sum(axis=0))


def test_kept_numbers_are_those_of_new_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_numbers() -> list[Resampled]:
        return [*resampled([FIRST], 40, 3), *resampled([SECOND, FIRST], 40, 3), *resampled([SECOND], 40, 3)]

    kept = all_numbers()
    # Those of the same sample are computed once.
    assert kept[0] is kept[2]
    assert kept[1] is kept[3]
    # Room for the draws and the sums of a single column, for the numbers of a single sample, for nothing.
    for cells in (20 * 40, 3 * 40 * 8, 0):
        monkeypatch.setattr(bootstrap, "_KEPT_CELLS", cells)
        bootstrap._kept_draws.cache_clear()
        anew = all_numbers()
        assert all(np.array_equal(one.values, other.values) for one, other in zip(kept, anew, strict=True))
        assert anew[1] is not anew[3]


@pytest.mark.parametrize("cells", [64_000_000, 0])
def test_samples_of_equal_counts_share_their_numbers(monkeypatch: pytest.MonkeyPatch, cells: int) -> None:
    monkeypatch.setattr(bootstrap, "_KEPT_CELLS", cells)
    bootstrap._kept_draws.cache_clear()
    again = sample_of([Tally.of(n % 3, pred=2, gold=3) for n in range(20)], READ_RATIOS)
    doubled = replace(again, read=lambda sums: 2 * read_ratios(sums))
    first, second, third, other = resampled([FIRST, again, doubled, SECOND], 40, 3)
    assert first is second
    assert np.array_equal(2 * first.values, third.values)
    assert not np.array_equal(first.values, other.values)
    assert first.spreads(0.95, 0.02) is first.spreads(0.95, 0.02)
    assert first.spreads(0.95, 0.02) != first.spreads(0.95, 0.1)


def test_a_comparison_has_the_intervals_of_the_scores() -> None:
    base, system = (
        sample_of([Tally.of(n % k, pred=2, gold=3) for n in range(20)], READ_RATIOS) for k in (2, 3)
    )
    samples = {"m": {"base": base, "system": system}}
    expected = compared(samples, Statistics(resamples=50))["m"].systems
    assert [own.intervals for own in expected.values()] == bootstrap.bootstrap([base, system], resamples=50)
    # Another seed, level or number of resamples has its own.
    for options in ({"resamples": 60}, {"resamples": 50, "seed": 1}, {"resamples": 50, "level": 0.9}):
        assert compared(samples, Statistics(**options))["m"].systems != expected


def test_metrics_of_equal_counts_are_compared_alike() -> None:
    """The numbers of one are those of the other, whether computed together or apart."""
    tallies = {k: [Tally.of(n % k, pred=2, gold=3) for n in range(20)] for k in (2, 3)}
    samples = {
        key: {name: sample_of(tallies[k], READ_RATIOS) for name, k in (("base", 2), ("system", 3))}
        for key in ("first", "second")
    }
    together = compared(samples, Statistics(resamples=50, trials=40, tests=("ar", "bs")))
    bootstrap._kept_draws.cache_clear()
    apart = compared({"second": samples["second"]}, Statistics(resamples=50, trials=40, tests=("ar", "bs")))
    assert replace(together["first"], key="second") == together["second"] == apart["second"]
    swapped = {"third": dict(reversed(samples["first"].items()))}
    both = compared({**samples, **swapped}, Statistics(resamples=50, trials=40))
    assert both["third"].differences[0].value == -both["first"].differences[0].value
    assert both["third"].ranks["base"] == both["first"].ranks["base"]
