"""The options of the JSON metrics, and the comparison scheme that they define."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from tallystick.errors import UsageError
from tallystick.tasks.base import Options, Parameter
from tallystick.tasks.json.compare.expressions import compare_from_text, threshold
from tallystick.tasks.json.document_schema import DocumentSchema
from tallystick.tasks.json.fields import Convention, Prepare, Scheme
from tallystick.tasks.json.reach import targets_of
from tallystick.tasks.json.settings import with_settings
from tallystick.tasks.json.shape import Shape

#: Schemas cached by content.
_MOST_KNOWN = 64

__all__ = ["ALTERNATIVES", "PARAMETERS", "item_threshold", "schema_option", "scheme_of"]


def _schema(text: str) -> object:
    """Read a schema; None for the types of the gold."""
    if text in ("", "none") or text.startswith("inferred-"):
        return None
    state = _state(text)
    # A Python type has no state: its module may have been imported anew.
    return _loaded(text, state) if state else _loaded.__wrapped__(text, state)


def _state(path: str) -> tuple[int, ...]:
    """Return a value that changes with the content of a file; empty if the file does not exist."""
    try:
        state = os.stat(path)
    except (OSError, ValueError):
        return ()
    return state.st_mtime_ns, state.st_size, state.st_ino


@lru_cache(maxsize=8)
def _loaded(text: str, _state: tuple[int, ...]) -> DocumentSchema:
    """Read a schema once for all metrics of a run."""
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
    return str(getattr(schema, "fingerprint", "none"))


def _tools(text: str) -> object:
    """Read the definitions of tools; None if there are none."""
    from tallystick.tasks.json.tools.definitions import load_tools  # few runs have some

    return load_tools(text)


def _taken_tools(given: object) -> object:
    """Return the tools that are given in Python as values."""
    if given is None:
        return None
    from tallystick.tasks.json.tools.definitions import as_tools

    return as_tools(given)


def _answers(text: str) -> object:
    return None if text in ("", "none") else text


def _file_name(path: object) -> str:
    return "none" if path is None else Path(str(path)).name


def _listed(texts: object) -> str:
    return ";".join(texts) if isinstance(texts, tuple) else str(texts)


def _many(name: str, help: str, take: Callable[[object], object] | None = None) -> Parameter:
    return Parameter(name, (), help, many=True, take=take, fingerprint=_listed)


def _named(given: object) -> object:
    """Return comparators with the names of functions that are given in Python."""
    if not isinstance(given, Mapping) or not any(map(callable, given.values())):
        return given
    from tallystick.tasks.json.compare.functions import function_name

    return {path: function_name(value) if callable(value) else value for path, value in given.items()}


def _text_named(given: object) -> object:
    """Return a comparator for free text; a function that is given in Python by its name."""
    if not callable(given):
        return given
    from tallystick.tasks.json.compare.functions import function_name

    return function_name(given)


_NO_SCHEMA = Convention(Shape())

ALTERNATIVES = Parameter(
    "alternatives",
    "none",
    "another gold file; the best gold document counts; repeat it for more files",
    choices=("none",),
    many=True,
    joins="gold",
)

#: The options of each metric.
PARAMETERS = (
    Parameter("schema", None, "JSON Schema file, or module:Type; without it, types are inferred from the gold",
              load=_schema, take=_taken, fingerprint=_fingerprint),
    Parameter("keywords", "x-tally", "scoring annotations in the schema: ours (x-tally) or another evaluator's",
              choices=("x-tally", "stickler", "x-eval", "evaluation-config")),
    Parameter("text", "text", "comparator for free text: text (equal up to white space), anls, levenshtein, …",
              take=_text_named),
    _many("compare", "comparator of a field, such as 'items[].desc=anls'; repeat it for more fields", _named),
    Parameter("answers", None, "cache file for the answers of module:function comparators",
              load=_answers, fingerprint=_file_name),
    _many("ordered", "list whose order counts, such as steps; repeat it for more lists"),
    _many("key", "fields that must be equal for two items to match, such as items=sku"),
    _many("ignore", "field that is not scored, with everything below it"),
    _many("weight", "weight of a field's leaves, such as total=3"),
    Parameter("null", "absent", "treat null and blank text as absent, or as values",
              choices=("absent", "value")),
    Parameter("defaults", "ignore", "defaults of the schema: ignored, or applied to missing properties",
              choices=("ignore", "apply")),
    Parameter("calls", "no", "read documents as tool calls: no, tools (of any provider), or bfcl",
              choices=("no", "tools", "bfcl")),
    Parameter("tools", None, "JSON file with tool definitions; their parameters give arguments their types",
              load=_tools, take=_taken_tools, fingerprint=_fingerprint),
    Parameter("confidences", "none", "confidences of predicted values: inline as {value, confidence}, or a file",
              choices=("none", "inline"), joins="pred"),
    ALTERNATIVES,
    # Of one metric only; all have it, so that it can stay in a command whatever metrics are shown.
    Parameter("item-at", "1", "minimum F1 of a correct item, for the metric item"),
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
    """Return the scheme that options define: the same one for all metrics with the same options."""
    schema = schema_option(options)
    values = [options[name] for name in ("compare", "ordered", "key", "ignore", "weight")]
    return _scheme(
        _base(schema, str(options["calls"]), options["tools"]),
        options["confidences"] == "inline",
        str(options["text"]),
        tuple(values),
        options["null"] == "value",
        options["defaults"] == "apply",
        None if options["answers"] is None else str(options["answers"]),
    )


def _base(schema: DocumentSchema | None, calls: str, tools: object) -> Convention:
    """Return what documents are compared by before the options for single fields are applied."""
    if calls != "no":
        from tallystick.tasks.json.tools.conventions import call_convention  # few runs are about calls

        if schema is not None and not schema.inferred:
            raise UsageError("--schema describes documents; use --tools for the arguments of calls")
        return call_convention(calls, tools)
    if tools is not None:
        raise UsageError("--tools describes the arguments of calls; add --preset tools")
    return _NO_SCHEMA if schema is None else _convention(schema)


@lru_cache(maxsize=64)
def _scheme(
    base: Convention,
    inline: bool,
    text: str,
    settings: tuple[Any, ...],
    null: bool,
    defaults: bool,
    answers: str | None,
) -> Scheme:
    compare, ordered, key, ignore, weight = settings
    changes = {"compare": compare, "ordered": ordered, "key": key, "ignore": ignore, "weight": weight}
    shape = with_settings(base.shape, **changes)
    free_text = base.text if text == "text" else compare_from_text(text)
    return Scheme(
        shape,
        free_text,
        null_is_value=null,
        apply_defaults=defaults,
        prepare=_unwrapping(base.prepare) if inline else base.prepare,
        list_order=base.list_order,
        schema=base.schema,
        answers=answers,
        targets=targets_of(base.shape, **changes),
    )


def _unwrapping(prepare: Prepare | None) -> Prepare:
    """Return what removes the confidences of predictions before anything else is done to them."""
    from tallystick.tasks.json.confidence import without_confidence  # few predictions have some

    def unwrapped(value: object, gold: bool) -> object:
        value = value if gold else without_confidence(value)
        return value if prepare is None else prepare(value, gold)

    return unwrapped


@lru_cache(maxsize=64)
def _convention(schema: DocumentSchema) -> Convention:
    return Convention(schema.shape, schema=schema)
