"""Alignments in several threads at once, which share nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from threading import Barrier

import pytest
from tests.tiers import examples
from tests.unit.solve.align.test_solver import large_case, random_case
from tests.unit.solve.align.test_symmetric import symmetric_case

from tallystick.errors import MemoryLimitError
from tallystick.limits import Limits, limited

THREADS = 4


def mixed_graphs(number):
    """Small, symmetric and larger pairs of graphs, some of which need branch and bound."""
    random = Random(41)
    graphs = [make(random).graphs() for _ in range(number) for make in (random_case, symmetric_case)]
    for size in (12, 24):
        edges, _ = large_case(random, size, labels=3)
        others, _ = large_case(random, size, labels=3)
        case = random_case(random)._replace(n=size, m=size, cells={}, pred=edges, gold=others, allowed=None)
        graphs.append(case.graphs())
    return graphs


@pytest.mark.property
def test_threads_get_the_results_of_one(solve):
    graphs = mixed_graphs(examples(1000))
    alone = [tuple(solve.align.align(pair, node_limit=5)) for pair in graphs]
    together = Barrier(THREADS)

    def all_of_them(start):
        together.wait()
        indices = [(start + k) % len(graphs) for k in range(len(graphs))]
        return {index: tuple(solve.align.align(graphs[index], node_limit=5)) for index in indices}

    with ThreadPoolExecutor(THREADS) as pool:
        for results in pool.map(all_of_them, range(0, len(graphs), len(graphs) // THREADS + 1)):
            assert [results[index] for index in range(len(graphs))] == alone


def test_threads_have_limits_of_their_own(solve):
    graphs = mixed_graphs(5)[-1]
    expected = solve.align.align(graphs, node_limit=1)
    together = Barrier(2)

    def refused():
        with limited(Limits(memory=0)):
            together.wait()
            with pytest.raises(MemoryLimitError):
                solve.align.align(graphs, node_limit=1)
            together.wait()

    def solved():
        together.wait()
        result = solve.align.align(graphs, node_limit=1)
        together.wait()
        return result

    with ThreadPoolExecutor(2) as pool:
        refusal, solution = pool.submit(refused), pool.submit(solved)
        refusal.result()
        assert solution.result() == expected


def test_an_alignment_within_an_alignment_disturbs_nothing(solve, monkeypatch):
    """A clock that aligns graphs of its own, as a signal handler might."""
    monkeypatch.setattr(solve.align.clock, "LOOK_EVERY", 1000)
    outer, *inner = mixed_graphs(3)[::-1]
    expected = [solve.align.align(pair, node_limit=3) for pair in (outer, *inner)]
    looks, seen = count(), []

    def busy_clock():
        if next(looks) == 5:
            seen.extend(solve.align.align(pair, node_limit=3) for pair in inner)
        return 0.0

    with limited(Limits(seconds=10, clock=busy_clock)):
        assert solve.align.align(outer, node_limit=3) == expected[0]
    assert seen == expected[1:]
