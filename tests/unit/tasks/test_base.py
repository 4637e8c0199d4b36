"""Declarations: parameters, composites."""

import pytest

from tallystick.core.matching import bag
from tallystick.core.similarity import exact
from tallystick.errors import UsageError
from tallystick.tally import Tally
from tallystick.tasks.base import Composite, Metric, Parameter, always


def test_parameters_are_read_from_text():
    assert Parameter("beta", 1.0, "weight", kind=float).parse("2") == 2.0
    assert Parameter("phi", 3, "φ", choices=("subset", 3)).parse("3") == 3
    assert Parameter("list", None, "a file", load=str.upper).parse("path") == "PATH"
    with pytest.raises(UsageError, match="beta=x is not a number"):
        Parameter("beta", 1.0, "weight", kind=float).parse("x")
    with pytest.raises(UsageError, match="n=x is not a whole number"):
        Parameter("n", 1, "number", kind=int).parse("x")


def test_metrics_settle_their_options():
    metric = Metric("m", "what", always(bag(exact)), parameters=(Parameter("n", 1, "number", kind=int),))
    assert metric.settle({}) == {"n": 1}
    assert metric.settle({"n": "2"}) == {"n": 2}
    with pytest.raises(UsageError, match="m has no parameter 'k'; it has n"):
        metric.settle({"k": 1})


def test_composites_are_read_from_their_parts():
    both = Composite(
        {"one": bag(exact), "two": bag(exact, "N:N")}, lambda values: sum(v or 0 for v in values) / 2
    )
    tally = both.tally([1, 2], [1])
    assert both.reading(tally) == {"f1": pytest.approx(2 / 3)}
    assert both.reading(tally + tally) == both.reading(tally)
    assert both.reading(Tally(items=0, proved=0)) == {"f1": None}
    assert both.align([1, 2], [1]).missed == (2,)
