"""The relations of UMR's document level, their usual misspellings, and the components they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

__all__ = ["LABELS", "SPELLINGS", "component_of", "spelled"]

#: The labels of each component.
LABELS: Mapping[str, frozenset[str]] = {
    "temporal": frozenset(["before", "after", "contained", "contains", "includes", "overlap", "depends-on"]),
    "modal": frozenset(
        [
            "modal", "full-affirmative", "partial-affirmative", "neutral-affirmative", "neutral-negative",
            "partial-negative", "full-negative", "unspecified",
        ]
    ),
    "coref": frozenset(["same-entity", "same-event", "subset-of", "contains"]),
}  # fmt: skip

#: Abbreviations and slips that occur in released documents, in lower case.
SPELLINGS: Mapping[str, Mapping[str, str]] = {
    "temporal": {"verlap": "overlap", "overlaps": "overlap"},
    "modal": {
        "aff": "full-affirmative",
        "neg": "full-negative",
        "unsp": "unspecified",
        "fullfull-affirmative": "full-affirmative",
        "strong-partial-affirmative": "partial-affirmative",
    },
    "coref": {"subset": "subset-of"},
}


@lru_cache(maxsize=4096)
def spelled(component: str, label: str) -> str:
    """A label in lower case and in full; one that is not known stays as it is.

    >>> spelled("modal", "AFF"), spelled("modal", "State"), spelled("temporal", "before")
    ('full-affirmative', 'state', 'before')
    """
    lower = label.lower()
    return SPELLINGS.get(component, {}).get(lower, lower)


@lru_cache(maxsize=4096)
def component_of(group: str, label: str) -> str | None:
    """The component of a triple: that of its group, or of its label where the group is none of the three.

    >>> component_of("coref", "contains"), component_of("", "AFF"), component_of("topic", "about")
    ('coref', 'modal', None)
    """
    if group.lower() in LABELS:
        return group.lower()
    return next((name for name, labels in LABELS.items() if spelled(name, label) in labels), None)
