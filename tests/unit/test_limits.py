"""Deadlines and memory ceilings, with clocks and ceilings made for the test."""

import pytest

from tallystick import limits
from tallystick.errors import MemoryLimitError, TimeLimitError
from tallystick.limits import Limits, checked, current, limited


class Clock:
    """A clock that is set by hand, and counts how often it is looked at."""

    def __init__(self):
        self.now = 0.0
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return self.now


def test_without_a_deadline_nothing_expires():
    assert current().remaining() is None
    assert not current().expired()
    current().spend(10**15)


def test_the_deadline_is_one_for_all_that_is_asked():
    clock = Clock()
    item = Limits(10, clock=clock)
    clock.now = 4.0
    assert item.remaining() == 6.0
    assert item.within(None) is item
    assert item.within(8.0) is item, "an earlier deadline of the item counts"
    assert item.within(2.0).remaining() == 2.0
    clock.now = 11.0
    assert item.expired()
    assert item.remaining() == 0.0


def test_work_without_a_result_is_given_up_after_the_deadline_only():
    clock = Clock()
    item = Limits(10, clock=clock)
    item.spend(limits.LOOK_EVERY + 1)
    clock.now = 11.0
    with pytest.raises(TimeLimitError, match=r"not scored within 10 seconds \(--time-limit\)"):
        item.spend(limits.LOOK_EVERY + 1)


def test_small_work_never_looks_at_the_clock():
    clock = Clock()
    item = Limits(10, clock=clock)
    clock.now, clock.looks = 11.0, 0
    for _ in range(100):
        item.spend(limits.LOOK_EVERY // 1000)
    assert clock.looks == 0


def test_limits_are_those_of_the_item_being_scored():
    with limited(Limits(10)) as outer:
        assert current() is outer
        with limited(Limits(5)) as inner:
            assert current() is inner
        assert current() is outer
    assert current().seconds is None


def test_iteration_is_checked(monkeypatch):
    monkeypatch.setattr(limits, "LOOK_EVERY", 0)
    clock = Clock()
    with limited(Limits(10, clock=clock)):
        values = iter(checked(range(10)))
        assert [next(values), next(values)] == [0, 1]
        clock.now = 11.0
        with pytest.raises(TimeLimitError):
            next(values)
    plain = [1, 2]
    assert checked(plain) is plain, "nothing is put in between where nothing can expire"


def test_a_ceiling_is_asked_before_memory_is_allocated():
    ceiling = Limits(memory=1000)
    ceiling.reserve(1000, "everything")
    with pytest.raises(MemoryLimitError, match=r"about 2\.5 kB for 7 things; the limit is 1 kB per item"):
        ceiling.reserve(2500, "7 things")


def test_the_default_ceiling_is_half_of_what_is_available(monkeypatch):
    monkeypatch.setattr(limits, "available_memory", lambda: 10**9)
    Limits().reserve(5 * 10**8, "half of it")
    with pytest.raises(MemoryLimitError, match="500 MB per item"):
        Limits().reserve(5 * 10**8 + 1, "more")


def test_available_memory_is_the_least_of_machine_container_and_process(monkeypatch, tmp_path):
    monkeypatch.setattr(limits, "_CGROUP", tmp_path)
    free = limits.available_memory()
    assert free > 0
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("25\n")
    (tmp_path / "memory.stat").write_text("active_file 7\ninactive_file 20\n")
    assert limits._of_container() == 1 << 62
    (tmp_path / "memory.max").write_text("1005\n")
    assert limits.available_memory() == 1000
