"""Spans in the forms in which libraries and annotation tools have them: tags, and character offsets with labels.

A span of characters is ``{"start", "end", "label"}``, its end excluded. spaCy, Prodigy, displaCy and the pipelines of
Hugging Face have it under several names, which all mean the same here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from tallystick.errors import UNKNOWN, DataError, Problem
from tallystick.formats.base import Item
from tallystick.formats.json.mismatch import Mismatch
from tallystick.formats.json.value_names import describe_value
from tallystick.formats.spans import CharacterSpan, Offsets
from tallystick.formats.tags.lenient import TAG_HINT, is_tag, lenient_spans
from tallystick.formats.tags.sequence import TagSequence
from tallystick.tasks.spans.document import SpanDocument, TaggedDocument, TypedSpan, typed_spans

__all__ = [
    "LABEL_KEYS", "SPAN_KEYS", "TAG_KEYS", "accept", "character_document", "is_character_span", "tag_mismatches",
    "tagged_document",
]  # fmt: skip

#: The possible keys of the spans and tags of a document, and of the label of a span.
SPAN_KEYS: Final = ("spans", "entities", "ents")
TAG_KEYS: Final = ("tags", "ner_tags")
LABEL_KEYS: Final = ("label", "type", "entity", "entity_group", "tag")

#: The keys that Hugging Face pipelines give for each word piece, unless they join them.
_TAG: Final = re.compile("[BIESLU]-")
_AGGREGATE: Final = 'pass aggregation_strategy="simple" to the pipeline'

#: The label that Hugging Face uses for tokens without a tag: special tokens, and all but the first piece of a word.
_NO_TAG: Final = -100


# -- tags ----------------------------------------------------------------------------------------------------


def tag_mismatches(tags: Sequence[object]) -> list[Mismatch]:
    """Return what is wrong with tags, by index."""
    if all(type(tag) is str for tag in tags) and all(map(is_tag, set(tags))):
        return []
    return [
        Mismatch((index,), f"expected a tag such as B-PER or O, not {describe_value(tag)}", _hint(tag))
        for index, tag in enumerate(tags)
        if not isinstance(tag, str) or not is_tag(tag)
    ]


def _hint(tag: object) -> str:
    if isinstance(tag, int):
        return "tags must be strings, not numbers: pass strings, or a Dataset whose features are of the type ClassLabel"
    return TAG_HINT


def tagged_document(tags: Sequence[str], path: str = UNKNOWN, line: int = 0) -> TaggedDocument:
    """Return a sentence of valid tags."""
    spans, flaws = lenient_spans(tags)
    return TaggedDocument(typed_spans(spans), TagSequence(tags, flaws, path, line))


def _tagged_item(tags: Sequence[object]) -> Item:
    valid = [tag for tag in tags if tag != _NO_TAG] if _NO_TAG in tags else tags
    _refuse(tag_mismatches(valid), "token ")
    document = tagged_document(cast("Sequence[str]", valid))
    sequence = document.sequence
    warnings = [sequence.problem(index, message, code, "warning") for index, code, message in sequence.flaws]
    return Item(document, None, tuple(warnings))


# -- character offsets ---------------------------------------------------------------------------------------


def is_character_span(element: object) -> bool:
    """Whether an element of a list of spans has character offsets."""
    return isinstance(element, Mapping) and "start" in element and "span" not in element


def character_document(elements: Sequence[object], length: int | None) -> tuple[SpanDocument, list[Mismatch]]:
    """Return the spans of a text of some length, and what is wrong with them, by index."""
    spans: list[TypedSpan] = []
    mismatches: list[Mismatch] = []
    for index, element in enumerate(elements):
        made = _character_span(element, length)
        if isinstance(made, TypedSpan):
            spans.append(made)
        else:
            mismatches.append(Mismatch((index,), made))
    return SpanDocument(tuple(spans)), mismatches


def _character_span(element: object, length: int | None) -> TypedSpan | str:
    """Return a span with its label, or what is wrong with it."""
    if not isinstance(element, Mapping):
        return f"expected an object with start, end and label, not {describe_value(element)}"
    if "span" in element:
        return (
            "spans of tokens and spans of characters are mixed: use span, or start and end, in all of a file"
        )
    label = next((element[key] for key in LABEL_KEYS if key in element), None)
    if "entity" in element and isinstance(label, str) and _TAG.match(label):
        return f"{label} is the tag of a word piece, not the label of an entity: {_AGGREGATE}"
    if not isinstance(label, str):
        return f"the span has no label: expected a string under one of {', '.join(LABEL_KEYS)}"
    start, end = element.get("start"), element.get("end")
    for name, offset in (("start", start), ("end", end)):
        if not isinstance(offset, int) or isinstance(offset, bool):
            return f"expected a whole number as {name}, not {describe_value(offset)}"
    assert isinstance(start, int)
    assert isinstance(end, int)
    if not 0 <= start < end:
        return f"expected 0 ≤ start < end, not start {start} and end {end}; the end is excluded"
    if length is not None and end > length:
        return f"the span {start}:{end} ends beyond the text of {length} characters"
    # A document has spans of one kind, and metrics only use their ends.
    return TypedSpan(label, cast("Offsets", CharacterSpan(start, end)))


# -- objects in Python ---------------------------------------------------------------------------------------


def accept(value: Any) -> Item:
    """Make an item of what users have: a list of tags or of spans, a ``Doc`` of spaCy."""
    if type(value) is list and value and type(value[0]) is str:  # the most usual form: there may be millions
        return _tagged_item(value)
    if isinstance(value, str):
        message = f"expected a list of tags per sentence, not the string {value!r:.40}"
        raise DataError(Problem(message, code="value", hint='pass a list of lists: [["B-PER", "O"], …]'))
    if hasattr(value, "ents") and hasattr(value, "text"):  # by its attributes: spaCy is not imported
        return _with_text(_entities(value.ents), str(value.text))
    if hasattr(value, "ent_iob_"):
        raise DataError(
            Problem("expected a Doc per item, not a token of one", code="value", hint="pass [doc]")
        )
    for method in ("tolist", "to_list"):
        value = getattr(value, method)() if hasattr(value, method) else value
    if not isinstance(value, (list, tuple)):
        raise _unknown(value)
    if not value:
        return Item(SpanDocument(()))
    if all(hasattr(element, "start_char") for element in value):
        return _with_text(_entities(value), None)
    if all(isinstance(element, (list, tuple)) for element in value):
        message = f"{value[0]!r:.60} does not say whether its end is included"
        hint = (
            'pass {"start": 0, "end": 12, "label": "PER"} with the end excluded, or {"type", "span"} with it'
        )
        raise DataError(Problem(message, code="value", hint=hint))
    if any(isinstance(element, Mapping) for element in value):
        return _with_text(value, None)
    if any(isinstance(element, (str, int)) for element in value):
        return _tagged_item(value)
    raise _unknown(value)


def _unknown(value: object) -> DataError:
    message = f"expected a dictionary or a SpanDocument, not {type(value).__name__} ({value!r:.60})"
    hint = 'or a list of tags, or a list of {"start", "end", "label"}'
    return DataError(Problem(message, code="value", hint=hint))


def _entities(spans: Sequence[Any]) -> list[Mapping[str, object]]:
    return [{"start": span.start_char, "end": span.end_char, "label": span.label_} for span in spans]


def _with_text(elements: Sequence[object], text: str | None) -> Item:
    document, mismatches = character_document(elements, None if text is None else len(text))
    _refuse(mismatches, "span ")
    return Item(document, text=text)


def _refuse(mismatches: Sequence[Mismatch], what: str) -> None:
    if mismatches:
        raise DataError(
            [
                Problem(f"{what}{wrong.path[0]}: {wrong.message}", code="value", hint=wrong.hint)
                for wrong in mismatches
            ]
        )
