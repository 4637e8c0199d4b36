"""Checks of the sentences of a UMR document: numbers, headers, graphs and alignments.

Nothing here prevents reading. A warning is most likely a slip of annotation, a note is only worth knowing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tallystick.formats.json.value_names import counted
from tallystick.formats.umr.lines import after_content, is_ruler, two_blank_lines
from tallystick.formats.umr.score_warnings import (
    GraphPositions,
    warn_of_constants,
    warn_of_entry,
    warn_of_repeated_numbers,
    warn_of_reuse,
)
from tallystick.formats.umr.sentence import SentenceReading
from tallystick.formats.umr.sheet import Sheet, shortened
from tallystick.formats.umr.variables import Declarations, number_in, usual_number

__all__ = ["check_sentences"]

#: The maximum number of nodes of a sentence that messages name.
_MOST_NAMES = 5
_META = re.compile(r"\s*#\s*meta-info\b", re.I)


def check_sentences(sheet: Sheet, readings: Sequence[SentenceReading], names: Declarations) -> None:
    """Note problems of each sentence, and of all sentences together."""
    _check_numbers(sheet, readings)
    for index, reading in enumerate(readings):
        _check_layout(sheet, reading)
        _check_variables(sheet, readings, index, names)
        warn_of_constants(sheet, readings, index, names)
        _check_concepts(sheet, reading)
        _check_alignment(sheet, reading)


def _check_numbers(sheet: Sheet, readings: Sequence[SentenceReading]) -> None:
    """Sentences are numbered 1, 2, 3, …; reported once per document."""
    for expected, reading in enumerate(readings, 1):
        number = reading.sentence.number
        if number != expected:
            sheet.add(
                reading.piece.heading, "umr-numbers",
                f"the sentence has the number {number}, not {expected}: sentences are not numbered 1, 2, 3, …",
                "sentences are paired by number where numbers are unique, else by position",
                reading.piece.name,
            )  # fmt: skip
            break
    warn_of_repeated_numbers(sheet, readings)


def _check_layout(sheet: Sheet, reading: SentenceReading) -> None:
    """Headings, headers, comments, blank lines."""
    sentence, piece = reading.sentence, reading.piece
    if not sentence.text:
        hint = "write them after 'Words:', or on the line of the sentence"
        sheet.add(piece.heading, "umr-no-words", "the sentence has no words", hint, piece.name, "note")
    last = after_content(sheet.text, piece.start, piece.end)
    blank = two_blank_lines(sheet.text, piece.start, last)
    if blank >= 0:
        hint = "blank lines never matter here, but other programs divide sentences at them"
        message = "two blank lines inside a sentence"
        sheet.add(blank + 1, "umr-blank-lines", message, hint, piece.name, "note")
    for start, end in piece.comments:
        if not is_ruler(sheet.text, start, end) and not _META.match(sheet.text, start, end):
            shown = shortened(sheet.text[start:end].strip())
            hint = "only '# meta-info' and the headings of the parts are read"
            sheet.add(start, "umr-comment", f"the comment {shown} is not read", hint, piece.name, "note")
    if not reading.graph.text or reading.graph.text.isspace():
        hint = "the sentence counts as one without nodes"
        sheet.add(piece.heading, "umr-empty-graph", "the sentence has no graph", hint, piece.name, "note")


def _check_variables(
    sheet: Sheet, readings: Sequence[SentenceReading], index: int, names: Declarations
) -> None:
    """The names of variables: whether they are used elsewhere, their form, their number."""
    reading = readings[index]
    item = reading.piece.name
    expected = reading.sentence.number
    positions = GraphPositions(reading)
    warn_of_reuse(sheet, readings, index, names, positions)
    for name in reading.sentence.declared:
        if usual_number(name) == expected:
            continue
        number = number_in(name)
        if number is None:
            hint = f"a variable is 's', the number of the sentence, letters, perhaps a number: s{expected}x"
            message = f"the variable {shortened(name)} has an unusual form"
            sheet.add(positions.declaration(name), "umr-variable-form", message, hint, item)
        elif number != expected:
            sheet.add(
                positions.declaration(name), "umr-variable-number",
                f"the variable {shortened(name)} has the number {number}, but the sentence has the number {expected}",
                f"variables of this sentence begin with s{expected}", item,
            )  # fmt: skip


def _check_concepts(sheet: Sheet, reading: SentenceReading) -> None:
    """Concepts that are not words."""
    graph = reading.sentence.graph
    positions = GraphPositions(reading)
    for variable, concept in zip(graph.variables, graph.concepts, strict=True):
        if not (concept and concept[0].isalnum()) and not any(map(str.isalnum, concept)):
            hint = "a concept is a word, perhaps with the number of its sense: go-02"
            message = f"the concept {shortened(concept)} has neither letters nor digits"
            start = positions.declaration(variable)
            sheet.add(start, "umr-concept", message, hint, reading.piece.name, "note")


def _check_alignment(sheet: Sheet, reading: SentenceReading) -> None:
    """Entries for unknown variables, repeated entries, nodes without an entry, tokens beyond the sentence."""
    sentence, item = reading.sentence, reading.piece.name
    if not reading.alignment.text or reading.alignment.text.isspace():
        if reading.piece.sections:
            at = next((colon for name, _, colon in reading.piece.sections if name == "alignment"), None)
            hint = "write an entry as 's1a: 2-3'; 's1a: 0-0' means no token"
            at = reading.piece.heading if at is None else at
            sheet.add(at, "umr-empty-alignment", "the sentence has no alignment", hint, item, "note")
        return
    declared = set(sentence.declared)
    # Words on the line of the sentence may be plain text, not tokens.
    size = len(sentence.text.split()) if "Words" in [key for key, _ in sentence.headers] else 0
    seen: set[str] = set()
    for entry in reading.entries:
        warn_of_entry(sheet, reading, entry, declared, seen)
        last = max([max(range_) for range_ in entry.ranges]) if size and entry.ranges else 0
        if last > size:
            sheet.add(
                entry.start, "umr-beyond-sentence",
                f"{shortened(entry.variable)} is aligned to token {last}, "
                f"but there are only {counted(size, 'token', 'tokens')}",
                "tokens are numbered from 1", item,
            )  # fmt: skip
    missing = [name for name in sentence.declared if name not in seen]
    if missing:
        shown = ", ".join(map(shortened, missing[:_MOST_NAMES])) + (" …" if missing[_MOST_NAMES:] else "")
        sheet.add(
            reading.entries[0].start if reading.entries else reading.alignment.start, "umr-unaligned-nodes",
            f"{counted(len(missing), 'node has', 'nodes have')} no alignment: {shown}",
            "write 0-0 for a node without an aligned token", item, "note",
        )  # fmt: skip
