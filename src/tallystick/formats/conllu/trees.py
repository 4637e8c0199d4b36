"""Reasons why a sentence is not a tree."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import Problem
from tallystick.formats.base import Block
from tallystick.formats.conllu.cycles import cycle_words
from tallystick.formats.conllu.passage import ROOT

__all__ = ["tree_faults"]

#: So many words of a cycle are named.
_NAMED = 8


def tree_faults(
    heads: list[int], forms: Sequence[str], lines: Sequence[int], block: Block
) -> tuple[Problem, ...]:
    """Return a warning for a number of roots other than 1, and for each cycle."""
    roots = heads.count(ROOT)
    cycles = cycle_words(heads)
    if roots == 1 and not cycles:
        return ()

    def fault(message: str, word: int, code: str) -> Problem:
        return Problem(message, block.path, lines[word], 1, block.id, None, code, "warning")

    faults = []
    if roots != 1:
        second = heads.index(ROOT, heads.index(ROOT) + 1) if roots else 0
        faults.append(fault(f"expected one root, not {roots}", second, "conllu-root"))
    for word in cycles:
        cycle = [word]
        while (head := heads[cycle[-1]]) != word:
            cycle.append(head)
        shown = " → ".join(f"{member + 1} {forms[member]}" for member in (*cycle, word)[: _NAMED + 1])
        more = f" → … ({len(cycle)} words)" if len(cycle) > _NAMED else ""
        faults.append(fault(f"the heads form a cycle: {shown}{more}", word, "conllu-cycle"))
    return tuple(faults)
