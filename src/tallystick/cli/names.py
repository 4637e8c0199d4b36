"""``--names``: what systems and annotators are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.run.inputs.annotators import names_of
from tallystick.visible import visible

__all__ = ["named_sources", "names_option", "renamed"]

Value = TypeVar("Value")
Command = TypeVar("Command", bound=Callable[..., Any])


def names_option(what: str) -> Callable[[Command], Command]:
    """``--names``, for commands with several files of a kind."""
    return click.option(
        "--names",
        metavar="NAME,NAME,…",
        help=f"Names of the {what}. Default: their file names.",
    )


def named_sources(sources: Sequence[Source], names: str | None) -> dict[str, Source]:
    """Files by the names that ``--names`` gives them, else by names made from their own."""
    own = {name: source for name, source in names_of(sources).items() if isinstance(source, Source)}
    return renamed(own, names)


def renamed(named: Mapping[str, Value], names: str | None) -> dict[str, Value]:
    """Systems or annotators under the names that ``--names`` gives them, in their order."""
    if names is None:
        return dict(named)
    chosen_names = [visible(name.strip()) for name in names.split(",")]
    if (
        len(chosen_names) != len(named)
        or len(set(chosen_names)) != len(chosen_names)
        or not all(chosen_names)
    ):
        raise UsageError(f"--names {names}: expected {len(named)} different names, separated by commas")
    return dict(zip(chosen_names, named.values(), strict=True))
