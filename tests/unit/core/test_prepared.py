from tallystick import Var, bag, exact
from tallystick.core.prepared import prepared


def words(text):
    return text.split()


def test_each_side_has_its_own_step():
    metric = prepared(bag(exact, "N:1"), pred=words)
    score = metric.score(gold=["a", "b"], pred="a a c")
    assert (score.precision, score.recall) == (2 / 3, 0.5)
    assert metric.reading.sides
    assert [pair.pred for pair in score.alignment.matched] == ["a", "a"]
    assert metric.compare(["a", "b"], "a a c") == 2
    assert repr(metric) == "prepared(bag(exact, match='N:1'), pred=words)"


def test_variables_may_come_from_a_step():
    metric = prepared(bag(exact), pred=lambda text: [Var(word) for word in words(text)])
    assert metric.score(gold=[Var("x"), "k"], pred="a b").matched == 1
