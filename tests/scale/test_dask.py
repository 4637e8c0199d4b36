"""Scoring on a real cluster of several processes: the same to the last byte, whoever dies."""

import json
import os
import re
import signal
import socket
import sys
from dataclasses import dataclass

import pytest
from tests.processes import children, finished, none_left, started, wait_until

import tallystick as ts
from tallystick import registry
from tallystick.errors import MachineError
from tallystick.report.formats import render
from tallystick.report.scores import ScoreView
from tallystick.run.engines import dask_cluster as dask_engine
from tallystick.tasks.spans.task import SpanDocument

distributed = pytest.importorskip("distributed", reason="the package distributed is not installed")

# Whatever Dask may warn of, it is not our concern here.
pytestmark = pytest.mark.filterwarnings("default")

WORKERS = 3


@pytest.fixture(scope="module")
def cluster():
    """A scheduler and three worker processes on the loopback device."""
    with distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        memory_limit=0, silence_logs=50,
    ) as found:  # fmt: skip
        yield found


@pytest.fixture
def address(cluster):
    with distributed.Client(cluster) as client:
        client.wait_for_workers(WORKERS)
    return cluster.scheduler_address.replace("tcp://", "dask://")


def spans(kinds, turn, count=900):
    """Documents whose sums are no whole numbers, so that their order could be told from the last digit."""
    return [
        {
            "id": f"d{n}",
            "spans": [{"type": kinds[k % len(kinds)], "span": [k, k + n % turn]} for k in range(7)],
        }
        for n in range(count)
    ]


GOLD, PRED = spans("AB", 7), spans("ABB", 5)
METRICS = ["span", "span-partial"]


def shown(**options):
    return render("json", ScoreView(ts.score(GOLD, PRED, METRICS, task="spans", **options), items=True))


@pytest.fixture(scope="module")
def wanted():
    return shown()


def test_the_same_as_in_one_process(address, wanted):
    assert shown(engine=address) == wanted


@pytest.mark.parametrize("name", registry.tasks())
def test_every_task(address, name):
    task = registry.find_task(name)
    gold, pred = (str(path) for path in task.example)
    here = ts.score(gold, pred, task=name, **task.example_options)
    there = ts.score(gold, pred, task=name, engine=address, **task.example_options)
    assert there.to_dict(items=True) == here.to_dict(items=True)


def test_the_executor_of_a_client(cluster, wanted):
    with distributed.Client(cluster) as client, client.get_executor(pure=False) as executor:
        assert shown(executor=executor) == wanted


def test_a_worker_is_killed_in_the_middle(cluster, address, wanted):
    killed = []
    done = 0

    def kill_one(_outcome):
        nonlocal done
        done += 1
        if done == 250:
            # One that is at work, and holds results that nobody has fetched yet.
            with distributed.Client(cluster) as client:
                busy = max(client.processing().items(), key=lambda worker: len(worker[1]))[0]
                pid = client.run(os.getpid, workers=[busy])[busy]
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    assert shown(engine=address, progress=kill_one) == wanted
    assert len(killed) == 1
    assert done == len(GOLD)


def test_problems_have_their_places(address):
    pred = [*PRED[:700], {"id": "d700", "spans": 3}, *PRED[701:]]
    with pytest.raises(ts.DataError, match="<pred>:701:"):
        ts.score(GOLD, pred, task="spans", engine=address)


def test_no_more_chunks_are_under_way_than_allowed(address, monkeypatch):
    under_way, most = set(), 0
    submit = dask_engine._DaskExecutor.submit

    def watched(self, *arguments):
        nonlocal most
        future = submit(self, *arguments)
        result = future.result
        under_way.add(future.key)
        most = max(most, len(under_way))
        future.result = lambda *given: (under_way.discard(future.key), result(*given))[1]
        return future

    monkeypatch.setattr(dask_engine._DaskExecutor, "submit", watched)
    assert shown(engine=address)
    assert most == 4 * WORKERS


def test_other_versions_are_refused(address, monkeypatch):
    monkeypatch.setattr(dask_engine, "VERSION", "9.9")
    with pytest.raises(
        ts.UsageError, match=rf"must have tallystick 9\.9 installed; they have {re.escape(ts.__version__)}"
    ):
        shown(engine=address)


def test_workers_without_the_package_are_refused(address, monkeypatch):
    missing = dask_engine.metadata.PackageNotFoundError("tallystick")
    monkeypatch.setattr(
        distributed.Client, "run", lambda *_, **__: {"tcp://a": missing, "tcp://b": ts.__version__}
    )
    with pytest.raises(ts.UsageError, match="installed; they have none"):
        shown(engine=address)


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr(dask_engine, "PATIENCE", 0.5)
    with socket.socket() as taken:
        # Bound, but not listening: nobody else gets the port, and nobody answers there.
        taken.bind(("127.0.0.1", 0))
        name = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ts.UsageError, match=f"no Dask scheduler answers at {name}"):
            shown(engine=f"dask://{name}")


def test_nobody_works(monkeypatch):
    monkeypatch.setattr(dask_engine, "PATIENCE", 0.5)
    with distributed.LocalCluster(
        n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as empty:
        name = empty.scheduler_address.removeprefix("tcp://")
        with pytest.raises(ts.UsageError, match=f"the Dask cluster at {name} has no workers"):
            shown(engine=f"dask://{name}")


def test_the_package_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ts.UsageError, match=r"needs the package distributed: pip install 'tallystick\[dask\]'"
    ):
        shown(engine="dask")


@dataclass(frozen=True)
class Deadly(SpanDocument):
    """Ends the process that unpickles it."""

    def __reduce__(self):
        return (os._exit, (3,))


def test_an_item_that_ends_every_worker():
    """It is tried once more, as often as the scheduler is told to, and then given up."""
    import dask

    gold = [SpanDocument(())] * 3
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        pytest.raises(MachineError, match="several workers died on the same chunk of items"),
    ):
        ts.score(gold, [gold[0], Deadly(()), gold[0]], task="spans", engine="dask", jobs=2)


@pytest.fixture
def files(tmp_path):
    for name, items in (("gold", GOLD), ("pred", PRED)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    return tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"


def test_the_command_line(files):
    one = render("json", ScoreView(ts.score(*map(str, files), METRICS), items=True))
    arguments = ("-m", ",".join(METRICS), "-f", "json", "--items", "--engine", "dask", "--jobs", "2")
    with started("score", *files, *arguments) as process:
        assert finished(process) == (0, one, "")
        assert none_left(process.pid)


def test_interruption(tmp_path, files):
    pipe = tmp_path / "pred.fifo"
    os.mkfifo(pipe)
    arguments = ("score", files[0], pipe, "--task", "spans", "--engine", "dask", "--jobs", "2")
    with started(*arguments) as process:
        # The pipe opens when the program does, and keeps it waiting for more.
        with open(pipe, "w", encoding="utf-8") as stream:
            stream.write(files[1].read_text()[:60_000])
            stream.flush()
            # Two workers, and the process that looks after what they share.
            wait_until(lambda: len(children(process.pid)) >= 3)
            os.killpg(process.pid, signal.SIGINT)
            status, out, err = finished(process)
        assert (status, out, err.strip()) == (130, "", "interrupted")
        assert none_left(process.pid)
