"""The model of MS-AMR annotations: sentences, chains of mentions and implicit roles, bridging relations.

Everything is kept as it was written, with its location in the file, so that what turns out to be wrong when the
sentence graphs are at hand can still be pointed at.
"""

from __future__ import annotations

from dataclasses import field

from tallystick.dataclass import dataclass
from tallystick.errors import Problem

__all__ = ["Bridging", "IdentityChain", "ImplicitRole", "Link", "Mention", "MsAmr", "SentenceReference"]


@dataclass(frozen=True, slots=True)
class SentenceReference:
    """A sentence of the document: the ``# ::id`` of its AMR."""

    id: str
    order: int | None = None
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Mention:
    """A node of a sentence AMR."""

    sentence: str
    variable: str
    concept: str | None = None
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ImplicitRole:
    """A role of a node that nothing in its sentence fills."""

    sentence: str
    parent: str
    """The variable of the node."""
    role: str
    """Without a colon: ``ARG2``."""
    concept: str | None = None
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IdentityChain:
    """Mentions and implicit roles that refer to the same thing."""

    id: str
    members: tuple[Mention | ImplicitRole, ...]
    singleton: bool = False
    """Whether it is listed among the singletons, which exist for bridging relations to point at."""
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Link:
    """The id of a chain, as one end of a bridging relation."""

    chain: str
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Bridging:
    """A whole and its parts, or a set and its members."""

    id: str
    role: str
    """``part`` or ``subset``: the role of the edges from the whole to its parts."""
    whole: Link
    parts: tuple[Link, ...]
    line: int = field(default=0, compare=False, repr=False)
    column: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MsAmr:
    """The annotations of one document.

    >>> from tallystick.formats.msamr.reader import read_msamr
    >>> document = read_msamr('''<document>
    ...   <sentences docid="d"><amr id="d.2" order="2"/><amr id="d.1" order="1"/></sentences>
    ...   <relations><identity><identchain relationid="rel-0">
    ...     <mention id="d.1" variable="b"/><mention id="d.2" variable="h"/>
    ...   </identchain></identity></relations>
    ... </document>''')
    >>> [sentence.id for sentence in document.ordered()], document.chains[0].id
    (['d.1', 'd.2'], 'rel-0')
    """

    id: str
    sentences: tuple[SentenceReference, ...]
    """In the order of the file."""
    chains: tuple[IdentityChain, ...] = ()
    bridging: tuple[Bridging, ...] = ()
    path: str = field(default="<data>", compare=False)
    problems: tuple[Problem, ...] = field(default=(), compare=False, repr=False)
    """Warnings."""

    def ordered(self) -> tuple[SentenceReference, ...]:
        """The sentences by their ``order``, if every one has it; else in the order of the file."""
        if any(sentence.order is None for sentence in self.sentences):
            return self.sentences
        return tuple(sorted(self.sentences, key=lambda sentence: sentence.order or 0))
