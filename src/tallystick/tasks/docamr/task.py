"""The task `docamr`: documents as one graph each."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from tallystick.formats.choice import FormatChoice
from tallystick.formats.msamr.reader import MsAmrReader, looks_like_msamr
from tallystick.formats.penman.reader import Graph, PenmanReader, looks_like_penman
from tallystick.tasks.base import Preset, Task
from tallystick.tasks.docamr.metrics import METRICS
from tallystick.tasks.docamr.statistics import statistics
from tallystick.tasks.docamr.writers import DOCUMENT_WRITERS
from tallystick.tasks.graphs.inspection import undeclared_variables
from tallystick.tasks.graphs.metrics import FACETS, SMATCH
from tallystick.tasks.graphs.texts import different_sentences

__all__ = ["TASK", "looks_like_document_graph"]

_EXAMPLES = Path(__file__).parent / "examples"
_DOCUMENT_ROOT = re.compile(
    r"^\s*\(\s*[^\s()\"/:]+\s*/\s*document\s*$|^\s*\(\s*[^\s()\"/:]+\s*/\s*document\s+:snt", re.M
)


def looks_like_document_graph(head: str) -> bool:
    """Whether the beginning of a file is certainly a document graph.

    >>> looks_like_document_graph("# ::id x\\n(d / document\\n  :snt1 (a / b))"), looks_like_document_graph("(a / b)")
    (True, False)
    """
    return looks_like_penman(head) and bool(_DOCUMENT_ROOT.search(head))


def _sentences(graph: object) -> float:
    assert isinstance(graph, Graph)
    tops = [
        role
        for source, role in zip(graph.sources, graph.roles, strict=True)
        if source == 0 and role.lower().startswith("snt")
    ]
    return float(len(tops) or 1)


PRESETS = (
    Preset("docamr-0.1.1", "sentences and counted items as in docAMR 0.1.1, matched optimally",
           {"convention": "docamr-0.1.1"}),
)  # fmt: skip

TASK = Task(
    name="docamr",
    summary="documents as one graph: multi-sentence AMR",
    formats=(
        FormatChoice(
            PenmanReader(),
            looks_like_document_graph,
            "PENMAN: (d / document :snt1 (…) :snt2 (…))",
            accepts=looks_like_penman,
        ),
        FormatChoice(
            MsAmrReader(),
            looks_like_msamr,
            "MS-AMR annotations in XML, to be converted together with their sentence AMRs",
            unscored="annotations cannot be scored: build graphs with tallystick convert --amr PATH --to docamr",
        ),
    ),
    metrics=(*METRICS, replace(SMATCH, standard=False), *FACETS),
    empty=Graph.nothing,
    example=(_EXAMPLES / "docamr.gold.amr", _EXAMPLES / "docamr.pred.amr"),
    presets=PRESETS,
    narrows="amr",
    accept=Graph.of,  # type: ignore[arg-type]
    sizes={"sentences": _sentences},
    remarks=different_sentences,
    inspect=undeclared_variables,
    writers=DOCUMENT_WRITERS,
    statistics=statistics,
    view="tallystick.tasks.graphs.page_view:VIEW",
    typology="tallystick.tasks.docamr.error_kinds:ERRORS",
)
