"""MS-AMR annotations (O'Gorman et al. 2018): which nodes of the sentence AMRs of a document corefer.

The XML lists the sentences of a document, chains of mentions (and of roles that are filled only implicitly),
chains of one member, and bridging relations between chains. Elements are known by their names, wherever they
are in their section. Document types and entities are refused, so nothing is ever expanded or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from xml.parsers import expat

from tallystick.errors import DataError, Problem
from tallystick.formats.base import Block, Item, Source
from tallystick.formats.columns.rows import unreadable
from tallystick.formats.msamr.document import (
    Bridging,
    IdentityChain,
    ImplicitRole,
    Link,
    Mention,
    MsAmr,
    SentenceReference,
)

__all__ = [
    "Bridging",
    "IdentityChain",
    "ImplicitRole",
    "Link",
    "Mention",
    "MsAmr",
    "MsAmrReader",
    "SentenceReference",
    "load",
    "looks_like_msamr",
    "read_msamr",
]


class MsAmrReader:
    """Reads MS-AMR files: one document per item.

    >>> reader = MsAmrReader()
    >>> for block in reader.blocks(Source("x.xml", "<document>\\n  <relations>\\n</document>")):
    ...     print(reader.item(block).problems[0])
    x.xml:3:3: the XML is not well-formed: mismatched tag (item x)
    """

    name = "msamr"

    def blocks(self, source: Source) -> Iterator[Block]:
        """The whole file as one block."""
        lines = list(source.lines())
        if not any(line.text.strip() for line in lines):
            return
        problems = tuple(line.problem for line in lines if line.problem)
        text = "\n".join(line.text for line in lines)
        yield Block(text, source.shown, 1, None, problems, lines[-1].end)

    def item(self, block: Block) -> Item:
        """Read one document."""
        bad = unreadable(block) if block.problems else None
        if bad is not None:
            return bad
        reading = _Reading(block)
        document = reading.document()
        problems = tuple(reading.problems)
        return Item(document, reading.id, problems, path=block.path, line=block.line)


def read_msamr(text: str, path: str = "<data>") -> MsAmr:
    """The annotations of a text; raises :class:`~tallystick.errors.DataError` with all problems."""
    return _only(Source(path, text))


def load(path: str | Path) -> MsAmr:
    """The annotations of a file."""
    return _only(Source.of(path))


def _only(source: Source) -> MsAmr:
    reader = MsAmrReader()
    for block in reader.blocks(source):
        item = reader.item(block)
        if isinstance(item.value, MsAmr):
            return item.value
        raise DataError(item.problems)
    raise DataError(Problem("the file is empty", source.shown, code="msamr-empty"))


# Nothing is taken back: blanks that could be divided in many ways would be tried in all of them.
_START = re.compile(
    r"\s*+(?:<\?xml[^>]*\?>)?(?:\s++|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\]\s*+)?>)*+<document[\s>/]",
    re.S,
)


def looks_like_msamr(head: str) -> bool:
    """Whether the beginning of a file is certainly of this format.

    >>> looks_like_msamr('<?xml version="1.0"?>\\n<document>'), looks_like_msamr("(d / document)")
    (True, False)
    """
    return bool(_START.match(head))


#: The elements that each element may contain.
_INSIDE = {
    "document": ("sentences", "relations"),
    "sentences": ("amr",),
    "relations": ("identity", "singletons", "bridging"),
    "identity": ("identchain",),
    "singletons": ("identchain",),
    "bridging": ("setmember", "partwhole"),
    "identchain": ("mention", "implicitrole"),
    "setmember": ("superset", "member"),
    "partwhole": ("whole", "part"),
}
#: The role of the edges of a bridging relation, and the element of its one end.
_BRIDGES = {"setmember": ("subset", "superset"), "partwhole": ("part", "whole")}


class _Reading:
    """One run over the text: sections are gathered as their elements close."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.id = PurePath(block.path).name.partition(".")[0]
        self.problems: list[Problem] = []
        self.sentences: dict[str, SentenceReference] = {}
        self.chains: dict[str, IdentityChain] = {}
        self.bridging: list[Bridging] = []
        self._lines = block.text.split("\n")
        self._open: list[str] = []
        self._ignored = 0
        self._location = (0, 0)
        self._name = ""
        self._members: list[Mention | ImplicitRole] = []
        self._links: list[tuple[str, Link]] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype

    def document(self) -> MsAmr | None:
        """The document, None if something is wrong."""
        try:
            self._parser.Parse(self.block.text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            what = expat.errors.messages.get(error.code, "syntax error")
            self._note(f"the XML is not well-formed: {what}", "xml", at=(error.lineno, error.offset + 1))
        except _RefusedError:
            pass
        else:
            if not self.sentences and not any(problem.level == "error" for problem in self.problems):
                self._note("the document lists no sentences", "msamr-sentences", at=(1, 1))
        self._check_order()
        if any(problem.level == "error" for problem in self.problems):
            return None
        return MsAmr(
            self.id,
            tuple(self.sentences.values()),
            tuple(self.chains.values()),
            tuple(self.bridging),
            self.block.path,
            tuple(self.problems),
        )

    def _check_order(self) -> None:
        seen: dict[int, str] = {}
        for sentence in self.sentences.values():
            if sentence.order is None:
                continue
            if sentence.order in seen:
                self._note(
                    f"the sentences {seen[sentence.order]} and {sentence.id} have the same order "
                    f"{sentence.order}", "msamr-order", level="warning", at=(sentence.line, sentence.column),
                )  # fmt: skip
            seen[sentence.order] = sentence.id

    def _doctype(self, *_: object) -> None:
        self._note(
            "document type declarations are not allowed", "xml-doctype",
            hint="remove the <!DOCTYPE …> declaration: entities are never expanded",
        )  # fmt: skip
        raise _RefusedError

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if self._ignored:
            self._ignored += 1
            return
        parent = self._open[-1] if self._open else ""
        if parent == "" and tag != "document":
            self._note(f"expected the element <document>, not <{tag}>", "msamr-root", hint="is this MS-AMR?")
            raise _RefusedError
        if parent and tag not in _INSIDE.get(parent, ()):
            self._unknown(tag, parent)
            self._ignored = 1
            return
        self._open.append(tag)
        handler = {
            "sentences": self._sentences,
            "amr": self._amr,
            "mention": self._mention,
            "implicitrole": self._implicit_role,
            "identchain": self._relation,
            "setmember": self._relation,
            "partwhole": self._relation,
            "superset": self._link,
            "member": self._link,
            "whole": self._link,
            "part": self._link,
        }.get(tag)
        if handler is not None:
            handler(tag, attributes)

    def _unknown(self, tag: str, parent: str) -> None:
        known = " or ".join(f"<{name}>" for name in _INSIDE.get(parent, ())) or "nothing"
        # Beside the two sections there may be remarks; inside them, everything means something.
        self._note(
            f"unknown element <{tag}> inside <{parent}>{self._chain()}", "msamr-element",
            level="warning" if parent == "document" else "error", hint=f"allowed here: {known}",
        )  # fmt: skip

    def _end(self, tag: str) -> None:
        if self._ignored:
            self._ignored -= 1
            return
        self._open.pop()
        if tag == "identchain":
            self._end_of_chain()
        elif tag in _BRIDGES:
            self._end_of_bridging(tag)

    def _sentences(self, _tag: str, attributes: dict[str, str]) -> None:
        self.id = attributes.get("docid") or self.id

    def _amr(self, _tag: str, attributes: dict[str, str]) -> None:
        name = self._required("amr", attributes, "id")
        written = attributes.get("order", "").strip()
        order = None
        if re.fullmatch(r"[+-]?\d{1,18}", written):
            order = int(written)
        elif written:
            self._note(f"order={written!r} is not a whole number", "msamr-order")
        if name in self.sentences:
            self._note(f"the sentence {name} is listed twice", "msamr-twice")
        elif name:
            self.sentences[name] = SentenceReference(name, order, *self._here())

    def _relation(self, tag: str, attributes: dict[str, str]) -> None:
        self._location = self._here()
        self._members, self._links = [], []
        self._name = self._required(tag, attributes, "relationid")

    def _mention(self, _tag: str, attributes: dict[str, str]) -> None:
        sentence = self._required("mention", attributes, "id")
        variable = self._required("mention", attributes, "variable")
        if sentence and variable:
            self._members.append(
                Mention(sentence, variable, attributes.get("concept") or None, *self._here())
            )

    def _implicit_role(self, _tag: str, attributes: dict[str, str]) -> None:
        sentence = self._required("implicitrole", attributes, "id")
        parent = self._required("implicitrole", attributes, "parentvariable")
        role = self._required("implicitrole", attributes, "argument").removeprefix(":")
        if role and not re.fullmatch(r'[^\s()":]+', role):
            self._note(f"argument={role!r} is not a role{self._chain()}", "msamr-role")
        elif sentence and parent and role:
            concept = attributes.get("parentconcept") or None
            self._members.append(ImplicitRole(sentence, parent, role, concept, *self._here()))

    def _link(self, tag: str, attributes: dict[str, str]) -> None:
        name = self._required(tag, attributes, "id")
        if name:
            self._links.append((tag, Link(name, *self._here())))

    def _end_of_chain(self) -> None:
        singleton = self._open[-1] == "singletons"
        if not self._members:
            self._note(
                f"the chain {self._name} has no members",
                "msamr-empty-chain",
                level="warning",
                at=self._location,
            )
        if singleton and len(self._members) > 1:
            self._note(
                f"the singleton {self._name} has {len(self._members)} members: it is read as a chain",
                "msamr-singleton", level="warning", at=self._location,
            )  # fmt: skip
            singleton = False
        if self._name in self.chains:
            self._note(f"two chains are named {self._name}", "msamr-twice", at=self._location)
        elif self._name:
            chain = IdentityChain(self._name, tuple(self._members), singleton, *self._location)
            self.chains[self._name] = chain

    def _end_of_bridging(self, tag: str) -> None:
        role, one_end = _BRIDGES[tag]
        wholes = [link for name, link in self._links if name == one_end]
        parts = tuple(link for name, link in self._links if name != one_end)
        if len(wholes) > 1:
            self._note(f"the relation {self._name} has two elements <{one_end}>", "msamr-bridging")
        elif not wholes or not parts:
            missing = one_end if not wholes else _INSIDE[tag][1]
            self._note(
                f"the relation {self._name} has no element <{missing}>: it is left out", "msamr-bridging",
                level="warning", at=self._location,
            )  # fmt: skip
        else:
            self.bridging.append(Bridging(self._name, role, wholes[0], parts, *self._location))

    def _required(self, tag: str, attributes: dict[str, str], name: str) -> str:
        value = attributes.get(name, "").strip()
        if not value:
            where = "" if name == "relationid" else self._chain()
            self._note(f"the element <{tag}> has no {name}{where}", "msamr-attribute")
        return value

    def _chain(self) -> str:
        """The current location as text: the chain or relation."""
        inside = len(self._open) > 3 and self._name
        return f", in {self._name}" if inside else ""

    def _here(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _note(
        self,
        message: str,
        code: str,
        *,
        level: str = "error",
        hint: str | None = None,
        at: tuple[int, int] | None = None,
    ) -> None:
        line, column = at or self._here()
        shown = self._lines[line - 1] if 0 < line <= len(self._lines) else None
        first = self.block.line - 1
        self.problems.append(
            Problem(
                message, self.block.path, line + first, column, self.id or None, hint, code, level, shown
            )
        )  # fmt: skip


class _RefusedError(Exception):
    """The rest cannot be read."""
