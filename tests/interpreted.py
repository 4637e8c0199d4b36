"""Loads modules of the package from their sources, beside the compiled ones that the rest of the process uses."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

from tallystick.solve.kernels import kernel_names

#: Modules without types that kernels' callers import inside functions.
LAZY = ("tallystick.solve.align.large.solver",)


def kernels_below(package: str) -> list[str]:
    """The names of the kernels of a package."""
    return [name for name in kernel_names() if name.startswith(f"{package}.")]


def are_compiled(package: str) -> bool:
    """Whether all kernels of a package run as compiled extensions."""
    return not any(str(import_module(name).__file__).endswith(".py") for name in kernels_below(package))


class SourcesOnly(MetaPathFinder):
    """Finds the modules of a package in their source files, never in extensions."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not f"{name}.".startswith(f"{self.package}."):
            return None
        finders = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path)
        return next((spec for finder in finders if (spec := finder.find_spec(name))), None)


@contextmanager
def set_aside(package: str) -> Iterator[None]:
    """Take the modules of a package out of the interpreter, and put them back as they were."""

    def take_out() -> dict[str, ModuleType]:
        names = [name for name in sys.modules if f"{name}.".startswith((f"{package}.", "cython."))]
        return {name: sys.modules.pop(name) for name in names}

    parent, _, last = package.rpartition(".")
    installed = import_module(package)
    saved = take_out()
    try:
        yield
    finally:
        take_out()
        sys.modules.update(saved)
        setattr(sys.modules[parent], last, installed)


def load_interpreted(package: str) -> ModuleType:
    """The package with all its kernels as submodules, run from the sources with the stand-in for Cython."""
    finder = SourcesOnly(package)
    with set_aside(package):
        sys.modules["cython"] = None  # type: ignore[assignment]
        sys.meta_path.insert(0, finder)
        try:
            loaded = [import_module(name) for name in (package, *kernels_below(package))]
            # Modules that are imported when they are needed would come from the installed package.
            for name in LAZY:
                if name.startswith(f"{package}."):
                    import_module(name)
        finally:
            sys.meta_path.remove(finder)
    assert all(str(module.__file__).endswith(".py") for module in loaded)
    return loaded[0]
