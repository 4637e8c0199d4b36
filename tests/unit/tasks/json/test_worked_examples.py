"""The worked examples of the definition, as exact fractions."""

from fractions import Fraction

import pytest
from tests.json_documents import Compared

import tallystick as ts
from tallystick.tasks.json.shape import Compare, Shape


def rows(names, *records):
    return [dict(zip(names, record, strict=True)) for record in records]


def ratios(text):
    """Precision, recall and F1 as fractions."""
    return tuple(map(Fraction, text.split()))


ROWS = ("sku", "desc", "qty")
GOLD_ROWS = rows(ROWS, ("A1", "bolt", 2), ("B2", "nut", 5))
KEYED = Shape(properties={"rows": Shape(key=("id",))})


def test_01_leaves_of_an_object():
    compared = Compared(
        {"name": "Acme", "town": "Leeds", "vat": "GB1"}, {"name": "Acme", "town": "York", "fax": "9"}
    )
    assert compared.counts == (1, 3, 3)
    assert compared.ratios == ratios("1/3 1/3 1/3")
    assert [compared.rows[name].wrong for name in ("name", "town")] == [0, 1]
    assert compared.rows["vat"].missed == compared.rows["fax"].spurious == 1


@pytest.mark.parametrize(("null_is_value", "counts"), [(False, (1, 1, 1)), (True, (1, 3, 3))])
def test_02_absence(null_is_value, counts):
    gold, pred = {"a": None, "b": "", "c": [], "d": "x"}, {"b": None, "d": "x", "e": None}
    compared = Compared(gold, pred, null_is_value=null_is_value)
    assert compared.counts == counts
    assert compared.f1 == Fraction(2 * counts[0], counts[1] + counts[2])


def test_03_lists_are_multisets():
    compared = Compared(["a", "a", "b"], ["b", "a", "b", "c"])
    assert compared.counts == (2, 4, 3)
    assert compared.ratios == ratios("1/2 2/3 4/7")


def test_04_rows_add_up():
    pred = rows(ROWS, ("B2", "nut", 9), ("C3", "glue", 7), ("A1", "bolt", 2))
    compared = Compared({"items": GOLD_ROWS}, {"items": pred})
    assert compared.counts == (5, 9, 6)
    assert compared.ratios == ratios("5/9 5/6 2/3")
    table = {name: (row.matched, row.pred, row.gold) for name, row in compared.rows.items()}
    assert table == {"items[].sku": (2, 3, 2), "items[].desc": (2, 3, 2), "items[].qty": (1, 3, 2)}


def test_05_greedy_is_not_best():
    gold = rows("abcd", (1, 2, 3, 4), (1, 2, 8, 9))
    pred = rows("abcd", (1, 2, 3, 0), (6, 7, 3, 4))
    assert Compared(gold, pred).counts == (4, 8, 8)
    assert Compared(gold, pred).ratios == ratios("1/2 1/2 1/2")


def test_06_by_the_total_not_the_mean():
    gold = [{"k": "y", "c": 1, "d": 2, "e": 3, "f": 4, "g": 5}, {"k": "x"}]
    compared = Compared(gold, [{"k": "x", "c": 1, "d": 2}])
    assert compared.counts == (2, 3, 7)
    assert compared.ratios == ratios("2/3 2/7 2/5")


def test_07_lists_in_lists():
    def order(number, *lines):
        return {"id": number, "lines": rows(("sku", "qty"), *lines)}

    gold = [order(1, ("a", 1), ("b", 2)), order(2, ("c", 3))]
    pred = [order(1, ("c", 3)), order(9, ("b", 2), ("a", 7))]
    assert Compared(gold, pred).counts == (5, 8, 8)
    assert Compared(gold, pred).ratios == ratios("5/8 5/8 5/8")


def test_08_partial_credit():
    shape = Shape(
        properties={
            "name": Shape(compare=Compare("levenshtein")),
            "price": Shape(compare=Compare("number", {"abs": Fraction(2)})),
        }
    )
    compared = Compared({"name": "kitten", "price": 100}, {"name": "sitting", "price": 101}, shape)
    assert compared.counts == (Fraction(11, 7), 2, 2)
    assert compared.ratios == ratios("11/14 11/14 11/14")
    assert compared.rows["name"].partial == compared.rows["price"].correct == 1


@pytest.mark.parametrize(("shape", "matched", "ratio"), [(None, 4, "2/3"), (KEYED, 2, "1/3")])
def test_09_keys(shape, matched, ratio):
    gold = {"rows": rows(("id", "n", "t"), ("A", 1, "x"), ("B", 2, "y"))}
    pred = {"rows": rows(("id", "n", "t"), ("A", 2, "y"), ("B", 1, "x"))}
    compared = Compared(gold, pred, shape)
    assert compared.counts == (matched, 6, 6)
    assert compared.ratios == ratios(f"{ratio} {ratio} {ratio}")


@pytest.mark.parametrize(
    ("order", "f1"), [("free", 1), ("strict", Fraction(2, 3)), ("position", Fraction(1, 3))]
)
def test_10_order(order, f1):
    shape = Shape(properties={"steps": Shape(order=order)})
    compared = Compared({"steps": ["mix", "bake", "cool"]}, {"steps": ["bake", "mix", "cool"]}, shape)
    assert compared.f1 == f1
    assert compared.ratios == (f1, f1, f1)


@pytest.mark.parametrize(
    ("pred", "counts", "f1"),
    [({"city": "New York"}, (1, 1, 1), 1), ({"city": "Boston", "unit": "F"}, (0, 2, 1), 0)],
)
def test_11_several_golds(pred, counts, f1):
    gold = {"city": {"$any": ["NYC", "New York"]}, "unit": {"$any": ["C", None]}}
    assert Compared(gold, pred).counts == counts
    assert Compared(gold, pred).f1 == f1


def test_12_maps():
    declared = Shape(properties={"m": Shape(additional=Shape())})
    compared = Compared({"m": {"x": 1, "y": 2}}, {"m": {"x": 1, "z": 2}}, declared)
    assert compared.counts == (1, 2, 2)
    assert list(compared.rows) == ["m{}"]
    gold = {"p1": {"name": "Ada", "grade": "A"}, "p2": {"name": "Bob", "grade": "B"}}
    pred = {"q7": {"name": "Bob", "grade": "B"}, "q8": {"name": "Ada", "grade": "C"}}
    assert compared.f1 == Fraction(1, 2)
    free = Compared(gold, pred, Shape(additional=Shape(), keys="free"))
    assert free.counts == (3, 4, 4)
    assert free.f1 == Fraction(3, 4)


def test_13_weights():
    shape = Shape(properties={"id": Shape(weight=Fraction(3))})
    compared = Compared({"id": 1, "note": "a"}, {"id": 1, "note": "b"}, shape)
    assert compared.counts == (3, 4, 4)
    assert compared.f1 == Fraction(3, 4)
    fractions = Shape(properties={"id": Shape(weight=Fraction(1, 3)), "note": Shape(weight=Fraction("0.1"))})
    compared = Compared({"id": 1, "note": "a"}, {"id": 1, "note": "b"}, fractions)
    assert compared.counts == (Fraction(1, 3), Fraction(13, 30), Fraction(13, 30))


def test_14_wrong_container():
    compared = Compared({"name": "Acme", "items": GOLD_ROWS}, {"name": "Acme", "items": "none"})
    assert compared.counts == (1, 2, 7)
    assert compared.ratios == ratios("1/2 1/7 2/9")
    assert compared.rows["items"].spurious == 1
    assert sum(row.missed for row in compared.rows.values()) == 6


def test_15_calls():
    def call(name, **arguments):
        return {"name": name, "arguments": arguments}

    gold = [call("book", to="A", seats=2), call("pay", amount=5)]
    pred = [call("pay", amount=5), call("book", to="A", seats=3), call("book", to="Z", seats=1)]
    compared = Compared(gold, pred, Shape(key=("name",)))
    assert compared.counts == (4, 8, 5)
    assert compared.ratios == ratios("1/2 4/5 8/13")


def test_16_micro_and_macro():
    golds, preds = [{"a": 1, "b": 2, "c": 3}, {"a": 1}], [{"a": 1, "b": 2, "c": 3}, {"a": 9, "b": 8, "c": 7}]
    micro = ts.score(golds, preds, "leaf", task="json")["leaf"]
    assert (micro.tally.matched_pred, micro.tally.pred_total, micro.tally.gold_total) == (3, 6, 4)
    assert micro.f1 == 3 / 5
    assert ts.score(golds, preds, "leaf", task="json", average="macro")["leaf"].f1 == 1 / 2


def test_17_a_gate_keeps_the_leaves():
    pred = rows(ROWS, ("B2", "hinge", 9), ("A1", "bolt", 2))
    gated = Shape(properties={"items": Shape(item_from=Fraction("0.7"))})
    compared = Compared({"items": GOLD_ROWS}, {"items": pred}, gated)
    assert compared.counts == (3, 6, 6)
    assert compared.ratios == ratios("1/2 1/2 1/2")
    assert sum(row.wrong for row in compared.rows.values()) == 0
    assert Compared({"items": GOLD_ROWS}, {"items": pred}).counts == (4, 6, 6)


def test_items_as_units():
    shape = Shape(properties={"items": Shape(count="items")})
    pred = rows(ROWS, ("B2", "nut", 9), ("A1", "bolt", 2), ("C3", "glue", 7))
    compared = Compared({"items": GOLD_ROWS}, {"items": pred}, shape)
    assert compared.counts == (Fraction(5, 3), 3, 2)
    (row,) = compared.rows.values()
    assert (row.correct, row.partial, row.missed, row.spurious) == (1, 1, 0, 1)
    assert list(compared.rows) == ["items[]"]


def test_right_items():
    pred = rows(ROWS, ("B2", "nut", 9), ("C3", "glue", 7), ("A1", "bolt", 2))
    compared = Compared({"items": GOLD_ROWS}, {"items": pred})
    assert compared.items() == (1, 3, 2)
    # The F1 of the second item is exactly 2/3.
    assert compared.items(Fraction(2, 3)) == (2, 3, 2)
    assert compared.items(Fraction("0.667")) == (1, 3, 2)
