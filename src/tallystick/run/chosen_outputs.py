"""The chosen outputs of a matrix as a file in the format of the outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tallystick.errors import UsageError
from tallystick.formats.base import Source
from tallystick.results.matrix import MetricMatrices
from tallystick.run.inputs.annotators import InputOutputs
from tallystick.run.inputs.sources import pick_format, readable_blocks
from tallystick.tasks.base import Task

__all__ = ["chosen_text"]

#: The formats that concatenate items, with the separator between two items.
_BETWEEN = {"json-lines": "\n", "json": "\n", "penman": "\n\n"}


def chosen_text(task: Task, metric: MetricMatrices, inputs: Sequence[InputOutputs]) -> str:
    """Return the text of the chosen output of each item, as it was read."""
    texts: dict[str, dict[int, str]] = {}
    marks: set[str] = set()
    chosen = []
    for each in inputs:
        item = each.items[metric.choices[each.id]]
        if item.path not in texts:
            source = Source(item.path)
            reader = task.formats[pick_format(task, source)].reader
            if reader.name not in _BETWEEN or item.path in ("-", "<data>"):
                raise UsageError(f"--choose writes JSON lines and PENMAN, not the format of {item.path}")
            marks.add(_BETWEEN[reader.name])
            texts[item.path] = {block.line: block.text for block in readable_blocks(source, reader)}
        chosen.append(texts[item.path][item.line].strip("\n"))
    if len(marks) > 1:
        raise UsageError("--choose needs all outputs in the same format")
    return "".join(_joined(chosen, marks.pop()))


def _joined(texts: Sequence[str], between: str) -> Iterator[str]:
    for index, text in enumerate(texts):
        yield text if index == 0 else between + text
    yield "\n"
