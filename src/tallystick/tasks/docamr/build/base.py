"""The sentence graphs of a document under one root, before anything is known of coreference.

The root is ``d / document`` with an edge ``:sntK`` to the root of the sentence at position K, of one sentence
as of many. A node ``v`` of that sentence is ``sK.v``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tallystick.formats.penman.graph import Graph, Mark
from tallystick.tasks.docamr.build.model import Draft, Tokens, upright

__all__ = ["NEXT_SENTENCE", "metadata_of", "node_name", "of_sentences"]

#: The separator of two sentences in the text of a document.
NEXT_SENTENCE = "<next_sent>"

_MARK = re.compile(r"(?:[A-Za-z]+\.)?([0-9]{1,9}(?:,[0-9]{1,9})*)")


def node_name(sentence: int, variable: str) -> str:
    """The name of a sentence's node in the document, the sentence at position 1 being the first."""
    return f"s{sentence}.{variable}"


def of_sentences(sentences: Sequence[Graph]) -> Draft:
    """The sentences under one root.

    >>> draft = of_sentences([Graph.of("(c / come-01 :ARG1 (b / boy :quant 2))"), Graph.of("(h / he)")])
    >>> sorted(draft.edges())
    [('d', 'snt1', 's1.c'), ('d', 'snt2', 's2.h'), ('s1.c', 'ARG1', 's1.b')]
    >>> draft.values["s1.b"]
    {('quant', '2'): frozenset()}
    """
    draft = Draft()
    draft.add_node(draft.root, "document")
    before = 0
    for position, graph in enumerate(sentences, 1):
        _add_sentence(draft, graph, position, before)
        before += _length(graph) + 1
    return draft


def _add_sentence(draft: Draft, graph: Graph, position: int, before: int) -> None:
    names = [node_name(position, variable) for variable in graph.variables]

    def tokens(*positions: Mark) -> Tokens:
        marks = (graph.marks.get(position, "") for position in positions)
        return frozenset(token + before for mark in marks for token in tokens_of(mark))

    for node, (name, concept) in enumerate(zip(names, graph.concepts, strict=True)):
        draft.add_node(name, concept, position, tokens(("concept", node), ("variable", node)))
    draft.add_edge(draft.root, f"snt{position}", names[graph.top])
    branches = zip(graph.sources, graph.roles, graph.targets, graph.constants, strict=True)
    for branch, (source, written, target, constant) in enumerate(branches):
        if constant is not None:
            # An inverse role on a constant cannot be turned: nothing starts at a constant.
            draft.add_value(
                names[source], written, constant, tokens(("role", branch), ("target", branch))
            )  # fmt: skip
            continue
        role, turned = upright(written)
        draft.tokens[names[target]] |= tokens(("target", branch))
        if turned:
            source, target = target, source
        draft.add_edge(names[source], role, names[target], tokens(("role", branch)))


def tokens_of(mark: str) -> tuple[int, ...]:
    """The tokens of an alignment mark.

    >>> tokens_of("e.3,4"), tokens_of("7"), tokens_of("?")
    ((3, 4), (7,), ())
    """
    match = _MARK.fullmatch(mark)
    return tuple(int(number) for number in match[1].split(",")) if match else ()


def _length(graph: Graph) -> int:
    """The number of tokens of a sentence; of one without text, as many as its alignments need."""
    text = graph.metadata.get("tok") or graph.metadata.get("snt") or ""
    last = max((token for mark in graph.marks.values() for token in tokens_of(mark)), default=-1)
    return max(len(text.split()), last + 1)


def metadata_of(name: str, sentences: Sequence[Graph]) -> Mapping[str, str]:
    """The lines above the graph of a document: its id, the ids of its sentences, and its text.

    The text is tokenised (``tok``) if that of every sentence is. Alignments count its words, and each boundary
    between two sentences as one.

    >>> metadata_of("d", [Graph.of("# ::id d.1\\n# ::snt A boy .\\n(b / boy)")])
    {'id': 'd', 'sentence_ids': 'd.1', 'snt': 'A boy .'}
    """
    metadata = {"id": name} if name else {}
    if all(graph.id for graph in sentences):
        metadata["sentence_ids"] = " ".join(str(graph.id) for graph in sentences)
    key = "tok" if all("tok" in graph.metadata for graph in sentences) else "snt"
    texts = [graph.metadata.get(key) or graph.metadata.get("tok") or "" for graph in sentences]
    if any(texts):
        metadata[key] = f" {NEXT_SENTENCE} ".join(texts)
    return metadata
