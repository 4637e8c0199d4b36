"""Which mentions of a document take part: without repeats, without entities that do not count."""

from __future__ import annotations

from array import array
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.coref.document import CorefDocument, Layer, Note
from tallystick.formats.json.value_names import key
from tallystick.tasks.coref.mentions.heads import NOMINAL, head_categories
from tallystick.tasks.coref.mentions.join import entity_sizes, same_spans
from tallystick.tasks.coref.mentions.words import Shapes, shown_words

__all__ = ["MatchOptions", "Selected", "repeated_problems", "select"]


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options that decide which mentions take part, and which of them are the same."""

    match: str = "exact"
    """``exact``, ``head``, ``partial``, ``partial-craft`` or ``minimal``."""
    singletons: str = "keep"
    """``keep`` or ``drop``."""
    zero_match: str = "dependent"
    """``dependent`` or ``linear``."""
    split_antecedents: bool = True
    layer: str = "identity"
    """``identity`` or ``discourse-deixis``."""
    repeated: str = "error"
    """``error``, ``first`` or ``reference``: how to treat a mention that belongs to two entities."""
    brackets: str = "written"
    """``written`` or ``openings-first``: how the cells of CoNLL-2012 are read."""
    nonreferring_elements: str = "drop"
    """``drop`` or ``keep``: whether an entity that refers to nothing may be an element of a set."""
    mention_type: str = "all"
    """``all`` or ``noun-phrases``."""
    nested: str = "keep"
    """``keep`` or ``drop``: whether a mention inside another one of its entity counts."""
    zeros: str = "keep"
    """``keep`` or ``drop``."""
    documents: str = "all"
    """``all`` or ``with-sets``: whether documents without split antecedents in the gold count."""


@dataclass(slots=True)
class Selected:
    """A layer of a document, and which of its mentions take part."""

    document: CorefDocument
    layer: Layer
    shapes: array[int]
    keep: array[int]
    """1 for mentions that take part."""
    components: dict[int, tuple[int, ...]]
    dropped: frozenset[int] = frozenset()
    """Entities of one mention that do not count, but are components of others and so take part."""
    repeats: list[tuple[int, int]] = field(default_factory=list)
    """Mentions with the same words in two entities: the one that is kept, the other."""
    collapsed: list[tuple[int, int]] = field(default_factory=list)
    """Mentions with the same words in one entity: the one that is kept, the other."""

    @property
    def columns(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """First and last positions, shapes, and which take part."""
        return self.layer.first, self.layer.last, self.shapes, self.keep


def select(document: CorefDocument, shapes: Shapes, options: MatchOptions) -> Selected:
    """The mentions that take part. Of repeated mentions, that of the entity which appears first in the file."""
    layer = document.layer(options.layer)
    components = dict(layer.components) if options.split_antecedents else {}
    chosen = Selected(document, layer, shapes.of(document, layer), array("i", [1]) * len(layer), components)
    if layer.nonreferring:
        _leave_out_nonreferring(chosen, options.nonreferring_elements)
    _leave_out_mentions(chosen, options)
    # The reference scorer counts a repeated mention as often as it occurs: before it is settled, that is.
    if options.singletons == "drop" and options.repeated == "reference":
        _drop_singletons(chosen)
    _settle_repeats(chosen)
    if options.singletons == "drop" and options.repeated != "reference":
        _drop_singletons(chosen)
    return chosen


def _leave_out_nonreferring(chosen: Selected, elements: str) -> None:
    """Leave out entities that refer to nothing; as elements of sets they may stay, though they do not count."""
    left_out = chosen.layer.nonreferring
    if elements == "keep":
        needed = {
            part for whole, parts in chosen.components.items() if whole not in left_out for part in parts
        }
        chosen.dropped = left_out & needed
    else:
        kept = {
            whole: tuple(part for part in parts if part not in left_out)
            for whole, parts in chosen.components.items()
        }
        chosen.components = {whole: parts for whole, parts in kept.items() if parts}
    _leave_out(chosen, left_out - chosen.dropped)


def _leave_out_mentions(chosen: Selected, options: MatchOptions) -> None:
    """Leave out mentions of kinds that do not count."""
    layer, keep = chosen.layer, chosen.keep
    left_out: set[int] = set()
    if options.zeros == "drop" and chosen.document.empty_nodes:
        left_out.update(at for at in range(len(layer)) if layer.is_zero(at))
    if options.mention_type == "noun-phrases":
        categories = head_categories(chosen.document, layer)
        left_out.update(at for at, upos in enumerate(categories) if upos not in NOMINAL)
    if options.nested == "drop":
        left_out |= nested_mentions(layer)
    for at in left_out:
        keep[at] = 0


def nested_mentions(layer: Layer) -> set[int]:
    """The mentions inside another mention of their entity, from its first to its last word."""
    nested: set[int] = set()
    open_now: dict[int, list[int]] = {}
    # Mentions that begin at one word: the longest first.
    for at in sorted(range(len(layer)), key=lambda at: (layer.first[at], -layer.last[at], at)):
        around = open_now.setdefault(layer.entity[at], [])
        while around and layer.last[around[-1]] < layer.last[at]:
            around.pop()
        if around and (layer.first[around[-1]], layer.last[around[-1]]) != (layer.first[at], layer.last[at]):
            nested.add(at)
        else:
            around.append(at)
    return nested


def _leave_out(chosen: Selected, entities: frozenset[int]) -> None:
    keep = chosen.keep
    for at, entity in enumerate(chosen.layer.entity):
        if entity in entities:
            keep[at] = 0


def _settle_repeats(chosen: Selected) -> None:
    layer, keep, shapes = chosen.layer, chosen.keep, chosen.shapes
    for start, end in same_spans(layer.first, layer.last):
        seen: dict[int, int] = {}
        # The entity that appears first in the file has the lowest number.
        for at in sorted(range(start, end), key=layer.entity.__getitem__):
            if not keep[at]:
                continue
            kept = seen.setdefault(shapes[at], at)
            if kept != at:
                keep[at] = 0
                same = layer.entity[kept] == layer.entity[at]
                (chosen.collapsed if same else chosen.repeats).append((kept, at))


def _drop_singletons(chosen: Selected) -> None:
    """Drop entities of one mention. A set counts as a mention of its entity; the components of sets stay."""
    layer = chosen.layer
    sizes = entity_sizes(layer.entity, chosen.keep, len(layer.names))
    single = {entity for entity, size in enumerate(sizes) if size == 1 and entity not in chosen.components}
    needed = {part for entity, parts in chosen.components.items() if entity not in single for part in parts}
    single -= chosen.dropped
    chosen.dropped |= single & needed
    _leave_out(chosen, frozenset(single - needed))


def repeated_problems(
    document: CorefDocument, layer: str = "identity", level: str = "error"
) -> list[Problem]:
    """Mentions that belong to two entities, and, as warnings, those that occur twice in one."""
    return problems_of(select(document, Shapes(), MatchOptions(layer=layer)), level)


def problems_of(chosen: Selected, level: str) -> list[Problem]:
    """Warnings about repeated mentions."""
    layer, origin = chosen.layer, chosen.document.origin
    problems: list[Problem] = []
    for pairs, code, rank in (
        (chosen.repeats, "coref-repeated", level),
        (chosen.collapsed, "coref-repeated-in-entity", "warning"),
    ):
        notes: list[Note] = []
        for kept, other in pairs:
            names = [key(layer.names[layer.entity[at]]) for at in (kept, other)]
            where = shown_words(layer.parts(other))
            if code == "coref-repeated":
                message = f"the mention at {where} belongs to entities {names[0]} and {names[1]}"
                hint = (
                    "pass --repeated-mentions first to keep the entity that appears first"
                    if level == "error"
                    else None
                )
            else:
                message, hint = f"the mention at {where} occurs twice in entity {names[0]}", None
            offset = layer.offset[other] if len(layer.offset) else 0
            notes.append((offset, message, code, rank, hint))
        # All at once: searching for the line of each would cost a pass over the text every time.
        problems += origin.problems(notes)
    return problems
