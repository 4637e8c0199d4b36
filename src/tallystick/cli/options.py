"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from tallystick.cli.metric_options import ScoringCommand
from tallystick.cli.output import Output
from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.report.formats import Format, formats_of
from tallystick.results.settings import MATCH_BY, ON_ERROR, ON_TIMEOUT, UNDEFINED, UNITS
from tallystick.run.inputs.sources import open_source
from tallystick.stats.adjust import ADJUSTMENTS

__all__ = [
    "Command",
    "OptionalLevel",
    "agreement_options",
    "average_option",
    "jobs_option",
    "names_option",
    "output_options",
    "paired_options",
    "scoring_options",
    "seed_option",
    "sides",
    "undefined_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])


def _stack(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def _source(_context: click.Context, parameter: click.Parameter, value: str) -> Source:
    if not value:
        raise UsageError(f"{str(parameter.name).upper()} is empty: is a variable of the shell unset?")
    return open_source(value)


def sides(command: Command) -> Command:
    """The arguments GOLD and PRED, as sources."""
    return _stack(click.argument("gold", callback=_source), click.argument("pred", callback=_source))(command)


_guard_csv = click.option(
    "--guard-csv", is_flag=True, help="Put ' before CSV cells that a spreadsheet would run as formulas."
)


def output_options(kind: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``-f``, ``-o``, ``--quiet``, ``--no-progress``; ``--guard-csv`` where there is CSV.

    The formats are those of the table that apply to the kind of result. The command takes all of it as one argument,
    `output`.
    """
    offered = formats_of(kind)
    options = _stack(
        click.option("-f", "--format", "output_format", type=FormatChoice(offered), default=next(iter(offered)),
                     show_default=True, help=f"How the result is written.{_scale(kind, offered)}"),
        click.option("-o", "--output", metavar="FILE", help="Write to a file."),
        click.option("--quiet", is_flag=True, help="No notes and warnings on standard error."),
        click.option("--no-progress", is_flag=True, help="No progress bar."),
        *([_guard_csv] if "csv" in offered else []),
    )  # fmt: skip

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def with_output(
            *, output_format: str, output: str | None, quiet: bool, no_progress: bool, guard_csv: bool = False,
            **others: Any,
        ) -> Any:  # fmt: skip
            return command(output=Output(output_format, output, quiet, no_progress, guard_csv), **others)

        return options(with_output)

    return decorate


def _scale(kind: str, offered: Mapping[str, Format]) -> str:
    """Which formats show numbers × 100."""
    scaled = [name.capitalize() for name, offer in offered.items() if kind in offer.percent]
    return f" {', '.join(scaled)} shows × 100, the rest fractions." if scaled else ""


class FormatChoice(click.Choice):  # type: ignore[type-arg, unused-ignore]
    """The name of a format; shells show what each is for."""

    def __init__(self, offered: Mapping[str, Format]) -> None:
        super().__init__(list(offered))
        self.offered = offered

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so, each with its summary."""
        return [
            CompletionItem(name, help=offer.summary)
            for name, offer in self.offered.items()
            if name.startswith(incomplete)
        ]


def average_option(*averages: str) -> Callable[[Command], Command]:
    """``--average``."""
    groups = "; or mean over the groups of --by" if "groups" in averages else ""
    return click.option(
        "--average",
        type=click.Choice(averages),
        default=averages[0],
        show_default=True,
        help=f"Ratio of sums; mean over items; mean weighted by sentences or tokens{groups}.",
    )


def names_option(what: str) -> Callable[[Command], Command]:
    """``--names``, for commands with several files of a kind."""
    return click.option(
        "--names",
        metavar="NAME,NAME,…",
        help=f"What the {what} are called. Default: the names of their files.",
    )


undefined_option = click.option(
    "--undefined", type=click.Choice(UNDEFINED), default="null", show_default=True, help="What 0/0 counts as."
)

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to score in."
)

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=12345,
    show_default=True,
    help="The seed of all that is random.",
)


def paired_options(command: Command) -> Command:
    """How systems are tested against each other."""
    return _stack(
        click.option("--paired-ar", is_flag=True,
                     help="Test systems by paired approximate randomisation. This is the default."),
        click.option("--paired-bs", is_flag=True,
                     help="Test systems by the paired bootstrap; with both, both p-values are given."),
        click.option("--adjust", type=click.Choice(ADJUSTMENTS), default="holm", show_default=True,
                     help="Adjust p-values over all comparisons of all metrics."),
        click.option("--unit", type=click.Choice(UNITS), default="item", show_default=True,
                     help="What is drawn and exchanged: items, or whole documents (the meta key document of an item, "
                     "else its file)."),
    )(command)  # fmt: skip


def scoring_options(command: Command) -> Command:
    """The options of everything that scores, beside those of the metrics that a :class:`ScoringCommand` has."""
    malformed = (
        "A malformed item: list all problems and score nothing; leave it out; or count a malformed or missing "
        "prediction as empty."
    )
    return _stack(*_scoring(ON_ERROR, malformed))(command)


def agreement_options(command: Command) -> Command:
    """The same where no side is the gold, so that no item can count as an empty prediction."""
    malformed = "A malformed item: list all problems and score nothing, or leave it out of both sides."
    return _stack(*_scoring(ON_ERROR[:2], malformed))(command)


def _scoring(policies: Sequence[str], malformed: str) -> list[Callable[[Command], Command]]:
    return [
        click.option("--task", help="What the files hold: coref, spans, relations, … or module:Type. "
                     "Told from the files where that is certain."),
        click.option("-m", "--metric", "metrics", multiple=True, metavar="METRIC",
                     help="A metric, such as b3 or 'ceaf-rme(phi=3)'; repeat it or separate by commas. "
                     "Default: the standard set of the task."),
        click.option("--preset", metavar="NAME", help="A named set of options, such as smatch-1.0.4: the numbers of "
                     "another program (tallystick metrics --presets)."),
        click.option("--on-error", type=click.Choice(policies), default="fail", show_default=True, help=malformed),
        click.option("--match-by", type=click.Choice(MATCH_BY), default="auto", show_default=True,
                     help="How items are paired: by id where they have ids, else by order."),
        click.option("--time-limit", type=float, metavar="SECONDS",
                     help="Most time per item, over all metrics."),
        click.option("--on-timeout", type=click.Choice(ON_TIMEOUT), default="best", show_default=True,
                     help="An item not proved optimal in time: count the best that was found, its upper bound, or "
                     "stop with status 4."),
        click.option("--memory-limit", metavar="SIZE",
                     help="Most memory per item, such as 4GB. Default: half of the available memory."),
        click.option("--strict-text", is_flag=True,
                     help="Make it an error if the two sides are about different texts, not a warning."),
    ]  # fmt: skip


class OptionalLevel(ScoringCommand):
    """A command whose ``--confidence`` may stand alone, without taking the next argument for its level."""

    DEFAULT = "0.95"
    _LEVEL = re.compile(r"[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give every bare ``--confidence`` its level: the number after it, else the default."""
        end = args.index("--") if "--" in args else len(args)
        written: list[str] = []
        place = 0
        while place < end:
            argument = args[place]
            place += 1
            if argument == "--confidence":
                given = place < end and self._LEVEL.fullmatch(args[place])
                argument = f"--confidence={args[place] if given else self.DEFAULT}"
                place += bool(given)
            written.append(argument)
        return super().parse_args(ctx, written + args[end:])
