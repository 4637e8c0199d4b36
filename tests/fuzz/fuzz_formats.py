"""A fuzzer for the readers of every format of every task, as the registry has them.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_formats.py -max_total_time=600 CORPUS

The first byte of an input chooses the format. Checked for every input: no exception, neither from the reader nor from
what tells formats apart; an item has a value or an error; every problem has a place inside the text. Without a corpus
the examples of the tasks are a good beginning: ``--examples DIRECTORY`` writes them there.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from harness import run, use_sources


class Fuzzer:
    """The readers under test, and the checks."""

    def __init__(self, instrument: Any = None) -> None:
        use_sources()
        if instrument is None:
            self.load()
        else:
            with instrument(include=["tallystick.formats"]):
                self.load()

    def load(self) -> None:
        """Import every task, and list its formats."""
        self.base: Any = import_module("tallystick.formats.base")
        self.tasks: Any = import_module("tallystick.registry").tasks()
        self.choices: list[Any] = [choice for task in self.tasks.values() for choice in task.formats]

    def one_input(self, data: bytes) -> None:
        if not data:
            return
        choice = self.choices[data[0] % len(self.choices)]
        text = data[1:].decode("utf-8", "ignore").replace("\0", "").removeprefix("\ufeff")
        choice.recognises(text)
        if choice.accepts is not None:
            choice.accepts(text)
        self.check(choice.reader, text)

    def check(self, reader: Any, text: str) -> None:
        lines = text.replace("\r\n", "\n").split("\n")
        for block in reader.blocks(self.base.Source("x", text)):
            if any(problem.level == "error" for problem in block.problems):
                found = block.problems
            else:
                item = reader.item(block)
                assert item.value is not None or item.malformed, text
                found = item.problems
            for problem in found:
                assert 1 <= problem.line <= len(lines) + 1, (problem, text)
                assert problem.column >= 1, (problem, text)
                problem.shown()

    def write_examples(self, folder: Path) -> None:
        """The examples of every task, under every format of it."""
        folder.mkdir(parents=True, exist_ok=True)
        place = 0
        for task in self.tasks.values():
            for _ in task.formats:
                for number, side in enumerate(task.example):
                    text = Path(side).read_bytes() if Path(side).is_file() else b""
                    (folder / f"{place}-{number}").write_bytes(bytes([place]) + text[:3000])
                place += 1


def main() -> None:
    if sys.argv[1:2] == ["--examples"]:
        Fuzzer().write_examples(Path(sys.argv[2]))
        return
    run(Fuzzer)


if __name__ == "__main__":
    main()
