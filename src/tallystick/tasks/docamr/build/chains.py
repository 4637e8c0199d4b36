"""Chains in a document graph: an entity with its members, implicit roles and bridging relations as edges."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import field, replace

from tallystick.dataclass import dataclass
from tallystick.errors import Problem
from tallystick.formats.msamr.document import Bridging, IdentityChain, ImplicitRole, Link, Mention, MsAmr
from tallystick.formats.penman.graph import Graph
from tallystick.tasks.docamr.build.base import node_name
from tallystick.tasks.docamr.build.model import COREF, ENTITY, Draft

__all__ = ["Chain", "Linking", "add_annotations", "add_chains", "united"]

_NOT_IN_NAMES = re.compile(r'[\s()":/~]')


@dataclass(frozen=True, slots=True)
class Chain:
    """Nodes that corefer, and the roles of nodes that their entity fills implicitly."""

    name: str
    members: tuple[str, ...]
    roles: tuple[tuple[str, str], ...] = ()
    """Parent and role."""


def united(groups: Sequence[Iterable[Hashable]]) -> list[list[int]]:
    """The numbers of groups that belong together because they share something, directly or through others.

    >>> united(["ab", "cd", "be"])
    [[0, 2], [1]]
    """
    parent = list(range(len(groups)))

    def find(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    owner: dict[Hashable, int] = {}
    for number, group in enumerate(groups):
        for thing in group:
            first, second = find(owner.setdefault(thing, number)), find(number)
            parent[max(first, second)] = min(first, second)
    together: dict[int, list[int]] = {}
    for number in range(len(groups)):
        together.setdefault(find(number), []).append(number)
    return list(together.values())


def add_chains(draft: Draft, chains: Sequence[Chain]) -> dict[str, str]:
    """Add chains, those that share a mention as one; gives the entity of each chain by name.

    Implicit roles unite nothing. A chain of nothing has no entity.
    """
    entities: dict[str, str] = {}
    for numbers in united([chain.members for chain in chains]):
        members = dict.fromkeys(member for number in numbers for member in chains[number].members)
        roles = dict.fromkeys(role for number in numbers for role in chains[number].roles)
        if not members and not roles:
            continue
        entity = draft.free_name(_NOT_IN_NAMES.sub("_", chains[numbers[0]].name))
        draft.add_node(entity, ENTITY)
        draft.entities[entity] = None
        for member in members:
            draft.add_edge(entity, COREF, member)
        for parent, role in roles:
            draft.add_edge(parent, role, entity)
        entities.update({chains[number].name: entity for number in numbers})
    return entities


@dataclass(slots=True)
class Linking:
    """Finds what annotations refer to, and collects references that do not exist."""

    document: MsAmr
    graphs: Mapping[str, Graph]
    """By the ids of the sentences."""
    lenient: bool = False
    """Whether a member that names nothing is left out; else it is an error."""
    problems: list[Problem] = field(default_factory=list)
    _variables: dict[str, dict[str, str]] = field(default_factory=dict)
    _positions: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for position, sentence in enumerate(self.document.ordered(), 1):
            self._positions[sentence.id] = position
            graph = self.graphs[sentence.id]
            self._variables[sentence.id] = dict(zip(graph.variables, graph.concepts, strict=True))

    def chain(self, chain: IdentityChain) -> Chain:
        """The chain with nodes instead of references."""
        members: list[str] = []
        roles: list[tuple[str, str]] = []
        for member in chain.members:
            node = self._node(chain, member)
            if node is not None and isinstance(member, Mention):
                members.append(node)
            elif node is not None and isinstance(member, ImplicitRole):
                roles.append((node, member.role))
        return Chain(chain.id, tuple(members), tuple(roles))

    def known(self, document: MsAmr) -> MsAmr:
        """The annotations without the members that name nothing."""
        chains = tuple(
            replace(chain, members=tuple(member for member in chain.members if self._is_known(member)))
            for chain in document.chains
        )
        return replace(document, chains=chains)

    def _is_known(self, member: Mention | ImplicitRole) -> bool:
        variable = member.variable if isinstance(member, Mention) else member.parent
        return variable in self._variables.get(member.sentence, {})

    def _node(self, chain: IdentityChain, member: Mention | ImplicitRole) -> str | None:
        variable = member.variable if isinstance(member, Mention) else member.parent
        known = self._variables.get(member.sentence)
        where = f"in the chain {chain.id} of the document {self.document.id}"
        if known is None:
            self.note(
                f"{where}: the sentence {member.sentence} does not belong to the document",
                member, "msamr-unknown-sentence", hint="the sentences are listed at the beginning of the file",
            )  # fmt: skip
            return None
        if variable not in known:
            listed = ", ".join(list(known)[:12]) + (", …" if len(known) > 12 else "")
            self.note(
                f"{where}: the sentence {member.sentence} has no variable {variable}",
                member, "msamr-unknown-variable", hint=f"its variables are {listed}",
            )  # fmt: skip
            return None
        if member.concept and member.concept != known[variable].strip('"'):
            self.note(
                f"{where}: {variable} of {member.sentence} is {known[variable]}, not {member.concept}",
                member, "msamr-concept", level="warning",
            )  # fmt: skip
        return node_name(self._positions[member.sentence], variable)

    def note(
        self,
        message: str,
        annotation: Mention | ImplicitRole | Link | Bridging,
        code: str,
        *,
        level: str = "error",
        hint: str | None = None,
    ) -> None:
        """Something that names nothing."""
        if self.lenient and level == "error":
            message, level = f"{message}: left out", "warning"
        self.problems.append(
            Problem(
                message, self.document.path, annotation.line, annotation.column, self.document.id, hint, code, level
            )
        )  # fmt: skip


def add_annotations(draft: Draft, linking: Linking) -> None:
    """Add all chains and bridging relations of a document to its sentences."""
    document = linking.document
    identity = [linking.chain(chain) for chain in document.chains if not chain.singleton]
    ends = add_chains(draft, identity)
    for single in (linking.chain(chain) for chain in document.chains if chain.singleton):
        end = _end_of_singleton(draft, single)
        if end is not None:
            ends[single.name] = end
    for relation in document.bridging:
        for part in relation.parts:
            named = (relation.whole, part)
            for link in named:
                if link.chain not in ends:
                    linking.note(
                        f"the relation {relation.id} names {link.chain}, which is not a chain: that pair is left out",
                        link, "msamr-unknown-chain", level="warning",
                    )  # fmt: skip
            if all(link.chain in ends for link in named):
                draft.add_edge(ends[relation.whole.chain], relation.role, ends[part.chain])


def _end_of_singleton(draft: Draft, single: Chain) -> str | None:
    """The target of a bridging relation to a singleton: its chain if it is in one, else itself."""
    for member in single.members:
        entities = [source for role, source in draft.incoming[member] if role == COREF]
        return entities[0] if entities else member
    for parent, role in single.roles:
        node = draft.free_name(f"{parent}i")
        draft.add_node(node, "implicit-role", draft.sentence.get(parent))
        draft.add_edge(parent, role, node)
        return node
    return None
