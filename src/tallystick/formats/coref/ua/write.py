"""Writing CoNLL-UA."""

from __future__ import annotations

import re

from tallystick.formats.coref.document import (
    BEFORE_SENTENCE,
    CorefDocument,
    Layer,
    is_empty_node,
    word_number,
)
from tallystick.formats.coref.writing import Losses, brackets, sentences_of

__all__ = ["HEADER", "ua_text"]

HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
    " IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM\n"
)
_BAD = re.compile(r"[|()=,\s]")
_NONREFERRING = "-Pseudo"


def ua_text(document: CorefDocument, losses: Losses) -> str:
    """The document, sentence by sentence."""
    identity = _Column(document, document.identity, "m", losses)
    deixis = _Column(document, document.deixis, "d", losses)
    bridging = _bridging(document, identity)
    if any(node & BEFORE_SENTENCE and node >> 20 for node in document.empty_nodes):
        losses.note(
            "this format numbers empty nodes across sentences: those at the start of a sentence are moved"
        )
    lines = [f"# newdoc id = {document.name}" if document.name else "# newdoc"]
    numbers: dict[int, str] = {}
    slot = 0
    for position, _ in (node for sentence in sentences_of(document, losses) for node in sentence):
        slot = slot + 1 if is_empty_node(position) else 0
        number = word_number(position) + 1
        numbers[position] = f"{number}.{slot}" if slot else str(number)
    for count, sentence in enumerate(sentences_of(document, losses), 1):
        lines.append(f"# sent_id = {document.name or 'd'}-{count}")
        for position, form in sentence:
            deps = _deps(document, position, numbers)
            cells = (identity.cell(position), bridging.get(position, "_"), deixis.cell(position))
            columns = (numbers[position], form or "_", *["_"] * 6, deps, "_", *cells, "_", "_")
            lines.append("\t".join(columns))
        lines.append("")
    return "\n".join(lines) + "\n"


def _deps(document: CorefDocument, position: int, numbers: dict[int, str]) -> str:
    edges = document.dependencies.get(position, frozenset())
    known = sorted((parent, relation) for parent, relation in edges if parent == 0 or parent in numbers)
    return "|".join(f"{numbers.get(parent, '0')}:{relation}" for parent, relation in known) or "_"


def _bridging(document: CorefDocument, identity: _Column) -> dict[int, str]:
    cells: dict[int, str] = {}
    layer = document.identity
    for bridge in document.bridges:
        fields = [f"MarkableID={identity.markables[bridge.anaphor]}"]
        if bridge.relation:
            fields.append(f"Rel={_BAD.sub('_', bridge.relation)}")
        fields.append(f"MentionAnchor={identity.markables[bridge.antecedent]}")
        fields.append(f"EntityAnchor={identity.names[layer.entity[bridge.antecedent]]}")
        position = layer.first[bridge.anaphor]
        cells[position] = f"{cells.get(position, '')}({'|'.join(fields)})"
    return cells


class _Column:
    """A layer as a column of cells."""

    def __init__(self, document: CorefDocument, layer: Layer, prefix: str, losses: Losses) -> None:
        self.layer = layer
        self.losses = losses
        self.names = self._names()
        self.markables = self._markables(prefix)
        self.marks = brackets(layer, range(len(layer)), nested=True)
        self.closed_by_name = self._crosses()
        self.elements: dict[int, list[str]] = {}
        for whole, parts in layer.components.items():
            for part in parts:
                self.elements.setdefault(part, []).append(self.names[whole])
        first_of: dict[int, int] = {}
        for at, entity in enumerate(layer.entity):
            first_of.setdefault(entity, at)
        self.first = set(first_of.values())

    def _names(self) -> list[str]:
        layer = self.layer
        names = [_BAD.sub("_", name) for name in layer.names]
        if names != list(layer.names) or len(set(names)) < len(names):
            self.losses.note("the format does not allow the names of these entities: they are numbered anew")
            names = [str(number) for number in range(1, len(names) + 1)]
        for entity in layer.nonreferring:
            if not names[entity].endswith(_NONREFERRING):
                names[entity] += _NONREFERRING
        return names

    def _markables(self, prefix: str) -> list[str]:
        """The names of mentions, made up where there are none."""
        written = [self.layer.details[at].markable if at in self.layer.details else ""
                 for at in range(len(self.layer))]  # fmt: skip
        known = {name for name in written if name}
        if len(known) == len(written) and not any(map(_BAD.search, known)):
            return written
        taken = {name for name in known if not _BAD.search(name)}
        fresh = (name for number in range(1, 2 * len(written) + len(taken) + 1)
                 if (name := f"{prefix}{number}") not in taken)  # fmt: skip
        seen: set[str] = set()
        named = []
        for name in written:
            usable = name if name in taken and name not in seen else next(fresh)
            seen.add(usable)
            named.append(usable)
        return named

    def _crosses(self) -> bool:
        """Whether brackets without names would be closed in another order than they have to be."""
        stack: list[tuple[int, int]] = []
        for position in sorted(self.marks):
            mark = self.marks[position]
            for closing in mark.closing:
                if stack.pop() != closing:
                    return True
            stack += [(at, part) for at, part, ends in mark.opening if not ends]
        return False

    def cell(self, position: int) -> str:
        """The cell of a node."""
        mark = self.marks.get(position)
        if mark is None:
            return "_"
        closings = [f"{self.markables[at]})" if self.closed_by_name else ")" for at, _ in mark.closing]
        openings = [f"({self._fields(at)}{')' if ends else ''}" for at, _, ends in mark.opening]
        return "".join(closings + openings)

    def _fields(self, at: int) -> str:
        entity = self.layer.entity[at]
        fields = [f"EntityID={self.names[entity]}", f"MarkableID={self.markables[at]}"]
        detail = self.layer.details.get(at)
        if detail and detail.head:
            first, last = detail.head[0]
            if len(detail.head) > 1 or is_empty_node(first) or is_empty_node(last):
                self.losses.note("Min is one range of words: heads that are empty nodes are left out")
            else:
                left, right = word_number(first) + 1, word_number(last) + 1
                fields.append(f"Min={left},{right}")
        if entity in self.elements and at in self.first:
            fields.append(f"ElementOf={','.join(self.elements[entity])}")
        return "|".join(fields)
