"""Entities in the MISC column of CorefUD: brackets with fields, sets and bridging links."""

from __future__ import annotations

import re
from bisect import bisect_left

from tallystick.formats.coref.builder import DocumentNotes, LayerBuilder, MentionDraft
from tallystick.formats.coref.document import Bridge, Layer
from tallystick.formats.json.value_names import key

__all__ = ["EntityCells"]

_CHUNK = re.compile(r"\(([^()]*)(\)?)|([^()]+)\)|(.)", re.S)
_PART = re.compile(r"(.*)\[([1-9][0-9]{0,5})/([1-9][0-9]{0,5})\]")
_HEAD = re.compile(r"[1-9][0-9]{0,8}")
_LINK = re.compile(r"([^<:,]+)<([^<:,]+)(?::([^,]*))?")
_HINT = "an entity is (id-field-… to open it, id) to close it, (id-field-…) on one word"

#: The fields by which an entity is known: CorefUD's name and GUM's.
_IDS = ("eid", "GRP")

#: The name of an entity with the number of a part and of all parts; 1 and 1 for a mention in one piece.
PartName = tuple[str, int, int]


class EntityCells:
    """The cells of one document while they are read."""

    def __init__(self, header: str | None, notes: DocumentNotes) -> None:
        self.notes = notes
        # Problems in Bridge matter only if bridging is scored.
        self.notes_of = {"SplitAnte": notes, "Bridge": DocumentNotes(notes.origin)}
        self.builder = LayerBuilder()
        self.fields = header.split("-") if header else []
        self.id_field = next((at for at, name in enumerate(self.fields) if name in _IDS), 0)
        self.head_field = self.fields.index("head") if "head" in self.fields else -1
        self.header_reported = False
        self.open: dict[PartName, list[MentionDraft]] = {}
        """Open parts by name, the innermost last."""
        self.partial: dict[PartName, list[MentionDraft]] = {}
        """Discontinuous mentions by the part that was opened last, while they wait for more."""
        self.links: list[tuple[str, int, int, str, str, str]] = []
        """SplitAnte and Bridge: which, node, offset, antecedent, anaphor, relation."""
        self.fresh: list[MentionDraft] = []
        """Mentions with a part that was opened in this sentence."""
        self.running: list[MentionDraft] = []
        """Mentions that were open at the end of a sentence."""
        self.set_offsets: dict[int, int] = {}
        self.anaphors: list[tuple[MentionDraft, str, str, int]] = []

    def read(self, cell: str, node: int, offset: int) -> None:
        """Read the column MISC of a node."""
        at = offset
        for attribute in cell.split("|"):
            name, _, value = attribute.partition("=")
            if name == "Entity":
                self._entity(value, node, at + 7)
            elif name in ("SplitAnte", "Bridge"):
                self._links(name, value, node, at + len(name) + 1)
            at += len(attribute) + 1

    def _entity(self, value: str, node: int, offset: int) -> None:
        if not self.fields and not self.header_reported:
            self.header_reported = True
            message = "an entity without a line # global.Entity, which defines the order of fields"
            hint = "begin the file with # global.Entity = eid-etype-head-other"
            self.notes.add(message, offset, "coref-header", hint=hint)
        for chunk in _CHUNK.finditer(value):
            at = offset + chunk.start()
            if chunk[4] is not None or not (chunk[1] or chunk[3]):
                self.notes.add(
                    f"expected entities in brackets, not {key(value)}", at, "coref-cell", hint=_HINT
                )
                return
            if chunk[3] is not None:
                self._close(_part_name(chunk[3]), node, at)
                continue
            opened = self._open(chunk[1], node, at)
            if opened is not None and chunk[2]:
                self._close(opened, node, at)

    def _open(self, content: str, node: int, offset: int) -> PartName | None:
        fields = content.split("-", max(0, len(self.fields) - 1))
        full = fields[self.id_field] if self.id_field < len(fields) else ""
        name, part, parts = wanted = _part_name(full)
        if not name or part > parts:
            self.notes.add(f"expected the id of an entity, not {key(full)}", offset, "coref-cell", hint=_HINT)
            return None
        if part == 1:
            draft = self.builder.add(MentionDraft(self.builder.entity(name), offset))
            draft.head = self._head(fields, offset)
        else:
            waiting = self.partial.get((name, part - 1, parts))
            if not waiting:
                message = f"part {part} of a mention of entity {key(name)} comes before part {part - 1}"
                self.notes.add(message, offset, "coref-part")
                return None
            draft = waiting.pop()
        if part < parts:
            self.partial.setdefault(wanted, []).append(draft)
        draft.parts.append((node, -1))
        self.fresh.append(draft)
        self.open.setdefault(wanted, []).append(draft)
        return wanted

    def _head(self, fields: list[str], offset: int) -> int:
        """The number of the head word; the first word by default."""
        if not 0 <= self.head_field < len(fields) or not fields[self.head_field]:
            return 1
        text = fields[self.head_field]
        if not _HEAD.fullmatch(text):
            self.notes.add(f"expected the number of a word as head, not {key(text)}", offset, "coref-head")
            return 1
        return int(text)

    def _close(self, wanted: PartName, node: int, offset: int) -> None:
        name, part, parts = wanted
        stack = self.open.get(wanted)
        if not stack:
            message = f"a mention of entity {key(name)} is closed but was never opened"
            self.notes.add(message, offset, "coref-unopened")
            return
        draft = stack.pop()
        draft.parts[part - 1] = (draft.parts[part - 1][0], node)
        if part < parts or any(last < 0 for _, last in draft.parts):
            return  # An earlier part may still be open, which is reported at the end.
        if draft.head > draft.size:
            message = (
                f"a mention of entity {key(name)} has {draft.size} words, but its head is word {draft.head}"
            )
            self.notes.add(message, draft.offset, "coref-head")

    def _links(self, kind: str, value: str, node: int, offset: int) -> None:
        at = offset
        for piece in value.split(","):
            link = _LINK.fullmatch(piece)
            if link is None:
                message = f"expected antecedent<anaphor in {kind}, not {key(piece)}"
                self.notes_of[kind].add(message, at, "coref-link")
            elif link[1] == link[2]:
                self.notes_of[kind].add(f"entity {key(link[1])} is its own antecedent", at, "coref-link")
            else:
                self.links.append((kind, node, at, link[1], link[2], link[3] or ""))
            at += len(piece) + 1

    def end_sentence(self) -> None:
        """A sentence ends: mentions should not run on."""
        self.running += [draft for draft in self.fresh if draft.parts[-1][1] < 0]
        self.fresh.clear()

    def finish(self) -> None:
        """Look for mentions that are still open, and resolve the links between entities."""
        for (name, _, _), stack in self.open.items():
            for draft in stack:
                message = f"a mention of entity {key(name)} is opened here but never closed"
                self.notes.add(message, draft.offset, "coref-unclosed")
        for (name, part, parts), waiting in self.partial.items():
            for draft in waiting:
                message = f"a mention of entity {key(name)} has {part} of {parts} parts"
                self.notes.add(message, draft.offset, "coref-part")
        begins: dict[tuple[int, int], MentionDraft] = {}
        for draft in self.builder.drafts:
            begins.setdefault((draft.parts[0][0], draft.entity), draft)
        for kind, node, offset, antecedent, anaphor, relation in self.links:
            unknown = [name for name in (antecedent, anaphor) if name not in self.builder.names]
            for name in unknown:
                self.notes_of[kind].add(f"entity {key(name)} in {kind} has no mention", offset, "coref-link")
            if unknown:
                continue
            whole, part = self.builder.names[anaphor], self.builder.names[antecedent]
            if kind == "SplitAnte":
                self.builder.add_component(whole, part)
                self.set_offsets.setdefault(whole, offset)
                continue
            mention = begins.get((node, whole))
            if mention is None:
                message = f"no mention of entity {key(anaphor)} begins at this word"
                self.notes_of[kind].add(
                    message, offset, "coref-link", hint="Bridge belongs on the first word of its anaphor"
                )
            else:
                self.anaphors.append((mention, antecedent, relation, offset))
        self._report_heads()
        self._report_sentences()

    def _report_heads(self) -> None:
        """Without heads every mention is headed by its first word, which is seldom true."""
        several = next(
            (draft for draft in self.builder.drafts if draft.parts[-1][1] > draft.parts[0][0]), None
        )
        if self.fields and self.head_field < 0 and several is not None:
            message = "# global.Entity has no field head: the first word of every mention counts as its head"
            self.notes.add(message, several.offset, "coref-no-heads", level="warning")

    def _report_sentences(self) -> None:
        for draft in self.running:
            if draft.parts[-1][1] >= 0:
                message = "the mention that is opened here continues after its sentence"
                self.notes.add(message, draft.offset, "coref-across-sentences", level="warning")

    def bridges(self, layer: Layer) -> tuple[Bridge, ...]:
        """The bridging links; the antecedent is the nearest mention of its entity before the anaphor.

        Where none comes before it, it is the first one."""
        index_of = {
            id(draft): self.builder.indices[number] for number, draft in enumerate(self.builder.drafts)
        }
        mentions: dict[int, list[int]] = {}
        for index, entity in enumerate(layer.entity):
            mentions.setdefault(entity, []).append(index)
        bridges = []
        for draft, antecedent, relation, _ in self.anaphors:
            anaphor = index_of[id(draft)]
            entity = self.builder.names[antecedent]
            of_entity = mentions[entity]
            nearest = max(0, bisect_left(of_entity, anaphor) - 1)
            bridges.append(Bridge(anaphor, of_entity[nearest], entity, relation))
        return tuple(bridges)


def _part_name(text: str) -> PartName:
    part = _PART.fullmatch(text) if text.endswith("]") else None
    return (part[1], int(part[2]), int(part[3])) if part else (text, 1, 1)
