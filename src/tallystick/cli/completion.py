"""``tallystick completion``: what makes a shell complete commands, options, metrics, tasks and files."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from tallystick.cli.metric_options import complete_files
from tallystick.cli.output import write
from tallystick.errors import TallystickError
from tallystick.registry import find_task, tasks

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["completed", "completion"]

SHELLS = ("bash", "zsh", "fish")


@click.command(no_args_is_help=True, short_help="Print a completion script for a shell.")
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a completion script for commands, options, metrics, tasks and files.

    \b
    Examples (install it for new shells):
      bash   tallystick completion bash > ~/.local/share/bash-completion/completions/tallystick
      zsh    tallystick completion zsh > ~/.zfunc/_tallystick    (with fpath+=~/.zfunc before compinit)
      fish   tallystick completion fish > ~/.config/fish/completions/tallystick.fish
    """
    from click.shell_completion import get_completion_class

    completion_class = get_completion_class(shell)
    root = click.get_current_context().find_root()
    assert completion_class is not None
    write(completion_class(root.command, {}, "tallystick", "_TALLYSTICK_COMPLETE").source() + "\n")


def completed(command: click.Command) -> click.Command:
    """Add completion to the parameters of a command: files, tasks, metrics."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and isinstance(parameter.type, click.types.StringParamType):
            _teach(parameter, _names if parameter.name == "name" else complete_files)
        elif parameter.name == "output":
            _teach(parameter, complete_files)
        elif parameter.name in ("task", "task_name"):
            _teach(parameter, _tasks)
        elif parameter.name == "metrics":
            _teach(parameter, _names)
        elif parameter.name == "preset":
            _teach(parameter, _presets)
    return command


def _teach(parameter: click.Parameter, complete: object) -> None:
    # Does the same as click's argument `shell_complete`, for commands declared in other modules.
    parameter._custom_shell_complete = complete  # type: ignore[assignment]


def _tasks(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(name, help=task.summary)
        for name, task in tasks().items()
        if name.startswith(incomplete)
    ]


def _names(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete metrics, of the task if it is already named. The text before a comma is kept."""
    from click.shell_completion import CompletionItem

    before, comma, last = incomplete.rpartition(",")
    chosen = list(tasks().values())
    if named := context.params.get("task") or context.params.get("task_name"):
        with suppress(TallystickError):  # running the command reports the error
            chosen = [find_task(named)]
    summaries = {metric.name: metric.summary for task in chosen for metric in task.metrics}
    return [
        CompletionItem(f"{before}{comma}{name}", help=summary)
        for name, summary in sorted(summaries.items())
        if name.startswith(last)
    ]


def _presets(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    summaries = {preset.name: preset.summary for task in tasks().values() for preset in task.presets}
    return [
        CompletionItem(name, help=summary)
        for name, summary in sorted(summaries.items())
        if name.startswith(incomplete)
    ]
