"""Options that come from declarations: one for every parameter that a metric has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import click

from tallystick.registry import all_parameters, tasks
from tallystick.tasks.base import Parameter

__all__ = [
    "ScoringCommand",
    "complete_files",
    "given_parameters",
    "is_parameter",
    "parameter_name",
    "parameter_options",
]

_PREFIX = "parameter_"
#: Where a context keeps the task that its command line names.
_NAMED = "tallystick.task"


class ScoringCommand(click.Command):
    """A command with one option for every parameter of a metric.

    Where the command line names a task, the options are those of its metrics, so that no other task has to be
    imported; else those of all tasks.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, with the options of the task that is named if they suffice."""
        named = _task_named(args)
        if named is None:
            return super().parse_args(ctx, args)
        ctx.meta[_NAMED] = named
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption:
            # Of another task, perhaps: then the run can say so.
            del ctx.meta[_NAMED]
            return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then those of the metrics."""
        named = ctx.meta.get(_NAMED)
        of_metrics = {id(option) for option in _metric_options(*([named] if named else []))}
        sections: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                sections[id(parameter) in of_metrics].append(record)
        for is_metric, title in ((False, "Options"), (True, "Options of metrics")):
            if not sections[is_metric]:  # dependencies, say, have none
                continue
            with formatter.section(f"{title} of the task {named}" if is_metric and named else title):
                formatter.write_dl(sections[is_metric])

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, those of metrics, and ``--help`` at the end."""
        *own, last = super().get_params(ctx)
        named = ctx.meta.get(_NAMED)
        return [*own, *_metric_options(*([named] if named else [])), last]


def _task_named(args: Sequence[str]) -> str | None:
    """The built-in task that a command line names."""
    for index, argument in enumerate(args):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--task":
            value = value if equals else "".join(args[index + 1 : index + 2])
            return value if value in tasks() else None
    return None


@cache
def _metric_options(*names: str) -> tuple[click.Option, ...]:
    return tuple(
        option
        for parameter in all_parameters(*names).values()
        if parameter.name != "seed"  # one seed for everything that is random in a run
        for option in parameter_options(parameter)
    )


def parameter_options(parameter: Parameter) -> Iterator[click.Option]:
    """The option, or the options, of a parameter."""
    name = f"{_PREFIX}{parameter.name.replace('-', '_')}"
    sentence = parameter.help[:1].upper() + parameter.help[1:]
    if parameter.flags:
        for flag, value in parameter.flags.items():
            which = "" if value == "yes" else f": {value}"
            yield click.Option([flag, name], flag_value=value, default=None, help=f"{sentence}{which}.")
        return
    kind: Any = click.Choice([str(choice) for choice in parameter.choices]) if parameter.choices else None
    is_file = parameter.load is not None
    yield click.Option(
        [f"--{parameter.name}", name],
        type=kind,
        metavar="FILE" if is_file else None,
        help=f"{sentence}.",
        shell_complete=complete_files if is_file else None,
    )


def complete_files(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Let the shell complete the name of a file."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def is_parameter(name: str) -> bool:
    """Whether a value of a command is that of a metric's parameter."""
    return name.startswith(_PREFIX)


def parameter_name(name: str) -> str:
    """The parameter whose value a command has under this name."""
    return name.removeprefix(_PREFIX).replace("_", "-")


def given_parameters(values: Mapping[str, object]) -> dict[str, object]:
    """The parameters of metrics among the values of a command's options."""
    return {
        parameter_name(name): value
        for name, value in values.items()
        if is_parameter(name) and value is not None
    }
