"""Anchors by tokens: nodes that are aligned to the same words of the sentence."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence

from tallystick.errors import Problem
from tallystick.formats.penman.reader import Graph

__all__ = ["span_anchors", "spans", "unaligned", "unique_pairs"]


def unique_pairs(
    rows: Mapping[str, Sequence[int]], cols: Mapping[str, Sequence[int]]
) -> list[tuple[int, int]]:
    """The pairs of nodes whose key occurs exactly once on each side."""
    pairs = []
    for key, nodes in rows.items():
        others = cols.get(key)
        if others is not None and len(nodes) == 1 and len(others) == 1:
            pairs.append((nodes[0], others[0]))
    return pairs


_TOKENS = re.compile(r"[0-9]+")


def spans(graph: Graph) -> list[str]:
    """The tokens that each node is aligned to, by the marks at its variable and its concept; empty for none.

    >>> spans(Graph.of("(r / read-01~e.2 :ARG0 (s / she~e.0) :ARG1 (b / book))"))
    ['2', '0', '']
    """
    tokens: list[set[str]] = [set() for _ in graph.variables]
    for (kind, node), mark in graph.marks.items():
        if kind in ("variable", "concept"):
            tokens[node].update([token.lstrip("0") or "0" for token in _TOKENS.findall(mark)])
    # In the order of numbers, which may have more digits than Python reads.
    return [",".join(sorted(own, key=lambda token: (len(token), token))) for own in tokens]


def _by_span(graph: Graph) -> dict[str, list[int]]:
    """The nodes of each span."""
    nodes_by_span: dict[str, list[int]] = {}
    for node, span in enumerate(spans(graph)):
        if span:
            nodes_by_span.setdefault(span, []).append(node)
    return nodes_by_span


def span_anchors(gold: Graph, pred: Graph) -> array[int] | None:
    """For each pred node the gold node aligned to the same tokens, or -1; each is the only one with them.

    None if a side has no alignment.
    """
    pred_spans, gold_spans = _by_span(pred), _by_span(gold)
    if not pred_spans or not gold_spans:
        return None
    result = array("i", [-1]) * len(pred.variables)
    for i, j in unique_pairs(pred_spans, gold_spans):
        result[i] = j
    return result


#: Comments in which some corpora give alignments by addresses of nodes: these are not read.
ADDRESSED = ("alignments", "node")


def unaligned(gold: Graph, pred: Graph) -> list[Problem]:
    """A warning if a graph has no alignment marks, so that lemmas have to be the anchors of the pair."""
    for side, graph in (("gold", gold), ("predicted", pred)):
        if len(graph) and not any(spans(graph)):
            hint = "alignments are read from marks such as ~e.3 at concepts and variables"
            known = [name for name in ADDRESSED if name in graph.metadata]
            unread = f" (lines such as # ::{known[0]} are not read)" if known else ""
            message = f"the {side} graph has no token alignments{unread}; lemmas are the anchors of this pair"
            return [Problem(message, item=graph.id, hint=hint, code="no-alignment", level="warning")]
    return []
