"""The sentence graphs of two documents: aligned pair by pair, scored by their labelled relations (Section 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import fsum

from tallystick.errors import Problem
from tallystick.formats.penman.graph import Graph
from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.formats.umr.variables import Declarations
from tallystick.solve.broadcast.relations import labelled_credits
from tallystick.tally import Tally
from tallystick.tasks.graphs.ancast.aligner import Aligned, align
from tallystick.tasks.graphs.ancast.constants import Constants
from tallystick.tasks.graphs.inversion import turned
from tallystick.tasks.umr.identity import GOLD, PRED, Identity, Node, SentencePair
from tallystick.tasks.umr.pairing import SentenceIndices
from tallystick.tasks.umr.selection import EVERYTHING, Selection

__all__ = [
    "Crossing",
    "LeadingOut",
    "align_sentences",
    "crossing_credit",
    "crossings",
    "graph_of",
    "leading_out",
    "references",
    "selected",
    "sentence_tally",
    "unaligned",
]

#: A relation between nodes of two sentences: head, role, tail.
Crossing = tuple[Node, str, Node]


#: For the index of a sentence, what distinguishes its nodes apart from its graph.
Marks = Callable[[int | None], Sequence[Hashable]]
#: By the index of a sentence, its branches that lead into other sentences; most sentences have none.
LeadingOut = dict[int, list[int]]


def references(sentence: Sentence, declared: Declarations) -> list[int]:
    """The branches of a graph whose value is a variable of another sentence."""
    names = declared.indices
    return [
        branch
        for branch, constant in enumerate(sentence.graph.constants)
        if constant is not None and constant in names
    ]


def leading_out(document: UmrDocument, declared: Declarations) -> LeadingOut:
    """The branches that lead from sentence to sentence."""
    leading = {}
    for index, sentence in enumerate(document.sentences):
        branches = references(sentence, declared)
        if branches:
            leading[index] = branches
    return leading


def graph_of(sentence: Sentence, anchors: str) -> Graph:
    """The graph of a sentence with its text, and with its tokens if they are the anchors."""
    return replace(_bare_graph_of(sentence, anchors), metadata={"snt": sentence.text})


def _bare_graph_of(sentence: Sentence, anchors: str) -> Graph:
    return sentence.aligned_graph() if anchors == "alignment" else sentence.graph


def align_sentences(
    documents: tuple[UmrDocument, UmrDocument],
    leading: tuple[LeadingOut, LeadingOut],
    marks: tuple[Marks, Marks],
    pairs: Iterable[SentenceIndices],
    anchors: str,
    constants: Constants,
) -> list[SentencePair]:
    """The node mapping of every pair of sentences; of a sentence without partner, that to no graph.

    `marks` distinguish the nodes of a sentence by relations to other sentences.
    """
    nothing = Graph.nothing()
    result = []
    for indices in pairs:
        graphs = [nothing, nothing]
        texts = ["", ""]
        for side, index in enumerate(indices):
            if index is not None:
                sentence = documents[side].sentences[index]
                # The node mapping ignores relations to other sentences.
                graphs[side] = _bare_graph_of(sentence, anchors).without(leading[side].get(index, ()))
                texts[side] = sentence.text
        further = partial(_marks_of, marks, indices)
        aligned = align(graphs[GOLD], graphs[PRED], anchors, texts[GOLD], texts[PRED], further, constants)
        result.append(SentencePair(indices, aligned))
    return result


def _marks_of(
    marks: tuple[Marks, Marks], indices: SentenceIndices
) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    return marks[PRED](indices[PRED]), marks[GOLD](indices[GOLD])


def crossings(
    side: int, document: UmrDocument, leading: LeadingOut, identity: Identity, indices: Iterable[int]
) -> dict[Crossing, int]:
    """The relations of a side that lead from sentence to sentence, each once, with the index of its first sentence.

    Inverse roles are normalised, and a modifier is a child of what it modifies.
    """
    crossing: dict[Crossing, int] = {}
    for index in indices:
        graph = document.sentences[index].graph
        for branch in leading.get(index, ()):
            source = identity.node(side, graph.variables[graph.sources[branch]], index)
            target = identity.node(side, str(graph.constants[branch]), index)
            role, swap = turned(graph.roles[branch].lower())
            if role == "domain":
                role, swap = "mod", not swap
            crossing.setdefault((target, role, source) if swap else (source, role, target), index)
    return crossing


def selected(aligned: Aligned, counts: Callable[[str], bool] | None) -> Aligned:
    """The alignment with the relations that count; the nodes and what they are aligned to stay as they are."""
    if counts is None:
        return aligned
    kept = {number for number, role in enumerate(aligned.numbers.names) if counts(role)}
    return replace(aligned, pred=aligned.pred.with_roles(kept), gold=aligned.gold.with_roles(kept))


def crossing_credit(identity: Identity, crossing: Crossing) -> float:
    """The credit of a matched relation between two sentences: the mean of Equation 2."""
    head, _, tail = crossing
    # Both ends are variables: a constant is not a node of another sentence.
    return (identity.similarity(head) + identity.similarity(tail)) / 2  # type: ignore[arg-type]


def sentence_tally(
    pairs: Sequence[SentencePair],
    crossing: tuple[Iterable[Crossing], Iterable[Crossing]],
    identity: Identity,
    selection: Selection = EVERYTHING,
) -> Tally:
    """The labelled relations of a document (Equations 1–4), summed over its sentences.

    The sum is exact before it is rounded once, so that no order of sentences, nodes or edges can move it.
    """
    credits: list[float] = []
    totals = [0, 0]
    counts = selection.role_filter()
    for pair in pairs:
        aligned = selected(pair.aligned, counts)
        totals[GOLD] += aligned.gold.labels
        totals[PRED] += aligned.pred.labels
        credits += labelled_credits(
            aligned.pred.shape, aligned.gold.shape, aligned.similarity, aligned.columns
        )
    gold, pred = ({edge for edge in side if counts is None or counts(edge[1])} for side in crossing)
    credits += [crossing_credit(identity, edge) for edge in gold & pred]
    matched = fsum(credits)
    return Tally.of(matched, pred=totals[PRED] + len(pred), gold=totals[GOLD] + len(gold))


def unaligned(gold: UmrDocument, pred: UmrDocument) -> list[Problem]:
    """A warning if a document has no alignments, so that lemmas have to be the anchors."""
    for side, document in (("gold", gold), ("predicted", pred)):
        if document.sentences and not any(sentence.alignments for sentence in document.sentences):
            message = f"the {side} document has no token alignments; lemmas are the anchors"
            hint = "alignments are read from the part under # alignment:"
            return [Problem(message, hint=hint, code="no-alignment", level="warning")]
    return []
