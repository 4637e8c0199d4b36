"""Warnings that concern the score: what the reader of UMR documents ignores or resolves by a rule.

Every rule has its own function, which `check` calls too, in its own order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tallystick.formats.umr.alignment import Entry
from tallystick.formats.umr.document import DocumentTriple
from tallystick.formats.umr.labels import LABELS, component_of, spelled
from tallystick.formats.umr.sentence import SentenceReading
from tallystick.formats.umr.sheet import Sheet, shortened
from tallystick.formats.umr.variables import Declarations, seems_variable

__all__ = [
    "GraphPositions",
    "add_score_warnings",
    "meaning_of",
    "warn_of_constants",
    "warn_of_end",
    "warn_of_entry",
    "warn_of_groups",
    "warn_of_repeated_numbers",
    "warn_of_repetition",
    "warn_of_reuse",
    "warn_of_triple",
]

_GROUPS = "the groups are :temporal, :modal and :coref"
_DECLARED = re.compile(r"\(\s*([^\s()/:\"~]+)")
_MENTION = re.compile(r"(?<=\s)s\d[^\s()\"~]*")


def add_score_warnings(sheet: Sheet, readings: Sequence[SentenceReading]) -> None:
    """Add the warnings that `score` gives about a document."""
    names = Declarations(reading.sentence.declared for reading in readings)
    warn_of_repeated_numbers(sheet, readings)
    reused = sum(len(reading.sentence.declared) for reading in readings) > len(names.indices)
    for index, reading in enumerate(readings):
        if reused:
            warn_of_reuse(sheet, readings, index, names, GraphPositions(reading))
        warn_of_constants(sheet, readings, index, names)
        if reading.entries:
            _warn_of_entries(sheet, reading)
        warn_of_groups(sheet, reading)
        if reading.term.triples:
            _warn_of_triples(sheet, reading, index, names)


def _warn_of_entries(sheet: Sheet, reading: SentenceReading) -> None:
    declared = set(reading.sentence.declared)
    seen: set[str] = set()
    for entry in reading.entries:
        warn_of_entry(sheet, reading, entry, declared, seen)


def _warn_of_triples(sheet: Sheet, reading: SentenceReading, index: int, names: Declarations) -> None:
    term, item = reading.term, reading.piece.name
    for triple, start in zip(term.triples, term.starts, strict=True):
        warn_of_triple(sheet, triple, start, item)
        for end in (triple.parent, triple.child):
            if end not in names:
                warn_of_end(sheet, end, names.home(end, index), start, item)
    seen: set[tuple[str, str, str, str]] = set()
    for triple, start in zip(term.triples, term.starts, strict=True):
        component, label = meaning_of(triple)
        key = (component, triple.parent, label, triple.child)
        if key in seen:
            warn_of_repetition(sheet, triple, start, item)
        seen.add(key)


def warn_of_repeated_numbers(sheet: Sheet, readings: Sequence[SentenceReading]) -> None:
    """Sentences are paired by position where a number is not unique."""
    seen: set[int] = set()
    for reading in readings:
        if reading.sentence.number in seen:
            sheet.add(
                reading.piece.heading, "umr-number-twice",
                f"a sentence with the number {reading.sentence.number} is repeated here",
                "give each sentence its own number", reading.piece.name,
            )  # fmt: skip
        seen.add(reading.sentence.number)


def warn_of_reuse(
    sheet: Sheet,
    readings: Sequence[SentenceReading],
    index: int,
    names: Declarations,
    positions: GraphPositions,
) -> None:
    """A name that several sentences declare means the nearest one before."""
    reading = readings[index]
    for name in reading.sentence.declared:
        first = names.first(name)
        if first != index:
            line = readings[first].sentence.line
            sheet.add(
                positions.declaration(name), "umr-variable-reused",
                f"the variable {shortened(name)} is already declared in the sentence of line {line}",
                "give it a unique name; elsewhere it refers to the nearest sentence before", reading.piece.name,
            )  # fmt: skip


def warn_of_constants(
    sheet: Sheet, readings: Sequence[SentenceReading], index: int, names: Declarations
) -> None:
    """Values that look like variables, but which the graph does not declare, are constants."""
    reading = readings[index]
    positions = GraphPositions(reading)
    for constant in reading.sentence.graph.constants:
        if constant is None or constant[0] != "s" or not seems_variable(constant):
            continue
        start = positions.mention(constant)
        home = names.home(constant, index)
        if home is None:
            sheet.add(
                start, "umr-undeclared-variable", f"no sentence declares the variable {shortened(constant)}",
                "declare it, or correct the name; it counts as a constant", reading.piece.name,
            )  # fmt: skip
        else:
            line = readings[home].sentence.line
            sheet.add(
                start, "umr-other-sentence",
                f"{shortened(constant)} is a variable of another sentence, in line {line}",
                "relations between sentences belong to the document level", reading.piece.name,
            )  # fmt: skip


def warn_of_entry(
    sheet: Sheet, reading: SentenceReading, entry: Entry, declared: set[str], seen: set[str]
) -> None:
    """Entries of unknown variables are ignored, and only one entry of a variable counts.

    `seen` has the variables of the entries before; that of this one is added.
    """
    item = reading.piece.name
    if entry.variable not in declared:
        sheet.add(
            entry.start, "umr-entry-variable",
            f"the graph declares no variable {shortened(entry.variable)}",
            "correct the name, or delete the entry", item,
        )  # fmt: skip
    if entry.variable in seen:
        sheet.add(
            entry.start, "umr-entry-twice", f"an entry for {shortened(entry.variable)} is repeated here",
            "write all ranges into one entry: 's1a: 2-3, 5-5'", item,
        )  # fmt: skip
    seen.add(entry.variable)


def warn_of_groups(sheet: Sheet, reading: SentenceReading) -> None:
    """Triples of an unknown group belong to the component of their labels."""
    for name, start in reading.term.groups:
        if name.lower() not in LABELS:
            message = f"unknown group {shortened(':' + name)}"
            hint = f"{_GROUPS}; its triples are assigned by their labels"
            sheet.add(start, "umr-unknown-group", message, hint, reading.piece.name)


def warn_of_triple(sheet: Sheet, triple: DocumentTriple, start: int, item: str) -> None:
    """Loops and unknown labels are not scored; a label decides where its triple belongs if its group does not."""
    if triple.parent == triple.child:
        hint = "a node cannot be related to itself; the triple is left out of temporal and coref scores"
        sheet.add(start, "umr-self-loop", f"{shortened(str(triple))} relates a node to itself", hint, item)
    if not triple.group:
        message = f"{shortened(str(triple))} is outside of all groups"
        hint = f"{_GROUPS}; the triple is assigned by its label"
        sheet.add(start, "umr-stray-triple", message, hint, item)
    if triple.label not in LABELS.get(triple.group, ()):
        _warn_of_label(sheet, triple, start, item)


def _warn_of_label(sheet: Sheet, triple: DocumentTriple, start: int, item: str) -> None:
    component = component_of(triple.group, triple.label)
    if component is None:
        sheet.add(
            start, "umr-unknown-label", f":{shortened(triple.label)} is not a relation of any component",
            f"{_GROUPS}; the triple is left out of scores", item,
        )  # fmt: skip
        return
    label = spelled(component, triple.label)
    if label not in LABELS[component]:
        other = component_of("", triple.label)
        if other is None:
            message = f":{shortened(triple.label)} is not a relation of :{component}"
            hint = "the relations are " + ", ".join(sorted(LABELS[component]))
            sheet.add(start, "umr-unknown-label", message, hint, item)
        else:
            message = f":{shortened(triple.label)} is in :{component}"
            hint = f"it is a relation of :{other}; look for a missing bracket"
            sheet.add(start, "umr-label-elsewhere", message, hint, item)
    elif label != triple.label:
        message = f":{shortened(triple.label)} is read as :{label}"
        sheet.add(start, "umr-label-spelling", message, f"write :{label}", item)


def warn_of_end(sheet: Sheet, end: str, home: int | None, start: int, item: str) -> None:
    """An end that looks like a variable, but which no sentence declares, is a constant."""
    if home is None and seems_variable(end):
        sheet.add(
            start, "umr-unknown-variable", f"no sentence declares the variable {shortened(end)}",
            "declare it, or correct the name; it counts as a constant", item,
        )  # fmt: skip


def meaning_of(triple: DocumentTriple) -> tuple[str, str]:
    """The component that a triple belongs to, empty if there is none, and its label in full."""
    component = component_of(triple.group, triple.label) or ""
    return component, spelled(component, triple.label)


def warn_of_repetition(sheet: Sheet, triple: DocumentTriple, start: int, item: str) -> None:
    """A triple that is written twice in a sentence counts once."""
    message, hint = f"{shortened(str(triple))} is repeated here", "it counts once; delete one of them"
    sheet.add(start, "umr-duplicate-triple", message, hint, item)


class GraphPositions:
    """Where variables are in the text of a graph, looked up only when there is something to say."""

    def __init__(self, reading: SentenceReading) -> None:
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
        """Where a name is used as a value: the next such position each time it is requested."""
        if not self._mentions:
            for match in _MENTION.finditer(self._part.text):
                self._mentions.setdefault(match[0], []).append(match.start())
            for positions in self._mentions.values():
                positions.reverse()
        positions = self._mentions.get(name) or [0]
        return self._part.start + (positions.pop() if len(positions) > 1 else positions[0])
