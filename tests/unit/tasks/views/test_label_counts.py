"""Counts of labels, of one item after another and of other processes."""

import pickle
from array import array
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tallystick.tasks.views.label_counts import LabelNames, LabelSums, count_labels, spelled_sums

LABELS = st.tuples(st.sampled_from(["role", "concept"]), st.sampled_from(["a", "b", "a\0b", ""]) | st.text())
ITEMS = st.lists(st.tuples(*[st.lists(LABELS, max_size=4)] * 3), max_size=4)


def counters(items: list[tuple[list[tuple[str, str]], ...]]) -> list[Counter[tuple[str, str]]]:
    return [Counter(label for item in items for label in item[side]) for side in range(3)]


def rows(items: list[tuple[list[tuple[str, str]], ...]]) -> dict[tuple[str, str], tuple[int, int, int]]:
    golds, preds, matched = counters(items)
    return {label: (golds[label], preds[label], matched[label]) for label in golds | preds}


@given(ITEMS, ITEMS, ITEMS)
def test_sums_of_several_processes(first: list, second: list, third: list) -> None:
    names = LabelNames()
    # Two metrics of one process share their names; the third is from another process.
    parts = [LabelSums(names), LabelSums(names), LabelSums()]
    for sums, items in zip(parts, (first, second, third), strict=True):
        for item in items:
            sums.add(*item)
    sent = pickle.loads(pickle.dumps(parts))
    assert sent[0].names is sent[1].names
    for sums, items in zip(sent, (first, second, third), strict=True):
        assert {label: tuple(counts) for label, *counts in sums} == rows(items)
    whole = LabelSums()
    for sums in sent:
        whole.merge(sums)
    copy = whole.copy()
    copy.add([("role", "new")], [], [])
    assert {label: tuple(counts) for label, *counts in whole} == rows(first + second + third)
    assert len([*copy]) == len([*whole]) + (("role", "new") not in rows(first + second + third))


@given(st.lists(st.lists(st.integers(0, 9), max_size=12), min_size=1, max_size=3))
def test_numbers_are_spelled(counted: list[list[int]]) -> None:
    tables = []
    for labels in counted:
        table = array("i", bytes(4 * 3 * 10))
        count_labels(table, array("i", labels), 0)
        tables.append(table)
    spelled = spelled_sums(tables, lambda number: ("word", str(number)))
    assert len({id(sums.names) for sums in spelled}) == 1
    for labels, sums in zip(counted, spelled, strict=True):
        expected = Counter(str(number) for number in labels)
        assert {label[1]: gold for label, gold, _, _ in sums} == expected


@given(ITEMS, st.integers(1, 5))
def test_most_frequent_labels_come_first_and_ties_by_name(items: list, number: int) -> None:
    sums = LabelSums()
    for item in items:
        sums.add(*item)
    expected = sorted(rows(items).items(), key=lambda row: (-row[1][0] - row[1][1], row[0]))
    shown, known = sums.most_frequent(number)
    assert [(label, tuple(own)) for label, *own in shown] == expected[:number]
    assert known == len(expected)
