# cython: language_level=3
"""What is odd about the sentences of a UMR document: numbers, headers, graphs and alignments.

Nothing here prevents reading. A warning is most likely a slip of annotation, a note is only worth knowing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tallystick.formats.json.value_names import counted
from tallystick.formats.umr.lines import after_content, is_ruler, two_blank_lines
from tallystick.formats.umr.sentence import Reading
from tallystick.formats.umr.sheet import Sheet, shortened
from tallystick.formats.umr.variables import Declarations, number_in, seems_variable, usual_number

__all__ = ["check_sentences"]

#: A sentence is named in messages with at most so many of its nodes.
_MOST_NAMES = 5
_DECLARED = re.compile(r"\(\s*([^\s()/:\"~]+)")
_MENTION = re.compile(r"(?<=\s)s\d[^\s()\"~]*")
_META = re.compile(r"\s*#\s*meta-info\b", re.I)


def check_sentences(sheet: Sheet, readings: Sequence[Reading], names: Declarations) -> None:
    """Note what is odd about each sentence by itself, and about the sentences together."""
    _check_numbers(sheet, readings)
    for place, reading in enumerate(readings):
        _check_layout(sheet, reading)
        _check_variables(sheet, readings, place, names)
        _check_values(sheet, readings, place, names)
        _check_alignment(sheet, reading)


def _check_numbers(sheet: Sheet, readings: Sequence[Reading]) -> None:
    """Sentences are numbered 1, 2, 3, …; said once a document."""
    for expected, reading in enumerate(readings, 1):
        number = reading.sentence.number
        if number != expected:
            sheet.add(
                reading.piece.heading, "umr-numbers",
                f"the sentence has the number {number}, not {expected}: they are not numbered 1, 2, 3, …",
                "sentences are paired by number where numbers are unique, else by position",
                reading.piece.name,
            )  # fmt: skip
            break
    seen: set[int] = set()
    for reading in readings:
        if reading.sentence.number in seen:
            sheet.add(
                reading.piece.heading, "umr-number-twice",
                f"a sentence with the number {reading.sentence.number} stands here again",
                "give each sentence a number of its own", reading.piece.name,
            )  # fmt: skip
        seen.add(reading.sentence.number)


def _check_layout(sheet: Sheet, reading: Reading) -> None:
    """Headings, headers, comments, blank lines."""
    sentence, piece = reading.sentence, reading.piece
    if not sentence.text:
        hint = "write them after 'Words:', or on the line of the sentence"
        sheet.add(piece.heading, "umr-no-words", "the sentence has no words", hint, piece.name, "note")
    last = after_content(sheet.text, piece.start, piece.end)
    blank = two_blank_lines(sheet.text, piece.start, last)
    if blank >= 0:
        hint = "blank lines never matter here, but other programs divide sentences at them"
        message = "two blank lines stand inside a sentence"
        sheet.add(blank + 1, "umr-blank-lines", message, hint, piece.name, "note")
    for start, end in piece.comments:
        if not is_ruler(sheet.text, start, end) and not _META.match(sheet.text, start, end):
            shown = shortened(sheet.text[start:end].strip())
            hint = "only '# meta-info' and the headings of the parts are read"
            sheet.add(start, "umr-comment", f"the comment {shown} is not read", hint, piece.name, "note")
    if not reading.graph.text or reading.graph.text.isspace():
        hint = "the sentence counts as one without nodes"
        sheet.add(piece.heading, "umr-empty-graph", "the sentence has no graph", hint, piece.name, "note")


def _check_variables(sheet: Sheet, readings: Sequence[Reading], place: int, names: Declarations) -> None:
    """The names of variables: their form, their number, and whether they are used elsewhere."""
    reading = readings[place]
    item = reading.piece.name
    expected = reading.sentence.number
    wanted = f"s{expected}"
    places = _Places(reading)
    first_of: Mapping[str, Sequence[int]] = names.places
    for name in reading.sentence.declared:
        first = first_of[name][0]
        if first != place:
            line = readings[first].sentence.line
            sheet.add(
                places.declaration(name), "umr-variable-reused",
                f"the variable {shortened(name)} is already declared in the sentence of line {line}",
                "give it a name of its own; elsewhere the nearest sentence before is meant", item,
            )  # fmt: skip
        if usual_number(name) == expected:
            continue
        number = number_in(name)
        if number is None:
            hint = f"a variable is 's', the number of the sentence, letters, perhaps a number: {wanted}x"
            message = f"the variable {shortened(name)} has an unusual form"
            sheet.add(places.declaration(name), "umr-variable-form", message, hint, item)
        elif number != expected:
            sheet.add(
                places.declaration(name), "umr-variable-number",
                f"the variable {shortened(name)} has the number {number}, the sentence {expected}",
                f"variables of this sentence begin with {wanted}", item,
            )  # fmt: skip


def _check_values(sheet: Sheet, readings: Sequence[Reading], place: int, names: Declarations) -> None:
    """Constants that seem to be variables, and concepts that are none."""
    reading = readings[place]
    graph, item = reading.sentence.graph, reading.piece.name
    places = _Places(reading)
    constant: str | None
    concept: str
    for constant in graph.constants:
        if constant is None or constant[0] != "s" or not seems_variable(constant):
            continue
        start = places.mention(constant)
        home = names.home(constant, place)
        if home is None:
            sheet.add(
                start, "umr-undeclared-variable", f"no sentence declares the variable {shortened(constant)}",
                "declare it, or correct the name; it counts as a constant", item,
            )  # fmt: skip
        else:
            line = readings[home].sentence.line
            sheet.add(
                start, "umr-other-sentence",
                f"{shortened(constant)} is a variable of another sentence, in line {line}",
                "relations between sentences belong to the document level", item,
            )  # fmt: skip
    for node, concept in enumerate(graph.concepts):
        if not (concept and concept[0].isalnum()) and not any(map(str.isalnum, concept)):
            hint = "a concept is a word, perhaps with the number of its sense: go-02"
            message = f"the concept {shortened(concept)} has neither letter nor digit"
            sheet.add(places.declaration(graph.variables[node]), "umr-concept", message, hint, item, "note")


def _check_alignment(sheet: Sheet, reading: Reading) -> None:
    """Entries for variables that are none, entries given twice, nodes without an entry, tokens that are none."""
    sentence, item = reading.sentence, reading.piece.name
    if not reading.alignment.text or reading.alignment.text.isspace():
        if reading.piece.sections:
            at = next((colon for name, _, colon in reading.piece.sections if name == "alignment"), None)
            hint = "an entry is written 's1a: 2-3'; 's1a: 0-0' stands for no token"
            at = reading.piece.heading if at is None else at
            sheet.add(at, "umr-empty-alignment", "the sentence has no alignment", hint, item, "note")
        return
    known = set(sentence.declared)
    # Words on the line of the sentence may be plain text, not tokens.
    size = len(sentence.text.split()) if "Words" in [key for key, _ in sentence.headers] else 0
    seen: set[str] = set()
    for entry in reading.entries:
        if entry.variable not in known:
            sheet.add(
                entry.start, "umr-entry-variable",
                f"the graph declares no variable {shortened(entry.variable)}",
                "correct the name, or take the entry out", item,
            )  # fmt: skip
        if entry.variable in seen:
            sheet.add(
                entry.start, "umr-entry-twice", f"an entry for {shortened(entry.variable)} stands here again",
                "write all ranges into one entry: 's1a: 2-3, 5-5'", item,
            )  # fmt: skip
        seen.add(entry.variable)
        last = max([max(range_) for range_ in entry.ranges]) if size and entry.ranges else 0
        if last > size:
            sheet.add(
                entry.start, "umr-beyond-sentence",
                f"{shortened(entry.variable)} stands for token {last}, "
                f"but there are only {counted(size, 'token', 'tokens')}",
                "tokens are numbered from 1", item,
            )  # fmt: skip
    missing = [name for name in sentence.declared if name not in seen]
    if missing:
        shown = ", ".join(map(shortened, missing[:_MOST_NAMES])) + (" …" if missing[_MOST_NAMES:] else "")
        sheet.add(
            reading.entries[0].start if reading.entries else reading.alignment.start, "umr-unaligned-nodes",
            f"{counted(len(missing), 'node has', 'nodes have')} no entry: {shown}",
            "write 0-0 for a node that stands for no token", item, "note",
        )  # fmt: skip


class _Places:
    """Where variables stand in the text of a graph, looked up only when there is something to say."""

    def __init__(self, reading: Reading) -> None:
        self._part = reading.graph
        self._declared: dict[str, int] = {}
        self._mentions: dict[str, list[int]] = {}

    def declaration(self, name: str) -> int:
        """Where a variable is declared first."""
        if not self._declared:
            for match in _DECLARED.finditer(self._part.text):
                self._declared.setdefault(match[1], match.start(1))
        return self._part.start + self._declared.get(name, 0)

    def mention(self, name: str) -> int:
        """Where a name stands as a value: each time it is asked for, the next place."""
        if not self._mentions:
            for match in _MENTION.finditer(self._part.text):
                self._mentions.setdefault(match[0], []).append(match.start())
            for places in self._mentions.values():
                places.reverse()
        places = self._mentions.get(name) or [0]
        return self._part.start + (places.pop() if len(places) > 1 else places[0])
