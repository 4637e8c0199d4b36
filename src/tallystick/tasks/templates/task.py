"""Templates with typed slots: MUC-4 and BETTER (Equations 32, 33, 48–50, Appendices C and D)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tallystick.core.covered import Covered
from tallystick.core.derive import record
from tallystick.core.functions import similarity
from tallystick.core.matching import bag
from tallystick.core.normalise import sides
from tallystick.core.prepared import prepared
from tallystick.core.similarity import Similarity
from tallystick.dataclass import dataclass
from tallystick.formats.json.choice import json_lines
from tallystick.tasks.base import Composite, Metric, Options, Parameter, Scorer, Task
from tallystick.tasks.records.common import REFERENCE, divided, example_files
from tallystick.tasks.records.hierarchy import TYPE_PARAMETERS, type_similarity
from tallystick.tasks.records.judgements import Judgements
from tallystick.tasks.roles.task import RECALL
from tallystick.tasks.templates.fillers import (
    PHI_CHOICES,
    Fill,
    SetFill,
    StringFill,
    alone,
    filler_similarity,
    mentions_alone,
)
from tallystick.tasks.templates.ontology import Ontology

__all__ = ["TASK", "Ontology", "SetFill", "StringFill", "Template", "TemplateDocument"]


@dataclass(frozen=True, slots=True)
class Template:
    """An event of a type, with its fillers."""

    type: str
    fillers: tuple[Fill, ...]


@dataclass(frozen=True, slots=True)
class TemplateDocument:
    """The templates of one document."""

    templates: tuple[Template, ...]


def _templates(template: Similarity) -> Similarity:
    return record(TemplateDocument, templates=bag(template))


def _template_type(options: Options) -> Similarity:
    return _templates(record(Template, type=type_similarity(options)))


def _ontology(options: Options) -> Ontology:
    ontology = options["ontology"]
    assert isinstance(ontology, Ontology)
    return ontology


def _muc4(options: Options) -> Similarity:
    judgements = options["judgements"]
    assert isinstance(judgements, Judgements)
    filler = filler_similarity(_ontology(options), options["phi"], judgements)
    types = type_similarity(options)
    if not mentions_alone(options["phi"]):
        return _templates(record(Template, type=types, fillers=bag(filler)))
    # Predicted mentions may share a gold entity (Equations 27 and 28): as printed, recall could exceed 1.
    earned = _templates(record(Template, type=types, fillers=bag(filler, "N:1", "literal")))
    if options["recall"] == "covered":
        covered = _templates(record(Template, type=types, fillers=Covered(bag(filler, "N:1"))))
        return prepared(sides(earned, covered), pred=_mentions_alone)
    return prepared(earned, pred=_mentions_alone)


def _mentions_alone(document: object) -> TemplateDocument:
    assert isinstance(document, TemplateDocument)
    return TemplateDocument(
        tuple(replace(template, fillers=alone(template.fillers)) for template in document.templates)
    )


def _better(options: Options) -> Scorer:
    def product(values: Sequence[float | None]) -> float | None:
        types, fillers = values
        return None if types is None or fillers is None else types * fillers

    return Composite({"template-type": _template_type(options), "muc4": _muc4(options)}, product)


def _muc4_original(options: Options) -> Similarity:
    """The alignment rules of the original evaluation (Appendix C)."""
    ontology = _ontology(options)
    filler = filler_similarity(ontology, "words", Judgements())
    return _templates(
        record(Template, type=similarity(_TypeCredit(ontology.generic_type), peaked=True))
        * (bag(filler, match="N:N") > 0).of(_KeyFillers(frozenset(ontology.key_slots)))
        * record(Template, fillers=bag(filler))
    )


@dataclass(frozen=True, slots=True)
class _TypeCredit:
    """1 for the same type, ½ for a prediction of the generic type."""

    generic_type: str

    def __call__(self, gold: str, pred: str) -> float:
        if gold == pred:
            return 1.0
        return 0.5 if pred == self.generic_type else 0.0


@dataclass(frozen=True, slots=True)
class _KeyFillers:
    """The fillers of the key slots of a template."""

    key_slots: frozenset[str]

    def __call__(self, template: Template) -> list[Fill]:
        return [filler for filler in template.fillers if filler.slot in self.key_slots]


def _without_key_slots(options: Options) -> str:
    if _ontology(options).key_slots:
        return ""
    return "templates are aligned by their key slots, and none is declared; list them under key_slots in --ontology"


ONTOLOGY = Parameter(
    "ontology", Ontology(),
    "a JSON file with `parent` (value → more general value), `premodifiers` and `key_slots`",
    load=Ontology.read,
    fingerprint=lambda value: value.fingerprint() if isinstance(value, Ontology) else str(value),
)  # fmt: skip
JUDGEMENTS = Parameter(
    "judgements", Judgements(),
    "a JSON file with the credit of judged pairs: a list of `gold`, `pred` and `credit`",
    load=Judgements.read,
    fingerprint=lambda value: value.fingerprint() if isinstance(value, Judgements) else str(value),
)  # fmt: skip
PHI = Parameter(
    "phi", "words", "how string fills are compared: words (a common word), subset (no predicted mention is "
    "wrong), 3 (number of common mentions), 4 (F1 of their mentions), rme-subset and rme-3 (every predicted "
    "mention on its own, several may share a gold entity)", choices=PHI_CHOICES,
)  # fmt: skip
_MUC4_PARAMETERS = (ONTOLOGY, PHI, RECALL, JUDGEMENTS, *TYPE_PARAMETERS)
_HALF_BELOW = (
    "a prediction below the gold value in the hierarchy earns half; a prediction above it earns nothing"
)

TASK = Task(
    name="templates",
    summary="event templates with set and string fills",
    formats=(json_lines(TemplateDocument, "templates", frozenset({"type", "fillers"})),),
    metrics=(
        Metric("muc4", "slot fillers of templates of the same type", _muc4,
               "F↔[δ type × Σ↔ fillers[δ slot × φ_T]] (Equation 32)", REFERENCE, _MUC4_PARAMETERS,
               asymmetric=_HALF_BELOW),
        Metric("template-type", "template types alone", _template_type, "F↔[δ type]", REFERENCE,
               TYPE_PARAMETERS),
        Metric("better", "the product of template-type and muc4", _better,
               "F↔[δ type] × F↔[δ type × Σ↔ fillers[δ slot × φ_T]] (Equation 50)", REFERENCE, _MUC4_PARAMETERS,
               asymmetric=_HALF_BELOW),
        Metric("muc4-original", "muc4 with the alignment rules of the original evaluation", _muc4_original,
               "F↔[type credit × ⟦some key slot matches in part⟧ × Σ↔ fillers[δ slot × φ_T]] (Appendix C)",
               REFERENCE, (ONTOLOGY,),
               asymmetric=_HALF_BELOW + "; the generic type earns half only when predicted",
               undefined=_without_key_slots),
    ),
    empty=lambda: TemplateDocument(()),
    divisions={"type": divided(TemplateDocument, "templates", "type")},
    typology="tallystick.tasks.templates.error_kinds:ERRORS",
    example=example_files("templates"),
    example_options={"ontology": str(Path(__file__).parent / "examples" / "ontology.json")},
)  # fmt: skip
