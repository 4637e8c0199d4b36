"""Statistics of a UMR document, additive over documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.formats.umr.labels import component_of, spelled
from tallystick.formats.umr.variables import Declarations

__all__ = ["statistics"]

#: These are always given, 0 or not, and in this order; labels and triple ends follow as they occur.
_ALWAYS = (
    "documents", "sentences", "not_in_release", "partial_conversion", "unreadable", "tokens", "nodes",
    "relations", "attributes", "aligned_nodes", "sentences_with_reentrancy", "sentences_with_inverse_relations",
    "sentences_with_parallel_relations", "sentences_with_uppercase_concepts", "sentences_with_document_triples",
    "document_triples", "document_triples.temporal", "document_triples.modal", "document_triples.coref",
    "document_triples.other", "triple_ends.same_sentence", "triple_ends.earlier_sentence",
    "triple_ends.later_sentence", "triple_ends.constant",
)  # fmt: skip

#: Roles that end in -of but are not inverse roles.
_NOT_INVERSE = frozenset({"consist-of", "prep-out-of", "prep-on-behalf-of"})


def statistics(document: UmrDocument) -> Mapping[str, int]:
    """The numbers of a document, by name; they may be summed over documents.

    Sentences that cannot be read count as sentences and as unreadable, and nothing of them else but tokens.

    >>> from tallystick.formats.umr.reader import loads
    >>> text = "# :: snt1 Go!\\n# sentence level graph:\\n(s1g / go-01 :mode imperative)\\n"
    >>> text += "# document level annotation:\\n(s1s0 / sentence :modal ((author :full-affirmative s1g)))\\n"
    >>> counts = statistics(loads(text))
    >>> counts["tokens"], counts["nodes"], counts["attributes"], counts["modal.full-affirmative"]
    (1, 1, 1, 1)
    """
    counts: Counter[str] = Counter(dict.fromkeys(_ALWAYS, 0))
    counts["documents"] = 1
    names = Declarations(sentence.declared for sentence in document.sentences)
    for index, sentence in enumerate(document.sentences):
        counts["sentences"] += 1
        counts["tokens"] += len(sentence.text.split())
        counts["unreadable"] += not sentence.readable
        kind = sentence.metadata.get("type", "")
        if kind in ("not_in_release", "partial_conversion"):
            counts[kind] += 1
        _count_graph(sentence, counts)
        _count_triples(sentence, index, names, counts)
    return dict(counts)


def _count_graph(sentence: Sentence, counts: Counter[str]) -> None:
    graph = sentence.graph
    pairs = [pair for pair in zip(graph.sources, graph.targets, strict=True) if pair[1] >= 0]
    counts["nodes"] += len(graph)
    counts["relations"] += len(pairs)
    counts["attributes"] += len(graph.targets) - len(pairs)
    declared = set(graph.variables)
    counts["aligned_nodes"] += len(
        {name for name, ranges in sentence.alignments if ranges and name in declared}
    )
    # Every node but the root is reached by one relation; any more reach a node again.
    counts["sentences_with_reentrancy"] += len(pairs) > max(0, len(graph) - 1)
    # Two relations written from the one node to the other; there and back again is something else.
    counts["sentences_with_parallel_relations"] += len(set(pairs)) < len(pairs)
    counts["sentences_with_inverse_relations"] += any(
        role.endswith("-of") and role not in _NOT_INVERSE for role in graph.roles
    )
    counts["sentences_with_uppercase_concepts"] += any(
        concept != concept.lower() for concept in graph.concepts
    )


def _count_triples(sentence: Sentence, index: int, names: Declarations, counts: Counter[str]) -> None:
    counts["sentences_with_document_triples"] += bool(sentence.triples)
    for triple in sentence.triples:
        component = component_of(triple.group, triple.label)
        counts["document_triples"] += 1
        counts[f"document_triples.{component or 'other'}"] += 1
        counts[f"{component or 'other'}.{spelled(component or '', triple.label)}"] += 1
        for end in (triple.parent, triple.child):
            home = names.home(end, index)
            if home is None:
                counts["triple_ends.constant"] += 1
            else:
                side = "same" if home == index else "earlier" if home < index else "later"
                counts[f"triple_ends.{side}_sentence"] += 1
