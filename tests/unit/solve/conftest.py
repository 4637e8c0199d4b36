"""Every test of a kernel runs twice: on the compiled extension and on its source, in one process."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import tallystick.solve

SOURCE = Path(next(iter(tallystick.solve.__path__)))
# In the order of their imports, so that each finds the variants loaded before it.
MODULES = (
    "cython_stub",
    "problem",
    "linking",
    "given",
    "pairing",
    "reduction",
    "climbing",
    "pricing",
    "relaxation",
    "alignment",
    "assignment",
    "finishing",
    "ordered",
    "overlap",
)
KERNELS = tuple(
    name for name in MODULES if (SOURCE / f"{name}.py").read_text("utf-8").startswith("# cython: ")
)


@contextmanager
def set_aside(*names: str) -> Iterator[None]:
    """Take modules out of the interpreter, and put them back as they were."""
    saved = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    try:
        yield
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(saved)


def load_interpreted() -> SimpleNamespace:
    """Load the sources, importing one another, with the stand-in instead of Cython."""
    loaded: dict[str, ModuleType] = {}
    full = [f"tallystick.solve.{name}" for name in MODULES]
    attributes = {
        name: getattr(tallystick.solve, name) for name in MODULES if hasattr(tallystick.solve, name)
    }
    with set_aside("cython", *full):
        sys.modules["cython"] = None  # type: ignore[assignment]
        for short, name in zip(MODULES, full, strict=True):
            path = str(SOURCE / f"{short}.py")
            spec = spec_from_file_location(name, path, loader=SourceFileLoader(name, path))
            assert spec is not None
            assert spec.loader is not None
            loaded[short] = sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(loaded[short])
    for name, module in attributes.items():
        setattr(tallystick.solve, name, module)
    assert all(module.__file__.endswith(".py") for module in loaded.values())
    return SimpleNamespace(**loaded)


@pytest.fixture(scope="session", params=["compiled", "interpreted"])
def solve(request: pytest.FixtureRequest) -> SimpleNamespace:
    """The modules of ``tallystick.solve``, once compiled and once interpreted."""
    if request.param == "interpreted":
        return load_interpreted()
    modules = {name: import_module(f"tallystick.solve.{name}") for name in MODULES}
    if any(modules[name].__file__.endswith(".py") for name in KERNELS):
        pytest.skip("the extensions are not built here")
    return SimpleNamespace(**modules)


@pytest.fixture(scope="session")
def cases() -> int:
    """How many random problems to try: TALLYSTICK_CASES, else 1,000."""
    return int(os.environ.get("TALLYSTICK_CASES", "1000"))
