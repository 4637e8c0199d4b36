"""Predicted clusters of text spans as chains of nodes (Naseem et al. 2022, section 5.1).

The span of a node reaches from the first to the last token that it or anything below it is aligned to. A mention
belongs to the node with the shortest span that contains it, among several to the highest. Of several mentions of a
cluster in one sentence the first counts: within a sentence, coreference is the sentence parser's affair.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.base import node_name, of_sentences
from tallystick.tasks.docamr.build.chains import Chain
from tallystick.tasks.docamr.build.model import Draft, natural

__all__ = ["Cluster", "Span", "chains_of_clusters", "spans_of"]

#: Sentence, first and last token of a mention, all counted from 0, the last one inside.
Cluster = Iterable[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Span:
    """The tokens of a node with all below it."""

    variable: str
    first: int
    last: int
    depth: int
    """The distance from the root."""


def spans_of(graph: Graph) -> list[Span]:
    """The span of each node of a sentence that has one.

    Edges against which there is a way down from the root are re-entrant and give no span: each node belongs to the
    highest of its parents. Inverse roles lead down only where nothing else leads to a node.

    >>> spans_of(Graph.of('(l / like-01~e.1 :ARG0 (p / person :name (n / name :op1 "Ann"~e.0)))'))
    [Span(variable='l', first=0, last=1, depth=0), Span(variable='p', first=0, last=0, depth=1),
     Span(variable='n', first=0, last=0, depth=2)]
    """
    draft = of_sentences([graph])
    parent, depth = _tree(draft, node_name(1, graph.variables[graph.top]))
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for node in reversed(parent):
        tokens = {*draft.tokens[node], *(token for marks in draft.values[node].values() for token in marks)}
        if node in first:
            tokens |= {first[node], last[node]}
        if not tokens:
            continue
        first[node], last[node] = min(tokens), max(tokens)
        above = parent[node]
        if above:
            first[above] = min(first.get(above, first[node]), first[node])
            last[above] = max(last.get(above, last[node]), last[node])
    prefix = len(node_name(1, ""))
    return [Span(node[prefix:], first[node], last[node], depth[node]) for node in parent if node in first]


def _tree(draft: Draft, root: str) -> tuple[dict[str, str], dict[str, int]]:
    """The parent and the depth of each node, breadth first: along the edges, then against them."""
    parent, depth = {root: ""}, {root: 0}
    waiting = deque([root])

    def attach(node: str, above: str) -> None:
        parent[node], depth[node] = above, depth[above] + 1
        waiting.append(node)

    reached: list[str] = []
    turn = 0
    while waiting or turn < len(reached):
        if waiting:
            node = waiting.popleft()
            reached.append(node)
            for _, end in sorted(draft.outgoing[node], key=lambda edge: (natural(edge[0]), natural(edge[1]))):
                if end not in parent:
                    attach(end, node)
        else:
            node = reached[turn]
            turn += 1
            for _, end in sorted(draft.incoming[node], key=lambda edge: (natural(edge[0]), natural(edge[1]))):
                if end not in parent and end != draft.root:
                    attach(end, node)
    return parent, depth


def chains_of_clusters(
    sentences: Sequence[Graph], clusters: Iterable[Cluster], name: str = ""
) -> tuple[list[Chain], list[Problem]]:
    """The chains of a document's clusters, and the treatment of mentions without a node."""
    spans = [spans_of(graph) for graph in sentences]
    chains: list[Chain] = []
    homeless: list[tuple[int, int, int]] = []
    inside = 0
    for number, cluster in enumerate(clusters):
        members: dict[int, str] = {}
        for sentence, first, last in sorted(cluster):
            node = _node(spans[sentence], first, last) if 0 <= sentence < len(spans) else None
            if node is None:
                homeless.append((sentence, first, last))
            elif sentence in members:
                inside += 1
            else:
                members[sentence] = node_name(sentence + 1, node)
        chains.append(Chain(f"cluster-{number}", tuple(members.values())))
    return chains, _problems(name, homeless, inside)


def _node(spans: Sequence[Span], first: int, last: int) -> str | None:
    containing = [span for span in spans if span.first <= first and last <= span.last]
    if not containing:
        return None
    return min(
        containing, key=lambda span: (span.last - span.first, span.depth, natural(span.variable))
    ).variable


def _problems(name: str, homeless: Sequence[tuple[int, int, int]], inside: int) -> list[Problem]:
    problems = []
    if homeless:
        sentence, first, last = homeless[0]
        problems.append(
            Problem(
                f"{len(homeless)} mentions are not inside the span of any node and are left out: the first is at "
                f"tokens {first} to {last} of sentence {sentence + 1}", item=name or None, code="docamr-no-node",
                level="warning", hint="spans come from alignment marks such as ~e.3, which count tokens from 0; "
                "lines such as # ::alignments and # ::node are not read",
            )
        )  # fmt: skip
    if inside:
        problems.append(
            Problem(
                f"{inside} mentions follow another one of their cluster in the same sentence: the first counts",
                item=name or None, code="docamr-same-sentence", level="note",
            )
        )  # fmt: skip
    return problems
