"""What is odd about the document level of a UMR document.

Nothing here prevents reading. A warning is most likely a slip of annotation, a note is only worth knowing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tallystick.formats.umr.document import DocumentTriple
from tallystick.formats.umr.labels import LABELS, component_of, spelled
from tallystick.formats.umr.sentence import Reading
from tallystick.formats.umr.sheet import Sheet, shortened
from tallystick.formats.umr.variables import Declarations, seems_variable

__all__ = ["check_document_level"]

_GROUPS = "the groups are :temporal, :modal and :coref"


def check_document_level(sheet: Sheet, readings: Sequence[Reading], names: Declarations) -> None:
    """Note what is odd about the terms, the triples, and the triples of all sentences together."""
    pairs: dict[tuple[str, str, str], str] = {}
    for place, reading in enumerate(readings):
        _check_term(sheet, reading)
        _check_triples(sheet, readings, place, names)
        _check_pairs(sheet, reading, pairs)
    if readings and not any(reading.sentence.triples for reading in readings):
        message = "the document has no triples of the document level"
        hint = "only its sentence graphs can be scored"
        sheet.add(readings[0].piece.heading, "umr-no-triples", message, hint, None, "note")


def _check_term(sheet: Sheet, reading: Reading) -> None:
    """The head of the term and the names of its groups."""
    piece, term = reading.piece, reading.term
    if term.empty:
        at = next((colon for name, _, colon in piece.sections if name == "document"), piece.heading)
        message, hint = "the sentence has no document level", "an empty one is written (s1s0 / sentence)"
        sheet.add(at, "umr-empty-document", message, hint, piece.name, "note")
        return
    words = "".join([word for word, _ in term.head]).partition("/")
    wanted = f"s{piece.number}s0"
    at = term.head[0][1] if term.head else reading.document.start
    if term.readable and words[0] != wanted:
        found = shortened(words[0]) or "nothing"
        message, hint = f"{found} stands where {wanted} is expected", f"write ({wanted} / sentence ...)"
        sheet.add(at, "umr-root-variable", message, hint, piece.name)
    elif term.readable and words[2] != "sentence":
        found = shortened(words[2]) or "nothing"
        message, hint = f"{found} stands where 'sentence' is expected", f"write ({wanted} / sentence ...)"
        sheet.add(at, "umr-root-concept", message, hint, piece.name)
    for name, start in term.groups:
        if name.lower() not in LABELS:
            message = f"there is no group {shortened(':' + name)}"
            hint = f"{_GROUPS}; its triples belong to where their labels belong"
            sheet.add(start, "umr-unknown-group", message, hint, piece.name)


def _check_triples(sheet: Sheet, readings: Sequence[Reading], place: int, names: Declarations) -> None:
    """Each triple by itself: its ends, its label, its place."""
    reading = readings[place]
    term, item = reading.term, reading.piece.name
    for triple, start in zip(term.triples, term.starts, strict=True):
        if triple.parent == triple.child:
            hint = "a node has no relation to itself; the triple is left out of temporal and coref scores"
            sheet.add(start, "umr-self-loop", f"{_shown(triple)} relates a node to itself", hint, item)
        if not triple.group:
            message = f"{_shown(triple)} stands outside of all groups"
            hint = f"{_GROUPS}; the triple belongs to where its label belongs"
            sheet.add(start, "umr-stray-triple", message, hint, item)
        _check_label(sheet, triple, start, item)
        for end in (triple.parent, triple.child):
            home = names.home(end, place)
            if home is None and seems_variable(end):
                sheet.add(
                    start, "umr-unknown-variable", f"no sentence declares the variable {shortened(end)}",
                    "declare it, or correct the name; it counts as a constant", item,
                )  # fmt: skip
            elif home is not None and home > place:
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
            message = f"{together[line]} triples stand on one line"
            hint = "they are all read; other programs expect one a line"
            sheet.add(start, "umr-several-on-line", message, hint, item, "note")


def _check_label(sheet: Sheet, triple: DocumentTriple, start: int, item: str) -> None:
    """A label is one of its component, in lower case."""
    if triple.label in LABELS.get(triple.group, ()):
        return
    component = component_of(triple.group, triple.label)
    if component is None:
        sheet.add(
            start, "umr-unknown-label", f":{shortened(triple.label)} belongs to no component",
            f"{_GROUPS}; the triple is left out of scores", item,
        )  # fmt: skip
        return
    label = spelled(component, triple.label)
    if label not in LABELS[component]:
        other = component_of("", triple.label)
        if other is None:
            message = f":{shortened(triple.label)} is no relation of :{component}"
            hint = "the relations are " + ", ".join(sorted(LABELS[component]))
            sheet.add(start, "umr-unknown-label", message, hint, item)
        else:
            message = f":{shortened(triple.label)} stands in :{component}"
            hint = f"it is a relation of :{other}; look for a missing bracket"
            sheet.add(start, "umr-label-elsewhere", message, hint, item)
    elif label != triple.label:
        message = f":{shortened(triple.label)} is read as :{label}"
        sheet.add(start, "umr-label-spelling", message, f"write :{label}", item)


def _check_pairs(sheet: Sheet, reading: Reading, pairs: dict[tuple[str, str, str], str]) -> None:
    """Triples given twice in a sentence, and different relations on one pair of nodes.

    `pairs` has the relation of each pair of nodes that earlier sentences gave.
    """
    item = reading.piece.name
    here: dict[tuple[str, str, str], dict[str, None]] = {}
    for triple, start in zip(reading.term.triples, reading.term.starts, strict=True):
        component = component_of(triple.group, triple.label) or ""
        label = spelled(component, triple.label)
        pair = (component, triple.parent, triple.child)
        labels = here.setdefault(pair, {})
        if label in labels:
            message, hint = f"{_shown(triple)} stands here again", "it counts once; take one of them out"
            sheet.add(start, "umr-duplicate-triple", message, hint, item)
        elif labels:
            message = f"{_shown(triple)} is a second relation of these nodes, beside :{next(iter(labels))}"
            hint = "both count; if one of them is meant, take the other out"
            sheet.add(start, "umr-two-relations", message, hint, item)
        elif pairs.get(pair, label) != label:
            message = f"{_shown(triple)} is a second relation, beside :{pairs[pair]} in an earlier sentence"
            hint = "both count; if one of them is meant, take the other out"
            sheet.add(start, "umr-two-relations-document", message, hint, item)
        labels[label] = None
    for pair, labels in here.items():
        pairs.setdefault(pair, next(iter(labels)))


def _shown(triple: DocumentTriple) -> str:
    return shortened(str(triple))
