"""Our conventions of reading: meaningless differences in spelling removed, inverse roles normalised."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["NO_INVERSES", "on_constant", "plain", "turned", "unquoted"]

#: Roles that end in -of and are not inverses.
NO_INVERSES = frozenset({"consist-of", "prep-out-of", "prep-on-behalf-of"})


def unquoted(text: str) -> str:
    """A constant or concept without its quotation marks."""
    return text[1:-1] if len(text) > 1 and text[0] == '"' and text[-1] == '"' else text


def plain(text: str) -> str:
    """A constant or concept without what means nothing: quotes and case."""
    return unquoted(text).lower()


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


def on_constant(base: str, swap: bool) -> str:
    """The role of an attribute: normalised, it would begin at a constant, so an inverse stays an inverse.

    >>> on_constant(*turned("quant")), on_constant(*turned("quant-of")), on_constant(*turned("domain-of"))
    ('quant', 'quant-of', 'mod')
    """
    if not swap:
        return base
    return "mod" if base == "domain" else f"{base}-of"
