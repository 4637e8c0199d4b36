"""A coverage-guided fuzzer for the PENMAN reader, on the interpreted kernels so that their coverage is seen.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_penman.py -max_total_time=600

Checked for every input: no exception; every problem has a place inside the text; every graph is written and
read back as it was; cutting the text in two gives the same pieces; the number of executed lines is bounded by
the length of the input.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

SOURCES = Path(__file__).resolve().parents[2] / "src"

#: So many lines of the kernels may run for each sign of the input, and so many in any case.
LINES_PER_SIGN = 120
LINES_AT_LEAST = 2_000


class Fuzzer:
    """The modules under test, and the checks."""

    def __init__(self, atheris: Any) -> None:
        sys.path.insert(0, str(SOURCES))
        with atheris.instrument_imports(include=["tallystick.formats"]):
            self.base: Any = import_module("tallystick.formats.base")
            sys.modules["cython"] = None  # type: ignore[assignment]
            load_source("formats.penman.signs", atheris)
            self.cutting: Any = load_source("formats.penman.cut", atheris)
            load_source("formats.penman.scanned", atheris)
            self.scanning: Any = load_source("formats.penman.scan", atheris)
            self.penman: Any = import_module("tallystick.formats.penman.reader")
            self.vocabulary: Any = load_source("tasks.graphs.vocabulary", atheris)
            self.columns: Any = load_source("tasks.graphs.columns", atheris)
        self.reader = self.penman.PenmanReader()
        self.runs = 0

    def one_input(self, data: bytes) -> None:
        text = data.decode("utf-8", "ignore").replace("\0", "")
        self.penman.looks_like_penman(text)
        self.check(text)
        self.check_halves(text)
        self.runs += 1
        # Counting lines is slow.
        if self.runs % 8 == 0:
            self.check_steps(text)

    def check(self, text: str) -> None:
        lines = text.split("\n")
        for block in self.reader.blocks(self.base.Source("x", text)):
            item = self.reader.item(block)
            assert (item.value is None) == bool(item.problems)
            for problem in item.problems:
                assert 1 <= problem.line <= len(lines), problem
                assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
                problem.shown()
            if item.value is not None:
                assert self.penman.read_graph(self.penman.dumps(item.value)) == item.value
                self.check_columns(item.value)

    def check_columns(self, graph: Any) -> None:
        """The columns of the text are those of its words."""
        words = [
            getattr(graph, name)
            for name in ("variables", "concepts", "sources", "roles", "targets", "constants")
        ]
        table = self.vocabulary.vocabulary().table(self.vocabulary.CASE_IGNORED)
        from_text, from_words = (
            self.columns.graph_columns(side, table) for side in (graph, self.penman.Graph(*words))
        )
        assert from_text.triples() == from_words.triples()

    def check_halves(self, text: str) -> None:
        cut = self.cutting.cut
        found, rest, line = cut(text[: text.rfind("\n", 0, len(text) // 2) + 1], False)
        more, _, _ = cut(text[rest:], True)
        together = [(text[a:b], row, name) for a, b, row, name in found]
        together += [(text[rest + a : rest + b], line + row, name) for a, b, row, name in more]
        assert together == [(text[a:b], row, name) for a, b, row, name in cut(text, True)[0]]

    def check_steps(self, text: str) -> None:
        steps = Steps({self.cutting.__file__, self.scanning.__file__})
        sys.settrace(steps.call)  # type: ignore[arg-type]
        try:
            for start, end, _, _ in self.cutting.cut(text, True)[0]:
                self.scanning.scan(text[start:end])
        finally:
            sys.settrace(None)
        assert steps.count <= LINES_AT_LEAST + LINES_PER_SIGN * len(text), (steps.count, len(text))


class Steps:
    """Counts the executed lines of some files."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.count = 0

    def call(self, frame: FrameType, _event: str, _argument: object) -> object:
        return self.line if frame.f_code.co_filename in self.files else None

    def line(self, _frame: FrameType, event: str, _argument: object) -> object:
        self.count += event == "line"
        return self.line


def load_source(name: str, atheris: Any) -> ModuleType:
    """Load a kernel from its source, compiled or not, and have its coverage watched."""
    full = f"tallystick.{name}"
    path = str(SOURCES.joinpath("tallystick", *name.split(".")).with_suffix(".py"))
    spec = spec_from_file_location(full, path, loader=SourceFileLoader(full, path))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[full] = module_from_spec(spec)
    spec.loader.exec_module(module)
    for value in list(vars(module).values()):
        if getattr(value, "__module__", None) != full:
            continue
        for function in list(vars(value).values()) if isinstance(value, type) else [value]:
            if hasattr(function, "__code__"):
                atheris.instrument_func(function)
    return module


def main() -> None:
    import atheris

    fuzzer = Fuzzer(atheris)
    atheris.Setup(sys.argv, fuzzer.one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
