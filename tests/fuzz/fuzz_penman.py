"""A coverage-guided fuzzer for the PENMAN reader, on the interpreted kernels so that their coverage is seen.

Not run by pytest: it needs atheris, and time.

    python tests/fuzz/fuzz_penman.py -max_total_time=600

Checked for every input: no exception; every problem has a place inside the text; every graph is written and
read back as it was; cutting the text in two gives the same pieces; the number of executed lines is bounded by
the length of the input.
"""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType

import atheris

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

#: So many lines of the kernels may run for each sign of the input, and so many in any case.
LINES_PER_SIGN = 120
LINES_AT_LEAST = 2_000


def load_sources() -> list[ModuleType]:
    """Load the kernels from their sources, whether or not they are compiled."""
    sys.modules["cython"] = None  # type: ignore[assignment]
    loaded: list[ModuleType] = []
    for name in ("penman_cut", "penman_scan"):
        full = f"tallystick.formats.{name}"
        path = str(ROOT / "src" / "tallystick" / "formats" / f"{name}.py")
        spec = spec_from_file_location(full, path, loader=SourceFileLoader(full, path))
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[full] = module_from_spec(spec)
        spec.loader.exec_module(module)
        loaded.append(module)
    return loaded


with atheris.instrument_imports(include=["tallystick.formats"]):
    from tallystick.formats.base import Source

    KERNELS = load_sources()
    from tallystick.formats import penman
    from tallystick.formats.penman_cut import cut

for kernel in KERNELS:
    for value in list(vars(kernel).values()):
        if callable(value) and getattr(value, "__module__", None) == kernel.__name__:
            if isinstance(value, type):
                for method, function in list(vars(value).items()):
                    if hasattr(function, "__code__"):
                        setattr(value, method, atheris.instrument_func(function))
            else:
                atheris.instrument_func(value)

READER = penman.PenmanReader()
FILES = {kernel.__file__ for kernel in KERNELS}


class Steps:
    """Counts the lines of the kernels that are executed."""

    def __init__(self) -> None:
        self.count = 0

    def call(self, frame: FrameType, event: str, _argument: object) -> object:
        return self.line if frame.f_code.co_filename in FILES else None

    def line(self, _frame: FrameType, event: str, _argument: object) -> object:
        self.count += event == "line"
        return self.line


def check(text: str) -> None:
    lines = text.split("\n")
    for block in READER.blocks(Source("x", text)):
        item = READER.item(block)
        assert (item.value is None) == bool(item.problems)
        for problem in item.problems:
            assert 1 <= problem.line <= len(lines), problem
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
            problem.shown()
        if isinstance(item.value, penman.Graph):
            assert penman.read_graph(penman.dumps(item.value)) == item.value


def check_halves(text: str) -> None:
    middle = text.rfind("\n", 0, len(text) // 2) + 1
    found, rest, line = cut(text[:middle], False)
    more, _, _ = cut(text[rest:], True)
    together = [(text[a:b], row, name) for a, b, row, name in found]
    together += [(text[rest + a : rest + b], line + row, name) for a, b, row, name in more]
    assert together == [(text[a:b], row, name) for a, b, row, name in cut(text, True)[0]]


def check_steps(text: str) -> None:
    steps = Steps()
    sys.settrace(steps.call)  # type: ignore[arg-type]
    try:
        for start, end, _, _ in cut(text, True)[0]:
            KERNELS[1].scan(text[start:end])
    finally:
        sys.settrace(None)
    assert steps.count <= LINES_AT_LEAST + LINES_PER_SIGN * len(text), (steps.count, len(text))


RUNS = [0]


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "ignore").replace("\0", "")
    penman.looks_like_penman(text)
    check(text)
    check_halves(text)
    RUNS[0] += 1
    if RUNS[0] % 8 == 0:
        check_steps(text)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
