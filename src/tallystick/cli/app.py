"""The application: its commands, and the handling of errors."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

import click

from tallystick.cli.configured import Configured, no_config
from tallystick.cli.files import FAULTS
from tallystick.cli.messages import notify
from tallystick.cli.version import version_line
from tallystick.errors import (
    ConfigError,
    DataError,
    MachineError,
    NotProvenError,
    TallystickError,
    UndecidableError,
)
from tallystick.lazy import Lazy
from tallystick.visible import visible

__all__ = ["app", "run"]

#: The environment variable that a shell sets to request completions.
_COMPLETING = "_TALLYSTICK_COMPLETE"
#: Exit status: 0 fine, 1 a gate was missed, 4 not proven optimal, and these.
USAGE, BAD_DATA, NOT_PROVEN, FAULT, MACHINE, INTERRUPTED = 2, 3, 4, 70, 71, 130


class _Commands(Lazy[click.Command]):
    """Every command, imported when it is used, with what all commands have."""

    def prepared(self, thing: click.Command) -> click.Command:
        """Return a command with completion and with defaults from a project file."""
        from tallystick.cli.completion import completed

        return completed(thing if thing.name in UNCONFIGURED else no_config(thing))


NAMES = (
    "score", "compare", "rank", "agree", "correlate", "matrix", "explain", "report", "check", "convert", "stats",
    "schema", "metrics", "demo", "completion",
)  # fmt: skip
#: Commands for which a project's file has no defaults.
UNCONFIGURED = ("schema", "metrics", "demo", "completion")
COMMANDS = _Commands({name: f"tallystick.cli.{name}:{name}" for name in NAMES})


@click.group(
    cls=Configured,
    commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(message=version_line())
def app() -> None:
    """Measure how well a predicted structure matches the gold one.

    \b
    Examples:
      tallystick demo                                     embedded examples
      tallystick score gold.jsonl pred.jsonl              score predictions
      tallystick score gold.jsonl pred.jsonl -m b3,muc -f json
      tallystick agree gold.jsonl pred.jsonl              annotator agreement
      tallystick compare gold.jsonl base.jsonl new.jsonl  significance tests
      tallystick rank gold/ systems/                      a leaderboard
      tallystick correlate gold.jsonl pred.jsonl --with h.csv  human scores
      tallystick matrix a.jsonl b.jsonl c.jsonl           pairwise scores
      tallystick explain gold.jsonl pred.jsonl --worst 3  the worst items
      tallystick report gold.jsonl pred.jsonl -o x.html   an HTML page
      tallystick check gold.jsonl                         validate a file
      tallystick convert gold.amr --to json               another format
      tallystick stats gold.jsonl                         count contents
      tallystick schema gold.jsonl                        inferred schema
      tallystick metrics ceaf-rme                         describe a metric

    \b
    Exit status: 0 success, 1 score below its threshold (--fail-under),
    2 wrong usage, 3 bad data, 4 not proved optimal (--require-optimal),
    70 internal error, 71 system error (a worker process died, a disk is
    full), 130 interrupted.
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit status."""
    output = sys.stdout
    try:
        result = app.main(list(arguments), prog_name="tallystick", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        notify("interrupted")
        return INTERRUPTED
    except DataError as error:
        from tallystick.cli.output import show_problems

        show_problems(error)
        return BAD_DATA
    except NotProvenError as error:
        notify(f"Error: {error}")
        return NOT_PROVEN
    except MachineError as error:
        notify(f"Error: {error}")
        return MACHINE
    except MemoryError:
        notify("Error: out of memory")
        return MACHINE
    except (ConfigError, UndecidableError) as error:  # multi-line messages of Tallystick
        notify(f"Error: {error}")
        return USAGE
    except TallystickError as error:
        notify(visible(f"Error: {error}"))
        return USAGE
    except SystemExit as error:
        if sys.stdout is not output:  # click replaces an output without a reader
            return 0
        if _COMPLETING in os.environ:  # click answers a shell, and ends
            raise
        notify(f"Error: your own code called sys.exit({error.code!r})")
        return FAULT
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (*FAULTS, errno.EBADF):
            # Help and versions, which click writes itself.
            from tallystick.cli.output import unwritten

            notify(f"Error: {unwritten(error)}")
            return MACHINE
        # A fault of ours, or of a user's own metric. Python's status for it would be 1: a missed gate.
        if os.environ.get("TALLYSTICK_DEBUG"):
            raise
        where = "; ".join(getattr(error, "__notes__", ()))
        notify(visible(f"Error: {type(error).__name__}: {error}{f' ({where})' if where else ''}"))
        notify(
            "This is an internal error, or an error in your own metric. Set TALLYSTICK_DEBUG=1 to see where."
        )
        return FAULT
