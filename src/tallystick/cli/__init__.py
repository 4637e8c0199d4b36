"""The command line: one file per command. The only place that prints or exits."""

from __future__ import annotations

import gc
import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    _open_what_is_closed()
    try:
        status = _main()
    except KeyboardInterrupt:  # while still being imported
        status = 130
    except OSError as error:
        # Nobody reads on, or not even an error could be told. Python must not try again when it closes its output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 0 if isinstance(error, BrokenPipeError) else 71
    if status:
        sys.exit(status)


def _open_what_is_closed() -> None:
    """Where whoever started the program closed its input or its errors, nothing is read and nothing is told.

    A closed output stays so: a result that goes nowhere is an error, which is told where it is written.
    """
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
    from tallystick.cli.app import run
    from tallystick.run.interruptions import end_at_second_interruption

    end_at_second_interruption()
    # Items are made and dropped by the million and hold no cycles: looking for some so often costs a tenth of the time.
    gc.set_threshold(20_000, 20, 50)
    return run(sys.argv[1:])
