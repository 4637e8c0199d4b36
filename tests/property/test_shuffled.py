"""The order of items moves no bit of any sum."""

import json
import random

import pytest

import tallystick as ts
from tallystick.exact_sum import ExactSum
from tallystick.report.formats import render
from tallystick.report.scores import ScoreView
from tallystick.tally import Tally, total


def documents(seed, count=40):
    """Coreference with fractional counts, and groups."""
    draw = random.Random(seed)
    for number in range(count):
        mentions = [[n, n] for n in range(draw.randint(3, 12))]
        draw.shuffle(mentions)
        cut = sorted(draw.sample(range(1, len(mentions)), 2))
        clusters = [mentions[: cut[0]], mentions[cut[0] : cut[1]], mentions[cut[1] :]]
        yield {"id": f"d{number}", "clusters": clusters, "meta": {"genre": draw.choice("abc")}}


def shuffled(items, seed):
    items = list(items)
    random.Random(seed).shuffle(items)
    return items


@pytest.mark.parametrize(
    "options", [{}, {"by": "genre"}, {"average": "macro"}, {"average": "groups", "by": "genre"}]
)
def test_scores(options):
    gold, pred = list(documents(1)), list(documents(2))
    pred = [_fitted(one, own) for one, own in zip(gold, pred, strict=True)]
    wanted = render("json", ScoreView(ts.score(gold, pred, task="coref", **options)))
    for seed in range(6):
        found = ts.score(shuffled(gold, seed), shuffled(pred, seed + 10), task="coref", **options)
        assert render("json", ScoreView(found)) == wanted


def _fitted(gold, pred):
    """The prediction with mentions of the gold only, so that most counts are fractions."""
    known = {tuple(mention) for cluster in gold["clusters"] for mention in cluster}
    clusters = [[mention for mention in cluster if tuple(mention) in known] for cluster in pred["clusters"]]
    return pred | {"clusters": [cluster for cluster in clusters if cluster]}


def test_comparisons_and_scores_are_the_same_numbers():
    gold, pred = list(documents(1)), list(documents(2))
    pred = [_fitted(one, own) for one, own in zip(gold, pred, strict=True)]
    found = ts.compare(gold, {"a": pred, "b": gold}, ["b3", "ceaf-e"], task="coref", trials=20, resamples=20)
    for name in ("b3", "ceaf-e"):
        assert found[name].systems["a"].f1 == ts.score(gold, pred, name, task="coref")[name].f1


@pytest.mark.parametrize("seed", range(20))
def test_sums(seed):
    draw = random.Random(seed)
    numbers = [
        draw.choice([1, 3, draw.random(), draw.random() * 1e17, -draw.random() * 1e17]) for _ in range(50)
    ]
    found = set()
    for again in range(5):
        running = ExactSum()
        for number in shuffled(numbers, again):
            running.add(number)
        found.add(running.value)
    assert len(found) == 1


def test_sums_of_tallies():
    tallies = [Tally.composite([Tally.of(1 / n, pred=n, gold=n / 7)]) for n in range(1, 30)]
    assert len({total(shuffled(tallies, seed)) for seed in range(6)}) == 1
    assert total([]) == Tally(items=0, proved=0)
    assert json.dumps(total([Tally.of(1, pred=2, gold=3)]).pred_total) == "2"
