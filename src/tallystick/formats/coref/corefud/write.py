"""Writing CorefUD: CoNLL-U with words, lemmas, parts of speech, trees, empty nodes and entities."""

from __future__ import annotations

import re
from bisect import bisect_left

from tallystick.formats.coref.document import (
    CorefDocument,
    Layer,
    NodeRow,
    word_number,
)
from tallystick.formats.coref.writing import (
    Losses,
    Node,
    brackets,
    names_for,
    node_number,
    sentences_of,
    separable,
)

__all__ = ["HEADER", "corefud_text"]

HEADER = "# global.Entity = eid-etype-head-other\n"
#: The row of a node without annotation, and the values of HEAD that mean no head.
_UNKNOWN = NodeRow(False, "_")
_NOTHING = ("", "_")
_NAME = re.compile(r"[^-()|=,<:\[\]\s]+")


def corefud_text(document: CorefDocument, losses: Losses) -> str:
    """The document, sentence by sentence."""
    losses.layers(document, deixis=True, nonreferring=True, markables=True)
    writer = _Writer(document, losses)
    lines = [f"# newdoc id = {document.name}" if document.name else "# newdoc"]
    for number, sentence in enumerate(sentences_of(document, losses), 1):
        lines.append(f"# sent_id = {document.name or 'd'}-{number}")
        lines += writer.rows(sentence)
        lines.append("")
    return "\n".join(lines) + "\n"


class _Writer:
    """The marks of a document, ready to be put on its rows."""

    def __init__(self, document: CorefDocument, losses: Losses) -> None:
        self.document = document
        self.layer = document.identity
        self.losses = losses
        self.known = dict(document.nodes())
        if self.known:
            losses.note("XPOS, FEATS, multiword tokens and other attributes of DEPS and MISC are left out")
        self.names = names_for(self.layer, _NAME, "e", losses)
        layer = self.layer
        referring = [at for at, entity in enumerate(layer.entity) if entity not in layer.nonreferring]
        kept = separable(layer, referring, losses)
        self.marks = brackets(self.layer, kept)
        self.links: dict[int, dict[str, list[str]]] = {}
        self._sets(kept)
        self._bridges()

    def _sets(self, kept: list[int]) -> None:
        first_of: dict[int, int] = {}
        for at in kept:
            first_of.setdefault(self.layer.entity[at], at)
        for whole, parts in self.layer.components.items():
            if whole in first_of and all(part in first_of for part in parts):
                links = [f"{self.names[part]}<{self.names[whole]}" for part in parts]
                self._at(self.layer.first[first_of[whole]], "SplitAnte", links)
            else:
                self.losses.note("sets with non-referring entities are left out")

    def _bridges(self) -> None:
        layer = self.layer
        mentions: dict[int, list[int]] = {}
        for at, entity in enumerate(layer.entity):
            mentions.setdefault(entity, []).append(at)
        for bridge in self.document.bridges:
            anaphor = layer.entity[bridge.anaphor]
            if {anaphor, bridge.entity} & layer.nonreferring or anaphor == bridge.entity:
                self.losses.note("bridging links inside an entity or with non-referring ones are left out")
                continue
            of_entity = mentions[bridge.entity]
            if of_entity[max(0, bisect_left(of_entity, bridge.anaphor) - 1)] != bridge.antecedent:
                self.losses.note("in this format, antecedents of bridging are entities: the mention is lost")
            relation = re.sub(r"[,|\s]", "_", bridge.relation)
            link = f"{self.names[bridge.entity]}<{self.names[anaphor]}"
            self._at(layer.first[bridge.anaphor], "Bridge", [f"{link}:{relation}" if relation else link])

    def _at(self, position: int, kind: str, links: list[str]) -> None:
        self.links.setdefault(position, {}).setdefault(kind, []).extend(links)

    def rows(self, sentence: list[Node]) -> list[str]:
        """The rows of a sentence."""
        first_word = next((word_number(position) for position, form in sentence if form is not None), 0)
        numbers = {position: node_number(position, first_word) for position, _ in sentence}
        words = [position for position, form in sentence if form is not None]
        # Without a tree for all words, some tree is needed: the first word is the root of all others.
        parsed = all(self.known.get(position, _UNKNOWN).head not in _NOTHING for position in words)
        rows = []
        for position, form in sentence:
            row = self.known.get(position, _UNKNOWN)
            tree, deps = "_\t_", "_"
            if form is None:
                form, deps = row.form, self._deps(position, numbers)
            elif parsed:
                tree = f"{row.head}\t{row.relation or '_'}"
            else:
                tree = "0\troot" if position == words[0] else "1\tdep"
            columns = (
                numbers[position],
                form or "_",
                row.lemma,
                row.upos,
                "_",
                "_",
                tree,
                deps,
                self._misc(position),
            )
            rows.append("\t".join(columns))
        return rows

    def _deps(self, position: int, numbers: dict[int, str]) -> str:
        edges = self.document.dependencies.get(position, frozenset())
        known = sorted((parent, relation) for parent, relation in edges if parent == 0 or parent in numbers)
        return "|".join(f"{numbers.get(parent, '0')}:{relation}" for parent, relation in known) or "_"

    def _misc(self, position: int) -> str:
        links = self.links.get(position, {})
        attributes = [f"{kind}={','.join(links[kind])}" for kind in sorted(links)]
        mark = self.marks.get(position)
        if mark is not None:
            chunks = [f"{self._name(at, part)})" for at, part in mark.closing]
            chunks += [f"({self._fields(at, part)}{')' if ends else ''}" for at, part, ends in mark.opening]
            attributes.append(f"Entity={''.join(chunks)}")
        return "|".join(sorted(attributes)) or "_"

    def _name(self, at: int, part: int) -> str:
        name = self.names[self.layer.entity[at]]
        parts = len(self.layer.parts(at))
        return f"{name}[{part + 1}/{parts}]" if parts > 1 else name

    def _fields(self, at: int, part: int) -> str:
        return f"{self._name(at, part)}--{head_number(self.document, self.layer, at, self.losses)}-"


def head_number(document: CorefDocument, layer: Layer, at: int, losses: Losses) -> int:
    """The head among the words of a mention, counted from 1; the first word where it has none."""
    head = layer.head(at)
    if len(head) > 1 or head[0][0] != head[0][1]:
        losses.note("this format has one head word per mention: the first is written")
    position = head[0][0]
    before = 0
    for first, last in layer.parts(at):
        if first <= position <= last:
            return before + document.words_in(first, position)
        before += document.words_in(first, last)
    return 1
