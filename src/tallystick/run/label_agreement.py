"""Agreement on labels: from the items of annotators to coefficients."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations

from tallystick.errors import UsageError
from tallystick.formats.base import Item
from tallystick.lazy import imported
from tallystick.results.label_agreement import LabelAgreement, LabelPair, LabelUse
from tallystick.run.inputs.annotators import InputOutputs
from tallystick.stats.agreement import Resampling, Units, alpha, cohen_kappa, fleiss_kappa, label_alpha
from tallystick.tasks.base import Task

__all__ = ["label_agreement", "refuse_no_labels"]


def refuse_no_labels(task: Task) -> None:
    """Reject a task whose items have no labels on units that annotators share."""
    if not task.labels:
        raise UsageError(
            f"the task {task.name} has no labels on units that annotators share: chance-corrected coefficients are "
            "undefined for it"
        )


def label_agreement(
    task: Task, annotators: Sequence[str], inputs: Sequence[InputOutputs], how: Resampling
) -> tuple[LabelAgreement, ...]:
    """Return the agreement on each layer of labels."""
    labels_of: Callable[[Item], Mapping[str, Mapping[Hashable, str]]] = imported(task.labels)
    layers: dict[str, list[dict[Hashable, dict[str, str]]]] = {}
    for index, each in enumerate(inputs):
        for name, item in each.items.items():
            for layer, labels in labels_of(item).items():
                if not labels:  # an empty column
                    continue
                rows = layers.setdefault(layer, [{} for _ in inputs])
                for unit, label in labels.items():
                    rows[index].setdefault(unit, {})[name] = label
    return tuple(_layer(layer, annotators, items, how) for layer, items in layers.items())


def _layer(layer: str, annotators: Sequence[str], items: Sequence[Units], how: Resampling) -> LabelAgreement:
    return LabelAgreement(
        layer,
        alpha(items, how),
        fleiss_kappa(items, len(annotators), how),
        tuple(
            LabelPair(a, b, cohen_kappa(items, a, b, how), _confusion(items, a, b))
            for a, b in combinations(annotators, 2)
        ),
        _uses(items),
    )


def _confusion(items: Sequence[Units], a: str, b: str) -> dict[tuple[str, str], int]:
    return dict(
        Counter((own[a], own[b]) for units in items for own in units.values() if a in own and b in own)
    )


def _uses(items: Sequence[Units]) -> tuple[LabelUse, ...]:
    """Return the labels of units with two labels or more, the most frequent first."""
    shared = [list(own.values()) for units in items for own in units.values() if len(own) > 1]
    counts: Counter[str] = Counter(label for labels in shared for label in labels)
    both: Counter[str] = Counter()
    either: Counter[str] = Counter()
    for labels in shared:
        for first, second in combinations(labels, 2):
            either.update((first, second))
            both[first] += 2 * (first == second)
    return tuple(
        LabelUse(label, count, both[label] / either[label], label_alpha(items, label).value)
        for label, count in sorted(counts.items(), key=lambda own: (-own[1], own[0]))
    )
