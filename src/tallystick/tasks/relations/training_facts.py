"""Relations that are not in the training set: DocRED's Ign F1.

A correct prediction whose fact (the names of two entities and a relation) is in the training set could have been looked
up. Precision leaves such predictions out, of what is correct and of what is predicted. Recall does not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from tallystick.core.similarity import Similarity
from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.formats.base import Source
from tallystick.formats.json.docred import DocRed
from tallystick.tally import READ_SIDES, Alignment, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.relations.document import NamedRelationDocument, Relation, from_docred
from tallystick.tasks.scorer import AlgebraScorer

__all__ = ["TrainingFacts", "UnseenRelations"]

_NAME = "relation-ign"


@dataclass(frozen=True, slots=True)
class TrainingFacts:
    """The facts of a training set: a name of the subject, a name of the object, the relation."""

    triples: frozenset[tuple[str, str, str]] = frozenset()

    @classmethod
    def read(cls, path: str) -> TrainingFacts:
        """Read the facts from a file in DocRED's format."""
        reader = DocRed(from_docred)
        triples: set[tuple[str, str, str]] = set()
        try:
            for block in reader.blocks(Source(path)):
                item = reader.item(block)
                if item.malformed:
                    raise DataError(item.problems)
                document = item.value
                if not isinstance(document, NamedRelationDocument):
                    continue
                triples.update(
                    (subject, object_, relation.type)
                    for relation in document.relations
                    for subject, object_ in document.names_of(relation)
                )
        except OSError as error:
            raise DataError(Problem(f"cannot read the file: {error.strerror}", path)) from error
        if not triples:
            hint = "a training set of DocRED has a title, a vertexSet with names and labels for each document"
            raise DataError(
                Problem("the training set has no relations between named entities", path, hint=hint)
            )
        return cls(frozenset(triples))

    def fingerprint(self) -> str:
        """Return a short name for exactly these facts."""
        if not self.triples:
            return "none"
        return hashlib.sha256(repr(sorted(self.triples)).encode()).hexdigest()[:12]


class UnseenRelations(Scorer):
    """Counts relations, without correct predictions that are in the training set."""

    reading = READ_SIDES

    def __init__(self, relations: Similarity, facts: TrainingFacts) -> None:
        self.relations = AlgebraScorer(relations)
        self.facts = facts

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched; on the side of the prediction, without what was seen in training."""
        tally = self.relations.count(pair)
        if not self.facts.triples:
            return tally
        seen = sum(self._is_seen(pair, matched.gold) for matched in self.relations.explain(pair).matched)
        return replace(tally, matched_pred=tally.matched_pred - seen, pred_total=tally.pred_total - seen)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched, with a note where that was seen in training."""
        alignment = self.relations.explain(pair)
        return replace(
            alignment,
            matched=tuple(
                replace(matched, note="seen in training") if self._is_seen(pair, matched.gold) else matched
                for matched in alignment.matched
            ),
        )

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Return a warning if there is no training set."""
        if self.facts.triples:
            return ()
        message = "no training set is given, so nothing is left out and the score equals that of relation"
        hint = "pass --training-facts train_annotated.json"
        return [Problem(message, _NAME, hint=hint, code="no-training-facts", level="warning")]

    def _is_seen(self, pair: PairAnalysis, relation: object) -> bool:
        assert isinstance(relation, Relation)
        document = (pair.whole or pair).gold
        if not self.facts.triples:
            return False
        if not isinstance(document, NamedRelationDocument):
            message = f"{_NAME} needs the names of entities, which DocRED's files have under vertexSet"
            raise DataError(Problem(message, code="no-names"))
        return any((*names, relation.type) in self.facts.triples for names in document.names_of(relation))
