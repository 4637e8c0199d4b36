"""Warnings about documents that are scored: repeated mentions, words with different spellings."""

from __future__ import annotations

from dataclasses import replace

from tallystick.errors import Problem
from tallystick.formats.coref.document import CorefDocument
from tallystick.tasks.analysis import PairAnalysis
from tallystick.tasks.coref.clusters import as_document
from tallystick.tasks.coref.mentions.join import same_spans
from tallystick.tasks.coref.mentions.selection import MatchOptions, repeated_problems
from tallystick.tasks.coref.mentions.token_check import token_problems

__all__ = ["headless_problems", "inspect", "remarks"]

#: The ways to match mentions that use heads.
_BY_HEADS = ("head", "partial")

_LAYERS = ("identity", "discourse-deixis")


def inspect(value: object) -> list[Problem]:
    """Annotations that cannot be read, mentions of two entities, and mentions that occur twice in one.

    >>> from tallystick.tasks.coref.clusters import clusters
    >>> [problem.level for problem in inspect(clusters([[(0, 0), (0, 0)], [(0, 0)]]))]
    ['error', 'warning']
    """
    document = as_document(value)
    return [*_faults(document), *_repeats(document, "error")]


def remarks(gold: object, pred: object) -> list[Problem]:
    """Warnings about two documents that are scored: repeated mentions were resolved by a rule."""
    sides = as_document(gold), as_document(pred)
    problems = [replace(fault, level="warning") for side in sides for fault in _faults(side)]
    problems += [problem for side in sides for problem in _repeats(side, "warning")]
    return problems + [problem for problem in token_problems(*sides) if problem.level == "warning"]


def headless_problems(pair: PairAnalysis, options: MatchOptions) -> tuple[Problem, ...]:
    """A warning that heads cannot be matched: CoNLL-2012 and clusters of spans have none."""
    if options.match not in _BY_HEADS:
        return ()
    layer = as_document(pair.gold).layer(options.layer)
    several_words = any(first != last for first, last in zip(layer.first, layer.last, strict=True))
    if not several_words or any(detail.head for detail in layer.details.values()):
        return ()
    message = (
        "a document of the gold has no heads of mentions; whole mentions are compared, as by --match exact"
    )
    # No item: the warning is the same for all documents, and is shown once.
    return (Problem(message, f"--match {options.match}", code="no-heads", level="warning"),)


def _faults(document: CorefDocument) -> list[Problem]:
    """The problems of all annotations; those that are scored have none."""
    return [problem for problems in document.faults.values() for problem in problems]


def _repeats(document: CorefDocument, level: str) -> list[Problem]:
    return [
        problem
        for layer in _LAYERS
        # Most documents have no two mentions of the same span, and need no closer look.
        if same_spans(document.layer(layer).first, document.layer(layer).last)
        for problem in repeated_problems(document, layer, level)
    ]
