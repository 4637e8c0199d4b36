"""`exact` is the equality of the type itself, or an error that says why it cannot be."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from typing import NamedTuple

import attrs
import pydantic
import pytest

from tallystick import UsageError, Var, bag, exact


@dataclass(frozen=True)
class Marked:
    text: str
    source: str = field(compare=False, default="")


@dataclass(frozen=True)
class Word:
    text: str

    def __eq__(self, other):
        return isinstance(other, Word) and self.text.lower() == other.text.lower()

    def __hash__(self):
        return hash(self.text.lower())


@attrs.frozen
class Measured:
    text: str = attrs.field(eq=str.lower)
    note: str = attrs.field(eq=False, default="")


class Model(pydantic.BaseModel, extra="allow"):
    text: str


class Named(NamedTuple):
    text: str

    def __eq__(self, other):
        return self.text[0] == other.text[0]

    def __hash__(self):
        return hash(self.text[0])


@dataclass(frozen=True)
class Base:
    text: str


@dataclass(frozen=True, eq=False)
class Inherits(Base):
    note: str = ""


class Words(list):
    def __eq__(self, other):
        return sorted(self) == sorted(other)

    def __hash__(self):
        return hash(tuple(sorted(self)))


class Colour(Enum):
    RED = 1


class Level(StrEnum):
    LOW = "low"


PAIRS = [
    (Marked("a", "x"), Marked("a", "y")),
    (Marked("a"), Marked("b")),
    (Word("A"), Word("a")),
    (Word("A"), Word("b")),
    (Measured("A", "x"), Measured("a", "y")),
    (Measured("A"), Measured("b")),
    (Model(text="a"), Model(text="a")),
    (Model(text="a", more=1), Model(text="a", more=2)),
    (Named("ab"), Named("ac")),
    (Inherits("a", "x"), Inherits("a", "y")),
    (Words("ab"), Words("ba")),
    (Colour.RED, Colour.RED),
    (Fraction(1, 2), 0.5),
    (1, True),
    (Counter("aab"), Counter({"a": 2, "b": 1, "c": 0})),
    (Counter("a"), {"a": 1}),
    (Level.LOW, "low"),
    (Decimal("0.5"), Fraction(1, 2)),
    (date(2024, 1, 1), date(2024, 1, 1)),
    (range(3), range(3)),
]


@pytest.mark.parametrize(("one", "two"), PAIRS, ids=str)
def test_exact_is_the_equality_of_the_type(one, two):
    assert exact.compare(one, two) == float(one == two)
    assert bag(exact).compare([one, one], [two]) == float(one == two)
    assert exact.compare([one], [two]) == float(one == two)
    assert exact.self_score(one) == 1


def test_the_hash_join_finds_what_is_equal():
    # Not among values of other types: Named and Words take their own type for granted, and break hashing.
    values = [value for pair in PAIRS for value in pair if not isinstance(value, (Named, Words))]
    expected = [(i, j, 1.0) for i, one in enumerate(values) for j, two in enumerate(values) if one == two]
    assert sorted(exact.pairs(values, values)) == expected
    every = [(i, j) for i in range(len(values)) for j in range(len(values))]
    values_of_all = exact.values(values, values, [i for i, _ in every], [j for _, j in every])
    assert [(*pair, value) for pair, value in zip(every, values_of_all, strict=True) if value] == expected
    assert all(exact.compare(values[i], values[j]) == float(values[i] == values[j]) for i, j in every)


@dataclass(eq=False)
class Alone:
    text: str


class Plain:
    pass


@attrs.define(eq=False)
class AloneToo:
    text: str


@pytest.mark.parametrize(
    "value", [Alone("a"), Plain(), AloneToo("a")], ids=lambda value: type(value).__name__
)
def test_identity_is_refused(value):
    with pytest.raises(UsageError, match=rf"{type(value).__name__} are compared by identity.*record\("):
        bag(exact).score([value], [value])


def test_equality_without_a_hash_is_refused():
    @dataclass
    class Unhashable:  # noqa: PLW1641 - the fault in question
        text: str

        def __eq__(self, other):
            return True

    with pytest.raises(UsageError, match="Unhashable defines __eq__ without __hash__"):
        bag(exact).score([Unhashable("a")], [Unhashable("b")])


# -- with latent variables ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    holder: object
    text: str
    note: object = field(compare=False, default=None)


@dataclass(frozen=True)
class Loose:
    """Equal by its holder alone, whatever the text."""

    holder: object
    text: str

    def __eq__(self, other):
        return isinstance(other, Loose) and self.holder == other.holder

    def __hash__(self):
        return hash(self.holder)


def test_fields_that_are_not_compared_constrain_no_variables():
    gold = [Claim(Var("x"), "a", Var("y")), Claim(Var("x"), "b", Var("x"))]
    pred = [Claim(Var("p"), "a", Var("p")), Claim(Var("p"), "b", Var("q"))]
    assert bag(exact).score(gold, pred).matched == 2
    assert bag(bag(exact)).score([gold], [pred]).matched == 2


def test_a_class_of_its_own_equality_with_variables():
    gold = [Loose(Var("x"), "a"), Loose(Var("x"), "b"), Loose(Var("y"), "c")]
    pred = [Loose(Var("q"), "d"), Loose(Var("p"), "e"), Loose(Var("p"), "f")]
    score = bag(exact).score(gold, pred)
    assert (score.matched, score.optimal) == (3, True)
    assert bag(exact).score(gold, [Loose("x", "a")]).matched == 0
