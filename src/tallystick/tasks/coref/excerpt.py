"""Some of the words of a document with everything that is annotated on them, as its own document."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from tallystick.dataclass import dataclass
from tallystick.formats.coref.builder import tokens_of
from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    SLOT_BITS,
    CorefDocument,
    Detail,
    Forms,
    Layer,
    NodeRow,
    Range,
    Tokens,
    position,
)

__all__ = ["WordRange", "excerpt"]

#: The first word of a range, and the word after its last one.
WordRange = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Kept:
    """Which positions of a document are in the excerpt, and where they are there."""

    starts: list[int]
    ends: list[int]
    """Where the kept ranges end, exclusive."""
    shifts: list[int]

    @classmethod
    def of(cls, ranges: Sequence[WordRange]) -> _Kept:
        """Keep the words of these ranges, with the empty nodes around them.

        Empty nodes before the first word of a sentence follow the last word of the sentence before.
        """
        kept = cls([], [], [])
        words = 0
        for first, end in ranges:
            kept.starts.append(position(first - 1, BEFORE_SENTENCE) if first else 0)
            kept.ends.append(position(end - 1, BEFORE_SENTENCE))
            kept.shifts.append((first - words) << SLOT_BITS)
            words += end - first
        return kept

    def at(self, node: int) -> int | None:
        """The position of a word or an empty node in the excerpt; None if it is left out."""
        index = bisect_right(self.starts, node) - 1
        return None if index < 0 or node >= self.ends[index] else node - self.shifts[index]

    def ranges(self, ranges: Sequence[Range]) -> tuple[Range, ...] | None:
        """Ranges of positions in the excerpt; None if an end is left out."""
        moved = []
        for first, last in ranges:
            ends = self.at(first), self.at(last)
            if ends[0] is None or ends[1] is None:
                return None
            moved.append((ends[0], ends[1]))
        return tuple(moved)


def excerpt(document: CorefDocument, ranges: Sequence[WordRange]) -> CorefDocument:
    """The document without the words outside these ranges, which are in order and do not overlap.

    Mentions with words outside are left out, and so are entities without mentions.
    """
    kept = _Kept.of(ranges)
    identity, mentions = _layer(document.identity, kept)
    number = {mention: index for index, mention in enumerate(mentions)}
    bridges = [
        replace(
            bridge,
            anaphor=number[bridge.anaphor],
            antecedent=number[bridge.antecedent],
            entity=identity.entity[number[bridge.antecedent]],
        )
        for bridge in document.bridges
        if bridge.anaphor in number and bridge.antecedent in number
    ]
    other = document.openings_first
    return replace(
        document,
        tokens=_tokens(document, ranges, kept),
        identity=identity,
        deixis=_layer(document.deixis, kept)[0],
        bridges=tuple(bridges),
        empty_nodes=_moved(document.empty_nodes, kept),
        dependencies=dict(_dependencies(document, kept)),
        sentences=_moved(document.sentences, kept),
        openings_first=None if other is None else _layer(other, kept)[0],
    )


def _moved(positions: Sequence[int], kept: _Kept) -> array[int]:
    return array("q", [moved for moved in map(kept.at, positions) if moved is not None])


def _dependencies(document: CorefDocument, kept: _Kept) -> Iterator[tuple[int, frozenset[tuple[int, str]]]]:
    for node, parents in document.dependencies.items():
        moved = kept.at(node)
        if moved is not None:
            # The root, 0, is not a position.
            own = ((kept.at(parent) if parent else 0, relation) for parent, relation in parents)
            yield moved, frozenset((parent, relation) for parent, relation in own if parent is not None)


def _tokens(document: CorefDocument, ranges: Sequence[WordRange], kept: _Kept) -> Tokens:
    known = document.tokens
    if known.forms is None:
        return known
    words = [form for _, form in _kept_forms(known.forms, tuple(ranges), document.origin.text)]
    return tokens_of(
        words,
        replace(
            known,
            # Partial, not closures: documents travel to other processes.
            forms=partial(_kept_forms, known.forms, tuple(ranges)),
            rows=None if known.rows is None else partial(_kept_rows, known.rows, document.empty_nodes, kept),
        ),
    )


def _kept_forms(forms: Forms, ranges: Sequence[WordRange], text: str) -> Iterator[tuple[int, str]]:
    words = list(forms(text))
    for first, end in ranges:
        yield from words[first:end]


def _kept_rows(
    rows: Callable[[str], Iterator[NodeRow]], empty_nodes: Sequence[int], kept: _Kept, text: str
) -> Iterator[NodeRow]:
    words, empty = 0, iter(empty_nodes)
    for row in rows(text):
        if row.empty:
            node = next(empty)
        else:
            node, words = position(words), words + 1
        if kept.at(node) is not None:
            yield row


def _layer(layer: Layer, kept: _Kept) -> tuple[Layer, list[int]]:
    """The mentions of a layer that are in the excerpt as a whole, and which these are."""
    parts = [kept.ranges(layer.parts(mention)) for mention in range(len(layer))]
    mentions = [mention for mention, own in enumerate(parts) if own is not None]
    remaining = sorted({layer.entity[mention] for mention in mentions})
    number = {entity: index for index, entity in enumerate(remaining)}
    own = Layer(
        tuple([layer.names[entity] for entity in remaining]),
        _moved([layer.first[mention] for mention in mentions], kept),
        _moved([layer.last[mention] for mention in mentions], kept),
        array("i", [number[layer.entity[mention]] for mention in mentions]),
        [layer.offset[mention] for mention in mentions] if layer.offset else (),
        {
            index: _detail(layer.details[mention], kept)
            for index, mention in enumerate(mentions)
            if mention in layer.details
        },
        {
            number[entity]: tuple([number[part] for part in components if part in number])
            for entity, components in layer.components.items()
            if entity in number
        },
        frozenset(number[entity] for entity in layer.nonreferring if entity in number),
    )
    return own, mentions


def _detail(detail: Detail, kept: _Kept) -> Detail:
    return replace(detail, parts=kept.ranges(detail.parts) or (), head=kept.ranges(detail.head) or ())
