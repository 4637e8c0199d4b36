"""The task `amr`: sentence graphs in PENMAN notation."""

from __future__ import annotations

from pathlib import Path

from tallystick.declare import Task
from tallystick.formats.choice import FormatChoice
from tallystick.formats.penman import Graph, PenmanReader, looks_like_penman
from tallystick.graphs.ancast import METRICS as ANCAST
from tallystick.graphs.metrics import FACETS, SEMBLEU, SMATCH, WLK

__all__ = ["TASK"]

_EXAMPLES = Path(__file__).parent / "examples"


def _tokens(graph: object) -> float:
    assert isinstance(graph, Graph)
    return len((graph.text or "").split())


TASK = Task(
    name="amr",
    summary="sentence graphs: AMR and others in PENMAN notation",
    formats=(FormatChoice(PenmanReader(), looks_like_penman, "PENMAN, with # ::id and # ::snt comments"),),
    metrics=(SMATCH, *FACETS, *ANCAST, SEMBLEU, WLK),
    empty=Graph.nothing,
    example=(_EXAMPLES / "amr.gold.amr", _EXAMPLES / "amr.pred.amr"),
    sizes={"tokens": _tokens, "sentences": lambda _graph: 1.0},
)
