"""The task `coref`: its formats and metrics."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tallystick.coref.algebra import EntityDocument, Mention
from tallystick.coref.metrics import METRICS
from tallystick.coref.presets import PRESETS
from tallystick.declare import Task
from tallystick.errors import Problem
from tallystick.formats.base import Block, Item
from tallystick.formats.choice import FormatChoice, json_lines
from tallystick.formats.coref_conll import ConllDocuments, looks_like_conll
from tallystick.formats.coref_corefud import CorefudDocuments, looks_like_corefud
from tallystick.formats.coref_document import CorefDocument
from tallystick.formats.coref_ua import UaDocuments, looks_like_ua
from tallystick.formats.jsonlines import JsonLines

__all__ = ["TASK", "ClusterLines"]


class ClusterLines(JsonLines):
    """JSON lines of clusters, in which no mention belongs to two entities."""

    def __init__(self) -> None:
        super().__init__(EntityDocument, id_keys=("id", "doc_key"))

    def item(self, block: Block) -> Item:
        """Read one document, and look for repeated mentions."""
        item = super().item(block)
        if item.malformed or not isinstance(item.value, EntityDocument):
            return item
        document, problems = _without_repeats(item.value, block)
        return replace(item, value=document, problems=(*item.problems, *problems))


def _without_repeats(document: EntityDocument, block: Block) -> tuple[EntityDocument, list[Problem]]:
    """A repeat inside one cluster is collapsed, with a warning; a mention of two clusters is an error."""
    owner: dict[Mention, int] = {}
    problems: list[Problem] = []

    def problem(message: str, code: str, level: str) -> None:
        problems.append(
            Problem(
                message, block.path, block.line, 1, item=block.id, code=code, level=level, text=block.text
            )
        )

    clusters = []
    for number, cluster in enumerate(document.clusters):
        kept = []
        for mention in cluster:
            shown = list(mention)
            if mention not in owner:
                owner[mention] = number
                kept.append(mention)
            elif owner[mention] == number:
                problem(
                    f"the mention {shown} stands twice in cluster {number}", "repeated-in-cluster", "warning"
                )
            else:
                problem(
                    f"the mention {shown} stands in clusters {owner[mention]} and {number}",
                    "repeated-mention",
                    "error",
                )
        clusters.append(tuple(kept))
    return EntityDocument(tuple(clusters)), problems


_EXAMPLES = Path(__file__).parent / "examples"

TASK = Task(
    name="coref",
    summary="coreference: which mentions refer to the same entity",
    formats=(
        json_lines(EntityDocument, "clusters", reader=ClusterLines()),
        FormatChoice(ConllDocuments(), looks_like_conll, "CoNLL-2012: brackets in the last column"),
        FormatChoice(UaDocuments(), looks_like_ua, "CoNLL-UA of Universal Anaphora"),
        FormatChoice(
            CorefudDocuments(), looks_like_corefud, "CoNLL-U of CorefUD: Entity= in the last column"
        ),
    ),
    metrics=METRICS,
    empty=CorefDocument,
    presets=PRESETS,
    example=(_EXAMPLES / "coref.gold.jsonl", _EXAMPLES / "coref.pred.jsonl"),
)
