"""Cutting a UMR document into sentences, and each sentence into its parts.

A sentence begins at each line ``# :: sntN``, with the comment lines directly before it. Its parts begin at
three headings, which are comments as well: ``# sentence level graph:``, ``# alignment:``,
``# document level annotation:``. Blank lines never matter. Only comment lines are looked at, so that the
time is that of one search through the text.
"""

from __future__ import annotations

import re
from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.formats.umr.lines import comment_lines
from tallystick.formats.umr.sheet import Sheet, shortened

__all__ = ["PARTS", "Part", "Piece", "blanked", "cut_document", "parts_of", "preface_end"]

#: The parts that have a heading, in their usual order.
PARTS = ("graph", "alignment", "document")
HEADINGS = {
    "# sentence level graph:": "graph",
    "# alignment:": "alignment",
    "# document level annotation:": "document",
}

_HEADING = re.compile(
    r"\s*#\s*(?:(?P<graph>sentence[\s-]*level\s+graph)|(?P<alignment>alignments?)"
    r"|(?P<document>document[\s-]*level\s+(?:annotation|graph)))\s*(?::|$)", re.I,
)  # fmt: skip
_SENTENCE = re.compile(r"\s*#\s*::\s*snt(?P<number>\d+)(?!\w)[:.]?", re.I)
_UNNUMBERED = re.compile(r"\s*#\s*::\s+snt(?P<number>)(?!\w)", re.I)
_TEXT = re.compile(r"^[^\S\n]*([^\s#][^\n]*)", re.M)
_GRAPH = re.compile(r"^[^\S\n]*\([^\S\n]*[^\s()/:\"]+[^\S\n]*/", re.M)
#: The first words of headings, case-insensitive.
_INITIALS = frozenset("sadSAD")
#: Longer numbers are not numbers of sentences.
_MOST_DIGITS = 9


@dataclass(slots=True)
class Part:
    """The text of a part and where it begins in the document.

    Where a part is divided, the text between its pieces is blanked out, so that positions stay valid."""

    text: str = ""
    start: int = 0
    has_heading: bool = False
    """Whether the heading is there."""


@dataclass(slots=True)
class Piece:
    """A sentence that is not yet read: positions in the text of the document."""

    number: int
    start: int
    """Where its first comment line begins."""
    heading: int
    """Where the line ``# :: sntN`` begins."""
    words: int
    """Where the rest of that line begins."""
    name: str
    """How messages call the sentence."""
    end: int = 0
    sections: list[tuple[str, int, int]] = field(default_factory=list)
    """The name of each part with the positions before and after its heading."""
    comments: list[tuple[int, int]] = field(default_factory=list)
    """All other comment lines."""


def cut_document(sheet: Sheet) -> list[Piece]:
    """The sentences of a document, in order.

    >>> from tallystick.formats.base import Block
    >>> text = "# :: snt1\\n# sentence level graph:\\n(s1a / b)\\n##\\n# :: snt2\\n"
    >>> [(piece.name, piece.start, piece.end) for piece in cut_document(Sheet(Block(text)))]
    [('snt1', 0, 44), ('snt2', 44, 57)]
    """
    text = sheet.text
    pieces: list[Piece] = []
    # A run of comment lines without a gap: the first of them and where the next would begin.
    run, expected = 0, -1
    waiting: list[tuple[int, int]] = []
    for start, end, at in comment_lines(text):
        if start != expected:
            if waiting and pieces:
                pieces[-1].comments += waiting
            run, waiting = start, []
        expected = end + 1
        sign = text[at] if at < end else ""
        if sign in _INITIALS or sign > "\x7f":  # letters beyond ASCII may be variants of these
            part, colon = _heading(text, start, end)
            if part is not None:
                # Comments that no sentence line follows belong to the sentence before.
                if waiting and pieces:
                    pieces[-1].comments += waiting
                run, waiting = expected, []
                if pieces:
                    pieces[-1].sections.append((part, start, colon))
                continue
        sentence = None
        if sign == ":":
            sentence = _SENTENCE.match(text, start, end) or _UNNUMBERED.match(text, start, end)
        if sentence is None:
            waiting.append((start, end))
            continue
        before = 0
        if pieces:
            pieces[-1].end = run
            before = pieces[-1].number
        piece = _piece(sheet, sentence, before, run, start)
        piece.comments += waiting
        pieces.append(piece)
        run, waiting = expected, []
    if pieces:
        pieces[-1].comments += waiting
        pieces[-1].end = len(text)
        _check_beginning(sheet, pieces[0].start)
    return pieces


def _heading(text: str, start: int, end: int) -> tuple[str | None, int]:
    """The part that a comment is the heading of, or None, and the end of the heading."""
    part = HEADINGS.get(text[start:end])
    if part is not None:
        return part, end
    heading = _HEADING.match(text, start, end)
    return (heading.lastgroup, heading.end()) if heading else (None, end)


def _piece(sheet: Sheet, sentence: re.Match[str], before: int, run: int, start: int) -> Piece:
    digits = sentence["number"]
    good = 0 < len(digits) <= _MOST_DIGITS
    number = int(digits) if good else before + 1
    piece = Piece(number, run, start, sentence.end(), f"snt{number}")
    if not good:
        sheet.add(
            sentence.end(), "umr-number", f"the sentence has no number; it is read as number {piece.number}",
            "a sentence begins with its number: '# :: snt1'", piece.name,
        )  # fmt: skip
    return piece


def _check_beginning(sheet: Sheet, end: int) -> None:
    """Note text before the first sentence: only comments are allowed there."""
    lost = _TEXT.search(sheet.text, 0, end)
    if lost is not None:
        sheet.add(
            lost.start(1), "umr-before", f"{shortened(lost[1])} is before the first sentence",
            "a sentence begins with a line '# :: snt1'; text before it is not read", None,
        )  # fmt: skip


def blanked(text: str, start: int, spans: list[tuple[int, int]]) -> str:
    """The text with some spans of the document, each on a single line, replaced by blanks."""
    if not spans:
        return text
    kept = []
    at = 0
    for first, last in spans:
        kept += [text[at : first - start], " " * (last - first)]
        at = last - start
    return "".join([*kept, text[at:]])


def preface_end(piece: Piece, text: str) -> int:
    """Where the part before all headings ends; a graph without a heading begins by itself."""
    end = piece.sections[0][1] if piece.sections else piece.end
    for name, _, _ in piece.sections:
        if name == "graph":
            return end
    graph = _GRAPH.search(text, piece.words, end)
    return graph.start() if graph else end


def parts_of(sheet: Sheet, piece: Piece) -> tuple[Part, Part, Part]:
    """The three parts of a sentence; the headings that are odd are noted."""
    text = sheet.text
    parts: dict[str, Part | None] = {}
    sections = piece.sections
    last = len(sections) - 1
    for index, (name, _, colon) in enumerate(sections):
        end = sections[index + 1][1] if index < last else piece.end
        # The usual case: a heading on a separate line, and no other heading of this part.
        usual = name not in parts and colon < end and text[colon] == "\n"
        parts[name] = Part(text[colon + 1 : end], colon + 1, True) if usual else None
    return (
        parts.get("graph") or _part(sheet, piece, "graph"),
        parts.get("alignment") or (_part(sheet, piece, "alignment") if "alignment" in parts else Part()),
        parts.get("document") or (_part(sheet, piece, "document") if "document" in parts else Part()),
    )


def _part(sheet: Sheet, piece: Piece, name: str) -> Part:
    """A part of a sentence, by the name of the part; the headings that are odd are noted."""
    text = sheet.text
    spans: list[tuple[int, int]] = []
    for index, (section, start, colon) in enumerate(piece.sections):
        if section != name:
            continue
        end = piece.sections[index + 1][1] if index + 1 < len(piece.sections) else piece.end
        line_end = text.find("\n", colon, end)
        line_end = end if line_end < 0 else line_end
        rest = text[colon:line_end].strip()
        if rest.startswith("#"):
            message, hint = f"the comment {shortened(rest)} is not read", "write it on its own line"
            sheet.add(colon, "umr-comment", message, hint, piece.name, "note")
            rest = ""
        if rest:
            sheet.add(
                colon, "umr-fused-heading", f"{shortened(rest)} is on the line of the heading",
                "write it on the next line; it is read as a part of what follows", piece.name,
            )  # fmt: skip
        if spans:
            sheet.add(
                start, "umr-repeated-part", f"the heading {text[start:colon].strip()!r} is repeated here",
                "each part occurs once in a sentence; the following lines are added to the part", piece.name,
            )  # fmt: skip
        spans.append((colon, end) if rest else (min(line_end + 1, end), end))
    has_heading = bool(spans)
    if name == "graph" and not spans:
        spans = _bare_graph(sheet, piece)
    if not spans:
        return Part()
    # The text begins with its line, so that columns are correct.
    begin = text.rfind("\n", 0, spans[0][0]) + 1
    if len(spans) == 1 and begin == spans[0][0]:
        return Part(text[begin : spans[0][1]], begin, has_heading)
    kept = []
    at = begin
    for first, last in spans:
        kept += [re.sub(r"[^\n]", " ", text[at:first]), text[first:last]]
        at = last
    return Part("".join(kept), begin, has_heading)


def _bare_graph(sheet: Sheet, piece: Piece) -> list[tuple[int, int]]:
    """A graph that follows the words without a heading."""
    start = preface_end(piece, sheet.text)
    end = piece.sections[0][1] if piece.sections else piece.end
    if start == end:
        return []
    sheet.add(
        start, "umr-no-heading", "the graph has no heading",
        "write '# sentence level graph:' on the line before it", piece.name,
    )  # fmt: skip
    return [(start, end)]
