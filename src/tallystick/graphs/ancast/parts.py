"""An alignment told part by part: which nodes, pairs or triples met, when, and for what credit."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.graphs.ancast.aligner import Aligned
from tallystick.graphs.ancast.counts import met_pairs, pair_weights
from tallystick.graphs.ancast.released import Released
from tallystick.graphs.ancast.view import Child, View
from tallystick.tally import Alignment, Pair

__all__ = ["parts", "released_parts"]


def _nodes(view: View) -> list[str]:
    """Each node in one line."""
    return [
        f"{name} / {concept}" for name, concept in zip(view.triples.names, view.triples.concepts, strict=True)
    ]


def _tell(view: View, pair: tuple[int, Child], roles: list[str]) -> str:
    """A parent–child pair in one line."""
    head, child = pair
    names = view.triples.names
    return f"{names[head]} :{' :'.join(sorted(roles))} {names[child] if isinstance(child, int) else child}"


def _assemble(gold: list[str], pred: list[str], matched: list[tuple[int, int, float, str]]) -> Alignment:
    """An alignment of parts told apart by their place; what earned nothing did not match."""
    matched = [item for item in matched if item[2] > 0]
    met_gold = {item[0] for item in matched}
    met_pred = {item[1] for item in matched}
    return Alignment(
        tuple([Pair(gold[i], pred[j], credit, note=note) for i, j, credit, note in matched]),
        tuple([text for i, text in enumerate(gold) if i not in met_gold]),
        tuple([text for j, text in enumerate(pred) if j not in met_pred]),
    )


def _concepts(aligned: Aligned, credit: Callable[[int, int], float]) -> list[tuple[int, int, float, str]]:
    return [
        (column, row, credit(row, column), aligned.note(row))
        for row, column in enumerate(aligned.columns)
        if column >= 0
    ]


def _note(aligned: Aligned, pair: tuple[int, Child]) -> str:
    """When both ends of a pair had been aligned: the note of the later one."""
    notes = [aligned.note(end) for end in pair if isinstance(end, int)]
    return max(notes, key=lambda note: (note == "final", note.startswith("round"), len(note), note))


def _relations(metric: str, aligned: Aligned) -> Alignment:
    """The parent–child pairs, with the credit that the metric gives."""
    pred, gold = aligned.pred, aligned.gold
    pred_place = {pair: place for place, pair in enumerate(pred.pairs)}
    gold_place = {pair: place for place, pair in enumerate(gold.pairs)}
    weights = pair_weights(pred) if metric == "weighted" else {}
    matched = []
    for met in met_pairs(aligned):
        labels = met.least if metric == "unlabeled" else met.labels
        credit = met.similarity * labels * weights.get(met.pred, 1.0)
        matched.append((gold_place[met.gold], pred_place[met.pred], credit, _note(aligned, met.pred)))
    return _assemble(
        [_tell(gold, pair, roles) for pair, roles in gold.pairs.items()],
        [_tell(pred, pair, roles) for pair, roles in pred.pairs.items()],
        matched,
    )


def _triples(aligned: Aligned) -> Alignment:
    """Single triples, as Smatch counts them."""
    pred, gold = aligned.pred, aligned.gold
    matched = _concepts(
        aligned, lambda row, column: float(pred.triples.concepts[row] == gold.triples.concepts[column])
    )
    told: list[list[str]] = []
    places: list[dict[tuple[int, str, Child], int]] = []
    for side in (pred, gold):
        texts = _nodes(side)
        where: dict[tuple[int, str, Child], int] = {}
        for pair, roles in side.pairs.items():
            for role in roles:
                where[pair[0], role, pair[1]] = len(texts)
                texts.append(_tell(side, pair, [role]))
        told.append(texts)
        places.append(where)
    for met in met_pairs(aligned):
        for role in pred.pairs[met.pred]:
            if role in gold.pairs[met.gold]:
                i = places[1][met.gold[0], role, met.gold[1]]
                j = places[0][met.pred[0], role, met.pred[1]]
                matched.append((i, j, 1.0, _note(aligned, met.pred)))
    for side, texts in zip((pred, gold), told, strict=True):
        if side.size:
            texts.append(f"{side.triples.names[0]} is the root")
    if pred.size and gold.size and aligned.columns[0] == 0:
        matched.append((len(told[1]) - 1, len(told[0]) - 1, 1.0, aligned.note(0)))
    return _assemble(told[1], told[0], matched)


def parts(metric: str, aligned: Aligned) -> Alignment:
    """The parts that a metric counts: nodes, parent–child pairs, or triples."""
    if metric == "smatch":
        return _triples(aligned)
    if metric != "concept":
        return _relations(metric, aligned)
    width = aligned.gold.size
    matched = _concepts(aligned, lambda row, column: aligned.similarity[row * width + column])
    return _assemble(_nodes(aligned.gold), _nodes(aligned.pred), matched)


def released_parts(state: Released) -> Alignment:
    """The nodes that the released program aligns."""
    width = state.gold.size
    return _assemble(
        [f"{name} / {lemma}" for name, lemma in zip(state.gold.variables, state.gold.lemmas, strict=True)],
        [f"{name} / {lemma}" for name, lemma in zip(state.pred.variables, state.pred.lemmas, strict=True)],
        [
            (column, row, state.similarity[row * width + column], state.notes[row])
            for row, column in enumerate(state.columns)
            if column >= 0
        ],
    )
