"""Two documents by the rows of their parts: what pages show of them. Components are compared once for all metrics."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from functools import cached_property
from operator import sub

from tallystick.dataclass import dataclass
from tallystick.tasks.graphs.ancast.aligned_rows import AncastRows
from tallystick.tasks.graphs.error_kinds import ERROR_KINDS
from tallystick.tasks.graphs.row_alignment import rows_without_pairs
from tallystick.tasks.graphs.triple_errors import errors_of
from tallystick.tasks.graphs.vocabulary import vocabulary
from tallystick.tasks.umr.comparison import AGGREGATE, PARTS, DocumentComparison
from tallystick.tasks.umr.explain.link_rows import add_links
from tallystick.tasks.umr.explain.row_confusions import RowConfusions
from tallystick.tasks.umr.explain.sentence_rows import add_matched
from tallystick.tasks.umr.explain.side_rows import TEXT, SideRows
from tallystick.tasks.umr.identity import GOLD, PRED, SentencePair
from tallystick.tasks.umr.modal import modal_triples
from tallystick.tasks.umr.sentences import crossing_credit
from tallystick.tasks.views.base import SideView
from tallystick.tasks.views.confusions import ItemConfusions
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.relation_schema import AlignedRelations, ComparedRelations
from tallystick.tasks.views.rows import AlignedRows, ErrorRow
from tallystick.tasks.views.schema import EncodedAlignment, Parts

__all__ = ["DocumentRows"]

_SENTENCE, _MODAL, _TEMPORAL, _COREF = range(len(PARTS))


@dataclass(frozen=True, slots=True)
class Matches:
    """The parts of one component that matched."""

    partners: dict[int, int]
    """The pred row of each gold row, in the order in which explanations list the pairs."""
    credits: dict[int, float]
    """By gold row, a credit that is not 1, in the same order."""


class PredRows(SideRows):
    """The parts of the prediction, with how they are compared with those of the gold."""

    compared: list[ComparedRelations]

    def page_parts(self, side: SideView, offset: int) -> Parts:
        """Return the parts in columns."""
        rows = self.relation_rows(offset)
        rows["compared"] = self.compared
        return {"shown": [], "at": [], "relations": [rows]}


class DocumentRows:
    """The parts of two documents and the alignment of each component."""

    def __init__(self, comparison: DocumentComparison) -> None:
        self.comparison = comparison
        words = vocabulary()
        identity = comparison.identity
        graphs = [(pair.aligned.gold, pair.aligned.pred) for pair in comparison.pairs]
        rooms = [
            sum([both[side].labels for both in graphs]) + len(comparison.crossing[side])
            for side in (GOLD, PRED)
        ]
        self.gold = SideRows(GOLD, comparison.documents[GOLD], identity, words, rooms[GOLD])
        self.pred = PredRows(PRED, comparison.documents[PRED], identity, words, rooms[PRED])
        self.sides = self.gold, self.pred
        self.mapping = self._mapping()
        self.matches = [Matches({}, {}) for _ in PARTS]
        self._add_sentences()
        self._add_modal()
        for component in (_TEMPORAL, _COREF):
            self._begin()
            own = self.matches[component]
            add_links(comparison, component, self.sides, own.partners, own.credits)
        self.pred.compared = [self._compared(component) for component in range(len(PARTS))]
        self._errors: dict[int, list[ErrorRow]] = {}

    def aligned(self, part: str) -> AlignedDocuments:
        """Return the alignment of a component, or of all of them."""
        return AlignedDocuments(self, tuple(range(len(PARTS))) if part == AGGREGATE else (PARTS.index(part),))

    def _mapping(self) -> array[int]:
        """The gold node of each pred node, −1 for none."""
        mapping = array("i", [-1]) * len(self.pred.variables)
        for pair in self.comparison.identity.pairs():
            gold, pred = pair.indices
            if gold is None or pred is None:
                continue
            first, start = self.gold.offsets[gold], self.pred.offsets[pred]
            for row, column in enumerate(pair.aligned.columns, start):
                if column >= 0:
                    mapping[row] = first + column
        return mapping

    def _begin(self) -> None:
        """Begin the next component."""
        for side in self.sides:
            side.starts.append(len(side))

    def _add_sentences(self) -> None:
        """The relations of the sentence graphs, with the credit of Equation 1, then those between sentences."""
        own = self.matches[_SENTENCE]
        for pair in self.comparison.pairs:
            self._add_pair(pair, own)
        identity, crossing = self.comparison.identity, self.comparison.crossing
        rows: list[dict[object, int]] = []
        for side, relations in zip(self.sides, crossing, strict=True):
            side.in_graphs = len(side.graphs)
            rows.append({})
            for edge, index in relations.items():
                rows[-1][edge] = side.graphs.add_relation(*side.crossing(edge))
                side.place(index)
            side.take_graphs()
        for edge in crossing[GOLD]:
            credit = crossing_credit(identity, edge) if edge in crossing[PRED] else 0.0
            if credit:
                own.partners[rows[GOLD][edge]] = rows[PRED][edge]
                if credit != 1:
                    own.credits[rows[GOLD][edge]] = credit

    def _add_pair(self, pair: SentencePair, own: Matches) -> None:
        """The relations of two sentences."""
        aligned = pair.aligned
        # Without a history: documents do not say when nodes were aligned.
        rows = AncastRows(aligned.gold, aligned.pred, aligned.similarity, aligned.columns, ())
        numbers: list[list[int]] = []
        for side, index, graph, own_edges in zip(
            self.sides,
            pair.indices,
            (aligned.gold.graph, aligned.pred.graph),
            (rows.gold, rows.pred),
            strict=True,
        ):
            if index is None:
                numbers.append([])
                continue
            leading = self.comparison.leading[side.side].get(index, ())
            written = side.document.sentences[index].graph
            kept = (
                [branch for branch in range(len(written.roles)) if branch not in leading] if leading else None
            )
            side.graph_starts.append((index, len(side.graphs)))
            numbers.append(side.graphs.add_graph(own_edges, written, graph, kept, side.offsets[index]))
        add_matched(rows.rows("relation"), numbers[GOLD], numbers[PRED], own.partners, own.credits)

    def _add_modal(self) -> None:
        """The modal triples, each with the first sentence that has it."""
        self._begin()
        rows: list[dict[object, int]] = []
        for side in self.sides:
            first: dict[tuple[object, str, object], int] = {}
            relations = self.comparison.counted(side.side, PARTS[_MODAL])
            for placed in relations:
                first.setdefault(placed.relation, placed.sentence)
            triples = modal_triples(placed.relation for placed in relations)
            rows.append(
                {triple: side.add(side.numbers(triple), sentence=first[triple]) for triple in triples}
            )
        partners = self.matches[_MODAL].partners
        for triple, row in rows[GOLD].items():
            if triple in rows[PRED]:
                partners[row] = rows[PRED][triple]

    def rows_of(self, component: int) -> tuple[range, range]:
        """Return the rows of a component on both sides."""
        gold, pred = ((*side.starts, len(side))[component : component + 2] for side in self.sides)
        return range(*gold), range(*pred)

    def left(self, component: int) -> tuple[list[int], list[int]]:
        """Return the missed and the spurious rows of a component."""
        return self._left[component]

    @cached_property
    def _left(self) -> list[tuple[list[int], list[int]]]:
        left = []
        for component, own in enumerate(self.matches):
            golds, preds = self.rows_of(component)
            taken = set(own.partners.values())
            left.append(
                (
                    [row for row in golds if row not in own.partners],
                    [row for row in preds if row not in taken],
                )
            )
        return left

    @cached_property
    def confusions(self) -> RowConfusions:
        """What the components confuse."""
        return RowConfusions(self)

    def _compared(self, component: int) -> ComparedRelations:
        """The alignment of a component as the page has it."""
        own = self.matches[component]
        golds, preds = self.rows_of(component)
        compared: ComparedRelations = {
            "golds": _steps(golds.start - 1, [*own.partners]),
            "preds": _steps(preds.start - 1, [*own.partners.values()]),
        }
        if own.credits:
            credited = [index for index, row in enumerate(own.partners) if row in own.credits]
            compared["credited"] = _steps(-1, credited)
            compared["credits"] = [rounded(credit) for credit in own.credits.values()]
        return compared

    def errors(self, component: int) -> list[ErrorRow]:
        """Return the errors of a component, in the order of :class:`DocumentErrors`."""
        known = self._errors.get(component)
        if known is None:
            find = self._relation_errors if component == _SENTENCE else self._link_errors
            known = self._errors[component] = find(component)
        return known

    def _relation_errors(self, component: int) -> list[ErrorRow]:
        """The errors of the sentence graphs, in the order of their kinds."""
        missed, spurious = self.left(component)
        rows = rows_without_pairs(
            self.gold.graphs.rows, self.pred.graphs.rows, self.mapping, missed, spurious
        )
        return [
            (ERROR_KINDS[kind], gold if gold >= 0 else None, pred if pred >= 0 else None)
            for kind, gold, pred in errors_of(rows)
        ]

    def _link_errors(self, component: int) -> list[ErrorRow]:
        """Relations between the same nodes are one error, others and nodes of one side are errors of their own."""
        name = PARTS[component]
        missed, spurious = self.left(component)
        gold, pred = self.sides
        waiting: dict[frozenset[int], list[int]] = {}
        for row in spurious:
            if pred.source[row] != TEXT:
                ends = frozenset((self.in_gold(pred.source[row]), self.in_gold(pred.target[row])))
                waiting.setdefault(ends, []).append(row)
        taken = set()
        found: list[ErrorRow] = []
        for row in missed:
            partners = (
                waiting.get(frozenset((gold.source[row], gold.target[row])))
                if gold.source[row] != TEXT
                else None
            )
            if partners:
                partner = partners.pop(0)
                taken.add(partner)
                found.append((f"mislabelled {name} relation", row, partner))
            else:
                kind = f"unrelated {name} node" if gold.is_alone(row) else f"missing {name} relation"
                found.append((kind, row, None))
        for row in spurious:
            if row not in taken:
                kind = f"unrelated {name} node" if pred.is_alone(row) else f"spurious {name} relation"
                found.append((kind, None, row))
        return found

    def in_gold(self, end: int) -> int:
        """Return the gold end that a pred end is; a node without a partner is a node that the gold does not have."""
        if end < 0:
            return end
        node = self.mapping[end]
        return node if node >= 0 else len(self.gold.variables) + end


def _steps(start: int, rows: list[int]) -> list[int]:
    """Return each row counted from the one before, the first one from the start."""
    return [*map(sub, rows, [start, *rows])]


class AlignedDocuments(AlignedRows):
    """The alignment of some components of two documents."""

    golds: SideRows
    preds: SideRows

    def __init__(self, documents: DocumentRows, components: tuple[int, ...]) -> None:
        self.documents = documents
        self.golds, self.preds = documents.sides
        self.components = components

    def key(self) -> Hashable:
        """Return the documents and the components."""
        return self.documents, self.components

    def encoded(self, gold_offset: int, pred_offset: int) -> EncodedAlignment:
        """Return nothing: the page makes the alignment."""
        return EncodedAlignment([], [], [])

    def columns(self, gold_offset: int, pred_offset: int) -> AlignedRelations:
        """Return which components are compared."""
        return {"gold": gold_offset, "pred": pred_offset, "components": [*self.components]}

    def errors(self) -> Sequence[ErrorRow]:
        """Return the errors, component by component."""
        return [error for component in self.components for error in self.documents.errors(component)]

    def confusions(self) -> ItemConfusions:
        """Return the confusions and the labels."""
        return self.documents.confusions.of(self.components)
