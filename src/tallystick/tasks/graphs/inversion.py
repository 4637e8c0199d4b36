# cython: language_level=3
"""Our conventions of reading: spelling that means nothing removed, inverse roles turned round."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from tallystick.solve import cython_stub as cython

if TYPE_CHECKING:
    from tallystick.formats.penman.reader import Graph

__all__ = ["NO_INVERSES", "on_constant", "plain", "read", "turned"]

#: Roles that end in -of and are no inverses.
NO_INVERSES = frozenset({"consist-of", "prep-out-of", "prep-on-behalf-of"})


@cython.cfunc
def _spelt(text: str, ignore_case: cython.bint) -> str:
    if len(text) > 1 and text[0] == '"' and text[-1] == '"':
        text = text[1:-1]
    return text.lower() if ignore_case else text


def plain(text: str) -> str:
    """A constant or concept without what means nothing: quotes and case."""
    return _spelt(text, True)


@lru_cache(maxsize=4096)
def turned(role: str) -> tuple[str, bool]:
    """A role in its base form, and whether source and target change places.

    `mod` is `domain-of`: a modifier is what its head is the domain of.

    >>> turned("arg0-of"), turned("mod"), turned("domain-of"), turned("consist-of")
    (('arg0', True), ('domain', True), ('domain', True), ('consist-of', False))
    """
    swap = False
    while role.endswith("-of") and len(role) > 3 and role not in NO_INVERSES:
        role = role[:-3]
        swap = not swap
    if role == "mod":
        return "domain", not swap
    return role, swap


@lru_cache(maxsize=4096)
def turned_as_written(role: str) -> tuple[str, bool]:
    """The same of a role in any case."""
    return turned(role.lower())


def on_constant(base: str, swap: bool) -> str:
    """The role of an attribute: turned round it would begin at a constant, so an inverse stays an inverse.

    >>> on_constant(*turned("quant")), on_constant(*turned("quant-of")), on_constant(*turned("domain-of"))
    ('quant', 'quant-of', 'mod')
    """
    if not swap:
        return base
    return "mod" if base == "domain" else f"{base}-of"


def read(
    graph: Graph, ignore_case: bool
) -> tuple[tuple[str, ...], list[tuple[int, str, str]], list[tuple[int, str, int]]]:
    """The concepts, attributes and relations of a graph."""
    k: cython.Py_ssize_t
    sources: tuple[int, ...] = graph.sources
    targets: tuple[int, ...] = graph.targets
    roles: tuple[str, ...] = graph.roles
    constants: tuple[str | None, ...] = graph.constants
    attributes: list[tuple[int, str, str]] = []
    relations: list[tuple[int, str, int]] = []
    for k in range(len(roles)):
        base, swap = turned_as_written(roles[k])
        constant = constants[k]
        if constant is not None:
            attributes.append((sources[k], on_constant(base, swap), _spelt(constant, ignore_case)))
        elif swap:
            relations.append((targets[k], base, sources[k]))
        else:
            relations.append((sources[k], base, targets[k]))
    concepts = tuple([_spelt(concept, ignore_case) for concept in graph.concepts])
    return concepts, attributes, relations
