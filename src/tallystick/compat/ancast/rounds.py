"""The matrices of the alignment of ancast 0.1.1, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tallystick.compat.ancast.alignment import align_released
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.ancast.rounds import as_matrix

__all__ = ["released_rounds", "released_umr_rounds"]


def released_rounds(
    gold: Graph, pred: Graph, _anchors: str, _constants: object = None
) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield the name and the values of each matrix, graphs being read as AMR."""
    return _rounds(gold, pred, umr=False)


def released_umr_rounds(
    gold: Graph, pred: Graph, _anchors: str, _constants: object = None
) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield the name and the values of each matrix, graphs being read as UMR."""
    return _rounds(gold, pred, umr=True)


def _rounds(gold: Graph, pred: Graph, *, umr: bool) -> Iterator[tuple[str, Sequence[float]]]:
    released = align_released(gold, pred, umr=umr, explained=True)
    yield "intrinsic similarity", released.similarity
    yield from released.matrices
    yield "alignment", as_matrix(released.columns, len(gold.variables))
