"""The task `dependencies`: its formats and metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tallystick.errors import DataError, Problem
from tallystick.formats.choice import FormatChoice
from tallystick.formats.conllu.enhanced import enhanced_edges
from tallystick.formats.conllu.passage import Passage
from tallystick.formats.conllu.reader import ConlluSentences, checked_sentence
from tallystick.formats.conllu.recognise import looks_like_conllu, may_be_conllu
from tallystick.formats.json.choice import json_lines
from tallystick.tasks.base import Task
from tallystick.tasks.dependencies.accept import accept
from tallystick.tasks.dependencies.groups import NO_LABEL
from tallystick.tasks.dependencies.metrics import METRICS, PRESETS
from tallystick.tasks.dependencies.pairing import pair_by_characters
from tallystick.tasks.dependencies.trees import Dependency, DependencyTree, as_tree
from tallystick.tasks.dependencies.universal import is_content, is_functional
from tallystick.tasks.records.common import divided, example_files

__all__ = ["TASK", "Dependency", "DependencyTree"]

_BY_RELATION = divided(DependencyTree, "edges", "rel")


def _by_relation(value: object) -> Mapping[str, object]:
    """Divide a list of edges. The words of sentences are counted by the metrics themselves."""
    assert isinstance(value, (DependencyTree, Passage))
    return _BY_RELATION(as_tree(value))


def _by_upos(value: object) -> Mapping[str, object]:
    """A list of edges has no parts of speech."""
    return {NO_LABEL: value}


def _inspect(value: object) -> Iterator[Problem]:
    """The problems that `check` reports: sentences that are not trees, and malformed enhanced dependencies."""
    if not isinstance(value, Passage):
        return
    yield from value.faults
    try:
        enhanced_edges(value, collapse=True)
    except DataError as error:
        yield from error.problems


def _statistics(value: object) -> dict[str, int | float]:
    """The statistics for `stats`."""
    if not isinstance(value, Passage):
        assert isinstance(value, DependencyTree)
        return {"sentences": 1, "words": len(value.edges)}
    return {
        "sentences": len(value.starts),
        "words": len(value.forms),
        "words.content": sum(map(is_content.__getitem__, value.relations)),
        "words.functional": sum(map(is_functional.__getitem__, value.relations)),
        "tokens": len(value.tokens),
        "tokens.multiword": len(value.multiword),
        "empty_nodes": len(value.empty_nodes),
    }


TASK = Task(
    name="dependencies",
    summary="dependency trees and tags of Universal Dependencies",
    formats=(
        json_lines(DependencyTree, "edges", frozenset({"gov", "dep"}), also="CoNLL-U"),
        FormatChoice(
            ConlluSentences(),
            looks_like_conllu,
            "CoNLL-U",
            accepts=may_be_conllu,
            check=checked_sentence,
            pair=pair_by_characters,
        ),
    ),
    metrics=METRICS,
    presets=PRESETS,
    empty=lambda: DependencyTree(()),
    divisions={"relation": _by_relation, "type": _by_relation, "upos": _by_upos},
    accept=accept,
    inspect=_inspect,
    tokens_hint="edges compare the numbers of words; score CoNLL-U files to align different tokens",
    statistics=_statistics,
    view="tallystick.tasks.dependencies.page_view:VIEW",
    typology="tallystick.tasks.dependencies.error_kinds:ERRORS",
    example=example_files("dependencies"),
    labels="tallystick.tasks.dependencies.labels:labels_of",
    memory="tallystick.tasks.dependencies.together:count_together",
)
