# cython: language_level=3
"""The document level of a UMR sentence: groups of relations in one bracketed term.

``(s1s0 / sentence :temporal ((a :before b) ...) :modal (...) :coref (...))``: blanks and line breaks may be
anywhere, groups have any name, may repeat, and may hold one triple without a second pair of brackets; a
triple may be outside of all groups. Brackets that do not balance make the term unreadable; where they
balance, groups after the term has closed and triples inside triples are read all the same, with a warning.
One pass over the tokens, without recursion and without going back.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tallystick.formats.frozen import maker
from tallystick.formats.json.value_names import counted
from tallystick.formats.umr.document import DocumentTriple
from tallystick.formats.umr.labels import component_of
from tallystick.formats.umr.lines import tokens
from tallystick.formats.umr.parts import Part, blanked
from tallystick.formats.umr.sheet import Sheet, shortened

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

__all__ = ["Term", "read_term"]

_made_triple = maker(DocumentTriple)
#: A term with more problems than this has most likely only one: it is no term.
_MOST_LISTED = 100
_TERM = "write a term as (s1s0 / sentence :temporal ((a :before b)) :modal (...) :coref (...))"
_TRIPLE = "write a triple as (parent :relation child)"


@dataclass(slots=True)
class Term:
    """The contents of a document-level part."""

    triples: list[DocumentTriple] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each triple begins in the document."""
    head: list[tuple[str, int]] = field(default_factory=list)
    """The words before the first group, with their positions: variable, slash and concept."""
    groups: list[tuple[str, int]] = field(default_factory=list)
    """The names of the groups as written, with their positions."""
    empty: bool = True
    readable: bool = True


@cython.final
@cython.cclass
class _Bracket:
    """An open bracket: of the term, of a list of triples, or of a triple with its words so far."""

    kind: str
    start: cython.Py_ssize_t
    words: list[str]

    def __init__(self, kind: str, start: int) -> None:
        self.kind = kind
        self.start = start
        self.words = []


def read_term(sheet: Sheet, part: Part, item: str, comments: list[tuple[int, int]]) -> Term:
    """Read the part; what cannot be read is noted.

    >>> from tallystick.formats.base import Block
    >>> text = "(s1s0 / sentence :modal ((root :modal author) (author :full-affirmative s1a)))"
    >>> term = read_term(Sheet(Block(text)), Part(text), "snt1", [])
    >>> [str(triple) for triple in term.triples], term.groups
    (['(root :modal author)', '(author :full-affirmative s1a)'], [('modal', 17)])
    """
    return _TermReader(sheet, item, part.start).read(blanked(part.text, part.start, comments))


@cython.final
@cython.cclass
class _TermReader:
    """Goes through the tokens and keeps the open brackets."""

    sheet: Sheet
    item: str
    start: cython.Py_ssize_t
    triples: list[DocumentTriple]
    starts: list[int]
    head: list[tuple[str, int]]
    groups: list[tuple[str, int]]
    readable: cython.bint
    group: str
    # A group was named, and its brackets have not come yet.
    named: cython.bint
    open_brackets: list[_Bracket]
    # The bracket of the term has opened, or closed, and something followed.
    begun: cython.bint
    followed: cython.bint
    troubles: cython.Py_ssize_t

    def __init__(self, sheet: Sheet, item: str, start: int) -> None:
        self.sheet = sheet
        self.item = item
        self.start = start
        self.triples, self.starts, self.head, self.groups, self.open_brackets = [], [], [], [], []
        self.readable = True
        self.group = ""
        self.named = self.begun = self.followed = False
        self.troubles = 0

    @cython.cfunc
    def last(self) -> _Bracket | None:
        """The innermost open bracket."""
        return self.open_brackets[len(self.open_brackets) - 1] if self.open_brackets else None

    def note(self, position: int, code: str, message: str, hint: str, level: str = "warning") -> None:
        """Note what is odd."""
        self.troubles += 1
        if level == "error":
            self.readable = False
        if self.troubles <= _MOST_LISTED:
            self.sheet.add(position, code, message, hint, self.item, level)

    def read(self, text: str) -> Term:
        """Go through the text."""
        token: str
        at: cython.Py_ssize_t
        bracket: _Bracket | None
        empty: cython.bint = True
        for token, position in tokens(text):
            at = position + self.start
            empty = False
            if token == "(":
                self.open(at)
            elif token == ")":
                self.close(at)
            else:
                bracket = self.last()
                if bracket is not None and bracket.kind == "triple":
                    bracket.words.append(token)
                else:
                    self.word(token, at)
        if self.open_brackets:
            self.unclosed(self.start + len(text.rstrip()))
        if self.troubles > _MOST_LISTED:
            more = self.troubles - _MOST_LISTED
            level = "warning" if self.readable else "error"
            message = f"and {counted(more, 'more problem', 'more problems')} in this document level"
            self.sheet.add(self.start, "umr-more", message, _TERM, self.item, level)
        triples, starts = self.triples, self.starts
        if starts != sorted(starts):
            order = sorted(range(len(starts)), key=starts.__getitem__)
            triples = [triples[index] for index in order]
            starts = [starts[index] for index in order]
        return Term(triples, starts, self.head, self.groups, empty, bool(self.readable))

    def unclosed(self, end: int) -> None:
        """Brackets are open at the end."""
        missing = counted(len(self.open_brackets), "closing bracket is", "closing brackets are")
        line, column = self.sheet.location(self.last().start)
        hint = f"the innermost open bracket is in line {line}, column {column}"
        # Said in any case, however many problems there are: it makes the sentence unreadable.
        self.readable = False
        self.sheet.add(end, "umr-unclosed-term", f"{missing} missing", hint, self.item, "error")

    @cython.cfunc
    def open(self, at: cython.Py_ssize_t) -> cython.void:
        """A bracket opens."""
        outer: _Bracket | None = self.last()
        if not self.begun:
            self.begun = True
            self.open_brackets.append(_Bracket("term", at))
            return
        if outer is None:
            self.after_end(at)
        elif outer.kind == "triple":
            if not outer.words:
                # The second of two brackets: what looked like a triple is a list of triples.
                outer.kind = "list"
            else:
                self.note(
                    at, "umr-nested-triple", "a bracket opens inside a triple",
                    f"look for a missing ) before it; {_TRIPLE}",
                )  # fmt: skip
        if not self.named and (outer is None or outer.kind == "term"):
            self.group = ""
        self.open_brackets.append(_Bracket("triple", at))

    @cython.cfunc
    def close(self, at: cython.Py_ssize_t) -> cython.void:
        """A bracket closes."""
        bracket: _Bracket
        outer: _Bracket | None
        if not self.open_brackets:
            hint = "remove it, or look for a missing ( before it"
            self.note(at, "umr-unopened-term", "this ) has no matching (", hint, "error")
            return
        bracket = self.open_brackets.pop()
        outer = self.last()
        outermost: cython.bint = outer is None or outer.kind == "term"
        # Nothing between the brackets after the name of a group: the group is empty.
        if bracket.kind == "triple" and (bracket.words or not (outermost and self.named)):
            self.triple(bracket)
        if outermost:
            self.named = False

    def after_end(self, at: int) -> None:
        """Something follows the end of the term."""
        if not self.followed:
            hint = "look for an extra ) before it; it is read as a part of the term"
            self.note(at, "umr-closed-early", "the term has already closed", hint)
        self.followed = True

    @cython.cfunc
    def word(self, token: str, at: cython.Py_ssize_t) -> cython.void:
        """A word outside of triples: the head of the term, or the name of a group."""
        outer: _Bracket | None = self.last()
        if not self.begun:
            if self.readable:
                message = f"{shortened(token)} is before the term"
                self.note(at, "umr-outside-term", message, _TERM, "error")
        elif token[0] == ":" and len(token) > 1:
            if outer is None:
                self.after_end(at)
            elif outer.kind == "list":
                self.note(
                    at, "umr-nested-group", f"the group {shortened(token)} begins inside another one",
                    "look for a missing ) before it",
                )  # fmt: skip
            self.group, self.named = token[1:].lower(), True
            self.groups.append((token[1:], at))
        elif outer is not None and len(self.head) < 3 and not self.groups and not self.triples:
            self.head.append((token, at))
        else:
            self.note(
                at, "umr-word", f"{shortened(token)} is neither a triple nor a group; it is left out",
                "delete it, or look for a missing bracket before it",
            )  # fmt: skip

    @cython.cfunc
    def triple(self, bracket: _Bracket) -> cython.void:
        """The words between the brackets of a triple."""
        begin = bracket.start
        words = bracket.words
        if not _is_triple(words):
            shown = shortened(" ".join(words))
            repaired = _repaired(words)
            if repaired is None:
                self.note(begin, "umr-triple", f"({shown}) is not a triple; it is left out", _TRIPLE)
                return
            words = repaired
            as_read = f"({words[0]} {words[1]} {words[2]})"
            self.note(begin, "umr-triple-spelling", f"({shown}) is read as {shortened(as_read)}", _TRIPLE)
        line, column = self.sheet.location(begin)
        self.starts.append(begin)
        self.triples.append(_made_triple(words[0], words[1][1:], words[2], self.group, line, column))


def _is_triple(words: list[str]) -> bool:
    return (
        len(words) == 3
        and words[1][0] == ":" != words[0][0]
        and words[2][0] != ":"
        and len(words[1]) > 1
    )  # fmt: skip


def _repaired(words: list[str]) -> list[str] | None:
    """A triple that lacks the colon before a known relation, or the blank before the colon."""
    if len(words) == 2 and words[0].count(":") == 1:
        parent, label = words[0].split(":")
        words = [parent, f":{label}", words[1]]
        return words if parent and label and words[2][0] != ":" else None
    if len(words) == 3 and ":" not in words[0] + words[1] + words[2] and component_of("", words[1]):
        return [words[0], f":{words[1]}", words[2]]
    return None
