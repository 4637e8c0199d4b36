"""Checks of the document level of a UMR document.

Nothing here prevents reading. A warning is most likely a slip of annotation, a note is only worth knowing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tallystick.formats.umr.score_warnings import (
    meaning_of,
    warn_of_end,
    warn_of_groups,
    warn_of_repetition,
    warn_of_triple,
)
from tallystick.formats.umr.sentence import SentenceReading
from tallystick.formats.umr.sheet import Sheet, shortened
from tallystick.formats.umr.variables import Declarations

__all__ = ["check_document_level"]


def check_document_level(sheet: Sheet, readings: Sequence[SentenceReading], names: Declarations) -> None:
    """Note what is odd about the terms, the triples, and the triples of all sentences together."""
    pairs: dict[tuple[str, str, str], str] = {}
    for index, reading in enumerate(readings):
        _check_term(sheet, reading)
        _check_triples(sheet, readings, index, names)
        _check_pairs(sheet, reading, pairs)
    if readings and not any(reading.sentence.triples for reading in readings):
        message = "the document has no document-level triples"
        hint = "only its sentence graphs can be scored"
        sheet.add(readings[0].piece.heading, "umr-no-triples", message, hint, None, "note")


def _check_term(sheet: Sheet, reading: SentenceReading) -> None:
    """The head of the term and the names of its groups."""
    piece, term = reading.piece, reading.term
    if term.empty:
        at = next((colon for name, _, colon in piece.sections if name == "document"), piece.heading)
        message, hint = (
            "the sentence has no document level",
            "write an empty document level as (s1s0 / sentence)",
        )
        sheet.add(at, "umr-empty-document", message, hint, piece.name, "note")
        return
    words = "".join([word for word, _ in term.head]).partition("/")
    wanted = f"s{piece.number}s0"
    at = term.head[0][1] if term.head else reading.document.start
    if term.readable and words[0] != wanted:
        written = shortened(words[0]) or "nothing"
        message, hint = f"{written} instead of {wanted}", f"write ({wanted} / sentence ...)"
        sheet.add(at, "umr-root-variable", message, hint, piece.name)
    elif term.readable and words[2] != "sentence":
        written = shortened(words[2]) or "nothing"
        message, hint = f"{written} instead of 'sentence'", f"write ({wanted} / sentence ...)"
        sheet.add(at, "umr-root-concept", message, hint, piece.name)
    warn_of_groups(sheet, reading)


def _check_triples(
    sheet: Sheet, readings: Sequence[SentenceReading], index: int, names: Declarations
) -> None:
    """Each triple by itself: its ends, its label, where it is written."""
    reading = readings[index]
    term, item = reading.term, reading.piece.name
    for triple, start in zip(term.triples, term.starts, strict=True):
        warn_of_triple(sheet, triple, start, item)
        for end in (triple.parent, triple.child):
            home = names.home(end, index)
            warn_of_end(sheet, end, home, start, item)
            if home is not None and home > index:
                line = readings[home].sentence.line
                sheet.add(
                    start, "umr-later-sentence", f"{shortened(end)} belongs to a later sentence, in line {line}",
                    "relations are annotated with the later of their sentences", item,
                )  # fmt: skip
    lines = [triple.line for triple in term.triples]
    if len(set(lines)) == len(lines):
        return
    together = Counter(lines)
    for line, start in dict(zip(lines, term.starts, strict=True)).items():
        if together[line] > 1:
            message = f"{together[line]} triples on one line"
            hint = "all are read, but other programs expect one triple per line"
            sheet.add(start, "umr-several-on-line", message, hint, item, "note")


def _check_pairs(sheet: Sheet, reading: SentenceReading, pairs: dict[tuple[str, str, str], str]) -> None:
    """Triples given twice in a sentence, and different relations on one pair of nodes.

    `pairs` has the relation of each pair of nodes that earlier sentences gave.
    """
    item = reading.piece.name
    here: dict[tuple[str, str, str], dict[str, None]] = {}
    for triple, start in zip(reading.term.triples, reading.term.starts, strict=True):
        component, label = meaning_of(triple)
        pair = (component, triple.parent, triple.child)
        labels = here.setdefault(pair, {})
        shown = shortened(str(triple))
        if label in labels:
            warn_of_repetition(sheet, triple, start, item)
        elif labels:
            message = f"{shown} is a second relation of these nodes, beside :{next(iter(labels))}"
            hint = "both count; if only one is intended, delete the other"
            sheet.add(start, "umr-two-relations", message, hint, item)
        elif pairs.get(pair, label) != label:
            message = f"{shown} is a second relation, beside :{pairs[pair]} in an earlier sentence"
            hint = "both count; if only one is intended, delete the other"
            sheet.add(start, "umr-two-relations-document", message, hint, item)
        labels[label] = None
    for pair, labels in here.items():
        pairs.setdefault(pair, next(iter(labels)))
