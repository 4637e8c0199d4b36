"""The other programs: an environment of their own, made when it is needed."""

import json
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv-peers"
REQUIREMENTS = Path(__file__).with_name("peers.txt")


def peer_python() -> Path:
    """The Python of the environment with the other programs, set up on first use."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / "peers.txt"
    if not stamp.is_file() or stamp.read_text() != REQUIREMENTS.read_text():
        print(
            f"setting up {ENVIRONMENT.name} with {', '.join(REQUIREMENTS.read_text().split())}",
            file=sys.stderr,
        )
        venv.create(ENVIRONMENT, with_pip=True, clear=True, symlinks=True)
        install = [
            python,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "--quiet",
            "install",
            "-r",
            REQUIREMENTS,
        ]
        subprocess.run(install, check=True)
        stamp.write_text(REQUIREMENTS.read_text())
    return python


def run_peer(script: str, work: str, data: object, most: float | None = None) -> dict:
    """Run one piece of work in a script of this folder under the peers' Python; it prints JSON.

    A program that takes more than `most` seconds is stopped.
    """
    command = [peer_python(), Path(__file__).with_name(script), work]
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
