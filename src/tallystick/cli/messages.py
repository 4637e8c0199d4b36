"""Messages on standard error."""

from __future__ import annotations

import warnings
from typing import TextIO

import click

from tallystick.errors import PluginWarning
from tallystick.visible import visible

__all__ = ["notify", "show_plugin_warnings"]


def notify(text: str) -> None:
    """Write a message; control characters in data are escaped."""
    click.echo(visible(text, lines=True), err=True)


def show_plugin_warnings() -> None:
    """Show warnings about tasks of other packages as messages; others, which are for programmers, as Python does."""
    show = warnings.showwarning

    def shown(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, PluginWarning):
            notify(f"warning: {message}")
        else:
            show(message, category, filename, lineno, file, line)

    warnings.showwarning = shown
