"""The errors of document graphs by kind: those of graphs; of coreference, those of chains and of their edges."""

from __future__ import annotations

from collections.abc import Iterator

from tallystick.tally import Alignment, PartError
from tallystick.tasks.graphs.error_kinds import GRAPH_ERRORS

__all__ = ["ERRORS", "DocumentGraphErrors"]


class DocumentGraphErrors:
    """The kinds of errors of document graphs."""

    def errors(self, alignment: Alignment) -> Iterator[PartError]:
        """Yield the errors of an alignment of triples, or of chains."""
        if alignment.nodes:
            yield from GRAPH_ERRORS.errors(alignment)
            return
        for pair in alignment.matched:
            if "split into" in pair.note:
                yield PartError("split chain", pair.gold, pair.pred)
            if "fused with" in pair.note:
                yield PartError("fused chain", pair.gold, pair.pred)
            for edges in pair.inner.values():
                yield from (PartError("missing chain edge", part) for part in edges.missed)
                yield from (PartError("spurious chain edge", pred=part) for part in edges.spurious)
        yield from (PartError(f"missing {_noun(part)}", part) for part in alignment.missed)
        yield from (PartError(f"spurious {_noun(part)}", pred=part) for part in alignment.spurious)


def _noun(part: object) -> str:
    """The kind of a part: a chain with its edges, or a bridging relation."""
    return "chain" if isinstance(part, tuple) and len(part) == 2 else "bridging relation"


ERRORS = DocumentGraphErrors()
