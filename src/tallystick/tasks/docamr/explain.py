"""What became of the chains of a document: found, missed, split or fused, and which edges that cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tallystick.tally import Alignment, Pair
from tallystick.tasks.docamr.membership import BRIDGING, COREF
from tallystick.tasks.docamr.views import DocumentView

__all__ = ["explain_coreference"]

#: A triple as it is shown.
Shown = tuple[str, str, str]
#: An item that tells of coreference: a node (its instance triple) or the place of a relation.
Key = tuple[str, int]


@dataclass(slots=True)
class CountedChain:
    """A node that stands for several mentions, and the items that tell of it."""

    node: int
    items: list[Key] = field(default_factory=list)


class DocumentChains:
    """The chains of one document."""

    def __init__(self, view: DocumentView) -> None:
        self.view = view
        self.chains: dict[int, CountedChain] = {}
        self.bridges: list[Key] = []
        self.entity_of: dict[int, int] = {}
        for node in sorted(view.counted.nodes):
            self.chain(node).items.append(("node", node))
        for place in sorted(view.counted.relations):
            source, role, target = view.triples.relations[place]
            if role in BRIDGING:
                self.bridges.append(("relation", place))
                continue
            if role == COREF:
                self.entity_of[target] = source
            self.chain(source if role == COREF else target).items.append(("relation", place))

    def chain(self, node: int) -> CountedChain:
        """The chain that a node stands for, made where it is new."""
        return self.chains.setdefault(node, CountedChain(node))

    def chain_at(self, node: int) -> int | None:
        """The chain that a node stands for or is a member of."""
        return node if node in self.chains else self.entity_of.get(node)

    def shown(self, key: Key) -> Shown:
        """An item as a triple."""
        kind, place = key
        names = self.view.triples.names
        if kind == "node":
            return names[place], "instance", self.view.triples.concepts[place] or ""
        source, role, target = self.view.triples.relations[place]
        return names[source], role, names[target]

    def name(self, node: int) -> str:
        """A chain in a few words: its node, and what is said to be the same."""
        triples = self.view.triples
        members = [member for member, entity in sorted(self.entity_of.items()) if entity == node]
        told = [f"{triples.names[member]}/{triples.concepts[member]}" for member in members]
        own = f"{triples.names[node]}/{triples.concepts[node]}"
        return f"{own}={','.join(told)}" if told else own

    def told(self, node: int) -> tuple[str, list[Shown]]:
        """A chain with the edges that tell of it."""
        return self.name(node), [self.shown(key) for key in self.chains[node].items if key[0] == "relation"]


def explain_coreference(gold: DocumentView, pred: DocumentView, mapping: Sequence[int]) -> Alignment:
    """The chains of the gold with what they became, then bridges; edges stand inside each pair."""
    ours, theirs = DocumentChains(pred), DocumentChains(gold)
    back = {column: row for row, column in enumerate(mapping) if column >= 0}
    met = dict(_met(ours, theirs, mapping))
    became = {node: _became(chain, ours, theirs, back) for node, chain in theirs.chains.items()}
    sharers: dict[int, list[int]] = {}
    for node, partners in became.items():
        for partner in partners:
            sharers.setdefault(partner, []).append(node)
    matched: list[Pair] = []
    missed: list[object] = []
    for node, partners in became.items():
        if not partners:
            missed.append(theirs.told(node))
            continue
        found = [key for key in theirs.chains[node].items if key in met]
        fused = sorted(
            {theirs.name(other) for partner in partners for other in sharers[partner]} - {theirs.name(node)}
        )
        note = "; ".join(
            [f"split into {len(partners)}"] * (len(partners) > 1) + [f"fused with {name}" for name in fused]
        )
        matched.append(
            Pair(
                theirs.name(node),
                "; ".join(ours.name(partner) for partner in partners),
                len(found) / len(theirs.chains[node].items),
                {"": _edges(theirs.chains[node], partners, ours, theirs, met)},
                note,
            )
        )
    spurious: list[object] = [ours.told(node) for node in ours.chains if node not in sharers]
    matched += [Pair(theirs.shown(key), ours.shown(met[key]), 1.0) for key in theirs.bridges if key in met]
    missed += [theirs.shown(key) for key in theirs.bridges if key not in met]
    there = set(met.values())
    spurious += [ours.shown(key) for key in ours.bridges if key not in there]
    return Alignment(tuple(matched), tuple(missed), tuple(spurious))


def _met(ours: DocumentChains, theirs: DocumentChains, mapping: Sequence[int]) -> Iterator[tuple[Key, Key]]:
    """The counted items of the gold that counted items of the prediction are mapped onto."""
    pred, gold = ours.view, theirs.view
    for node in pred.counted.nodes:
        image = mapping[node]
        if image in gold.counted.nodes and pred.triples.concepts[node] == gold.triples.concepts[image]:
            yield ("node", image), ("node", node)
    places = {gold.triples.relations[place]: place for place in gold.counted.relations}
    for place in pred.counted.relations:
        source, role, target = pred.triples.relations[place]
        other = places.get((mapping[source], role, mapping[target]))
        if other is not None:
            yield ("relation", other), ("relation", place)


def _became(
    chain: CountedChain, ours: DocumentChains, theirs: DocumentChains, back: dict[int, int]
) -> list[int]:
    """The chains of the prediction in which the mentions of a gold chain turn up."""
    found: dict[int, None] = {}
    outgoing = ours.view.triples.relations
    for kind, place in chain.items:
        if kind == "node":
            continue
        source, role, target = theirs.view.triples.relations[place]
        mention = back.get(target if role == COREF else source)
        if mention is None:
            continue
        ends = (
            [mention]
            if role == COREF
            else [end for one, label, end in outgoing if (one, label) == (mention, role)]
        )
        for end in ends:
            partner = ours.chain_at(end)
            if partner is not None:
                found[partner] = None
    return list(found)


def _edges(
    chain: CountedChain,
    partners: list[int],
    ours: DocumentChains,
    theirs: DocumentChains,
    met: dict[Key, Key],
) -> Alignment:
    """The items of a chain and of what it became."""
    there = set(met.values())
    return Alignment(
        tuple(Pair(theirs.shown(key), ours.shown(met[key]), 1.0) for key in chain.items if key in met),
        tuple(theirs.shown(key) for key in chain.items if key not in met),
        tuple(ours.shown(key) for node in partners for key in ours.chains[node].items if key not in there),
    )
