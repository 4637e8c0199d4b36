"""The parts that the alignment of ancast 0.1.1 matched."""

from __future__ import annotations

from tallystick.compat.ancast.alignment import Released
from tallystick.tally import Alignment
from tallystick.tasks.graphs.ancast.explain import assemble
from tallystick.tasks.graphs.node_alignment import node_pairs, with_nodes

__all__ = ["released_parts"]


def released_parts(state: Released) -> Alignment:
    """The nodes that the released program aligns."""
    width = state.gold.size
    explained = assemble(
        [
            (name, "instance", lemma)
            for name, lemma in zip(state.gold.variables, state.gold.lemmas, strict=True)
        ],
        [
            (name, "instance", lemma)
            for name, lemma in zip(state.pred.variables, state.pred.lemmas, strict=True)
        ],
        [
            (column, row, state.similarity[row * width + column], state.notes[row])
            for row, column in enumerate(state.columns)
            if column >= 0
        ],
    )
    return with_nodes(
        explained,
        (state.gold.variables, state.gold.lemmas),
        (state.pred.variables, state.pred.lemmas),
        node_pairs(
            state.gold.variables,
            state.pred.variables,
            state.columns,
            lambda row, column: (state.similarity[row * width + column], state.notes[row]),
        ),
    )
