"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

import click

from tallystick.cli.metric_options import ScoringCommand
from tallystick.cli.output import Output
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.formats import Format, formats_of
from tallystick.report.view import Numbers
from tallystick.run.inputs.sources import open_source

__all__ = ["OptionalLevel", "output_options", "sides"]

Command = TypeVar("Command", bound=Callable[..., Any])


def _stack(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def _source(_context: click.Context, parameter: click.Parameter, value: str) -> Source:
    if not value:
        raise UsageError(f"{str(parameter.name).upper()} is empty; is a shell variable unset?")
    return open_source(value)


def sides(command: Command) -> Command:
    """The arguments GOLD and PRED, as sources."""
    return _stack(click.argument("gold", callback=_source), click.argument("pred", callback=_source))(command)


_guard_csv = click.option(
    "--guard-csv", is_flag=True, help="Put ' before CSV cells that a spreadsheet would run as formulas."
)


_numbers: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--percent/--no-percent",
        "in_percent",
        default=True,
        help="Scores × 100, the default, or fractions. JSON and CSV always have fractions at full precision.",
    ),
    click.option(
        "--digits",
        type=click.IntRange(0, 15),
        metavar="N",
        help="Number of decimals. Default: 2, or 4 with --no-percent.",
    ),
)


def output_options(kind: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``-f``, ``-o``, ``--quiet``, ``--no-progress``; ``--guard-csv`` and ``--percent``, ``--digits`` where they apply.

    The formats are those of the table that apply to the kind of result. The command takes all of it as one argument,
    `output`.
    """
    offered = formats_of(kind)
    options = _stack(
        click.option("-f", "--format", "output_format", type=OutputFormatChoice(offered), default=next(iter(offered)),
                     show_default=True, help=f"Output format.{_scale(kind, offered)}"),
        click.option("-o", "--output", metavar="FILE", help="Write to a file."),
        click.option("--quiet", is_flag=True, help="No notes, warnings or signatures."),
        click.option("--no-progress", is_flag=True, help="No progress bar."),
        *(_numbers if any(kind in offer.percent for offer in offered.values()) else ()),
        *([_guard_csv] if "csv" in offered else []),
    )  # fmt: skip

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_output(
            *, output_format: str, output: str | None, quiet: bool, no_progress: bool, guard_csv: bool = False,
            in_percent: bool = True, digits: int | None = None, **others: Any,
        ) -> Any:  # fmt: skip
            numbers = Numbers(in_percent, digits)
            return command(
                output=Output(output_format, output, quiet, no_progress, guard_csv, numbers), **others
            )

        decorated: Callable[..., Any] = options(with_output)
        return decorated

    return decorate


def _scale(kind: str, offered: Mapping[str, Format]) -> str:
    """Which formats show numbers × 100."""
    *others, last = [offer.title for offer in offered.values() if kind in offer.percent] or [""]
    if not others:
        return f" {last} shows scores × 100, the rest fractions." if last else ""
    return f" {', '.join(others)} and {last} show scores × 100, the rest fractions."


class OutputFormatChoice(click.Choice):  # type: ignore[type-arg, unused-ignore]
    """The name of a format; shells show what each is for."""

    def __init__(self, offered: Mapping[str, Format]) -> None:
        super().__init__(list(offered))
        self.offered = offered

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The names that begin so, each with its summary."""
        from click.shell_completion import CompletionItem  # a shell asks for it, and no run

        return [
            CompletionItem(name, help=offer.summary)
            for name, offer in self.offered.items()
            if name.startswith(incomplete)
        ]


class OptionalLevel(ScoringCommand):
    """A command whose ``--confidence`` may be given alone, without reading the next argument as its level."""

    DEFAULT = "0.95"
    _LEVEL = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give every bare ``--confidence`` its level: the number after it, else the default."""
        end = args.index("--") if "--" in args else len(args)
        written: list[str] = []
        index = 0
        while index < end:
            argument = args[index]
            index += 1
            if argument == "--confidence":
                has_level = index < end and self._LEVEL.fullmatch(args[index])
                argument = f"--confidence={args[index] if has_level else self.DEFAULT}"
                index += bool(has_level)
            written.append(argument)
        return super().parse_args(ctx, written + args[end:])
