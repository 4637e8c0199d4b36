"""Defaults from a project's file: options that were not given on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import click

from tallystick.cli.messages import notify
from tallystick.cli.metric_options import known_options
from tallystick.cli.signatures import SETTINGS
from tallystick.errors import Problem, UsageError
from tallystick.integrations.config import Config, find_config, refuse, working_directory
from tallystick.registry import all_parameters, meant
from tallystick.visible import visible

__all__ = ["Configured", "no_config"]

#: Options that can move no score: nobody needs to be told where they come from.
_HARMLESS = {"format", "output", "quiet", "no-progress", "jobs", "items", "details", "summary"}
#: Options that a project has no business to settle.
_REFUSED = {"help", "no-config", "output", "signature", "resume", "id"}


def no_config(command: click.Command) -> click.Command:
    """Give a command the option ``--no-config``."""
    sentence = "Take no defaults from tallystick.toml or pyproject.toml."
    command.params.append(click.Option(["--no-config"], is_flag=True, expose_value=False, help=sentence))
    return command


class Configured(click.Group):
    """A group of commands whose defaults may stand in a file of the project."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and the defaults for it."""
        name, command, rest = super().resolve_command(ctx, args)
        if (
            name is None
            or command is None
            or ctx.resilient_parsing
            or {"--no-config", "-h", "--help"} & set(rest)
        ):
            return name, command, rest
        if not rest and command.no_args_is_help:
            return name, command, rest
        config = find_config(working_directory()) if _is_configured(command) else None
        if config is not None:
            # All of a file is checked, against all commands: only then are they all needed.
            commands = {each: known for each, known in self.commands.items() if _is_configured(known)}
            found = _defaults(config, commands, name, rest)
            ctx.default_map = {name: found.values}
            # Under --quiet too: whoever reads a score has to know what moved it.
            if found.noted:
                told = ", ".join(f"{key}={_shown(value)}" for key, value in found.noted.items())
                notify(visible(f"note: defaults from {config.shown}: {told}"))
            if found.distrusted:
                ignored = ", ".join(found.distrusted)
                notify(visible(f"warning: {config.shown}: ignored {ignored}, because {config.distrust}"))
        return name, command, rest


def _is_configured(command: click.Command) -> bool:
    return any("--no-config" in parameter.opts for parameter in command.params)


@dataclass(slots=True)
class _Defaults:
    """The defaults for one command: for click by the names of its parameters, for people by those of its options."""

    values: dict[str, object] = field(default_factory=dict)
    noted: dict[str, object] = field(default_factory=dict)
    distrusted: list[str] = field(default_factory=list)
    """What was ignored because somebody else may have written the file."""


def _defaults(
    config: Config, commands: Mapping[str, click.Command], name: str, rest: Sequence[str]
) -> _Defaults:
    """What a file says for one command. All of the file is checked, whatever the command is."""
    task = _task_of(config, name)
    options = {each: _options(command, task) for each, command in commands.items()}
    problems: list[Problem] = []
    found = _Defaults()
    for key, value in config.values.items():
        if isinstance(value, Mapping):
            if key not in options:
                message = f"there is no command {key!r}{meant(key, options)}"
                problems.append(config.problem(message, key))
                continue
            for inner, own in value.items():
                _settle(config, {key: options[key]}, inner, own, (key,), name, problems, found, rest)
        else:
            _settle(config, options, key, value, (), name, problems, found, rest)
    if problems:
        raise refuse(problems)
    return found


def _settle(
    config: Config, options: Mapping[str, Mapping[str, click.Option]], key: str, value: object,
    tables: tuple[str, ...], name: str, problems: list[Problem], found: _Defaults, rest: Sequence[str],
) -> None:  # fmt: skip
    """Check one key of a file for the commands it is meant for, and take it if ours is one of them."""
    having = {each: known[key] for each, known in options.items() if key in known}
    if not having:
        every = {option for known in options.values() for option in known}
        where = f"tallystick {tables[0]}" if tables else "any command"
        message = f"there is no option {key!r} of {where} that a file can settle{meant(key, every)}"
        problems.append(config.problem(message, key, *tables))
        return
    taken: dict[str, object] = {}
    refusals: list[str] = []
    for each, option in having.items():
        try:
            taken[each] = _value(option, key, value)
        except UsageError as error:
            refusals.append(str(error))
    if not taken:
        problems.append(config.problem(f"{key}: {refusals[0]}", key, *tables))
        return
    # A value that some commands lack (a table in LaTeX, which only those with tables have) is for the others.
    if name not in taken:
        return
    option = having[name]
    # What stands in a table of the command goes before what is for all; what is on the command line, before both.
    if (
        (not tables and key in _own(config, name))
        or _is_given(option, options, name, rest)
        or _signed(option, rest)
    ):
        return
    if config.distrust and _is_powerful(key, value):
        found.distrusted.append(key)
        return
    if taken[name] is not None:
        found.values[str(option.name)] = taken[name]
        if key not in _HARMLESS:
            found.noted[key] = value


def _is_powerful(key: str, value: object) -> bool:
    """Whether a default imports code, connects to another machine or silences messages."""
    return (
        (key == "task" and ":" in str(value))
        or (key == "engine" and value != "local")
        or (key == "quiet" and bool(value))
    )


def _own(config: Config, name: str) -> Mapping[str, object]:
    own = config.values.get(name)
    return own if isinstance(own, Mapping) else {}


def _task_of(config: Config, name: str) -> str | None:
    """The task that a file names for a command, unless it may not: then its module is not imported either."""
    task = _own(config, name).get("task", config.values.get("task"))
    return None if config.distrust or not isinstance(task, str) else task


def _options(command: click.Command, task: str | None) -> dict[str, click.Option]:
    """The options of a command by their long names, without the dashes."""
    return {
        text[2:]: option
        for option in known_options(command, task)
        if isinstance(option, click.Option)
        for text in option.opts
        if text.startswith("--") and text[2:] not in _REFUSED
    }


def _value(option: click.Option, key: str, value: object) -> object:
    """The value of an option as click takes it; None where it says nothing."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise UsageError("true or false is expected")
        if option.is_bool_flag:
            return value
        # Of several flags for one parameter, this one: false says nothing about the others.
        return option.flag_value if value else None
    if isinstance(value, list):
        if not option.multiple:
            raise UsageError("one value is expected, not a list")
        parts = value
    else:
        parts = [value]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (str, int, float)):
            raise UsageError(f"text or a number is expected, not {type(part).__name__}")
    try:
        converted = [option.type.convert(str(part), option, None) for part in parts]
    except click.BadParameter as error:
        raise UsageError(error.message) from error
    return converted if option.multiple else converted[0]


def _is_given(
    option: click.Option, options: Mapping[str, Mapping[str, click.Option]], name: str, rest: Sequence[str]
) -> bool:
    """Whether the command line says something about the parameter: by this option, or by another for the same."""
    end = rest.index("--") if "--" in rest else len(rest)
    names = {argument.split("=")[0] for argument in rest[:end]}
    same = [other for other in options[name].values() if other.name == option.name]
    return any(text in names for other in same for text in other.opts)


def _signed(option: click.Option, rest: Sequence[str]) -> bool:
    """Whether a signature on the command line says it already: it holds every option but the files."""
    if not any(argument.split("=")[0] == "--signature" for argument in rest):
        return False
    name = str(option.name).removeprefix("parameter_").replace("_", "-")
    if str(option.name).startswith("parameter_"):
        parameter = all_parameters().get(name)
        return parameter is None or parameter.load is None
    return name in (*SETTINGS, "metrics", "preset", "seed")


def _shown(value: object) -> str:
    """A value as it stands in the file, without quotes."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
