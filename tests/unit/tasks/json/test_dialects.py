"""Annotations of other evaluators."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tallystick as ts
from tallystick.errors import DataError
from tallystick.tasks.json.schema.load import schema_of_value
from tallystick.tasks.json.shape import Compare, Shape


def shape(schema: object, dialect: str) -> Shape:
    return schema_of_value(schema, "schema.json", dialect).shape


@pytest.mark.parametrize(
    ("dialect", "schema", "attribute", "value"),
    [
        ("stickler", {"x-aws-stickler-comparator": "ExactComparator", "x-aws-stickler-threshold": 1}, "compare",
         Compare("exact")),
        ("stickler", {"x-aws-stickler-comparator": "LevenshteinComparator", "x-aws-stickler-threshold": 0.8}, "compare",
         Compare("levenshtein", least=Fraction(4, 5))),
        ("stickler", {"x-aws-stickler-comparator": "NumericComparator"}, "compare", Compare("number")),
        ("stickler", {"x-aws-stickler-comparator": "SemanticComparator"}, "compare", None),
        ("stickler", {"x-aws-stickler-weight": 2.5}, "weight", Fraction(5, 2)),
        ("stickler", {"type": "array", "x-aws-stickler-match-threshold": 0.7}, "item_from", Fraction(7, 10)),
        ("stickler", {"items": {"x-aws-stickler-match-threshold": 0.7}}, "item_from", Fraction(7, 10)),
        ("x-eval", {"x-eval-compare": "exact"}, "compare", Compare("exact")),
        ("x-eval", {"x-eval-compare": {"numeric": {"tolerance": {"rel": 0.01}}}}, "compare",
         Compare("number", {"rel": Fraction(1, 100)})),
        ("x-eval", {"x-eval-compare": {"oneof": {"values": ["PVD", "CVD"]}}}, "compare",
         Compare(same=(("PVD", "CVD"),))),
        ("x-eval", {"x-eval-transform": ["strip", "lowercase"]}, "compare", Compare(normalise=("case",))),
        ("x-eval", {"x-eval-skip": True}, "ignore", True),
        ("x-eval", {"type": "array"}, "order", "position"),
        ("x-eval", {"type": "array", "x-eval-align": {"match_by": "hungarian"}}, "order", "free"),
        ("x-eval", {"type": "array", "x-eval-align": {"match_by": "key_field", "key": "name"}}, "key", ("name",)),
        ("evaluation-config", {"evaluation_config": "string_exact"}, "compare", Compare("exact")),
        ("evaluation-config", {"evaluation_config": "string_fuzzy"}, "compare",
         Compare("levenshtein", normalise=("case",))),
        ("evaluation-config", {"evaluation_config": "string_semantic"}, "compare", None),
        ("evaluation-config", {"evaluation_config": "skip"}, "ignore", True),
        ("evaluation-config",
         {"evaluation_config": {"metrics": [{"metric_id": "number_tolerance", "params": {"tolerance": 0.5}}]}},
         "compare", Compare("number", {"abs": Fraction(1, 2)})),
    ],
)  # fmt: skip
def test_annotations(dialect: str, schema: object, attribute: str, value: object) -> None:
    assert getattr(shape(schema, dialect), attribute) == value
    assert getattr(shape(schema, "x-tally"), attribute) == getattr(Shape(), attribute)


@pytest.mark.parametrize(
    ("dialect", "schema"),
    [
        ("stickler", {"x-aws-stickler-comparator": "MyComparator"}),
        ("stickler", {"x-aws-stickler-colour": "red"}),
        ("x-eval", {"x-eval-compare": "mine"}),
        ("x-eval", {"x-eval-compare": 3}),
        ("x-eval", {"x-eval-transform": ["sort_tokens"]}),
        ("evaluation-config", {"evaluation_config": "my_custom"}),
        ("evaluation-config", {"evaluation_config": {"metrics": []}}),
        ("stickler", {"x-aws-stickler-weight": -1}),
    ],
)
def test_what_has_no_counterpart_is_refused_with_its_location(dialect: str, schema: object) -> None:
    with pytest.raises(DataError) as caught:
        shape({"properties": {"a": schema}}, dialect)
    assert caught.value.problems[0].message.startswith("#/properties/a")


def test_x_tally_takes_precedence() -> None:
    schema = {
        "x-aws-stickler-comparator": "ExactComparator",
        "x-aws-stickler-weight": 2,
        "x-tally": {"weight": 3},
    }
    made = shape(schema, "stickler")
    assert (made.compare, made.weight) == (Compare("exact"), 3)


def test_the_option() -> None:
    schema = {"properties": {"a": {"x-aws-stickler-weight": 3}, "b": {}}}
    gold, pred = [{"a": "x", "b": "y"}], [{"a": "x", "b": "z"}]
    plain = ts.score(gold, pred, "leaf", task="json", schema=schema)
    weighted = ts.score(gold, pred, "leaf", task="json", schema=schema, keywords="stickler")
    assert (plain["leaf"].f1, weighted["leaf"].f1) == (0.5, 0.75)
    assert "keywords:stickler" in weighted["leaf"].signature
