"""Scorers of coreference: every document is matched and compared once, whatever the number of metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from tallystick.errors import DataError
from tallystick.formats.coref.document import CorefDocument
from tallystick.limits import current, limited
from tallystick.tally import READ_RATIOS, READ_SIDES, Alignment, Reading, Tally
from tallystick.tasks.coref.clusters import as_document
from tallystick.tasks.coref.entities.comparison import Comparison
from tallystick.tasks.coref.explain.entities import Explainer
from tallystick.tasks.coref.mentions.matching import MatchOptions, match
from tallystick.tasks.coref.mentions.renumbering import with_comparable_nodes
from tallystick.tasks.coref.mentions.sides import Side
from tallystick.tasks.coref.mentions.token_check import token_problems

__all__ = ["ComparisonScorer", "DocumentScorer", "Explain", "Shared", "shared"]


class Shared:
    """Documents matched under one choice of options; what was found for the last pair serves all metrics."""

    __slots__ = ("_compared", "_gold", "_pred", "options")

    def __init__(self, options: MatchOptions) -> None:
        self.options = options
        self._gold: object = None
        self._pred: object = None
        self._compared: Comparison | None = None

    def comparison(self, gold: object, pred: object) -> Comparison:
        """The two documents compared."""
        if self._compared is None or self._gold is not gold or self._pred is not pred:
            sides = match(*self.documents(gold, pred), self.options)
            if (
                self.options.documents == "with-sets"
                and not as_document(gold).layer(self.options.layer).components
            ):
                sides = Side(()), Side(())
            self._compared = Comparison(*sides, split=self.options.split_antecedents)
            self._gold, self._pred = gold, pred
        return self._compared

    def explainer(self, gold: object, pred: object) -> Explainer:
        """The parts of the two documents in words."""
        compared = self.comparison(gold, pred)
        return Explainer.of(self.documents(gold, pred), self.options.layer, compared)

    def documents(self, gold: object, pred: object) -> tuple[CorefDocument, CorefDocument]:
        """The two documents as the options have them read."""
        ours, theirs = as_document(gold), as_document(pred)
        if self.options.brackets == "openings-first":
            ours, theirs = _openings_first(ours), _openings_first(theirs)
        return documents(ours, theirs, self.options.layer)


@cache
def shared(options: MatchOptions) -> Shared:
    """One object for each choice of options, so that asking for many metrics costs one comparison."""
    return Shared(options)


def documents(gold: object, pred: object, *annotations: str) -> tuple[CorefDocument, CorefDocument]:
    """Two documents that can be compared: those of the same words whose annotations could be read."""
    ours, theirs = as_document(gold), as_document(pred)
    problems = [
        problem
        for document in (ours, theirs)
        for annotation in annotations
        for problem in document.faults.get(annotation, ())
    ]
    problems += [problem for problem in token_problems(ours, theirs) if problem.level == "error"]
    if problems:
        raise DataError(problems)
    return with_comparable_nodes(ours, theirs)


def _openings_first(document: CorefDocument) -> CorefDocument:
    """A document in which each cell opens mentions before it closes any."""
    if document.openings_first is None:
        return document
    faults = {name: found for name, found in document.faults.items() if name != "identity"}
    return replace(document, identity=document.openings_first, faults=faults)


#: Makes an alignment of two documents out of what an explainer knows.
Explain = Callable[[Explainer], Alignment]


class ComparisonScorer:
    """A metric over the entities of two documents, its options settled."""

    def __init__(
        self,
        options: MatchOptions,
        count: Callable[[Comparison], Tally],
        explain: Explain,
        reading: Reading = READ_SIDES,
    ) -> None:
        self.shared = shared(options)
        self.count = count
        self.explain = explain
        self.reading = reading

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document."""
        with limited(current().within(time_limit)):
            return self.count(self.shared.comparison(gold, pred))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        with limited(current().within(time_limit)):
            return self._explained(gold, pred)

    def _explained(self, gold: object, pred: object) -> Alignment:
        explainer = self.shared.explainer(gold, pred)
        return replace(self.explain(explainer), sides=explainer.texts(), summary=explainer.errors())


class DocumentScorer:
    """A metric over what documents hold beside entities, its options settled."""

    reading = READ_RATIOS

    def __init__(
        self,
        count: Callable[[CorefDocument, CorefDocument], Tally],
        explain: Callable[[CorefDocument, CorefDocument], Alignment],
        annotations: Sequence[str] = ("identity",),
    ) -> None:
        self.count = count
        self.explain = explain
        self.annotations = annotations

    def tally(self, gold: object, pred: object, *, time_limit: float | None = None) -> Tally:
        """The counts of one document."""
        with limited(current().within(time_limit)):
            return self.count(*documents(gold, pred, *self.annotations))

    def align(self, gold: object, pred: object, *, time_limit: float | None = None) -> Alignment:
        """What matched in one document."""
        with limited(current().within(time_limit)):
            return self.explain(*documents(gold, pred, *self.annotations))
