"""Files of predicted clusters: JSON lines or CoNLL-2012, one document or many.

A line of JSON is ``{"id": "d", "clusters": [[[0, 2], [7, 7]], …]}``: a mention is its first and last token in the
document, counted from 0, both inside; or its sentence, counted from 0, and its first and last token there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.formats.base import Item, Reader
from tallystick.formats.coref.conll.reader import ConllDocuments
from tallystick.formats.coref.document import CorefDocument, word_number
from tallystick.formats.json.lines import JsonLines
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.files import source_at

__all__ = ["DocumentClusters", "located", "read_clusters"]


#: Words of a document, or of its sentences.
Words = tuple[str, ...] | tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """The fields of a line of JSON. Names and speakers are allowed and ignored."""

    clusters: tuple[tuple[tuple[int, ...], ...], ...]
    tokens: Words | None = None
    sentences: Words | None = None
    names: tuple[str, ...] | None = None
    speakers: Words | None = None

    def words(self) -> int:
        """How many words the document has, −1 if the line does not say."""
        listed = self.tokens if self.tokens is not None else self.sentences
        if listed is None:
            return -1
        return sum(1 if isinstance(part, str) else len(part) for part in listed)


@dataclass(frozen=True, slots=True)
class DocumentClusters:
    """The clusters of one document, as they are written in a file."""

    name: str
    clusters: tuple[tuple[tuple[int, ...], ...], ...]
    """Each mention as first and last token, or as sentence, first and last token."""
    words: int = -1
    """How many words the document has; −1 if the file does not say."""
    path: str = "<data>"
    line: int = 0

    def problem(self, message: str, level: str = "error", hint: str | None = None) -> Problem:
        """Something that is wrong with the clusters."""
        return Problem(
            message, self.path, self.line, 1 if self.line else 0, self.name or None, hint, "docamr-clusters",
            level,
        )  # fmt: skip


def read_clusters(path: str | Path) -> list[DocumentClusters]:
    """The clusters of all documents of a file."""
    source = source_at(path)
    start = next((line.text.lstrip() for line in source.lines() if line.text.strip()), "")
    reader: Reader = JsonLines(_Line, id_keys=("id", "doc_key")) if start[:1] in "{[" else ConllDocuments()
    documents: list[DocumentClusters] = []
    problems: list[Problem] = []
    for block in reader.blocks(source):
        item = reader.item(block)
        problems += [problem for problem in item.problems if problem.level == "error"]
        if isinstance(item.value, CorefDocument):
            problems += item.value.faults.get("identity", ())
        if not item.malformed:
            documents.append(_document(item))
    if not documents and not problems:
        problems.append(Problem("the file contains no clusters", source.shown, code="docamr-clusters"))
    if problems:
        raise DataError(problems)
    return documents


def _document(item: Item) -> DocumentClusters:
    value, location = item.value, (item.path, item.line)
    if isinstance(value, CorefDocument):
        layer = value.identity
        clusters: list[list[tuple[int, ...]]] = [[] for _ in layer.names]
        for first, last, entity in zip(layer.first, layer.last, layer.entity, strict=True):
            clusters[entity].append((word_number(first), word_number(last)))
        listed = tuple(tuple(cluster) for cluster in clusters)
        return DocumentClusters(value.name, listed, value.tokens.count, *location)
    assert isinstance(value, _Line)
    return DocumentClusters(item.id or "", value.clusters, value.words(), *location)


def located(
    document: DocumentClusters, sentences: Sequence[Graph]
) -> tuple[list[list[tuple[int, int, int]]], list[Problem]]:
    """The clusters by sentence, and mentions that lie in none: they are left out, with a warning each."""
    texts = [graph.metadata.get("tok") or graph.metadata.get("snt") or "" for graph in sentences]
    lengths = [len(text.split()) for text in texts]
    starts = [0, *accumulate(lengths)]
    if document.words not in (-1, starts[-1]):
        raise DataError(
            document.problem(
                f"the clusters are of {document.words} words, the sentences have {starts[-1]}",
                hint="a sentence has the words of its # ::tok, else of its # ::snt, split at spaces",
            )
        )
    problems: list[Problem] = []
    clusters: list[list[tuple[int, int, int]]] = []
    for cluster in document.clusters:
        kept = []
        for mention in cluster:
            location = _position(mention, starts)
            if location is None:
                message = f"the mention {list(mention)} is not inside any sentence: it is left out"
                problems.append(document.problem(message, "warning"))
            else:
                kept.append(location)
        clusters.append(kept)
    return clusters, problems


def _position(mention: tuple[int, ...], starts: Sequence[int]) -> tuple[int, int, int] | None:
    """Sentence, first and last token."""
    if len(mention) == 2:
        sentence = bisect_right(starts, mention[0]) - 1
        if not 0 <= sentence < len(starts) - 1:
            return None
        mention = (sentence, mention[0] - starts[sentence], mention[1] - starts[sentence])
    if len(mention) != 3 or not 0 <= mention[0] < len(starts) - 1:
        return None
    sentence, first, last = mention
    length = starts[sentence + 1] - starts[sentence]
    return (sentence, first, last) if 0 <= first <= last < length else None
