"""A user's own type or metric as a task."""

import sys
from types import ModuleType

import pytest

import tallystick as ts
from tallystick.errors import UndecidableError, UsageError
from tallystick.user import hint_of, user_task

SOURCE = '''
from dataclasses import dataclass, field
from typing import NamedTuple, Optional
import tallystick as ts

@dataclass(frozen=True)
class Word:
    form: str
    tag: str = "X"

@dataclass(frozen=True)
class Sentence:
    """A sentence with its words."""
    words: frozenset[Word]
    title: Optional[str] = None

class Pair(NamedTuple):
    left: int
    right: int

class Outer:
    inner = Sentence

loose = ts.f1(ts.bag(ts.record(Word, form=ts.exact)))
number = 3
'''


@pytest.fixture(autouse=True)
def module(monkeypatch):
    made = ModuleType("own")
    monkeypatch.setitem(sys.modules, "own", made)
    exec(SOURCE, made.__dict__)
    return made


def test_a_type():
    task = user_task("own:Sentence")
    assert task.name == "own:Sentence"
    assert task.summary == "A sentence with its words."
    assert [metric.name for metric in task.metrics] == ["Sentence"]
    assert user_task("own:Outer.inner").metrics[0].name == "Outer.inner"


def test_a_metric(module):
    task = user_task("own:loose")
    assert [metric.name for metric in task.metrics] == ["loose"]
    assert hint_of(module.loose) == list[module.Word]
    lines = '[{"form": "a"}, {"form": "b", "tag": "Y"}]\n'
    assert ts.score(lines, lines.replace("Y", "Z"), task="own:loose")["loose"].f1 == 1


def test_nothing_predicted(module):
    assert user_task("own:Sentence").empty() == module.Sentence((), None)
    assert user_task("own:loose").empty() == ()
    with pytest.raises(UsageError, match="its field 'left' has no empty value"):
        user_task("own:Pair").empty()
    # It is refused before anything is scored.
    with pytest.raises(UsageError, match="use --on-error skip"):
        ts.score('{"left": 1, "right": 2}\n', "nonsense\n", task="own:Pair", on_error="zero")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere:x", "there is no module 'nowhere'"),
        ("own:x", "own has no 'x'"),
        ("own:Outer.x", "own has no 'x'"),
        (":x", "cannot be imported"),
        ("own:", "has no ''"),
        (".own:x", "cannot be imported"),
    ],
)
def test_names_that_lead_nowhere(name, message):
    with pytest.raises(UsageError, match=message):
        user_task(name)


def test_what_is_no_type():
    with pytest.raises((UndecidableError, UsageError)):
        user_task("own:number")
