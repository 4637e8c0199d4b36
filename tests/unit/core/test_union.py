import pytest

from tallystick import UsageError, Var, bag, exact, f1, similarity, union

NUMBERS = similarity(lambda gold, pred: 1 / (1 + abs(pred - gold)), peaked=True)


def test_each_alternative_compares_its_own():
    either = union({str: exact, tuple: bag(exact), int: NUMBERS})
    values = ["a", "b", (1, 2), (2, 3), 1, 2]
    expected = {(i, j): either.compare(g, p) for i, g in enumerate(values) for j, p in enumerate(values)}
    assert {(i, j): v for i, j, v in either.pairs(values, values)} == {k: v for k, v in expected.items() if v}
    assert either.values(values, values, [0, 2, 4, 0], [0, 3, 5, 4]) == [1, 1, 0.5, 0]
    assert either.self_score((1, 2)) == 2


def test_all_discrete_is_discrete():
    either = union({str: exact, int: exact.of(lambda n: n % 2)})
    assert either.discrete
    assert bag(either).score(["a", 1], [3, "a"]).matched == 2
    assert sorted(either.pairs(["a", 1], [3, "a"])) == [(0, 1, 1), (1, 0, 1)]
    assert either.values(["a", 1], [3, "a"], [0, 1, 1], [0, 0, 1]) == [0, 1, 0]


def test_values_of_no_alternative():
    with pytest.raises(UsageError, match=r"1.5 has none of the types of union\({str: exact}\)"):
        union({str: exact}).compare(1.5, "a")


def test_none_is_an_alternative():
    either = union({type(None): exact, tuple: f1(bag(exact))})
    assert bag(either).score([None, (1, 2)], [(2, 3), None]).matched == 1.5
    assert bag(either).score([None], [(1,)]).matched == 0


def test_variables_and_alignments():
    either = union({Var: exact, tuple: bag(exact)})
    score = bag(either).score([Var("x"), (1, Var("x"))], [(Var("y"), 1), Var("y")])
    assert score.matched == 3
    assert [len(pair.inner) for pair in score.alignment.matched] == [1, 0]
