"""Annotations of other evaluators, read as members of ``x-tally``.

Comparisons by a language model become comparisons of free text, as the option ``text`` says. Settings without a
counterpart here are problems of the schema: they must not be dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tallystick.errors import UsageError

__all__ = ["DIALECTS", "members_of"]

_STICKLER = "x-aws-stickler-"
_STICKLER_COMPARATORS: Mapping[str, str | None] = {
    "ExactComparator": "exact",
    "LevenshteinComparator": "levenshtein",
    "FuzzyComparator": "levenshtein",
    "NumericComparator": "number",
    "DateComparator": "date",
    "SemanticComparator": None,
    "BERTComparator": None,
    "LLMComparator": None,
}
#: Keywords that do not affect how values are compared.
_STICKLER_IGNORED = ("model-name", "aggregate", "clip-under-threshold")

_EXTRACT_BENCH: Mapping[str, Mapping[str, object]] = {
    "string_exact": {"compare": "exact"},
    "string_case_insensitive": {"normalise": "case"},
    "string_fuzzy": {"compare": "levenshtein", "normalise": "case"},
    "string_semantic": {},
    "string_llm": {},
    "number_exact": {},
    "number_tolerance": {},
    "integer_exact": {},
    "boolean_exact": {},
    "array_llm": {},
    "skip": {"ignore": True},
}

_SAME_TEXT = ("strip", "normalize_whitespace")


def members_of(schema: Mapping[str, Any], dialect: str) -> dict[str, object]:
    """Return the members of ``x-tally`` that annotations in a dialect amount to.

    >>> members_of({"x-eval-compare": {"numeric": {"tolerance": {"rel": 0.01}}}}, "x-eval")
    {'compare': {'number': {'rel': 0.01}}}
    """
    return DIALECTS[dialect](schema)


def _stickler(schema: Mapping[str, Any]) -> dict[str, object]:
    members: dict[str, object] = {}
    given = {key.removeprefix(_STICKLER): value for key, value in schema.items() if key.startswith(_STICKLER)}
    for key, value in given.items():
        if key == "comparator":
            if value not in _STICKLER_COMPARATORS:
                raise UsageError(f"the comparator {value!r} has no counterpart; use x-tally")
            if _STICKLER_COMPARATORS[value] is not None:
                members["compare"] = _STICKLER_COMPARATORS[value]
        elif key == "weight":
            members["weight"] = value
        elif key == "match-threshold":
            if schema.get("type") == "array":
                members["item-from"] = value
        elif key not in (*_STICKLER_IGNORED, "threshold"):
            raise UsageError(f"{_STICKLER}{key} has no counterpart; use x-tally")
    items = schema.get("items")
    if isinstance(items, Mapping) and f"{_STICKLER}match-threshold" in items:
        members.setdefault("item-from", items[f"{_STICKLER}match-threshold"])
    # A threshold has no effect on equality, numbers and dates: these earn all or nothing.
    if members.get("compare") == "levenshtein" and given.get("threshold"):
        members["from"] = given["threshold"]
    return members


def _x_eval(schema: Mapping[str, Any]) -> dict[str, object]:
    members: dict[str, object] = {}
    if schema.get("x-eval-skip") is True:
        members["ignore"] = True
    if "x-eval-compare" in schema:
        members |= _x_eval_compare(*_named(schema["x-eval-compare"]))
    transforms = schema.get("x-eval-transform", [])
    for transform in transforms if isinstance(transforms, list) else [transforms]:
        name, _ = _named(transform)
        if name == "lowercase":
            members["normalise"] = "case"
        elif name not in _SAME_TEXT:
            raise UsageError(f"the transform {name!r} has no counterpart")
    align = schema.get("x-eval-align")
    if isinstance(align, Mapping):
        members["order"] = "free"
        if align.get("match_by") == "key_field":
            members["key"] = align.get("key")
    elif schema.get("type") == "array":
        members["order"] = "position"  # its default
    return members


def _x_eval_compare(name: str, arguments: Mapping[str, Any]) -> dict[str, object]:
    if name == "exact":
        return {"compare": "exact"}
    if name == "numeric":
        tolerance = arguments.get("tolerance")
        return {"compare": {"number": dict(tolerance)}} if isinstance(tolerance, Mapping) else {}
    if name == "oneof":
        return {"same": [arguments.get("values", [])]}
    if name == "semantic":
        return {}
    raise UsageError(f"the comparator {name!r} has no counterpart; use x-tally with module:function")


def _named(value: object) -> tuple[str, Mapping[str, Any]]:
    """A name, alone or with arguments: ``"exact"``, ``{"numeric": {…}}``."""
    if isinstance(value, str):
        return value, {}
    if isinstance(value, Mapping) and len(value) == 1:
        ((name, arguments),) = value.items()
        return str(name), arguments if isinstance(arguments, Mapping) else {}
    raise UsageError("expected a name, or an object with a name and its arguments")


def _evaluation_config(schema: Mapping[str, Any]) -> dict[str, object]:
    config = schema.get("evaluation_config")
    if config is None:
        return {}
    arguments: Mapping[str, Any] = {}
    if isinstance(config, Mapping):
        metrics = config.get("metrics")
        if not isinstance(metrics, list) or len(metrics) != 1 or not isinstance(metrics[0], Mapping):
            raise UsageError("evaluation_config must name one metric")
        config, arguments = metrics[0].get("metric_id"), metrics[0].get("params") or {}
    if not isinstance(config, str) or config not in _EXTRACT_BENCH:
        raise UsageError(f"the metric {config!r} has no counterpart; use x-tally")
    members = dict(_EXTRACT_BENCH[config])
    if config == "number_tolerance" and "tolerance" in arguments:
        members["compare"] = {"number": {"abs": arguments["tolerance"]}}
    return members


DIALECTS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, object]]] = {
    "x-tally": lambda _schema: {},
    "stickler": _stickler,
    "x-eval": _x_eval,
    "evaluation-config": _evaluation_config,
}
