"""The words of one or more consecutive sentences, as columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import chain

from tallystick.dataclass import dataclass
from tallystick.errors import UNKNOWN, Problem

__all__ = ["EMPTY", "ROOT", "EmptyNode", "Passage", "join", "without_spaces"]

#: The index of the head of a root.
ROOT = -1

#: The characters of Unicode category Zs. A zero-width space (U+200B) is not among them.
_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


def without_spaces(forms: Sequence[str]) -> Sequence[str]:
    """Remove the spaces inside forms, which have no tabs.

    >>> without_spaces(["10 000", "km"])
    ['10000', 'km']
    """
    text = "".join(forms)
    # Most text has none of Python's spaces, which are more: a split is many times faster than the pattern.
    if text.split(None, 1) == [text] or _SPACES.search(text) is None:
        return forms
    return _SPACES.sub("", "\t".join(forms)).split("\t")


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """A node of the enhanced graph that is not a word: its ID, such as ``5.1``, and its enhanced dependencies."""

    sentence: int
    """The index of its sentence in the passage."""
    id: str
    deps: str
    line: int


@dataclass(frozen=True, slots=True)
class Passage:
    """Words as columns. Indices count the words, or tokens, of the passage from 0.

    >>> EMPTY.text
    ''
    """

    forms: Sequence[str] = ()
    lemmas: Sequence[str] = ()
    upos: Sequence[str] = ()
    xpos: Sequence[str] = ()
    features: Sequence[str] = ()
    heads: Sequence[int] = ()
    """The index of the head of each word, or `ROOT`."""
    relations: Sequence[str] = ()
    deps: Sequence[str] = ()
    """The enhanced dependencies of each word as written; IDs count from 1 within the sentence."""
    tokens: Sequence[str] = ()
    """The form of each token without its spaces: together, the text."""
    token_of: Sequence[int] | None = None
    """The token of each word; None if there are no multiword tokens."""
    multiword: Sequence[int] = ()
    """The multiword tokens."""
    starts: Sequence[tuple[int, int]] = ()
    """The first word and the first token of each sentence."""
    empty_nodes: Sequence[EmptyNode] = ()
    path: str = UNKNOWN
    lines: Sequence[int] = ()
    """The line of each word in the file."""
    faults: tuple[Problem, ...] = field(default=(), compare=False)
    """Reasons why the sentences are not trees: no root, several roots, cycles. They can still be compared edge by
    edge."""

    @property
    def text(self) -> str:
        """The characters of all tokens."""
        return "".join(self.tokens)

    def word_tokens(self) -> Sequence[int]:
        """Return the token of each word."""
        return range(len(self.forms)) if self.token_of is None else self.token_of


#: The passage without words.
EMPTY = Passage()


def join(passages: Sequence[Passage]) -> Passage:
    """Join consecutive passages of a file."""
    if len(passages) == 1:
        return passages[0]
    heads: list[int] = []
    token_of: list[int] = []
    multiword: list[int] = []
    starts: list[tuple[int, int]] = []
    empty_nodes: list[EmptyNode] = []
    words = tokens = 0
    for passage in passages:
        heads += [head + words if head >= 0 else head for head in passage.heads]
        token_of += [token + tokens for token in passage.word_tokens()]
        multiword += [token + tokens for token in passage.multiword]
        empty_nodes += [
            EmptyNode(node.sentence + len(starts), node.id, node.deps, node.line)
            for node in passage.empty_nodes
        ]
        starts += [(word + words, token + tokens) for word, token in passage.starts]
        words += len(passage.forms)
        tokens += len(passage.tokens)

    def joined(columns: Iterable[Sequence[str]]) -> list[str]:
        return list(chain.from_iterable(columns))

    return Passage(
        joined(passage.forms for passage in passages),
        joined(passage.lemmas for passage in passages),
        joined(passage.upos for passage in passages),
        joined(passage.xpos for passage in passages),
        joined(passage.features for passage in passages),
        heads,
        joined(passage.relations for passage in passages),
        joined(passage.deps for passage in passages),
        joined(passage.tokens for passage in passages),
        token_of if multiword else None,
        multiword,
        starts,
        empty_nodes,
        passages[0].path if passages else UNKNOWN,
        list(chain.from_iterable(passage.lines for passage in passages)),
        tuple(chain.from_iterable(passage.faults for passage in passages)),
    )
