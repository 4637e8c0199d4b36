"""The options of a run, each declared once.

These declarations give the options of the command line and their help, the keys of a project's configuration, the
checks of values, the fields of a signature, and the identity of a run that can be resumed. The keywords of `score`,
`compare`, `agree` and `Evaluator` are written out for readers and type checkers; a test compares them with these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from tallystick.results.run_option import RunOption
from tallystick.stats.resamples import RESAMPLES

if TYPE_CHECKING:
    from tallystick.results.settings import Settings

__all__ = ["AUTO", "AVERAGES", "GROUP_AVERAGES", "ITEM_AVERAGES", "OPTIONS", "UNITS", "chosen", "options_of"]

#: Averages over items.
ITEM_AVERAGES = ("micro", "macro", "sentences", "tokens")
#: Averages over the groups of ``--by``: the plain mean, and the mean weighted by what the gold has in each group.
GROUP_AVERAGES = ("groups", "weighted")
AVERAGES = (*ITEM_AVERAGES, *GROUP_AVERAGES)
#: The average of the preset; without a preset, micro.
AUTO = "auto"
#: The units that are resampled and exchanged when systems are compared.
UNITS = ("item", "document")

#: The owners of an option: commands, functions of the same names, and the evaluator.
EVERYWHERE = ("score", "compare", "rank", "agree", "explain", "report", "correlate", "matrix", "Evaluator")
REPORTED = ("score", "compare", "rank", "agree", "report", "Evaluator")
COMPARED = ("compare", "rank", "report")
#: The owners with predictions on one side.
PREDICTED = ("score", "compare", "rank", "explain", "report", "correlate", "Evaluator")


def options_of(owner: str) -> Iterator[RunOption]:
    """The options that a command, a function or the evaluator has."""
    return (option.of(owner) for option in OPTIONS if owner in option.owners)


def chosen(part: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that belong to one part of a run."""
    return {name: values[name] for name in _names(part) if name in values}


@cache
def _names(part: str) -> tuple[str, ...]:
    return tuple(option.name for option in OPTIONS if part in option.parts)


# In the comparisons below, "not a number" is refused too.
def _no_time(seconds: float) -> str:
    return "" if seconds > 0 else f"the time limit must be greater than 0 seconds, not {seconds:g}"


def _no_level(level: float) -> str:
    return "" if 0 < level < 1 else f"the confidence level {level:g} is not between 0 and 1"


def _no_seed(seed: int) -> str:
    return f"the seed must not be negative: {seed}" if seed < 0 else ""


def _signed_time(settings: Settings) -> str | None:
    return None if settings.time_limit is None else f"{settings.time_limit:g}"


def _signed_timeout(settings: Settings) -> str | None:
    return None if settings.time_limit is None else settings.on_timeout


def _signed_memory(settings: Settings) -> object | None:
    # If no item is left out or counted as empty, an item beyond the limit cannot change a score.
    return None if settings.on_error == "fail" else settings.memory_limit


#: The averages of commands without groups.
_OVER_ITEMS: Mapping[str, Any] = {
    "choices": (AUTO, *ITEM_AVERAGES),
    "help": "Ratio of sums (micro); mean over items (macro); mean weighted by sentences or tokens. "
    "auto: micro, or the average of the preset.",
}

#: Without a gold side, no item can count as an empty prediction.
_WITHOUT_GOLD: Mapping[str, Any] = {
    "choices": ("fail", "skip"),
    "help": "Malformed item: list all problems and score nothing, or leave it out of both sides.",
}

#: The averages of a ranking.
_OVER_DATA_SETS: Mapping[str, Any] = {
    "choices": GROUP_AVERAGES,
    "default": "groups",
    "help": "Mean over data sets, plain (groups) or weighted by their gold totals.",
}

#: In the order of help and of signatures.
OPTIONS: Sequence[RunOption] = (
    RunOption(
        name="task",
        type=str,
        help="Task: coref, spans, relations, … or module:Type. Detected from the files when unambiguous.",
        owners=EVERYWHERE,
        parts=("request",),
    ),
    RunOption(
        name="metrics",
        type=tuple,
        default=(),
        metavar="METRIC",
        spellings=("-m", "--metric"),
        help="Metric, such as b3 or 'ceaf-rme(phi=3)'; repeat it or separate names by commas. "
        "Default: the standard set of the task.",
        owners=EVERYWHERE,
        parts=("request",),
        signed_by_metric=True,
    ),
    RunOption(
        name="preset",
        type=str,
        metavar="NAME",
        help="Named set of options that reproduces another program, such as smatch-1.0.4. "
        "List them with tallystick metrics --presets.",
        owners=EVERYWHERE,
        parts=("request",),
        signed_by_metric=True,
    ),
    RunOption(
        name="average",
        type=str,
        default=AUTO,
        choices=(AUTO, *AVERAGES),
        help="Ratio of sums (micro); mean over items (macro); mean weighted by sentences or tokens; mean over the "
        "groups of --by, plain (groups) or weighted by their gold totals. auto: micro, or the average of the preset.",
        owners=REPORTED,
        variants={"agree": _OVER_ITEMS, "report": _OVER_ITEMS, "rank": _OVER_DATA_SETS},
        signed=lambda settings: settings.average,
    ),
    RunOption(
        name="undefined",
        type=str,
        default="null",
        choices=("null", "zero"),
        help="How 0/0 counts.",
        owners=(*REPORTED, "correlate", "matrix"),
        signed=lambda settings: settings.undefined,
    ),
    RunOption(
        name="on_error",
        type=str,
        default="fail",
        choices=("fail", "skip", "zero"),
        help="Malformed item: list all problems and score nothing; leave it out; or count a malformed or missing "
        "prediction as empty.",
        owners=EVERYWHERE,
        variants={"agree": _WITHOUT_GOLD, "matrix": _WITHOUT_GOLD},
        signed=lambda settings: settings.on_error,
    ),
    RunOption(
        name="on_missing",
        type=str,
        default="error",
        choices=("error", "zero", "skip"),
        help="File or item that only one side has: list all and stop; count a missing prediction as empty; or leave "
        "it out.",
        owners=("score", "compare", "rank", "explain", "report", "correlate"),
        variants={
            "rank": {
                "help": "File that a system lacks or that cannot be read: list all and stop; count it as empty; or "
                "leave the data set out of the system's mean."
            }
        },
        signed=lambda settings: None if settings.on_missing == "error" else settings.on_missing,
    ),
    RunOption(
        name="match_by",
        type=str,
        default="auto",
        choices=("auto", "id", "order"),
        help="How to pair items: by id where they have ids, else by order.",
        owners=EVERYWHERE,
        signed=lambda settings: settings.match_by,
    ),
    RunOption(
        name="repair",
        type=str,
        default="none",
        choices=("none", "extract", "lenient"),
        help="Repair JSON predictions: take one value out of prose or a code fence (extract); also fix trailing "
        "commas, quotes and a missing end (lenient). Edits are counted.",
        owners=PREDICTED,
        signed=lambda settings: None if settings.repair == "none" else settings.repair,
    ),
    RunOption(
        name="pred_at",
        type=str,
        default="",
        metavar="POINTER",
        help="JSON Pointer to the prediction in each line, such as /choices/0/message/content.",
        owners=PREDICTED,
        signed=lambda settings: settings.pred_at or None,
    ),
    RunOption(
        name="strict_text",
        type=bool,
        default=False,
        help="Treat different texts on the two sides as an error, not a warning.",
        owners=EVERYWHERE,
        signed=lambda settings: "true" if settings.strict_text else None,
    ),
    RunOption(
        name="time_limit",
        type=float,
        metavar="SECONDS",
        help="Time limit per item, over all metrics.",
        owners=EVERYWHERE,
        refuse=_no_time,
        signed=_signed_time,
    ),
    RunOption(
        name="on_timeout",
        type=str,
        default="best",
        choices=("best", "bound", "error"),
        help="Item not proved optimal in time: count the best solution, count its upper bound, or stop with status 4.",
        owners=EVERYWHERE,
        signed=_signed_timeout,
    ),
    RunOption(
        name="memory_limit",
        type=str,
        metavar="SIZE",
        help="Memory limit per item, such as 4GB. Default: half of the available memory.",
        owners=EVERYWHERE,
        signed=_signed_memory,
    ),
    RunOption(
        name="by",
        type=str,
        metavar="KEY",
        help="Break down by type, relation, upos, field (of JSON), document, language, dataset or a key of meta.",
        owners=("score", "compare", "agree", "Evaluator"),
        variants={
            "compare": {
                "help": "Also compare each group: field, type or another part of items; dataset, language, document "
                "or a key of the items' meta."
            },
            "agree": {
                "help": "Break down by document, language, type, relation or a key of the items' meta."
            },
        },
        identity=True,
        single=True,
    ),
    RunOption(
        name="confidence",
        type=float,
        metavar="[LEVEL]",
        help="Add bootstrap confidence intervals (0.95 if no level is given).",
        owners=("score", "agree", "report", "Evaluator"),
        variants={"report": {"help": "Level of the bootstrap confidence intervals. Default: 0.95."}},
        refuse=_no_level,
    ),
    RunOption(
        name="seed",
        type=int,
        default=12345,
        minimum=0,
        help="Random seed.",
        owners=("score", "compare", "rank", "agree", "report", "correlate", "Evaluator"),
        parts=("settings", "statistics"),
        refuse=_no_seed,
        signed_by_metric=True,
    ),
    RunOption(
        name="jobs",
        type=int,
        minimum=1,
        help="Number of processes. Default: one, or all cores where that helps.",
        owners=("score", "compare", "rank", "agree", "report", "correlate", "matrix"),
        parts=("execution",),
        announced=False,
    ),
    RunOption(
        name="engine",
        type=str,
        default="local",
        metavar="NAME",
        help="Where to score: local; dask (a local cluster of --jobs processes); or dask://host:port.",
        owners=("score",),
        parts=("execution",),
    ),
    RunOption(
        name="resume",
        type=str,
        metavar="FILE",
        help="Journal of finished items: run an interrupted command again to continue. Removed at the end.",
        owners=("score",),
        parts=("execution",),
        configurable=False,
    ),
    RunOption(
        name="require_optimal",
        type=bool,
        default=False,
        help="Exit with status 4 unless every item is proved optimal.",
        owners=("score",),
        parts=("execution",),
    ),
    RunOption(
        name="tests",
        type=tuple,
        default=("ar",),
        flags={
            "ar": ("--paired-ar", "Test by paired approximate randomisation. This is the default."),
            "bs": ("--paired-bs", "Test by paired bootstrap. With --paired-ar, show both p-values."),
        },
        help="How to test differences between systems.",
        owners=COMPARED,
        parts=("statistics",),
    ),
    RunOption(
        name="pairs",
        type=str,
        default="all",
        choices=("all", "baseline"),
        help="Compare every pair of systems, or each with the baseline only.",
        owners=("compare",),
        parts=("statistics",),
    ),
    RunOption(
        name="adjust",
        type=str,
        default="holm",
        choices=("holm", "none"),
        help="Adjust p-values over the pairs of systems compared, within each metric.",
        owners=(*COMPARED, "correlate"),
        variants={"correlate": {"help": "Adjust p-values over the pairs of metrics compared."}},
        parts=("statistics",),
    ),
    RunOption(
        name="unit",
        type=str,
        default="item",
        choices=UNITS,
        help="Unit of the tests and intervals: items, or documents (an item's meta key document, else its file).",
        owners=COMPARED,
        parts=("comparison",),
    ),
    RunOption(
        name="level",
        type=float,
        default=0.95,
        help="Level of the intervals; a difference is significant where p < 1 - level.",
        owners=("compare", "rank", "correlate"),
        parts=("statistics",),
    ),
    RunOption(
        name="trials",
        type=int,
        default=10_000,
        minimum=1,
        help="Trials of the randomisation.",
        owners=COMPARED,
        parts=("statistics",),
    ),
    RunOption(
        name="resamples",
        type=int,
        default=RESAMPLES,
        minimum=1,
        help="Resamples of the bootstrap.",
        owners=("score", "compare", "rank", "agree", "report", "correlate", "Evaluator"),
        parts=("settings", "statistics"),
    ),
    RunOption(
        name="labels",
        type=bool,
        default=False,
        help="Add Cohen's and Fleiss' kappa and Krippendorff's alpha for labels on units that annotators share.",
        owners=("agree",),
        parts=("agreement",),
    ),
)
