"""`assert_score`: what it lets pass, and what it says of the rest."""

import pytest

import tallystick as ts

GOLD = "# ::id s1\n(w / want-01 :ARG0 (b / boy))\n\n# ::id s2\n(g / girl)\n\n# ::id s3\n(d / dog :quant 2)\n"
PRED = "# ::id s1\n(w / want-01 :ARG0 (g / girl))\n\n# ::id s2\n(g / girl)\n\n# ::id s3\n(c / cat)\n"


def test_a_score_that_is_high_enough():
    report = ts.assert_score(GOLD, PRED, "smatch", at_least=0.5)
    # Triples that match, of 4 + 2 + 2 in pred and 4 + 2 + 3 in gold: 3 + 2 + 1. One marks the root, whatever it is.
    assert report["smatch"].f1 == 2 * 6 / 17
    assert ts.assert_score(GOLD, PRED, "smatch", at_least=6 / 8, field="precision")


def test_a_score_that_is_too_low():
    with pytest.raises(AssertionError) as failure:
        ts.assert_score(GOLD, PRED, metric="smatch", at_least=0.8, worst=2)
    lines = str(failure.value).splitlines()
    assert lines[0] == f"smatch f1 is {12 / 17!r}, below 0.8 (3 items)"
    assert lines[1] == "the worst of 2 items below 100:"
    assert lines[2] == "  s3  precision 50.00  recall 33.33  f1 40.00"
    s1 = lines.index("  s1  precision 75.00  recall 75.00  f1 75.00")
    assert [line.split()[0] for line in lines[s1 + 1 :]].count("-") == 1
    assert any("boy" in line for line in lines[s1:])
    assert not any("s2" in line for line in lines)


def test_it_is_compared_unrounded():
    value = ts.score(GOLD, PRED, "smatch")["smatch"].f1
    ts.assert_score(GOLD, PRED, "smatch", at_least=value)
    with pytest.raises(AssertionError):
        ts.assert_score(GOLD, PRED, "smatch", at_least=value + 1e-15)


def test_undefined_is_too_low():
    nothing = [{"spans": []}]
    with pytest.raises(AssertionError, match=r"span f1 is undefined \(0/0\), below 0 "):
        ts.assert_score(nothing, nothing, "span", task="spans", at_least=0)


def test_long_lists_are_cut():
    gold = [{"spans": [{"type": "PER", "span": [place, place]} for place in range(30)]}]
    with pytest.raises(AssertionError, match="… and 20 more"):
        ts.assert_score(gold, [{"spans": []}], "span", task="spans", at_least=0.5)


def test_what_was_counted_as_empty_is_said():
    with pytest.raises(AssertionError, match="1 counted as empty") as failure:
        ts.assert_score(GOLD, PRED.replace("(c / cat)", "(c / "), "smatch", at_least=0.9, on_error="zero")
    assert "(the prediction counts as empty)" in str(failure.value)


def test_wrong_usage():
    with pytest.raises(ts.UsageError, match="name the metric: one of smatch"):
        ts.assert_score(GOLD, PRED, at_least=0.5)
    with pytest.raises(ts.UsageError, match="smatch has no 'accuracy'; it has precision, recall, f1"):
        ts.assert_score(GOLD, PRED, "smatch", field="accuracy", at_least=0.5)
    with pytest.raises(ts.DataError):
        ts.assert_score(GOLD, PRED.replace("(c / cat)", "(c / "), "smatch", at_least=0.5)


def test_percentages_for_fractions():
    with pytest.raises(AssertionError, match=r"scores are fractions: 90 % is 0\.9"):
        ts.assert_score(GOLD, GOLD, "smatch", at_least=90)
