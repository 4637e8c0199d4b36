"""The options of a run on the command line, made from their declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from tallystick.cli.metric_options import SingleOption, given_parameters, is_parameter
from tallystick.dataclass import dataclass
from tallystick.results.options import chosen, options_of
from tallystick.results.run_option import RunOption
from tallystick.results.settings import Settings
from tallystick.run.request import Request

if TYPE_CHECKING:
    from tallystick.stats.comparison import Statistics

__all__ = ["RunArguments", "run_options"]


@dataclass(frozen=True, slots=True)
class RunArguments:
    """The options of a run as a command line gives them, by the names of their declarations."""

    values: Mapping[str, Any]
    parameters: Mapping[str, object]
    """The parameters of metrics."""

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def settings(self, **changes: object) -> Settings:
        """The settings; `changes` take precedence over the command line."""
        return Settings.from_options({**self.values, **changes})

    def request(self, settings: Settings | None = None, metrics: Sequence[str] = ()) -> Request:
        """The request, with other settings or metrics if they are given."""
        return Request(
            metrics or self["metrics"], self.parameters, settings or self.settings(), self["task"], self["preset"]
        )  # fmt: skip

    def statistics(self, **changes: object) -> Statistics:
        """How systems are compared; `changes` take precedence over the command line."""
        from tallystick.stats.comparison import Statistics  # few commands compare systems

        return Statistics(**chosen("statistics", {**self.values, **changes}))


def run_options(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options that are declared for a command, which takes all of them as one argument, `run`.

    The command is one with the options of metrics, a `ScoringCommand`.
    """
    declared = list(options_of(name))

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_run(**values: Any) -> Any:
            run = RunArguments(
                {option.name: _value(option, values) for option in declared}, given_parameters(values)
            )
            others = {key: value for key, value in values.items() if not is_parameter(key)}
            return command(run=run, **others)

        decorated: Callable[..., Any] = with_run
        decorators = [decorator for option in declared for decorator in _click_options(option)]
        for decorator in reversed(decorators):
            decorated = decorator(decorated)
        return decorated

    return decorate


def _click_options(option: RunOption) -> Iterator[Callable[[Callable[..., Any]], Callable[..., Any]]]:
    """An option as click takes it; several where each choice has its own option."""
    for spelling, sentence in option.flags.values():
        yield click.option(spelling, is_flag=True, help=sentence)
    if option.flags:
        return
    spellings = (*(option.spellings or (f"--{option.key}",)), option.name)
    if option.type is bool:
        yield click.option(*spellings, is_flag=True, help=option.help)
        return
    multiple = option.type is tuple
    yield click.option(
        *spellings,
        cls=SingleOption if option.single else None,
        type=_click_type(option),
        default=None if multiple else option.default,
        multiple=multiple,
        show_default=option.default is not None and not multiple,
        metavar=option.metavar,
        help=option.help,
    )


def _click_type(option: RunOption) -> Any:
    if option.choices:
        return click.Choice(option.choices)
    if option.minimum is not None:
        return click.IntRange(min=option.minimum)
    return click.FLOAT if option.type is float else click.STRING


def _value(option: RunOption, values: dict[str, Any]) -> Any:
    """Take the value of an option from those of a command line."""
    if not option.flags:
        return values.pop(option.name)
    names = {choice: flag.removeprefix("--").replace("-", "_") for choice, (flag, _) in option.flags.items()}
    chosen = [choice for choice, name in names.items() if values.pop(name)]
    return tuple(chosen) or option.default
