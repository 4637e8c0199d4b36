"""The meaning of document-level relations, and what follows from them.

Tables 2 and 3 of Sun, Chun and Xue ("AnCast++: Document-Level Evaluation of Graph-based Meaning Representations")
are data of this module, and of no other. In ``(parent :label child)`` the child is before, after, contained in,
overlapping with or depending on the parent. So ``r`` runs from the later to the earlier, ``dn`` from what contains
to what is contained, and ``up`` the other way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tallystick.formats.umr.labels import spelled

__all__ = ["COMPOSITION", "CONVERSION", "FLAGGED", "KINDS", "SYMMETRIC", "Converted", "converted"]


class Converted(NamedTuple):
    """The meaning of a label, as one link between parent and child."""

    kind: str
    """``d``, ``r``, ``o``, ``dn``, ``sn``, ``sv``, or the label itself after a colon where Table 2 lacks it."""
    turned: bool
    """Whether the link runs from the child to the parent."""

    @property
    def symmetric(self) -> bool:
        """Whether the link holds both ways."""
        return self.kind in SYMMETRIC


#: The kinds of links, in the order of Table 3. A link ``up`` from a to b is the link ``dn`` from b to a.
KINDS = ("o", "d", "r", "up", "dn", "sn", "sv")
#: Kinds that hold both ways.
SYMMETRIC = frozenset(["o", "sn", "sv"])

#: Table 2. ``contains`` is the converse of ``contained``, and ``includes`` another word for it.
CONVERSION: Mapping[str, Converted] = {
    "depends-on": Converted("d", turned=False),
    "after": Converted("r", turned=True),
    "before": Converted("r", turned=False),
    "overlap": Converted("o", turned=False),
    "contained": Converted("dn", turned=False),
    "includes": Converted("dn", turned=False),
    "contains": Converted("dn", turned=True),
    "same-entity": Converted("sn", turned=False),
    "same-event": Converted("sv", turned=False),
    "subset-of": Converted("dn", turned=True),
}

_TABLE_3 = """
      o    d    r    up   dn   sn   sv
o     -    -    -    -    -    -    -
d     -    -    -    -    -    -    -
r     -    -    r    -    r    -    -
up    -    -    r    up   -    up   up
dn    -    -    -    -    dn   dn   dn
sn    -    -    -    up   dn   sn   sn*
sv    -    -    -    up   dn   sv*  sv
"""


def _read_table(text: str) -> tuple[dict[tuple[str, str], str], frozenset[tuple[str, str]]]:
    """The entries of a composition table, and which of them have a star."""
    heads, *rows = [line.split() for line in text.strip().splitlines()]
    entries = {
        (first, second): entry
        for first, *line in rows
        for second, entry in zip(heads, line, strict=True)
        if entry != "-"
    }
    flagged = frozenset([pair for pair, entry in entries.items() if entry.endswith("*")])
    return {pair: entry.rstrip("*") for pair, entry in entries.items()}, flagged


#: Table 3: what follows from a link a → b and a link b → c; and the compositions that show a contradiction, since
#: nothing is both an entity and an event.
COMPOSITION, FLAGGED = _read_table(_TABLE_3)


def converted(component: str, label: str) -> Converted:
    """The link that a label expresses: Table 2, which temporal relations and coreference share.

    A label outside of the table is a separate kind, which composes with no other kind.

    >>> converted("temporal", "after"), converted("coref", "part-of").kind
    (Converted(kind='r', turned=True), ':part-of')
    """
    label = spelled(component, label)
    return CONVERSION.get(label) or Converted(f":{label}", turned=False)
