"""Problems of readable UMR documents: relations that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tallystick.errors import Problem
from tallystick.formats.umr.document import DocumentTriple, UmrDocument
from tallystick.formats.umr.labels import component_of, spelled
from tallystick.tasks.umr.identity import declarations
from tallystick.tasks.umr.tc2.contradictions import Contradiction, contradictions
from tallystick.tasks.umr.tc2.links import Relation, close

__all__ = ["contradictory"]

#: Contradictions of a document and component beyond this number are only counted.
MOST = 100

#: A variable with the index of the sentence that declares it; None for a constant.
Mentioned = tuple[int | None, str]


def contradictory(document: object) -> Iterator[Problem]:
    """The temporal and coreference relations that cannot all hold, each conflict with what leads to it."""
    assert isinstance(document, UmrDocument)
    for component in ("temporal", "coref"):
        triples = dict(_relations(document, component))
        conflicts = contradictions(close(component, triples))
        for conflict in islice(conflicts, MOST):
            yield _problem(conflict, component, triples)
        more = sum(1 for _ in conflicts)
        if more:
            message = f"{more} more contradictions among {component} relations are not listed"
            yield Problem(message, code="umr-contradiction", level="warning")


def _relations(document: UmrDocument, component: str) -> Iterator[tuple[Relation, DocumentTriple]]:
    """The relations of a component, each with the triple that says it last."""
    declared = declarations(document)
    for index, sentence in enumerate(document.sentences):
        for triple in sentence.triples:
            if component_of(triple.group, triple.label) == component:
                parent: Mentioned = declared.home(triple.parent, index), triple.parent
                child: Mentioned = declared.home(triple.child, index), triple.child
                yield (parent, spelled(component, triple.label), child), triple


def _problem(conflict: Contradiction, component: str, triples: dict[Relation, DocumentTriple]) -> Problem:
    chains = [[triples[relation] for relation in chain] for chain in conflict.chains]
    chains_shown = " against ".join(
        ", ".join(f"{triple} in line {triple.line}" for triple in chain) for chain in chains
    )
    names = ", ".join(dict.fromkeys(str(node[1]) for node in conflict.nodes if isinstance(node, tuple)))
    last = max(
        (triple for chain in chains for triple in chain), key=lambda triple: (triple.line, triple.column)
    )
    return Problem(
        f"{component} relations contradict each other: {names}: {conflict.meaning}",
        line=last.line,
        column=last.column,
        hint=chains_shown,
        code="umr-contradiction",
        level="warning",
    )
