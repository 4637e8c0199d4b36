"""Which sentences of two documents belong together, where they were split differently.

A map is a table: the sentences of the gold, a tab, those of the prediction; several are joined by commas. A first
column may name the document. Sentences are numbers, or the roles themselves::

    # gold  pred
    1,2     1
    3       2,3
    doc7    4   4
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from hashlib import sha256
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.formats.penman.reader import Graph
from tallystick.tasks.docamr.membership import ONLY_SENTENCE

__all__ = ["SentenceMap", "load_sentence_map", "renamed"]

#: The new name of each ``:sntK`` role of one side.
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SentenceMap:
    """New names for the sentences of both sides, by document; under ``""`` those for every other document."""

    gold: Mapping[str, Names]
    pred: Mapping[str, Names]
    fingerprint: str = field(default="", compare=False)
    path: str = field(default="", compare=False)
    lines: Mapping[tuple[str, str, str], tuple[int, str]] = field(default_factory=dict, compare=False)
    """The number and the text of the first line that names a sentence: by document, side and role."""

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def names(self, side: str, document: str | None) -> Names:
        """The new names of a document's sentences."""
        table = self.gold if side == "gold" else self.pred
        return table.get(document or "", table.get("", {}))

    def check(self, side: str, graph: Graph) -> None:
        """Reject a map that names sentences which a document does not have: it is of other files, or miscounts."""
        if not len(graph):
            return  # a prediction that counts as empty
        names = self.names(side, graph.id)
        there = {role.lower() for source, role in zip(graph.sources, graph.roles, strict=True) if source == 0}
        there = {role for role in there if role.startswith("snt")} or {ONLY_SENTENCE}
        document = (
            (graph.id or "") if (graph.id or "") in (self.gold if side == "gold" else self.pred) else ""
        )
        problems = []
        for role in names:
            if role not in there:
                line, text = self.lines[document, side, role]
                problems.append(self._unknown(side, role, there, graph.id, document, line, text))
        if problems:
            raise DataError(sorted(problems, key=lambda problem: problem.line))

    def _unknown(
        self, side: str, role: str, there: set[str], name: str | None, document: str, line: int, text: str
    ) -> Problem:
        count, last = len(there), max(there, key=_in_order)
        known = f"it has {count} sentence{'s' * (count != 1)}, the last is {last}"
        hint = f"{known}; a line is gold<TAB>pred"
        if not document:
            hint += ", and applies to every document unless it begins with a document's id and a tab"
        column = text.find(role.removeprefix("snt")) + 1
        message = f"the {side} document has no sentence {role}"
        return Problem(message, self.path, line, max(column, 1), name, hint, "sentence-map", text=text)


def renamed(graph: Graph, names: Names) -> Graph:
    """The graph with the sentences of its root under new names."""
    if not names:
        return graph
    roles = [
        names.get(role.lower(), role) if source == 0 else role
        for source, role in zip(graph.sources, graph.roles, strict=True)
    ]
    return replace(graph, roles=tuple(roles))


def load_sentence_map(path: str) -> SentenceMap:
    """Read a map from a file."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(Problem(f"cannot read the sentence map: {error}", path)) from error
    rows: dict[str, list[tuple[list[str], list[str]]]] = {}
    lines: dict[tuple[str, str, str], tuple[int, str]] = {}
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        sides = [[_role(name) for name in cell.split(",") if name.strip()] for cell in cells[-2:]]
        if len(cells) not in (2, 3) or not all(sides):
            hint = "such as 1,2<TAB>1: sentences 1 and 2 of the gold are sentence 1 of the prediction"
            message = "expected gold sentences, a tab and predicted sentences"
            problems.append(Problem(message, path, number, 1, hint=hint, code="sentence-map", text=line))
            continue
        document = cells[0] if len(cells) == 3 else ""
        rows.setdefault(document, []).append((sides[0], sides[1]))
        for side, names in zip(("gold", "pred"), sides, strict=True):
            for name in names:
                lines.setdefault((document, side, name), (number, line))
    if problems:
        raise DataError(problems)
    tables = {document: _joined(pairs) for document, pairs in rows.items()}
    return SentenceMap(
        {document: table[0] for document, table in tables.items()},
        {document: table[1] for document, table in tables.items()},
        sha256(text.encode()).hexdigest()[:12],
        path,
        lines,
    )


def _role(name: str) -> str:
    name = name.strip().lstrip(":").lower()
    return name if name.startswith("snt") else f"snt{name}"


def _joined(pairs: list[tuple[list[str], list[str]]]) -> tuple[dict[str, str], dict[str, str]]:
    """One name for all sentences that belong together, directly or by way of others: the first of the gold."""
    group: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for golds, preds in pairs:
        together = {*(("gold", name) for name in golds), *(("pred", name) for name in preds)}
        for sentence in list(together):
            together |= group.get(sentence, set())
        for sentence in together:
            group[sentence] = together
    tables: dict[str, dict[str, str]] = {"gold": {}, "pred": {}}
    for (side, name), together in group.items():
        tables[side][name] = min([other for where, other in together if where == "gold"], key=_in_order)
    return tables["gold"], tables["pred"]


def _in_order(role: str) -> tuple[int, str, str]:
    """Sort sentences by number, however long; those without a number come first."""
    number = role.removeprefix("snt")
    digits = number.lstrip("0") if number.isascii() and number.isdecimal() else ""
    return (len(digits) if digits or number.strip("0") == "" else -1, digits, role)
