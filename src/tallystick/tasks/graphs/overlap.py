"""The option for documents that overlap in part: how sentences that only one side has count."""

from __future__ import annotations

from tallystick.tasks.base import Parameter

__all__ = ["ALL", "COMMON", "OVERLAP"]

ALL, COMMON = "all", "common"

OVERLAP = Parameter(
    "overlap", ALL, "count sentences that only one side has as missed or spurious (all), or leave them out (common)",
    choices=(ALL, COMMON),
)  # fmt: skip
