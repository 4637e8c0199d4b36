"""Views: how a task shows an item, its parts, and its confusions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tallystick.core.describe import describe
from tallystick.core.values import field_names
from tallystick.tally import Alignment
from tallystick.tasks.views.document_schema import FindingKind, TreeContent
from tallystick.tasks.views.original import Original
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.schema import Kind, PageSide, Parts, SystemDetail

if TYPE_CHECKING:
    from tallystick.tasks.views.rows import AlignedRows, WrittenRows
    from tallystick.tasks.views.totals import PageTotals

__all__ = ["Describers", "Original", "Relation", "SideView", "View", "WrittenItem", "names_of", "share_words"]


#: How the gold parts and the pred parts of a pair are displayed.
Describers = tuple[Callable[[object], str], Callable[[object], str]]


@lru_cache(maxsize=1024)
def _names(kind: type) -> tuple[str, ...] | None:
    return field_names(kind)


def names_of(part: object) -> tuple[str, ...] | None:
    """Return the names of the fields of a record, None if it is not one; a page asks for them millions of times."""
    kind: type = type(part)
    return _names(kind)


class Relation(NamedTuple):
    """A part that relates two ends."""

    source: str
    role: str
    target: str
    kind: str = "role"
    """The name of the role in the table of confusions."""


class WrittenItem(NamedTuple):
    """One item under one system, as a view writes it."""

    text: str
    """The text of the gold item; empty if unknown."""
    gold: bytes
    """The gold side as JSON: a :class:`~tallystick.tasks.views.schema.PageSide`."""
    system: bytes
    """The details of the system: a :class:`~tallystick.tasks.views.schema.SystemDetail`."""
    findings: Sequence[tuple[FindingKind, str]] = ()
    """The findings about the prediction, each once."""


class SideView(ABC):
    """One side of one pair of items."""

    has_words: bool = False
    """Whether the words in `data` are those of the item itself: they are the same whatever it is compared with."""
    text: str = ""
    """The text of the item; empty if unknown."""

    def show(self, part: object) -> str:
        """Return a part in one line. Parts that are shown alike are the same part."""
        return describe(part)

    @abstractmethod
    def data(self, table: PartTable) -> tuple[PageSide, Parts]:
        """Return the side and its parts. `table` has the parts of all alignments; a view may add more."""


def share_words(gold: SideView, gold_side: PageSide, pred_side: PageSide) -> None:
    """Leave out the words of a prediction if they are those of the gold."""
    if gold.has_words and "tokens" in pred_side and pred_side["tokens"] == gold_side.get("tokens"):
        del pred_side["tokens"]
        pred_side["same_words"] = True


class View(ABC):
    """How the items of a task are shown on the report page.

    The page has one way of drawing for each `kind`. A task of your own takes the view of records, or inherits from
    the view of another kind. Views are stateless: what is known about a pair is in its two :class:`SideView`.
    """

    kind: ClassVar[Kind]

    def writes(self, rows: Mapping[str, WrittenRows]) -> bool:
        """Return whether it counts and writes these alignments; if not, it gets them with their parts."""
        return type(self).write is not View.write

    @abstractmethod
    def sides(self, gold: Original, pred: Original) -> tuple[SideView, SideView]:
        """Return the two sides of a pair."""

    def describers(self, gold: Original, pred: Original) -> Describers | None:
        """Return how explanations show the parts of both sides; None if the parts describe themselves."""
        return None

    def count(
        self,
        rows: Mapping[str, WrittenRows],
        totals: PageTotals,
        number: int,
        originals: tuple[Original, Original],
    ) -> None:
        """Add the alignments that an item has by rows to the totals, by metric; the item has this number there.

        `originals` are its gold and its prediction.
        """
        raise NotImplementedError

    def write(
        self,
        gold: Original,
        pred: Original,
        rows: Mapping[str, WrittenRows],
        others: tuple[PageSide, SystemDetail] | None = None,
    ) -> WrittenItem:
        """Return a pair of items as JSON, if the alignments of all metrics are by rows: no part becomes an object.

        Views that mix rows with parts (`mixes`) get the alignments of the other metrics.
        """
        raise NotImplementedError

    def mixes(self, others: Mapping[str, Alignment | AlignedRows]) -> bool:
        """Return whether `write` accepts these alignments beside those by rows; otherwise all become parts."""
        return False

    def relation(self, part: object) -> Relation | None:
        """Return a part as a relation between two ends, None if it is something else."""
        if type(part) is tuple and len(part) == 3:
            source, role, target = part
            if isinstance(source, str) and isinstance(role, str) and isinstance(target, str):
                return Relation(source, role, target)
        return None

    def fields(self, part: object) -> Iterator[tuple[tuple[str, ...], object]]:
        """Yield the plain values in a record by path; collections inside it have alignments of their own."""
        yield from _fields(part, ())

    def labels(self, part: object) -> Iterator[tuple[str, str]]:
        """Yield what is counted in the table of labels: the kind of each label, and the label."""
        relation = self.relation(part)
        if relation is not None:
            concept = relation.role == "instance"
            yield ("concept", relation.target) if concept else (relation.kind, relation.role)
            return
        for path, value in self.fields(part):
            if isinstance(value, str) and path:
                yield ".".join(path), value

    def tree(self, pred: Original, alignments: Mapping[str, Alignment | AlignedRows]) -> TreeContent | None:
        """Return the documents side by side, where that takes the place of lists of parts."""
        return None

    def is_group(self, part: object) -> bool:
        """Return whether the inner alignments of a pair only repeat parts that are counted elsewhere."""
        return False


def _fields(part: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    names = names_of(part)
    if names is None:
        if isinstance(part, (str, int, float)):
            yield path, part
        return
    for name in names:
        yield from _fields(getattr(part, name), (*path, name))
