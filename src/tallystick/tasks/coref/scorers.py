"""Scorers of coreference. Their steps (mention matching, the table of overlaps) are shared by all metrics of a pair."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tallystick.errors import DataError, Problem
from tallystick.formats.coref.document import CorefDocument
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Reading, Tally
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.base import Scorer
from tallystick.tasks.coref.clusters import as_document
from tallystick.tasks.coref.entities.comparison import EntityComparison
from tallystick.tasks.coref.explain.entities import Explainer
from tallystick.tasks.coref.mentions.matching import MatchOptions, match
from tallystick.tasks.coref.mentions.renumbering import with_comparable_nodes
from tallystick.tasks.coref.mentions.sides import MentionSide
from tallystick.tasks.coref.mentions.token_check import token_problems
from tallystick.tasks.coref.remarks import headless_problems

if TYPE_CHECKING:
    from tallystick.tasks.coref.explain.chain_rows import ChainComparison
    from tallystick.tasks.coref.explain.error_kinds import CorefErrors
    from tallystick.tasks.coref.explain.part_rows import ChainParts
    from tallystick.tasks.sentence_parts import DocumentSentences
    from tallystick.tasks.views.rows import WrittenRows

__all__ = [
    "MENTIONS",
    "DocumentScorer",
    "EntityScorer",
    "Explained",
    "chain_rows",
    "comparable_documents",
    "compare_entities",
    "explainer",
    "matched_documents",
]


def comparable_documents(pair: PairAnalysis, *annotations: str) -> tuple[CorefDocument, CorefDocument]:
    """Return two documents of the same words whose annotations could be read: a step."""
    return _comparable(as_document(pair.gold), as_document(pair.pred), *annotations)


def matched_documents(pair: PairAnalysis, options: MatchOptions) -> tuple[CorefDocument, CorefDocument]:
    """Return two documents as the options of mention matching have them read: a step."""
    gold, pred = as_document(pair.gold), as_document(pair.pred)
    if options.brackets == "openings-first":
        gold, pred = _openings_first(gold), _openings_first(pred)
    return _comparable(gold, pred, options.layer)


def compare_entities(pair: PairAnalysis, options: MatchOptions) -> EntityComparison:
    """Match the mentions of two documents and count what their entities share: a step."""
    sides = match(*pair.once(matched_documents, options), options)
    if options.documents == "with-sets" and not as_document(pair.gold).layer(options.layer).components:
        sides = MentionSide(()), MentionSide(())
    return EntityComparison(*sides, split=options.split_antecedents)


def explainer(pair: PairAnalysis, options: MatchOptions) -> Explainer:
    """Prepare the parts of two documents as text: a step."""
    documents = pair.once(matched_documents, options)
    return Explainer.of(documents, options.layer, pair.once(compare_entities, options))


def _errors_and_sentences(
    pair: PairAnalysis, options: MatchOptions
) -> tuple[CorefErrors, DocumentSentences | None]:
    """Prepare the errors of two documents and their sentences: a step."""
    # Imported here: few runs explain anything.
    from tallystick.tasks.coref.explain.sentences import sentences_of

    return pair.once(_errors, options), sentences_of(pair.once(explainer, options))


def _errors(pair: PairAnalysis, options: MatchOptions) -> CorefErrors:
    """Prepare the errors of two documents: a step."""
    from tallystick.tasks.coref.explain.error_kinds import CorefErrors

    return CorefErrors(pair.once(explainer, options))


def _known_parts(_pair: PairAnalysis) -> dict[tuple[str, str], tuple[ChainParts, ChainParts] | None]:
    """Prepare for the parts of both sides by layer, and by how brackets are read where that matters: a step."""
    return {}


def chain_rows(pair: PairAnalysis, options: MatchOptions) -> ChainComparison | None:
    """Compare the chains of two documents by rows: a step. None if a side has no words to show its mentions by."""
    # Imported here: only pages need it.
    from tallystick.tasks.coref.explain.chain_rows import ChainComparison
    from tallystick.tasks.coref.explain.part_rows import ChainParts, has_words

    golds, preds = pair.once(matched_documents, options)
    # Metrics that select other mentions, or match them otherwise, share the parts.
    both = any(as_document(item).openings_first is not None for item in (pair.gold, pair.pred))
    key = options.layer, options.brackets if both else ""
    known = pair.once(_known_parts)
    if key not in known:
        words = pair.once(explainer, options)
        readable = has_words(golds, words.gold.layer) and has_words(preds, words.pred.layer)
        known[key] = (ChainParts(words.gold), ChainParts(words.pred)) if readable else None
    parts = known[key]
    if parts is None:
        return None
    return ChainComparison(pair.once(explainer, options), parts, pair.once(_errors, options))


def _comparable(
    gold: CorefDocument, pred: CorefDocument, *annotations: str
) -> tuple[CorefDocument, CorefDocument]:
    problems = [
        problem
        for document in (gold, pred)
        for annotation in annotations
        for problem in document.faults.get(annotation, ())
    ]
    problems += [problem for problem in token_problems(gold, pred) if problem.level == "error"]
    if problems:
        raise DataError(problems)
    return with_comparable_nodes(gold, pred)


def _openings_first(document: CorefDocument) -> CorefDocument:
    """A document in which each cell opens mentions before it closes any."""
    if document.openings_first is None:
        return document
    faults = {name: problems for name, problems in document.faults.items() if name != "identity"}
    return replace(document, identity=document.openings_first, faults=faults)


class Explained(NamedTuple):
    """What an explanation of a metric lists: as parts, and as rows of parts."""

    parts: Callable[[Explainer], Alignment]
    rows: Callable[[ChainComparison], WrittenRows]


MENTIONS = Explained(Explainer.mentions, lambda chains: chains.mentions())


class EntityScorer(Scorer):
    """A metric over the entities of two documents, with fixed options."""

    def __init__(
        self,
        options: MatchOptions,
        count: Callable[[EntityComparison], Tally],
        explained: Explained,
        reading: Reading = READ_SIDES,
    ) -> None:
        self.options = options
        self.count_entities = count
        self.explained = explained
        self.reading = reading

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what the entities of a document share."""
        return self.count_entities(pair.once(compare_entities, self.options))

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List which entities or mentions matched, and the errors by kind."""
        words = pair.once(explainer, self.options)
        errors, sentences = pair.once(_errors_and_sentences, self.options)
        return replace(self.explained.parts(words), sides=words.texts, typology=errors, sentences=sentences)

    def rows(self, pair: PairAnalysis) -> WrittenRows | None:
        """List the same by the rows of mentions and entities; None if a side has no words."""
        chains = pair.once(chain_rows, self.options)
        return None if chains is None else self.explained.rows(chains)

    def remarks(self, pair: PairAnalysis) -> Sequence[Problem]:
        """Warn if heads are matched and the gold has none."""
        return pair.once(headless_problems, self.options)

    def remarks_key(self) -> Hashable:
        """All metrics with the same options say the same."""
        return EntityScorer, self.options


class DocumentScorer(Scorer):
    """A metric over annotations other than entities, with fixed options."""

    reading = READ_RATIOS

    def __init__(
        self,
        count: Callable[[PairAnalysis], Tally],
        explain: Callable[[PairAnalysis], Alignment],
        matching: MatchOptions | None = None,
        annotated: Callable[[CorefDocument], bool] | None = None,
    ) -> None:
        self.count_pair = count
        self.explain_pair = explain
        self.matching = matching
        """The options of mention matching, if the explanation lists all mentions that are selected."""
        self.annotated = annotated
        """Whether a document has anything that the explanation lists, if it does not list mentions."""

    def count(self, pair: PairAnalysis) -> Tally:
        """Count what matched in a document."""
        return self.count_pair(pair)

    def explain(self, pair: PairAnalysis) -> Alignment:
        """List what matched in a document."""
        return self.explain_pair(pair)

    def rows(self, pair: PairAnalysis) -> WrittenRows | None:
        """List the mentions by their rows; None if something else is explained, or a side has no words."""
        if self.annotated is not None and not any(
            map(self.annotated, map(as_document, (pair.gold, pair.pred)))
        ):
            from tallystick.tasks.views.rows import WrittenRows

            return WrittenRows()  # Nothing to align.
        chains = None if self.matching is None else pair.once(chain_rows, self.matching)
        return None if chains is None else chains.mentions(of_entities=False)
