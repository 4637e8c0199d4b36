"""Named sets of options: those of shared tasks, and those that reproduce other programs."""

from __future__ import annotations

from tallystick.tasks.base import Preset

__all__ = ["PRESETS"]

_CRAC = {"singletons": "drop", "split-antecedents": "ignore"}
_ENTITY_METRICS = ("muc", "b3", "ceaf-m", "ceaf-e", "lea", "blanc", "conll")
_CRAC_METRICS = (*_ENTITY_METRICS, "mor", "zeros")
_REFERENCE = {
    "singletons": "keep", "repeated-mentions": "reference", "blanc-edge": "reference",
    "bracket-order": "openings-first",
}  # fmt: skip
_REFERENCE_METRICS = ("mentions", "muc", "b3", "ceaf-m", "ceaf-e", "blanc", "conll")
_UA_SCORER = {
    "match": "exact", "singletons": "keep", "split-antecedents": "score", "set-credit": "f1",
    "nonreferring-elements": "keep",
}  # fmt: skip

PRESETS = (
    Preset("conll-2012", "the CoNLL reference scorer 8.01", {**_REFERENCE, "match": "exact"},
           metrics=_REFERENCE_METRICS),
    Preset("crac-2022", "the CRAC 2022 shared task: partial matching, zeros by position, no singletons",
           {**_CRAC, "match": "partial", "zero-match": "linear"}, metrics=_CRAC_METRICS),
    Preset("crac-2023", "the CRAC 2023 shared task: head matching, zeros by position, no singletons",
           {**_CRAC, "match": "head", "zero-match": "linear"}, metrics=_CRAC_METRICS),
    Preset("crac-2024", "the CRAC 2024 shared task: head matching, zeros by their dependencies, no singletons",
           {**_CRAC, "match": "head", "zero-match": "dependent"}, metrics=_CRAC_METRICS),
    Preset("crac-2025", "the CRAC 2025 shared task: the settings of crac-2024",
           {**_CRAC, "match": "head", "zero-match": "dependent"}, metrics=_CRAC_METRICS),
    Preset("crac-2026", "the CRAC 2026 shared task: the settings of crac-2024",
           {**_CRAC, "match": "head", "zero-match": "dependent"}, metrics=_CRAC_METRICS),
    Preset("crac-2018", "the CRAC 2018 shared task: Min spans, singletons and non-referring mentions",
           {"match": "partial", "singletons": "keep", "split-antecedents": "ignore"},
           metrics=("mentions", *_ENTITY_METRICS, "nonreferring")),
    Preset("craft-2019", "the CRAFT 2019 shared task: a part inside the first part of the gold mention is a match",
           {**_REFERENCE, "match": "partial-craft", "split-antecedents": "ignore"}, metrics=_REFERENCE_METRICS),
    Preset("crac-table", "the four columns of the CRAC tables: CoNLL F1 with head, partial and exact matching, "
           "and with singletons; add --by dataset --average groups for the mean over data sets",
           {"split-antecedents": "ignore", "zero-match": "dependent"},
           metrics=("conll(match=head,singletons=drop)", "conll(match=partial,singletons=drop)",
                    "conll(match=exact,singletons=drop)", "conll(match=head,singletons=keep)")),
    Preset("codi-crac-2022-ar", "the CODI-CRAC 2022 shared task, anaphora resolution",
           {**_UA_SCORER, "layer": "identity"}, metrics=_ENTITY_METRICS),
    Preset("codi-crac-2022-dd", "the CODI-CRAC 2022 shared task, discourse deixis",
           {**_UA_SCORER, "layer": "discourse-deixis"}, metrics=_ENTITY_METRICS),
    Preset("codi-crac-2022-br", "the CODI-CRAC 2022 shared task, bridging", {"antecedents": "last"},
           metrics=("bridging",)),
    Preset("ua-scorer-1.0", "universal-anaphora-scorer 1.0, without its dependence on the order of hash tables", {
        **_UA_SCORER, "antecedents": "last", "nonreferring-mentions": "first",
    }),
)  # fmt: skip
