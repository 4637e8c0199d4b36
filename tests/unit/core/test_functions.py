import numpy
import pytest

from tallystick import UsageError, Var, bag, sequence, similarity
from tallystick.core.values import LatentFound


def near(gold, pred):
    return max(0.0, 1 - abs(len(gold) - len(pred)) / 4)


@pytest.fixture
def counted():
    """A similarity of texts, and the calls of its function."""
    calls = []

    def function(gold, pred):
        calls.append((gold, pred))
        return near(gold, pred)

    return similarity(function), calls


WORDS = ["a", "bb", "ccccccc", "a", "dddd", "bb", "a"]


def all_pairs(golds, preds):
    pairs = [(i, j, near(gold, pred)) for i, gold in enumerate(golds) for j, pred in enumerate(preds)]
    return [pair for pair in pairs if pair[2]]


def test_equal_values_are_compared_once(counted):
    metric, calls = counted
    assert list(metric.pairs(WORDS, WORDS)) == all_pairs(WORDS, WORDS)
    assert len(calls) == 16
    calls.clear()
    golds, preds = [0, 3, 6, 1, 5] * 7, [2, 2, 2, 3, 6] * 7
    values = metric.values(WORDS, WORDS, golds, preds)
    assert values == [near(WORDS[i], WORDS[j]) for i, j in zip(golds, preds, strict=True)]
    assert len(calls) == len({(WORDS[i], WORDS[j]) for i, j in zip(golds, preds, strict=True)})


def test_objects_that_are_listed_many_times_are_compared_once(counted):
    metric, calls = counted
    shared, other = ["x"], ["x", "y"]
    golds, preds = [shared] * 6, [other, shared] * 3
    assert [value for _, _, value in metric.pairs(golds, preds)] == [0.75, 1] * 18
    assert len(calls) == 2


def test_values_that_are_equal_but_different_are_not_confused():
    metric = similarity(lambda gold, pred: float(type(gold) is type(pred)))
    values = [1, True, 1.0, 0, False, 0.0]
    assert len(metric.pairs(values, values)) == 12
    assert metric.values(values, values, [0, 0, 1], [1, 3, 4]) == [0, 1, 1]


@pytest.mark.parametrize("size", [2, 9])
@pytest.mark.parametrize("kind", [int, bool, float])
def test_other_numbers_become_floats(size, kind):
    metric = similarity(lambda gold, pred: kind(gold == pred))
    pairs = metric.pairs(range(size), range(size))
    assert list(pairs) == [(i, i, 1.0) for i in range(size)]
    assert all(type(value) is float for value in pairs.value)
    values = metric.values(range(size), range(size), [0, 1], [0, 0])
    assert (values, [type(value) for value in values]) == ([1, 0], [float, float])


@pytest.mark.parametrize("size", [2, 9])
@pytest.mark.parametrize("bad", [-1, float("nan"), float("inf"), "0.5", None])
def test_what_is_no_similarity_is_refused(size, bad):
    metric = similarity(lambda gold, pred: bad if (gold, pred) == (1, 0) else 0.5)
    with pytest.raises(
        UsageError, match="for gold 1 and pred 0; a similarity must be a number of at least 0"
    ):
        metric.pairs(list(range(size)), list(range(size)))
    with pytest.raises(UsageError, match="for gold 1 and pred 0"):
        metric.values(list(range(size)), list(range(size)), [0, 1], [0, 0])


@pytest.mark.parametrize("size", [1, 9])
def test_free_variables_are_noticed(size):
    metric = similarity(near)
    for golds, preds in (((Var("x"),), ("a",)), (("a",), (("b", Var("x")),))):
        with pytest.raises(LatentFound):
            metric.pairs(golds * size, preds * size)
        with pytest.raises(LatentFound):
            metric.values(golds * size, preds * size, [0], [0])


# -- in bulk -----------------------------------------------------------------------------------------------


def table(golds, preds):
    return [[near(gold, pred) for pred in preds] for gold in golds]


def unasked(gold, pred):
    raise AssertionError("asked pair by pair")


def test_bulk_replaces_the_calls():
    metric = similarity(unasked, bulk=table)
    assert list(metric.pairs(WORDS, WORDS)) == all_pairs(WORDS, WORDS)
    assert metric.values(WORDS, WORDS, [0, 6, 2, 2], [1, 3, 2, 2]) == [0.75, 1, 1, 1]
    assert repr(metric) == "similarity(unasked, bulk=table)"
    for collection in (bag, sequence):
        expected = collection(similarity(near)).score(WORDS, WORDS[::-1])
        assert collection(metric).score(WORDS, WORDS[::-1]).tally == expected.tally


def test_bulk_takes_arrays():
    metric = similarity(unasked, bulk=lambda golds, preds: numpy.array(table(golds, preds)))
    assert list(metric.pairs(WORDS, WORDS)) == all_pairs(WORDS, WORDS)


@pytest.mark.parametrize("bad", [-1.0, float("nan"), float("inf")])
def test_entries_that_are_no_similarity_are_refused(bad):
    metric = similarity(near, bulk=lambda golds, preds: [[1.0, bad]] * len(golds))
    with pytest.raises(
        UsageError, match="for gold 'a' and pred 'y'; a similarity must be a number of at least 0"
    ):
        metric.pairs(["a", "b"], ["x", "y"])
    with pytest.raises(UsageError, match="for gold 'b' and pred 'y'"):
        metric.values(["a", "b"], ["x", "y"], [0, 1], [0, 1])


def test_few_of_many_pairs_are_not_worth_a_table():
    metric = similarity(lambda gold, pred: 0.5, bulk=lambda golds, preds: 1 / 0)
    assert metric.values(range(100), range(100), [3], [4]) == [0.5]


def test_a_table_of_another_shape_is_refused():
    wrong = ([], [[1.0]] * len(WORDS), "text")
    for bulk in [lambda golds, preds, answer=answer: answer for answer in wrong]:
        with pytest.raises(UsageError, match="a row for each gold value"):
            similarity(near, bulk=bulk).pairs(WORDS, WORDS)
    with pytest.raises(UsageError, match="bulk takes a function of"):
        similarity(near, bulk=0.5)
