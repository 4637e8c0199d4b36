"""The options of the JSON metrics, and what they settle: the scheme of a comparison."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from tallystick.tasks.base import Options, Parameter
from tallystick.tasks.json.compare.expressions import compare_from_text, threshold
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.fields import Scheme
from tallystick.tasks.json.settings import with_settings
from tallystick.tasks.json.shape import Shape

#: Schemas that are remembered by their content.
_MOST_KNOWN = 64

__all__ = ["PARAMETERS", "item_threshold", "schema_option", "scheme_of"]


def _schema(text: str) -> object:
    """Read a schema; None for the types of the gold."""
    if text in ("", "none") or text.startswith("inferred-"):
        return None
    from tallystick.tasks.json.schema.load import load_schema  # few runs have one

    return _known(load_schema(text))


def _taken(given: object) -> object:
    """Return the schema that is given in Python as a dictionary or as a type."""
    if given is None or isinstance(given, DocumentSchema):
        return given
    from tallystick.tasks.json.schema.load import as_schema

    return _known(as_schema(given))


_KNOWN: dict[str, DocumentSchema] = {}


def _known(schema: DocumentSchema) -> DocumentSchema:
    """Return the first schema with this content: metrics with one schema share what they compute."""
    if len(_KNOWN) > _MOST_KNOWN:
        _KNOWN.clear()
    return _KNOWN.setdefault(f"{schema.origin} {schema.digest}", schema)


def _fingerprint(schema: object) -> str:
    return schema.fingerprint if isinstance(schema, DocumentSchema) else "none"


def _listed(texts: object) -> str:
    return ";".join(texts) if isinstance(texts, tuple) else str(texts)


def _many(name: str, help: str) -> Parameter:
    return Parameter(name, (), help, many=True, fingerprint=_listed)


#: The options of each metric.
PARAMETERS = (
    Parameter("schema", None, "JSON Schema file, or module:Type; without it, types are inferred from the gold",
              load=_schema, take=_taken, fingerprint=_fingerprint),
    Parameter("keywords", "x-tally", "annotations of another evaluator that the schema has",
              choices=("x-tally", "stickler", "x-eval", "evaluation-config")),
    Parameter("text", "text", "how free text is compared: text (equal up to white space), anls, levenshtein, …"),
    _many("compare", "comparator of a field, such as 'items[].desc=anls'; repeat it for more fields"),
    _many("ordered", "list whose order counts, such as steps; repeat it for more lists"),
    _many("key", "fields that must be equal for two items to meet, such as items=sku"),
    _many("ignore", "field that is not scored, with everything below it"),
    _many("weight", "weight of a field's leaves, such as total=3"),
    Parameter("null", "absent", "what null and blank text are: absent, or a value like others",
              choices=("absent", "value")),
    Parameter("defaults", "ignore", "defaults of the schema: ignored, or applied to missing properties",
              choices=("ignore", "apply")),
    # Of one metric only; all have it, so that it can stay in a command whatever metrics are shown.
    Parameter("item-at", "1", "least F1 of an item that is right, for the metric item"),
)  # fmt: skip


def item_threshold(options: Options) -> Fraction:
    """Return the least F1 of an item that is right."""
    return threshold("item-at", options["item-at"])


def schema_option(options: Options) -> DocumentSchema | None:
    """Return the schema among some options; None if there is none."""
    schema, dialect = options["schema"], str(options.get("keywords", "x-tally"))
    assert schema is None or isinstance(schema, DocumentSchema)
    if schema is None or schema.schema is None or schema.dialect == dialect:
        return schema
    return _in_dialect(schema, dialect)


@lru_cache(maxsize=64)
def _in_dialect(schema: DocumentSchema, dialect: str) -> DocumentSchema:
    from tallystick.tasks.json.schema.load import schema_of_value

    return schema_of_value(schema.schema, schema.origin, dialect)


def scheme_of(options: Options) -> Scheme:
    """Return the scheme that options settle: the same one for all metrics with the same options."""
    schema = schema_option(options)
    values = [options[name] for name in ("compare", "ordered", "key", "ignore", "weight")]
    return _scheme(
        schema,
        str(options["text"]),
        tuple(values),
        options["null"] == "value",
        options["defaults"] == "apply",
    )


@lru_cache(maxsize=64)
def _scheme(schema: Any, text: str, settings: tuple[Any, ...], null: bool, defaults: bool) -> Scheme:
    compare, ordered, key, ignore, weight = settings
    shape = Shape() if schema is None else schema.shape
    shape = with_settings(shape, compare=compare, ordered=ordered, key=key, ignore=ignore, weight=weight)
    free_text = None if text == "text" else compare_from_text(text)
    return Scheme(shape, free_text, null_is_value=null, apply_defaults=defaults, schema=schema)
