import pytest

from tallystick import UsageError, bag, hierarchy_credit, judged_credit, level_credit, supertype_f1


@pytest.mark.parametrize(
    ("pred", "gold", "credit"),
    [("abc", "abd", 0.5), ("abc", "xbc", 0), ("ab", "ab", 1), ("abcd", "aXcd", 0.125)],
)
def test_level_credit(pred, gold, credit):  # Equation 38, Part 2 (e)
    assert level_credit.compare(tuple(gold), tuple(pred)) == credit


@pytest.mark.parametrize(("pred", "gold", "credit"), [("abc", "abd", 2 / 3), ("ab", "abc", 0.8)])
def test_supertype_f1(pred, gold, credit):  # Equation 39, Part 2 (e)
    assert supertype_f1.compare(tuple(gold), tuple(pred)) == pytest.approx(credit)


def test_inside_a_bag():
    assert bag(supertype_f1).score([("a", "b")], [("a", "b", "c"), ("x",)]).matched == pytest.approx(0.8)
    assert level_credit.compare((), ()) == 0


def test_hierarchies_and_tables_that_cannot_be_used():
    with pytest.raises(UsageError, match="above itself"):
        hierarchy_credit({"A": "B", "B": "A"})
    with pytest.raises(UsageError, match="table"):
        judged_credit("x")
