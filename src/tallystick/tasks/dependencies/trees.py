"""Dependency trees as lists of edges between numbered words, as in JSON lines."""

from __future__ import annotations

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.conllu.passage import Passage
from tallystick.tasks.dependencies.universal import base

__all__ = ["LABELED", "LABELED_WITHOUT_SUBTYPES", "UNLABELED", "Dependency", "DependencyTree", "as_tree"]


@dataclass(frozen=True, slots=True)
class Dependency:
    """A word and its governor; governor 0 is the root."""

    gov: int
    dep: int
    rel: str


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """The dependencies of one sentence."""

    edges: tuple[Dependency, ...]


def as_tree(value: DependencyTree | Passage) -> DependencyTree:
    """Return the edges between words by number."""
    if isinstance(value, DependencyTree):
        return value
    columns = zip(value.heads, range(1, len(value.heads) + 1), value.relations, strict=True)
    return DependencyTree(tuple([Dependency(head + 1, word, relation) for head, word, relation in columns]))


def _edges(**fields: Similarity) -> Similarity:
    return record(DependencyTree, edges=bag(record(Dependency, **fields)))


#: Equation 11.
UNLABELED = _edges(gov=exact, dep=exact)
#: Equation 12.
LABELED = _edges(gov=exact, dep=exact, rel=exact)
LABELED_WITHOUT_SUBTYPES = _edges(gov=exact, dep=exact, rel=exact.of(base.__getitem__))
