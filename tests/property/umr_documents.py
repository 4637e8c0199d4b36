"""Random UMR documents: small, so that two of them often agree in part, with everything that files have."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from tallystick.formats.penman.reader import Graph
from tallystick.formats.umr.document import DocumentTriple, Sentence, UmrDocument

CONSTANTS = ["author", "root", "document-creation-time", "past-reference"]
#: Labels by group: those of the tables, other spellings, and some of no component.
LABELS = {
    "temporal": ["before", "after", "contained", "contains", "overlap", "depends-on", "Before", "beside"],
    "modal": ["modal", "full-affirmative", "AFF", "full-negative"],
    "coref": ["same-entity", "same-event", "subset-of", "contains"],
    "": ["before", "AFF", "same-entity", "sings"],
    "topic": ["subset", "sings"],
}


def _named(graph: Graph, names: tuple[str, ...]) -> Graph:
    return replace(graph, variables=names)


@st.composite
def umr_documents(draw: st.DrawFn, graphs: Callable[[], st.SearchStrategy]) -> UmrDocument:
    """Documents of up to three sentences.

    Some sentences have no graph or were not released, numbers may leave gaps or stand twice, names may be declared by
    several sentences, and a graph may name a node of another sentence.
    """
    size = draw(st.integers(0, 3))
    numbers = draw(st.sampled_from([(1, 2, 3), (1, 2, 3), (2, 3, 7), (1, 1, 2)]))
    shared = draw(st.booleans()) and draw(st.booleans())
    drawn = [draw(graphs()) if draw(st.integers(0, 7)) else Graph.nothing() for _ in range(size)]
    made = [
        _named(graph, tuple(f"x{node}" if shared else f"s{place}x{node}" for node in range(len(graph))))
        for place, graph in enumerate(drawn)
    ]
    names = list(dict.fromkeys(name for graph in made for name in graph.variables))
    ends = st.sampled_from([*names, *names, *CONSTANTS, "x0"])
    sentences = []
    for place, graph in enumerate(made):
        elsewhere = [name for name in names if name not in graph.variables]
        if elsewhere and draw(st.booleans()):
            constants = [
                draw(st.sampled_from([constant, *elsewhere])) if constant is not None else None
                for constant in graph.constants
            ]
            graph = replace(graph, constants=tuple(constants))
        triples = []
        for _ in range(draw(st.integers(0, 5))):
            group = draw(st.sampled_from(list(LABELS)))
            label = draw(st.sampled_from(LABELS[group]))
            triples.append(DocumentTriple(draw(ends), label, draw(ends), group))
        alignments = tuple((name, ((node + 1, node + 1),)) for node, name in enumerate(graph.variables))
        sentences.append(
            Sentence(
                numbers[place],
                graph,
                declared=graph.variables,
                alignments=alignments if draw(st.booleans()) else (),
                triples=tuple(triples),
                text=draw(st.sampled_from(["", "The boy wants a name"])),
                metadata={} if draw(st.integers(0, 7)) else {"type": "not_in_release"},
            )
        )
    return UmrDocument(tuple(sentences), "random")
