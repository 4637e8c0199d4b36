"""`json`: the metric of JSON documents as an object, which scores two documents by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from tallystick.dataclass import dataclass
from tallystick.registry import Chosen, choose, find_task
from tallystick.run.metric import ItemMetric
from tallystick.tally import Score
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.scorer import Scorer

__all__ = ["DocumentScore", "FieldScore", "JsonMetric", "json"]


class FieldScore(Score):
    """The score of one field, with the outcomes of its leaves."""

    def __getattr__(self, name: str) -> float:
        counts = self.counts
        if name not in counts:
            raise AttributeError(f"a field has no {name!r}; it has {', '.join(counts)}")
        return counts[name]


@dataclass(frozen=True, slots=True, repr=False)
class DocumentScore(Score):
    """The score of two documents, and of each of their fields."""

    by_field: Mapping[str, FieldScore] = field(default_factory=dict)
    """The scores of fields by their paths, such as ``items[].price``."""


class JsonMetric(ItemMetric):
    """A metric of JSON documents that takes them as users have them: values, objects, or text."""

    def score(self, gold: object, pred: object, *, time_limit: float | None = None) -> DocumentScore:
        """Score two documents, with the scores of their fields."""
        values = self._values(gold, pred)
        scorer = self._scorer_for(values[0])
        pair = PairAnalysis(*values)
        if scorer.prepares:
            scorer.prepare([pair])
        tally = scorer._within(time_limit, scorer.count, pair)
        rows = scorer.groups(pair, "field") or {}
        fields = {name: FieldScore(row, scorer.reading) for name, row in rows.items()}
        return DocumentScore(
            tally, scorer.reading, lambda: self.task.with_error_kinds(scorer.explain(pair)), fields
        )

    def _scorer_for(self, gold: object) -> Scorer:
        """Return the scorer; where the types come from the gold, one for this gold."""
        options = self.chosen.options
        missing = [name for name in self.task.inferred if options.get(name) is None]
        if not missing:
            return self.scorer
        inferred = {name: self.task.inferred[name]([gold]) for name in missing}
        return Chosen(self.chosen.key, self.chosen.metric, {**options, **inferred}).scorer()

    def _value(self, item_value: object, name: str) -> object:
        # Documents are taken as they are: an id is a field, and a dictionary is not a line of a file.
        from tallystick.tasks.json.accept import accept_document

        return accept_document(item_value, name)


def json(
    schema: object = None,
    *,
    metric: str = "leaf",
    text: str | Callable[..., Any] = "text",
    compare: Mapping[str, str | Callable[..., Any]] | Iterable[str] = (),
    ordered: Iterable[str] = (),
    key: Mapping[str, str] | Iterable[str] = (),
    ignore: Iterable[str] = (),
    weight: Mapping[str, object] | Iterable[str] = (),
    **options: object,
) -> JsonMetric:
    """Return the metric that compares JSON documents leaf by leaf.

    `schema` is a JSON Schema (a path or a dictionary) or a Python type; without it, types are inferred from the gold.
    Documents are dictionaries, lists, objects of pydantic and other classes, or JSON text.

    >>> import tallystick as ts
    >>> gold = {"name": "Acme", "items": [{"sku": "A1", "qty": 2}, {"sku": "B2", "qty": 5}]}
    >>> pred = {"name": "Acme", "items": [{"sku": "B2", "qty": 9}, {"sku": "A1", "qty": 2}]}
    >>> score = ts.json().score(gold, pred)
    >>> score.f1, score.by_field["items[].qty"].wrong
    (0.8, 1)
    """
    task = find_task("json")
    parameters = {
        "schema": schema, "text": text, "compare": compare, "ordered": ordered, "key": key, "ignore": ignore,
        "weight": weight, **{name.replace("_", "-"): value for name, value in options.items()},
    }  # fmt: skip
    declared = task.metric(metric)
    own = {parameter.name for parameter in declared.parameters} if declared else set()
    given = {name: value for name, value in parameters.items() if name in own or name in options}
    (chosen,) = choose(task, [metric], given)
    return JsonMetric(task, chosen)
