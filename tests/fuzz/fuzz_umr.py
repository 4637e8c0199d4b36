"""A coverage-guided fuzzer for the UMR reader.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_umr.py -max_total_time=600

Checked for every input: no exception; every problem has a place inside the text, a code and a hint; a document
has errors if and only if one of its sentences is unreadable; every document is written and read back as it was;
the number of executed lines is bounded by the length of the input.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

SOURCES = Path(__file__).resolve().parents[2] / "src"

#: So many lines of the reader may run for each sign of the input, and so many in any case.
LINES_PER_SIGN = 300
LINES_AT_LEAST = 5_000


class Fuzzer:
    """The modules under test, and the checks."""

    def __init__(self, atheris: Any) -> None:
        sys.path.insert(0, str(SOURCES))
        with atheris.instrument_imports(include=["tallystick.formats"]):
            self.base: Any = import_module("tallystick.formats.base")
            self.umr: Any = import_module("tallystick.formats.umr.reader")
        self.reader = self.umr.UmrReader()
        self.runs = 0

    def one_input(self, data: bytes) -> None:
        text = data.decode("utf-8", "ignore").replace("\0", "")
        self.umr.looks_like_umr(text)
        self.check(text)
        self.runs += 1
        # Counting lines is slow.
        if self.runs % 8 == 0:
            self.check_steps(text)

    def read(self, text: str) -> Any:
        for block in self.reader.blocks(self.base.Source("x", text)):
            return self.reader.item(block)
        return None

    def check(self, text: str) -> None:
        item = self.read(text)
        if item is None:
            assert not text.strip("\ufeff").strip()
            return
        lines = text.split("\n") if "\n" in text else text.split("\r")
        for problem in item.problems:
            assert 1 <= problem.line <= len(lines), problem
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
            assert problem.code.startswith("umr-"), problem
            assert problem.hint, problem
            problem.shown()
        if item.value is None:
            assert item.malformed
            return
        assert item.malformed == any(not sentence.readable for sentence in item.value.sentences)
        assert self.read(self.umr.dumps(item.value)).value.sentences == item.value.sentences

    def check_steps(self, text: str) -> None:
        steps = Steps(str(SOURCES / "tallystick" / "formats" / "umr"))
        sys.settrace(steps.call)  # type: ignore[arg-type]
        try:
            self.read(text)
        finally:
            sys.settrace(None)
        assert steps.count <= LINES_AT_LEAST + LINES_PER_SIGN * len(text), (steps.count, len(text))


class Steps:
    """Counts the executed lines of the files whose paths begin in one way."""

    def __init__(self, beginning: str) -> None:
        self.beginning = beginning
        self.count = 0

    def call(self, frame: FrameType, _event: str, _argument: object) -> object:
        return self.line if frame.f_code.co_filename.startswith(self.beginning) else None

    def line(self, _frame: FrameType, event: str, _argument: object) -> object:
        self.count += event == "line"
        return self.line


def main() -> None:
    import atheris

    fuzzer = Fuzzer(atheris)
    atheris.Setup(sys.argv, fuzzer.one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
