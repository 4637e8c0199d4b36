"""Columns of counts and their sums."""

import numpy as np
import pytest

from tallystick.stats import bootstrap, columns
from tallystick.stats.bootstrap import resampled
from tallystick.stats.columns import DistinctColumns, add_up, exact_in_sums, side_by_side
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
    table = side_by_side([*counted.distinct.values()])
    for sample, own in zip([FIRST, SECOND, FIRST], counted.columns, strict=True):
        assert np.array_equal(table[:, own], exact_in_sums(sample.counts))


@pytest.mark.parametrize("near", [1, 70, 32_000])
def test_sums_are_a_product_of_matrices(monkeypatch: pytest.MonkeyPatch, near: int) -> None:
    monkeypatch.setattr(columns, "_NEAR_CELLS", near)
    generator = np.random.default_rng(1)
    weights = generator.integers(0, 9, size=(50, 13), dtype=np.uint8)
    table = generator.integers(0, 1000, size=(13, 4)).astype(float)
    assert np.array_equal(add_up(weights, table), weights.astype(float) @ table)


def test_kept_sums_are_those_of_new_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_numbers() -> list[np.ndarray]:
        return [*resampled([FIRST], 40, 3), *resampled([SECOND, FIRST], 40, 3), *resampled([SECOND], 40, 3)]

    kept = all_numbers()
    assert np.array_equal(kept[0], kept[2])
    assert np.array_equal(kept[1], kept[3])
    # Room for the draws and the sums of a single column, then for nothing.
    for cells in (20 * 40, 0):
        monkeypatch.setattr(bootstrap, "_KEPT_CELLS", cells)
        bootstrap._kept_draws.cache_clear()
        assert all(np.array_equal(one, other) for one, other in zip(kept, all_numbers(), strict=True))


def test_units_drawn_more_often_than_a_byte_can_say() -> None:
    chosen = np.zeros((2, 300), dtype=np.int32)
    chosen[1] = np.arange(300)
    times = bootstrap._times_drawn(chosen)
    assert times[0].tolist() == [300] + [0] * 299
    assert times[1].tolist() == [1] * 300
