"""The shape of one item on the report page.

The TypeScript types of the page are generated from these declarations (``make web``), so a field is declared here and
nowhere else. Data is written as JSON: tuples become arrays, and named tuples arrays whose positions have names.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

from tallystick.tasks.views.document_schema import DocumentRow, FindingKind, PlainRecords
from tallystick.tasks.views.relation_schema import AlignedRelations, RelationRows, UmrLocation
from tallystick.tasks.views.tree_schema import (
    AlignedEdges,
    AlignedUnits,
    AlignedWords,
    ChangedTree,
    TreeColumns,
    WordColumns,
)

__all__ = [
    "AlignedChains",
    "AlignedColumns",
    "ChainLocation",
    "Chains",
    "ComparedChains",
    "DrawnBranch",
    "DrawnColumns",
    "DrawnGraph",
    "DrawnNode",
    "DrawnWord",
    "EncodedAlignment",
    "EncodedPair",
    "EntityLocation",
    "Kind",
    "MentionLocation",
    "PageSide",
    "PartField",
    "PartLocation",
    "PartTables",
    "Parts",
    "SentenceGraph",
    "SentencePair",
    "SystemDetail",
    "TagColumns",
    "TypedSpans",
    "WordRange",
]

#: The ways to show an item: a graph, a document of graphs, a text with chains of mentions, records, a JSON document.
Kind: TypeAlias = Literal["graph", "umr", "coref", "records", "json"]


class DrawnNode(NamedTuple):
    """A node of a graph."""

    variable: str
    concept: str


#: A branch as written: source, role, target; or source, role, -1 and a constant.
DrawnBranch: TypeAlias = tuple[int, str, int] | tuple[int, str, int, str]


class DrawnGraph(NamedTuple):
    """A graph as it is drawn; branches name nodes by index."""

    nodes: list[DrawnNode]
    branches: list[DrawnBranch]


class DrawnWord(NamedTuple):
    """A word of a dependency tree, placed in columns of a fixed-width font."""

    form: str
    start: float
    end: float
    head: int
    """The index of its head; -1 for a root, -2 if the head is outside of the item."""
    relation: str


class MultiwordToken(NamedTuple):
    """A token of several words, by their indices, both ends included."""

    first: int
    last: int
    form: str


class WordRange(NamedTuple):
    """Words of a text by index, both ends included."""

    first: int
    last: int


class EncodedAlignment(NamedTuple):
    """An alignment whose parts are indices into the part tables of the two sides."""

    matched: list[EncodedPair]
    missed: list[int]
    spurious: list[int]


class AlignedColumns(NamedTuple):
    """The pairs of an alignment in columns: gold parts, pred parts, credits (none if each is 1).

    The note of a pair follows from the round of its pred part.
    """

    gold: list[int]
    pred: list[int]
    credits: list[float]


#: Gold part, pred part, credit, note, inner alignments by name. Trailing defaults (1, empty) are left off.
EncodedPair: TypeAlias = (
    tuple[int, int]
    | tuple[int, int, float]
    | tuple[int, int, float, str]
    | tuple[int, int, float, str, list[tuple[str, EncodedAlignment]]]
)


MentionLocation: TypeAlias = tuple[Literal["mention"], *tuple[WordRange, ...]]
EntityLocation: TypeAlias = tuple[Literal["entity"], *tuple[int, ...]]
#: A mention by its words, an entity by its mentions, a set by its own mentions and those of its elements.
ChainLocation: TypeAlias = MentionLocation | EntityLocation | tuple[Literal["set"], list[int], list[int]]

#: Location of a part, by kind of view: an element of a drawing, a relation, a chain, the words of a record.
PartLocation: TypeAlias = str | UmrLocation | ChainLocation | list[WordRange] | None


class PartField(NamedTuple):
    """A field of a record; a collection has a line for each element."""

    name: str
    value: str | list[str]


class ComparedChains(TypedDict):
    """The chains of both sides as some metrics compare them; the page lists from this what matched in each pair.

    The entities of each side are all of its chains, or those that are listed.
    """

    partners: list[int]
    """For each gold mention its partner, counted from the partner before; 0 for none."""
    golds: list[int]
    """The gold entity of each pair of entities that may earn something, counted from that of the pair before."""
    preds: list[int]
    """Its predicted entity, counted in the same way."""
    differing_sets: NotRequired[list[int]]
    """The pairs with different sets of entities."""
    gold_entities: NotRequired[list[int]]
    pred_entities: NotRequired[list[int]]


class Chains(TypedDict):
    """Mentions and entities of one side in columns, from which the page makes `shown` and `at` of :class:`Parts`.

    The mentions and then the entities follow the other parts, list by list.
    """

    starts: list[int]
    """The first word of each mention, counted from that of the mention before."""
    more_words: list[int]
    """The number of words of each mention after its first."""
    unusual: NotRequired[list[tuple[int, str, MentionLocation]]]
    """Mentions of several ranges, and of empty nodes: their index, their text (if it does not follow from the words),
    their location."""
    entities: list[list[int]]
    """The mentions of each entity: the first one is counted from the first one of the entity before, each other one
    from the mention before it."""
    sets: NotRequired[list[tuple[int, str, list[int]]]]
    """Entities that are sets of others: their index, their text, the mentions of their elements."""
    compared: NotRequired[list[ComparedChains]]
    """How these chains of a prediction are compared with those of the gold."""


class AlignedChains(TypedDict):
    """An alignment of chains that the page makes from their columns."""

    chains: int
    """The index of these chains in :attr:`Parts.chains` of both sides."""
    compared: int
    """The index in :attr:`Chains.compared` of the prediction."""
    credits: NotRequired[list[float]]
    """What each pair of entities earned; some pairs at the end that earned nothing are left off. If missing, mentions
    are aligned instead of entities."""


class Parts(TypedDict):
    """The parts of one side, each once, by index."""

    shown: list[str]
    """Each part as text; empty for those that the page writes: mentions and entities with the words of the side,
    triples with those of the drawing."""
    at: list[PartLocation]
    fields: NotRequired[list[list[PartField]]]
    elements: NotRequired[list[int]]
    """The element of the drawing that each part is, from which the page makes `shown` and `at`: four times the index of
    a node or a branch, and 1 more for a branch, 2 more for a branch that is read from its end to its beginning, 3 for
    the mark of the root; -1 for no element."""
    texts: NotRequired[list[tuple[int, str]]]
    """The texts of those parts, by number, that do not follow from the drawing."""
    rounds: NotRequired[list[int]]
    """When the nodes of each of these parts were aligned, the note of its pair: 1 for an anchor, one more for each
    round, -1 for the final step, 0 for parts without a note."""
    heads: NotRequired[list[int | None]]
    """The heads of parts that are edges of a dependency graph: the index of a word, -1 for the root, -2 for a word
    that is not shown."""
    chains: NotRequired[list[Chains]]
    """The parts that are in columns, which come last; in `shown` and `at` they are left out."""
    spans: NotRequired[TypedSpans]
    """The parts, if they are typed spans of words: the page makes `shown`, `at` and `fields` from these."""
    relations: NotRequired[list[RelationRows]]
    """The parts of UMR documents, which are left out there, too."""


class TypedSpans(NamedTuple):
    """Typed spans of words in columns."""

    same: int
    """How many of the first spans are the first ones of the gold; they are left out here."""
    types: list[str]
    starts: list[int]
    ends: list[int]
    """The last word of each span."""


class TagColumns(TypedDict):
    """An alignment of tokens by their tags. The page makes its parts, which follow the others: the index and the tag of
    a token."""

    tags: str
    """The gold tag of each token, separated by blanks."""
    differing: list[int]
    """The tokens with another predicted tag."""
    predicted: list[str]
    """The predicted tags of these tokens; empty for none."""


class PartTables(NamedTuple):
    """The parts of both sides."""

    gold: Parts
    pred: Parts


class DrawnColumns(TypedDict):
    """A graph as it is drawn, in columns; words are separated by line feeds."""

    variables: str
    concepts: str
    sources: list[int]
    roles: str
    targets: list[int]
    """The index of a node, -1 for a constant."""
    constants: NotRequired[str]


class SentenceGraph(TypedDict):
    """A sentence of a UMR document."""

    number: int
    text: str
    graph: NotRequired[DrawnGraph]
    """If missing, the page makes it from its columns."""
    columns: NotRequired[DrawnColumns]


class SentencePair(NamedTuple):
    """Two sentences that are compared, by index; None if a side has no such sentence."""

    gold: int | None
    pred: int | None


class PageSide(TypedDict, total=False):
    """One side of an item; which fields are present depends on the kind of view."""

    text: str
    tokens: list[str]
    words: str
    """The tokens separated by blanks, instead of `tokens`."""
    same_words: bool
    """Whether the words are those of the gold, which are not written again."""
    breaks: list[int]
    """The words at which sentences begin."""
    graph: DrawnGraph
    drawn: list[DrawnWord]
    """The words of a dependency tree."""
    tree: TreeColumns
    """The tree in columns, instead of `drawn`."""
    changed: ChangedTree
    """What differs from the tree of the gold, instead of `drawn` and `multiword`."""
    multiword: list[MultiwordToken]
    sentences: list[SentenceGraph]
    pairs: list[SentencePair]
    left_out: int
    """How many pairs at the end of `pairs` are not scored."""
    repairs: list[str]
    """The edits that made a prediction readable."""


class SystemDetail(TypedDict):
    """One item under one system."""

    pred: PageSide
    parts: PartTables
    alignments: list[EncodedAlignment]
    """Each once."""
    columns: NotRequired[
        list[
            AlignedColumns
            | AlignedChains
            | AlignedRelations
            | AlignedWords
            | AlignedUnits
            | AlignedEdges
            | TagColumns
            | None
        ]
    ]
    """The pairs of each alignment, where they are in columns; all of an alignment of chains, UMR documents, words or
    edges."""
    words: NotRequired[WordColumns]
    """The parts that are the words of a tree."""
    metrics: dict[str, int]
    """By metric, the index of its alignment."""
    values: NotRequired[list[str]]
    rows: NotRequired[list[list[DocumentRow]]]
    """Both documents side by side."""
    rows_of: NotRequired[dict[str, int]]
    """By metric, the index of the rows that show it."""
    records: NotRequired[list[PlainRecords]]
    """Plain records, instead of `values` and `rows`."""
    rows_from: NotRequired[list[tuple[int, bool]]]
    """For each list of rows, the index of these records, and whether any two values are equal there."""
    findings: NotRequired[list[tuple[FindingKind, str]]]
