"""The errors of a UMR document by kind: those of its sentence graphs, then those of each document-level component."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from tallystick.dataclass import dataclass
from tallystick.tally import Alignment, PartError
from tallystick.tasks.graphs.error_kinds import GRAPH_ERRORS, relation_errors
from tallystick.tasks.umr.explain.parts import ShownPart

__all__ = ["ERRORS", "DocumentErrors", "SentenceErrors"]


@dataclass(frozen=True, slots=True)
class SentenceErrors:
    """The errors of a document are those of its sentences."""

    alignments: tuple[Alignment, ...]

    def errors(self, _alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of every sentence."""
        for alignment in self.alignments:
            yield from GRAPH_ERRORS.errors(alignment)


class DocumentErrors:
    """The errors of two documents whose nodes are aligned."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of each component: relations between the same nodes are one error, a mislabelled one."""
        golds, preds = _by_component(alignment.missed), _by_component(alignment.spurious)
        names = _gold_names(alignment)
        for component in dict.fromkeys((*golds, *preds)):
            own, others = golds.get(component, []), preds.get(component, [])
            if component == "sentence":
                yield from relation_errors(alignment.nodes, own, others, _words)
            else:
                yield from _relations(component, own, others, names)


def _words(part: ShownPart) -> tuple[str, str, str]:
    source, role, target = part.words  # type: ignore[misc]
    return source, role, target


def _by_component(parts: Sequence[object]) -> Mapping[str, list[ShownPart]]:
    groups: dict[str, list[ShownPart]] = {}
    for part in parts:
        assert isinstance(part, ShownPart), part
        groups.setdefault(part.component, []).append(part)
    return groups


def _gold_names(alignment: Alignment) -> Mapping[str, Hashable]:
    """The gold node of each pred node; a pred node without a partner has a name that no gold node has."""
    return {
        pair.pred: pair.gold if pair.gold is not None else (pair.pred,)
        for pair in alignment.nodes
        if pair.pred is not None
    }


def _relations(
    component: str, golds: Sequence[ShownPart], preds: Sequence[ShownPart], names: Mapping[str, Hashable]
) -> Iterator[PartError]:
    """Relations between the same nodes, then relations and nodes of one side only."""
    waiting: dict[object, list[ShownPart]] = {}
    for part in preds:
        if len(part.words) == 3:
            ends = frozenset(
                (names.get(part.words[0], part.words[0]), names.get(part.words[2], part.words[2]))
            )
            waiting.setdefault(ends, []).append(part)
    taken = set()
    for part in golds:
        partners = waiting.get(frozenset((part.words[0], part.words[2]))) if len(part.words) == 3 else None
        if partners:
            partner = partners.pop(0)
            taken.add(id(partner))
            yield PartError(f"mislabelled {component} relation", part, partner)
        else:
            yield PartError(
                f"unrelated {component} node" if _is_node(part) else f"missing {component} relation", part
            )
    for part in preds:
        if id(part) not in taken:
            kind = f"unrelated {component} node" if _is_node(part) else f"spurious {component} relation"
            yield PartError(kind, pred=part)


def _is_node(part: ShownPart) -> bool:
    """Whether a part is a node that only the other side relates to others."""
    return len(part.words) == 1 and part.cluster is None


ERRORS = DocumentErrors()
