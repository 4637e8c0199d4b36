"""ANLS*. Expected values are those that anls-star 1.0.1 gives for these documents."""

import pytest

import tallystick as ts
from tallystick.compat.anls_star.scorer import compare


@pytest.mark.parametrize(
    ("gold", "pred", "expected"),
    [
        ("kitten", "sitting", 4 / 7),
        ("Abc  d", " abc d ", 1),
        ("ab", "ac", 1 / 2),
        ("ab", "cd", 0),
        (1, 1.0, 0),
        (100, 1000, 3 / 4),
        (True, "true", 1),
        (True, 1, 0),
        (None, None, 1),
        (None, "", 1),
        (None, [], 1),
        ([], None, 0),
        ([], [], 1),
        ([], {}, 1),
        (["x"], [], 0),
        ("", "", 1),
        ("a", ["a"], 0),
        ({"a": "x", "b": None}, {"a": "x"}, 1),
        ({"a": "x", "b": None}, {"a": "y"}, 1 / 2),
        ({"a": "x", "b": None}, {"a": "x", "b": "  "}, 1 / 2),
        ({"a": "x"}, {"a": "x", "b": None}, 1 / 2),
        ({"a": "x"}, {"a": "x", "b": []}, 1 / 2),
        ({"a": "x", "b": []}, {"a": "x"}, 1 / 2),
        ({"a": "x", "b": {"c": None, "d": "e"}}, {"a": "x"}, 1 / 3),
        ({"a": "x", "b": ["p", "q", "r"]}, {"a": "x", "b": "p"}, 1 / 4),
        ({"a": "x", "b": "p"}, {"a": "x", "b": ["p", "q", "r"]}, 1 / 4),
        ([["p", "q"], "r"], ["r", "z"], 1 / 3),
        (["abcd", "x"], [["q", "w"], "abcx"], 1 / 4),
        (["a", None], ["a"], 1 / 2),
        (["a", []], ["a"], 1),
        ([None, "x"], ["", "y"], 1 / 2),
    ],
)
def test_values(gold, pred, expected):
    assert compare(gold, pred).mean == pytest.approx(expected, abs=1e-12)


def test_a_list_of_answers_is_a_choice():
    assert compare(["a", "b"], "b", outermost=True).mean == 1
    assert compare({"x": ["a", "b"]}, {"x": "b"}, outermost=True).mean == 0
    assert compare({"x": {"$any": ["a", "b"]}}, {"x": "b"}).mean == 1


def test_it_matches_by_the_mean_and_scores_by_the_sum():
    # Two of the leaves could be right; by the mean, the item meets the smaller one.
    gold = [{"k": "yy", "c": "1", "d": "2", "e": "3", "f": "4", "g": "5", "h": "6"}, {"k": "xx"}]
    pred = [{"k": "xx", "c": "1", "d": "2"}]
    assert compare(gold, pred).earned == 1


def test_the_order_of_lists_changes_nothing():
    gold, pred = [["M8 nut"], "x"], [[], ["1.0", " a b"], "x"]
    assert (
        compare(gold, pred) == compare(gold[::-1], pred[::-1]) == compare(gold, [pred[1], pred[2], pred[0]])
    )


def test_the_preset_is_a_mean_over_documents():
    gold, pred = [{"a": "x"}, {"a": "p", "b": "q", "c": "r"}], [{"a": "x"}, {"a": "p"}]
    report = ts.score(gold, pred, task="json", preset="anls-star")
    assert list(report.metrics) == ["anls-star"]
    assert report["anls-star"].f1 == pytest.approx(2 / 3)
    assert report["anls-star"].average == "macro"
