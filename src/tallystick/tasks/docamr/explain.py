"""Explain coreference in a document: which chains matched, were missed, split or fused, and at what cost in edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment, Pair
from tallystick.tasks.docamr.document_triples import DocumentView
from tallystick.tasks.docamr.membership import BRIDGING, COREF

__all__ = ["explain_coreference"]

#: A triple as it is displayed.
Shown = tuple[str, str, str]
#: A part that counts for coreference: "node" and the index of a node, or "relation" and the index of a relation.
Part = tuple[str, int]


@dataclass(slots=True)
class CountedChain:
    """A node that represents several mentions, and its parts that count."""

    node: int
    parts: list[Part] = field(default_factory=list)


class DocumentChains:
    """The chains and bridging relations of one document."""

    def __init__(self, view: DocumentView) -> None:
        self.view = view
        self.chains: dict[int, CountedChain] = {}
        self.bridges: list[Part] = []
        self.entity_of: dict[int, int] = {}
        for node in sorted(view.counted.nodes):
            self.chain(node).parts.append(("node", node))
        for index in sorted(view.counted.relations):
            source, role, target = view.triples.relations[index]
            if role in BRIDGING:
                self.bridges.append(("relation", index))
                continue
            if role == COREF:
                self.entity_of[target] = source
            self.chain(source if role == COREF else target).parts.append(("relation", index))

    def chain(self, node: int) -> CountedChain:
        """The chain that a node represents, created on first use."""
        return self.chains.setdefault(node, CountedChain(node))

    def chain_at(self, node: int) -> int | None:
        """The chain that a node represents or is a member of."""
        return node if node in self.chains else self.entity_of.get(node)

    def shown(self, part: Part) -> Shown:
        """A part as a triple."""
        kind, index = part
        names = self.view.triples.names
        if kind == "node":
            return names[index], "instance", self.view.triples.concepts[index] or ""
        source, role, target = self.view.triples.relations[index]
        return names[source], role, names[target]

    def name(self, node: int) -> str:
        """A chain by its node and its members: `entity/concept=member/concept,…`."""
        triples = self.view.triples
        members = [member for member, entity in sorted(self.entity_of.items()) if entity == node]
        listed = [f"{triples.names[member]}/{triples.concepts[member]}" for member in members]
        own = f"{triples.names[node]}/{triples.concepts[node]}"
        return f"{own}={','.join(listed)}" if listed else own

    def with_edges(self, node: int) -> tuple[str, list[Shown]]:
        """The name of a chain and its edges."""
        return self.name(node), [
            self.shown(part) for part in self.chains[node].parts if part[0] == "relation"
        ]


def explain_coreference(gold: DocumentView, pred: DocumentView, mapping: Sequence[int]) -> Alignment:
    """List the gold chains with the pred chains that they became, then bridging relations; each pair has its edges."""
    golds, preds = DocumentChains(gold), DocumentChains(pred)
    pred_node = {column: row for row, column in enumerate(mapping) if column >= 0}
    matches = dict(_matches(golds, preds, mapping))
    became = {node: _became(chain, golds, preds, pred_node) for node, chain in golds.chains.items()}
    sharers: dict[int, list[int]] = {}
    for node, partners in became.items():
        for partner in partners:
            sharers.setdefault(partner, []).append(node)
    matched: list[Pair] = []
    missed: list[object] = []
    for node, partners in became.items():
        if not partners:
            missed.append(golds.with_edges(node))
            continue
        chain = golds.chains[node]
        fused = sorted(
            {golds.name(other) for partner in partners for other in sharers[partner]} - {golds.name(node)}
        )
        note = "; ".join(
            [f"split into {len(partners)}"] * (len(partners) > 1) + [f"fused with {name}" for name in fused]
        )
        matched.append(
            Pair(
                golds.name(node),
                "; ".join(preds.name(partner) for partner in partners),
                sum(part in matches for part in chain.parts) / len(chain.parts),
                {"": _edges(chain, partners, golds, preds, matches)},
                note,
            )
        )
    spurious: list[object] = [preds.with_edges(node) for node in preds.chains if node not in sharers]
    matched += [
        Pair(golds.shown(part), preds.shown(matches[part]), 1.0) for part in golds.bridges if part in matches
    ]
    missed += [golds.shown(part) for part in golds.bridges if part not in matches]
    matched_pred = set(matches.values())
    spurious += [preds.shown(part) for part in preds.bridges if part not in matched_pred]
    return Alignment(tuple(matched), tuple(missed), tuple(spurious))


def _matches(
    golds: DocumentChains, preds: DocumentChains, mapping: Sequence[int]
) -> Iterator[tuple[Part, Part]]:
    """The counted parts of gold onto which counted parts of pred are mapped, with these."""
    gold, pred = golds.view, preds.view
    for node in pred.counted.nodes:
        image = mapping[node]
        if image in gold.counted.nodes and pred.triples.concepts[node] == gold.triples.concepts[image]:
            yield ("node", image), ("node", node)
    gold_index = {gold.triples.relations[index]: index for index in gold.counted.relations}
    for index in pred.counted.relations:
        source, role, target = pred.triples.relations[index]
        image_index = gold_index.get((mapping[source], role, mapping[target]))
        if image_index is not None:
            yield ("relation", image_index), ("relation", index)


def _became(
    chain: CountedChain, golds: DocumentChains, preds: DocumentChains, pred_node: dict[int, int]
) -> list[int]:
    """The pred chains in which the mentions of a gold chain occur."""
    partners: dict[int, None] = {}
    outgoing = preds.view.triples.relations
    for kind, index in chain.parts:
        if kind == "node":
            continue
        source, role, target = golds.view.triples.relations[index]
        mention = pred_node.get(target if role == COREF else source)
        if mention is None:
            continue
        ends = (
            [mention]
            if role == COREF
            else [end for start, label, end in outgoing if (start, label) == (mention, role)]
        )
        for end in ends:
            partner = preds.chain_at(end)
            if partner is not None:
                partners[partner] = None
    return list(partners)


def _edges(
    chain: CountedChain,
    partners: list[int],
    golds: DocumentChains,
    preds: DocumentChains,
    matches: dict[Part, Part],
) -> Alignment:
    """The parts of a gold chain and of the pred chains that it became."""
    matched_pred = set(matches.values())
    return Alignment(
        tuple(
            Pair(golds.shown(part), preds.shown(matches[part]), 1.0)
            for part in chain.parts
            if part in matches
        ),
        tuple(golds.shown(part) for part in chain.parts if part not in matches),
        tuple(
            preds.shown(part)
            for node in partners
            for part in preds.chains[node].parts
            if part not in matched_pred
        ),
    )
