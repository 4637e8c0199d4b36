"""The program in processes of its own, watched from outside: who is there, who is left."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

PROGRAM = [sys.executable, "-m", "tallystick"]
#: No colours, and nothing that the surroundings of the tests ask for.
PLAIN = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "PYTHONWARNINGS")}
#: A safety net: how long anything is waited for, in seconds.
PATIENCE = 120


#: Signals that a test sends. A shell ignores SIGINT in the background and nohup ignores SIGHUP; programs inherit that.
SENT = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)


def _default_signals():
    """Make the result of a test independent of how the tests themselves were started."""
    for number in SENT:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SENT)


@contextmanager
def started(*arguments, **options):
    """A run in a session of its own, so that all its processes can be found. None outlives the block."""
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=PLAIN,
        start_new_session=True, preexec_fn=_default_signals, **options,  # noqa: PLW1509 - no threads here
    )  # fmt: skip
    try:
        yield process
    finally:
        for pid in alive(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)


def finished(process):
    """(status, standard output, standard error) of a run that ends by itself."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def alive(session):
    """The processes of a session that have not ended."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, _group, its_session = place.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(its_session) == session and state not in "ZX":
            found.append(int(place.parent.name))
    return found


def children(pid):
    """The processes that a process has begun, in any of its threads."""
    try:
        lists = [place.read_text() for place in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    return [int(child) for text in lists for child in text.split()]


def wait_until(condition):
    """Wait for something that is bound to happen; what it was in the end."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.01)
    return found


def none_left(session):
    """Whether all processes of a session end, by themselves and soon."""
    wait_until(lambda: not alive(session))
    return True
