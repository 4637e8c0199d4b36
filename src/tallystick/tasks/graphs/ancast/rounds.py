"""The matrices of an alignment, round by round, for those who want to see how it came about."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallystick.formats.penman.reader import Graph
from tallystick.tasks.graphs.ancast.aligner import Comparison, align_alone
from tallystick.tasks.graphs.ancast.metrics import ANCHORS, CONVENTION, OTHER_STEPS, PAPER, RELEASED_UMR

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


class _Maker:
    """Makes matrices over the nodes of two graphs."""

    def __init__(self, pred: Graph, gold: Graph) -> None:
        self.rows = tuple(
            [f"{name} / {concept}" for name, concept in zip(pred.variables, pred.concepts, strict=True)]
        )
        self.columns = tuple(
            [f"{name} / {concept}" for name, concept in zip(gold.variables, gold.concepts, strict=True)]
        )

    def flat(self, name: str, values: Sequence[float]) -> RoundMatrix:
        """A matrix from its values row by row."""
        width = len(self.columns)
        rows = [tuple(values[row * width : row * width + width]) for row in range(len(self.rows))]
        return RoundMatrix(name, self.rows, self.columns, tuple(rows))

    def ones(self, name: str, columns: array[int]) -> RoundMatrix:
        """A matrix of zeros with a 1 for each aligned pair."""
        width = range(len(self.columns))
        rows = [tuple([float(column == chosen) for column in width]) for chosen in columns]
        return RoundMatrix(name, self.rows, self.columns, tuple(rows))


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
    convention = options.get(CONVENTION.name, CONVENTION.default)
    make = _Maker(pred, gold)
    if convention != PAPER:
        released = OTHER_STEPS["align"](gold, pred, umr=convention == RELEASED_UMR, explained=True)
        return [
            make.flat("intrinsic similarity", released.similarity),
            *[make.flat(name, values) for name, values in released.matrices],
            make.ones("alignment", array("i", released.columns)),
        ]
    chosen = str(options.get(ANCHORS.name, ANCHORS.default))
    comparison = Comparison(gold, pred, chosen)
    result = [make.flat("intrinsic similarity", comparison.similarity)]
    anchors = comparison.anchors
    result.append(make.ones("initial anchors", anchors))
    for number, anchors in enumerate(comparison.rounds(), 1):
        result += [
            make.flat(f"round {number}: broadcast", comparison.caster.broadcast_values()),
            make.flat(
                f"round {number}: adjusted similarity", [step / 1e4 for step in comparison.caster.adjusted()]
            ),
            make.ones(f"round {number}: anchors", anchors),
        ]
    result.append(make.ones("alignment", align_alone(gold, pred, chosen).columns))
    return result
