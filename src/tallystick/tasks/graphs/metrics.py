"""The metrics over sentence graphs, declared."""

from __future__ import annotations

from collections.abc import Callable

from tallystick.tasks.base import Metric, Options, Parameter, Scorer, always
from tallystick.tasks.graphs.facets import BAGS, RESTRICTIONS
from tallystick.tasks.graphs.sembleu import AS_WRITTEN, UNIFIED, SemBleuScorer
from tallystick.tasks.graphs.smatch import BagScorer, Facet, Labels, SmatchScorer, Solver, all_triples
from tallystick.tasks.graphs.to_triples import TRIPLE_OPTIONS, triple_reader
from tallystick.tasks.graphs.wlk import WlkScorer

__all__ = ["FACETS", "SEMBLEU", "SMATCH", "SMATCH_OPTIONS", "WLK"]

_SMATCH_REFERENCE = "Cai and Knight (2013): Smatch: an Evaluation Metric for Semantic Feature Structures"
_FACETS_REFERENCE = (
    "after Damonte, Cohen, Satta (2017): An Incremental Parser for Abstract Meaning Representation"
)

SOLVER_OPTIONS = (
    Parameter("solver", "exact", "exact (proved, or bounded under a time limit) or climb (hill climbing, "
              "for comparison)", choices=("exact", "climb")),
    Parameter("restarts", 4, "random restarts of the hill climber", kind=int, least=0),
    Parameter("seed", 12345, "random seed of the hill climber", kind=int),
)  # fmt: skip
SMATCH_OPTIONS = (*SOLVER_OPTIONS, *TRIPLE_OPTIONS)


def _solver(options: Options) -> Solver:
    return Solver(str(options["solver"]), int(str(options["restarts"])), int(str(options["seed"])))


def _smatch(facet: Facet) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        multiply = options["duplicates"] == "multiply"
        return SmatchScorer(triple_reader(options), facet, _solver(options), multiply=multiply)

    return build


def _bag(labels: Labels) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        return BagScorer(triple_reader(options), labels)

    return build


SMATCH = Metric(
    "smatch", "triples in common under the best alignment of nodes", _smatch(all_triples),
    "F of the most instance, attribute, relation and TOP triples that a one-to-one map of variables can make equal",
    _SMATCH_REFERENCE, SMATCH_OPTIONS,
)  # fmt: skip

_FACET_ORDER = ("instance", "relation", "attribute", "unlabeled", "no-wsd", "concepts", "frames", "named-entities",
                "wiki", "negation", "reentrancy", "srl")  # fmt: skip


def _facet(name: str) -> Metric:
    if name in RESTRICTIONS:
        summary, change = RESTRICTIONS[name]
        return Metric(f"smatch.{name}", f"Smatch over {summary}", _smatch(change),
                      f"Smatch over {summary}; the optimum found anew", _FACETS_REFERENCE, SMATCH_OPTIONS,
                      standard=False)  # fmt: skip
    summary, labels = BAGS[name]
    return Metric(
        f"smatch.{name}",
        summary,
        _bag(labels),
        f"F of the {summary}",
        _FACETS_REFERENCE,
        TRIPLE_OPTIONS,
        standard=False,
    )


FACETS = tuple(_facet(name) for name in _FACET_ORDER)

MODIFIERS = Parameter(
    "modifiers", UNIFIED, "read domain as inverted mod (unified), or both as written, as the SemBleu script does",
    choices=(UNIFIED, AS_WRITTEN),
)  # fmt: skip


def _sembleu(options: Options) -> Scorer:
    return SemBleuScorer(str(options[MODIFIERS.name]))


SEMBLEU = Metric(
    "sembleu", "BLEU over paths of up to three nodes", _sembleu,
    "BLEU with graph n-grams, n = 1, 2, 3, weights .34, .33, .34, brevity penalty on edges, NIST smoothing",
    "Song and Gildea (2019): SemBleu", (MODIFIERS,), standard=False,
    asymmetric="a precision on the side of the prediction, with a penalty for being short",
)  # fmt: skip
WLK = Metric(
    "wlk", "cosine of Weisfeiler–Leman features", always(WlkScorer()),
    "cosine of the counts of labels and triples, then of labels after 1 and 2 rounds, level l weighing 1 / (1 + l)",
    "Opitz, Daza, Frank (2021): Weisfeiler–Leman in the BAMBOO", standard=False,
)  # fmt: skip
