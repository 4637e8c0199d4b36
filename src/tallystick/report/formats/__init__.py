"""The output formats of all commands, one module each: ``-f`` offers the modules of this folder.

A module declares its `FORMAT`: a name, a line of help, the kinds of results that it applies to, and a function that
writes a view of a result. To add a format, add a module; nothing else has to change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from tallystick.dataclass import dataclass
from tallystick.report.view import ResultView, Target

__all__ = ["Format", "formats", "formats_of", "render"]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write results."""

    name: str
    summary: str
    kinds: tuple[str, ...]
    """The kinds of results that it applies to: `View.kind`."""
    write: Callable[[Any, Target], Iterable[str]]
    """The text of a view, piece by piece."""
    rank: int = 100
    """Formats are offered in this order; the first one is the default."""
    percent: tuple[str, ...] = ()
    """The kinds whose numbers it shows × 100, or as ``--no-percent`` and ``--digits`` say."""
    title: str = ""
    """Its name in a sentence, for those that show numbers × 100."""
    offered: bool = True
    """Whether commands offer it; notebooks have a separate format."""


@cache
def formats() -> dict[str, Format]:
    """Every format by its name, in the order in which they are offered."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    known: list[Format] = sorted(
        (module.FORMAT for module in modules), key=lambda each: (each.rank, each.name)
    )
    return {each.name: each for each in known}


def formats_of(kind: str) -> dict[str, Format]:
    """The formats that a command offers for a kind of result."""
    return {name: each for name, each in formats().items() if each.offered and kind in each.kinds}


def render(name: str, view: ResultView, target: Target | None = None) -> str:
    """A result in a format, as text."""
    return "".join(formats()[name].write(view, target or Target()))
