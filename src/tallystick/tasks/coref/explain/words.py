"""The mentions and entities of one document, as text."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from tallystick.dataclass import dataclass
from tallystick.formats.coref.document import CorefDocument, Layer, Range, is_empty_node, word_number
from tallystick.tasks.coref.entities.split_antecedents import Entities
from tallystick.tasks.coref.explain.chain_columns import index_by_number
from tallystick.tasks.coref.explain.document_text import DocumentText
from tallystick.tasks.coref.explain.text import lines_with_chains

__all__ = ["MentionWords", "ShownLink", "ShownMention", "ShownSet"]

#: The text of a mention without words.
ZERO = "∅"


@dataclass(frozen=True, slots=True)
class ShownMention:
    """The words of a mention, and the numbers from 0 of the first and last word of every part."""

    words: str
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownSet:
    """An entity that is a set of others."""

    mentions: tuple[object, ...]
    elements: tuple[object, ...]
    """The mentions of each of its elements."""


@dataclass(frozen=True, slots=True)
class ShownLink(Mapping[object, object]):
    """A bridging anaphor and its antecedent, as a hashable mapping of the anaphor to the antecedent."""

    anaphor: object
    antecedent: object

    def __getitem__(self, key: object) -> object:
        if key != self.anaphor:
            raise KeyError(key)
        return self.antecedent

    def __iter__(self) -> Iterator[object]:
        return iter((self.anaphor,))

    def __len__(self) -> int:
        return 1


class MentionWords:
    """The mentions of one document, as text."""

    def __init__(
        self,
        document: CorefDocument,
        layer: Layer,
        numbers: Sequence[int] = (),
        written: CorefDocument | None = None,
    ) -> None:
        self.document = document
        self.layer = layer
        self._written = document if written is None else written
        self.mention_numbers = numbers if isinstance(numbers, array) else array("i", numbers)
        """The number of each mention by its index; −1 if it does not take part."""
        self.index = index_by_number(self.mention_numbers)
        """The index of each mention by its number."""
        # All metrics show the same mentions and entities: each is one object, which is recognised by its identity.
        self._mention_of: dict[int, object] = {}
        self._entity_of: dict[tuple[int, ...], tuple[object, ...]] = {}

    @cached_property
    def words(self) -> Sequence[str]:
        """The words of the document; those of another one that has the same words, if they are known from there."""
        return self.document_text.words

    @property
    def document_text(self) -> DocumentText:
        """These words as one text."""
        return DocumentText.of(self._written)

    def shares_words(self, other: MentionWords) -> bool:
        """Whether the words of both sides are read from one document."""
        return self._written is other._written

    def at(self, index: int) -> object:
        """A mention by its index in the document; where there are no words, as the numbers of its words."""
        mention = self._mention_of.get(index)
        if mention is None:
            mention = self._mention_of[index] = self._at(index)
        return mention

    def _at(self, index: int) -> object:
        ends = self.numbers(index)
        return ShownMention(self.text(index), ends) if self.words else ends

    def numbers(self, index: int) -> tuple[int, ...]:
        """The numbers of the first and last word of every part of a mention, by its index in the document."""
        return tuple([word_number(end) for part in self.layer.parts(index) for end in part])

    def text(self, index: int) -> str:
        """The words of a mention."""
        return " … ".join([self._shown(part) for part in self.layer.parts(index)])

    def heads(self, numbers: Iterable[int]) -> tuple[array[int], array[int], array[int], dict[int, object]]:
        """The columns of all mentions, and the heads of some where these are annotated; a zero has none."""
        layer = self.layer
        heads: dict[int, object] = {}
        if layer.details or self.document.empty_nodes:
            for number in numbers:
                at = self.index[number]
                detail = layer.details.get(at)
                if layer.is_zero(at):
                    heads[at] = None
                elif detail is not None and detail.head:
                    heads[at] = detail.head
        return layer.first, layer.last, self.index, heads

    def mention(self, number: int) -> object:
        """A mention by its number."""
        return self.at(self.index[number])

    def entity(self, entities: Entities, index: int) -> object:
        """An entity: its mentions, and its elements if it is a set."""
        mentions = self._mentions(entities.mentions[index])
        if index not in entities.sets:
            return mentions
        return ShownSet(mentions, tuple(self._mentions(entities.atoms[a]) for a in entities.sets[index]))

    def with_chains(
        self, entities: Entities, numbers: Sequence[int], known: Mapping[int, int], sign: str
    ) -> list[str]:
        """The sentences with their chains."""
        return lines_with_chains(self.document, self.layer, self.index, entities, numbers, known, sign)

    def _mentions(self, numbers: Iterable[int]) -> tuple[object, ...]:
        key = tuple(numbers)
        mentions = self._entity_of.get(key)
        if mentions is None:
            indices = sorted([self.index[number] for number in key])
            mentions = self._entity_of[key] = tuple([self.at(index) for index in indices])
        return mentions

    def _shown(self, part: Range) -> str:
        first, last = part
        if is_empty_node(first) and first == last:
            return ZERO
        return " ".join(self.words[word_number(first) : word_number(last) + 1])
