"""metametric's side of the benchmarks. Runs under its own Python: reads the input as JSON, prints time and value."""

import json
import sys
import time
from dataclasses import dataclass

import metametric as mm
from metametric import dsl
from metametric.metrics import coref, semantic_parsing
from metametric.structures.amr import AMR, Prop
from metametric.structures.ie import Entity, EntitySet, Mention


@dataclass(frozen=True)
class Record:
    a: int
    b: int
    c: int


def f1(metric, pred, gold):
    """F from the three sums, the way precision, recall and F1 need them."""
    xy, xx, yy = metric.score(pred, gold), metric.score(pred, pred), metric.score(gold, gold)
    return 2 * xy / (xx + yy)


def entities(clusters):
    return EntitySet(entities=[Entity(mentions={Mention(m, m) for m in cluster}) for cluster in clusters])


def ceaf(data):
    pred, gold = entities(data["pred"]).entities, entities(data["gold"]).entities
    try:
        return lambda: f1(coref.ceaf_phi4, EntitySet(pred), EntitySet(gold))
    except TypeError:
        return lambda: f1(coref.ceaf_phi4, pred, gold)


def b_cubed(data):
    pred, gold = entities(data["pred"]), entities(data["gold"])

    def work():
        p, r = coref.b_cubed_precision.score(pred, gold), coref.b_cubed_recall.score(pred, gold)
        return 2 * p * r / (p + r)

    return work


def records(data):
    metric = dsl.set_matching["<->"](dsl.from_func(lambda x, y: float(x == y)))
    pred, gold = [Record(*r) for r in data["pred"]], [Record(*r) for r in data["gold"]]
    return lambda: f1(metric, pred, gold)


def smatch(data):
    def graph(triples, side):
        def value(text):
            return mm.Variable(name=side + text) if text.startswith("$") else text

        return AMR(props=[Prop(value(s), r, value(o)) for s, r, o in triples])

    pred, gold = graph(data["pred"], "p"), graph(data["gold"], "g")
    return lambda: semantic_parsing.s_match.score(pred, gold)


work = {"ceaf": ceaf, "b3": b_cubed, "records": records, "smatch": smatch}[sys.argv[1]](json.load(sys.stdin))
start = time.perf_counter()
value = work()
print(json.dumps({"seconds": time.perf_counter() - start, "value": value}))
