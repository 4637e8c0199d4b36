"""N-ary relations: when two mentions are the same."""

from itertools import product

import tallystick as ts


def document(start, end):
    return {"id": "a", "relations": [{"args": [{"role": "x", "mentions": [[start, end]]}]}]}


def test_mentions_are_the_same_if_the_jaccard_index_of_their_tokens_exceeds_one_half():
    ranges = [(start, end) for end in range(1, 6) for start in range(end)]
    for pred, gold in product(ranges, repeat=2):
        ours, theirs = set(range(*pred)), set(range(*gold))
        same = len(ours & theirs) / len(ours | theirs) > 0.5  # Equation 29 as it stands
        found = ts.score([document(*gold)], [document(*pred)], task="nary")
        assert found["scirex"].f1 == same, (pred, gold)


def test_a_mention_of_any_length_is_compared():
    for length in (10**12, 10**30):
        long = [document(0, length)]
        assert ts.score(long, long, task="nary")["scirex"].f1 == 1
        assert ts.score(long, [document(0, length // 2)], task="nary")["scirex"].f1 == 0
