"""Presets that reproduce the programs that people report entity F1 with."""

from __future__ import annotations

from typing import Final

from tallystick.tasks.base import Preset

__all__ = ["PRESETS"]

PRESETS: Final = (
    Preset(
        "seqeval-1.2.2", "seqeval 1.2.2 in its default mode; with --by type its report, with --average groups its "
        "macro and with --average weighted its weighted average", {"tags": "seqeval"}, metrics=("span",),
    ),
    Preset(
        "seqeval-1.2.2-strict", "seqeval 1.2.2 with mode='strict'; needs --scheme", {"tags": "strict"},
        metrics=("span",),
    ),
    Preset("conlleval", "conlleval of the CoNLL shared tasks (Perl, 2004-01-26)", {"tags": "conlleval"},
           metrics=("span",)),
    Preset(
        "nervaluate-1.2.1", "nervaluate 1.2.1: greedy pairs, an overlap of 1 %, every type alone under --by type",
        {"tags": "nervaluate", "pairing": "greedy", "min-overlap": 1.0},
        metrics=("ner-strict", "ner-exact", "ner-partial", "ner-type"),
    ),
)  # fmt: skip
