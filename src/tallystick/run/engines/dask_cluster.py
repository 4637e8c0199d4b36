"""Scoring on a Dask cluster: a local cluster, or a running one.

If a worker is lost, Dask repeats its chunks, whether they were finished or not. Each chunk has one future, and the
futures are waited for in order: nothing can be lost, doubled or out of order.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from importlib import metadata
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, TypeVar, cast

from tallystick.errors import MachineError, UsageError
from tallystick.run.engines.chunks import in_workers
from tallystick.run.engines.interruptions import held_interruptions
from tallystick.run.inputs.pairing import BlockPair
from tallystick.run.plan import Outcome, Plan
from tallystick.version import VERSION

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

__all__ = ["on_dask"]

#: Timeouts in seconds for an answer of the scheduler and for the first worker.
PATIENCE = 30

Result = TypeVar("Result")


def on_dask(
    plan: Plan, pairs: Iterator[BlockPair], address: str, jobs: int, in_flight: int
) -> Iterator[Outcome]:
    """The outcome of every pair, in order, from the cluster at an address; without an address, from a local cluster.

    `in_flight` is the number of chunks in progress for each worker.
    """
    try:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError
    except ImportError as error:
        message = "--engine dask needs the package distributed: pip install 'tallystick[dask]'"
        raise UsageError(message) from error
    with _connected(address) if address else _own_cluster(jobs) as client:
        workers = sum(client.nthreads().values())
        try:
            yield from in_workers(plan, pairs, _DaskExecutor(client), in_flight * workers)
        except KilledWorker as error:
            message = f"several workers died on the same chunk of items; is there too little memory? {error}"
            raise MachineError(message) from error
        except (CancelledError, CommClosedError) as error:
            shown = address or "this machine"
            raise MachineError(f"the cluster at {shown} was lost: {error}") from error


@contextmanager
def _own_cluster(jobs: int) -> Iterator[Client]:
    """A cluster of processes on this machine; it ends with the run."""
    from distributed import Client

    # Started first, because it would release the held signal. The workers, and those that replace lost ones, ignore
    # Ctrl-C: they run until the cluster closes.
    resource_tracker.ensure_running()
    with held_interruptions() as release, _cluster_here(jobs) as cluster, Client(cluster) as client:
        release()
        yield client


def _cluster_here(jobs: int) -> LocalCluster:
    from distributed import LocalCluster

    try:
        # No dashboard, no memory limit of Dask, and no log output beside our results.
        return LocalCluster(
            n_workers=jobs, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", memory_limit=0,
            host="127.0.0.1", silence_logs=logging.CRITICAL,
        )  # fmt: skip
    except (RuntimeError, OSError) as error:
        raise MachineError(f"no Dask cluster could be started on this machine: {error}") from error


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    """Connect to a running cluster, which continues after the run."""
    from distributed import Client

    try:
        client = Client(f"tcp://{address}", timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise UsageError(f"the Dask cluster at {address} has no workers") from error
        _refuse_other_versions(client, address)
        yield client


def _refuse_other_versions(client: Client, address: str) -> None:
    """Reject workers with another version of the package, which may count differently."""
    versions: Mapping[str, object] = client.run(metadata.version, "tallystick", on_error="return")
    others = {
        "none" if isinstance(installed, metadata.PackageNotFoundError) else str(installed)
        for installed in versions.values()
        if installed != VERSION
    }
    if others:
        there = ", ".join(sorted(others))
        message = f"the workers at {address} must have tallystick {VERSION} installed; they have {there}"
        raise UsageError(message)


class _DaskExecutor(Executor):
    """A minimal executor over a client."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def submit(  # type: ignore[override]
        self, function: Callable[..., Result], /, *arguments: object
    ) -> Future[Result]:
        """Call a function in some worker."""
        # Pickled here: Dask would look through every argument for futures.
        pickled = pickle.dumps((function, arguments))
        # Impure, so that two equal chunks are both scored.
        return cast("Future[Result]", self.client.submit(_call, pickled, pure=False))


def _call(pickled: bytes) -> object:
    function, arguments = pickle.loads(pickled)
    return function(*arguments)
