"""Builds the kernels as C extensions where that is possible.

Everything about the project stands in pyproject.toml; this file holds the one thing that cannot: compiling
is optional. Without a C compiler the same ``.py`` files run interpreted, and a notice says so.

TALLYSTICK_REQUIRE_COMPILED=1   a failed compilation is an error
TALLYSTICK_PURE=1               do not compile at all
TALLYSTICK_FAST_BUILD=1         compile without optimisation: for tests that need no speed
"""

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path(__file__).resolve().parent / "src"
# By its path: the package is not installed yet.
KERNELS = runpy.run_path(str(SOURCES / "tallystick" / "solve" / "kernels.py"))["kernel_paths"]()

PURE = os.environ.get("TALLYSTICK_PURE") == "1"
# Kernels are translated and compiled side by side. Cython forks for that, which not every system can.
WORKERS = (os.cpu_count() or 1) if sys.platform == "linux" else 0
REQUIRED = os.environ.get("TALLYSTICK_REQUIRE_COMPILED") == "1"
FAST_BUILD = os.environ.get("TALLYSTICK_FAST_BUILD") == "1"
# Without symbols for debuggers: they would make up most of the package.
COMPILER_OPTIONS = ["-O0" if FAST_BUILD else "-O3", "-g0"] if os.name == "posix" else ["/O2"]


class OptionalBuild(build_ext):
    """Compiles the kernels, or leaves them as they are and says so."""

    def finalize_options(self) -> None:
        # Here, not at the top: Cython is needed only where something is built, and extensions must be C by now.
        try:
            from Cython.Build import cythonize

            self.distribution.ext_modules = cythonize(
                self.distribution.ext_modules, quiet=True, build_dir="build/cython", nthreads=WORKERS
            )
        except Exception as error:
            self.give_up(error)
        super().finalize_options()
        self.parallel = self.parallel or max(1, WORKERS)

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            # All or nothing: a compiled module that reads another's fields does not work beside an interpreted one.
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.give_up(error)

    def give_up(self, error: Exception) -> None:
        if REQUIRED:
            raise error
        self.extensions = self.distribution.ext_modules = []
        print(
            f"tallystick: the kernels were not compiled ({type(error).__name__}: {error});\n"
            "tallystick: everything works, slower. Install a C compiler and reinstall to make it fast.",
            file=sys.stderr,
        )


extensions = [] if PURE else [
    Extension(
        ".".join(path.relative_to(SOURCES).with_suffix("").parts),
        [path.relative_to(SOURCES.parent).as_posix()],
        extra_compile_args=COMPILER_OPTIONS,
    )
    for path in KERNELS
]  # fmt: skip

setup(ext_modules=extensions, cmdclass={"build_ext": OptionalBuild})
