"""Binary relations between spans (Equations 8–10)."""

from __future__ import annotations

from tallystick.core.derive import record
from tallystick.core.matching import bag
from tallystick.core.similarity import Similarity, exact
from tallystick.formats.choice import FormatChoice
from tallystick.formats.json.choice import json_lines
from tallystick.formats.json.docred import DocRed, empty_docred, looks_like_docred
from tallystick.tasks.base import Metric, Options, Parameter, Scorer, Task, always
from tallystick.tasks.records.common import REFERENCE, divided, example_files
from tallystick.tasks.relations.document import Relation, RelationDocument, from_docred
from tallystick.tasks.relations.training_facts import TrainingFacts, UnseenRelations

__all__ = ["TASK", "Relation", "RelationDocument"]


def _relations(**fields: Similarity) -> Similarity:
    return record(RelationDocument, relations=bag(record(Relation, **fields)))


_SAME = _relations(type=exact, subj=exact, obj=exact)


def _unseen(options: Options) -> Scorer:
    facts = options["training-facts"]
    assert isinstance(facts, TrainingFacts)
    return UnseenRelations(_SAME, facts)


TASK = Task(
    name="relations",
    summary="binary relations between spans or entities",
    formats=(
        json_lines(RelationDocument, "relations", frozenset({"subj", "obj"}), also="DocRED's own files"),
        FormatChoice(DocRed(from_docred), looks_like_docred, "DocRED's own files, gold or submission",
                     accepts=empty_docred),
    ),
    metrics=(
        Metric("relation", "same type, subject and object",
               always(_SAME),
               "F↔[δ type × δ subj × δ obj] (Equation 10)", REFERENCE),
        Metric("relation-untyped", "same subject and object, whatever the type",
               always(_relations(subj=exact, obj=exact)),
               "F↔[δ subj × δ obj]", REFERENCE),
        Metric("relation-ign", "relation, without correct predictions of facts seen in training (Ign F1)", _unseen,
               "P = (correct − seen) / (predicted − seen), R = correct / gold",
               "Yao, Ye, Li, Han, Lin, Liu, Liu, Huang, Zhou, Sun (2019): DocRED",
               (Parameter("training-facts", TrainingFacts(), "training set in DocRED format; its facts do not "
                          "count", load=TrainingFacts.read,
                          fingerprint=lambda value: value.fingerprint() if isinstance(value, TrainingFacts)
                          else str(value)),),
               standard=False, asymmetric="facts seen in training are left out of precision only"),
    ),
    empty=lambda: RelationDocument(()),
    divisions=dict.fromkeys(("type", "relation"), divided(RelationDocument, "relations", "type")),
    typology="tallystick.tasks.relations.error_kinds:ERRORS",
    example=example_files("relations"),
    labels="tallystick.tasks.relations.labels:labels_of",
)  # fmt: skip
