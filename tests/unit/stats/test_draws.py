"""How often units are drawn."""

from array import array
from collections.abc import Callable

import numpy as np
import pytest
from tests.interpreted import are_compiled, load_interpreted

from tallystick.stats import draws as module
from tallystick.stats.draws import UnitDraws, blocks, draws, weights

Count = Callable[..., tuple[int, int, int]]


@pytest.fixture(params=["compiled", "interpreted"])
def count(request: pytest.FixtureRequest) -> Count:
    if request.param == "interpreted":
        own: Count = load_interpreted("tallystick.stats").times_drawn.count_draws
        return own
    if not are_compiled("tallystick.stats"):
        pytest.skip("the extensions are not built here")
    from tallystick.stats.times_drawn import count_draws

    return count_draws


def expected(units: int, rows: int, seed: int) -> list[list[int]]:
    """The whole numbers that NumPy draws, counted."""
    generator = np.random.default_rng(seed)
    return [
        np.bincount(generator.integers(0, units, size=units, dtype=np.int32), minlength=units).tolist()
        for _ in range(rows)
    ]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("units", [1, 2, 3, 7, 64, 1000, 5001])
def test_draws_are_those_of_numpy(monkeypatch: pytest.MonkeyPatch, units: int, compiled: bool) -> None:
    monkeypatch.setattr(module, "COMPILED", compiled and module.COMPILED)
    assert UnitDraws(np.random.default_rng(5), units).times(20).tolist() == expected(units, 20, 5)


def test_every_row_has_as_many_draws_as_units() -> None:
    times = np.concatenate(list(weights(300, None, [40, 7, 3], 5)))
    assert times.tolist() == expected(300, 50, 5)
    assert set(times.sum(axis=1).tolist()) == {300}


@pytest.mark.parametrize("words", [1, 2, 3, 500])
def test_draws_do_not_depend_on_how_many_words_there_are_at_once(
    monkeypatch: pytest.MonkeyPatch, words: int
) -> None:
    monkeypatch.setattr(module, "_WORDS", words)
    drawn = UnitDraws(np.random.default_rng(5), 30)
    assert [*drawn.times(7).tolist(), *drawn.times(13).tolist()] == expected(30, 20, 5)


def test_blocks_hold_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_CELLS", 10)
    assert list(blocks(7, 3)) == [3, 3, 1]
    assert list(blocks(2, 100)) == [1, 1]
    assert [len(block) for block in draws(3, 5, 1)] == [1] * 5


def test_words_are_high_parts_of_products(count: Count) -> None:
    """Of three units, each has a third of the words; the first word would make the first unit more likely."""
    third = 2**32 // 3
    words = memoryview(array("I", [0, 1, third, third + 1, 2**32 - 1, 2, 2 * third, 2 * third + 1]))
    times = np.zeros((2, 3), dtype=np.uint8)
    # 0 is left out; 1 and a third of all words are unit 0, one more is unit 1, and so on.
    assert count(words, 0, times, 0, 0) == (7, 2, 0)
    assert times.tolist() == [[2, 1, 0], [1, 1, 1]]
    assert count(words, 7, times, 1, 2) == (8, 2, 0)
    assert times.tolist() == [[2, 1, 0], [1, 1, 2]]
    assert count(words, 0, np.zeros((9, 3), dtype=np.uint8), 2, 1) == (8, 4, 2)


def test_a_row_whose_byte_overflows_is_drawn_anew(count: Count) -> None:
    middle = [(2 * unit + 1) * 2**32 // 600 for unit in range(300)]
    words = memoryview(array("I", [middle[7]] * 256 + middle))
    times = np.zeros((1, 300), dtype=np.uint8)
    assert count(words, 0, times, 0, 0) == (len(words), 1, 0)
    assert times.tolist() == [[1] * 300]
