"""The algebra against metametric: the lines of the unified view."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import tallystick as ts
from bench import inputs
from bench.line import Line
from bench.measure import best_of
from bench.peers import run_peer
from tallystick.tasks.coref.algebra import OVER_ENTITIES


@dataclass(frozen=True)
class Record:
    a: int
    b: int
    c: int


def _entities(clusters: list[list[int]]) -> list[set[tuple[int, int]]]:
    return [{(mention, mention) for mention in cluster} for cluster in clusters]


def _ceaf(data: dict) -> Callable[[], ts.Score]:
    gold, pred = _entities(data["gold"]), _entities(data["pred"])
    metric = ts.bag(ts.f1(ts.bag(ts.exact)))
    return lambda: metric.score(gold, pred)


def _b_cubed(data: dict) -> Callable[[], ts.Score]:
    gold, pred = _entities(data["gold"]), _entities(data["pred"])
    return lambda: OVER_ENTITIES["b3"].score(gold, pred)


def _records(data: dict) -> Callable[[], ts.Score]:
    # An equality given as a function on both sides: the general 1:1 matching, without the short cut for exact.
    metric = ts.bag(ts.similarity(lambda gold, pred: float(gold == pred), peaked=True))
    gold, pred = [Record(*r) for r in data["gold"]], [Record(*r) for r in data["pred"]]
    return lambda: metric.score(gold, pred)


def _declared_records(data: dict) -> Callable[[], ts.Score]:
    metric = ts.derive(set[Record])
    gold, pred = [Record(*r) for r in data["gold"]], [Record(*r) for r in data["pred"]]
    return lambda: metric.score(gold, pred)


def _smatch(data: dict) -> Callable[[], ts.Score]:
    def graph(triples: list[list[str]]) -> list[tuple[object, ...]]:
        return [
            tuple(ts.Var(part) if part.startswith("$") else part for part in triple) for triple in triples
        ]

    gold, pred = graph(data["gold"]), graph(data["pred"])
    metric = ts.bag(ts.exact)
    return lambda: metric.score(gold, pred)


def _pair(make: Callable[..., list], *arguments: int) -> dict:
    return {"gold": make(*arguments, 1), "pred": make(*arguments, 2)}


WORKS = (
    ("CEAF φ4, 1,000 mentions", "ceaf", _ceaf, _pair(inputs.clusters, 1000, 250), 500),
    (
        "1:1 matching of 1,000 records, as declared",
        "records",
        _declared_records,
        _pair(inputs.records, 1000),
        100,
    ),
    ("1:1 matching of 1,000 records, by a function", "records", _records, _pair(inputs.records, 1000), None),
    ("Smatch with latent variables, 30 nodes", "smatch", _smatch, _pair(inputs.triples, 30), 200),
    ("B³, 200 mentions", "b3", _b_cubed, _pair(inputs.clusters, 200, 50), None),
)


def lines() -> Iterator[Line]:
    """Run everything, both sides in turn."""
    for name, work, ours, data, aim in WORKS:
        theirs = run_peer("peer_metametric.py", work, data)
        seconds, score = best_of(ours(data))
        value = score.f1 if isinstance(score, ts.Score) else None
        yield Line(name, "metametric 0.2.1", theirs.get("seconds"), seconds, aim,
                   theirs.get("value", theirs.get("error")), value)  # fmt: skip
    seconds, score = best_of(_b_cubed(_pair(inputs.clusters, 1000, 250)))
    yield Line(
        "B³, 1,000 mentions",
        "–",
        None,
        seconds,
        None,
        None,
        score.f1 if isinstance(score, ts.Score) else None,
    )
