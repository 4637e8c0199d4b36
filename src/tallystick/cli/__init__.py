"""The command line: one file per command. The only place that prints or exits."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from contextlib import suppress

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    _open_what_is_closed()
    try:
        status = _main()
    except KeyboardInterrupt:  # while still being imported
        status = _INTERRUPTED
    except OSError as error:
        # The reader of the output is gone. Python must not write again when it closes its output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 0
        if not isinstance(error, BrokenPipeError):
            status = 71
            with suppress(OSError):
                sys.stderr.write(f"Error: standard output: {error.strerror or error}\n")
                sys.stderr.flush()
    if status == _INTERRUPTED:
        # An interruption that passes through executed text, such as a method of a dataclass, leaves a mark even when
        # it is caught, and `python -m tallystick` would die of a signal. Executing any text removes the mark.
        exec("")
    # Python looks for cycles once more when it ends, in everything that was ever imported: a tenth of a short run.
    gc.freeze()
    if status:
        sys.exit(status)


class _Closed(io.TextIOBase):
    """A closed standard output: writing to it is an error."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        if text:
            raise OSError(errno.EBADF, "it is closed")
        return 0


def _open_what_is_closed() -> None:
    """Replace standard streams that were closed: read nothing, report nothing, and refuse to write a result."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _main() -> int:
    if sys.argv[1:] == ["--version"]:
        # Asked often, by scripts above all: answered without importing click.
        from tallystick.cli.version import version_line

        sys.stdout.write(version_line() + "\n")
        sys.stdout.flush()
        return 0
    # Items are created by the million and contain no cycles: frequent garbage collection would cost a tenth of a run.
    gc.set_threshold(200_000, 20, 100)
    from tallystick.cli.app import run
    from tallystick.cli.messages import show_plugin_warnings
    from tallystick.run.engines.interruptions import end_at_second_interruption

    end_at_second_interruption()
    show_plugin_warnings()
    return run(sys.argv[1:])
