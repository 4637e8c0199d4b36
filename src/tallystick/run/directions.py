"""Comparisons without a gold: in which directions, and on which parts of items."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.registry import Chosen
from tallystick.tasks.base import Options, Preset, Task

__all__ = ["computed_both_ways", "on_common_parts"]

#: The parameter of metrics over documents that may have different sentences.
OVERLAP = "overlap"


def on_common_parts(chosen: Sequence[Chosen], options: Options, preset: Preset | None) -> Options:
    """Compare documents on the sentences that both sides have, unless the caller requests otherwise."""
    requested = {*options, *(preset.options if preset else ())}
    if OVERLAP in requested or not any(OVERLAP in choice.options for choice in chosen):
        return options
    return {**options, OVERLAP: "common"}


def computed_both_ways(task: Task, choice: Chosen) -> bool:
    """Return whether a metric is computed in both directions.

    This applies to metrics that are declared asymmetric, and to those that follow another program, which may be
    asymmetric.
    """
    defaults = {parameter.name: parameter.default for parameter in choice.metric.parameters}
    foreign = any(
        choice.options.get(name) == value and value != defaults.get(name)
        for preset in task.presets
        for name, value in preset.options.items()
    )
    return bool(choice.metric.asymmetric) or foreign
