"""The relations of UMR's document level, their usual misspellings, and the components they belong to."""

from __future__ import annotations

__all__ = ["COMPONENTS", "component_of", "standard_label"]

#: The relations of each component.
COMPONENTS: dict[str, frozenset[str]] = {
    "temporal": frozenset({"before", "after", "contained", "contains", "includes", "overlap", "depends-on"}),
    "modal": frozenset(
        {
            "modal", "full-affirmative", "partial-affirmative", "neutral-affirmative", "neutral-negative",
            "partial-negative", "full-negative", "unspecified",
        }
    ),
    "coref": frozenset({"same-entity", "same-event", "subset-of", "contains"}),
}  # fmt: skip

#: Abbreviations and misspellings that occur in released documents.
_SPELLINGS = {
    "aff": "full-affirmative",
    "neg": "full-negative",
    "unsp": "unspecified",
    "fullfull-affirmative": "full-affirmative",
    "strong-partial-affirmative": "partial-affirmative",
    "verlap": "overlap",
    "overlaps": "overlap",
    "subset": "subset-of",
}


def standard_label(label: str) -> str:
    """A label in lower case, known misspellings corrected; any other stays as it is.

    >>> standard_label("AFF"), standard_label("State"), standard_label("before")
    ('full-affirmative', 'state', 'before')
    """
    lower = label.lower()
    return _SPELLINGS.get(lower, lower)


def component_of(label: str) -> str | None:
    """The component that a label belongs to: for triples outside of the usual groups. None if to no one.

    >>> component_of("AFF"), component_of("subset-of"), component_of("State")
    ('modal', 'coref', None)
    """
    standard = standard_label(label)
    return next((name for name, labels in COMPONENTS.items() if standard in labels), None)
