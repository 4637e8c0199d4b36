"""The parameters of the coreference metrics: on the command line, options."""

from __future__ import annotations

from functools import lru_cache

from tallystick.tasks.base import Options, Parameter
from tallystick.tasks.coref.mentions.matching import MatchOptions

__all__ = ["BETA", "DELTA", "MATCHING", "SELECTION", "SPLIT", "match_options"]

MATCH = Parameter(
    "match", "exact", "when two mentions match: same words (exact); same head (head); gold head and no word "
    "outside the gold mention (partial); a part inside the first part of the gold mention (partial-craft); "
    "same minimal span: the head and the rest of its name (minimal)",
    choices=("exact", "head", "partial", "partial-craft", "minimal"),
)  # fmt: skip
SINGLETONS = Parameter(
    "singletons", "keep", "keep or drop entities with one mention", choices=("keep", "drop"),
    flags={"--keep-singletons": "keep", "--drop-singletons": "drop"},
    flag_help={"--keep-singletons": "Keep singletons", "--drop-singletons": "Drop singletons"},
)  # fmt: skip
ZERO_MATCH = Parameter(
    "zero-match", "dependent", "how zeros are matched: by their dependencies, or by position",
    choices=("dependent", "linear"),
)  # fmt: skip
SPLIT = Parameter(
    "split-antecedents", "score", "whether split antecedents count",
    choices=("score", "ignore"), flags={"--no-split-antecedents": "ignore"},
    flag_help={"--no-split-antecedents": "Ignore split antecedents"},
)  # fmt: skip
LAYER = Parameter("layer", "identity", "annotation layer to score", choices=("identity", "discourse-deixis"))
REPEATED = Parameter(
    "repeated-mentions", "error", "a mention of two entities: an error (error), kept in the first (first), or treated "
    "as the CoNLL reference scorer does (reference)",
    choices=("error", "first", "reference"),
)  # fmt: skip
BRACKETS = Parameter(
    "bracket-order", "written", "order of the brackets in a CoNLL-2012 cell: as written, or all openings first",
    choices=("written", "openings-first"),
)  # fmt: skip
ELEMENTS = Parameter(
    "nonreferring-elements", "drop", "drop or keep non-referring entities as elements of sets",
    choices=("drop", "keep"),
)  # fmt: skip
MENTION_TYPE = Parameter(
    "mention-type", "all", "mentions to score: all, or those whose head is a noun, a name or a pronoun",
    choices=("all", "noun-phrases"), flags={"--np-only": "noun-phrases"},
    flag_help={"--np-only": "Score only mentions whose head is a noun, a name or a pronoun"},
)  # fmt: skip
NESTED = Parameter(
    "nested-mentions",
    "keep",
    "keep or drop mentions inside another mention of their entity",
    choices=("keep", "drop"),
)
ZEROS = Parameter(
    "zero-mentions", "keep", "keep or drop mentions whose head is an empty node", choices=("keep", "drop")
)
DOCUMENTS = Parameter(
    "documents", "all", "documents to score: all, or those with split antecedents in the gold",
    choices=("all", "with-sets"),
)  # fmt: skip
DELTA = Parameter(
    "set-credit", "sides", "credit of two aligned sets in CEAF and BLANC: their recall and precision (sides), or "
    "their F1", choices=("sides", "f1"),
)  # fmt: skip
BETA = Parameter("beta", 1.0, "weight of entities with split antecedents", kind=float)

#: Which mentions take part.
SELECTION = (SINGLETONS, LAYER, REPEATED, BRACKETS, MENTION_TYPE, NESTED, ZEROS, DOCUMENTS)
#: Which mentions take part, and which of them are the same.
MATCHING = (
    MATCH, SINGLETONS, ZERO_MATCH, LAYER, REPEATED, BRACKETS, ELEMENTS, MENTION_TYPE, NESTED, ZEROS, DOCUMENTS,
)  # fmt: skip

_DEFAULT = {parameter.name: parameter.default for parameter in (*MATCHING, SPLIT)}


_match_options = lru_cache(maxsize=64)(MatchOptions)


def match_options(options: Options) -> MatchOptions:
    """The options of mention matching: the same object for all metrics with equal ones, which share their steps."""
    settled = {name: str(options.get(name, default)) for name, default in _DEFAULT.items()}
    return _match_options(
        match=settled["match"],
        singletons=settled["singletons"],
        zero_match=settled["zero-match"],
        split_antecedents=settled["split-antecedents"] == "score",
        layer=settled["layer"],
        repeated=settled["repeated-mentions"],
        brackets=settled["bracket-order"],
        nonreferring_elements=settled["nonreferring-elements"],
        mention_type=settled["mention-type"],
        nested=settled["nested-mentions"],
        zeros=settled["zero-mentions"],
        documents=settled["documents"],
    )
