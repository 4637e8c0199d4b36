"""Measure how well a predicted structure matches the gold structure.

>>> import tallystick as ts
>>> ts.bag(ts.exact).score(gold={2, 3, 4, 5}, pred={1, 2, 3}).f1
0.5714285714285714
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tallystick.version import VERSION as __version__

if TYPE_CHECKING:
    from tallystick.core.best_of import best_of
    from tallystick.core.corpus import CorpusScore
    from tallystick.core.derive import Bag, Seq, derive, record, slots
    from tallystick.core.digraphs import Digraph
    from tallystick.core.functions import similarity
    from tallystick.core.matching import bag
    from tallystick.core.normalise import f1, f_beta, jaccard, precision, recall, sides
    from tallystick.core.ordered import sequence
    from tallystick.core.reachable import digraph
    from tallystick.core.similarity import Similarity, exact
    from tallystick.core.union import union
    from tallystick.core.values import Var
    from tallystick.errors import DataError, Problem, TallystickError, UndecidableError, UsageError
    from tallystick.integrations.assertions import assert_score
    from tallystick.integrations.evaluator import Evaluator
    from tallystick.report.page.page import report_page
    from tallystick.results.agreement import Agreement
    from tallystick.results.comparison import Comparison
    from tallystick.results.correlation import Correlations
    from tallystick.results.matrix import Matrices
    from tallystick.results.ranking import Ranking
    from tallystick.results.report import Report
    from tallystick.run.agree import agree
    from tallystick.run.compare import compare
    from tallystick.run.correlate import correlate
    from tallystick.run.json_metric import json
    from tallystick.run.matrix import matrix
    from tallystick.run.metric import metric
    from tallystick.run.rank import rank
    from tallystick.run.score import score
    from tallystick.tally import Alignment, Pair, Score, Tally
    from tallystick.tasks.docamr.build.build import build_docamr
    from tallystick.tasks.records.hierarchy import hierarchy_credit, level_credit, supertype_f1
    from tallystick.tasks.records.judgements import judged_credit

# The module of each public name. Names are imported on first use, so `import tallystick` is cheap.
_HOMES = {
    "tallystick.core.corpus": ("CorpusScore",),
    "tallystick.core.best_of": ("best_of",),
    "tallystick.core.derive": ("Bag", "Seq", "derive", "record", "slots"),
    "tallystick.core.matching": ("bag",),
    "tallystick.core.normalise": ("f1", "f_beta", "jaccard", "precision", "recall", "sides"),
    "tallystick.core.digraphs": ("Digraph",),
    "tallystick.core.ordered": ("sequence",),
    "tallystick.core.reachable": ("digraph",),
    "tallystick.core.functions": ("similarity",),
    "tallystick.core.similarity": ("Similarity", "exact"),
    "tallystick.core.union": ("union",),
    "tallystick.core.values": ("Var",),
    "tallystick.errors": ("DataError", "Problem", "TallystickError", "UndecidableError", "UsageError"),
    "tallystick.tasks.docamr.build.build": ("build_docamr",),
    "tallystick.integrations.assertions": ("assert_score",),
    "tallystick.integrations.evaluator": ("Evaluator",),
    "tallystick.tasks.records.hierarchy": ("hierarchy_credit", "level_credit", "supertype_f1"),
    "tallystick.tasks.records.judgements": ("judged_credit",),
    "tallystick.report.page.page": ("report_page",),
    "tallystick.run.agree": ("agree",),
    "tallystick.results.agreement": ("Agreement",),
    "tallystick.run.compare": ("compare",),
    "tallystick.results.comparison": ("Comparison",),
    "tallystick.run.correlate": ("correlate",),
    "tallystick.results.correlation": ("Correlations",),
    "tallystick.run.matrix": ("matrix",),
    "tallystick.results.matrix": ("Matrices",),
    "tallystick.results.ranking": ("Ranking",),
    "tallystick.results.report": ("Report",),
    "tallystick.run.json_metric": ("json",),
    "tallystick.run.metric": ("metric",),
    "tallystick.run.rank": ("rank",),
    "tallystick.run.score": ("score",),
    "tallystick.tally": ("Alignment", "Pair", "Score", "Tally"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Agreement", "Alignment", "Bag", "Comparison", "CorpusScore", "Correlations", "DataError", "Digraph",
    "Evaluator", "Matrices", "Pair", "Problem", "Ranking", "Report", "Score", "Seq", "Similarity", "Tally",
    "TallystickError", "UndecidableError", "UsageError", "Var", "__version__", "agree", "assert_score",
    "bag", "best_of", "build_docamr", "compare", "correlate", "derive", "digraph", "exact", "f1", "f_beta",
    "hierarchy_credit", "jaccard", "json", "judged_credit", "level_credit", "matrix", "metric", "precision",
    "rank", "recall", "record", "report_page", "score", "sequence", "sides", "similarity", "slots", "supertype_f1",
    "union",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tallystick' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
