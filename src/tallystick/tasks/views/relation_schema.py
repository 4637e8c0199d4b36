"""The shape of the parts of UMR documents on the report page."""

from __future__ import annotations

from typing import NamedTuple, NotRequired, TypedDict

__all__ = ["AlignedRelations", "ComparedRelations", "RelationColumns", "RelationRows", "UmrLocation"]


class UmrLocation(NamedTuple):
    """Location of a part of a UMR document."""

    component: str
    sentence: int | None
    cluster: int | None
    words: list[str]
    origin: list[list[str]]
    """The relations it is inferred from."""
    element: str | None
    """The element of the drawing of its sentence."""


class RelationColumns(TypedDict):
    """Relations of one component of a UMR document in columns.

    The end of a relation is the number of a node among those of all sentences of its side, or -1 less the index of a
    word. A role is the index of a word.
    """

    sources: list[int]
    roles: list[int]
    targets: list[int]
    sentences: list[int]
    """The index of the sentence with which each is annotated; -1 if it is inferred."""
    clusters: NotRequired[list[int]]
    """The number of its cluster."""
    origins: NotRequired[list[list[int]]]
    """The annotated relations that each is inferred from; none for an annotated one."""
    annotated: NotRequired[list[list[int]]]
    """Source, role and target of the annotated relations."""


class ComparedRelations(TypedDict):
    """Which gold parts of one component matched which predicted parts."""

    golds: list[int]
    """The gold part of each pair, counted from that of the pair before."""
    preds: list[int]
    """Its predicted part, counted in the same way."""
    credited: NotRequired[list[int]]
    """The pairs that earned another credit than 1, each counted from the one before."""
    credits: NotRequired[list[float]]
    """What they earned."""


class RelationRows(TypedDict):
    """The parts of one side of two UMR documents, from which the page makes `shown` and `at` of `Parts`."""

    part: int
    """The number of the first part."""
    sizes: list[int]
    """The number of parts of each component: sentence, modal, temporal, coref."""
    graphs: list[list[int]]
    """The index of each sentence, and after it the branches of its graph that are counted relations: twice the index
    of a branch, and 1 more if it is counted in the other direction; -1 for a relation that is among the others."""
    columns: list[RelationColumns]
    """The relations of the other components."""
    words: list[str]
    others: list[tuple[int, UmrLocation]]
    """Parts that the page cannot write itself, by index: relations with several roles, and texts."""
    compared: NotRequired[list[ComparedRelations]]
    """How the components of a prediction are compared with those of the gold."""


class AlignedRelations(TypedDict):
    """The alignment of UMR documents that the page makes from their columns."""

    gold: int
    """The number of the first gold part."""
    pred: int
    components: list[int]
    """The components that are counted, by index."""
