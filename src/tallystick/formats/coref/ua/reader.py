"""CoNLL-UA, the format of Universal Anaphora: identity, bridging and discourse deixis in their own columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.coref.blocks import document_blocks
from tallystick.formats.coref.builder import DocumentNotes, Nodes, cycle_in, cycle_message, tokens_of
from tallystick.formats.coref.corefud.reader import NEW_DOCUMENT
from tallystick.formats.coref.dependencies import Dependencies
from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    CorefDocument,
    Layer,
    NodeRow,
    Origin,
    Tokens,
    node_row,
)
from tallystick.formats.coref.ua.cells import BridgingColumn, MentionColumn

__all__ = ["UaDocuments", "looks_like_ua"]

_ROWS = re.compile(r"^[^#\s]", re.M)
_HEADER = re.compile(r"^#[ \t]*global\.columns[ \t]*=.*\bIDENTITY\b", re.M)
_IDENTITY, _BRIDGING, _DEIXIS = 10, 11, 12
_NOTHING = ("_", "-", "")
_IDENTITY_NAME, _BRIDGING_NAME, _DEIXIS_NAME = "identity", "bridging", "discourse-deixis"


class UaDocuments:
    """Reads CoNLL-UA; without ``# newdoc``, all is one document.

    A row whose ID has a point in it is an empty node. A problem in an annotation column matters only if
    that annotation is scored: it is kept in `CorefDocument.faults`.

    >>> row = "1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1) _ _ _ _"
    >>> reader = UaDocuments()
    >>> [reader.item(block).value.identity.names for block in reader.blocks(Source("x", row))]
    [('1',)]
    """

    name = "ua"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block per document."""
        for block in document_blocks(source, NEW_DOCUMENT):
            if block.problems or NEW_DOCUMENT.match(block.text[:200].encode()) or _ROWS.search(block.text):
                yield block

    def item(self, block: Block) -> Item:
        """Read one document."""
        if any(problem.level == "error" for problem in block.problems):
            return Item(None, block.id, block.problems, path=block.path, line=block.line)
        notes = DocumentNotes(Origin(block.path, block.line, block.id, block.text))
        rows = _UaRows(block, notes)
        rows.read()
        return notes.item(rows.document)


class _UaRows:
    """The rows of one document while they are read."""

    def __init__(self, block: Block, notes: DocumentNotes) -> None:
        self.block = block
        self.notes = notes
        self.nodes = Nodes()
        self.dependencies = Dependencies()
        self.by_column = {
            name: DocumentNotes(notes.origin) for name in (_IDENTITY_NAME, _BRIDGING_NAME, _DEIXIS_NAME)
        }
        self.identity = MentionColumn(self.by_column[_IDENTITY_NAME])
        self.deixis = MentionColumn(self.by_column[_DEIXIS_NAME])
        self.bridging = BridgingColumn(self.by_column[_BRIDGING_NAME])
        self.slot = 0

    def read(self) -> None:
        """Read all rows."""
        offset = 0
        in_sentence = False
        for line in self.block.text.split("\n"):
            row = line.rstrip("\r")
            if not row or row.isspace():
                in_sentence = False
            elif not row.startswith("#"):
                if not in_sentence:
                    in_sentence = True
                    self.dependencies.end_sentence()
                    self.nodes.begin_sentence_here()
                self._row(row, offset)
            offset += len(line) + 1
        self.dependencies.end_sentence()
        self._finish()

    def _row(self, row: str, offset: int) -> None:
        columns = split_row(row)
        if len(columns) <= _IDENTITY:
            message = f"expected at least {_IDENTITY + 1} columns, not {len(columns)}"
            self.notes.add(message, offset, "coref-columns", hint="the line may be truncated")
            return
        number = columns[0]
        if "." in number:
            self.slot += 1
            if self.slot >= BEFORE_SENTENCE:
                self.notes.add("too many consecutive empty nodes", offset, "coref-id")
                return
            position = self.nodes.add_empty(self.slot)
            self.dependencies.add(position, columns[8])
        else:
            self.slot = 0
            position = self.nodes.add_word(columns[1])
        self.dependencies.name(number, position)
        self._cells(row, columns, offset)

    def _cells(self, row: str, columns: list[str], offset: int) -> None:
        node = len(self.nodes) - 1
        for column, reader in ((_IDENTITY, self.identity), (_DEIXIS, self.deixis)):
            if column < len(columns) and columns[column] not in _NOTHING:
                reader.read(columns[column], node, offset + _start(row, columns, column))
        if len(columns) > _BRIDGING and columns[_BRIDGING] not in _NOTHING:
            self.bridging.read(columns[_BRIDGING], offset + _start(row, columns, _BRIDGING))

    def _finish(self) -> None:
        for column in (self.identity, self.deixis):
            column.finish()
            cycle = cycle_in(column.builder.components)
            if cycle is not None:
                name = list(column.builder.names)[cycle]
                column.notes.add(cycle_message(name), column.set_offset(cycle), "coref-cycle")
        self.bridging.finish()

    def document(self) -> CorefDocument:
        """The document that was read."""
        identity, deixis = (
            Layer() if column.notes.failed else column.layer(self.nodes)
            for column in (self.identity, self.deixis)
        )
        readable = not (self.identity.notes.failed or self.bridging.notes.failed)
        bridges = self.bridging.bridges(self.identity) if readable else ()
        for notes in self.by_column.values():
            self.notes.take_warnings(notes)
        return CorefDocument(
            self.block.id or "",
            tokens_of(self.nodes.forms, Tokens(forms=ua_forms, rows=ua_rows)),
            identity,
            deixis,
            bridges,
            self.nodes.empty,
            self.dependencies.parents,
            self.nodes.sentences,
            self.notes.origin,
            {name: notes.faults() for name, notes in self.by_column.items() if notes.failed},
        )


def split_row(row: str) -> list[str]:
    """The columns of a row, divided by tabs if there are any, else by blanks."""
    return row.split("\t") if "\t" in row else row.split()


def _start(row: str, columns: list[str], column: int) -> int:
    """Where a column begins in its row."""
    at = 0
    for text in columns[:column]:
        at = row.index(text, at) + len(text)
    return row.index(columns[column], at)


def ua_forms(text: str) -> Iterator[tuple[int, str]]:
    """The words of a document with the offsets of their rows, without empty nodes."""
    offset = 0
    for line in text.split("\n"):
        if line.strip() and not line.startswith("#"):
            columns = split_row(line)
            if len(columns) > 1 and "." not in columns[0]:
                yield offset, columns[1]
        offset += len(line) + 1


def ua_rows(text: str) -> Iterator[NodeRow]:
    """The words and empty nodes in the rows of a document."""
    for line in text.split("\n"):
        if line.strip() and not line.startswith("#"):
            columns = split_row(line)
            yield node_row(columns)


def looks_like_ua(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_ua("1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1) _ _ _ _")
    True
    """
    if _HEADER.search(head):
        return True
    rows = [split_row(line) for line in head.split("\n") if line.strip() and not line.startswith("#")]
    return any(
        row[column].startswith("(EntityID=")
        for row in rows
        for column in (_IDENTITY, _DEIXIS)
        if column < len(row)
    )
