"""The command line: one file per command. The only place that prints or exits."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        # Asked often, by scripts above all: answered without importing click.
        from tallystick.cli.version import version_line

        sys.stdout.write(version_line() + "\n")
        return
    try:
        from tallystick.cli.app import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # while still being imported
        status = 130
    sys.exit(status)
