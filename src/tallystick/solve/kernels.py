"""The list of kernels, read from the sources.

A kernel is a module written in Cython's pure-Python mode; its first line says so. The build, the Makefile and the tests
all use this list. Run as a script, this module prints the paths; it needs nothing but the standard library.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["kernel_names", "kernel_paths"]

PACKAGE = Path(__file__).resolve().parent.parent
#: How the first line of a kernel begins.
MARK = "# cython: "


def kernel_paths() -> list[Path]:
    """The source files of all kernels of the package."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.read_text("utf-8").startswith(MARK)]


def kernel_names() -> list[str]:
    """The full names of all kernels, such as ``tallystick.solve.overlap``."""
    return [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in kernel_paths()]


if __name__ == "__main__":
    for path in kernel_paths():
        print(os.path.relpath(path))  # noqa: T201 - a script for the Makefile
