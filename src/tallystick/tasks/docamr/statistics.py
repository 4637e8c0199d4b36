"""Statistics of a document graph, or of the annotations that it is built from; they are additive."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.formats.msamr.document import ImplicitRole, MsAmr
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.document_triples import default_view
from tallystick.tasks.docamr.explain import DocumentChains
from tallystick.tasks.docamr.membership import COREF, is_sentence
from tallystick.tasks.graphs.statistics import statistics as of_graph

__all__ = ["statistics"]

#: The separator between the tokens of two sentences.
_NEXT_SENTENCE = "<next_sent>"


def statistics(value: object) -> Mapping[str, int]:
    """The numbers of one document.

    A chain is an entity with its members, or a node that several sentences lead to; its mentions are the edges to
    the members, or those into the node. `bridging_relations` lead from a whole or a set to its parts elsewhere.

    >>> text = "(d / document :snt1 (c / come-01 :ARG0 (h / he)) :snt2 (g / go-02 :ARG0 h))"
    >>> numbers = statistics(Graph.of(text))
    >>> numbers["sentences"], numbers["nodes"], numbers["chains"], numbers["mentions"]
    (2, 4, 1, 2)
    """
    from tallystick.tasks.docamr.merge_statistics import (
        MERGE_COUNTS,
        merge_counts,
    )  # they build graphs, as few runs do

    if isinstance(value, MsAmr):
        return {**_of_annotations(value), **dict.fromkeys(MERGE_COUNTS, 0)}
    assert isinstance(value, Graph)
    graph, chains = of_graph(value), DocumentChains(default_view(value))
    names = {relation[1] for relation in chains.view.triples.relations if is_sentence(relation)}
    entities = chains.view.counted.nodes
    return {
        "documents": 1,
        "sentences": len(names) or min(1, len(value)),  # a graph that is not a document is one sentence
        "tokens": sum(token != _NEXT_SENTENCE for token in _text(value).split()),
        "nodes": graph["nodes"],
        "frames": graph["frames"],
        "relations": graph["relations"],
        "attributes": graph["attributes"],
        "reentrancies": graph["reentrancies"],
        "chains": len(chains.chains),
        "chains.entities": len(entities),
        "chains.merged": len(chains.chains.keys() - entities),
        "chains.singletons": 0,
        "mentions": sum(_mentions(chains, node) for node in chains.chains),
        "mentions.implicit": 0,
        "bridging_relations": len(chains.bridges),
        **merge_counts(value),
    }


def _text(graph: Graph) -> str:
    return graph.metadata.get("tok") or graph.text or ""


def _mentions(chains: DocumentChains, node: int) -> int:
    """The members of an entity; of a node that was merged, the edges into it."""
    relations = chains.view.triples.relations
    roles = [relations[index][1] for kind, index in chains.chains[node].parts if kind == "relation"]
    return roles.count(COREF) if node in chains.view.counted.nodes else len(roles)


def _of_annotations(document: MsAmr) -> Mapping[str, int]:
    """Annotations have no graphs of their own: their chains, and what these are made of."""
    members = [member for chain in document.chains for member in chain.members]
    singletons = sum(chain.singleton for chain in document.chains)
    return {
        "documents": 1,
        "sentences": len(document.sentences),
        "tokens": 0,
        "nodes": 0,
        "frames": 0,
        "relations": 0,
        "attributes": 0,
        "reentrancies": 0,
        "chains": len(document.chains),
        "chains.entities": len(document.chains) - singletons,
        "chains.merged": 0,
        "chains.singletons": singletons,
        "mentions": len(members),
        "mentions.implicit": sum(isinstance(member, ImplicitRole) for member in members),
        "bridging_relations": sum(len(relation.parts) for relation in document.bridging),
    }
