"""What the fuzzers share: the sources under test, and the loop of atheris."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["SOURCES", "run", "use_sources"]

SOURCES = Path(__file__).resolve().parents[2] / "src"


def use_sources() -> None:
    """Import the package from its sources."""
    sys.path.insert(0, str(SOURCES))


def run(make: Callable[[Any], Any]) -> None:
    """Fuzz until the time is over; `make` gets what instruments imports, and returns an object with `one_input`."""
    import atheris

    fuzzer = make(atheris.instrument_imports)
    atheris.Setup(sys.argv, fuzzer.one_input)
    atheris.Fuzz()
