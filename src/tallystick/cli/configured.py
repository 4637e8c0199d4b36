"""Defaults from a project's file: options that were not given on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

import click

from tallystick.cli.messages import notify
from tallystick.cli.metric_options import is_parameter, known_options, parameter_name
from tallystick.dataclass import dataclass
from tallystick.errors import Problem, UsageError
from tallystick.integrations.config import Config, find_config, refuse, working_directory
from tallystick.registry import all_parameters, meant
from tallystick.results.options import OPTIONS
from tallystick.visible import visible

__all__ = ["Configured", "no_config"]

#: Options that cannot change a score, so their origin is not reported.
_HARMLESS = {"format", "output", "quiet", "no-progress", "items", "details", "summary"}
_HARMLESS |= {option.key for option in OPTIONS if not option.announced}
#: Options that a project file cannot set.
_REFUSED = {"help", "no-config", "output", "signature", "id"}
_REFUSED |= {option.key for option in OPTIONS if not option.configurable}
#: Run options that a signature sets, by its own fields or with the metric that it names.
_SIGNED = {option.name for option in OPTIONS if option.signed is not None or option.signed_by_metric}


def no_config(command: click.Command) -> click.Command:
    """Give a command the option ``--no-config``."""
    sentence = "Ignore tallystick.toml and pyproject.toml."
    command.params.append(click.Option(["--no-config"], is_flag=True, expose_value=False, help=sentence))
    return command


class Configured(click.Group):
    """A group of commands whose defaults a file of the project may set."""

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
            task = _task_of(config, name)
            defaults = _Defaults(
                config, {each: _options(known, task) for each, known in commands.items()}, name, rest
            )
            defaults.read()
            ctx.default_map = {name: defaults.values}
            # Under --quiet too: readers of a score must know which options changed it.
            if defaults.noted:
                noted = ", ".join(f"{key}={_shown(value)}" for key, value in defaults.noted.items())
                notify(visible(f"note: defaults from {config.shown}: {noted}"))
            if defaults.distrusted:
                ignored = ", ".join(defaults.distrusted)
                notify(visible(f"warning: {config.shown}: ignored {ignored}, because {config.distrust}"))
        return name, command, rest


def _is_configured(command: click.Command) -> bool:
    return any("--no-config" in parameter.opts for parameter in command.params)


@dataclass(slots=True)
class _Defaults:
    """The defaults of a file for a command. The whole file is checked, whatever the command."""

    config: Config
    options: Mapping[str, Mapping[str, click.Option]]
    """The options of every command."""
    command: str
    rest: Sequence[str]
    """The command line after the name of the command."""
    values: dict[str, object] = field(default_factory=dict)
    """For click, by the names of parameters."""
    noted: dict[str, object] = field(default_factory=dict)
    """For display, by the names of options."""
    distrusted: list[str] = field(default_factory=list)
    """Options that were ignored because another user may have written the file."""
    problems: list[Problem] = field(default_factory=list)

    def read(self) -> None:
        """Check the file, and select the options of the command."""
        for key, value in self.config.values.items():
            if not isinstance(value, Mapping):
                self._settle(key, value)
            elif key in self.options:
                for inner, own in value.items():
                    self._settle(inner, own, key)
            else:
                message = f"unknown command {key!r}{meant(key, self.options)}"
                self.problems.append(self.config.problem(message, key))
        if self.problems:
            raise refuse(self.problems)

    def _settle(self, key: str, value: object, table: str | None = None) -> None:
        """Check a key for the commands it applies to, and keep it if this command is among them."""
        values = self._checked(key, value, table)
        # A value that some commands lack (a table in LaTeX, which only those with tables have) is for the others.
        if self.command not in values:
            return
        option = self.options[self.command][key]
        # The table of the command overrides the values for all commands; the command line overrides both.
        if (table is None and key in _own(self.config, self.command)) or self._is_given(option):
            return
        if self.config.distrust and _is_powerful(key, value):
            self.distrusted.append(key)
        elif values[self.command] is not None:
            self.values[str(option.name)] = values[self.command]
            if key not in _HARMLESS:
                self.noted[key] = value

    def _checked(self, key: str, value: object, table: str | None) -> dict[str, object]:
        """The value for each command that takes it; a problem if no command does."""
        tables = () if table is None else (table,)
        options = self.options if table is None else {table: self.options[table]}
        having = {command: known[key] for command, known in options.items() if key in known}
        if not having:
            every = {option for known in options.values() for option in known}
            where = f"tallystick {table}" if table else "any command"
            message = f"{key!r} is not an option of {where} that this file can set{meant(key, every)}"
            self.problems.append(self.config.problem(message, key, *tables))
        values: dict[str, object] = {}
        refusals: list[str] = []
        for command, option in having.items():
            try:
                values[command] = _value(option, value)
            except UsageError as error:
                refusals.append(str(error))
        if having and not values:
            self.problems.append(self.config.problem(f"{key}: {refusals[0]}", key, *tables))
        return values

    def _is_given(self, option: click.Option) -> bool:
        """Return whether the command line sets the parameter, by an option or by a signature."""
        end = self.rest.index("--") if "--" in self.rest else len(self.rest)
        names = {argument.split("=")[0] for argument in self.rest[:end]}
        same = [other for other in self.options[self.command].values() if other.name == option.name]
        return any(text in names for other in same for text in other.opts) or _signed(option, self.rest)


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


def _value(option: click.Option, value: object) -> object:
    """The value of an option as click takes it; None if it sets nothing."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise UsageError("expected true or false")
        if option.is_bool_flag:
            return value
        # One of several flags for a parameter: false does not set the others.
        return option.flag_value if value else None
    if isinstance(value, list):
        if not option.multiple:
            raise UsageError("expected one value, not a list")
        parts = value
    else:
        parts = [value]
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (str, int, float)):
            raise UsageError(f"expected a string or a number, not {type(part).__name__}")
    try:
        converted = [option.type.convert(str(part), option, None) for part in parts]
    except click.BadParameter as error:
        raise UsageError(error.message) from error
    return converted if option.multiple else converted[0]


def _signed(option: click.Option, rest: Sequence[str]) -> bool:
    """Whether a signature on the command line sets it already: it has every option except the files."""
    if not any(argument.split("=")[0] == "--signature" for argument in rest):
        return False
    name = str(option.name)
    if is_parameter(name):
        parameter = all_parameters().get(parameter_name(name))
        return parameter is None or parameter.load is None
    return name in _SIGNED


def _shown(value: object) -> str:
    """A value as the file has it, without quotes."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
