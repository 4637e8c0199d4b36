"""JSON lines of clusters: one document a line, entities as lists of spans of words."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tallystick.errors import Problem
from tallystick.formats.base import Block, Item
from tallystick.formats.coref_builder import cycle_in, cycle_message, tokens_of
from tallystick.formats.coref_document import MOST_WORD, CorefDocument, Layer, Origin, Tokens, position
from tallystick.formats.json_choice import Span
from tallystick.formats.jsonlines import JsonLines

__all__ = ["ClusterDocuments", "ClusterRecord", "json_forms"]

#: Words of a document, or of its sentences.
Words = tuple[str, ...] | tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ClusterRecord:
    """A document as it stands on a line, beside its id."""

    clusters: tuple[tuple[Span, ...], ...]
    """Each entity as the spans of its mentions: the first and the last word, counted from 0, both inside."""
    names: tuple[str, ...] | None = None
    """The names of the entities."""
    components: tuple[tuple[int, ...], ...] | None = None
    """For each entity, those it is a set of, by number."""
    tokens: Words | None = None


class ClusterDocuments(JsonLines):
    """Reads JSON lines of clusters as documents.

    >>> reader = ClusterDocuments()
    >>> reader.item(Block('{"id": "d", "clusters": [[[0, 0], [2, 3]], [[1, 1]]]}')).value.identity.names
    ('0', '1')
    """

    def __init__(self) -> None:
        super().__init__(ClusterRecord, id_keys=("id", "doc_key"))

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
    count = len(record.clusters)
    for key, value in (("names", record.names), ("components", record.components)):
        if value is not None and len(value) != count:
            message = f"{key} has {len(value)} entries, but there are {count} clusters"
            yield origin.problem(message, _offset(origin, key), "coref-clusters")
    if record.names is not None and len(set(record.names)) < len(record.names):
        yield origin.problem("two entities have the same name", _offset(origin, "names"), "coref-clusters")
    sets = {whole: list(parts) for whole, parts in enumerate(record.components or ()) if parts}
    unknown = [part for parts in sets.values() for part in parts if not 0 <= part < count]
    if unknown:
        message = f"there is no cluster {unknown[0]}: they are counted from 0"
        yield origin.problem(message, _offset(origin, "components"), "coref-clusters")
    elif (cycle := cycle_in(sets)) is not None:
        yield origin.problem(cycle_message(str(cycle)), _offset(origin, "components"), "coref-cycle")
    last = max((span.right for cluster in record.clusters for span in cluster), default=-1)
    if last > MOST_WORD:
        message = f"a mention ends at word {last}, and no document has so many words"
        yield origin.problem(message, _offset(origin, "clusters"), "coref-clusters")
    elif record.tokens is not None and last >= (words := len(_flat(record.tokens))):
        message = f"a mention ends at word {last}, but the document has {words}, counted from 0"
        yield origin.problem(message, _offset(origin, "clusters"), "coref-clusters")


def _offset(origin: Origin, key: str) -> int:
    return max(0, origin.text.find(f'"{key}"'))


def _document(record: ClusterRecord, name: str, origin: Origin) -> CorefDocument:
    spans = sorted(
        (span.left, span.right, entity) for entity, cluster in enumerate(record.clusters) for span in cluster
    )
    names = record.names or tuple(map(str, range(len(record.clusters))))
    components = {whole: parts for whole, parts in enumerate(record.components or ()) if parts}
    layer = Layer(
        names,
        array("q", (position(left) for left, _, _ in spans)),
        array("q", (position(right) for _, right, _ in spans)),
        array("i", (entity for _, _, entity in spans)),
        components=components,
    )
    tokens = Tokens()
    if record.tokens is not None:
        tokens = tokens_of(_flat(record.tokens), Tokens(forms=json_forms))
    return CorefDocument(name, tokens, layer, origin=origin)


def _flat(tokens: Words) -> list[str]:
    return [word for part in tokens for word in ((part,) if isinstance(part, str) else part)]


def json_forms(text: str) -> Iterator[tuple[int, str]]:
    """The words of a document, and where they begin in its line."""
    words = _flat(json.loads(text)["tokens"])
    at = max(0, text.find('"tokens"'))
    for word in words:
        yield at, word
