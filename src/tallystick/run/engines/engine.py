"""The choice of engine: local processes, a Dask cluster, or a user's executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from tallystick.errors import MachineError
from tallystick.limits import default_memory
from tallystick.run.engines.chunks import in_workers
from tallystick.run.engines.workers import KEPT, WorkerPool, in_processes
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Outcome, Plan

__all__ = ["AHEAD_ELSEWHERE", "PoolExecutor", "elsewhere", "on_engine", "on_pool"]

#: Number of chunks in progress for each worker.
AHEAD = 4
#: Number of chunks in progress in a user's executor, whose size is unknown.
AHEAD_ELSEWHERE = 64

Result = TypeVar("Result")


def on_engine(plan: Plan, pairs: Iterator[BlockPair], name: str, jobs: int) -> Iterator[Outcome]:
    """The outcome of every pair, in order, from an engine by name."""
    address = name.partition("://")[2]
    if not address:
        plan = _limited(plan, default_memory() // jobs)
    if name == "local":
        return in_processes(plan, pairs, jobs, AHEAD)
    from tallystick.run.engines.dask_cluster import on_dask

    return on_dask(plan, pairs, address, jobs, AHEAD)


def on_pool(
    plan: Plan,
    pairs: Iterator[BlockPair],
    pool: WorkerPool,
    chunk: int,
    submitted: Callable[[], None] | None = None,
) -> Iterator[Outcome]:
    """The outcome of every pair, in order, from workers that score `chunk` pairs at a time.

    `submitted` is called when they have been sent the last pair.
    """
    # The share of memory is that of the first run: with the same plan, workers know the gold that they have read.
    if pool.memory is None:
        pool.memory = default_memory() // pool.jobs
    return pool.outcomes(_limited(plan, pool.memory), pairs, AHEAD, chunk, submitted)


def _limited(plan: Plan, memory: int) -> Plan:
    """A plan for workers on this machine, which share its memory; those elsewhere have their own."""
    return plan if plan.memory_limit is not None else replace(plan, memory_limit=memory)


def elsewhere(plan: Plan, pairs: Iterator[BlockPair], executor: Executor) -> Iterator[Outcome]:
    """The outcome of every pair, in order, under any executor."""
    try:
        yield from in_workers(plan, pairs, executor, AHEAD_ELSEWHERE)
    except BrokenExecutor as error:
        raise MachineError(f"a worker of the executor died: {error}; {KEPT}") from error


class Pool(Protocol):
    """The interface of a pool, as in `multiprocessing` and Ray."""

    def apply_async(
        self,
        func: Callable[..., object],
        args: tuple[object, ...] = (),
        kwds: dict[str, object] | None = None,
        callback: Callable[[Any], None] | None = None,
        error_callback: Callable[[BaseException], None] | None = None,
    ) -> object:
        """Call a function in a worker, and a callback here when it is done or fails."""


class PoolExecutor(Executor):
    """An executor over a pool, such as ``ray.util.multiprocessing.Pool``. The caller keeps ownership of the pool.

    >>> from multiprocessing.pool import ThreadPool
    >>> with ThreadPool(2) as pool:
    ...     PoolExecutor(pool).submit(divmod, 7, 2).result()
    (3, 1)
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def submit(
        self, function: Callable[..., Result], /, *arguments: object, **named: object
    ) -> Future[Result]:
        """Call a function in some worker of the pool."""
        future: Future[Result] = Future()
        # From now on it cannot be cancelled: a pool cannot cancel calls.
        future.set_running_or_notify_cancel()
        self.pool.apply_async(function, arguments, named, future.set_result, future.set_exception)
        return future
