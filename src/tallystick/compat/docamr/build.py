"""Document graphs as docAMR 0.1.1 makes them, with what it gets wrong: ``--preset docamr-0.1.1``.

Sentences are in the order of the file; of several parts in one bridging relation the last is kept; chains are
merged one after the other, also where they share a mention. Where the program ends with an exception, so do we, with
a message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tallystick.compat.docamr.graph import ReleasedGraph
from tallystick.errors import DataError, Problem
from tallystick.formats.msamr.document import IdentityChain, ImplicitRole, Mention, MsAmr
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.base import NEXT_SENTENCE, node_name
from tallystick.tasks.docamr.build.model import COREF, ENTITY
from tallystick.tasks.docamr.build.pronouns import form_of
from tallystick.tasks.docamr.build.tables import Tables

__all__ = ["Chains", "base_graph", "released_metadata", "represent_released"]

_MEMBER = f"{COREF}-of"
#: The entity of each chain, in order.
Chains = list[str]


def base_graph(document: MsAmr, sentences: Sequence[Graph]) -> tuple[ReleasedGraph, Chains]:
    """The sentences under one root with all chains, nothing merged."""
    graph = of_sentences(sentences)
    positions = {sentence.id: position for position, sentence in enumerate(document.sentences, 1)}

    def node(member: Mention | ImplicitRole) -> str:
        variable = member.variable if isinstance(member, Mention) else member.parent
        return node_name(positions[member.sentence], variable)

    ends: dict[str, str] = {}
    chains: Chains = []
    for chain in document.chains:
        if chain.singleton:
            ends |= _singleton(graph, chain, node(chain.members[0])) if chain.members else {}
            continue
        entity = graph.add_node(chain.id, ENTITY)
        ends[chain.id] = entity
        chains.append(entity)
        for member in chain.members:
            if isinstance(member, Mention):
                graph.add_edge(node(member), _MEMBER, entity)
            else:
                graph.add_edge(node(member), member.role, entity)
    for relation in document.bridging:
        parts = [ends[part.chain] for part in relation.parts if part.chain in ends]
        if relation.whole.chain in ends and parts:
            graph.add_edge(ends[relation.whole.chain], relation.role, parts[-1])
    return graph, chains


def of_sentences(sentences: Sequence[Graph]) -> ReleasedGraph:
    """The sentences under one root."""
    graph = ReleasedGraph()
    graph.add_node("d", "document")
    for position, sentence in enumerate(sentences, 1):
        names = [
            graph.add_node(node_name(position, variable), concept)
            for variable, concept in zip(sentence.variables, sentence.concepts, strict=True)
        ]
        graph.add_edge("d", f"snt{position}", names[sentence.top])
        branches = zip(sentence.sources, sentence.roles, sentence.targets, sentence.constants, strict=True)
        for source, role, target, constant in branches:
            if constant is None:
                graph.add_edge(names[source], role, names[target])
            else:
                value = constant.replace('"', "")
                leaf = graph.add_node(f"{names[source]}={role}", value, constant=True)
                graph.add_edge(names[source], role, leaf)
    return graph


def _singleton(graph: ReleasedGraph, chain: IdentityChain, node: str) -> dict[str, str]:
    member = chain.members[0]
    if isinstance(member, Mention):
        return {chain.id: node}
    implicit = graph.add_node(f"{node}i", "implicit-role")
    graph.add_edge(node, member.role, implicit)
    return {chain.id: implicit}


def represent_released(graph: ReleasedGraph, chains: Chains, representation: str, tables: Tables) -> None:
    """Bring a document into a representation, chain by chain."""
    members = {entity: _members(graph, entity) for entity in chains}
    if representation == "merge-all":
        for nodes in members.values():
            for node in nodes[1:]:
                graph.merge(nodes[0], node)
    elif representation != "no-merge":
        for nodes in members.values():
            _merge_names(graph, nodes, tables.types)
    if representation == "docamr":
        for entity in chains:
            if entity in graph.concepts:
                _merge_pronouns(graph, entity, tables.pronouns)
    for entity in chains:
        if entity in graph.concepts and len(_members(graph, entity)) == 1:
            graph.merge(_members(graph, entity)[0], entity, types=False)


def _members(graph: ReleasedGraph, entity: str) -> list[str]:
    return [source for role, source in graph.up[entity] if role == _MEMBER]


def _merge_names(graph: ReleasedGraph, members: Sequence[str], order: Mapping[str, int]) -> None:
    named = [node for node in members if node in graph.concepts and graph.below(node, "name")]
    if len(named) < 2:
        return
    head = named[0]
    if len({graph.concepts[node] for node in named}) > 1:
        known = [node for node in named if graph.concepts[node] in order]
        if not known:
            raise DataError(
                Problem(
                    f"docAMR 0.1.1 cannot merge named entities of the types "
                    f"{', '.join(dict.fromkeys(graph.concepts[node] for node in named))}: its table has none of them",
                    code="docamr-released",
                )
            )  # fmt: skip
        head = min(known, key=lambda node: order[graph.concepts[node]])
    for node in named:
        if node != head:
            graph.merge(head, node)
    wikis = graph.below(head, "wiki")
    if any(graph.concepts[wiki] != "-" for wiki in wikis):
        for wiki in wikis:
            if graph.concepts[wiki] == "-":
                graph.remove_node(wiki)


def _merge_pronouns(graph: ReleasedGraph, entity: str, order: Mapping[str, int]) -> None:
    members = _members(graph, entity)
    pronouns = [node for node in members if graph.concepts[node] in order]
    if not pronouns:
        return
    target = entity
    if len(pronouns) == len(members):
        target = graph.add_node("pro", form_of([graph.concepts[node] for node in pronouns], order))
    for pronoun in pronouns:
        graph.merge(target, pronoun, types=False, deep=False)


def released_metadata(document: MsAmr, sentences: Sequence[Graph]) -> dict[str, str]:
    """The lines that the program writes above a graph."""
    texts = [graph.metadata.get("tok") or graph.metadata.get("snt") or "" for graph in sentences]
    return {"id": document.id, "doc_file": document.path, "tok": f" {NEXT_SENTENCE} ".join(texts)}
