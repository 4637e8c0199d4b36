"""The task `coref`: its formats and metrics."""

from __future__ import annotations

from pathlib import Path

from tallystick.formats.choice import FormatChoice
from tallystick.formats.conllu.recognise import looks_like_conllu
from tallystick.formats.coref.conll.reader import ConllDocuments, looks_like_conll
from tallystick.formats.coref.corefud.reader import CorefudDocuments, looks_like_corefud
from tallystick.formats.coref.document import CorefDocument
from tallystick.formats.coref.jsonl.choice import CLUSTER_LINES
from tallystick.formats.coref.jsonl.plain_text import PlainDocuments, looks_like_plain
from tallystick.formats.coref.ua.reader import UaDocuments, looks_like_ua
from tallystick.tasks.base import Task
from tallystick.tasks.coref.clusters import accept, as_document
from tallystick.tasks.coref.divisions import by_distance, by_length, by_upos
from tallystick.tasks.coref.metrics import METRICS
from tallystick.tasks.coref.presets import PRESETS
from tallystick.tasks.coref.remarks import inspect, remarks
from tallystick.tasks.coref.statistics import statistics
from tallystick.tasks.coref.writers import WRITERS

__all__ = ["TASK"]

_EXAMPLES = Path(__file__).parent / "examples"


def _words(document: object) -> float:
    return max(0, as_document(document).tokens.count)


TASK = Task(
    name="coref",
    summary="coreference: which mentions refer to the same entity",
    formats=(
        CLUSTER_LINES,
        FormatChoice(ConllDocuments(), looks_like_conll, "CoNLL-2012: brackets in the last column"),
        FormatChoice(UaDocuments(), looks_like_ua, "CoNLL-UA of Universal Anaphora"),
        FormatChoice(
            CorefudDocuments(),
            looks_like_corefud,
            "CoNLL-U of CorefUD: Entity= in the last column",
            accepts=looks_like_conllu,
        ),
        FormatChoice(
            PlainDocuments(), looks_like_plain, "plain text with word|[e1] of the CRAC shared tasks"
        ),
    ),
    metrics=METRICS,
    empty=CorefDocument,
    narrows="dependencies",  # CorefUD is CoNLL-U with entities
    divisions={"upos": by_upos, "length": by_length, "distance": by_distance},
    sizes={"tokens": _words},
    presets=PRESETS,
    accept=accept,
    example=(_EXAMPLES / "coref.gold.jsonl", _EXAMPLES / "coref.pred.jsonl"),
    inspect=inspect,
    remarks=remarks,
    writers=WRITERS,
    statistics=statistics,
    view="tallystick.tasks.coref.page_view:VIEW",
    typology="tallystick.tasks.coref.explain.error_kinds:MENTION_ERRORS",
    common="tallystick.tasks.coref.common_part:common_part",
)
