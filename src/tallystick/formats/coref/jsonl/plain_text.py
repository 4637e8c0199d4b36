"""Plain text with entities, the format of the CRAC shared tasks for language models: one document per line.

In ``Ann|[e1] met old|[e2 Leo|e2] . ##|[e1] left``, a word opens entities behind its bar (``[e1``), closes them
(``e1]``) or does both (``[e1]``), with commas between several. A word that begins with ``##`` is an empty node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tallystick.formats.base import Block, Item, Source
from tallystick.formats.coref.builder import DocumentNotes, LayerBuilder, MentionDraft, Nodes, tokens_of
from tallystick.formats.coref.document import BEFORE_SENTENCE, CorefDocument, NodeRow, Origin, Tokens
from tallystick.formats.json.value_names import key

__all__ = ["EMPTY_NODE", "PlainDocuments", "looks_like_plain"]

#: Prefix of a token for an empty node in the formats of the CRAC shared tasks.
EMPTY_NODE = "##"

_WORD = re.compile(r"\S+")
_ENTITY = r"(?:\[[^\s\[\],|]+\]?|[^\s\[\],|]+\])"
_MARKS = re.compile(rf"{_ENTITY}(?:,{_ENTITY})*")


class PlainDocuments:
    """Reads plain text with entities; documents have no names, so that they pair by their order.

    >>> reader = PlainDocuments()
    >>> [reader.item(block).value.identity.names for block in reader.blocks(Source("x", "Ann|[e1] left"))]
    [('e1',)]
    """

    name = "plain"

    def blocks(self, source: Source) -> Iterator[Block]:
        """One block for each line that is not blank."""
        for line in source.lines():
            if line.problem or line.text.strip():
                problems = (line.problem,) if line.problem else ()
                yield Block(line.text, source.shown, line.number, None, problems, line.end)

    def item(self, block: Block) -> Item:
        """Read one document."""
        if any(problem.level == "error" for problem in block.problems):
            return Item(None, block.id, block.problems, path=block.path, line=block.line)
        notes = DocumentNotes(Origin(block.path, block.line, block.id, block.text))
        reading = _PlainTextDocument(notes)
        reading.read(block.text)
        return notes.item(reading.document)


class _PlainTextDocument:
    """A document while it is read."""

    def __init__(self, notes: DocumentNotes) -> None:
        self.notes = notes
        self.nodes = Nodes()
        self.builder = LayerBuilder()
        self.open: dict[str, list[MentionDraft]] = {}
        self.slot = 0

    def read(self, text: str) -> None:
        """Read all words."""
        for match in _WORD.finditer(text):
            form, marks = split_word(match[0])
            self.slot = self.slot + 1 if form.startswith(EMPTY_NODE) else 0
            if self.slot >= BEFORE_SENTENCE:
                self.notes.add("too many consecutive empty nodes", match.start(), "coref-id")
                return
            if self.slot:
                self.nodes.add_empty(self.slot)
            else:
                self.nodes.add_word(form)
            at = match.start() + len(form) + 1
            for mark in marks.split(",") if marks else ():
                self._mark(mark, at)
                at += len(mark) + 1
        for name, stack in self.open.items():
            for draft in stack:
                message = f"a mention of entity {key(name)} is opened here but never closed"
                self.notes.add(message, draft.offset, "coref-unclosed")

    def _mark(self, mark: str, offset: int) -> None:
        name = mark.strip("[]")
        node = len(self.nodes) - 1
        if mark.startswith("["):
            draft = self.builder.add(MentionDraft(self.builder.entity(name), offset, [(node, -1)]))
            self.open.setdefault(name, []).append(draft)
        if mark.endswith("]"):
            stack = self.open.get(name)
            if not stack:
                message = f"a mention of entity {key(name)} is closed but was never opened"
                self.notes.add(message, offset, "coref-unopened")
                return
            draft = stack.pop()
            draft.parts[-1] = (draft.parts[-1][0], node)

    def document(self) -> CorefDocument:
        """The document that was read."""
        return CorefDocument(
            "",
            tokens_of(self.nodes.forms, Tokens(forms=plain_forms, rows=plain_rows)),
            self.builder.layer(self.nodes),
            empty_nodes=self.nodes.empty,
            origin=self.notes.origin,
        )


def split_word(text: str) -> tuple[str, str]:
    """A word and the entities behind its last bar; a bar may also be part of a word.

    >>> split_word("Leo|e2],[e3]"), split_word("a|b"), split_word("|")
    (('Leo', 'e2],[e3]'), ('a|b', ''), ('|', ''))
    """
    form, bar, marks = text.rpartition("|")
    return (form, marks) if bar and form and _MARKS.fullmatch(marks) else (text, "")


def plain_forms(text: str) -> Iterator[tuple[int, str]]:
    """The words of a document with their offsets, without empty nodes."""
    for match in _WORD.finditer(text):
        form, _ = split_word(match[0])
        if not form.startswith(EMPTY_NODE):
            yield match.start(), form


def plain_rows(text: str) -> Iterator[NodeRow]:
    """The words and empty nodes in the line."""
    for match in _WORD.finditer(text):
        form, _ = split_word(match[0])
        empty = form.startswith(EMPTY_NODE)
        yield NodeRow(empty, form.removeprefix(EMPTY_NODE) or "_" if empty else form)


def looks_like_plain(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format: an entity opens and closes behind bars.

    >>> looks_like_plain("Ann|[e1] left ."), looks_like_plain("Ann left .")
    (True, False)
    """
    if head.startswith(("{", "[", "#", "(")) or "\t" in head:
        return False
    opened: set[str] = set()
    for match in _WORD.finditer(head[:100_000]):
        for mark in filter(None, split_word(match[0])[1].split(",")):
            name = mark.strip("[]")
            if mark.startswith("["):
                opened.add(name)
            if mark.endswith("]"):
                return name in opened
    return False
