"""Where the work is done: chunks, executors of every kind, the names of engines."""

import os
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import pytest

import tallystick as ts
from tallystick.errors import MachineError
from tallystick.formats.base import Block
from tallystick.results.settings import check_engine
from tallystick.run.engines import chunks as chunks_module
from tallystick.run.engines.chunks import chunks
from tallystick.run.engines.engine import AHEAD_ELSEWHERE, PoolExecutor, on_pool
from tallystick.run.engines.workers import WorkerPool
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Plan
from tallystick.tasks.spans.task import SpanDocument

GOLD = [{"id": str(n), "spans": [{"type": "PER", "span": [n % 5, n]}]} for n in range(500)]
PRED = [{"id": str(n), "spans": [{"type": "PER", "span": [n % 3, n]}]} for n in range(500)]


def as_numbers(report):
    """Everything that could differ: the sums, and the items in their order."""
    sums = {key: (dict(metric.values), metric.tally) for key, metric in report.metrics.items()}
    return sums, [(item.id, item.score.tally) for item in report["span"].items]


@pytest.fixture(scope="module")
def wanted():
    return as_numbers(ts.score(GOLD, PRED, task="spans"))


def scored(executor):
    return as_numbers(ts.score(GOLD, PRED, task="spans", executor=executor))


def test_threads(wanted):
    with ThreadPoolExecutor(3) as executor:
        assert scored(executor) == wanted


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(wanted, method):
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as executor:
        assert scored(executor) == wanted


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_pools(wanted, method):
    """The pool of Ray has the same interface as that of `multiprocessing`."""
    with get_context(method).Pool(2) as pool:
        assert scored(PoolExecutor(pool)) == wanted


class Backwards(Executor):
    """An executor whose results come last first, as late as can be: it works when somebody waits for a result.

    Those of MPI and loky are no subclasses of ours either; this one holds on to nothing but the interface.
    """

    def __init__(self):
        self.waiting = []
        self.most = 0

    def submit(self, function, /, *arguments, **named):
        future = Late(self)
        self.waiting.append((future, function, arguments, named))
        self.most = max(self.most, len(self.waiting))
        return future


class Late(Future):
    def __init__(self, executor):
        super().__init__()
        self.executor = executor

    def result(self, timeout=None):
        while not self.done():
            future, function, arguments, named = self.executor.waiting.pop()
            future.set_result(function(*arguments, **named))
        return super().result(timeout)


def test_results_that_come_late_and_out_of_order(wanted):
    executor = Backwards()
    assert scored(executor) == wanted
    assert executor.most == AHEAD_ELSEWHERE


def test_a_pool_tells_what_went_wrong():
    with get_context("fork").Pool(1) as pool:
        future = PoolExecutor(pool).submit(divmod, 1, 0)
        with pytest.raises(ZeroDivisionError):
            future.result(timeout=60)


@dataclass(frozen=True)
class Deadly(SpanDocument):
    """Ends the process that unpickles it."""

    def __reduce__(self):
        return (os._exit, (3,))


@pytest.mark.parametrize("place", [0, 499])
def test_a_worker_that_dies_under_an_executor(place):
    gold = [SpanDocument(())] * 500
    pred = [*gold]
    pred[place] = Deadly(())
    with (
        ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor,
        pytest.raises(MachineError, match="a worker of the executor died"),
    ):
        ts.score(gold, pred, task="spans", executor=executor)


def pairs_of(count, size=1):
    return [BlockPair(n, Block("x" * size), Block("y" * size)) for n in range(count)]


@pytest.mark.parametrize("count", [0, 1, 31, 5000])
@pytest.mark.parametrize("in_flight", [1, 8, 64])
def test_chunks_hold_everything_in_order(count, in_flight):
    pairs = pairs_of(count)
    assert [pair for chunk in chunks(iter(pairs), in_flight) for pair in chunk] == pairs


def test_chunks_grow_with_the_run():
    in_flight = 8
    sizes = [len(chunk) for chunk in chunks(iter(pairs_of(20_000)), in_flight)]
    assert sizes[0] == 1
    assert max(sizes) == chunks_module.MOST_PAIRS
    done = 0
    for size in sizes:
        # All that are under way are at most a quarter of what went before, and one each.
        assert in_flight * size <= done / 4 + in_flight
        done += size


def test_chunks_of_long_texts_are_small():
    half = chunks_module.MOST_TEXT // 2
    sizes = [len(chunk) for chunk in chunks(iter(pairs_of(3000, half)), 1)]
    assert set(sizes) == {1}


@pytest.mark.parametrize("name", ["local", "dask", "dask://10.0.0.1:8786", "dask://[::1]:8786"])
def test_engines(name):
    check_engine(name)


@pytest.mark.parametrize(
    "name", ["", "ray", "dask:", "dask://", "dask://host", "dask://:8786", "spark://a:1"]
)
def test_what_is_no_engine(name):
    with pytest.raises(ts.UsageError, match="is not one of local, dask, dask://host:port"):
        check_engine(name)
    with pytest.raises(ts.UsageError, match="is not one of local, dask, dask://host:port"):
        ts.score(GOLD, PRED, task="spans", engine=name)


def test_workers_are_asked_for_once():
    with pytest.raises(ts.UsageError, match="the cluster at host:1 has its own workers"):
        ts.score(GOLD, PRED, task="spans", engine="dask://host:1", jobs=2)
    with ThreadPoolExecutor(1) as executor:
        for more in ({"jobs": 2}, {"engine": "dask"}):
            with pytest.raises(ts.UsageError, match="an executor has its own workers"):
                ts.score(GOLD, PRED, task="spans", executor=executor, **more)


def test_runs_in_one_pool_have_the_same_plan(monkeypatch):
    """Whatever memory is free at the moment: workers know a plan again, and the gold that they read for it."""
    free = iter((10_000, 9_000, 8_000))
    monkeypatch.setattr("tallystick.run.engines.engine.default_memory", lambda: next(free))
    plans = []

    class Pool(WorkerPool):
        def outcomes(self, plan, *_):
            plans.append(plan)
            return iter(())

    pool = Pool(4)
    plan = Plan("spans", (("span", "span", {}),), page=True)
    for own in (plan, plan, replace(plan, memory_limit=7)):
        list(on_pool(own, iter(()), pool, 10))
    assert [own.memory_limit for own in plans] == [2_500, 2_500, 7]
    assert next(free) == 9_000
