"""The parts that the alignment of ancast 0.1.1 matched."""

from __future__ import annotations

from tallystick.compat.ancast.alignment import Released
from tallystick.tally import Alignment, Pair
from tallystick.tasks.graphs.node_alignment import node_pairs, with_nodes

__all__ = ["released_parts"]


def released_parts(state: Released) -> Alignment:
    """The nodes that the released program aligns."""
    gold, pred, width = state.gold, state.pred, state.gold.size

    def measure(row: int, column: int) -> tuple[float, str]:
        return state.similarity[row * width + column], state.notes[row]

    golds, preds = (
        [(name, "instance", lemma) for name, lemma in zip(side.variables, side.lemmas, strict=True)]
        for side in (gold, pred)
    )
    met = {row: column for row, column in enumerate(state.columns) if column >= 0}
    partners = set(met.values())
    explained = Alignment(
        tuple(
            [
                Pair(golds[column], preds[row], measure(row, column)[0], note=state.notes[row])
                for row, column in met.items()
            ]
        ),
        tuple([part for column, part in enumerate(golds) if column not in partners]),
        tuple([part for row, part in enumerate(preds) if row not in met]),
    )
    return with_nodes(
        explained,
        (gold.variables, gold.lemmas),
        (pred.variables, pred.lemmas),
        node_pairs(gold.variables, pred.variables, state.columns, measure),
    )
