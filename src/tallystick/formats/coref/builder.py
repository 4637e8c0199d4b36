"""Putting a document together from rows: words and empty nodes, mentions of one or more parts, entities."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Item
from tallystick.formats.coref.conll.scan import digest_words
from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    CorefDocument,
    Detail,
    Layer,
    Note,
    Origin,
    Range,
    Tokens,
    position,
)
from tallystick.formats.json.value_names import key

__all__ = ["DocumentNotes", "LayerBuilder", "MentionDraft", "Nodes", "cycle_in", "cycle_message", "tokens_of"]


@dataclass(slots=True)
class DocumentNotes:
    """The problems of a document, collected row by row."""

    origin: Origin
    notes: list[Note] = field(default_factory=list)

    def add(
        self, message: str, offset: int, code: str, *, level: str = "error", hint: str | None = None
    ) -> None:
        """Note something at an offset of the text."""
        self.notes.append((offset, message, code, level, hint))

    def item(self, value: Callable[[], CorefDocument]) -> Item:
        """The item: with its document if there is nothing worse than warnings, also while it is made."""
        document = None if self.failed else value()
        problems = tuple(self.origin.problems(self.notes)) if self.notes else ()
        origin = self.origin
        return Item(
            None if self.failed else document, origin.item, problems, path=origin.path, line=origin.line
        )

    @property
    def failed(self) -> bool:
        """Whether anything is worse than a warning."""
        return any(note[3] == "error" for note in self.notes)

    def take_warnings(self, other: DocumentNotes) -> None:
        """Add the warnings of another list of notes."""
        self.notes += [note for note in other.notes if note[3] != "error"]

    def faults(self) -> tuple[Problem, ...]:
        """Everything that is worse than a warning."""
        return tuple(self.origin.problems(note for note in self.notes if note[3] == "error"))


@dataclass(slots=True)
class Nodes:
    """The words and empty nodes of a document in the order of the file."""

    positions: array[int] = field(default_factory=lambda: array("q"))
    empty: array[int] = field(default_factory=lambda: array("q"))
    forms: list[str] = field(default_factory=list)
    sentences: array[int] = field(default_factory=lambda: array("q"))
    _first_word: int = 0

    def begin_sentence(self) -> None:
        """All that follows belongs to a new sentence."""
        self._first_word = len(self.forms)
        self.sentences.append(position(len(self.forms) - 1, BEFORE_SENTENCE))

    def begin_sentence_here(self) -> None:
        """The same where empty nodes are numbered across sentences."""
        self.sentences.append(self.positions[-1] + 1 if self.positions else 0)

    def add_word(self, form: str) -> int:
        """Add a word; its position."""
        added = position(len(self.forms))
        self.forms.append(form)
        self.positions.append(added)
        return added

    def add_empty(self, slot: int) -> int:
        """Add an empty node, the `slot`-th after the last word; its position."""
        before = BEFORE_SENTENCE if len(self.forms) == self._first_word else 0
        added = position(len(self.forms) - 1, before + slot)
        self.positions.append(added)
        self.empty.append(added)
        return added

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self.positions)


def tokens_of(forms: Iterable[str], known: Tokens) -> Tokens:
    """The count and digest of words; how to find them again comes from `known`."""
    listed = list(forms)
    return replace(known, count=len(listed), digest=digest_words(listed))


@dataclass(slots=True)
class MentionDraft:
    """A mention while it is read: its parts as numbers of nodes, both ends inside."""

    entity: int
    offset: int
    parts: list[Range] = field(default_factory=list)
    markable: str = ""
    head: int = 0
    """The head word, counted from 1 over all words of the mention; 0 if not known."""
    minimum: tuple[Range, ...] = ()
    """Positions of the words that must match, where the format has them."""

    @property
    def size(self) -> int:
        """How many words it has."""
        return sum(last - first + 1 for first, last in self.parts)


class LayerBuilder:
    """The entities and mentions of a layer, in the order of the file."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.drafts: list[MentionDraft] = []
        self.components: dict[int, dict[int, None]] = {}
        self.indices: dict[int, int] = {}
        """The index of each draft among the mentions of the layer, once it is built."""

    def entity(self, name: str) -> int:
        """The number of an entity."""
        return self.names.setdefault(name, len(self.names))

    def add(self, draft: MentionDraft) -> MentionDraft:
        """Add a mention."""
        self.drafts.append(draft)
        return draft

    def add_component(self, whole: int, part: int) -> None:
        """Make an entity an element of another, which is a set."""
        self.components.setdefault(whole, {})[part] = None

    def layer(self, nodes: Nodes, nonreferring: frozenset[int] = frozenset()) -> Layer:
        """The layer; all mentions must be closed by now."""
        at = nodes.positions
        rows = []
        for number, draft in enumerate(self.drafts):
            draft.parts.sort()
            rows.append((at[draft.parts[0][0]], at[draft.parts[-1][1]], draft.size, number))
        rows.sort()
        self.indices = {row[3]: index for index, row in enumerate(rows)}
        details = {}
        for index, row in enumerate(rows):
            detail = _detail(self.drafts[row[3]], at)
            if detail is not None:
                details[index] = detail
        return Layer(
            tuple(self.names),
            array("q", (row[0] for row in rows)),
            array("q", (row[1] for row in rows)),
            array("i", (self.drafts[row[3]].entity for row in rows)),
            array("q", (self.drafts[row[3]].offset for row in rows)),
            details,
            {whole: tuple(parts) for whole, parts in self.components.items()},
            nonreferring,
        )


def _detail(draft: MentionDraft, at: array[int]) -> Detail | None:
    """Further information on a mention, beyond its first and last position."""
    parts = _joined(draft.parts)
    ranges = tuple((at[first], at[last]) for first, last in parts) if len(parts) > 1 else ()
    head = draft.minimum
    if draft.head and draft.size > 1:
        word = at[_node(draft, draft.head)]
        head = ((word, word),)
    if not (ranges or head or draft.markable):
        return None
    return Detail(ranges, head, draft.markable)


def _joined(parts: list[Range]) -> list[Range]:
    """Parts, with adjacent ones merged."""
    joined: list[Range] = []
    for first, last in parts:
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def _node(draft: MentionDraft, number: int) -> int:
    """The node of a word of the mention, counted from 1."""
    for first, last in draft.parts:
        if number <= last - first + 1:
            return first + number - 1
        number -= last - first + 1
    return draft.parts[-1][1]


def cycle_in(components: Mapping[int, Iterable[int]]) -> int | None:
    """An entity that is a component of itself, directly or through others.

    >>> cycle_in({1: [2], 2: [3], 3: [1]}), cycle_in({1: [2, 3], 2: [3]})
    (1, None)
    """
    done: set[int] = set()
    for start in components:
        path: list[tuple[int, Iterator[int]]] = [(start, iter(components[start]))]
        on_path = {start}
        while path:
            entity, parts = path[-1]
            part = None if entity in done else next(parts, None)
            if part is None:
                done.add(entity)
                on_path.discard(entity)
                path.pop()
            elif part in on_path:
                return part
            elif part not in done:
                path.append((part, iter(components.get(part, ()))))
                on_path.add(part)
    return None


def cycle_message(name: str) -> str:
    """The problem of an entity that contains itself."""
    return f"entity {key(name)} is a component of itself"
