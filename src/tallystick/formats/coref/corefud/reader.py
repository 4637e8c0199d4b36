"""CorefUD: CoNLL-U with entities in the column MISC."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.conllu.recognise import looks_like_conllu
from tallystick.formats.coref.blocks import document_blocks
from tallystick.formats.coref.builder import DocumentNotes, Nodes, cycle_in, cycle_message, tokens_of
from tallystick.formats.coref.corefud.cells import EntityCells
from tallystick.formats.coref.dependencies import Dependencies
from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    CorefDocument,
    NodeRow,
    Origin,
    Tokens,
    node_row,
)
from tallystick.formats.json.value_names import describe_value

__all__ = ["NEW_DOCUMENT", "CorefudDocuments", "looks_like_corefud"]

NEW_DOCUMENT = re.compile(rb"#[ \t]*newdoc\b(?:[ \t]*$|[ \t]+id[ \t]*=([^\r\n]*))?", re.M)
_HEADER = re.compile(r"^#[ \t]*global\.Entity[ \t]*=[ \t]*([^\r\n]*)", re.M)
_ROWS = re.compile(r"^[^#\s]", re.M)
_WORD = re.compile(r"[1-9][0-9]{0,8}")
_EMPTY = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")
_MULTIWORD = re.compile(r"[1-9][0-9]{0,8}-[1-9][0-9]{0,8}")
_WIDTH = 10


class CorefudDocuments:
    """Reads CoNLL-U with ``Entity=``, ``SplitAnte=`` and ``Bridge=``; without ``# newdoc``, all is one document.

    >>> row = "1\\tAnn\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\tEntity=(e1-person-1-)"
    >>> text = f"# newdoc id = toy\\n# global.Entity = eid-etype-head-other\\n{row}\\n"
    >>> reader = CorefudDocuments()
    >>> [reader.item(block).value.identity.names for block in reader.blocks(Source("x", text))]
    [('e1',)]
    """

    name = "conllu"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block per document. A file may state the order of fields once: it is added to every block."""
        header = ""
        for block in document_blocks(source, NEW_DOCUMENT):
            if block.text.startswith("#") or block.id is None:
                written = _header_of(block.text)
                if written:
                    header = written[0]
                elif header:
                    block = replace(block, text=f"{block.text}\n{header}")
            if block.problems or NEW_DOCUMENT.match(block.text[:200].encode()) or _ROWS.search(block.text):
                yield block

    def item(self, block: Block) -> Item:
        """Read one document."""
        if any(problem.level == "error" for problem in block.problems):
            return Item(None, block.id, block.problems, path=block.path, line=block.line)
        notes = DocumentNotes(Origin(block.path, block.line, block.id, block.text))
        rows = _CorefudRows(block, notes)
        rows.read()
        return notes.item(rows.document)


def _header_of(text: str) -> re.Match[str] | None:
    """The line with the order of fields; it is searched for only where its name occurs."""
    at = text.find("global.Entity")
    return _HEADER.search(text, text.rfind("\n", 0, at) + 1) if at >= 0 else None


class _CorefudRows:
    """The rows of one document while they are read."""

    def __init__(self, block: Block, notes: DocumentNotes) -> None:
        self.block = block
        self.notes = notes
        self.nodes = Nodes()
        self.dependencies = Dependencies()
        header = _header_of(block.text)
        self.cells = EntityCells(header[1].strip() if header else None, notes)
        self.words_here = 0
        """Words of the current sentence."""
        self.sentence_at = 0
        self.slot = 0
        """The number of the last empty node after the last word."""

    def read(self) -> None:
        """Read all rows."""
        offset = 0
        in_sentence = False
        for line in self.block.text.split("\n"):
            row = line.rstrip("\r")
            if not row or row.isspace():
                if in_sentence:
                    self._end_sentence()
                in_sentence = False
            elif not row.startswith("#"):
                if not in_sentence:
                    in_sentence = True
                    self.words_here = self.slot = 0
                    self.sentence_at = offset
                    self.nodes.begin_sentence()
                self._row(row, offset)
            offset += len(line) + 1
        if in_sentence:
            self._end_sentence()
        self._finish()

    def _row(self, row: str, offset: int) -> None:
        columns = row.split("\t")
        if len(columns) != _WIDTH:
            message = f"expected {_WIDTH} tab-separated columns, not {len(columns)}"
            spaces = len(columns) == 1 and len(row.split()) > 1
            hint = "the columns are separated by spaces here" if spaces else None
            self.notes.add(message, offset, "coref-columns", hint=hint)
            return
        number = columns[0]
        if number == str(self.words_here + 1):
            position = self.nodes.add_word(columns[1])
            self.words_here += 1
            self.slot = 0
        elif _MULTIWORD.fullmatch(number):
            if "Entity=" in columns[9]:
                message = "an entity on a multiword token; entities belong on its words"
                self.notes.add(message, offset + len(row) - len(columns[9]), "coref-cell")
            return
        elif not self._is_next_empty(number, offset):
            return
        else:
            position = self.nodes.add_empty(self.slot)
            self.dependencies.add(position, columns[8])
        self.dependencies.name(number, position)
        if "=" in columns[9]:
            self.cells.read(columns[9], len(self.nodes) - 1, offset + len(row) - len(columns[9]))

    def _is_next_empty(self, number: str, offset: int) -> bool:
        empty = _EMPTY.fullmatch(number)
        if empty is None:
            kind = "" if not _WORD.fullmatch(number) else ": it does not follow the previous ID"
            message = f"expected the number {self.words_here + 1} as ID, not {describe_value(number)}{kind}"
            self.notes.add(message, offset, "coref-id")
            return False
        after, slot = int(empty[1]), int(empty[2])
        if after != self.words_here or slot <= self.slot or slot >= BEFORE_SENTENCE:
            message = (
                f"the empty node {number} is after word {self.words_here}, which does not fit its number"
            )
            self.notes.add(message, offset, "coref-id")
            return False
        self.slot = slot
        return True

    def _end_sentence(self) -> None:
        if not self.words_here:
            self.notes.add("the sentence has no words", self.sentence_at, "coref-words")
        self.dependencies.end_sentence()
        self.cells.end_sentence()

    def _finish(self) -> None:
        self.cells.finish()
        builder = self.cells.builder
        cycle = cycle_in(builder.components)
        if cycle is not None:
            name = list(builder.names)[cycle]
            self.notes.add(cycle_message(name), self.cells.set_offsets.get(cycle, 0), "coref-cycle")

    def document(self) -> CorefDocument:
        """The document that was read."""
        layer = self.cells.builder.layer(self.nodes)
        bridging = self.cells.notes_of["Bridge"]
        bridges = () if bridging.failed else self.cells.bridges(layer)
        return CorefDocument(
            self.block.id or "",
            tokens_of(self.nodes.forms, Tokens(forms=conllu_forms, rows=conllu_rows)),
            layer,
            bridges=bridges,
            empty_nodes=self.nodes.empty,
            dependencies=self.dependencies.parents,
            sentences=self.nodes.sentences,
            origin=self.notes.origin,
            faults={"bridging": bridging.faults()} if bridging.failed else {},
        )


def conllu_forms(text: str) -> Iterator[tuple[int, str]]:
    """The words of a document with the offsets of their rows; neither empty nodes nor multiword tokens."""
    offset = 0
    for line in text.split("\n"):
        columns = line.split("\t", 2)
        if len(columns) > 1 and _WORD.fullmatch(columns[0]):
            yield offset, columns[1]
        offset += len(line) + 1


def conllu_rows(text: str) -> Iterator[NodeRow]:
    """The words and empty nodes in the rows of a document."""
    for line in text.split("\n"):
        columns = line.split("\t")
        if len(columns) == _WIDTH and not line.startswith("#") and "-" not in columns[0]:
            yield node_row(columns)


def looks_like_corefud(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_corefud("1\\tAnn\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\tEntity=(e1-person-1-)\\n")
    True
    """
    return looks_like_conllu(head) and (bool(_HEADER.search(head)) or "Entity=(" in head)
