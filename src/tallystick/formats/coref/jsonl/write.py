"""Write JSON lines of clusters (Tallystick's own, those of systems, those of the CRAC shared tasks) and plain text."""

from __future__ import annotations

import json
import re

from tallystick.formats.coref.document import CorefDocument, Layer, is_empty_node, word_number
from tallystick.formats.coref.jsonl.plain_text import EMPTY_NODE
from tallystick.formats.coref.writing import (
    Losses,
    Node,
    brackets,
    forms_of,
    names_for,
    sentences_of,
    separable,
)

__all__ = ["crac_json_text", "jsonl_text", "plain_text", "sentences_jsonl_text"]

_NAME = re.compile(r"[^\s\[\],|]+")


def jsonl_text(document: CorefDocument, losses: Losses) -> str:
    """The document on one line: its words and clusters, with sets where there are any."""
    layer = document.identity
    losses.layers(document, deixis=True, bridging=True, nonreferring=True, heads=True, markables=True)
    clusters = _clusters(layer, losses)
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
    return _line(line)


def sentences_jsonl_text(document: CorefDocument, losses: Losses) -> str:
    """The document on one line as coreference systems have it: its name, sentences and clusters."""
    losses.layers(
        document, deixis=True, bridging=True, nonreferring=True, heads=True, sets=True, markables=True
    )
    sentences = [
        [form for _, form in sentence if form is not None] for sentence in sentences_of(document, losses)
    ]
    clusters = [cluster for cluster in _clusters(document.identity, losses) if cluster]
    return _line({"doc_key": document.name, "sentences": list(filter(None, sentences)), "clusters": clusters})


def crac_json_text(document: CorefDocument, losses: Losses) -> str:
    """The document on one line as the CRAC shared tasks have it; empty nodes are tokens that begin with ##."""
    losses.layers(
        document, deixis=True, bridging=True, nonreferring=True, heads=True, sets=True, markables=True
    )
    layer = document.identity
    nodes = _nodes(document, losses)
    index = {position: at for at, (position, _) in enumerate(nodes)}
    clusters: list[list[list[int]]] = [[] for _ in layer.names]
    for at, entity in enumerate(layer.entity):
        if len(layer.parts(at)) > 1:
            losses.note("discontinuous mentions are left out")
        elif entity not in layer.nonreferring:
            clusters[entity].append([index[layer.first[at]], index[layer.last[at]]])
    return _line(
        {
            "doc_id": document.name,
            "tokens": [form for _, form in nodes],
            "clusters_token_offsets": [cluster for cluster in clusters if cluster],
        }
    )


def plain_text(document: CorefDocument, losses: Losses) -> str:
    """The document on one line of plain text, with entities behind bars."""
    losses.layers(
        document, deixis=True, bridging=True, nonreferring=True, heads=True, sets=True, markables=True
    )
    if document.name:
        losses.note("the format has no names of documents: they are left out")
    layer = document.identity
    kept = []
    for at, entity in enumerate(layer.entity):
        if len(layer.parts(at)) > 1:
            losses.note("discontinuous mentions are left out")
        elif entity not in layer.nonreferring:
            kept.append(at)
    names = names_for(layer, _NAME, "e", losses)
    marks = brackets(layer, separable(layer, kept, losses))
    words = []
    for position, form in _nodes(document, losses):
        mark = marks.get(position)
        if re.search(r"\s", form):
            losses.note("the format has no words with spaces: _ is written for each space")
            form = re.sub(r"\s", "_", form)
        entities = [f"{names[layer.entity[at]]}]" for at, _ in mark.closing] if mark else []
        if mark:
            entities += [f"[{names[layer.entity[at]]}{']' if ends else ''}" for at, _, ends in mark.opening]
        words.append(f"{form}|{','.join(entities)}" if entities else form)
    return " ".join(words) + "\n"


def _clusters(layer: Layer, losses: Losses) -> list[list[list[int]]]:
    """The spans of each entity in words; without mentions that words alone cannot express."""
    clusters: list[list[list[int]]] = [[] for _ in layer.names]
    for at, entity in enumerate(layer.entity):
        first, last = layer.first[at], layer.last[at]
        if len(layer.parts(at)) > 1 or is_empty_node(first) or is_empty_node(last):
            losses.note("mentions that are discontinuous or begin or end with an empty node are left out")
        elif entity not in layer.nonreferring:
            clusters[entity].append([word_number(first), word_number(last)])
    return clusters


def _nodes(document: CorefDocument, losses: Losses) -> list[tuple[int, str]]:
    """The words and empty nodes in order; empty nodes as ## and their form, where there is one."""
    known = {position: row.form for position, row in document.nodes() if row.empty and row.form != "_"}
    nodes: list[Node] = [node for sentence in sentences_of(document, losses) for node in sentence]
    return [
        (position, form if form is not None else f"{EMPTY_NODE}{known.get(position, '')}")
        for position, form in nodes
    ]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
