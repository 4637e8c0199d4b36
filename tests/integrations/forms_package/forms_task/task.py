"""The task: its metrics, and what else commands can do with forms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import tallystick as ts
from forms_task.reader import Form, FormReader, looks_like_forms, parse
from tallystick.errors import Problem
from tallystick.formats.base import Item
from tallystick.formats.choice import FormatChoice
from tallystick.tally import READ_RATIOS, Alignment, Pair, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import (
    Metric,
    Options,
    Parameter,
    Preset,
    Scorer,
    Task,
    Writer,
    Written,
    always,
)

__all__ = ["TASK", "match"]

#: How often forms were matched, for the tests of this package.
MATCHED: Counter[str] = Counter()


def match(pair: PairAnalysis, case: str) -> Alignment:
    """Match the fields of two forms: the step that both scorers share."""
    MATCHED[case] += 1
    fold = str.casefold if case == "ignore" else str
    missed = list(pair.gold.fields)
    matched, spurious = [], []
    for field in pair.pred.fields:
        same = (gold for gold in missed if gold.name == field.name and fold(gold.value) == fold(field.value))
        gold = next(same, None)
        if gold is None:
            spurious.append(field)
        else:
            missed.remove(gold)
            matched.append(Pair(gold, field, 1.0))
    return Alignment(tuple(matched), tuple(missed), tuple(spurious))


class FieldScorer(Scorer):
    """Counts the fields that are right."""

    reading = READ_RATIOS

    def __init__(self, case: str) -> None:
        self.case = case

    def count(self, pair: PairAnalysis) -> Tally:
        """Count fields."""
        matched = len(self.explain(pair).matched)
        return Tally.of(matched, pred=len(pair.pred.fields), gold=len(pair.gold.fields))

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List the fields."""
        return pair.once(match, self.case)


class FormScorer(FieldScorer):
    """Counts the forms in which every field is right."""

    def count(self, pair: PairAnalysis) -> Tally:
        """Count forms."""
        alignment = self.explain(pair)
        right = not alignment.missed and not alignment.spurious
        return Tally.of(float(right), pred=1, gold=1)


CASE = Parameter("case", "keep", "whether upper and lower case differ in values", ("keep", "ignore"))
SCOPE = Parameter("form-scope", "all", "a parameter that no other task has", ("all", "none"))


def _scorer(kind: type[FieldScorer]) -> object:
    return lambda options: kind(str(options["case"]))


def _by_name(value: object) -> Mapping[str, object]:
    form = cast(Form, value)
    names = dict.fromkeys(field.name for field in form.fields)
    return {name: Form(tuple(field for field in form.fields if field.name == name)) for name in names}


def _statistics(value: object) -> Mapping[str, int | float]:
    form = cast(Form, value)
    return {"forms": 1, "fields": len(form.fields), "fields.empty": sum(not f.value for f in form.fields)}


def _inspect(value: object) -> list[Problem]:
    names = Counter(field.name for field in cast(Form, value).fields)
    repeated = [name for name, count in names.items() if count > 1]
    return [
        Problem(f"the field {name!r} is there twice", code="repeated", level="warning") for name in repeated
    ]


def _remarks(_gold: object, pred: object) -> list[Problem]:
    return _inspect(pred)


def _accept(value: object) -> Form:
    if not isinstance(value, str):
        raise TypeError("a form is expected as text")
    form, problems = parse([part.strip() for part in value.split(";")])
    if problems:
        raise ts.DataError(problems)
    return form


def _write_json(items: Sequence[Item], options: Options) -> Written:
    indent = cast(int, options["indent"]) or None
    forms = [
        {"id": item.id, "fields": {field.name: field.value for field in cast(Form, item.value).fields}}
        for item in items
    ]
    lost = sum("office" in item.meta for item in items)
    return Written(json.dumps(forms, indent=indent) + "\n", {"offices": lost})


EXAMPLES = Path(__file__).parent / "examples"

TASK = Task(
    name="forms",
    summary="filled-in forms",
    formats=(FormatChoice(FormReader(), looks_like_forms, "forms as text: name = value"),),
    metrics=(
        Metric(
            "form-field",
            "fields that are right",
            _scorer(FieldScorer),
            "F1 over fields",
            "none",
            (CASE, SCOPE),
        ),
        Metric("form-whole", "forms that are right", _scorer(FormScorer), "F1 over forms", "none", (CASE,)),
        Metric(
            "form-name",
            "names of fields, whatever their values",
            always(
                ts.bag(ts.exact).of(lambda form: [field.name for field in form.fields]),
            ),
            "F1 over names",
        ),
    ),
    empty=Form,
    divisions={"field": _by_name},
    example=(EXAMPLES / "gold.form", EXAMPLES / "pred.form"),
    presets=(Preset("lenient-forms", "letters in any case", {"case": "ignore"}, undefined="zero"),),
    accept=_accept,
    inspect=_inspect,
    remarks=_remarks,
    writers={
        "json": Writer(
            "JSON", _write_json, ".json", (Parameter("indent", 0, "spaces of indentation", kind=int),)
        )
    },
    statistics=_statistics,
    sizes={"tokens": lambda form: float(len(form.fields))},
)
