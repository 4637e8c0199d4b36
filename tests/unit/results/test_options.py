"""The options of a run are declared once; everything that has to list them agrees with the declaration."""

import dataclasses
import inspect

import click
import pytest

import tallystick as ts
from tallystick.cli.app import COMMANDS
from tallystick.cli.signatures import SIGNED
from tallystick.errors import UsageError
from tallystick.results.options import OPTIONS, chosen, options_of
from tallystick.results.settings import Settings
from tallystick.run.request import Execution, Request
from tallystick.stats.adjust import ADJUSTMENTS
from tallystick.stats.comparison import PAIRS, TESTS, Statistics

#: Keywords of functions that are no options of a run: they say what to give back, or are objects of Python's.
OWN = {"items", "executor", "progress", "columns"}


@pytest.mark.parametrize("owner", ["score", "compare", "agree", "correlate", "matrix", "Evaluator"])
def test_keywords_in_python(owner):
    keywords = {
        name: parameter.default
        for name, parameter in inspect.signature(getattr(ts, owner)).parameters.items()
        if name == "metrics" or (parameter.kind is parameter.KEYWORD_ONLY and name not in OWN)
    }
    assert keywords == {option.name: option.default for option in options_of(owner)}


@pytest.mark.parametrize(
    ("part", "fields"),
    [("settings", Settings), ("statistics", Statistics), ("request", Request), ("execution", Execution)],
)
def test_defaults_of_the_parts(part, fields):
    defaults = {field.name: field.default for field in dataclasses.fields(fields)}
    declared = {option.name: option.default for option in OPTIONS if part in option.parts}
    if (
        part == "execution"
    ):  # a journal is opened from the name of a file; what is not proved is asked at the end
        del declared["resume"], declared["require_optimal"]
    assert declared.items() <= defaults.items()


@pytest.mark.parametrize("name", ["score", "compare", "agree", "correlate", "matrix", "explain", "report"])
def test_options_of_commands(name):
    command = COMMANDS[name]
    known = {option.name: option for option in command.params if isinstance(option, click.Option)}
    for option in options_of(name):
        if option.flags:
            assert {flag.lstrip("-").replace("-", "_") for flag, _ in option.flags.values()} <= set(known)
            continue
        own = known[option.name]
        assert set(own.opts) == set(option.spellings or [f"--{option.key}"])
        assert own.help == option.help
        if option.choices:
            assert tuple(own.type.choices) == option.choices
        if option.type not in (tuple, bool):
            assert own.default == option.default
    undeclared = {option.name for option in OPTIONS if name not in option.owners and not option.flags}
    assert not undeclared & set(known)


def test_what_signatures_hold():
    everything = Settings(
        time_limit=2.5,
        memory_limit="1GB",
        on_error="skip",
        on_missing="zero",
        strict_text=True,
        repair="lenient",
        pred_at="/a/0",
    )
    assert list(everything.signed()) == list(SIGNED)
    assert {SIGNED[key].name: SIGNED[key].parse(str(text)) for key, text in everything.signed().items()} == {
        name: str(value) if name == "memory_limit" else value
        for name, value in dataclasses.asdict(everything).items()
        if name.replace("_", "-") in SIGNED
    }
    with pytest.raises(UsageError, match="time-limit:soon in the signature is not a number"):
        SIGNED["time-limit"].parse("soon")


def test_what_a_resumed_run_hangs_on():
    # Beside what signatures hold. Intervals and seeds are computed from the outcomes, whoever scored them.
    assert [option.name for option in OPTIONS if option.identity] == ["by"]


def test_choices_of_comparisons():
    declared = {option.name: option for option in OPTIONS}
    assert declared["pairs"].choices == PAIRS
    assert declared["adjust"].choices == ADJUSTMENTS
    assert tuple(declared["tests"].flags) == TESTS


def test_options_go_where_they_belong():
    values = {"average": "macro", "seed": 7, "task": "amr", "trials": 5, "jobs": 2}
    assert Settings.from_options(values) == Settings(average="macro", seed=7)
    assert chosen("statistics", values) == {"seed": 7, "trials": 5}
