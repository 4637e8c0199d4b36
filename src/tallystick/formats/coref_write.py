"""Writing documents with coreference in any of the formats, and saying what a format cannot express."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tallystick.formats.coref_document import CorefDocument, is_empty_node, word_number
from tallystick.formats.coref_write_conll import conll_text
from tallystick.formats.coref_write_corefud import HEADER as COREFUD_HEADER
from tallystick.formats.coref_write_corefud import corefud_text
from tallystick.formats.coref_write_ua import HEADER as UA_HEADER
from tallystick.formats.coref_write_ua import ua_text
from tallystick.formats.coref_written import Losses, forms_of

__all__ = ["WRITERS", "Written", "write"]


@dataclass(frozen=True, slots=True)
class Written:
    """A file, and what of the documents it does not hold."""

    text: str
    notes: tuple[str, ...] = ()


def jsonl_text(document: CorefDocument, losses: Losses) -> str:
    """The document on one line: its words and clusters, with sets where there are any."""
    layer = document.identity
    losses.layers(document, deixis=True, bridging=True, nonreferring=True, heads=True, markables=True)
    clusters: list[list[list[int]]] = [[] for _ in layer.names]
    for at, entity in enumerate(layer.entity):
        first, last = layer.first[at], layer.last[at]
        if len(layer.parts(at)) > 1 or is_empty_node(first) or is_empty_node(last):
            losses.note("mentions that are discontinuous or begin or end with an empty node are left out")
        elif entity not in layer.nonreferring:
            clusters[entity].append([word_number(first), word_number(last)])
    kept = [entity for entity in range(len(layer.names)) if clusters[entity]]
    number = {entity: new for new, entity in enumerate(kept)}
    line: dict[str, object] = {"id": document.name} if document.name else {}
    forms = forms_of(document, losses) if document.tokens.forms else None
    if forms is not None:
        line["tokens"] = forms
    line["clusters"] = [clusters[entity] for entity in kept]
    line["names"] = [layer.names[entity] for entity in kept]
    if layer.components:
        line["components"] = [
            [number[part] for part in layer.components.get(entity, ()) if part in number] for entity in kept
        ]
    return json.dumps(line, ensure_ascii=False) + "\n"


#: By name: what a file begins with, and how a document is written.
WRITERS: dict[str, tuple[str, Callable[[CorefDocument, Losses], str]]] = {
    "conll": ("", conll_text),
    "conllu": (COREFUD_HEADER, corefud_text),
    "ua": (UA_HEADER, ua_text),
    "jsonl": ("", jsonl_text),
}


def write(documents: Iterable[CorefDocument], to: str) -> Written:
    """The documents in a format: ``conll``, ``conllu``, ``ua`` or ``jsonl``; and notes on what is lost.

    >>> from tallystick.formats.coref_jsonl import ClusterDocuments
    >>> from tallystick.formats.base import Block
    >>> line = '{"id": "d", "tokens": ["Ann", "and", "Rex"], "clusters": [[[0, 0]], [[0, 2]]]}'
    >>> print(write([ClusterDocuments().item(Block(line)).value], "conll").text)
    #begin document (d); part 000
    d	0	0	Ann	(0)|(1
    d	0	1	and	-
    d	0	2	Rex	1)
    <BLANKLINE>
    #end document
    <BLANKLINE>
    """
    header, one = WRITERS[to]
    losses = Losses()
    text = header + "".join(one(document, losses) for document in documents)
    return Written(text, losses.notes)
