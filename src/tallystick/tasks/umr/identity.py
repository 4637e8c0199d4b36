"""Which node of the one document is which node of the other.

A variable is a node of the sentence that declares it. Nodes that were aligned are one and the same object here, so
that whatever compares the two documents compares nodes and never names.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.variables import Declarations
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.inversion import plain
from tallystick.tasks.umr.pairing import Places

__all__ = ["GOLD", "PRED", "Existing", "Identity", "Node", "SentencePair", "Variable", "declarations"]

GOLD, PRED = 0, 1
#: A side, the place of a sentence in its document, and the name of a variable there. A node that both documents
#: have goes by its gold variable.
Variable = tuple[int, int, str]
#: A variable, or the text of a constant.
Node = Variable | str


@dataclass(frozen=True, slots=True, eq=False)
class SentencePair:
    """Two sentences that are compared, and the alignment of their nodes."""

    places: Places
    aligned: Aligned


def declarations(document: UmrDocument) -> Declarations:
    """The sentences in which each variable of a document is declared."""
    return Declarations(
        sentence.declared
        if sentence.declared == sentence.graph.variables
        else (*sentence.graph.variables, *sentence.declared)
        for sentence in document.sentences
    )


class Identity:
    """The nodes of two documents under an alignment of their sentences."""

    def __init__(self, declared: tuple[Declarations, Declarations], pairs: Sequence[SentencePair]) -> None:
        self.declared = declared
        self._pairs = tuple({pair.places[side]: pair for pair in pairs} for side in (GOLD, PRED))
        self._partners: tuple[dict[int, dict[str, Variable]], ...] = ({}, {})

    def node(self, side: int, name: str, place: int) -> Node:
        """The node that a name means in a sentence of one side."""
        home = self.declared[side].home(name, place)
        if home is None:
            return plain(name)
        return self.variable(side, home, name)

    def variable(self, side: int, place: int, name: str) -> Variable:
        """The node of a variable; that of its partner where the prediction's has one."""
        if side == GOLD:
            return GOLD, place, name
        return self._met(PRED, place).get(name) or (PRED, place, name)

    def exists(self, side: int, node: Node) -> bool:
        """Whether a side has a node: its own, the partner of one of the other side, or a constant."""
        if isinstance(node, str) or node[0] == side:
            return True
        return side == PRED and node[2] in self._met(GOLD, node[1])

    def own(self, side: int, node: Variable) -> Variable:
        """The variable of a side that stands for a node of that side."""
        return self._met(GOLD, node[1])[node[2]] if node[0] != side else node

    def similarity(self, node: Variable) -> float:
        """S of an aligned node and its partner (Equation 2)."""
        _, place, name = node
        aligned = self._pairs[GOLD][place].aligned
        column = aligned.gold.names.index(name)
        return aligned.similarity[aligned.columns.index(column) * aligned.gold.size + column]

    def _met(self, side: int, place: int) -> dict[str, Variable]:
        """The partners of the variables of a sentence, by name: those of pred for gold, those of gold for pred."""
        known = self._partners[side].get(place)
        if known is None:
            known = {}
            pair = self._pairs[side].get(place)
            if pair is not None:
                other = pair.places[1 - side]
                names = pair.aligned.gold.names, pair.aligned.pred.names
                for row, column in enumerate(pair.aligned.columns):
                    if column >= 0 and other is not None:
                        met = (names[GOLD][column], names[PRED][row])
                        known[met[side]] = (1 - side, other, met[1 - side])
            self._partners[side][place] = known
        return known


@dataclass(frozen=True, slots=True)
class Existing(Container[object]):
    """The nodes that a side has: its own, the partners of those of the other side, and all constants."""

    identity: Identity
    side: int

    def __contains__(self, node: object) -> bool:
        return self.identity.exists(self.side, node)  # type: ignore[arg-type]
