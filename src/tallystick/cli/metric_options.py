"""Options that come from declarations: one for every parameter that a metric has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import click

from tallystick.errors import UsageError
from tallystick.registry import all_parameters, find_task, tasks
from tallystick.tasks.base import Parameter

__all__ = [
    "ScoringCommand",
    "SingleOption",
    "TaskCommand",
    "complete_files",
    "given_parameters",
    "is_parameter",
    "known_options",
    "known_parameters",
    "parameter_name",
    "parameter_options",
    "unambiguous",
]

_PREFIX = "parameter_"
#: The key under which a context keeps the tasks whose options its command has; without it, those of all tasks.
_TASKS = "tallystick.tasks"
#: The key under which a context records that the command line has no option of a task.
_OWN_ONLY = "tallystick.own-only"


class SingleOption(click.Option):
    """An option that must not be repeated; for other options, the last value counts, as usual."""


class TaskCommand(click.Command):
    """A command with options that are declared by tasks.

    They are looked up only if the command line or the configuration has an option that is not the command's own, or if
    help is requested. If a task is named, the options are those of this task, so that no other task must be imported;
    else those of all tasks.
    """

    title = "Options of tasks"

    def declared(self, *names: str) -> tuple[click.Option, ...]:
        """The options that tasks declare; without names, those of all tasks."""
        raise NotImplementedError

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, with the options of the task that is named if they suffice."""
        self._refuse_repeated(args)
        if not self._needs_tasks(ctx, args):
            ctx.meta[_OWN_ONLY] = True
            return super().parse_args(ctx, args)
        named = _task_named(args) or _configured(ctx)
        if named is None:
            return super().parse_args(ctx, args)
        wrong: UsageError | None = None
        try:
            find_task(named)
            ctx.meta[_TASKS] = (named,)
        except UsageError as error:
            wrong = error
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption:
            if wrong is not None:
                raise wrong from None
            # It may belong to another task: then the run reports it.
            del ctx.meta[_TASKS]
            return super().parse_args(ctx, args)

    def _refuse_repeated(self, args: Sequence[str]) -> None:
        given = [
            argument.partition("=")[0] for argument in args[: args.index("--") if "--" in args else None]
        ]
        for option in self.params:
            if isinstance(option, SingleOption) and sum(map(given.count, option.opts)) > 1:
                raise UsageError(
                    f"{option.opts[0]} is given more than once, and takes a single {option.metavar}: run the command "
                    "for each"
                )

    def _needs_tasks(self, ctx: click.Context, args: Sequence[str]) -> bool:
        """Whether anything may be meant that is not an option of the command itself."""
        if ctx.resilient_parsing or any(map(is_parameter, ctx.default_map or ())):
            return True
        own = {text for parameter in self.params for text in parameter.opts}
        for argument in args:
            if argument == "--":
                break
            name = argument.partition("=")[0] if argument.startswith("--") else argument[:2]
            if len(argument) > 1 and argument.startswith("-") and name not in own:
                return True
        return False

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, then those of tasks."""
        named = ctx.meta.get(_TASKS, ())
        declared = {id(option) for option in self.declared(*named)}
        sections: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                sections[id(parameter) in declared].append(record)
        of_task = f" of the task {named[0]}" if named else ""
        for is_declared, title in ((False, "Options"), (True, f"{self.title}{of_task}")):
            if not sections[is_declared]:  # dependencies, say, have none
                continue
            with formatter.section(title):
                formatter.write_dl(sections[is_declared])

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, those of tasks, and ``--help`` at the end."""
        if ctx.meta.get(_OWN_ONLY):
            return super().get_params(ctx)
        *own, last = super().get_params(ctx)
        # Built-in options take precedence over options of the same name from other packages.
        taken = {text for parameter in (*own, last) for text in parameter.opts}
        declared = self.declared(*ctx.meta.get(_TASKS, ()))
        return [*own, *(option for option in declared if not taken & set(option.opts)), last]


class ScoringCommand(TaskCommand):
    """A command with one option for every parameter of a metric."""

    title = "Options of metrics"

    def declared(self, *names: str) -> tuple[click.Option, ...]:
        """The options of metrics."""
        return _metric_options(*names)


def _task_named(args: Sequence[str]) -> str | None:
    """The task that a command line names."""
    for index, argument in enumerate(args):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--task":
            return (value if equals else "".join(args[index + 1 : index + 2])) or None
    return None


def _configured(ctx: click.Context) -> str | None:
    """The task that the project's file names."""
    defaults = ctx.default_map or {}
    named = defaults.get("task") or defaults.get("task_name")
    return named if isinstance(named, str) else None


def known_options(command: click.Command, task: str | None) -> list[click.Parameter]:
    """Every option that a command may have: those of all tasks, and of one that a file names as ``module:TASK``."""
    context = click.Context(command)
    if task is not None and ":" in task:
        context.meta[_TASKS] = (task, *tasks())
    return command.get_params(context)


def known_parameters(ctx: click.Context) -> Mapping[str, Parameter]:
    """The parameters of metrics that a command line can set, by name."""
    return all_parameters(*ctx.meta.get(_TASKS, ()))


@cache
def _metric_options(*names: str) -> tuple[click.Option, ...]:
    return unambiguous(
        option
        for parameter in all_parameters(*names).values()
        if parameter.name != "seed"  # one seed for everything that is random in a run
        for option in parameter_options(parameter)
    )


def unambiguous(options: Iterable[click.Option]) -> tuple[click.Option, ...]:
    """Options without duplicates: tasks of two packages may declare the same option."""
    by_text: dict[str, click.Option] = {}
    for option in options:
        if not any(text in by_text for text in option.opts):
            by_text.update(dict.fromkeys(option.opts, option))
    return tuple(dict.fromkeys(by_text.values()))


def parameter_options(parameter: Parameter) -> Iterator[click.Option]:
    """The option, or the options, of a parameter."""
    name = f"{_PREFIX}{parameter.name.replace('-', '_')}"
    # A sentence does not begin with α.
    first = parameter.help[:1]
    sentence = (first.upper() if first.isascii() else first) + parameter.help[1:]
    if parameter.flags:
        for flag, value in parameter.flags.items():
            text = parameter.flag_help.get(flag, sentence)
            yield click.Option([flag, name], flag_value=value, default=None, help=f"{text}.")
        return
    is_file = parameter.load is not None or bool(parameter.joins)
    choices = () if is_file else parameter.choices
    kind: Any = click.Choice([str(choice) for choice in choices], case_sensitive=False) if choices else None
    yield click.Option(
        [f"--{parameter.name}", name],
        type=kind,
        multiple=parameter.many,
        default=None,
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
        if is_parameter(name) and value is not None and value != ()
    }
