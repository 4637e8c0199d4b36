"""The algebra against metametric: the lines of the unified view."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np

import tallystick as ts
from bench import inputs
from bench.line import Line
from bench.measure import best_of
from bench.peers import run_peer
from tallystick.tasks.coref.algebra import OVER_ENTITIES

Ours = Callable[[dict], Callable[[], ts.Score]]


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


@dataclass(frozen=True)
class Typed:
    number: int
    kind: str


def _near(gold: int, pred: int) -> float:
    return 1 / (1 + abs(gold - pred))


def _all_near(golds: Sequence[int], preds: Sequence[int]) -> object:
    return 1 / (1 + np.abs(np.subtract.outer(golds, preds)))


NEAR = ts.similarity(_near)
TYPED = ts.record(Typed, number=NEAR, kind=ts.exact)


def _scored(metric: ts.Similarity, convert: Callable[[Any], object] = list, repeat: int = 1) -> Ours:
    """What scores both sides with a metric, so many times."""

    def work(data: dict) -> Callable[[], ts.Score]:
        gold, pred = convert(data["gold"]), convert(data["pred"])

        def scored() -> ts.Score:
            for _ in range(repeat - 1):
                metric.score(gold, pred)
            return metric.score(gold, pred)

        return scored

    return work


def _typed(rows: list[list]) -> list[Typed]:
    return [Typed(*row) for row in rows]


def _few_records(rows: list[list[int]]) -> list[Record]:
    return [Record(*row) for row in rows]


def _tree(tree: list[list]) -> ts.Digraph:
    labels, parents = tree
    return ts.Digraph(labels, [(parent, child) for child, parent in enumerate(parents, 1)])


def _pair(make: Callable[..., list], *arguments: int) -> dict:
    return {"gold": make(*arguments, 1), "pred": make(*arguments, 2)}


#: Calls that are measured together, where one takes microseconds.
CALLS = 200
EXACT_RECORDS = ts.bag(ts.record(Record, a=ts.exact, b=ts.exact, c=ts.exact))
BULK = ts.similarity(_near, bulk=_all_near)
WORDS, NUMBERS = _pair(inputs.words, 300), _pair(inputs.numbers, 300)
#: A name, metametric's work, ours, the data, the ratio that we aim at, and how many calls of ours are one run.
WORKS: tuple[tuple[str, str, Ours, dict, float | None, int], ...] = (
    ("CEAF φ4, 1,000 mentions", "ceaf", _ceaf, _pair(inputs.clusters, 1000, 250), 500, 1),
    ("1:1 matching of 1,000 records, as declared", "records", _declared_records, _pair(inputs.records, 1000), 100, 1),
    ("1:1 matching of 1,000 records, by a function", "records", _records, _pair(inputs.records, 1000), None, 1),
    ("soft 1:1 matching of 300 numbers, by a function", "soft", _scored(ts.bag(NEAR)), NUMBERS, 50, 1),
    ("soft 1:1 matching of 300 numbers, in bulk", "soft", _scored(ts.bag(BULK)), NUMBERS, 50, 1),
    ("soft 1:1 matching of 300 numbers with a type", "soft-typed", _scored(ts.bag(TYPED), _typed),
     _pair(inputs.typed_numbers, 300), 50, 1),
    ("trees of 30 nodes", "tree", _scored(ts.digraph(ts.exact), _tree), _pair(inputs.tree, 30), 50, 1),
    ("sequences of 300 words", "sequence", _scored(ts.sequence(ts.exact)), WORDS, 50, 1),
    ("sequences of 300 numbers, soft, by a function", "soft-sequence", _scored(ts.sequence(NEAR)), NUMBERS, 50, 1),
    ("sequences of 300 numbers, soft, in bulk", "soft-sequence", _scored(ts.sequence(BULK)), NUMBERS, 50, 1),
    ("a call with 3 records", "few-records", _scored(EXACT_RECORDS, _few_records, CALLS),
     _pair(inputs.records, 3), 20, CALLS),
    ("a call with 3 numbers, soft", "few-numbers", _scored(ts.bag(NEAR), repeat=CALLS),
     _pair(inputs.numbers, 3), 20, CALLS),
    ("Smatch with latent variables, 30 nodes", "smatch", _smatch, _pair(inputs.triples, 30), 200, 1),
    ("B³, 200 mentions", "b3", _b_cubed, _pair(inputs.clusters, 200, 50), None, 1),
)  # fmt: skip
#: Variables in a graph with graded concepts, and the seconds that matching two of them may take.
GRADED = ((25, 0.010), (50, 0.020), (100, 0.050), (250, 0.500))


@dataclass(frozen=True)
class Concept:
    node: ts.Var
    point: tuple[float, ...]


@dataclass(frozen=True)
class Relation:
    source: ts.Var
    role: str
    target: ts.Var


def _cosine(gold: tuple[float, ...], pred: tuple[float, ...]) -> float:
    cosine = sum(x * y for x, y in zip(gold, pred, strict=True)) / (hypot(*gold) * hypot(*pred))
    return min(1.0, cosine) if cosine > 0.5 else 0.0


def _graded(nodes: int) -> Callable[[], ts.Score]:
    """S2match: concepts by their cosine, relations by equality."""
    concept = ts.record(Concept, node=ts.exact, point=ts.similarity(_cosine, peaked=True))
    metric = ts.bag(ts.union({Concept: concept, Relation: ts.exact}))

    def graph(parts: list[list]) -> list[object]:
        concepts, relations = parts
        return [
            *(Concept(ts.Var(name), tuple(point)) for name, point in concepts),
            *(Relation(ts.Var(source), role, ts.Var(target)) for source, role, target in relations),
        ]

    return _scored(metric, graph)(_pair(inputs.graded_graph, nodes))


def lines() -> Iterator[Line]:
    """Run everything, both sides in turn."""
    for name, work, ours, data, aim, calls in WORKS:
        theirs = run_peer("peer_metametric.py", work, data)
        seconds, score = best_of(ours(data))
        value = score.f1 if isinstance(score, ts.Score) else None
        yield Line(name, "metametric 0.2.1", theirs.get("seconds"), seconds / calls, aim,
                   theirs.get("value", theirs.get("error")), value)  # fmt: skip
    for nodes, most in GRADED:
        seconds, score = best_of(_graded(nodes))
        yield _alone(f"graded concepts in latent matching, {nodes} variables", seconds, score, most)
    seconds, score = best_of(_b_cubed(_pair(inputs.clusters, 1000, 250)))
    yield _alone("B³, 1,000 mentions", seconds, score)


def _alone(name: str, seconds: float, score: object, most: float | None = None) -> Line:
    """A line about work that no other program does."""
    value = score.f1 if isinstance(score, ts.Score) and score.optimal else None
    return Line(name, "–", None, seconds, our_value=value, most=most)
