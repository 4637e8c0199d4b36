"""The matrices of an alignment, round by round, to show how it is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tallystick.formats.penman.reader import Graph
from tallystick.lazy import Lazy
from tallystick.tasks.graphs.ancast.aligner import GraphAligner, align_alone
from tallystick.tasks.graphs.ancast.constants import PAPER_CONSTANTS, Constants
from tallystick.tasks.graphs.ancast.metrics import ANCHORS, CONVENTION, PAPER, RELEASED, RELEASED_UMR

__all__ = ["RoundMatrix", "explain_rounds"]


@dataclass(frozen=True, slots=True)
class RoundMatrix:
    """A number for every pair of nodes."""

    name: str
    rows: tuple[str, ...]
    """The pred nodes."""
    columns: tuple[str, ...]
    """The gold nodes."""
    values: tuple[tuple[float, ...], ...]

    def __str__(self) -> str:
        """The matrix as a table."""
        width = max([6, *map(len, self.columns)])
        head = max([len(self.name), *map(len, self.rows)])
        lines = [f"{self.name:{head}}  " + " ".join([f"{column:>{width}}" for column in self.columns])]
        for row, numbers in zip(self.rows, self.values, strict=True):
            lines.append(f"{row:{head}}  " + " ".join([f"{number:{width}.4f}" for number in numbers]))
        return "\n".join(line.rstrip() for line in lines)


def paper_rounds(
    gold: Graph, pred: Graph, anchors: str, constants: Constants = PAPER_CONSTANTS
) -> Iterator[tuple[str, Sequence[float]]]:
    """Yield the name and the values, row by row, of each matrix of the paper's method."""
    width = len(gold.variables)
    aligner = GraphAligner(gold, pred, anchors, constants=constants).prepare()
    yield "intrinsic similarity", aligner.similarity.flat()
    yield "initial anchors", as_matrix(aligner.anchors, width)
    for number, columns in enumerate(aligner.rounds(), 1):
        yield f"round {number}: broadcast", aligner.caster.broadcast_values()
        yield f"round {number}: adjusted similarity", [step / 1e4 for step in aligner.caster.adjusted()]
        yield f"round {number}: anchors", as_matrix(columns, width)
    yield "alignment", as_matrix(align_alone(gold, pred, anchors, constants).columns, width)


def as_matrix(columns: Sequence[int], width: int) -> list[float]:
    """Return a matrix of zeros with a 1 for each aligned pair, row by row."""
    return [float(column == chosen) for chosen in columns for column in range(width)]


#: The methods whose rounds can be shown, by convention; those of other programs are loaded on demand.
ROUNDS: Lazy[Callable[[Graph, Graph, str, Constants], Iterator[tuple[str, Sequence[float]]]]] = Lazy(
    {
        PAPER: f"{__name__}:paper_rounds",
        RELEASED: "tallystick.compat.ancast.rounds:released_rounds",
        RELEASED_UMR: "tallystick.compat.ancast.rounds:released_umr_rounds",
    }
)


def explain_rounds(
    gold: Graph, pred: Graph, options: Mapping[str, object] | None = None
) -> list[RoundMatrix]:
    """The intrinsic similarity, then of each round the anchors, the broadcast and the adjusted similarity.

    The last matrix is the alignment.

    >>> gold = Graph.of("(r / read-01 :ARG0 (s / she))")
    >>> print(explain_rounds(gold, Graph.of("(x / read-01 :ARG0 (y / he))"))[0])
    intrinsic similarity  r / read-01     s / she
    x / read-01                1.0000      0.0000
    y / he                     0.0000      0.6667
    """
    options = options or {}
    convention = str(options.get(CONVENTION.name, CONVENTION.default))
    anchors = str(options.get(ANCHORS.name, ANCHORS.default))
    rows, columns = (
        tuple([f"{name} / {concept}" for name, concept in zip(graph.variables, graph.concepts, strict=True)])
        for graph in (pred, gold)
    )
    width = len(columns)
    return [
        RoundMatrix(
            name,
            rows,
            columns,
            tuple([tuple(values[row * width : row * width + width]) for row in range(len(rows))]),
        )
        for name, values in ROUNDS[convention](gold, pred, anchors, Constants.of(options))
    ]
