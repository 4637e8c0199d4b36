"""Values and alignments in a few words."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tallystick.core.describe import describe
from tallystick.core.values import Var
from tallystick.report.alignment_text import alignment_as_dict, alignment_lines
from tallystick.tally import Alignment, Pair


class Offsets(NamedTuple):
    left: int
    right: int


@dataclass(frozen=True)
class Argument:
    span: Offsets
    role: str


@dataclass(frozen=True)
class Event:
    kind: str
    arguments: tuple[Argument, ...]


class Colour(Enum):
    RED = 1


ATTACK = Event("Attack", (Argument(Offsets(0, 1), "attacker"), Argument(Offsets(4, 4), "time")))
BARE = Event("Attack", (Argument(Offsets(0, 1), "attacker"),))


def test_values():
    assert describe(ATTACK) == "Attack ([0, 1] attacker, [4, 4] time)"
    assert describe(Event("Attack", ())) == "Attack ()"
    assert describe("two words") == '"two words"'
    assert describe("") == '""'
    assert describe("a\x1b[31m") == '"a\\u001b[31m"'
    assert describe(Colour.RED) == "RED"
    assert describe(Var("x")) == "x"
    assert describe((Var("x"), "ARG0", Var("y"))) == "x ARG0 y"
    assert describe({2, 1}) == "[1, 2]"
    assert describe(None) == "None"
    assert describe([["the", "embassy"], ["its", "annex"]]) == "(the embassy), (its annex)"
    assert describe(()) == "()"


def test_lines():
    inner = Alignment(
        matched=(Pair(ATTACK.arguments[0], ATTACK.arguments[0], 1.0),), missed=(ATTACK.arguments[1],)
    )
    alignment = Alignment(
        matched=(
            Pair(ATTACK, BARE, 0.5, {"arguments": inner}, "why"),
            Pair(BARE, BARE, 1.0, {"arguments": Alignment()}),
            Pair(BARE, BARE, 2.0),
        ),
        missed=("left",),
        spurious=("right",),
    )
    assert list(alignment_lines(alignment)) == [
        ("partly", "≈ Attack ([0, 1] attacker, [4, 4] time)  ←  Attack ([0, 1] attacker)  (credit 0.5)  why"),
        ("label", "  arguments:"),
        ("matched", "    = [0, 1] attacker"),
        ("missed", "    - [4, 4] time"),
        ("matched", "= Attack ([0, 1] attacker)"),
        ("matched", "= Attack ([0, 1] attacker)  (credit 2)"),
        ("missed", "- left"),
        ("spurious", "+ right"),
    ]
    data = alignment_as_dict(alignment)
    assert data["missed"] == ["left"]
    assert data["matched"][0]["inner"]["arguments"]["missed"] == ["[4, 4] time"]
    assert data["matched"][0]["note"] == "why"
