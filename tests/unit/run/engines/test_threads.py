"""Scoring in threads: the same outcomes in the same order, errors where they belong, and an end when nobody listens."""

from threading import Event, current_thread
from types import SimpleNamespace

import pytest

import tallystick as ts
from tallystick.run.engines import threads
from tallystick.run.engines.threads import in_threads, on_all_cores

GRAPHS = [
    (
        f"# ::id {number}\n(w / want-01 :ARG0 (b / boy-{number % 7}) :ARG1 (g / go-02 :ARG0 b))",
        f"# ::id {number}\n(x / want-01 :ARG0 (y / boy-{number % 5}) :ARG1 (z / go-03 :ARG1 y))",
    )
    for number in range(200)
]


def numbered(count):
    return iter([SimpleNamespace(number=number) for number in range(count)])


@pytest.mark.parametrize("count", [0, 1, 2, 15, 500])
@pytest.mark.parametrize("number_of_threads", [1, 2, 5])
def test_outcomes_come_in_the_order_of_the_pairs(count, number_of_threads):
    seen = set()

    def score(pair):
        seen.add(current_thread().name)
        return pair.number

    assert list(in_threads(score, numbered(count), number_of_threads)) == list(range(count))
    assert len(seen) <= number_of_threads


def test_one_slow_pair_does_not_hold_the_others_up():
    others_done = Event()

    def score(pair):
        if pair.number == 0:
            assert others_done.wait(60)
        elif pair.number == 20:
            others_done.set()
        return pair.number

    assert list(in_threads(score, numbered(40), 2)) == list(range(40))


def test_nobody_runs_far_ahead():
    """However slow the first pair, only so many outcomes wait in memory."""
    ahead = threads.AHEAD * 2
    taken = []
    full = Event()

    def pairs():
        for number in range(10 * ahead):
            taken.append(number)
            if number == ahead - 1:
                full.set()
            yield SimpleNamespace(number=number)

    def score(pair):
        if pair.number == 0:
            assert full.wait(60)
            assert len(taken) <= ahead
        return pair.number

    assert list(in_threads(score, pairs(), 2)) == list(range(10 * ahead))


@pytest.mark.parametrize("number_of_threads", [1, 2, 3])
def test_an_error_is_raised_where_its_outcome_would_come(number_of_threads):
    def score(pair):
        if pair.number == 25:
            raise ZeroDivisionError(pair.number)
        return pair.number

    outcomes = in_threads(score, numbered(100), number_of_threads)
    assert [next(outcomes) for _ in range(25)] == list(range(25))
    with pytest.raises(ZeroDivisionError, match="25"):
        next(outcomes)


def test_an_error_of_the_source_comes_after_the_outcomes_before_it():
    def pairs():
        yield from numbered(10)
        raise OSError("gone")

    outcomes = in_threads(lambda pair: pair.number, pairs(), 2)
    assert [next(outcomes) for _ in range(10)] == list(range(10))
    with pytest.raises(OSError, match="gone"):
        next(outcomes)


def test_a_run_that_is_given_up_takes_no_more_pairs():
    taken = []

    def pairs():
        for number in range(100_000):
            taken.append(number)
            yield SimpleNamespace(number=number)

    outcomes = in_threads(lambda pair: pair.number, pairs(), 3)
    assert [next(outcomes) for _ in range(3)] == [0, 1, 2]
    outcomes.close()
    assert len(taken) < 3 + 2 * 3 * threads.AHEAD


def test_threads_start_only_where_they_gain(monkeypatch):
    monkeypatch.setattr(threads, "cores", lambda: 2)
    used = []
    monkeypatch.setattr(
        threads, "in_threads", lambda score, pairs, count: used.append(list(pairs)) or iter([])
    )
    assert list(on_all_cores(lambda pair: pair.number, numbered(5))) == list(range(5))
    assert used == []
    monkeypatch.setattr(threads, "worth_threads", lambda _seconds, count: count == 2)
    assert list(on_all_cores(lambda pair: pair.number, numbered(5))) == [0, 1]
    assert [pair.number for pair in used[0]] == [2, 3, 4]


@pytest.mark.parametrize("metrics", [["smatch"], ["smatch", "smatch.srl", "smatch.concepts"]])
def test_scores_do_not_depend_on_threads(monkeypatch, metrics):
    gold, pred = ("\n\n".join(side) for side in zip(*GRAPHS, strict=True))
    alone = ts.score(gold, pred, metrics, task="amr", jobs=1)
    monkeypatch.setattr(threads, "cores", lambda: 3)
    monkeypatch.setattr(threads, "worth_threads", lambda _seconds, count: count == 3)
    together = ts.score(gold, pred, metrics, task="amr")
    assert together.to_dict() == alone.to_dict()
    assert [item.id for item in together[metrics[0]].items] == [str(number) for number in range(200)]
    assert together[metrics[0]].items[150].alignment == alone[metrics[0]].items[150].alignment
