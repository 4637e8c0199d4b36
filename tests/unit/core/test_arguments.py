"""Wrong arguments fail where they are given, with what was expected."""

from math import nan

import pytest

import tallystick as ts
from tallystick import UsageError
from tallystick.core.covered import Covered
from tallystick.core.prepared import prepared


def forgetful(gold, pred):
    """Compute a value, and do not return it."""
    max(gold, pred)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: ts.similarity(5), r"similarity takes a function of \(gold, pred\), not 5"),
        (lambda: ts.similarity(ts.exact), r"similarity takes a function of \(gold, pred\), not exact"),
        (
            lambda: ts.similarity(lambda value: 1.0),
            r"takes a function of \(gold, pred\); <lambda>\(value\) cannot",
        ),
        (lambda: ts.exact.of("name"), r"of takes a function of a value, not 'name'; .*attrgetter\('name'\)"),
        (
            lambda: ts.exact.of(lambda gold, pred: gold),
            r"of takes a function of a value; <lambda>\(gold, pred\)",
        ),
        (lambda: ts.bag(ts.exact).mapped(2, "twice"), "mapped takes a function of a value, not 2"),
        (lambda: ts.Bag(match="x"), "match='x' is not one of 1:1, N:1, 1:N, N:N"),
        (lambda: ts.Bag(recall="x"), "recall='x' is not one of covered, literal"),
        (lambda: ts.Bag(normalise="f2"), "normalise='f2' is not one of f1, precision, recall, jaccard"),
        (lambda: ts.Seq(order="x"), "order='x' is not one of strict, noncrossing"),
        (lambda: ts.union([ts.exact]), r"union takes a mapping of types, such as \{str: exact\}, not list"),
        (lambda: ts.union({"str": ts.exact}), "'str' is not a type"),
        (
            lambda: ts.f1(ts.bag(ts.exact), empty="x"),
            "empty='x': expected the similarity of two empty values",
        ),
        (lambda: ts.exact > "x", "a threshold must be a number"),
        (
            lambda: ts.exact >= nan,  # noqa: PLW0177 - the fault in question
            "match everything with everything",
        ),
        (lambda: Covered(ts.exact), "Covered takes a bag, a sequence or a digraph, not exact"),
        (lambda: prepared(ts.bag(ts.exact), pred=3), "prepared takes a function of a value, not 3"),
        (lambda: prepared(len), "prepared is made of similarities, not of len"),
    ],
)
def test_wrong_arguments(build, message):
    with pytest.raises(UsageError, match=message):
        build()


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            forgetful,
            r"similarity\(forgetful\) returned None \(is a return statement missing\?\) for gold 1 and pred 2",
        ),
        (lambda gold, pred: nan, r"similarity\(<lambda>\) returned nan for gold 1 and pred 2"),
        (lambda gold, pred: "1.0", "returned '1.0' for gold 1"),
        (
            lambda gold, pred: -1,
            "returned -1 for gold 1 and pred 2; a similarity must be a number of at least 0",
        ),
        (lambda gold, pred: [1.0], r"returned \[1.0\]"),
    ],
)
def test_what_a_function_must_not_return(function, message):
    for ask in (
        ts.similarity(function).compare,
        lambda *pair: ts.bag(ts.similarity(function)).score([1], [2]),
    ):
        with pytest.raises(UsageError, match=message):
            ask(1, 2)


def test_numbers_of_any_kind_are_values():
    numpy = pytest.importorskip("numpy")
    for number in (1, True, numpy.float32(1), numpy.int64(1)):
        value = ts.similarity(lambda gold, pred, number=number: number).compare(1, 2)
        assert (value, type(value)) == (1.0, float)


# -- promises ----------------------------------------------------------------------------------------------


def odd(gold, pred):
    return 0.5 if gold == pred else 1.0


PROMISED = ts.similarity(odd, peaked=True)


@pytest.mark.parametrize(
    ("metric", "gold", "pred"),
    [
        (PROMISED, 1, 2),
        (ts.bag(PROMISED), [1], [2]),
        (ts.bag(PROMISED, "N:1"), [1, 1], [2]),
        (ts.sequence(PROMISED), [1], [2]),
        (ts.bag(PROMISED * ts.exact.of(type)), [1], [2]),
        (ts.f1(ts.bag(PROMISED)), [1], [2]),
        (ts.bag(ts.f1(ts.bag(PROMISED))), [[1]], [[2]]),
    ],
)
def test_a_broken_promise(metric, gold, pred):
    message = r"peaked=True\) is not peaked: a pair earns 1, but its gold value earns only 0.5 with itself"
    with pytest.raises(UsageError, match=message):
        metric.score(gold, pred)


def test_a_promise_that_rounding_breaks():
    third = ts.similarity(lambda gold, pred: 1 / 3 if gold == pred else 0.1 + 0.7 / 3, peaked=True)
    assert ts.bag(third).score([1], [2]).matched == pytest.approx(1 / 3)
