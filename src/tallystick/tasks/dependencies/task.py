"""Dependency trees (Equations 11 and 12)."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.dataclass import dataclass
from tallystick.formats.choice import FormatChoice
from tallystick.formats.columns.conllu import ConlluTrees, looks_like_conllu
from tallystick.formats.json.choice import json_lines
from tallystick.tasks.base import Metric, Task, always
from tallystick.tasks.records.common import REFERENCE, divided, example_files

__all__ = ["TASK", "Dependency", "DependencyTree"]


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


def _from_conllu(edges: Sequence[tuple[int, int, str]], _forms: Sequence[str]) -> DependencyTree:
    return DependencyTree(tuple(Dependency(*edge) for edge in edges))


def _edges(**fields: Similarity) -> Similarity:
    return record(DependencyTree, edges=bag(record(Dependency, **fields)))


TASK = Task(
    name="dependencies",
    summary="dependency trees",
    formats=(
        json_lines(DependencyTree, "edges", frozenset({"gov", "dep"})),
        FormatChoice(ConlluTrees(_from_conllu), looks_like_conllu, "CoNLL-U"),
    ),
    metrics=(
        Metric("uas", "same governor and dependent", always(_edges(gov=exact, dep=exact)),
               "F↔[δ gov × δ dep] (Equation 11)", REFERENCE),
        Metric("las", "same governor, dependent and relation",
               always(_edges(gov=exact, dep=exact, rel=exact)),
               "F↔[δ gov × δ dep × δ rel] (Equation 12)", REFERENCE),
    ),
    empty=lambda: DependencyTree(()),
    divisions=dict.fromkeys(("relation", "type"), divided(DependencyTree, "edges", "rel")),
    example=example_files("dependencies"),
)  # fmt: skip
