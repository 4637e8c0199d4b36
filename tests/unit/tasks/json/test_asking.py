"""Comparators of a user's own: asked once about each pair, in batches, with answers that last."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tallystick as ts
from tallystick.errors import UsageError
from tallystick.tasks.json.compare import answers, functions

GOLD = [{"id": str(n), "value": {"desc": f"gold {n % 5}", "items": [{"name": "a"}, {"name": f"b{n}"}]}}
        for n in range(300)]  # fmt: skip
PRED = [{"id": str(n), "value": {"desc": f"pred {n % 5}", "items": [{"name": f"c{n}"}, {"name": "a"}]}}
        for n in range(300)]  # fmt: skip


class Judge:
    """Gives half the credit, and remembers what it was asked."""

    def __init__(self, version: str = "1", batch_size: int = 1024) -> None:
        self.batches: list[list[tuple[str, str]]] = []
        self.version = version
        self.batch_size = batch_size

    def __call__(self, pairs: list[tuple[str, str]]) -> list[float]:
        self.batches.append(list(pairs))
        return [0.5 for _ in pairs]

    @property
    def asked(self) -> list[tuple[str, str]]:
        return [pair for batch in self.batches for pair in batch]


def _score(judge: Judge, **options: object) -> ts.Report:
    return ts.score(
        GOLD, PRED, task="json", compare={"desc": judge, "items[].name": judge}, by="field", **options
    )


def test_each_pair_is_asked_once_and_in_large_batches() -> None:
    judge = Judge()
    report = _score(judge)
    assert len(judge.asked) == len(set(judge.asked))
    assert ("gold 1", "pred 1") in judge.asked
    assert all(gold != pred for gold, pred in judge.asked)  # equal texts earn everything
    # 300 documents, in two portions.
    assert len(judge.batches) <= 4
    assert report.groups["desc"]["leaf"].f1 == 0.5
    # Names: a meets a, the others each other.
    assert report.groups["items[].name"]["leaf"].f1 == 0.75


def test_a_function_says_how_many_pairs_it_takes() -> None:
    judge = Judge(batch_size=7)
    _score(judge)
    assert max(map(len, judge.batches)) == 7
    with pytest.raises(UsageError, match="batch_size"):
        _score(Judge(batch_size=0))


def test_long_lists_are_asked_about_by_column() -> None:
    judge = Judge()
    golds = [{"rows": [{"a": f"g{n % 9}"} for n in range(60)]}]
    preds = [{"rows": [{"a": f"p{n % 7}"} for n in range(60)]}]
    report = ts.score(golds, preds, "leaf", task="json", compare={"rows[].a": judge})
    assert report["leaf"].f1 == 0.5
    assert sorted(judge.asked) == sorted({(f"g{n}", f"p{m}") for n in range(9) for m in range(7)})
    assert len(judge.batches) == 1


def test_a_second_run_asks_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "judge.answers"
    first = _score(judge := Judge(), answers=str(path))
    assert judge.asked
    assert "|answers:judge.answers|" in first["leaf"].signature
    monkeypatch.setattr(answers, "_FILES", {})  # as in another process
    second = _score(again := _renamed(Judge(), judge), answers=str(path))
    assert again.asked == []
    assert second["leaf"].tally == first["leaf"].tally


def _renamed(judge: Judge, like: Judge) -> Judge:
    """Give a judge the name of another one, which a function of a module would have."""
    name = functions.function_name(like)
    functions._GIVEN[name] = judge
    from tallystick.tasks.json.compare import table
    from tallystick.tasks.json.options import _scheme

    table._made.cache_clear()
    _scheme.cache_clear()
    return judge


def test_another_version_is_asked_again(tmp_path: Path) -> None:
    pair = [("a", "b")]
    file = answers.AnswerFile(tmp_path / "x")
    answers.Answers(file, "m:f", "1").add(pair, [Fraction(1, 3)])
    assert answers.Answers(file, "m:f", "1").get("a", "b") == Fraction(1, 3)
    assert answers.Answers(file, "m:f", "2").get("a", "b") is None
    assert answers.Answers(file, "m:g", "1").get("a", "b") is None
    assert answers.Answers(file, "m:f", "1").get("b", "a") is None


def test_answers_survive_interruptions(tmp_path: Path) -> None:
    path = tmp_path / "x"
    known = answers.Answers(answers.AnswerFile(path), "m:f", "")
    known.add([("a", "b"), ("c", "d")], [Fraction(1, 3), Fraction(0.1)])
    whole = path.read_bytes()
    # Wherever writing was interrupted, what was complete is read, and what is added later too.
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        again = answers.Answers(answers.AnswerFile(path), "m:f", "")
        assert again.get("a", "b") in (None, Fraction(1, 3))
        again.add([("e", "f")], [Fraction(1)])
        assert answers.Answers(answers.AnswerFile(path), "m:f", "").get("e", "f") == 1
    path.write_bytes(whole)
    assert answers.Answers(answers.AnswerFile(path), "m:f", "").get("c", "d") == Fraction(0.1)


def test_the_number_of_answers_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_ANSWERS", 10)
    path = tmp_path / "x"
    known = answers.Answers(answers.AnswerFile(path), "m:f", "")
    for number in range(30):
        known.add([(str(number), "b")], [Fraction(1, 2)])
    assert len(known.file.credits) == 10
    again = answers.Answers(answers.AnswerFile(path), "m:f", "")
    assert path.read_bytes().count(b"\n") == 11
    assert again.get("29", "b") == Fraction(1, 2)
    assert again.get("0", "b") is None


def test_a_file_of_something_else_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"a": 1}\n')
    with pytest.raises(UsageError, match="is not an answer cache"):
        _score(Judge(), answers=str(path))
    assert path.read_text() == '{"a": 1}\n'
    with pytest.raises(UsageError, match="cannot be"):
        _score(Judge(), answers=str(tmp_path / "no" / "such"))


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([], "0 credits for"),
        ([2], "between 0 and 1"),
        ([float("nan")], "not a credit"),
        ([None], "not a credit"),
    ],
)
def test_what_is_no_credit_is_refused(returned: list[object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ts.json(compare={"a": lambda pairs: returned}).score({"a": "x"}, {"a": "y"})


def test_a_module_beside_the_files_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_judges15.py").write_text(
        "def initial(pairs):\n    return [gold[0] == pred[0] for gold, pred in pairs]\n"
    )
    monkeypatch.chdir(tmp_path)
    metric = ts.json(compare={"a": "my_judges15:initial"})
    assert metric.score({"a": "xy"}, {"a": "xz"}).f1 == 1
    with pytest.raises(UsageError, match="did you mean 'initial'"):
        ts.json(compare={"a": "my_judges15:initals"}).score({"a": "xy"}, {"a": "xz"})
    assert os.getcwd() == str(tmp_path)


def test_thresholds_apply_to_answers_and_lambdas_have_their_own() -> None:
    third = ts.json(compare={"a": lambda pairs: [0.3] * len(pairs)})
    most = ts.json(compare={"a": lambda pairs: [Fraction(9, 10)] * len(pairs)})
    assert third.score({"a": "x"}, {"a": "y"}).f1 == 0.3
    assert most.score({"a": "x"}, {"a": "y"}).f1 == 0.9


def fails(pairs: list[tuple[str, str]]) -> list[float]:
    raise KeyError(pairs[0])


def of_two(gold: str, pred: str) -> float:
    return 1.0


@pytest.mark.parametrize(("function", "error"), [(fails, "KeyError"), (of_two, "TypeError")])
def test_a_function_that_fails_is_named(function: Any, error: str) -> None:
    message = rf"the comparator .*:{function.__name__} failed: {error}: .*; a comparator takes a list of \(gold, pred\)"
    with pytest.raises(ts.UsageError, match=message):
        ts.score([{"a": "x"}], [{"a": "y"}], "leaf", task="json", compare={"a": function})


def test_a_function_for_all_text() -> None:
    def half(pairs: list[tuple[str, str]]) -> list[float]:
        return [0.5 for _ in pairs]

    gold, pred = {"a": "x", "b": ["y"]}, {"a": "z", "b": ["w"]}
    assert ts.score([gold], [pred], "leaf", task="json", text=half)["leaf"].f1 == 0.5
    assert ts.json(text=half).score(gold, pred).f1 == 0.5
