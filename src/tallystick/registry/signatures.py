"""Signatures: every option that can change a score, in one line that works as input again."""

from __future__ import annotations

from tallystick.errors import UsageError

__all__ = ["from_signature"]


def from_signature(text: str) -> tuple[str, dict[str, str]]:
    """The metric's name and all options of a signature."""
    name, *settings = text.strip().split("|")
    if not name:
        raise UsageError("the signature names no metric")
    options = {}
    for setting in settings:
        key, colon, value = setting.partition(":")
        if not colon:
            raise UsageError(f"{setting!r} in the signature is not of the form option:value")
        options[key] = value
    return name, options
