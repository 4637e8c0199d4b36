"""Shares of all pairs of texts, against the distance of a pair at a time."""

import random
from array import array
from fractions import Fraction

import numpy as np
import pytest

from tallystick.solve.spread import add_values
from tallystick.tasks.json.compare.base import bounded
from tallystick.tasks.json.compare.edits import levenshtein, share_matrix

ALPHABETS = {"few": "ab", "letters": "abcdefghijk ", "any": "aé漢字😀\ud800\x00ß"}


def _texts(generator: random.Random, alphabet: str, count: int, longest: int) -> list[str]:
    return ["".join(generator.choices(alphabet, k=generator.randint(0, longest))) for _ in range(count)]


@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
@pytest.mark.parametrize(("golds", "preds", "longest"), [(1, 1, 5), (33, 5, 16), (3, 70, 17), (40, 10, 50)])
@pytest.mark.parametrize(("least", "full"), [(None, None), ("1/2", None), (None, "2/3"), ("0.1234567", None)])
def test_shares_are_those_of_single_pairs(alphabet, golds, preds, longest, least, full):
    generator = random.Random(golds)
    texts = [_texts(generator, alphabet, count, longest) for count in (golds, preds)]
    limits = [None if limit is None else Fraction(limit) for limit in (least, full)]
    expected = [[float(bounded(levenshtein(gold, pred), *limits)) for pred in texts[1]] for gold in texts[0]]
    limit = limits[1] if limits[1] is not None else limits[0]
    shares = share_matrix(*texts, limit or Fraction(0), full=limits[1] is not None)
    assert shares.tolist() == expected


def test_patterns_of_many_words_and_no_texts():
    golds = ["", "ab" * 100, "abc" * 40]
    preds = ["ba" * 100, "b"]
    shares = share_matrix(golds, preds, Fraction(0), full=False)
    assert shares.tolist() == [[float(levenshtein(gold, pred)) for pred in preds] for gold in golds]
    assert share_matrix([], preds, Fraction(0), full=False).shape == (0, 2)
    assert share_matrix(golds, [], Fraction(0), full=False).shape == (3, 0)


def test_values_are_added_where_they_occur():
    matrix = np.ones((3, 4))
    values = np.array([[0.5, 2.0], [4.0, 8.0]])
    golds = array("i", [0, 2]), array("i", [1, 0])
    preds = array("i", [3, 1, 0]), array("i", [0, 1, 1])
    add_values(matrix.reshape(-1), 4, golds, preds, values.reshape(-1), 2)
    assert matrix.tolist() == [[9.0, 9.0, 1.0, 5.0], [1.0] * 4, [3.0, 3.0, 1.0, 1.5]]
