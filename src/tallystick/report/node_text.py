"""The alignment of the nodes of two graphs, as text."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.report.alignment_text import describers_of
from tallystick.report.wording import UNDEFINED
from tallystick.tally import Alignment, NodePair

__all__ = ["node_lines", "nodes_as_dicts"]

#: The heading of nodes without a partner.
ALONE = "without partner"


def node_lines(alignment: Alignment, *, rounds: bool = False) -> Iterator[str]:
    """Yield a line for each pair of nodes: gold ↔ pred, similarity, and when they were aligned.

    With `rounds` they are grouped by the round in which they were aligned.

    >>> pairs = NodePair("b", "x", 0.75, "round 1"), NodePair("g", None)
    >>> print("\\n".join(node_lines(Alignment(nodes=pairs))))
    nodes:
      b ↔ x  0.7500  round 1
      g ↔ –
    >>> print("\\n".join(node_lines(Alignment(nodes=pairs), rounds=True)))
    nodes, round 1:
      b ↔ x  0.7500
    nodes, without partner:
      g ↔ –
    """
    if not rounds:
        if alignment.nodes:
            yield "nodes:"
        for pair in alignment.nodes:
            yield f"  {_line(alignment, pair)}{'  ' * bool(pair.note)}{pair.note}"
        return
    groups: dict[str, list[NodePair]] = {}
    for pair in alignment.nodes:
        groups.setdefault(_round(pair), []).append(pair)
    for name in sorted(groups, key=_order):
        yield f"nodes, {name}:"
        yield from (f"  {_line(alignment, pair)}" for pair in groups[name])


def _round(pair: NodePair) -> str:
    return ALONE if pair.gold is None or pair.pred is None else pair.note or "aligned"


def _order(name: str) -> tuple[int, int, str]:
    """The anchors, then the rounds by number, then the final step, then what has no partner."""
    number = name.removeprefix("round ")
    rank = ("anchor", "round", "aligned", "final", ALONE)
    kind = "round" if number.isdigit() else name
    return rank.index(kind) if kind in rank else 1, int(number) if number.isdigit() else 0, name


def _line(alignment: Alignment, pair: NodePair) -> str:
    show_gold, show_pred = describers_of(alignment)
    gold = UNDEFINED if pair.gold is None else show_gold(pair.gold)
    pred = UNDEFINED if pair.pred is None else show_pred(pair.pred)
    similarity = "" if pair.similarity is None else f"  {pair.similarity:.4f}"
    return f"{gold} ↔ {pred}{similarity}"


def nodes_as_dicts(alignment: Alignment) -> list[dict[str, object]]:
    """The alignment of nodes as plain data; the partner of a node without one is null."""
    show_gold, show_pred = describers_of(alignment)
    return [
        {
            "gold": None if pair.gold is None else show_gold(pair.gold),
            "pred": None if pair.pred is None else show_pred(pair.pred),
            **({"similarity": pair.similarity} if pair.similarity is not None else {}),
            **({"note": pair.note} if pair.note else {}),
        }
        for pair in alignment.nodes
    ]
