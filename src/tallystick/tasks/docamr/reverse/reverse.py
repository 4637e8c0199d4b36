"""A document graph taken apart again: sentence graphs and annotations from which it can be built.

An unmerged graph gives the original annotations. A node made of mentions of several sentences is given to the first of
them; in the others a node with its concept and names stands for it, or its role counts as implicit. What cannot be
known (which mention a modifier came with, what a pronoun was) is said.
"""

from __future__ import annotations

from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.msamr.document import (
    Bridging,
    IdentityChain,
    ImplicitRole,
    Link,
    Mention,
    MsAmr,
    SentenceReference,
)
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.base import NEXT_SENTENCE
from tallystick.tasks.docamr.build.documents import BRIDGING, draft_of
from tallystick.tasks.docamr.build.model import COREF, Draft, Tokens, natural
from tallystick.tasks.docamr.build.write import as_graph
from tallystick.tasks.docamr.reverse.ownership import Ownership, ownership_of

__all__ = ["Apart", "take_apart"]


@dataclass(frozen=True, slots=True)
class Apart:
    """A document in parts."""

    document: MsAmr
    sentences: tuple[Graph, ...]
    problems: tuple[Problem, ...] = ()
    """Notes on information that the graph does not contain."""


def take_apart(graph: Graph) -> Apart:
    """The sentences and annotations of a document graph.

    >>> text = "(d / document :snt1 (s1.b / boy :coref-of (e / coref-entity)) :snt2 (s2.h / he :coref-of e))"
    >>> apart = take_apart(Graph.of(text))
    >>> [sentence.triples() for sentence in apart.sentences]
    [[('b', ':instance', 'boy')], [('h', ':instance', 'he')]]
    >>> apart.document.chains[0].members
    (Mention(sentence='1', variable='b', concept='boy'), Mention(sentence='2', variable='h', concept='he'))
    """
    draft = draft_of(graph)
    return _Reversal(graph, draft, ownership_of(draft)).result()


@dataclass(slots=True)
class _Reversal:
    graph: Graph
    draft: Draft
    owned: Ownership
    ids: list[str] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)
    ranges: list[tuple[int, int]] = field(default_factory=list)
    """The first token of each sentence in the document, and the first one after it."""
    parts: list[Draft] = field(default_factory=list)
    names: dict[tuple[str, int], str] = field(default_factory=dict)
    """The variable of a node in a sentence, its own or one where another node stands for it."""
    chain_of: dict[str, str] = field(default_factory=dict)
    """The chain of a node or entity."""
    chains: dict[str, list[Mention | ImplicitRole]] = field(default_factory=dict)
    singletons: dict[str, str] = field(default_factory=dict)
    bridges: list[Bridging] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def result(self) -> Apart:
        """Take the document apart."""
        self._name_sentences()
        self._give_nodes()
        for entity in self.draft.entities:
            self.chains[entity] = []
            self.chain_of[entity] = entity
            for member in self.draft.members(entity):
                if member in self.owned.owner:
                    self.chain_of[member] = entity
                    self.chains[entity].append(self._mention(member, self.owned.owner[member]))
        roots = [self._root(start, position) for position, start in enumerate(self.owned.starts, 1)]
        for edge in sorted(self.draft.edges(), key=lambda edge: tuple(natural(part) for part in edge)):
            self._give_edge(*edge)
        sentences = tuple(
            self._sentence(position, root) for position, root in enumerate(roots, 1)
        )  # fmt: skip
        return Apart(self._document(), sentences, tuple(self.problems))

    def _tokens(self, tokens: Tokens, position: int) -> Tokens:
        """Those of some tokens that are a sentence's own, counted within it."""
        first, last = self.ranges[position - 1]
        return frozenset(token - first for token in tokens if first <= token < last)

    def _name_sentences(self) -> None:
        listed = self.graph.metadata.get("sentence_ids", "").split()
        count = len(self.owned.starts)
        prefix = f"{self.graph.id}." if self.graph.id else ""
        self.ids = listed if len(listed) == count else [f"{prefix}{k}" for k in range(1, count + 1)]
        self.parts = [Draft(root="") for _ in range(count)]
        for key in ("tok", "snt"):
            texts = self.graph.metadata.get(key, "").split(f" {NEXT_SENTENCE} ")
            if key in self.graph.metadata and len(texts) == count:
                self.texts[key] = texts
        first = 0
        for text in next(iter(self.texts.values()), [""] * count):
            last = first + len(text.split())
            self.ranges.append((first, last))
            first = last + 1

    def _give_nodes(self) -> None:
        for node in sorted(self.draft.concepts, key=natural):
            position = self.owned.owner.get(node)
            if position is None:
                if not (
                    node in self.draft.entities or node in self.owned.implicit or node == self.draft.root
                ):
                    self._say(
                        f"{node} is not connected to a sentence and is left out", "docamr-unreached", "error"
                    )
                continue
            part = self.parts[position - 1]
            name = part.free_name(node.removeprefix(f"s{position}."))
            part.add_node(
                name, self.draft.concepts[node], None, self._tokens(self.draft.tokens[node], position)
            )
            self.names[node, position] = name
            for (role, constant), tokens in self.draft.values[node].items():
                part.add_value(name, role, constant, self._tokens(tokens, position))
            if self.draft.sentence.get(node, position) != position:
                self._say(
                    f"{node} is assigned to sentence {position}, the only one it is connected to",
                    "docamr-moved",
                )

    def _root(self, start: str, position: int) -> str:
        """The root of a sentence in its own graph."""
        if self.owned.owner.get(start) == position:
            return self.names[start, position]
        self._say(f"the root of sentence {position}, {start}, also belongs to other sentences", "docamr-root")
        return self._stand_in(start, position)

    def _give_edge(self, source: str, role: str, target: str) -> None:
        draft, owner = self.draft, self.owned.owner
        if source == draft.root or role == COREF or (target in self.owned.implicit and role not in BRIDGING):
            return
        lost = [end for end in (source, target) if not self._is_placed(end)]
        if lost:
            self._say(f"{source} :{role} {target} is left out with {lost[0]}", "docamr-unreached", "error")
            return
        source, target = self._at_members(source, role, target)
        if source in owner and owner[source] == owner.get(target):
            position = owner[source]
            tokens = self._tokens(draft.outgoing[source].get((role, target), frozenset()), position)
            ends = self.names[source, position], self.names[target, position]
            self.parts[position - 1].add_edge(ends[0], role, ends[1], tokens)
        elif role in BRIDGING:
            self._bridge(source, role, target)
        elif source in owner:
            self._give_far_edge(source, role, target)
        else:
            self._say(
                f"{source} :{role} {target} is left out: no mention has it", "docamr-unreached", "error"
            )

    def _is_placed(self, node: str) -> bool:
        return node in self.owned.owner or node in self.draft.entities or node in self.owned.implicit

    def _at_members(self, source: str, role: str, target: str) -> tuple[str, str]:
        """An edge of a chain's entity that must belong to a member: a sentence has no chains.

        An edge to an entity can be an implicit role, unless it is all that connects its source with a sentence.
        """
        draft, through = self.draft, self.owned.through
        ends = [source, target]
        if source in draft.entities and role not in BRIDGING:
            members = [member for member in draft.members(source) if member in self.owned.owner]
            ends[0] = through.get(target) or (members[0] if members else source)
        elif target in draft.entities and source in through:
            ends[1] = through[source]
        if ends != [source, target]:
            member = ends[0] if ends[0] != source else ends[1]
            self._say(
                f"{source} :{role} {target} is given to one member of the chain, {member}", "docamr-member"
            )
        return ends[0], ends[1]

    def _give_far_edge(self, source: str, role: str, target: str) -> None:
        """An edge to a node of another sentence, or to a chain."""
        position = self.owned.owner[source]
        # A role filled implicitly is an edge to the entity, which a chain of one mention shares with it.
        if (
            target in self.chain_of
            and self.chain_of[target] in self.draft.entities
            and target not in self.draft.entities
        ):
            name = self._stand_in(target, position)
            self.parts[position - 1].add_edge(self.names[source, position], role, name)
        else:
            chain = self._chain(target)
            if target not in self.draft.entities:
                self._say(
                    f"{source} :{role} {target} leads to sentence {self.owned.owner[target]}: it is given as an "
                    f"implicit role, though sentence {position} may have had its own mention",
                    "docamr-far", "note",
                )  # fmt: skip
            concept = self.draft.concepts[source]
            self.chains[chain].append(
                ImplicitRole(self.ids[position - 1], self.names[source, position], role, concept)
            )

    def _stand_in(self, node: str, position: int) -> str:
        """A node that represents a node of another sentence, or a chain."""
        if (node, position) in self.names:
            return self.names[node, position]
        original = node
        if node in self.draft.entities:
            members = self.draft.members(node)
            original = members[0] if members else node
        self._say(
            f"{node} is in sentence {position} too: its relations there cannot be distinguished from those "
            f"in sentence {self.owned.owner.get(original, 0)}", "docamr-merged",
        )  # fmt: skip
        part = self.parts[position - 1]
        name = part.free_name(original.rpartition(".")[2])
        part.add_node(name, self.draft.concepts[original])
        self.names[node, position] = name
        for role, constant in self.draft.values[original]:
            if role == "wiki":
                part.add_value(name, role, constant)
        for role, end in list(self.draft.outgoing[original]):
            if role == "name":
                inner = part.free_name(end.rpartition(".")[2])
                part.add_node(inner, self.draft.concepts[end])
                part.add_edge(name, role, inner)
                for inner_role, constant in self.draft.values[end]:
                    part.add_value(inner, inner_role, constant)
        self.chains[self._chain(node)].append(
            Mention(self.ids[position - 1], name, self.draft.concepts[original])
        )
        return name

    def _chain(self, node: str) -> str:
        """The chain of a node; a new one with the node alone, if it has none."""
        if node not in self.chain_of:
            name = f"chain-{node}"
            self.chain_of[node] = name
            self.chains[name] = [self._mention(node, self.owned.owner[node])]
        return self.chain_of[node]

    def _bridge(self, source: str, role: str, target: str) -> None:
        whole, part = self._end(source), self._end(target)
        self.bridges.append(Bridging(f"bridge-{len(self.bridges)}", role, Link(whole), (Link(part),)))

    def _end(self, node: str) -> str:
        if node in self.chain_of:
            return self.chain_of[node]
        return self.singletons.setdefault(node, f"singleton-{len(self.singletons)}")

    def _mention(self, node: str, position: int) -> Mention:
        return Mention(self.ids[position - 1], self.names[node, position], self.draft.concepts[node])

    def _document(self) -> MsAmr:
        chains = [IdentityChain(name, tuple(members)) for name, members in self.chains.items()]
        for node, name in self.singletons.items():
            chains.append(IdentityChain(name, (self._single(node),), True))
        for node in self.owned.implicit.keys() - self.singletons.keys():
            chains.append(IdentityChain(f"single-{node}", (self._single(node),), True))
        order = [SentenceReference(name, k) for k, name in enumerate(self.ids, 1)]
        return MsAmr(self.graph.id or "", tuple(order), tuple(chains), tuple(self.bridges))

    def _single(self, node: str) -> Mention | ImplicitRole:
        if node not in self.owned.implicit:
            return self._mention(node, self.owned.owner[node])
        parent, role = self.owned.implicit[node]
        position = self.owned.owner[parent]
        variable, concept = self.names[parent, position], self.draft.concepts[parent]
        return ImplicitRole(self.ids[position - 1], variable, role, concept)

    def _sentence(self, position: int, root: str) -> Graph:
        part = self.parts[position - 1]
        part.root = root
        metadata = {"id": self.ids[position - 1]}
        metadata |= {key: texts[position - 1] for key, texts in self.texts.items()}
        graph = as_graph(part, metadata)
        for name in part.concepts.keys() - set(graph.variables):
            self._say(
                f"{name} is disconnected from sentence {position} and left out", "docamr-unreached", "error"
            )
        return graph

    def _say(self, message: str, code: str, level: str = "warning") -> None:
        self.problems.append(Problem(message, item=self.graph.id, code=code, level=level))
