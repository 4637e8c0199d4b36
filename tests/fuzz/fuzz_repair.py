"""A fuzzer for the repair of model output.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_repair.py -max_total_time=600

Checked for every input: no exception; JSON without errors is read as it is at every level; what a level reads, the next
one reads as well, with the same value; the edits make JSON of the text, which has the value.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parents[2] / "src"


class Fuzzer:
    """The modules under test, and the checks."""

    def __init__(self, instrument: Any = None) -> None:
        sys.path.insert(0, str(SOURCES))
        if instrument is None:
            self.load()
        else:
            with instrument(include=["tallystick.formats.json"]):
                self.load()

    def load(self) -> None:
        self.extract: Any = import_module("tallystick.formats.json.repair.extract")
        self.edits: Any = import_module("tallystick.formats.json.repair.edits")
        self.text: Any = import_module("tallystick.formats.json.text")

    def one_input(self, data: bytes) -> None:
        self.check(data.decode("utf-8", "ignore"))

    def check(self, text: str) -> None:
        before = None
        for level in self.extract.LEVELS:
            repaired = self.extract.repair(text, level)
            if repaired.flaws:
                assert before is None, (level, text)
                assert not repaired.edits, (level, text)
                assert all(0 <= flaw.offset <= len(text) for flaw in repaired.flaws), (level, text)
                continue
            parsed = self.text.parse_exact(self.edits.apply(text, repaired.edits))
            assert not parsed.flaws, (level, text, repaired, parsed)
            assert parsed.value == repaired.value, (level, text, repaired, parsed)
            assert before is None or before == repaired, (level, text)
            before = repaired


def main() -> None:
    import atheris

    fuzzer = Fuzzer(atheris.instrument_imports)
    atheris.Setup(sys.argv, fuzzer.one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
