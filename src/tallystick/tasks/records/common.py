"""Common declarations of the record tasks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path

__all__ = ["REFERENCE", "divided", "example_files"]

#: Where the metrics of this folder are defined.
REFERENCE = (
    "Chen, Gantt, Chen, White, Van Durme (2023): "
    "A Unified View of Evaluation Metrics for Structured Prediction"
)


def divided(kind: type, field: str, label: str) -> Callable[[object], Mapping[str, object]]:
    """Divide a document for `--by`: its elements by one of their fields, or a field's field."""
    label_of = attrgetter(label)

    def divide(document: object) -> Mapping[str, object]:
        groups: defaultdict[str, list[object]] = defaultdict(list)
        for element in getattr(document, field):
            groups[label_of(element)].append(element)
        return {name: kind(tuple(elements)) for name, elements in groups.items()}

    return divide


def example_files(name: str) -> tuple[Path, Path]:
    """The embedded example of a task."""
    folder = Path(__file__).parent.parent / name / "examples"
    return folder / f"{name}.gold.jsonl", folder / f"{name}.pred.jsonl"
