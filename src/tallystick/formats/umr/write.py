"""Writing UMR documents: in UMR's two layouts, their graphs in PENMAN notation, and as JSON.

Nothing is left out silently. A sentence that could not be read is written in UMR as it was in the file, in
JSON with the text of its parts; PENMAN notation cannot represent it, and the whole document is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block
from tallystick.formats.penman.graph import Graph
from tallystick.formats.penman.write import dumps as graph_text
from tallystick.formats.umr.document import Sentence, UmrDocument
from tallystick.formats.umr.parts import HEADINGS, cut_document
from tallystick.formats.umr.sentence import read_sentence
from tallystick.formats.umr.sheet import Sheet

__all__ = ["LAYOUTS", "dump", "dumps", "to_amr", "to_json"]

#: That of the releases since 2.0, and that of 1.0 with the words on the line of the sentence.
LAYOUTS = ("umr", "umr-1.0")

_RULER = "#" * 80
_HEADING = {part: heading for heading, part in HEADINGS.items()}
#: Header lines that the layout of 1.0 has not.
_NEW_HEADERS = ("Index", "Words")


def dumps(document: UmrDocument, layout: str = "umr") -> str:
    """A document as text; reading it gives an equal document.

    What the layout ``umr-1.0`` cannot hold are the headers ``Index`` and ``Words``; the words themselves
    are on the line of the sentence. What no layout holds is a variable that is declared without a graph.

    >>> from tallystick.formats.umr.reader import loads
    >>> text = "# :: snt1 Boys go.\\n# sentence level graph:\\n(s1g / go-01 :actor (s1b / boy))\\n"
    >>> text += "# alignment:\\ns1g: 2-2\\n# document level annotation:\\n(s1s0/sentence :modal((root :modal author)))"
    >>> print(dumps(loads(text), "umr-1.0"))
    # :: snt1	Boys go.
    <BLANKLINE>
    # sentence level graph:
    (s1g / go-01
        :actor (s1b / boy))
    <BLANKLINE>
    # alignment:
    s1g: 2-2
    <BLANKLINE>
    # document level annotation:
    (s1s0 / sentence
        :modal ((root :modal author)))
    <BLANKLINE>
    <BLANKLINE>
    """
    if layout not in LAYOUTS:
        raise ValueError(f"the layouts are {' and '.join(LAYOUTS)}, not {layout!r}")
    return "\n".join("".join(_sentence(sentence, layout)) for sentence in document.sentences)


def dump(document: UmrDocument, path: str | Path, layout: str = "umr") -> None:
    """Write a document to a file."""
    Path(path).write_text(dumps(document, layout), encoding="utf-8", newline="\n")


def _sentence(sentence: Sentence, layout: str) -> Iterator[str]:
    if not sentence.readable:
        yield _as_it_stood(sentence)
        return
    yield _preface(sentence, layout)
    yield f"\n{_HEADING['graph']}\n"
    if sentence.graph.variables:
        yield graph_text(sentence.graph) + "\n"
    yield f"\n{_HEADING['alignment']}\n"
    for variable, ranges in sentence.alignments:
        yield f"{variable}: {','.join(f'{first}-{last}' for first, last in ranges) or '0-0'}\n"
    yield f"\n{_HEADING['document']}\n{_term(sentence)}\n\n"


def _preface(sentence: Sentence, layout: str) -> str:
    """Everything before the graph."""
    lines = [_RULER] if layout == "umr" else []
    if layout == "umr" or sentence.metadata:
        fields = (f" :: {key} = {value}" for key, value in sentence.metadata.items())
        lines.append(f"# meta-info{''.join(fields)}")
    headers = sentence.headers
    if layout == "umr-1.0":
        headers = tuple((key, value) for key, value in headers if key not in _NEW_HEADERS)
    # Without a header for them, the words are on the line of the sentence.
    words = "" if any(key == "Words" for key, _ in headers) else f"\t{sentence.text}"
    lines.append(f"# :: snt{sentence.number}{words}".rstrip())
    lines += [f"{key}: {value}".rstrip() if key else value for key, value in headers]
    return "\n".join(lines) + "\n"


def _term(sentence: Sentence) -> str:
    """The document level: groups in the order of their triples, which may have a group come twice."""
    lines = [f"(s{sentence.number}s0 / sentence"]
    for group, triples in groupby(sentence.triples, key=lambda triple: triple.group):
        written = [str(triple) for triple in triples]
        if group:
            margin = "\n" + " " * (len(group) + 7)
            lines.append(f"    :{group} ({margin.join(written)})")
        else:
            lines += [f"    {triple}" for triple in written]
    return "\n".join(lines) + ")"


def _as_it_stood(sentence: Sentence) -> str:
    """A sentence that could not be read, from the text of its parts."""
    parts = sentence.parts
    pieces = [parts.get("preface", "")]
    for name, heading in _HEADING.items():
        pieces += [f"\n{heading}\n", parts.get(name, "").strip("\n"), "\n"]
    text = "".join(pieces) + "\n"
    sheet = Sheet(Block(text))
    again = [read_sentence(sheet, piece, []).sentence for piece in cut_document(sheet)]
    if any(problem.code == "umr-number" for problem in sheet.problems):
        # Without a number, it follows the previous sentence.
        again = [replace(copy, number=sentence.number) for copy in again]
    if again != [sentence]:
        raise DataError(_unreadable(sentence, "cannot be written as it was"))
    return text


def _unreadable(sentence: Sentence, reason: str) -> Problem:
    return Problem(
        f"the sentence could not be read and {reason}", line=sentence.line, item=f"snt{sentence.number}",
        hint="correct the file, or leave the sentence out", code="umr-unreadable",
    )  # fmt: skip


def to_amr(document: UmrDocument) -> str:
    """The sentence graphs in PENMAN notation, with ``# ::id`` and ``# ::snt``.

    A sentence without nodes becomes ``(s1e / amr-empty)``, as in releases of AMR. Sentences that could not
    be read cannot be written to such a file: :class:`~tallystick.errors.DataError` lists them all.

    >>> from tallystick.formats.umr.reader import loads
    >>> print(to_amr(loads("# :: snt1 Go!\\n# sentence level graph:\\n(s1g / go-01 :mode imperative)")))
    # ::id snt1
    # ::snt Go!
    (s1g / go-01
        :mode imperative)
    <BLANKLINE>
    """
    problems = [
        _unreadable(sentence, "cannot be written among graphs")
        for sentence in document.sentences
        if not sentence.readable
    ]
    if problems:
        raise DataError(problems)
    return graph_text(_as_amr(sentence, document.name) for sentence in document.sentences)


def _as_amr(sentence: Sentence, name: str) -> Graph:
    identity = f"{name}.snt{sentence.number}" if name else f"snt{sentence.number}"
    graph = sentence.graph
    if not graph.variables:
        graph = replace(graph, variables=(f"s{sentence.number}e",), concepts=("amr-empty",))
    return replace(graph, metadata={"id": identity, "snt": sentence.text})


def to_json(document: UmrDocument) -> str:
    """The document as one JSON object.

    >>> from tallystick.formats.umr.reader import loads
    >>> print(to_json(loads("# :: snt1 Go!\\n# sentence level graph:\\n(s1g / go-01)\\n# alignment:\\ns1g: 1-1")))
    ... # doctest: +NORMALIZE_WHITESPACE
    {"name": "", "sentences": [{"number": 1, "text": "Go!", "metadata": {}, "headers": [], "readable": true,
     "graph": [["s1g", ":instance", "go-01"]], "alignments": [["s1g", [[1, 1]]]], "document": []}]}
    """
    content = {"name": document.name, "sentences": [_as_object(sentence) for sentence in document.sentences]}
    return json.dumps(content, ensure_ascii=False)


def _as_object(sentence: Sentence) -> dict[str, object]:
    content: dict[str, object] = {
        "number": sentence.number,
        "text": sentence.text,
        "metadata": dict(sentence.metadata),
        "headers": sentence.headers,
        "readable": sentence.readable,
        "graph": sentence.graph.triples(),
        "alignments": sentence.alignments,
        "document": [
            {"parent": triple.parent, "label": triple.label, "child": triple.child, "group": triple.group}
            for triple in sentence.triples
        ],
    }
    if not sentence.readable:
        content["parts"] = dict(sentence.parts)
    return content
