"""A user's own type or metric as a task."""

import re
import sys
from types import ModuleType

import pytest

import tallystick as ts
from tallystick.errors import UndecidableError, UsageError
from tallystick.registry.objects import hint_of
from tallystick.registry.plugins import user_task

SOURCE = '''
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple, Optional
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
strict = ts.record(Sentence, words=ts.bag(ts.exact))
typed = ts.record(Sentence, words=ts.bag(ts.record(Word, tag=ts.exact)))
both = ts.sides(strict, typed)
squared = strict * typed
variants = {"strict": strict, "typed": typed, "title": ts.exact.of(lambda sentence: sentence.title)}
strangers = {"strict": strict, "loose": loose}
forms = Annotated[Sentence, ts.bag(ts.exact).of(lambda sentence: [word.form for word in sentence.words])]
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


@pytest.mark.parametrize("name", ["both", "squared"])
def test_a_metric_of_several_parts(module, name):
    assert hint_of(getattr(module, name)) is module.Sentence


def test_several_metrics_of_the_same_items():
    task = user_task("own:variants")
    assert [metric.name for metric in task.metrics] == ["strict", "typed", "title"]
    gold = '{"words": [{"form": "a"}, {"form": "b"}]}\n'
    report = ts.score(gold, gold.replace("b", "c"), task="own:variants")
    # Of two words one is the same; the tags of both are; so is the title, which is in neither.
    assert {name: metric.f1 for name, metric in report.metrics.items()} == {
        "strict": 0.5,
        "typed": 1,
        "title": 1,
    }


def test_metrics_of_different_items_are_refused():
    with pytest.raises(UsageError, match=r"items of different types: strict Sentence, loose list"):
        user_task("own:strangers")
    with pytest.raises(UsageError, match="must map names to metrics"):
        user_task("own:__builtins__")


def test_an_annotated_type(module):
    task = user_task("own:forms")
    assert task.empty() == module.Sentence((), None)
    line = '{"words": [{"form": "a"}, {"form": "b", "tag": "Y"}]}\n'
    assert ts.score(line, line.replace("Y", "Z"), task="own:forms")["forms"].f1 == 1


def test_a_type_as_the_task(module):
    sentence = module.Sentence(frozenset({module.Word("a")}))
    evaluator = ts.Evaluator([sentence], task=module.Sentence)
    evaluator.update([sentence])
    for report in (ts.score([sentence], [sentence], task=module.Sentence), evaluator.compute()):
        assert report.task == "own:Sentence"
        assert report["Sentence"].f1 == 1
    assert ts.compare([sentence], [[sentence], [sentence]], task=module.Sentence).task == "own:Sentence"
    assert ts.agree([[sentence], [sentence]], task=module.Sentence).task == "own:Sentence"


def test_what_cannot_be_a_task(module):
    class Local:
        pass

    with pytest.raises(UsageError, match="put the type into a module"):
        ts.score([1], [1], task=Local)
    with pytest.raises(UsageError, match="a metric object scores by itself"):
        ts.score([1], [1], task=module.strict)


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
        ("nowhere:x", "no module 'nowhere'"),
        ("own:x", "own has no 'x'"),
        ("own:sentence", "own has no 'sentence' (did you mean 'Sentence'?)"),
        ("own.py:Sentence", "(a module, not a file: own:Sentence)"),
        ("own:Outer.x", "own has no 'x'"),
        (":x", "cannot be imported"),
        ("own:", "has no ''"),
        (".own:x", "cannot be imported"),
    ],
)
def test_names_that_lead_nowhere(name, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        user_task(name)


def test_what_is_no_type():
    with pytest.raises((UndecidableError, UsageError)):
        user_task("own:number")


@pytest.mark.parametrize(
    ("name", "kind"), [("json:dumps", "function"), ("os:path", "module"), ("builtins:len", "function")]
)
def test_what_can_be_no_task_is_named(name, kind):
    with pytest.raises(UsageError, match=f"--task {name} names a {kind}; name a task, a metric"):
        user_task(name)
