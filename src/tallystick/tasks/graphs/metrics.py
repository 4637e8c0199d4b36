"""The metrics over sentence graphs, declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.tasks.base import Metric, Options, Parameter, Scorer, always
from tallystick.tasks.graphs.facets import BAGS, RESTRICTIONS, bag_of
from tallystick.tasks.graphs.inversion import on_constant, turned
from tallystick.tasks.graphs.reification import dereified, reified
from tallystick.tasks.graphs.roles import ROLE_OPTIONS, narrowed
from tallystick.tasks.graphs.sembleu import AS_WRITTEN, UNIFIED, SemBleuScorer
from tallystick.tasks.graphs.smatch import BagScorer, SmatchScorer, Solver, View
from tallystick.tasks.graphs.triples import Triples, of_graph
from tallystick.tasks.graphs.wlk import WlkScorer

__all__ = ["FACETS", "SEMBLEU", "SMATCH", "SMATCH_OPTIONS", "WLK", "smatch_view"]

_SMATCH_REFERENCE = "Cai and Knight (2013): Smatch: an Evaluation Metric for Semantic Feature Structures"
_FACETS_REFERENCE = (
    "after Damonte, Cohen, Satta (2017): An Incremental Parser for Abstract Meaning Representation"
)

#: How other programs read a graph, by the name of the convention; loaded when asked for.
OTHER_READINGS: Lazy[View] = Lazy(
    {
        "smatch-1.0.4": "tallystick.compat.smatch.triples:smatch_1_0_4",
        "none": "tallystick.compat.smatchpp.triples:smatchpp_none",
        "generic": "tallystick.compat.smatchpp.triples:smatchpp_generic",
        "amr": "tallystick.compat.smatchpp.triples:smatchpp_amr",
    }
)

VIEW_OPTIONS = (
    Parameter("root", "node", "what the root's TOP triple holds: node (that it is the root), concept, or none "
              "(no such triple)", choices=("node", "concept", "none")),
    Parameter("duplicates", "set", "identical triples count once (set), as often as they occur (count), or for "
              "every pair of them, which can exceed the total, as in Smatch 1.0.4 (multiply)",
              choices=("set", "count", "multiply")),
    Parameter("case", "ignore", "whether upper and lower case differ in concepts and constants; in roles they never do",
              choices=("ignore", "keep")),
    Parameter("standardize", "default", "conventions of reading: ours (default), those of Smatch++ 1.8.0 "
              "(none, generic, amr) or of Smatch 1.0.4", choices=("default", "none", "generic", "amr", "smatch-1.0.4")),
    Parameter("reify", "no", "roles written as frames before comparing", choices=("no", "yes"),
              flags={"--reify": "yes"}),
    Parameter("dereify", "no", "frames written as roles before comparing", choices=("no", "yes"),
              flags={"--dereify": "yes"}),
    *ROLE_OPTIONS,
)  # fmt: skip
SOLVER_OPTIONS = (
    Parameter("solver", "exact", "exact (proved, or bounded under a time limit) or climb (hill climbing, "
              "for comparison)", choices=("exact", "climb")),
    Parameter("restarts", 4, "random restarts of the hill climber", kind=int, least=0),
    Parameter("seed", 12345, "the seed of the hill climber", kind=int),
)  # fmt: skip
SMATCH_OPTIONS = (*SOLVER_OPTIONS, *VIEW_OPTIONS)


def smatch_view(options: Options) -> View:
    """How a graph is read under some options."""
    standardize = str(options["standardize"])
    if standardize == "default":
        view: View = partial(
            of_graph,
            case=str(options["case"]),
            root=str(options["root"]),
            duplicates=str(options["duplicates"]),
        )
    else:
        view = OTHER_READINGS[standardize]
    view = narrowed(view, options)
    if options["dereify"] == "yes":
        view = _then(view, lambda triples: _as_we_read(dereified(triples)))
        if standardize == "default" and options["duplicates"] == "set":
            view = _then(view, Triples.once)  # a role may have been written beside its frame
    if options["reify"] == "yes":
        view = _then(view, reified)
    return view


def _then(view: View, change: Callable[[Triples], Triples]) -> View:
    def changed(graph: Graph) -> Triples:
        return change(view(graph))

    return changed


def _as_we_read(triples: Triples) -> Triples:
    """Roles that came from frames, spelt as if they had been written.

    A `mod` between nodes is a `domain` the other way round; what leads from a constant is an inverse role on it.
    """
    relations = tuple(
        [(t, "domain", s) if role == "mod" else (s, role, t) for s, role, t in triples.relations]
    )
    attributes = tuple(
        [
            (node, on_constant(*turned(f"{role[:-3]}-of")), value)
            if role.endswith(" of")
            else (node, role, value)
            for node, role, value in triples.attributes
        ]
    )
    return replace(triples, attributes=attributes, relations=relations)


def _solver(options: Options) -> Solver:
    return Solver(str(options["solver"]), int(str(options["restarts"])), int(str(options["seed"])))


def _smatch(change: Callable[[Triples], Triples] | None) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        view = smatch_view(options)
        changed = _then(view, change) if change else view
        return SmatchScorer(changed, _solver(options), multiply=options["duplicates"] == "multiply")

    return build


def _bag(name: str) -> Callable[[Options], Scorer]:
    def build(options: Options) -> Scorer:
        return BagScorer(bag_of(smatch_view(options), BAGS[name][1]))

    return build


SMATCH = Metric(
    "smatch", "triples in common under the best map of nodes", _smatch(None),
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
    summary, _ = BAGS[name]
    return Metric(
        f"smatch.{name}",
        summary,
        _bag(name),
        f"F of the {summary}",
        _FACETS_REFERENCE,
        VIEW_OPTIONS,
        standard=False,
    )


FACETS = tuple(_facet(name) for name in _FACET_ORDER)

MODIFIERS = Parameter(
    "modifiers", UNIFIED, "read domain as mod turned round (unified), or both as written, as the SemBleu script does",
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
