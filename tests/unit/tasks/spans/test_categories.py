"""The categories of MUC, and the pairs that they are counted over."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick as ts
from tallystick.formats.spans import Offsets
from tallystick.tasks.spans.categories import CATEGORIES, READ_CATEGORIES, Pairing
from tallystick.tasks.spans.document import SpanDocument, TypedSpan

METRICS = ("strict", "exact", "partial", "type")


def spans(text: str) -> tuple[TypedSpan, ...]:
    """``A0-2 B4-4`` as spans."""
    parts = [(word[0], *map(int, word[1:].split("-"))) for word in text.split()]
    return tuple(TypedSpan(kind, Offsets(left, right)) for kind, left, right in parts)


def counts(pairing: Pairing, gold: str, pred: str) -> tuple[float, ...]:
    tally = pairing.pair_up(spans(gold), spans(pred)).tally()
    return tuple(READ_CATEGORIES.counted(tally).values())


@pytest.mark.parametrize("method", ["optimal", "greedy"])
@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        ("A2-4", "cccc"),
        ("B2-4", "icci"),
        ("A3-5", "iipc"),
        ("B3-5", "iipi"),
    ],
)
def test_the_table(method: str, pred: str, expected: str) -> None:
    for metric, letter in zip(METRICS, expected, strict=True):
        row = tuple(float(letter == first) for first in "cip")
        assert counts(Pairing(metric, method), "A2-4", pred) == (*row, 0, 0)
        assert counts(Pairing(metric, method), "A2-4", "A7-7") == (0, 0, 0, 1, 1)


def test_a_wrong_neighbour_takes_the_span_only_in_the_greedy_order() -> None:
    gold, pred = "A2-4", "B1-2 A2-4"
    assert counts(Pairing("strict"), gold, pred) == (1, 0, 0, 0, 1)
    assert counts(Pairing("strict", "greedy"), gold, pred) == (0, 1, 0, 0, 1)
    assert counts(Pairing("strict", "greedy"), gold, "A2-4 B1-2") == (1, 0, 0, 0, 1)


def test_the_nearest_span_of_a_type_counts_in_the_greedy_order() -> None:
    pairs = Pairing("type", "greedy").pair_up(spans("A0-9 A4-6"), spans("A4-5")).pairs
    assert [gold for gold, _, _ in pairs] == list(spans("A4-6"))


def test_the_least_overlap() -> None:
    assert counts(Pairing("partial", min_overlap=1.0), "A0-100", "A100-100") == (0, 0, 0, 1, 1)
    assert counts(Pairing("partial", min_overlap=1.0), "A0-99", "A99-99") == (0, 0, 1, 0, 0)
    assert counts(Pairing("partial"), "A0-100", "A100-100") == (0, 0, 1, 0, 0)


typed = st.builds(
    lambda kind, left, length: TypedSpan(kind, Offsets(left, left + length)),
    st.sampled_from("AB"),
    st.integers(0, 8),
    st.integers(-1, 4),
)
documents = st.lists(typed, max_size=5).map(tuple)


def best(pairing: Pairing, golds: tuple[TypedSpan, ...], preds: tuple[TypedSpan, ...]) -> tuple[float, ...]:
    """Most credit, then most correct, then most pairs, over all ways to pair spans."""
    if len(golds) > len(preds):
        swapped = [
            [(golds[i], pred) for i, pred in zip(order, preds, strict=False)]
            for order in permutations(range(len(golds)), len(preds))
        ]
    else:
        swapped = [list(zip(golds, order, strict=False)) for order in permutations(preds, len(golds))]
    results = []
    for pairs in swapped:
        judged = [pairing.judge(gold, pred) for gold, pred in pairs]
        credit = judged.count("correct") + judged.count("partial") / 2
        results.append((credit, judged.count("correct"), sum(category is not None for category in judged)))
    return max(results)


@given(documents, documents, st.sampled_from(METRICS))
def test_pairs_are_optimal_whatever_the_order(
    golds: tuple[TypedSpan, ...], preds: tuple[TypedSpan, ...], metric: str
) -> None:
    pairing = Pairing(metric)
    tally = pairing.pair_up(golds, preds).tally()
    correct, incorrect, partial, missed, spurious = READ_CATEGORIES.counted(tally).values()
    assert (correct + partial / 2, correct, correct + incorrect + partial) == best(pairing, golds, preds)
    assert (missed, spurious) == (
        len(golds) - correct - incorrect - partial,
        len(preds) - correct - incorrect - partial,
    )
    assert pairing.pair_up(golds[::-1], preds[::-1]).tally() == tally
    assert pairing.pair_up(preds, golds).tally() == tally.swapped()
    assert pairing.pair_up(golds, golds).tally().matched_gold == len(golds)


@given(st.lists(st.tuples(documents, documents), min_size=1, max_size=3))
def test_they_agree_with_the_algebra_and_types_add_up(
    pairs: list[tuple[tuple[TypedSpan, ...], tuple[TypedSpan, ...]]],
) -> None:
    gold, pred = ([SpanDocument(pair[side]) for pair in pairs] for side in (0, 1))
    same = {"ner-strict": "span", "ner-exact": "span-boundary", "ner-type": "span-type"}
    report = ts.score(gold, pred, [*same, *same.values(), "ner-partial"], task="spans", by="type")
    for key, other in same.items():
        assert report[key].values == report[other].values
    for key in (*same, "ner-partial"):
        total = report[key].reading.counted(report[key].tally)
        rows = [group[key].reading.counted(group[key].tally) for group in report.groups.values()]
        assert total == {name: sum(row[name] for row in rows) for name in CATEGORIES}


def test_types_alone_in_the_greedy_order() -> None:
    gold, pred = [SpanDocument(spans("A0-1"))], [SpanDocument(spans("B0-1"))]
    report = ts.score(gold, pred, task="spans", preset="nervaluate-1.2.1", by="type")
    row = report.groups["A"]["ner-exact"]
    assert tuple(row.reading.counted(row.tally).values()) == (0, 0, 0, 1, 0)
    row = ts.score(gold, pred, "ner-exact", task="spans", by="type").groups["A"]["ner-exact"]
    assert tuple(row.reading.counted(row.tally).values()) == (1, 0, 0, 0, 0)


def test_counts_in_every_output() -> None:
    gold, pred = [SpanDocument(spans("A0-1"))], [SpanDocument(spans("A0-2"))]
    report = ts.score(gold, pred, ["span", "ner-partial"], task="spans")
    scores = report.to_dict(items=True)["scores"]
    assert isinstance(scores, dict)
    assert {name: scores["ner-partial"][name] for name in CATEGORIES} == dict(
        zip(CATEGORIES, (0, 0, 1, 0, 0), strict=True)
    )
    assert "correct" not in scores["span"]
    assert "correct  incorrect  partial  missed  spurious" in str(report)
    frame = report.to_pandas(items=True)
    assert frame.set_index("metric")["partial"]["ner-partial"] == 1
    (item,) = report["ner-partial"].items
    assert item.alignment.matched[0].note == "partial"


def test_an_overlap_beyond_the_span_is_refused() -> None:
    with pytest.raises(ts.UsageError, match="more than 100 percent"):
        ts.metric("ner-strict(min-overlap=101)", task="spans")
