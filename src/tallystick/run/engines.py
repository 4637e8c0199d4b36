"""Where the work is done: in processes of our own, on a Dask cluster, or under somebody else's executor."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from tallystick.errors import MachineError
from tallystick.limits import default_memory
from tallystick.run.chunks import Packed, in_workers, prepare, score_chunk
from tallystick.run.interruptions import held_interruptions, ignore_interruptions
from tallystick.run.pairing import BlockPair
from tallystick.run.plan import Outcome, Plan

__all__ = ["AHEAD_ELSEWHERE", "PoolExecutor", "elsewhere", "in_processes", "on_engine"]

#: Chunks that are under way at once for each worker.
AHEAD = 4
#: Chunks that are under way at once under somebody else's executor, whose size we do not know.
AHEAD_ELSEWHERE = 64

_KEPT = "what is done so far can be kept with --resume"

Result = TypeVar("Result")


def on_engine(plan: Plan, pairs: Iterator[BlockPair], name: str, jobs: int) -> Iterator[Outcome]:
    """The outcome of every pair, in order, from an engine by name."""
    address = name.partition("://")[2]
    if plan.memory_limit is None and not address:
        # The workers on this machine share its memory; those elsewhere have their own.
        plan = replace(plan, memory_limit=default_memory() // jobs)
    if name == "local":
        return in_processes(plan, pairs, jobs)
    from tallystick.run.dask_engine import on_dask

    return on_dask(plan, pairs, address, jobs, AHEAD)


def elsewhere(plan: Plan, pairs: Iterator[BlockPair], executor: Executor) -> Iterator[Outcome]:
    """The outcome of every pair, in order, under any executor."""
    try:
        yield from in_workers(plan, pairs, executor, AHEAD_ELSEWHERE)
    except BrokenExecutor as error:
        raise MachineError(f"a worker of the executor died: {error}; {_KEPT}") from error


def in_processes(plan: Plan, pairs: Iterator[BlockPair], jobs: int) -> Iterator[Outcome]:
    """The outcome of every pair, in order, from processes of our own."""
    # Imported here: one process needs none of this, and starts the sooner.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    prepare(plan)
    # Forked workers need no import of the user's main module; where there is no fork, spawn has to do.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker) as pool:
        # The first thing to do begins all workers: none may hear of Ctrl-C before it knows what to make of it.
        with held_interruptions():
            pool.submit(_nothing)
        try:
            yield from in_workers(plan, pairs, pool, AHEAD * jobs, _score_interruptibly)
        except BrokenExecutor as error:
            message = f"a worker process died; was there too little memory? Fewer --jobs need less; {_KEPT}"
            raise MachineError(message) from error


def _begin_worker() -> None:
    """A worker that waits heeds no Ctrl-C, and does not outlive the process that it works for."""
    from threading import Thread

    # It may hold a lock that the others need.
    ignore_interruptions()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _nothing() -> None:
    pass


def _score_interruptibly(pickled: bytes, pairs: Sequence[Packed]) -> list[list[object]]:
    """Score a few pairs in a worker of our own; Ctrl-C ends that, and the main process is told."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return score_chunk(pickled, pairs)
    finally:
        ignore_interruptions()


class Pool(Protocol):
    """What a pool has to offer: that of `multiprocessing` does, and that of Ray."""

    def apply_async(
        self,
        func: Callable[..., object],
        args: tuple[object, ...] = (),
        kwds: dict[str, object] | None = None,
        callback: Callable[[Any], None] | None = None,
        error_callback: Callable[[BaseException], None] | None = None,
    ) -> object:
        """Call a function in some worker, and one of two others here when it is done."""


class PoolExecutor(Executor):
    """An executor over a pool, such as ``ray.util.multiprocessing.Pool``. The pool stays its owner's.

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
        # From now on it can no longer be cancelled: a pool takes nothing back.
        future.set_running_or_notify_cancel()
        self.pool.apply_async(function, arguments, named, future.set_result, future.set_exception)
        return future
