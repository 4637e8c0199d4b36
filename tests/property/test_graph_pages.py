"""What pages count and write of graphs by rows is what the triples in words say."""

import json
from collections import Counter
from itertools import accumulate
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tiers import examples
from tests.unit.tasks.graphs.graphs_at_random import graph_at_random
from tests.unit.tasks.graphs.test_graph_rows import METRICS, all_aligned

from tallystick.formats.penman.graph import Graph
from tallystick.tasks.graphs.drawing import drawn, element_codes
from tallystick.tasks.graphs.error_kinds import GRAPH_ERRORS
from tallystick.tasks.graphs.page_view import VIEW
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.confusions import ItemConfusions
from tallystick.tasks.views.item import page_item
from tallystick.tasks.views.parts import rounded
from tallystick.tasks.views.totals import Confusions, ErrorKinds, ItemErrors, PageTotals

KINDS = {
    "wrong sense": "concept",
    "wrong concept": "concept",
    "relabelled relation": "role",
    "relabelled attribute": "role",
}


@st.composite
def graphs(draw, most=4):
    """Pairs of graphs; a side may have been read elsewhere, so that its text is unknown."""
    random = Random(draw(st.integers(0, 2**32)))
    pairs = []
    for _ in range(draw(st.integers(1, most))):
        sides = [Graph.of(graph_at_random(random)) for _ in range(2)]
        if random.random() < 0.2:
            sides[1] = sides[0]
        if random.random() < 0.2:
            sides[0] = Graph.of(sides[0].triples())
        pairs.append(tuple(sides))
    return pairs


def confused(error):
    """The confusion that an error is."""
    if error.kind == "wrong value":
        return f"value of {error.gold[1]}", error.gold[2], error.pred[2]
    kind = KINDS.get(error.kind)
    if kind is None:
        return None
    at = 2 if kind == "concept" else 1
    return kind, error.gold[at], error.pred[at]


def labels(parts):
    return [label for part in parts for label in VIEW.labels(part)]


def by_words(item, alignment, confusions, kinds):
    """Add an alignment in words to totals."""
    errors = list(GRAPH_ERRORS.errors(alignment))
    kinds.add(item, ItemErrors.of(((error.kind, error.gold, error.pred) for error in errors), alignment.show))
    golds, preds = [pair.gold for pair in alignment.matched], [pair.pred for pair in alignment.matched]
    matched = [pair.gold for pair in alignment.matched if pair.credit]
    confusions.add(
        item,
        ItemConfusions(
            Counter(filter(None, map(confused, errors))),
            (
                labels([*golds, *alignment.missed]),
                labels([*preds, *alignment.spurious]),
                labels(matched),
            ),
        ),
    )


@given(graphs(most=8))
@settings(max_examples=examples(60), deadline=None)
def test_rows_are_counted_as_words_are(pairs):
    totals = PageTotals()
    expected = {metric: (Confusions(), ErrorKinds()) for metric in METRICS}
    for gold, pred in pairs:
        rows = all_aligned(METRICS, gold, pred)
        number = totals.begin()
        VIEW.count(rows, totals, number, (Original(gold), Original(pred)))
        for metric, own in rows.items():
            by_words(number, own.alignment(), *expected[metric])
    totals.spell()
    for metric, (confusions, kinds) in expected.items():
        assert totals.confusions[metric] == confusions
        own = totals.errors[metric]
        assert (own.counts, own.items, own.listed) == (kinds.counts, kinds.items, kinds.listed)
        # Of errors of the same kind, explanations in words may list others first.
        assert {kind: len(own.first_examples(kind)) for kind in own.counts} == {
            kind: len(kinds.first_examples(kind)) for kind in kinds.counts
        }


def parts_of(graph, sides, notes):
    """The parts of one side as data: every list of triples that metrics index, one after another."""
    parts = {"elements": [], "texts": {}, "rounds": []}
    for rows, own in sides:
        triples = [rows.triple(row) for row in range(len(rows))]
        codes = rows.elements() if rows.find_elements(graph) else element_codes(graph, triples)
        parts["elements"] += [
            -1 if code is None else 4 * int(code[1:]) + "nbtr".index(code[0]) for code in codes
        ]
        if notes:
            parts["rounds"] += [round_of(own.note(row)) for row in range(len(rows))]
    return parts


def added(one, other):
    return one[0] + other[0], one[1] + other[1]


def round_of(note):
    if note in ("", "anchor", "final"):
        return {"": 0, "anchor": 1, "final": -1}[note]
    return 1 + int(note.removeprefix("round "))


@given(graphs())
@settings(max_examples=examples(60), deadline=None)
def test_pages_are_the_plain_data_as_json(pairs):
    for gold, pred in pairs:
        rows = all_aligned(METRICS, gold, pred)
        written = VIEW.write(Original(gold), Original(pred), rows)
        for text in (written.gold, written.system):
            assert json.dumps(json.loads(text), separators=(",", ":")).encode() == text
        plain = json.loads(json.dumps({"text": "", "graph": drawn(gold)}))
        assert json.loads(written.gold) == plain
        detail = json.loads(written.system)
        assert detail["pred"] == json.loads(json.dumps({"text": "", "graph": drawn(pred)}))
        # Metrics may index the same triples. These are written once.
        lists = {id(own.rows.gold): own.rows for own in rows.values()}
        for graph, side, parts in zip((gold, pred), ("gold", "pred"), detail["parts"], strict=True):
            expected = parts_of(graph, [(getattr(own, side), own) for own in lists.values()], side == "pred")
            assert parts["elements"] == expected["elements"]
            assert parts.get("rounds", []) == expected["rounds"]
        offsets = [
            *accumulate(((len(own.gold), len(own.pred)) for own in lists.values()), added, initial=(0, 0))
        ]
        for metric, own in rows.items():
            index = detail["metrics"][metric]
            offset, other = offsets[[*lists].index(id(own.rows.gold))]
            pairs, (missed, spurious) = own.rows.pairs(), own.rows.unmatched()
            assert detail["alignments"][index] == [
                [],
                [offset + row for row in missed],
                [other + row for row in spurious],
            ]
            credits = [rounded(credit) for _, _, credit in pairs]
            assert detail["columns"][index] == [
                [offset + row for row, _, _ in pairs],
                [other + row for _, row, _ in pairs],
                [] if all(credit == 1 for credit in credits) else credits,
            ]


@given(graphs())
@settings(max_examples=examples(20), deadline=None)
def test_metrics_without_rows_change_no_counts(pairs):
    alone, mixed = PageTotals(), PageTotals()
    for gold, pred in pairs:
        rows = all_aligned(METRICS, gold, pred)
        originals = Original(gold), Original(pred)
        page_item(VIEW, *originals, rows, alone)
        page_item(VIEW, *originals, {**rows, "facet": rows["smatch"].alignment()}, mixed)
    alone.spell()
    mixed.spell()
    for metric in METRICS:
        assert alone.confusions[metric] == mixed.confusions[metric]
        assert alone.errors[metric] == mixed.errors[metric]


@given(graphs(most=1))
@settings(max_examples=examples(60), deadline=None)
def test_parts_of_other_metrics_stand_beside_rows(pairs):
    ((gold, pred),) = pairs
    rows = all_aligned(METRICS, gold, pred)
    words = rows["smatch"].alignment()
    originals = Original(gold), Original(pred)
    alone = page_item(VIEW, *originals, rows).detail()
    mixed = page_item(VIEW, *originals, {**rows, "other": words}).detail()

    def part(number, side, detail):
        own = detail["parts"][side]
        return (
            own["elements"][number],
            dict(own.get("texts", ())).get(number),
            own.get("rounds", [])[number : number + 1],
        )

    for metric in METRICS:
        (detail, index), (with_other, place) = ((own, own["metrics"][metric]) for own in (alone, mixed))
        for side in (0, 1):
            listed = [
                [
                    part(number, side, own)
                    for number in own["alignments"][at][1 + side] + own["columns"][at][side]
                ]
                for own, at in ((detail, index), (with_other, place))
            ]
            assert listed[0] == listed[1]
        assert detail["columns"][index][2] == with_other["columns"][place][2]
    matched, missed, spurious = mixed["alignments"][mixed["metrics"]["other"]]
    texts = [dict(own.get("texts", ())) for own in mixed["parts"]]
    assert [[texts[0][i], texts[1][j]] for i, j, *_ in matched] == [
        [words.show[0](pair.gold), words.show[1](pair.pred)] for pair in words.matched
    ]
    assert [texts[0][number] for number in missed] == [words.show[0](triple) for triple in words.missed]
    assert [texts[1][number] for number in spurious] == [words.show[1](triple) for triple in words.spurious]
