"""Any JSON: documents compared leaf by leaf."""

from __future__ import annotations

import re
from json import loads

from tallystick.errors import UsageError
from tallystick.formats.choice import FormatChoice
from tallystick.formats.json.document import NO_DOCUMENT, Document
from tallystick.formats.json.documents import JsonDocuments, is_wrapper
from tallystick.lazy import imported
from tallystick.tasks.base import Build, Metric, Options, Scorer, Task
from tallystick.tasks.json.accept import accept_document, join_document
from tallystick.tasks.json.infer import infer_schema
from tallystick.tasks.json.match import ANY_VALUE, EQUALITY, FULL, Mode
from tallystick.tasks.json.options import ALTERNATIVES, PARAMETERS, item_threshold, schema_option, scheme_of
from tallystick.tasks.json.presets import PRESETS
from tallystick.tasks.json.scorers import DocumentScorer, ItemScorer, LeafScorer
from tallystick.tasks.records.common import REFERENCE, example_files

__all__ = ["TASK"]


#: Keys of records of other tasks: an object that has one of them need not be meant as a document.
_RECORD_KEYS = re.compile(
    r'"(?:clusters|clusters_token_offsets|spans|entities|ents|relations|vertexSet|labels|h_idx|t_idx|edges|events|roles'
    r'|templates)"\s*:'
)


#: The beginning of a line with a document in a wrapper.
_WRAPPER_BEGINS = re.compile(
    r'\{\s*(?:"id"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-\d.eE+]+)\s*,\s*)?"(?:value|output)"\s*:'
)


def _are_documents(head: str) -> bool:
    """Whether the first line is a document: in a wrapper, or an object without a key of other tasks' records."""
    line = head.lstrip("\ufeff \t\r\n").partition("\n")[0].rstrip()
    if line in ("{", "["):  # one document over several lines, or a list of them
        return _RECORD_KEYS.search(head) is None
    try:
        value = loads(line)
    except (ValueError, RecursionError):
        # Only the beginning of a long line is known, or the line is broken.
        return _WRAPPER_BEGINS.match(line) is not None
    return is_wrapper(value) or (_is_structure(value) and _RECORD_KEYS.search(head) is None)


def _is_structure(value: object) -> bool:
    """Whether a value is an object, or a list of objects."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(part, dict) for part in value)
    return isinstance(value, dict) and bool(value)


def _may_be_json(head: str) -> bool:
    return head.lstrip("\ufeff \t\r\n")[:1] in ("{", "[", '"', "") or head.lstrip()[:1] in "-0123456789tfn"


def _leaves(mode: Mode) -> Build:
    return lambda options: LeafScorer(scheme_of(options), mode)


def _items(options: Options) -> Scorer:
    return ItemScorer(scheme_of(options), item_threshold(options))


def _documents(options: Options) -> Scorer:
    return DocumentScorer(scheme_of(options))


def _validity(options: Options) -> Scorer:
    from tallystick.tasks.json.validity import ValidityScorer  # few runs ask for it

    return ValidityScorer(schema_option(options))


def _calibration(options: Options) -> Scorer:
    if options["calls"] != "no":
        raise UsageError("the metric confidence is about documents, not about calls")
    if options["confidences"] == "none":
        # Without confidences the metric is undefined, so it always looks for them.
        options = {**options, "confidences": "inline"}
    scheme = scheme_of(options)
    scorer: Scorer = imported("tallystick.tasks.json.calibration:CalibrationScorer")(scheme)
    return scorer


def _anls_star(options: Options) -> Scorer:
    schema = schema_option(options)
    if schema is not None and not schema.inferred:
        raise UsageError("ANLS* uses no schema: it compares every scalar as text")
    scorer: Scorer = imported("tallystick.compat.anls_star.scorer:AnlsStarScorer")()
    return scorer


def _empty() -> Document:
    return NO_DOCUMENT


TASK = Task(
    name="json",
    summary="any JSON: documents, extracted records, tool calls",
    formats=(
        FormatChoice(
            JsonDocuments(), _are_documents, "JSON lines, or a folder of JSON files", accepts=_may_be_json
        ),
    ),
    metrics=(
        Metric("leaf", "leaves, with the credit of their comparators", _leaves(FULL),
               "F↔[Σ over fields φ field], carried through every list", REFERENCE, PARAMETERS),
        Metric("leaf-exact", "leaves that are equal", _leaves(EQUALITY),
               "F↔[Σ over fields δ field], carried through every list", REFERENCE, PARAMETERS),
        Metric("key", "leaves by their paths, whatever their values", _leaves(ANY_VALUE),
               "F↔[Σ over fields 1], carried through every list", REFERENCE, PARAMETERS),
        Metric("item", "correct items of outermost lists", _items,
               "F↔[⟦F1 of the items ≥ t⟧]", REFERENCE, PARAMETERS),
        Metric("document", "documents without an error", _documents, "⟦every leaf is right⟧", REFERENCE, PARAMETERS),
        Metric("valid", "predictions that can be read, and that conform to the schema", _validity,
               "shares of the predictions: read as they are, repaired, valid", REFERENCE, PARAMETERS[:1],
               standard=False),
        Metric("confidence", "how well confidences separate correct leaves from wrong ones", _calibration,
               "AUROC, calibration error, Brier score, area under risk–coverage", "Geifman and El-Yaniv 2017",
               PARAMETERS, standard=False),
        Metric("anls-star", "ANLS* as its program computes it", _anls_star,
               "s / l: what texts earn from 0.5 on, out of aligned, missed and spurious", "Peer et al. 2024",
               (PARAMETERS[0], ALTERNATIVES), standard=False,
               asymmetric="a key that is null counts in the prediction, and not in the gold"),
    ),
    empty=_empty,
    skips_gold=False,
    presets=PRESETS,
    breakdowns=("field",),
    memory="tallystick.tasks.json.flat_memory:flat_memory",
    group_memory="tallystick.tasks.json.flat_memory:flat_group_memory",
    inferred={"schema": infer_schema},
    notes="tallystick.tasks.json.notes:notes",
    accept=accept_document,
    join=join_document,
    view="tallystick.tasks.json.page_view:VIEW",
    typology="tallystick.tasks.json.error_kinds:ERRORS",
    example=example_files("json"),
    labels="tallystick.tasks.json.labels:labels_of",
)  # fmt: skip
