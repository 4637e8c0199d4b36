"""The task `amr`: sentence graphs in PENMAN notation."""

from __future__ import annotations

from pathlib import Path

from tallystick.formats.choice import FormatChoice
from tallystick.formats.penman.reader import Graph, PenmanReader, looks_like_penman
from tallystick.tasks.base import Preset, Task
from tallystick.tasks.docamr.writers import SENTENCE_WRITERS
from tallystick.tasks.graphs.ancast import METRICS as ANCAST
from tallystick.tasks.graphs.inspection import undeclared_variables
from tallystick.tasks.graphs.metrics import FACETS, SEMBLEU, SMATCH, WLK
from tallystick.tasks.graphs.statistics import statistics
from tallystick.tasks.graphs.texts import different_sentences

__all__ = ["TASK"]

_EXAMPLES = Path(__file__).parent / "examples"


def _tokens(graph: object) -> float:
    assert isinstance(graph, Graph)
    return len((graph.text or "").split())


#: A preset computes only the numbers that its program prints: others would be attributed to that program.
_SMATCH, _ANCAST = ("smatch",), ("ancast",)

PRESETS = (
    Preset("smatch-1.0.4", "triples as Smatch 1.0.4 reads them, matched optimally",
           {"standardize": "smatch-1.0.4"}, metrics=_SMATCH),
    Preset("smatchpp-1.8.0-none", "Smatch++ 1.8.0 without a standardiser", {"standardize": "none"}, metrics=_SMATCH),
    Preset("smatchpp-1.8.0-generic", "Smatch++ 1.8.0 with its generic standardiser", {"standardize": "generic"},
           metrics=_SMATCH),
    Preset("smatchpp-1.8.0-amr", "Smatch++ 1.8.0 with its AMR standardiser", {"standardize": "amr"}, metrics=_SMATCH),
    Preset("ancast-0.1.1", "AnCast 0.1.1 as released, sentence scope", {"convention": "ancast-0.1.1"},
           metrics=_ANCAST),
    Preset("ancast-0.1.1-umr", "AnCast 0.1.1 as released, with its reader for UMR", {"convention": "ancast-0.1.1-umr"},
           metrics=_ANCAST),
)  # fmt: skip

TASK = Task(
    name="amr",
    summary="sentence graphs: AMR and others in PENMAN notation",
    formats=(FormatChoice(PenmanReader(), looks_like_penman, "PENMAN, with # ::id and # ::snt comments"),),
    metrics=(SMATCH, *FACETS, *ANCAST, SEMBLEU, WLK),
    empty=Graph.nothing,
    example=(_EXAMPLES / "amr.gold.amr", _EXAMPLES / "amr.pred.amr"),
    presets=PRESETS,
    accept=Graph.of,  # type: ignore[arg-type]
    sizes={"tokens": _tokens, "sentences": lambda _graph: 1.0},
    remarks=different_sentences,
    inspect=undeclared_variables,
    writers=SENTENCE_WRITERS,
    statistics=statistics,
    view="tallystick.tasks.graphs.page_view:VIEW",
    typology="tallystick.tasks.graphs.error_kinds:GRAPH_ERRORS",
)
