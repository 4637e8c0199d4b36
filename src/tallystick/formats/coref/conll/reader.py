"""CoNLL-2012: documents of rows, the entities of each word in brackets in its last column."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tallystick.dataclass import dataclass
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.coref.blocks import document_blocks
from tallystick.formats.coref.builder import DocumentNotes
from tallystick.formats.coref.conll.scan import Scanned, scan_rows
from tallystick.formats.coref.conll.words import row_words
from tallystick.formats.coref.document import SLOT_BITS, CorefDocument, Layer, Origin, Tokens
from tallystick.formats.json.value_names import key

__all__ = ["ConllDocuments", "looks_like_conll", "plain_name"]

_BEGINS = re.compile(rb"#[ \t]*begin[ \t]+document\b([^\r\n]*)")
_BEGIN = re.compile(r"#[ \t]*begin[ \t]+document\b")
_END = re.compile(r"\n#[ \t]*end[ \t]+document\b[^\n]*")
_ROW = re.compile(r"^(?!#(?!\t))[^\n]*\S[^\n]*$", re.M)
_CELL = re.compile(r"[-_]|(?:\([^()|\s]+\)?|[^()|\s]+\))(?:\|?(?:\([^()|\s]+\)?|[^()|\s]+\)))*")
_NAME = re.compile(r"\((.+)\);?(?:[ \t]*part[ \t]+0+)?")
_TWO_ANTECEDENTS = re.compile(r"[0-9]+\+[0-9]+")

#: If a row has at least this many columns, the word is in this column.
_FULL_WIDTH = 5
_FULL_COLUMN = 3


@dataclass(frozen=True, slots=True)
class RowLayout:
    """How the rows of a document are divided, and which column has the word."""

    tabs: bool
    """Whether tabs alone divide columns; else blanks do."""
    column: int
    """The column of the word: the fourth, in short rows the one before the last; −1 if there is none."""

    @classmethod
    def of(cls, text: str) -> RowLayout:
        """The layout of the first row."""
        row = _ROW.search(text)
        first = row[0].strip() if row else ""
        tabs = "\t" in first
        width = len(first.split("\t")) if tabs else len(first.split())
        return cls(tabs, _FULL_COLUMN if width >= _FULL_WIDTH else width - 2)

    def forms(self, text: str) -> Iterator[tuple[int, str]]:
        """The words with their offsets."""
        offset, column = 0, self.column
        separator = "\t" if self.tabs else None
        for row in text.split("\n"):
            # As in _ROW: a comment is not a row, nor is a blank line.
            if not row.startswith("#") or row.startswith("#\t"):
                columns = row.split(separator, column + 1)
                if columns and (separator is None or (not row.isspace() and row)):
                    yield offset, columns[column] if 0 <= column < len(columns) else ""
            offset += len(row) + 1

    def words(self, text: str) -> Sequence[str]:
        """The words alone."""
        return row_words(text.encode("utf-8", "surrogatepass"), self.tabs, self.column)


class ConllDocuments:
    """Reads documents in the format of the CoNLL-2012 shared task.

    Names of entities may be any characters but brackets and bars; a mention is closed by the name of its entity, the
    innermost one first, and mentions of different entities may cross.

    >>> text = "#begin document (toy)\\nAnn (1)\\nsaw -\\nher (1)\\n#end document"
    >>> reader = ConllDocuments()
    >>> [reader.item(block).value.identity.names for block in reader.blocks(Source("x", text))]
    [('1',)]
    """

    name = "conll"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block per document."""
        for block in document_blocks(source, _BEGINS):
            yield replace(block, id=plain_name(block.id)) if block.id else block

    def item(self, block: Block) -> Item:
        """Read one document."""
        if any(problem.level == "error" for problem in block.problems):
            return Item(None, block.id, block.problems, path=block.path, line=block.line)
        layout = RowLayout.of(block.text)
        data = block.text.encode("utf-8", "surrogatepass")
        scanned = scan_rows(data, layout.tabs, layout.column, SLOT_BITS)
        notes = DocumentNotes(Origin(block.path, block.line, block.id, block.text, in_bytes=True))
        _note_frame(notes, block)
        brackets = DocumentNotes(notes.origin)
        _note_troubles(brackets, scanned.troubles)
        other: Layer | None = None
        if scanned.order_matters:
            again = scan_rows(data, layout.tabs, layout.column, SLOT_BITS, openings_first=True)
            other = None if again.troubles else _layer(again, DocumentNotes(notes.origin))
        if brackets.failed and other is None:
            notes.notes += brackets.notes
        layer = Layer() if brackets.failed else _layer(scanned, notes)
        tokens = Tokens(
            scanned.words, scanned.digest if layout.column >= 0 else -1, layout.forms, words=layout.words
        )
        faults = {"identity": brackets.faults()} if brackets.failed else {}
        return notes.item(
            lambda: CorefDocument(
                block.id or "", tokens, layer, origin=notes.origin, faults=faults, openings_first=other
            )
        )


def _layer(scanned: Scanned, notes: DocumentNotes) -> Layer:
    first, last, offset, entity = scanned.columns
    layer = Layer(tuple(scanned.names), first, last, entity, offset)
    return _without_two_antecedents(layer, notes) if "+" in "".join(scanned.names) else layer


def plain_name(name: str) -> str:
    """The name of a document as other formats have it; parts but the first keep their number.

    >>> plain_name("(toy); part 000"), plain_name("toy"), plain_name("(toy); part 001")
    ('toy', 'toy', '(toy); part 001')
    """
    named = _NAME.fullmatch(name)
    return named[1] if named else name


def _note_frame(notes: DocumentNotes, block: Block) -> None:
    """Rows outside of documents, and documents without an end."""
    if not _BEGIN.match(block.text):
        hint = "put each document between the lines #begin document NAME and #end document"
        notes.add("rows outside any document", 0, "coref-outside", hint=hint)
        return
    end = _end_of(block.text)
    if end is None:
        notes.add("the document has no line #end document: is the file truncated?", 0, "coref-end")
    elif row := _ROW.search(block.text, end.end()):
        offset = len(block.text[: row.start()].encode("utf-8", "surrogatepass"))
        notes.add("a row after the end of the document", offset, "coref-outside")


def _end_of(text: str) -> re.Match[str] | None:
    """The line that ends the document. It is the last comment, most often, so the search runs backwards."""
    at = text.rfind("\n#")
    while at >= 0:
        if end := _END.match(text, at):
            return end
        at = text.rfind("\n#", 0, at)
    return None


_GRAMMAR = "write -, (3, 3) or (3); separate several by |"


def _note_troubles(notes: DocumentNotes, troubles: Sequence[tuple[int, str, bytes]]) -> None:
    for offset, code, piece in troubles:
        name = key(piece.decode("utf-8", "surrogatepass"))
        if code == "coref-columns":
            message = "the row has fewer columns than the first row of the document"
            notes.add(message, offset, code, hint="is the line truncated?")
        elif code == "coref-unopened":
            notes.add(f"a mention of entity {name} is closed but was never opened", offset, code)
        elif code == "coref-unclosed":
            notes.add(f"a mention of entity {name} is opened here but never closed", offset, code)
        else:
            message = f"expected entities in brackets in the last column, not {name}"
            notes.add(message, offset, code, hint=_GRAMMAR)


def _without_two_antecedents(layer: Layer, notes: DocumentNotes) -> Layer:
    """Leave out mentions such as ``(1+2)``, as the reference scorer does, with a warning."""
    keep = [not _TWO_ANTECEDENTS.fullmatch(name) for name in layer.names]
    if all(keep):
        return layer
    message = "a mention with two antecedents is left out: this format has no sets of entities"
    for at, entity in enumerate(layer.entity):
        if not keep[entity]:
            notes.add(message, layer.offset[at], "coref-two-antecedents", level="warning")
    number = {old: new for new, old in enumerate(i for i, kept in enumerate(keep) if kept)}
    rows = [at for at, entity in enumerate(layer.entity) if keep[entity]]

    return Layer(
        tuple(name for name, kept in zip(layer.names, keep, strict=True) if kept),
        array("q", (layer.first[at] for at in rows)),
        array("q", (layer.last[at] for at in rows)),
        array("i", (number[layer.entity[at]] for at in rows)),
        array("q", (layer.offset[at] for at in rows)),
    )


def looks_like_conll(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_conll("#begin document (a); part 000\\na 0 0 Ann (1)\\n")
    True
    """
    lines = head.split("\n")
    if len(lines) > 1:
        lines.pop()  # it may be truncated
    rows = [line for line in lines if line.strip() and (not line.startswith("#") or line.startswith("#\t"))]
    return any(map(_BEGIN.match, lines)) and all(_CELL.fullmatch(row.split()[-1]) for row in rows)
