"""Presets of the task json."""

from __future__ import annotations

from tallystick.tasks.base import Preset

__all__ = ["PRESETS"]

#: Without a schema: the shape of calls does not come from the gold.
_CALLS = {"schema": "none"}

PRESETS = (
    Preset("tools", "tool calls of any provider: a call matches only calls of the same tool; "
           "scores leaves, calls and documents",
           {**_CALLS, "calls": "tools"}, undefined="null", metrics=("leaf", "item", "document")),
    Preset("bfcl", "verdicts of the Berkeley Function-Calling Leaderboard on calls in any order",
           {**_CALLS, "calls": "bfcl"}, metrics=("document",)),
    Preset("anls-star", "ANLS* 1.0.1: all scalars as text, lists matched by mean similarity, mean over documents",
           {"schema": "none"}, metrics=("anls-star",), average="macro"),
    Preset("struct-extract-eval", "struct-extract-eval 0.1.0 with Hungarian matching: equality, null as a value, "
           "mean over documents", {"null": "value", "text": "exact"}, metrics=("leaf",), average="macro"),
)  # fmt: skip
