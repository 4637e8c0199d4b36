"""Temporal relations or coreference of one side as text: cluster by cluster, with contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tallystick.tasks.umr.explain.parts import PartNamer, chain
from tallystick.tasks.umr.tc2.contradictions import Contradiction, contradictions
from tallystick.tasks.umr.tc2.links import ClosedLinks, Relation
from tallystick.tasks.umr.tc2.score import ClusterCount

__all__ = ["MOST_CONTRADICTIONS", "written_clusters"]

#: Contradictions beyond this number are not explained.
MOST_CONTRADICTIONS = 20


def written_clusters(
    namer: PartNamer, links: ClosedLinks, counts: Sequence[ClusterCount], sentence_of: Mapping[Relation, int]
) -> str:
    """Format the clusters of a side with the relations annotated in each, then the contradictions.

    `sentence_of` has the index of the sentence in which each relation is annotated.
    """
    return "\n".join([*_clusters(namer, links, counts, sentence_of), *_contradictions(namer, links)])


def _clusters(
    namer: PartNamer, links: ClosedLinks, counts: Sequence[ClusterCount], sentence_of: Mapping[Relation, int]
) -> Iterator[str]:
    annotated: list[list[Relation]] = [[] for _ in links.clusters]
    for relation in links.relations:
        annotated[links.cluster_of[links.number[relation[0]]]].append(relation)
    for cluster, count in enumerate(counts):
        if cluster < len(annotated):
            yield (
                f"cluster {cluster + 1}: {len(count.nodes)} nodes, {count.matched} of "
                f"{_counted(count.links, 'link')} matched"
            )
            for relation in annotated[cluster]:
                number = namer.number(sentence_of.get(relation))
                yield f"  {chain([namer.relation(relation)])}  snt{number}"
    alone = [namer.node(node) for count in counts[len(annotated) :] for node in count.nodes]  # type: ignore[arg-type]
    if alone:
        yield f"alone: {', '.join(alone)}"


def _contradictions(namer: PartNamer, links: ClosedLinks) -> Iterator[str]:
    conflicts = list(islice(contradictions(links), MOST_CONTRADICTIONS + 1))
    for contradiction in conflicts[:MOST_CONTRADICTIONS]:
        yield _written(namer, contradiction)
    if len(conflicts) > MOST_CONTRADICTIONS:
        yield "contradiction: there are more than these"


def _written(namer: PartNamer, contradiction: Contradiction) -> str:
    nodes = ", ".join([namer.node(node) for node in contradiction.nodes])  # type: ignore[arg-type]
    chains = [chain([namer.relation(step) for step in steps]) for steps in contradiction.chains]
    return f"contradiction: {nodes}: {contradiction.meaning}: {' against '.join(chains)}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
