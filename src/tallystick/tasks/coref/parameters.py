"""The parameters of the coreference metrics: on the command line, options."""

from __future__ import annotations

from tallystick.tasks.base import Options, Parameter
from tallystick.tasks.coref.mentions.matching import MatchOptions

__all__ = ["BETA", "DELTA", "MATCHING", "SELECTION", "SPLIT", "match_options"]

MATCH = Parameter(
    "match", "exact", "which mentions are the same: those of the same words (exact), of the same head (head), "
    "those that have the gold head and no word beyond the gold mention (partial), or those with a part inside the "
    "first part of the gold mention (partial-craft); minimal compares the head with the rest of its name instead",
    choices=("exact", "head", "partial", "partial-craft", "minimal"),
)  # fmt: skip
SINGLETONS = Parameter(
    "singletons", "keep", "whether entities of one mention count", choices=("keep", "drop"),
    flags={"--keep-singletons": "keep", "--drop-singletons": "drop"},
)  # fmt: skip
ZERO_MATCH = Parameter(
    "zero-match", "dependent", "which zeros are the same: those with the same dependencies, or those in the same "
    "place", choices=("dependent", "linear"),
)  # fmt: skip
SPLIT = Parameter(
    "split-antecedents", "score", "whether it counts which entities a plural entity consists of",
    choices=("score", "ignore"), flags={"--no-split-antecedents": "ignore"},
)  # fmt: skip
LAYER = Parameter("layer", "identity", "which annotation is scored", choices=("identity", "discourse-deixis"))
REPEATED = Parameter(
    "repeated-mentions", "error", "a mention of two entities: an error, a mention of the first one, or kept in both "
    "unless it is a prediction that the gold has too (reference)",
    choices=("error", "first", "reference"),
)  # fmt: skip
BRACKETS = Parameter(
    "bracket-order", "written", "how a CoNLL-2012 cell is read: as written, or all openings before all closings",
    choices=("written", "openings-first"),
)  # fmt: skip
ELEMENTS = Parameter(
    "nonreferring-elements", "drop", "non-referring entities as elements of sets", choices=("drop", "keep"),
)  # fmt: skip
MENTION_TYPE = Parameter(
    "mention-type", "all", "which mentions count: all, or those whose head is a noun, a name or a pronoun",
    choices=("all", "noun-phrases"), flags={"--np-only": "noun-phrases"},
)  # fmt: skip
NESTED = Parameter(
    "nested-mentions", "keep", "mentions inside another mention of their entity", choices=("keep", "drop")
)
ZEROS = Parameter("zero-mentions", "keep", "mentions whose head is an empty node", choices=("keep", "drop"))
DOCUMENTS = Parameter(
    "documents", "all", "which documents count: all, or those with split antecedents in the gold",
    choices=("all", "with-sets"),
)  # fmt: skip
DELTA = Parameter(
    "set-credit", "sides", "what two aligned sets earn in CEAF and BLANC: recall in recall and precision in "
    "precision (sides), or F1 in both", choices=("sides", "f1"),
)  # fmt: skip
BETA = Parameter("beta", 1.0, "how many times as important an entity with split antecedents is", kind=float)

#: Which mentions take part.
SELECTION = (SINGLETONS, LAYER, REPEATED, BRACKETS, MENTION_TYPE, NESTED, ZEROS, DOCUMENTS)
#: Which mentions take part, and which of them are the same.
MATCHING = (
    MATCH, SINGLETONS, ZERO_MATCH, LAYER, REPEATED, BRACKETS, ELEMENTS, MENTION_TYPE, NESTED, ZEROS, DOCUMENTS,
)  # fmt: skip

_DEFAULT = {parameter.name: parameter.default for parameter in (*MATCHING, SPLIT)}


def match_options(options: Options) -> MatchOptions:
    """What mention matching has to know."""
    settled = {name: str(options.get(name, default)) for name, default in _DEFAULT.items()}
    return MatchOptions(
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
