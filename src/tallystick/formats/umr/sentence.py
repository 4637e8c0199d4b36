# cython: language_level=3
"""Read one sentence of a UMR document from its parts."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace

from tallystick.errors import Problem
from tallystick.formats.base import Block
from tallystick.formats.frozen import maker
from tallystick.formats.penman.graph import Graph
from tallystick.formats.penman.problems import problems_of
from tallystick.formats.penman.scan import scan
from tallystick.formats.umr.alignment import Entry, read_alignment
from tallystick.formats.umr.document import Sentence
from tallystick.formats.umr.lines import content_lines, is_ruler
from tallystick.formats.umr.parts import Part, Piece, blanked, parts_of, preface_end
from tallystick.formats.umr.sheet import Sheet, shortened
from tallystick.formats.umr.term import Term, read_term

__all__ = ["SentenceReading", "read_sentence"]

_made_sentence = maker(Sentence)
_META = re.compile(r"\s*#\s*meta-info\b(.*)", re.I)
#: How that line mostly begins.
_USUAL_META = "# meta-info "
#: The pattern of a declaration in a graph that cannot be read.
_DECLARED = re.compile(r"\(\s*([^\s()/:\"]+)\s*/")
#: The words of the general reader speak of files with many graphs.
_OWN_WORDS: dict[str, tuple[str | None, str | None]] = {
    "penman-roots": (
        "a second graph begins in this sentence",
        "a sentence has one graph; look for an extra ) before it",
    ),
    "penman-more": (None, "correct the problems above first; they may be the cause"),
}


@dataclass(slots=True)
class SentenceReading:
    """A sentence with the positions of its parts, for the checks."""

    sentence: Sentence
    piece: Piece
    entries: list[Entry]
    term: Term
    graph: Part
    alignment: Part
    document: Part


def read_sentence(sheet: Sheet, piece: Piece, bad_lines: list[int]) -> SentenceReading:
    """Read a sentence; what is wrong with its parts is noted.

    `bad_lines` are the lines of the document that are not text: they make their sentence unreadable."""
    text = sheet.text
    begin = preface_end(piece, text)
    graph_part, alignment_part, document_part = parts_of(sheet, piece)
    metadata = _metadata(text, piece)
    words, headers = _headers(sheet, piece, begin)
    comments = piece.comments
    graph, declared = _graph(sheet, graph_part, piece.name, _within(comments, graph_part))
    entries = read_alignment(sheet, alignment_part, piece.name, _within(comments, alignment_part))
    term = read_term(sheet, document_part, piece.name, _within(comments, document_part))
    readable = graph is not None and term.readable and not _any_bad(sheet, piece, bad_lines)
    sentence = _made_sentence(
        piece.number,
        graph if graph is not None and readable else Graph.nothing(),
        declared,
        tuple([(entry.variable, entry.ranges) for entry in entries]),
        tuple(term.triples) if readable else (),
        words,
        metadata,
        headers,
        readable,
        {
            "preface": text[piece.start : begin],
            "graph": graph_part.text,
            "alignment": alignment_part.text,
            "document": document_part.text,
        },
        sheet.location(piece.heading)[0],
    )
    return SentenceReading(sentence, piece, entries, term, graph_part, alignment_part, document_part)


def _any_bad(sheet: Sheet, piece: Piece, bad_lines: list[int]) -> bool:
    """Whether a line of the sentence is not text."""
    if not bad_lines:
        return False
    first, last = sheet.location(piece.start)[0], sheet.location(max(piece.start, piece.end - 1))[0]
    index = bisect_left(bad_lines, first)
    return index < len(bad_lines) and bad_lines[index] <= last


def _metadata(text: str, piece: Piece) -> dict[str, str]:
    """The contents of the lines ``# meta-info``."""
    metadata: dict[str, str] = {}
    entry: str
    key: str
    value: str
    said: str
    for start, end in piece.comments:
        if is_ruler(text, start, end):
            continue
        if text.startswith(_USUAL_META, start, end):
            said = text[start + len(_USUAL_META) : end]
        else:
            match = _META.match(text, start, end)
            said = match[1] if match else ""
        for entry in said.split("::")[1:]:
            key, _, value = entry.partition("=")
            metadata[key.strip()] = value.strip()
    return metadata


def _headers(sheet: Sheet, piece: Piece, end: int) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The words, and the lines between the beginning of the sentence and the first of its parts, at `end`."""
    text = sheet.text
    line_end = text.find("\n", piece.words, end)
    line_end = end if line_end < 0 else line_end
    words = text[piece.words : line_end].strip()
    headers: list[tuple[str, str]] = []
    for start, last in content_lines(text, line_end + 1, end, False):
        shown = text[start:last].rstrip()
        key, colon, value = shown.partition(":")
        key = key.rstrip()
        if colon and key and "\t" not in key:
            headers.append((key, value.lstrip()))
            if key == "Words":
                words = " ".join(value.split())
        else:
            headers.append(("", shown))
            sheet.add(
                start, "umr-line", f"{shortened(shown)} is neither a comment nor a header",
                "write a header as 'Words: ...'", piece.name, "note",
            )  # fmt: skip
    return words, tuple(headers)


def _within(comments: list[tuple[int, int]], part: Part) -> list[tuple[int, int]]:
    """The comments in a part."""
    if not comments:
        return comments
    last = part.start + len(part.text)
    return [comment for comment in comments if part.start <= comment[0] < last]


def _graph(
    sheet: Sheet, part: Part, item: str, comments: list[tuple[int, int]]
) -> tuple[Graph | None, tuple[str, ...]]:
    """The graph, None if it cannot be read, and the variables that are declared."""
    if not part.text or part.text.isspace():
        return Graph.nothing(), ()
    text = part.text
    scanned = scan(text)
    if comments and (scanned.troubles or scanned.metadata):
        text = blanked(part.text, part.start, comments)
        if not text.strip():
            return Graph.nothing(), ()
        scanned = scan(text)
    if scanned.troubles:
        block = Block(text, sheet.block.path, sheet.location(part.start)[0], item)
        sheet.problems += [_in_our_words(problem) for problem in problems_of(block, scanned.troubles)]
        return None, tuple(dict.fromkeys(_DECLARED.findall(text)))
    graph = Graph.read(scanned, {}, part.text)
    return graph, graph.variables


def _in_our_words(problem: Problem) -> Problem:
    message, hint = _OWN_WORDS.get(problem.code, (None, problem.hint))
    code = problem.code.replace("penman-", "umr-graph-")
    return replace(problem, message=message or problem.message, hint=hint, code=code)
