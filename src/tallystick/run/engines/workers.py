"""Worker processes: they start before the run, and end with it, however it ends."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING, Any

from tallystick.errors import MachineError
from tallystick.run.engines.chunks import in_workers, prepare
from tallystick.run.engines.interruptions import held_interruptions, ignore_interruptions
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Outcome, Plan

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

__all__ = ["KEPT", "WorkerPool", "in_processes"]

KEPT = "pass --resume FILE to keep finished items"


class WorkerPool:
    """Worker processes on this machine. They start with the first run, and serve one run after another."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.chunk = 0
        """The number of pairs in a chunk of the runs so far; 0 if chunks had different sizes."""
        self.memory: int | None = None
        """The bytes of memory that each worker has for an item, once that was looked up."""
        self._processes: list[BaseProcess] = []
        self._pool: ProcessPoolExecutor | None = None

    @property
    def started(self) -> bool:
        """Whether the workers have been started."""
        return self._pool is not None

    def outcomes(
        self,
        plan: Plan,
        pairs: Iterator[BlockPair],
        in_flight: int,
        chunk: int = 0,
        submitted: Callable[[], None] | None = None,
    ) -> Iterator[Outcome]:
        """Yield the outcome of every pair in order; `in_flight` chunks per process are queued.

        `chunk` is the number of pairs in a chunk, where it is known. `submitted` is called when all have been queued.
        """
        if self._pool is None:
            prepare(plan)
            self._pool = _started_pool(self.jobs, self._processes)
        self.chunk = chunk
        try:
            # A pool whose workers are killed must not find cancelled chunks: Python 3.11 would fail on them.
            yield from in_workers(
                plan, pairs, self._pool, in_flight * self.jobs, cancel=False, chunk=chunk, submitted=submitted
            )
        except BrokenExecutor as error:
            message = f"a worker process died; was there too little memory? Use fewer --jobs; {KEPT}"
            raise MachineError(message) from error

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        if kind is not None and not issubclass(kind, MachineError):
            # Interrupted, or an error: the results of the workers are not needed, and it may take hours.
            _kill(self._processes)
        if self._pool is not None:
            self._pool.shutdown()


def in_processes(plan: Plan, pairs: Iterator[BlockPair], jobs: int, in_flight: int) -> Iterator[Outcome]:
    """Yield the outcome of every pair in order, scored in processes that end with the run."""
    with WorkerPool(jobs) as pool:
        yield from pool.outcomes(plan, pairs, in_flight)


def _started_pool(jobs: int, started: list[BaseProcess]) -> ProcessPoolExecutor:
    """Start all workers now, so that a failure is reported before any work is done."""
    # Imported here: a run in one process needs none of this.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Forked workers need no import of the user's main module; without fork, spawn is used.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
    try:
        pool = ProcessPoolExecutor(jobs, mp_context=_recording(context, started), initializer=_begin_worker)
        # The first task starts all workers. None may receive Ctrl-C before it has set how to handle it.
        with held_interruptions():
            pool.submit(_nothing)
    except (OSError, RuntimeError) as error:
        # The pool does not know the workers that it did start; they would wait for work forever.
        _kill(started)
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot start {jobs} worker processes: {reason}. Use fewer --jobs, or raise the limit"
        raise MachineError(message) from error
    except BaseException:
        _kill(started)
        raise
    return pool


def _recording(context: BaseContext, started: list[BaseProcess]) -> Any:
    """Return a copy of a context that records the processes it creates."""
    recording: Any = copy.copy(context)

    def create(*arguments: Any, **options: Any) -> BaseProcess:
        process: BaseProcess = context.Process(*arguments, **options)  # type: ignore[attr-defined]
        started.append(process)
        return process

    recording.Process = create
    return recording


def _kill(processes: list[BaseProcess]) -> None:
    for process in processes:
        if process.pid is not None:  # it was started
            process.kill()
    for process in processes:
        if process.pid is not None:
            process.join()


def _begin_worker() -> None:
    """Leave Ctrl-C to the main process, and end with it."""
    from threading import Thread

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
