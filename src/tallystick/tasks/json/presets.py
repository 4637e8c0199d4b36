"""Presets of the task json."""

from __future__ import annotations

from tallystick.tasks.base import Preset

__all__ = ["PRESETS"]

#: Without a schema: the shape of calls does not come from the gold.
_CALLS = {"schema": "none"}

PRESETS = (
    Preset("tools", "tool calls of any provider: calls of one name meet; leaves, calls and documents are counted",
           {**_CALLS, "calls": "tools"}, undefined="null", metrics=("leaf", "item", "document")),
    Preset("bfcl", "verdicts of the Berkeley Function-Calling Leaderboard about calls, whatever their order",
           {**_CALLS, "calls": "bfcl"}, metrics=("document",)),
)  # fmt: skip
