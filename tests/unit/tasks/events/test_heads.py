"""Arguments by their head words, and by coreference."""

from __future__ import annotations

import pytest

import tallystick as ts

METRICS = ["argument", "argument-head", "argument-coref"]


def item(*arguments: dict[str, object]) -> list[dict[str, object]]:
    return [{"events": [{"trigger": {"span": [0, 0], "type": "T"}, "args": list(arguments)}]}]


def argument(left: int, right: int, role: str = "r", **more: object) -> dict[str, object]:
    return {"span": [left, right], "role": role, **more}


@pytest.mark.parametrize(
    ("gold", "pred", "expected"),
    [
        (argument(2, 4, head=4), argument(2, 4, head=4), (1, 1, 1)),
        (argument(2, 4, head=4), argument(3, 4, head=4), (0, 1, 1)),
        (argument(2, 4, head=4), argument(4, 4), (0, 1, 1)),  # a single token is its own head
        (argument(2, 4, head=4), argument(2, 4, head=3), (1, 0, 0)),
        (argument(2, 4), argument(3, 4), (0, 0, 0)),  # without heads, spans are compared
        (argument(2, 4), argument(2, 4), (1, 1, 1)),
        (argument(2, 4, head=4, coreferent=[7]), argument(6, 7, head=7), (0, 0, 1)),
        (argument(2, 4, head=4), argument(6, 7, head=7, coreferent=[4]), (0, 0, 0)),
        (argument(2, 4, head=4), argument(2, 4, "other", head=4), (0, 0, 0)),
    ],
)
def test_heads(gold: dict[str, object], pred: dict[str, object], expected: tuple[int, ...]) -> None:
    report = ts.score(item(gold), item(pred), METRICS, task="events")
    assert tuple(report[key].f1 for key in METRICS) == expected


def test_two_predictions_of_an_entity_count_once() -> None:
    gold = item(argument(2, 2, head=2, coreferent=[5]))
    report = ts.score(gold, item(argument(2, 2), argument(5, 5)), "argument-coref", task="events")
    assert (report["argument-coref"].precision, report["argument-coref"].recall) == (0.5, 1)


def test_heads_are_numbers_of_tokens() -> None:
    with pytest.raises(ts.DataError, match=r"args\[0\].head: expected an integer"):
        ts.score(item(argument(2, 2)), item(argument(2, 2, head="base")), task="events")
