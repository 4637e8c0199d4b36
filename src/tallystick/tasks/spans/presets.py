"""Presets that reproduce common programs for entity F1."""

from __future__ import annotations

from typing import Final

from tallystick.tasks.base import Preset

__all__ = ["PRESETS"]

PRESETS: Final = (
    Preset(
        "seqeval-1.2.2", "seqeval 1.2.2 in its default mode; add --by type for its report, --average groups for "
        "its macro average, --average weighted for its weighted average", {"tags": "seqeval"}, metrics=("span",),
    ),
    Preset(
        "seqeval-1.2.2-strict", "seqeval 1.2.2 with mode='strict'; needs --scheme", {"tags": "strict"},
        metrics=("span",),
    ),
    Preset("conlleval", "conlleval of the CoNLL shared tasks (Perl, 2004-01-26)", {"tags": "conlleval"},
           metrics=("span",)),
    Preset(
        "nervaluate-1.2.1", "nervaluate 1.2.1: greedy pairing, at least 1 % overlap, each type alone under --by type",
        {"tags": "nervaluate", "pairing": "greedy", "min-overlap": 1.0},
        metrics=("ner-strict", "ner-exact", "ner-partial", "ner-type"),
    ),
)  # fmt: skip
