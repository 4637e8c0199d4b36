"""Items that meet by key, where the gold lists acceptable keys or acceptable items."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

import tallystick as ts


def counts(gold: object, pred: object, key: str = "sku") -> tuple[float, float, float]:
    tally = ts.json(key={".": key}).score(gold, pred).tally
    return tally.matched_pred, tally.pred_total, tally.gold_total


def test_a_key_field_with_acceptable_values() -> None:
    gold = [{"sku": {"$any": ["A", "B"]}, "qty": 1}, {"sku": "C", "qty": 2}]
    assert counts(gold, [{"sku": "B", "qty": 1}, {"sku": "C", "qty": 9}]) == (3, 4, 4)
    assert counts(gold, [{"sku": "D", "qty": 1}]) == (0, 2, 4)
    nested = [{"id": {"no": {"$any": [1, 2]}}, "qty": 1}]
    assert counts(nested, [{"id": {"no": 2}, "qty": 1}], "id.no") == (2, 2, 2)


def test_acceptable_items_with_keys_of_their_own() -> None:
    gold = [{"$any": [{"sku": "A", "qty": 1, "note": "x"}, {"sku": "B", "qty": 2}]}]
    # The choice with the same key counts, though the other one has more in common.
    assert counts(gold, [{"sku": "B", "qty": 1, "note": "x"}]) == (1, 3, 2)
    assert counts(gold, [{"sku": "A", "qty": 1}]) == (2, 2, 3)
    # Nothing meets: the smallest counts.
    assert counts(gold, [{"sku": "C", "qty": 1}]) == (0, 2, 2)


def test_an_item_without_the_key_meets_items_without_it() -> None:
    gold = [{"sku": {"$any": ["A", None]}, "qty": 1}]
    assert counts(gold, [{"qty": 1}]) == (1, 1, 1)
    assert counts(gold, [{"sku": "A", "qty": 1}]) == (2, 2, 2)


def test_items_and_fields_follow() -> None:
    gold = {"rows": [{"sku": {"$any": ["A", "B"]}, "qty": 1}, {"sku": "C", "qty": 2}]}
    pred = {"rows": [{"sku": "C", "qty": 2}, {"sku": "A", "qty": 5}]}
    report = ts.score([gold], [pred], ["leaf", "item"], task="json", key={"rows": "sku"}, by="field")
    assert report["item"].tally.matched_pred == 1
    assert report.groups["rows[].sku"]["leaf"].tally.matched_pred == 2
    assert report.groups["rows[].qty"]["leaf"].tally.matched_pred == 1


def _brute(gold: list[dict[str, object]], pred: list[dict[str, object]]) -> tuple[Fraction, int]:
    """The best total over all matchings of items whose keys are equal, and the smallest gold for it."""

    def variants(item: dict[str, object]) -> list[dict[str, object]]:
        if "$any" in item:
            return [own for choice in item["$any"] for own in variants(choice)]  # type: ignore[attr-defined]
        fields = [value["$any"] if isinstance(value, dict) else [value] for value in item.values()]
        return [dict(zip(item, values, strict=True)) for values in itertools.product(*fields)]

    best = (-1, 0)
    sides: list[list[dict[str, object] | None]] = [[*variants(item)] for item in gold]
    partners: list[int | None] = [*range(len(pred)), *([None] * len(gold))]
    for chosen in itertools.permutations(partners, len(gold)):
        total, size = 0, 0
        for own, partner in zip(sides, chosen, strict=True):
            if partner is None:
                size += min(len(item or ()) for item in own)
                continue
            other = pred[partner]
            values = [
                (sum(other.get(name) == value for name, value in item.items()), -len(item))
                for item in own
                if item is not None and item.get("k") == other.get("k")
            ]
            if not values:
                break
            value, negative = max(values)
            total, size = total + value, size - negative
        else:
            best = max(best, (total, -size))
    return Fraction(best[0]), -best[1]


@pytest.mark.parametrize("seed", range(60))
def test_random_lists_are_matched_as_well_as_possible(seed: int) -> None:
    random.seed(seed)

    def value() -> object:
        return random.choice("abc")

    def item(gold: bool) -> dict[str, object]:
        made: dict[str, object] = {"k": random.choice("xyz"), "a": value(), "b": value()}
        if gold and random.random() < 0.5:
            made["k"] = {"$any": random.sample("xyz", 2)}
        if gold and random.random() < 0.3:
            return {"$any": [made, item(False)]}
        return made

    gold = [item(True) for _ in range(random.randint(1, 3))]
    pred = [item(False) for _ in range(random.randint(1, 4))]
    matched, preds, golds = counts(gold, pred, "k")
    assert preds == 3 * len(pred)
    assert (matched, golds) == _brute(gold, pred)
