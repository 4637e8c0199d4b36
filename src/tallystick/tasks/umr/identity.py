"""The identity of nodes across two documents.

A variable is a node of the sentence that declares it. Aligned nodes are one object here, so that comparisons are
made between nodes, never between names.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from tallystick.dataclass import dataclass
from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.variables import Declarations
from tallystick.tasks.graphs.ancast.aligner import Aligned
from tallystick.tasks.graphs.inversion import plain
from tallystick.tasks.umr.pairing import SentenceIndices

__all__ = ["GOLD", "PRED", "Existing", "Identity", "Node", "SentencePair", "Variable", "declarations"]

GOLD, PRED = 0, 1
#: A side, the index of a sentence in its document, and the name of a variable there. Aligned nodes have their gold
#: variable.
Variable = tuple[int, int, str]
#: A variable, or the text of a constant.
Node = Variable | str


@dataclass(frozen=True, slots=True, eq=False)
class SentencePair:
    """Two sentences that are compared, and the alignment of their nodes."""

    indices: SentenceIndices
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
        self._pairs = tuple({pair.indices[side]: pair for pair in pairs} for side in (GOLD, PRED))
        self._partners: tuple[dict[int, dict[str, Variable]], ...] = ({}, {})

    def pairs(self) -> Iterable[SentencePair]:
        """Return the pairs that have a sentence of pred."""
        return self._pairs[PRED].values()

    def node(self, side: int, name: str, index: int) -> Node:
        """The node that a name means in a sentence of one side."""
        home = self.declared[side].home(name, index)
        if home is None:
            return plain(name)
        return self.variable(side, home, name)

    def variable(self, side: int, index: int, name: str) -> Variable:
        """The node of a variable: for a pred variable with a partner, the partner."""
        if side == GOLD:
            return GOLD, index, name
        return self._partners_in(PRED, index).get(name) or (PRED, index, name)

    def exists(self, side: int, node: Node) -> bool:
        """Whether a side has a node: its own, the partner of one of the other side, or a constant."""
        if isinstance(node, str) or node[0] == side:
            return True
        return side == PRED and node[2] in self._partners_in(GOLD, node[1])

    def own(self, side: int, node: Variable) -> Variable:
        """The variable that a node has on a side."""
        return self._partners_in(GOLD, node[1])[node[2]] if node[0] != side else node

    def similarity(self, node: Variable) -> float:
        """S of an aligned node and its partner (Equation 2)."""
        _, index, name = node
        aligned = self._pairs[GOLD][index].aligned
        column = aligned.gold.names.index(name)
        return aligned.similarity.at(aligned.columns.index(column), column)

    def _partners_in(self, side: int, index: int) -> dict[str, Variable]:
        """The partners of the variables of a sentence, by name: those of pred for gold, those of gold for pred."""
        known = self._partners[side].get(index)
        if known is None:
            known = {}
            pair = self._pairs[side].get(index)
            if pair is not None:
                other = pair.indices[1 - side]
                names = pair.aligned.gold.names, pair.aligned.pred.names
                for row, column in enumerate(pair.aligned.columns):
                    if column >= 0 and other is not None:
                        pair_names = (names[GOLD][column], names[PRED][row])
                        known[pair_names[side]] = (1 - side, other, pair_names[1 - side])
            self._partners[side][index] = known
        return known


@dataclass(frozen=True, slots=True)
class Existing(Container[object]):
    """The nodes that a side has: its own, the partners of those of the other side, and all constants."""

    identity: Identity
    side: int

    def __contains__(self, node: object) -> bool:
        return self.identity.exists(self.side, node)  # type: ignore[arg-type]
