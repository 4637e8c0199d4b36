"""JSON lines of spans: of tokens, of characters, or as tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.json.choice import advice, recogniser
from tallystick.formats.json.lines import JsonLines
from tallystick.formats.json.mismatch import Mismatch
from tallystick.formats.json.text import parse_json
from tallystick.formats.json.value_names import describe_value
from tallystick.tasks.spans.document import SpanDocument
from tallystick.tasks.spans.forms import (
    SPAN_KEYS,
    TAG_KEYS,
    character_document,
    is_character_span,
    tag_mismatches,
    tagged_document,
)

__all__ = ["SpanLines", "may_be_tagged", "recognises"]


class SpanLines(JsonLines):
    """Reads ``{"spans": [{"type", "span"}]}``, ``{"spans": [{"start", "end", "label"}]}`` and ``{"tags": [tag]}``.

    Further keys that libraries and tools write, such as the tokens of spaCy, are ignored.
    """

    def __init__(self) -> None:
        super().__init__(SpanDocument, advice=advice("spans", "columns with a token and a tag"))

    @property
    def keys(self) -> frozenset[str]:
        """The keys that a line may have."""
        return super().keys.union(SPAN_KEYS, TAG_KEYS)

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block for each line that is not blank; spans of tokens and of characters are not mixed in a file."""
        unit, first = None, 0
        for block in super().blocks(source):
            if unit is None or any(f'"{key}"' in block.text for key in _MARKS[unit]):
                found = _unit(parse_json(block.text).value)
                if unit is None:
                    unit, first = found, block.line
                elif found not in (None, unit):
                    yield _mixed(block, f"spans of {found}, but those of line {first} are spans of {unit}")
                    continue
            yield block

    def item(self, block: Block) -> Item:
        """Read one line in the form that it has."""
        if not block.problems and _may_have_another_form(block.text):
            value = parse_json(block.text).value
            if isinstance(value, dict) and (key := _other_form(value)) is not None:
                return self._annotated(block, value, key)
        return super().item(block)

    def _annotated(self, block: Block, value: Mapping[str, object], key: str) -> Item:
        _, name = self._id_of(value)
        meta = value.get("meta")
        labels = {key: str(part) for key, part in meta.items()} if isinstance(meta, dict) else {}
        item = Item(None, name, (), labels, block.path, block.line)
        content, text = value[key], value.get("text")
        text = text if isinstance(text, str) else None
        if not isinstance(content, list):
            wrong = [Mismatch((key,), f"expected a list, not {describe_value(content)}")]
            return replace(item, problems=self._problems(block, name, wrong))
        if key not in TAG_KEYS:
            document, wrong = character_document(content, None if text is None else len(text))
            below = [Mismatch((key, *mismatch.path), mismatch.message) for mismatch in wrong]
            return replace(item, value=document, problems=self._problems(block, name, below), text=text)
        wrong = [Mismatch((key, *bad.path), bad.message, bad.hint) for bad in tag_mismatches(content)]
        words = _words(value.get("tokens"))
        if words is not None and len(words) != len(content):
            wrong.append(Mismatch((key,), f"there are {len(content)} tags, but {len(words)} tokens"))
        if wrong:
            return replace(item, problems=self._problems(block, name, wrong))
        tagged = tagged_document(cast("Sequence[str]", content), block.path, block.line)
        warnings = [
            replace(tagged.sequence.problem(index, message, code, "warning"), item=name)
            for index, code, message in tagged.sequence.flaws
        ]
        return replace(item, value=tagged, problems=tuple(warnings), words=words, text=text)


#: The text that a line with spans of the other unit must contain.
_MARKS = {"tokens": ("start",), "characters": ("span", *TAG_KEYS)}


def _unit(value: object) -> str | None:
    """The unit of the spans of a line; None if it is unknown."""
    if not isinstance(value, dict):
        return None
    key = _other_form(value)
    if key in TAG_KEYS:
        return "tokens"
    content = value.get(key or "spans")
    return None if not isinstance(content, list) or not content else "characters" if key else "tokens"


def _mixed(block: Block, message: str) -> Block:
    hint = "use the same form in all lines of a file"
    problem = Problem(message, block.path, block.line, 1, block.id, hint, "span-unit", text=block.text)
    return replace(block, problems=(*block.problems, problem))


def _may_have_another_form(text: str) -> bool:
    """Whether it is worth while to look for another form than the usual one."""
    return '"start"' in text or any(f'"{key}"' in text for key in (*SPAN_KEYS[1:], *TAG_KEYS))


def _other_form(value: Mapping[str, object]) -> str | None:
    """Return the key of the tags, or of spans of characters; None if the line has neither."""
    spans = value.get("spans")
    if isinstance(spans, list) and spans and not any(map(is_character_span, spans)):
        return None
    return next((key for key in (*SPAN_KEYS, *TAG_KEYS) if key in value), None)


def _words(tokens: object) -> tuple[str, ...] | None:
    if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens):
        return tuple(tokens)
    return None


_TAGGED = re.compile(rf'"(?:{"|".join(TAG_KEYS)})"\s*:\s*\[')
_OF_TOKENS = recogniser("spans", frozenset({"type", "span"}))
_OF_CHARACTERS = [recogniser(key, frozenset({"start", "end"})) for key in SPAN_KEYS]


def recognises(head: str) -> bool:
    """Whether the beginning of a file has certainly spans in one of these forms, or tags."""
    return _OF_TOKENS(head) or any(recognise(head) for recognise in _OF_CHARACTERS) or _is_tagged(head)


def _is_tagged(head: str) -> bool:
    """Whether all lists of tags are tags of tokens, and some token is outside of all spans.

    >>> _is_tagged('{"tags": ["O", "B-PER"]}'), _is_tagged('{"tags": ["I-95"]}')
    (True, False)
    """
    tags: list[object] = []
    for value in [parse_json(line).value for line in head.split("\n") if may_be_tagged(line)]:
        lists = [value.get(key) for key in TAG_KEYS] if isinstance(value, dict) else []
        tags += [tag for elements in lists if isinstance(elements, list) for tag in elements]
    return "O" in tags and not tag_mismatches(tags)


def may_be_tagged(head: str) -> bool:
    """Whether a file of spans has lists of tags, right or wrong."""
    return _TAGGED.search(head) is not None
