"""The two orders that decide labels: named-entity types and pronouns, the most specific first.

The order of types is the list of AMR's named-entity types, read from its end (Naseem et al. 2022, footnote 3).
Both orders can be replaced by a file: one word per line, or ranks and words divided by a tab under a header.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from pathlib import Path

from tallystick.dataclass import dataclass
from tallystick.errors import DataError, Problem
from tallystick.tasks.docamr.build.files import source_at

__all__ = ["NEGATIVE", "Tables", "read_order", "standard_pronouns", "standard_types"]

#: Pronouns that deny that there is anything they stand for.
NEGATIVE = frozenset({"neither", "nobody", "none", "nothing"})

_RANK = re.compile(r"[0-9]{1,9}")
_DATA = Path(__file__).parent.parent / "data"


def read_order(path: str | Path) -> dict[str, int]:
    """The words of a file with their ranks, the first being the most specific."""
    source = source_at(path)
    order: dict[str, int] = {}
    problems: list[Problem] = []
    ranks = 1
    for line in source.lines():
        if line.problem:
            problems.append(line.problem)
            continue
        cells = line.text.split("\t")
        if line.number == 1:
            ranks = len(cells)
            if ranks == 2 and not _RANK.fullmatch(cells[0].strip()):
                continue
        word = cells[-1].strip()
        if not word:
            continue
        message = ""
        if len(cells) != ranks or ranks > 2 or (ranks == 2 and not _RANK.fullmatch(cells[0].strip())):
            message = "expected one word per line, or a rank and a word separated by a tab"
        elif word in order:
            message = f"{word} occurs twice in the table"
        if message:
            problems.append(
                Problem(message, source.shown, line.number, 1, code="docamr-table", text=line.text)
            )
        elif ranks == 2:
            order[word] = int(cells[0])
        else:
            order[word] = line.number
    if not order and not problems:
        problems.append(Problem("the table has no words", source.shown, code="docamr-table"))
    if problems:
        raise DataError(problems)
    return order


@cache
def standard_types() -> Mapping[str, int]:
    """The named-entity types of AMR.

    >>> standard_types()["country"] < standard_types()["city"] < standard_types()["person"]
    True
    """
    return read_order(_DATA / "ne_type_order.tsv")


@cache
def standard_pronouns() -> Mapping[str, int]:
    """The pronouns.

    >>> standard_pronouns()["he"] < standard_pronouns()["someone"]
    True
    """
    return read_order(_DATA / "pronoun_order.tsv")


@dataclass(frozen=True, slots=True)
class Tables:
    """Both orders."""

    types: Mapping[str, int] = field(default_factory=standard_types)
    pronouns: Mapping[str, int] = field(default_factory=standard_pronouns)
