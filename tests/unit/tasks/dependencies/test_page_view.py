"""Dependencies on the report page."""

from __future__ import annotations

from tallystick.formats.base import Block
from tallystick.formats.conllu.passage import Passage
from tallystick.formats.conllu.reader import ConlluSentences
from tallystick.tasks.dependencies.comparison import Comparison, shares
from tallystick.tasks.dependencies.page_view import VIEW
from tallystick.tasks.views.base import Original
from tallystick.tasks.views.parts import PartTable
from tallystick.tasks.views.schema import PageSide

GOLD = """\
1\tElle\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tva\t_\t_\t_\t_\t0\troot\t_\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_
3\tà\t_\t_\t_\t_\t2\tcase\t_\t_
4\tle\t_\t_\t_\t_\t2\tdet\t_\t_

1\t雨\t_\t_\t_\t_\t0\troot\t_\t_"""
PRED = """\
1\tEl\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tle\t_\t_\t_\t_\t0\troot\t_\t_
3\tva\t_\t_\t_\t_\t2\tobj\t_\t_
4\tau\t_\t_\t_\t_\t5\tcase\t_\t_
5\t雨\t_\t_\t_\t_\t2\tobl\t_\t_"""


def passage(text: str) -> Passage:
    value = ConlluSentences().item(Block(text)).value
    assert isinstance(value, Passage)
    return value


def drawn(gold: object, pred: object) -> list[PageSide]:
    sides = VIEW.sides(Original(gold), Original(pred))
    return [side.data(PartTable(side.show))[0] for side in sides]


def test_words_are_placed_by_their_characters() -> None:
    gold, pred = drawn(passage(GOLD), passage(PRED))
    assert [word[:3] for word in gold["drawn"]] == [
        ("Elle", 0, 5), ("va", 6, 8), ("à", 9, 10), ("le", 11, 13), ("雨", 14, 16),
    ]  # fmt: skip
    assert [word[:3] for word in pred["drawn"]] == [
        ("El", 0, 2), ("le", 3, 5), ("va", 6, 8), ("au", 9, 13), ("雨", 14, 16),
    ]  # fmt: skip


def test_words_of_one_gold_sentence() -> None:
    comparison = Comparison(passage(GOLD), passage(PRED))
    first, second = shares(comparison)
    gold, pred = drawn(comparison.gold, first)
    assert [word.form for word in gold["drawn"]] == ["Elle", "va", "à", "le"]
    assert gold["multiword"] == [(2, 3, "au")]
    assert "multiword" not in pred
    assert [(word.form, word.head) for word in pred["drawn"]] == [
        ("El", 1),
        ("le", -1),
        ("va", 1),
        ("au", -2),
    ]
    gold, pred = drawn(comparison.gold, second)
    assert [gold["drawn"][0][:4], pred["drawn"][0][:4]] == [("雨", 0, 2, -1), ("雨", 0, 2, -2)]
