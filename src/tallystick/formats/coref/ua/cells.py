"""Mentions and bridging links in the columns of CoNLL-UA: brackets with keys and values."""

from __future__ import annotations

import re

from tallystick.formats.coref.builder import DocumentNotes, LayerBuilder, MentionDraft, Nodes
from tallystick.formats.coref.document import Bridge, Layer, Range, position
from tallystick.formats.json.value_names import key

__all__ = ["BridgingColumn", "MentionColumn"]

_CHUNK = re.compile(r"\(([^()]*)(\)?)|([^()]*)\)|(.)", re.S)
_MINIMUM = re.compile(r"([1-9][0-9]{0,8})(?:,([1-9][0-9]{0,8}))?")
_HINT = "a mention is (EntityID=…|MarkableID=… to open it, ) or MarkableID) to close it"

#: The suffix of entities that refer to nothing.
NONREFERRING = "-Pseudo"


class MentionColumn:
    """A column of mentions while it is read.

    A closing bracket without a name closes the mention that was opened last, one with a MarkableID that mention. A
    MarkableID that is opened again begins another part of its mention."""

    def __init__(self, notes: DocumentNotes) -> None:
        self.notes = notes
        self.builder = LayerBuilder()
        self.stack: list[tuple[MentionDraft, int]] = []
        """Mentions with the part that was opened; those closed by name stay until they are on top."""
        self.markables: dict[str, MentionDraft] = {}
        self.elements: list[tuple[int, str, int]] = []
        """Components: the entity, the name of the set it is an element of, offset."""
        self.minima: list[tuple[MentionDraft, int, int]] = []

    def read(self, cell: str, node: int, offset: int) -> None:
        """Read the cell of a node."""
        for chunk in _CHUNK.finditer(cell):
            at = offset + chunk.start()
            if chunk[4] is not None:
                self.notes.add(
                    f"expected mentions in brackets, not {key(cell)}", at, "coref-cell", hint=_HINT
                )
                return
            if chunk[3] is not None:
                if not self._close(chunk[3], node, at):
                    return
                continue
            draft = self._open(chunk[1], node, at)
            if draft is None:
                return  # One problem per cell is enough, however long it is.
            if chunk[2]:
                self.stack.pop()
                draft.parts[-1] = (node, node)

    def _open(self, content: str, node: int, offset: int) -> MentionDraft | None:
        fields = _fields(content)
        name, markable = fields.get("EntityID", ""), fields.get("MarkableID", "")
        if not name:
            self.notes.add(f"expected EntityID=…, not {key(content)}", offset, "coref-cell", hint=_HINT)
            return None
        entity = self.builder.entity(name)
        draft = self.markables.get(markable) if markable else None
        if draft is None:
            draft = self.builder.add(MentionDraft(entity, offset, markable=markable))
            self._minimum(draft, fields.get("Min", "_"), offset)
            if markable:
                self.markables[markable] = draft
        elif draft.parts[-1][1] < 0 or draft.entity != entity:
            other = "entities" if draft.entity != entity else "nested mentions"
            self.notes.add(
                f"the MarkableID {key(markable)} is used for two {other}", offset, "coref-markable"
            )
            return None
        for whole in fields.get("ElementOf", "").split(","):
            if whole and whole != "_":
                self.elements.append((entity, whole, offset))
        draft.parts.append((node, -1))
        self.stack.append((draft, len(draft.parts) - 1))
        return draft

    def _minimum(self, draft: MentionDraft, text: str, offset: int) -> None:
        if text in ("_", ""):
            return
        minimum = _MINIMUM.fullmatch(text)
        first, last = (int(minimum[1]), int(minimum[2] or minimum[1])) if minimum else (1, 0)
        if first > last:
            self.notes.add(f"expected numbers of words as Min, not {key(text)}", offset, "coref-min")
        else:
            self.minima.append((draft, first, last))

    def _close(self, markable: str, node: int, offset: int) -> bool:
        """Close a mention; whether one is open."""
        draft = self._innermost() if not markable else self.markables.get(markable)
        if draft is not None and draft.parts[-1][1] >= 0:
            draft = None
        if draft is None:
            what = f"the mention {key(markable)}" if markable else "a mention"
            self.notes.add(f"{what} is closed but not open", offset, "coref-unopened")
            return False
        draft.parts[-1] = (draft.parts[-1][0], node)
        return True

    def _innermost(self) -> MentionDraft | None:
        """The mention that was opened last of those that are open."""
        while self.stack:
            draft, part = self.stack.pop()
            if draft.parts[part][1] < 0:
                return draft
        return None

    def finish(self) -> None:
        """Look for mentions that are still open, and for the sets."""
        names = list(self.builder.names)
        while draft := self._innermost():
            message = f"a mention of entity {key(names[draft.entity])} is opened here but never closed"
            self.notes.add(message, draft.offset, "coref-unclosed")
        for part, whole, offset in self.elements:
            entity = self.builder.names.get(whole)
            if entity is None:
                message = f"ElementOf names entity {key(whole)}, which has no mention; it is left out"
                self.notes.add(message, offset, "coref-element-of", level="warning")
            else:
                if names[part].endswith(NONREFERRING):
                    message = f"entity {key(names[part])} is non-referring, but ElementOf makes it an element of a set"
                    hint = "such elements count only with --nonreferring-elements keep"
                    self.notes.add(message, offset, "coref-element-of", level="warning", hint=hint)
                self.builder.add_component(entity, part)

    def set_offset(self, whole: int) -> int:
        """Where an entity is first declared to be a set."""
        name = list(self.builder.names)[whole]
        return next((offset for _, named, offset in self.elements if named == name), 0)

    def layer(self, nodes: Nodes) -> Layer:
        """The layer; the words of Min must be words of the mention."""
        for draft, first, last in self.minima:
            wanted = (position(first - 1), position(last - 1))
            if _inside(draft, wanted, nodes):
                draft.minimum = (wanted,)
            else:
                message = "Min is not inside the mention; the whole mention counts instead"
                self.notes.add(message, draft.offset, "coref-min", level="warning")
        names = enumerate(self.builder.names)
        return self.builder.layer(nodes, frozenset(at for at, name in names if name.endswith(NONREFERRING)))


class BridgingColumn:
    """The column of bridging links while it is read.

    A link opens on the first word of its anaphor and closes on the last. All its fields are on the first word, so a
    missing or extra closing bracket loses nothing and is only a warning."""

    def __init__(self, notes: DocumentNotes) -> None:
        self.notes = notes
        self.links: list[tuple[dict[str, str], int]] = []
        self.open: list[int] = []
        """The offsets of the links that are not closed."""

    def read(self, cell: str, offset: int) -> None:
        """Read the cell of a node."""
        for chunk in _CHUNK.finditer(cell):
            at = offset + chunk.start()
            if chunk[4] is not None:
                message = f"expected links in brackets, not {key(cell)}"
                hint = "a link is (MarkableID=…|Rel=…|MentionAnchor=…|EntityAnchor=…)"
                self.notes.add(message, at, "coref-link", hint=hint)
                return
            if chunk[3] is None:
                self.links.append((_fields(chunk[1]), at))
                if not chunk[2]:
                    self.open.append(at)
            elif self.open:
                self.open.pop()
            else:
                message = "extra ) in the bridging column: no link is open here"
                self.notes.add(message, at, "coref-link", level="warning")

    def finish(self) -> None:
        """Look for links that are still open."""
        for at in self.open:
            message = "the bridging link that opens here is never closed"
            self.notes.add(message, at, "coref-link", level="warning")

    def bridges(self, identity: MentionColumn) -> tuple[Bridge, ...]:
        """The links between mentions of the identity column; others are left out, with a warning."""
        builder = identity.builder
        index_of = {id(draft): builder.indices[number] for number, draft in enumerate(builder.drafts)}
        bridges = []
        for fields, offset in self.links:
            anaphor = identity.markables.get(fields.get("MarkableID", ""))
            antecedent = identity.markables.get(fields.get("MentionAnchor", ""))
            if anaphor is None or antecedent is None:
                field = "MarkableID" if anaphor is None else "MentionAnchor"
                name = fields.get(field, "")
                message = f"the {field} {key(name)} of a bridging link is not a mention; the link is left out"
                self.notes.add(message, offset, "coref-bridge", level="warning")
                continue
            relation = fields.get("Rel", "")
            bridges.append(
                Bridge(index_of[id(anaphor)], index_of[id(antecedent)], antecedent.entity, relation)
            )
        return tuple(bridges)


def _fields(content: str) -> dict[str, str]:
    pairs = (field.partition("=") for field in content.split("|"))
    return {name: value for name, _, value in pairs}


def _inside(draft: MentionDraft, wanted: Range, nodes: Nodes) -> bool:
    at = nodes.positions
    return any(at[first] <= wanted[0] and wanted[1] <= at[last] for first, last in draft.parts)
