"""The task `umr`: documents of sentence graphs with modal, temporal and coreference relations."""

from __future__ import annotations

from pathlib import Path

from tallystick.formats.choice import FormatChoice
from tallystick.formats.umr.check import checked_document
from tallystick.formats.umr.document import UmrDocument
from tallystick.formats.umr.reader import UmrReader, load, loads, looks_like_umr
from tallystick.tasks.base import Preset, Task
from tallystick.tasks.graphs.ancast import METRICS as ANCAST
from tallystick.tasks.graphs.metrics import FACETS, SMATCH
from tallystick.tasks.umr.division import by_relation, by_sentence
from tallystick.tasks.umr.inspection import contradictory
from tallystick.tasks.umr.metrics import METRICS
from tallystick.tasks.umr.pairing import coverage
from tallystick.tasks.umr.per_sentence import over_sentences
from tallystick.tasks.umr.repair import mend
from tallystick.tasks.umr.texts import different_words
from tallystick.tasks.umr.writers import WRITERS, counts

__all__ = ["TASK"]

_EXAMPLES = Path(__file__).parent / "examples"


def _accept(value: object) -> UmrDocument:
    """A document from its text or its file."""
    if isinstance(value, Path):
        return load(value)
    if isinstance(value, str):
        return loads(value)
    raise TypeError("expected a UMR document, its text or its path")


def _sentences(document: object) -> float:
    assert isinstance(document, UmrDocument)
    return sum(sentence.released for sentence in document.sentences)


def _tokens(document: object) -> float:
    assert isinstance(document, UmrDocument)
    return sum(len(sentence.text.split()) for sentence in document.sentences if sentence.released)


TASK = Task(
    name="umr",
    summary="documents of meaning graphs: UMR",
    formats=(
        FormatChoice(
            UmrReader(),
            looks_like_umr,
            "UMR, in the layout of 1.0 or of 2.0 and later",
            check=checked_document,
        ),
    ),
    metrics=(*METRICS, *(over_sentences(metric) for metric in (SMATCH, *FACETS, *ANCAST))),
    empty=UmrDocument.nothing,
    divisions={"relation": by_relation, "sentence": by_sentence},
    example=(_EXAMPLES / "umr.gold.umr", _EXAMPLES / "umr.pred.umr"),
    sizes={"sentences": _sentences, "tokens": _tokens},
    presets=(
        Preset("ancast-0.1.1", "AnCast++ 0.1.1 as released, document scope", {"convention": "ancast-0.1.1"}),
    ),
    accept=_accept,
    mend=mend,
    part="sentence",
    coverage=coverage,
    inspect=contradictory,
    remarks=different_words,
    writers=WRITERS,
    statistics=counts,
    view="tallystick.tasks.umr.page_view:VIEW",
    typology="tallystick.tasks.umr.explain.error_kinds:ERRORS",
)
