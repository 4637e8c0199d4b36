"""The other programs: environments of their own, made when they are needed."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Programs that run under this Python, and those that need a later one.
PEERS, LATER_PEERS = "peers.txt", "peers-3.12.txt"
_PYENV = Path("~/.pyenv/versions").expanduser()


class MissingPythonError(LookupError):
    """There is no Python as late as a program needs."""


def peer_python(programs: str = PEERS) -> Path:
    """The Python of the environment with some programs, set up on first use.

    `programs` is a file of requirements in this folder. Its name may end with the Python that they need.
    """
    requirements = Path(__file__).with_name(programs)
    environment = ROOT / f".venv-{requirements.stem}"
    python = environment / "bin" / "python"
    stamp = environment / programs
    if not stamp.is_file() or stamp.read_text() != requirements.read_text():
        base = _interpreter(programs)
        names = ", ".join(requirements.read_text().split())
        print(f"setting up {environment.name} with {names}", file=sys.stderr)
        subprocess.run([base, "-m", "venv", "--clear", "--symlinks", environment], check=True)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", "-r", requirements], check=True)
        stamp.write_text(requirements.read_text())
    return python


def _interpreter(programs: str) -> str:
    """Return a Python that is late enough for some programs: this one, one of pyenv, or one on the path."""
    needed = re.search(r"-3\.(\d+)\.txt$", programs)
    least = int(needed[1]) if needed else 0
    if sys.version_info[:2] >= (3, least):
        return sys.executable
    for minor in range(least, least + 10):
        name = f"python3.{minor}"
        installed = sorted(_PYENV.glob(f"3.{minor}.*/bin/{name}"))
        # What pyenv puts on the path may be a stub for a version that is not chosen.
        for candidate in (*installed, shutil.which(name)):
            if candidate is not None and _runs(str(candidate)):
                return str(candidate)
    raise MissingPythonError(f"not measured: needs Python 3.{least}")


def _runs(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def run_peer(script: str, work: str, data: object, most: float | None = None, programs: str = PEERS) -> dict:
    """Run one piece of work in a script of this folder under the Python of some programs; it prints JSON.

    A program that takes more than `most` seconds is stopped.
    """
    try:
        python = peer_python(programs)
    except MissingPythonError as error:
        return {"error": str(error)}
    command = [python, Path(__file__).with_name(script), work]
    try:
        done = subprocess.run(
            command, input=json.dumps(data), capture_output=True, text=True, check=False, timeout=most
        )
    except subprocess.TimeoutExpired:
        return {"error": f"stopped after {most:g} s"}
    if done.returncode:
        return {"error": (done.stderr.strip().splitlines() or ["?"])[-1]}
    # A program may print remarks of its own before.
    return json.loads(done.stdout.strip().splitlines()[-1])
