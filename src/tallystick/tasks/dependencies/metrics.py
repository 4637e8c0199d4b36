"""The metrics of the task, with their parameters and presets."""

from __future__ import annotations

from tallystick.core.similarity import Similarity
from tallystick.tasks.base import Metric, Options, Parameter, Preset
from tallystick.tasks.dependencies.agreement import (
    CHILDREN,
    CONTENT,
    FEATURES,
    HEAD,
    LEMMA,
    RELATION,
    UPOS,
    XPOS,
)
from tallystick.tasks.dependencies.enhanced import EnhancedScorer
from tallystick.tasks.dependencies.scorers import TreeScorer, UnitScorer, WordScorer
from tallystick.tasks.dependencies.trees import LABELED, LABELED_WITHOUT_SUBTYPES, UNLABELED
from tallystick.tasks.records.common import REFERENCE

__all__ = ["METRICS", "PRESETS"]

_UD = "Zeman et al. (2018): CoNLL 2018 Shared Task: Multilingual Parsing from Raw Text to Universal Dependencies"
_IWPT = "Bouma, Seddah, Zeman (2020): Overview of the IWPT 2020 Shared Task on Parsing into Enhanced UD"

_SUBTYPES = Parameter(
    "subtypes", "keep", "keep or ignore subtypes of relations, such as nsubj:pass",
    choices=("keep", "ignore"),
)  # fmt: skip
_FEATURES = Parameter(
    "features", "universal", "morphological features to compare", choices=("universal", "all")
)
_TREES = Parameter(
    "trees", "any", "sentences with cycles, no root or several roots: scored with a warning (any), or an error "
    "(required)", choices=("any", "required"),
)  # fmt: skip
_EMPTY_NODES = Parameter(
    "empty-nodes", "collapse", "paths through empty nodes: become edges such as conj>nsubj (collapse), or are left "
    "out (ignore)", choices=("collapse", "ignore"),
)  # fmt: skip
_EDGES = Parameter(
    "enhanced-edges", "set", "equal edges of a word: one edge (set), or every pair of them counts, as in the "
    "official script (multiply)", choices=("set", "multiply"),
)  # fmt: skip

_RELATION, _UPOS = "relation", "upos"


def _word_metric(
    name: str,
    summary: str,
    definition: str,
    wanted: int,
    parameters: tuple[Parameter, ...] = (),
    compares: tuple[str, ...] = (),
    similarities: tuple[Similarity, Similarity] | None = None,
) -> Metric:
    """Declare a metric on aligned words that agree in everything `wanted`.

    `similarities` compare lists of edges, with and without subtypes.
    """
    if _SUBTYPES not in parameters:
        # It changes the groups of --by relation.
        parameters = (_SUBTYPES, *parameters)

    kind = TreeScorer if _TREES in parameters else WordScorer

    def build(options: Options) -> WordScorer:
        similarity = similarities and similarities[options.get("subtypes") == "ignore"]
        return kind(name, options, wanted, frozenset(compares), similarity)

    reference = REFERENCE if similarities else _UD
    return Metric(
        name, summary, build, definition, reference, parameters, standard=similarities is not None,
        asymmetric=_ASYMMETRIC.get(name, ""),
    )  # fmt: skip


_ASYMMETRIC = {
    "lemmas": "a gold lemma of _ matches any predicted lemma",
    "blex": "a gold lemma of _ matches any predicted lemma",
}


def _unit(name: str, summary: str) -> Metric:
    definition = f"{name} that cover the same characters"
    return Metric(name, summary, lambda options: UnitScorer(name, options), definition, _UD, standard=False)


def _enhanced(name: str, summary: str, definition: str) -> Metric:
    parameters = (_EMPTY_NODES, _EDGES)
    return Metric(
        name, summary, lambda options: EnhancedScorer(name, options), definition, _IWPT, parameters,
        standard=False,
    )  # fmt: skip


METRICS = (
    _unit("tokens", "token segmentation"),
    _unit("sentences", "sentence segmentation"),
    _word_metric("words", "word segmentation", "aligned words", 0),
    _word_metric("upos", "universal part-of-speech tags", "words + UPOS",
                 UPOS, (), (_UPOS,)),
    _word_metric("xpos", "language-specific part-of-speech tags", "words + XPOS",
                 XPOS),
    _word_metric("ufeats", "morphological features", "words + FEATS",
                 FEATURES, (_FEATURES,)),
    _word_metric("alltags", "all tags and features", "words + UPOS, XPOS and FEATS",
                 UPOS | XPOS | FEATURES, (_FEATURES,), (_UPOS,)),
    _word_metric("lemmas", "lemmas", "words + LEMMA; a gold lemma of _ matches any",
                 LEMMA),
    _word_metric("uas", "same governor and dependent", "F↔[δ gov × δ dep] (Equation 11)",
                 HEAD, (_TREES,), (), (UNLABELED, UNLABELED)),
    _word_metric("las", "same governor, dependent and relation", "F↔[δ gov × δ dep × δ rel] (Equation 12)",
                 HEAD | RELATION, (_SUBTYPES, _TREES), (_RELATION,),
                 (LABELED, LABELED_WITHOUT_SUBTYPES)),
    _word_metric("clas", "las of content words", "las, words with a content relation only",
                 HEAD | RELATION | CONTENT, (_SUBTYPES, _TREES), (_RELATION,)),
    _word_metric("mlas", "clas with tags, features and function words",
                 "clas + UPOS, FEATS and the function words among the children",
                 HEAD | RELATION | CONTENT | UPOS | FEATURES | CHILDREN,
                 (_SUBTYPES, _FEATURES, _TREES), (_RELATION, _UPOS)),
    _word_metric("blex", "clas with lemmas", "clas + LEMMA",
                 HEAD | RELATION | CONTENT | LEMMA, (_SUBTYPES, _TREES), (_RELATION,)),
    _enhanced("elas", "enhanced dependencies", "F↔[δ gov × δ dep × δ rel] of DEPS"),
    _enhanced("eulas", "enhanced dependencies without subtypes", "elas with labels up to the first colon"),
)  # fmt: skip

_CONLL = ("tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas",
          "blex")  # fmt: skip
_CONLL_OPTIONS = {"subtypes": "ignore", "features": "universal", "trees": "required"}
_IWPT_OPTIONS = {**_CONLL_OPTIONS, "empty-nodes": "collapse", "enhanced-edges": "multiply"}

PRESETS = (
    Preset("conll-2018", "the CoNLL 2018 shared task: conll18_ud_eval.py 1.2", _CONLL_OPTIONS, metrics=_CONLL),
    Preset("iwpt-2020", "the IWPT 2020 shared task: enhanced dependencies with empty nodes collapsed", _IWPT_OPTIONS,
           metrics=(*_CONLL, "elas", "eulas")),
    Preset("iwpt-2021", "the IWPT 2021 shared task: the settings of iwpt-2020", _IWPT_OPTIONS,
           metrics=(*_CONLL, "elas", "eulas")),
)  # fmt: skip
