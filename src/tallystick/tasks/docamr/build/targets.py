"""The names of what can be built."""

from __future__ import annotations

from tallystick.errors import UsageError

__all__ = ["RELEASED", "REPRESENTATIONS", "check_preset", "check_representation"]

#: The preset that gives the graphs of the released program.
RELEASED = "docamr-0.1.1"

#: The representations by name, and what each merges.
REPRESENTATIONS = {
    "no-merge": "every mention is a node, linked to the entity of its chain",
    "merge-names": "named entities of one chain are one node",
    "docamr": "named entities of one chain are one node, pronouns are replaced by what they stand for",
    "merge-all": "all mentions of a chain are one node (O'Gorman et al. 2018)",
    "flipped": "no mention is merged; what points at a mention points at the entity of its chain",
}


def check_representation(name: str) -> str:
    """Return the name of a representation; fail if it is unknown."""
    if name not in REPRESENTATIONS:
        raise UsageError(f"unknown representation {name!r}; available: {', '.join(REPRESENTATIONS)}")
    return name


def check_preset(name: str | None, representation: str) -> None:
    """Reject a preset that does not exist, or that has no such representation."""
    if name not in (None, RELEASED):
        raise UsageError(f"unknown preset {name!r} for building graphs; available: {RELEASED}")
    if name == RELEASED and representation == "flipped":
        raise UsageError(f"{RELEASED} builds no flipped graphs; leave --preset out")
