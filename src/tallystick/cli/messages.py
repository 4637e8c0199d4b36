"""Messages on standard error."""

from __future__ import annotations

import click

from tallystick.visible import visible

__all__ = ["notify"]


def notify(text: str) -> None:
    """Write a message, of one line or several, in which data cannot drive the terminal."""
    click.echo(visible(text, lines=True), err=True)
