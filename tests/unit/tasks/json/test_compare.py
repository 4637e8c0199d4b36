"""Comparators: what each of them gives, and what falls back to equality."""

from decimal import Decimal
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given
from tests.json_documents import Compared

from tallystick.errors import UsageError
from tallystick.tasks.json.compare import edits
from tallystick.tasks.json.compare.expressions import compare_from_json, compare_from_text
from tallystick.tasks.json.shape import Compare, Shape


def credit(gold, pred, compare):
    """What two values earn; the same in the other direction, and as a matrix."""
    declared = compare_from_text(compare) if isinstance(compare, str) else compare
    shape = Shape(compare=declared)
    earned = Compared(gold, pred, shape).counts[0]
    assert Compared(pred, gold, shape).counts[0] == earned
    column = Shape(items=shape)
    filler = [f"filler {index}" for index in range(40)]
    long = Compared([gold, *filler], [pred, *filler], column).counts[0]
    if earned in (0, 1) and isinstance(gold, str):
        assert long >= 40 + earned
    return earned


@pytest.mark.parametrize(
    ("compare", "gold", "pred", "earned"),
    [
        ("text", " Ac\u00a0me", "Ac  me ", 1),
        ("text", "Cafe\u0301", "Café", 1),
        ("text", "Acme", "acme", 0),
        ("text(case)", "Acme", "acme", 1),
        ("text(punctuation, accents)", "Café, Ltd.", "Cafe Ltd", 1),
        ("exact", "Cafe\u0301", "Café", 0),
        ("exact", "a b", "a  b", 0),
        ("number(abs=0.01)", Decimal("12.34"), Decimal("12.35"), 1),
        ("number(abs=0.01)", Decimal("12.34"), Decimal("12.351"), 0),
        ("number(rel=0.1)", 90, 100, 1),
        ("number(rel=0.1)", 89, 100, 0),
        ("number(abs=1)", Decimal("1e4000"), Decimal("2e4000"), 0),
        ("number(rel=0.5)", Decimal("1e4000"), Decimal("2e4000"), 1),
        ("number(abs=5)", "10", "12", 0),
        ("number(abs=5)", 1, True, 0),
        ("levenshtein", "kitten", "sitting", Fraction(4, 7)),
        ("levenshtein", 12, 13, 0),
        ("levenshtein(from=0.8)", "abcde", "abcdx", Fraction(4, 5)),
        ("levenshtein(from=0.81)", "abcde", "abcdx", 0),
        ("levenshtein(at=0.8)", "abcde", "abcdx", 1),
        ("anls", "ab", "ax", Fraction(1, 2)),
        ("anls", "abc", "axx", 0),
        ("jaro", "MARTHA", "MARHTA", Fraction(17, 18)),
        ("token-f1", "the big cat", "big the dog", Fraction(2, 3)),
        ("token-set", "a b b", "b c", Fraction(1, 3)),
        (r"regex(INV-0*(\d+))", "INV-007", "Invoice INV-7", 1),
        (r"regex(INV-0*(\d+))", "none", "other", 0),
        (Compare("same", {"classes": [["NYC", "New York"]]}), "NYC", "New York", 1),
        (Compare("text", normalise=("case",), same=(("usa", "United States"),)), "USA", "united states", 1),
        ("date", "2024-03-04", "2024-03-04T00:00:00Z", 0),
        ("date", "2024-03-04T10:00:00Z", "2024-03-04T11:00:00+01:00", 1),
        ("date", "2024-13-04", "2024-13-04", 1),
        ("date(within=2)", "2024-02-28", "2024-03-01", 1),
        ("date(within=1)", "2024-02-28", "2024-03-01", 0),
        ("date(formats=%d.%m.%Y, formats=%d/%m/%Y)", "2024-03-04", "04/03/2024", 1),
        ("date", "2024-03-04", "04.03.2024", 0),
        ("time", "01:30:00+01:00", "00:30:00Z", 1),
        ("duration", "PT90M", "PT1H30M", 1),
        ("uuid", "6F9619FF-8B86", "6f9619ff-8b86", 1),
        ("iou", [0, 0, 2, 2], [1, 0, 3, 2], Fraction(1, 3)),
        ("iou", [0, 4], [2, 6], Fraction(1, 3)),
        ("tests.unit.tasks.json.own_comparator:first_letters", "Acme", "Apex", Fraction(1, 2)),
    ],
)
def test_credit(compare, gold, pred, earned):
    assert credit(gold, pred, compare) == earned


@pytest.mark.parametrize(
    "compare", ["levenshtein", "anls", "number(abs=1)", "date", "regex(x)", "uuid", "jaro"]
)
@pytest.mark.parametrize("mode", ["full", "equality"])
@pytest.mark.parametrize("value", ["a", "", "2024-02-30", 3, True, Decimal("0.1")])
def test_a_value_is_equal_to_itself(compare, mode, value):
    compared = Compared(
        {"v": value}, {"v": value}, Shape(properties={"v": Shape(compare=compare_from_text(compare))}), mode
    )
    assert compared.f1 in (None, 1)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("levenstein", "did you mean 'levenshtein'"),
        ("number(absolute=1)", "has no argument 'absolute'"),
        ("number(abs=-1)", "negative"),
        ("number(abs=x)", "not a number"),
        ("regex(()", "not a valid regular expression"),
        ("regex", "needs a pattern"),
        ("levenshtein(from=2)", "not between 0 and 1"),
        ("a b", "not of the form"),
    ],
)
def test_refused(written, message):
    with pytest.raises(UsageError, match=message):
        compare_from_text(written)


@pytest.mark.parametrize(
    ("written", "ignored"), [("case", True), ("case=yes", True), ("case=ignore", True), ("case=keep", False)]
)
def test_what_text_ignores(written, ignored):
    assert compare_from_text(f"text({written})").arguments == {"case": ignored}
    with pytest.raises(UsageError, match=r"text\(case=maybe\): write text\(case\) to ignore case"):
        compare_from_text("text(case=maybe)")


def test_json_notation():
    assert compare_from_json("anls") == compare_from_text("anls")
    assert compare_from_json({"number": {"abs": Decimal("0.01")}}) == compare_from_text("number(abs=0.01)")
    assert compare_from_json({"regex": "a=(.),"}).arguments == {"pattern": "a=(.),"}
    for wrong in (3, {}, {"number": 1}, {"a": {}, "b": {}}):
        with pytest.raises(UsageError):
            compare_from_json(wrong)


def test_a_function_of_ones_own_is_checked():
    with pytest.raises(UsageError, match="between 0 and 1"):
        credit("a", "b", "tests.unit.tasks.json.own_comparator:too_much")
    with pytest.raises(UsageError, match="no module"):
        credit("a", "b", "tests.nowhere:f")


@pytest.mark.property
@given(st.text("abc", max_size=12), st.text("abcé", max_size=12))
def test_distances_without_a_library(gold, pred):
    table = list(range(len(pred) + 1))
    for row, sign in enumerate(gold, 1):
        diagonal, table[0] = table[0], row
        for column, other in enumerate(pred, 1):
            diagonal, table[column] = (
                table[column],
                min(table[column] + 1, table[column - 1] + 1, diagonal + (sign != other)),
            )
    assert edits._distance(gold, pred) == table[-1] == edits.distance(gold, pred)
