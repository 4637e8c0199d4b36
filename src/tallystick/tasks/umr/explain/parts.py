"""Parts of a document as they are displayed: relations whose ends have names and concepts."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.formats.umr.document import UmrDocument
from tallystick.tasks.umr.identity import Identity, Node
from tallystick.tasks.umr.tc2.links import Link, Relation

__all__ = ["LABELS", "PartNamer", "ShownPart", "Words", "chain"]

#: A relation in the words of the file: parent, label, child.
Words = tuple[str, str, str]

#: The label for each kind of link. Any other label is a separate kind.
LABELS = {"d": "depends-on", "r": "before", "o": "overlap", "sn": "same-entity", "sv": "same-event"}


class ShownPart:
    """A part of one document: a relation, or an unrelated node. `str` displays it; its fields make its identity."""

    __slots__ = ("cluster", "component", "origin", "sentence", "words")

    def __init__(
        self,
        component: str,
        words: Words | tuple[str],
        *,
        sentence: int | None = None,
        cluster: int | None = None,
        origin: tuple[Words, ...] = (),
    ) -> None:
        self.component = component
        self.words = words
        """Parent, label and child; only a text for an unrelated node."""
        self.sentence = sentence
        """The number of the sentence with which it is annotated, None if it is inferred."""
        self.cluster = cluster
        """The number of its cluster among those of its side."""
        self.origin = origin
        """The annotated relations from which it is inferred."""

    def without_origin(self) -> ShownPart:
        """The same part without its derivation."""
        return ShownPart(self.component, self.words, sentence=self.sentence, cluster=self.cluster)

    def _key(self) -> tuple[object, ...]:
        return self.component, self.words, self.sentence, self.cluster, self.origin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShownPart) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        location = [f"snt{self.sentence}"] if self.sentence is not None else []
        if self.cluster is not None:
            location.append(f"cluster {self.cluster}")
        shown = _shown(self.words) if len(self.words) == 3 else self.words[0]
        origin = f"  inferred from {chain(self.origin)}" if self.origin else ""
        return f"{self.component} {', '.join(location)}{': ' if location else ''}{shown}{origin}"


def _shown(words: Words) -> str:
    parent, label, child = words
    return f"({parent} :{label} {child})"


def chain(origin: Sequence[Words]) -> str:
    """Format a chain of relations."""
    return ", ".join(map(_shown, origin))


class PartNamer:
    """Names the nodes, links and relations of one side."""

    def __init__(self, side: int, document: UmrDocument, identity: Identity) -> None:
        self.side = side
        self.document = document
        self.identity = identity
        self._named: dict[int, dict[str, str]] = {}

    def node(self, node: Node) -> str:
        """A node by its name on this side and its concept; a constant as it is."""
        if isinstance(node, str):
            return node
        _, index, name = self.identity.own(self.side, node)
        return self._with_concept(index, name)

    def _with_concept(self, index: int, name: str) -> str:
        """A variable of a sentence with its concept; anything else as it is."""
        named = self._named.get(index)
        if named is None:
            graph = self.document.sentences[index].graph
            nodes = zip(graph.variables, graph.concepts, strict=True)
            named = self._named[index] = {variable: f"{variable}/{concept}" for variable, concept in nodes}
        return named.get(name, name)

    def node_in(self, index: int | None, name: str) -> str:
        """A node of a sentence graph, by its variable, with its concept."""
        return name if index is None else self._with_concept(index, name)

    def in_sentence(self, index: int | None, part: object) -> ShownPart:
        """A relation of a sentence graph, from the names of its ends and its roles."""
        assert isinstance(part, tuple)
        assert index is not None
        parent, label, child = part
        words = self._with_concept(index, parent), label, self._with_concept(index, child)
        return ShownPart("sentence", words, sentence=self.number(index))

    def relation(self, relation: Relation) -> Words:
        """A relation as text."""
        parent, label, child = relation
        return self.node(parent), label, self.node(child)  # type: ignore[arg-type]

    def link(self, component: str, link: Link) -> Words:
        """A link as text, as the relation that would annotate it."""
        source, kind, target = link
        if kind == "dn":
            if component == "coref":
                return self.relation((target, "subset-of", source))
            return self.relation((source, "contained", target))
        return self.relation((source, LABELS.get(kind) or kind.lstrip(":"), target))

    def number(self, index: int | None) -> int | None:
        """The number of a sentence."""
        return None if index is None else self.document.sentences[index].number
