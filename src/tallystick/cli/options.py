"""Options that several commands share, and options that come from the metrics' declarations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from tallystick.declare import Parameter
from tallystick.errors import UsageError
from tallystick.registry import all_parameters, from_signature

__all__ = ["given_parameters", "metric_options", "output_options", "scoring_options", "settings_from", "write"]

Command = TypeVar("Command", bound=Callable[..., Any])


def _stack(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def output_options(*formats: str) -> Callable[[Command], Command]:
    """``-f``, ``-o``, ``--quiet``, ``--no-progress``."""
    return _stack(
        click.option("-f", "--format", "output_format", type=click.Choice(formats), default=formats[0],
                     show_default=True, help="How the result is written. Text shows × 100, the rest fractions."),
        click.option("-o", "--output", type=click.Path(dir_okay=False, writable=True), help="Write to a file."),
        click.option("--quiet", is_flag=True, help="No notes and warnings on standard error."),
        click.option("--no-progress", is_flag=True, help="No progress bar."),
    )  # fmt: skip


def scoring_options(command: Command) -> Command:
    """The options of everything that scores."""
    return _stack(
        click.option("--task", help="What the files hold: coref, spans, relations, … or module:Type. "
                     "Told from the files where that is certain."),
        click.option("-m", "--metric", "metrics", multiple=True, metavar="METRIC",
                     help="A metric, such as b3 or 'ceaf-rme(phi=3)'; repeat it or separate by commas. "
                     "Default: the standard set of the task."),
        click.option("--on-error", type=click.Choice(["fail", "skip", "zero"]), default="fail", show_default=True,
                     help="A malformed item: list all problems and score nothing; leave it out; or count a "
                     "malformed or missing prediction as empty."),
        click.option("--match-by", type=click.Choice(["auto", "id", "order"]), default="auto", show_default=True,
                     help="How items are paired: by id where they have ids, else by order."),
        click.option("--time-limit", type=float, metavar="SECONDS", help="Most time for one item; bounds are given after it."),
        metric_options,
    )(command)  # fmt: skip


def metric_options(command: Command) -> Command:
    """One option for every parameter that some metric has."""
    for parameter in reversed(all_parameters().values()):
        command = _parameter_option(parameter)(command)
    return command


def _parameter_option(parameter: Parameter) -> Callable[[Command], Command]:
    name = f"parameter_{parameter.name.replace('-', '_')}"
    if parameter.flags:
        return _stack(
            *(
                click.option(flag, name, flag_value=value, default=None, help=f"{parameter.help}: {value}.")
                for flag, value in parameter.flags.items()
            )
        )
    kind: Any = click.Choice([str(choice) for choice in parameter.choices]) if parameter.choices else None
    if parameter.load is not None:
        kind = click.Path(dir_okay=False)
    return click.option(f"--{parameter.name}", name, type=kind, help=f"{parameter.help}.")


def given_parameters(values: Mapping[str, object]) -> dict[str, object]:
    """The parameters of metrics among the values of a command's options."""
    return {
        name.removeprefix("parameter_").replace("_", "-"): value
        for name, value in values.items()
        if name.startswith("parameter_") and value is not None
    }


def settings_from(signatures: tuple[str, ...], metrics: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """The metrics and settings that signatures stand for: exactly the options they hold."""
    if signatures and metrics:
        raise UsageError("--signature names its metric itself; leave -m out")
    expressions: list[str] = []
    settings: dict[str, str] = {}
    parameters = all_parameters()
    for text in signatures:
        name, options = from_signature(text)
        own = []
        for key, value in options.items():
            if key == "v":
                continue
            if key in ("average", "undefined", "on-error"):
                if settings.setdefault(key, value) != value:
                    raise UsageError(f"the signatures disagree about {key}")
            elif key in parameters and parameters[key].load is not None:
                settings.setdefault(f"fingerprint {key}", value)
            else:
                own.append(f"{key}={value}")
        expressions.append(f"{name}({','.join(own)})" if own else name)
    return expressions, settings


def write(text: str, output: str | None) -> None:
    """The result: to a file, or to standard output."""
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        Path(output).write_text(text, "utf-8")
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error
