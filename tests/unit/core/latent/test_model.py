import pytest

from tallystick import Var, similarity
from tallystick.core.latent.model import CONSTANT, Expression, Model, NotLinear


def test_conjunctions_are_shared():
    model = Model()
    one, two = model.choice(), model.choice()
    assert model.both(one, two) == model.both(two, one) == 2
    assert model.both(one, CONSTANT) == model.both(CONSTANT, one) == model.both(one, one) == one


def test_products_of_expressions():
    model = Model()
    one, two = model.choice(), model.choice()
    product = model.product([Expression({one: 2.0, CONSTANT: 1.0}, 3.0), Expression({two: 3.0}, 3.0)])
    assert product == {model.both(one, two): 6.0, two: 3.0}
    assert product.most == 9.0
    assert model.product([Expression({one: 1.0}, 1.0), model.nothing()]) == {}
    assert model.scaled(Expression({one: 2.0}, 2.0), 0.5) == {one: 1.0}
    assert model.scaled(Expression({one: 2.0}, 2.0), 0.0) == {}


def test_equality_needs_pairs_of_variables():
    model = Model()
    (choice,) = model.equality((Var("x"), 1, Var("x")), (Var("y"), 1, Var("y")))
    assert model.variables == {("x", "y"): choice}
    assert model.equality((Var("x"), 1), (Var("y"), 2)) == {}
    assert model.equality((Var("x"),), ("constant",)) == {}
    assert model.equality((1, 2), (1, 2)) == {CONSTANT: 1.0}
    with pytest.raises(NotLinear):
        model.equality(frozenset({Var("x")}), frozenset({Var("y")}))


def test_what_is_not_linear():
    model = Model()
    function = similarity(lambda gold, pred: 0.5)
    assert model.constant(function, 1, 2) == {CONSTANT: 0.5}
    with pytest.raises(NotLinear):
        model.constant(function, Var("x"), 2)
    assert model.mapped(Expression.constant(2.0), lambda value: value - 1) == {CONSTANT: 1.0}
    assert model.mapped(model.nothing(), lambda value: value) == {}
    with pytest.raises(NotLinear):
        model.mapped(Expression({model.choice(): 1.0}, 1.0), lambda value: value)
