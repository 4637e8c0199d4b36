"""JSON lines of clusters: one document per line, entities as lists of spans of words.

Three kinds of lines are read. Ours have ``id``, ``tokens``, ``clusters``, and may have ``names`` and ``components``.
Those of coreference systems have ``doc_key``, ``sentences`` and ``clusters``. Those of the CRAC shared tasks have
``doc_id``, ``tokens`` and ``clusters_token_offsets``, and a token that begins with ``##`` is an empty node.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item
from tallystick.formats.coref.builder import Nodes, cycle_in, cycle_message, tokens_of
from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    MOST_WORD,
    CorefDocument,
    Layer,
    NodeRow,
    Origin,
    Tokens,
    position,
)
from tallystick.formats.coref.jsonl.plain_text import EMPTY_NODE
from tallystick.formats.json.lines import JsonLines
from tallystick.formats.json.spans import Span

__all__ = ["ClusterDocuments", "ClusterRecord", "json_forms"]

#: Words of a document, or of its sentences.
Words = tuple[str, ...] | tuple[tuple[str, ...], ...]
Clusters = tuple[tuple[Span, ...], ...]


@dataclass(frozen=True, slots=True)
class ClusterRecord:
    """The fields of a document on its line, beside its id."""

    clusters: Clusters | None = None
    """Each entity as the spans of its mentions: the first and the last word, counted from 0, both inside."""
    clusters_token_offsets: Clusters | None = None
    """The same, where empty nodes count as tokens."""
    names: tuple[str, ...] | None = None
    """The names of the entities."""
    components: tuple[tuple[int, ...], ...] | None = None
    """For each entity, those it is a set of, by number."""
    tokens: Words | None = None
    sentences: Words | None = None
    # Further keys that coreference systems write; metrics ignore them.
    speakers: object = None
    pronouns: object = None
    constituents: object = None
    ner: object = None
    genre: object = None
    sentence_map: object = None
    subtoken_map: object = None
    clusters_text_mentions: object = None

    @property
    def entities(self) -> Clusters:
        """The entities, whichever of the keys has them."""
        entities = self.clusters if self.clusters is not None else self.clusters_token_offsets
        return entities or ()

    @property
    def words(self) -> Words | None:
        """The words, whichever of the keys has them."""
        return self.tokens if self.tokens is not None else self.sentences


class ClusterDocuments(JsonLines):
    """Reads JSON lines of clusters as documents.

    >>> reader = ClusterDocuments()
    >>> reader.item(Block('{"id": "d", "clusters": [[[0, 0], [2, 3]], [[1, 1]]]}')).value.identity.names
    ('0', '1')
    >>> line = '{"doc_key": "d", "sentences": [["Ann", "left"], ["She"]], "clusters": [[[0, 0], [2, 2]]]}'
    >>> len(reader.item(Block(line)).value.sentences)
    2
    """

    def __init__(self) -> None:
        super().__init__(ClusterRecord, id_keys=("id", "doc_key", "doc_id"))

    def item(self, block: Block) -> Item:
        """Read one document."""
        item = super().item(block)
        record = item.value
        if item.malformed or not isinstance(record, ClusterRecord):
            return item
        origin = Origin(block.path, block.line, item.id, block.text)
        problems = list(_problems(record, origin))
        value = None if problems else _document(record, item.id or "", origin)
        return replace(item, value=value, problems=(*item.problems, *problems))


def _problems(record: ClusterRecord, origin: Origin) -> Iterator[Problem]:
    for key, alternative in (("clusters", "clusters_token_offsets"), ("tokens", "sentences")):
        if getattr(record, key) is not None and getattr(record, alternative) is not None:
            message = f"both {key} and {alternative} on one line: expected one of them"
            yield origin.problem(message, _offset(origin, alternative), "coref-clusters")
    if record.clusters is None and record.clusters_token_offsets is None:
        message = "expected the key clusters or clusters_token_offsets"
        yield origin.problem(message, 0, "coref-clusters")
        return
    count = len(record.entities)
    for key, value in (("names", record.names), ("components", record.components)):
        if value is not None and len(value) != count:
            message = f"{key} has {len(value)} entries, but there are {count} clusters"
            yield origin.problem(message, _offset(origin, key), "coref-clusters")
    if record.names is not None and len(set(record.names)) < len(record.names):
        yield origin.problem("two entities have the same name", _offset(origin, "names"), "coref-clusters")
    sets = {whole: list(parts) for whole, parts in enumerate(record.components or ()) if parts}
    unknown = [part for parts in sets.values() for part in parts if not 0 <= part < count]
    if unknown:
        message = f"unknown cluster {unknown[0]} (clusters are counted from 0)"
        yield origin.problem(message, _offset(origin, "components"), "coref-clusters")
    elif (cycle := cycle_in(sets)) is not None:
        yield origin.problem(cycle_message(str(cycle)), _offset(origin, "components"), "coref-cycle")
    last = max((span.right for cluster in record.entities for span in cluster), default=-1)
    if last > MOST_WORD:
        message = f"a mention ends at word {last}, which is too large for a position"
        yield origin.problem(message, _offset(origin, "clusters"), "coref-clusters")
    elif record.words is not None and last >= (words := len(_flat(record.words))):
        message = f"a mention ends at word {last}, but the document has only {words} words (counted from 0)"
        yield origin.problem(message, _offset(origin, "clusters"), "coref-clusters")


def _offset(origin: Origin, key: str) -> int:
    return max(0, origin.text.find(f'"{key}'))


def _document(record: ClusterRecord, name: str, origin: Origin) -> CorefDocument:
    nodes = Nodes()
    positions: Sequence[int] | None = None
    if record.clusters_token_offsets is not None and record.words is not None:
        positions = _positions(record.words, nodes)
    spans = sorted(
        (_at(positions, span.left), _at(positions, span.right), entity)
        for entity, cluster in enumerate(record.entities)
        for span in cluster
    )
    names = record.names or tuple(map(str, range(len(record.entities))))
    components = {whole: parts for whole, parts in enumerate(record.components or ()) if parts}
    layer = Layer(
        names,
        array("q", (left for left, _, _ in spans)),
        array("q", (right for _, right, _ in spans)),
        array("i", (entity for _, _, entity in spans)),
        components=components,
    )
    tokens = Tokens()
    if record.words is not None:
        known = Tokens(forms=json_forms, rows=_rows if positions is not None else None)
        tokens = tokens_of(nodes.forms if positions is not None else _flat(record.words), known)
    return CorefDocument(
        name,
        tokens,
        layer,
        empty_nodes=nodes.empty,
        sentences=_sentences(record),
        origin=origin,
    )


def _positions(words: Words, nodes: Nodes) -> Sequence[int]:
    """The position of each token; those that begin with ## are empty nodes."""
    slot = 0
    for token in _flat(words):
        slot = slot + 1 if token.startswith(EMPTY_NODE) else 0
        if slot:
            nodes.add_empty(slot)
        else:
            nodes.add_word(token)
    return nodes.positions


def _at(positions: Sequence[int] | None, token: int) -> int:
    return position(token) if positions is None else positions[token]


def _sentences(record: ClusterRecord) -> array[int]:
    """Where sentences begin, if the words are divided into sentences."""
    starts = array("q")
    words = 0
    for part in record.words or ():
        if isinstance(part, str):
            return array("q")
        starts.append(position(words - 1, BEFORE_SENTENCE))
        empty = record.clusters_token_offsets is not None
        words += sum(not (empty and word.startswith(EMPTY_NODE)) for word in part)
    return starts


def _flat(words: Words) -> list[str]:
    return [word for part in words for word in ((part,) if isinstance(part, str) else part)]


def _listed(text: str) -> tuple[list[str], bool]:
    """The tokens of a line, and whether some of them may be empty nodes."""
    line = json.loads(text)
    return _flat(line["tokens"] if line.get("tokens") is not None else line["sentences"]), (
        line.get("clusters_token_offsets") is not None
    )


def json_forms(text: str) -> Iterator[tuple[int, str]]:
    """The words of a document, and where they begin in its line."""
    words, may_be_empty = _listed(text)
    at = max(0, text.find('"tokens"'), text.find('"sentences"'))
    for word in words:
        if not (may_be_empty and word.startswith(EMPTY_NODE)):
            yield at, word


def _rows(text: str) -> Iterator[NodeRow]:
    for token in _listed(text)[0]:
        empty = token.startswith(EMPTY_NODE)
        yield NodeRow(empty, token.removeprefix(EMPTY_NODE) or "_" if empty else token)
