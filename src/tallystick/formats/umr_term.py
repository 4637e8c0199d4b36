"""The document level of a UMR sentence: groups of relations in one bracketed term.

``(s1s0 / sentence :temporal ((a :before b) ...) :modal (...) :coref (...))``: blanks and line breaks stand
anywhere, groups have any name, may repeat, and may hold one triple without a second pair of brackets; a
triple may stand outside of all groups. One pass over the tokens, without recursion and without going back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tallystick.formats.umr_document import DocumentTriple
from tallystick.formats.umr_parts import Part, blanked
from tallystick.formats.umr_sheet import Sheet, shortened

__all__ = ["Term", "read_term"]

_TOKEN = re.compile(r'[()]|"[^"\n]*"|[^\s()]+')
#: A term with more problems than this has most likely only one: it is no term.
_MOST_LISTED = 100
_TERM = "a term is written (s1s0 / sentence :temporal ((a :before b)) :modal (...) :coref (...))"
_TRIPLE = "a triple is written (parent :relation child)"


@dataclass(slots=True)
class Term:
    """What a document-level part says."""

    triples: list[DocumentTriple] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each triple begins in the document."""
    head: list[tuple[str, int]] = field(default_factory=list)
    """The tokens before the first group: variable, slash and concept."""
    groups: list[tuple[str, int]] = field(default_factory=list)
    """The names of the groups as written, with their places."""
    empty: bool = True
    readable: bool = True


def read_term(sheet: Sheet, part: Part, item: str, comments: list[tuple[int, int]]) -> Term:
    """Read the part; what cannot be read is noted as an error.

    >>> from tallystick.formats.base import Block
    >>> text = "(s1s0 / sentence :modal ((root :modal author) (author :full-affirmative s1a)))"
    >>> term = read_term(Sheet(Block(text)), Part(text), "snt1", [])
    >>> [str(triple) for triple in term.triples], term.groups
    (['(root :modal author)', '(author :full-affirmative s1a)'], [('modal', 17)])
    """
    return _TermReader(sheet, item, part.start).read(blanked(part.text, part.start, comments))


class _TermReader:
    """Goes through the tokens: outside the term, in it, in a group, in a triple."""

    def __init__(self, sheet: Sheet, item: str, start: int) -> None:
        self.sheet = sheet
        self.item = item
        self.start = start
        self.term = Term()
        self.group = ""
        # A group was named, and its brackets have not come yet.
        self.named = False
        self.words: list[tuple[str, int]] = []
        self.opened: list[int] = []
        self.begun = False
        self.troubles = 0
        self.excused = False

    def error(self, position: int, code: str, message: str, hint: str) -> None:
        """Note what cannot be read."""
        self.term.readable = False
        self.troubles += 1
        if self.troubles <= _MOST_LISTED:
            self.sheet.add(position, code, message, hint, self.item, "error")

    def read(self, text: str) -> Term:
        """Go through the text."""
        # What is open: t the term, g a group, r a triple.
        state = ""
        for match in _TOKEN.finditer(text):
            token, at = match[0], match.start() + self.start
            self.term.empty = False
            if token == "(":
                state = self.open(state, at)
            elif token == ")":
                state = self.close(state, at)
            elif state.endswith("r"):
                self.words.append((token, at))
            else:
                self.word(state, token, at)
        if state:
            missing = "1 closing bracket is" if len(state) == 1 else f"{len(state)} closing brackets are"
            line, column = self.sheet.place(self.opened[-1])
            self.error(
                self.start + len(text.rstrip()), "umr-unclosed-term", f"{missing} missing",
                f"the innermost open bracket stands in line {line}, column {column}",
            )  # fmt: skip
        if self.troubles > _MOST_LISTED:
            more = self.troubles - _MOST_LISTED
            self.sheet.add(
                self.start, "umr-more", f"and {more} more in this document-level part", _TERM, self.item, "error"
            )  # fmt: skip
        return self.term

    def open(self, state: str, at: int) -> str:
        """A bracket opens."""
        self.excused = False
        if state.endswith("r"):
            if state == "tr" and not self.words:
                # The second bracket: what looked like one triple is a list of them.
                self.opened.append(at)
                self.named = False
                return "tgr"
            self.error(
                at, "umr-bracket", "a bracket opens inside a triple",
                f"look for a missing ) before it; {_TRIPLE}",
            )  # fmt: skip
            self.words = []
            self.opened[-1] = at
            return state
        if not state and self.begun:
            self.error(
                at, "umr-second-term", "a second term begins here",
                "the document level of a sentence is one term; look for a ) too many before it",
            )  # fmt: skip
        self.opened.append(at)
        self.begun = True
        if not state:
            self.group, self.named = "", False
            return "t"
        if state == "t" and not self.named:
            self.group = ""
        return state + "r"

    def close(self, state: str, at: int) -> str:
        """A bracket closes."""
        self.excused = False
        if not state:
            self.error(
                at,
                "umr-unopened-term",
                "this ) closes nothing",
                "remove it, or look for a missing ( before it",
            )
            return state
        begin = self.opened.pop()
        if state.endswith("r"):
            # Nothing in the brackets after the name of a group: the group is empty.
            if self.words or not (state == "tr" and self.named):
                self.triple(begin)
            self.words = []
        if state in ("tr", "tg"):
            self.named = False
        return state[:-1]

    def word(self, state: str, token: str, at: int) -> None:
        """A word outside of triples: the head of the term, or the name of a group."""
        if not state:
            if not self.excused:
                self.error(at, "umr-outside-term", f"{shortened(token)} stands outside the brackets", _TERM)
            self.excused = True
        elif state == "t" and token[0] == ":":
            self.group, self.named = token[1:].lower(), True
            self.term.groups.append((token[1:], at))
        elif state == "t" and not self.term.groups and not self.term.triples and len(self.term.head) < 3:
            self.term.head.append((token, at))
        else:
            if not self.excused:
                self.error(
                    at, "umr-word", f"{shortened(token)} is neither a triple nor the name of a group",
                    f"{_TRIPLE}; look for a missing bracket before it",
                )  # fmt: skip
            self.excused = True

    def triple(self, begin: int) -> None:
        """The words between the brackets of a triple."""
        words = [word for word, _ in self.words]
        if len(words) == 3 and words[1][0] == ":" and len(words[1]) > 1:
            if words[0][0] != ":" and words[2][0] != ":":
                line, column = self.sheet.place(begin)
                self.term.starts.append(begin)
                self.term.triples.append(
                    DocumentTriple(words[0], words[1][1:], words[2], self.group, line, column)
                )
                return
        shown = shortened(" ".join(words))
        self.error(begin, "umr-triple", f"({shown}) is no triple", _TRIPLE)
