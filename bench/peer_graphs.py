"""The graph programs' side of the benchmarks: smatch, smatchpp and ancast, under their own Python.

``peer_graphs.py PROGRAM`` reads {"gold": path, "pred": path} as JSON and prints the time of the scoring call and
its value; ``smatch-reader`` reads a file of graphs instead.
"""

import json
import logging
import sys
import time

logging.disable(logging.CRITICAL)


def graph_texts(path):
    """The graphs of a file, without their comments."""
    with open(path, encoding="utf-8") as stream:
        blocks = stream.read().strip().split("\n\n")
    return ["\n".join(line for line in block.split("\n") if not line.startswith("#")) for block in blocks]


def smatch(data):
    import smatch

    with open(data["pred"], encoding="utf-8") as pred, open(data["gold"], encoding="utf-8") as gold:
        start = time.perf_counter()
        ((_, _, value),) = smatch.score_amr_pairs(pred, gold)
    return time.perf_counter() - start, value


def smatchpp(data):
    import smatchpp.model_factory as factory
    from smatchpp import Smatchpp, solvers

    standardizer = factory.StandardizerFactory.get_standardizer("generic")
    measure = Smatchpp(alignmentsolver=solvers.ILP(), graph_standardizer=standardizer)
    pairs = list(zip(graph_texts(data["pred"]), graph_texts(data["gold"]), strict=True))
    matched = pred = gold = 0.0
    start = time.perf_counter()
    for ours, theirs in pairs:
        counts = measure.process_pair(ours, theirs)[0]
        counts = counts["main"] if isinstance(counts, dict) else counts
        matched, pred, gold = matched + counts[0], pred + counts[2], gold + counts[3]
    return time.perf_counter() - start, 2 * matched / (pred + gold)


def ancast(data):
    from ancast import evaluate

    start = time.perf_counter()
    value = evaluate(data["pred"], data["gold"], data_format="amr", scope="snt")
    return time.perf_counter() - start, float(value[0])


def smatch_reader(data):
    import amr

    texts = [" ".join(text.split()) for text in graph_texts(data["gold"])]
    start = time.perf_counter()
    graphs = [amr.AMR.parse_AMR_line(text) for text in texts]
    return time.perf_counter() - start, len([graph for graph in graphs if graph])


programs = {"smatch": smatch, "smatchpp": smatchpp, "ancast": ancast, "smatch-reader": smatch_reader}
seconds, value = programs[sys.argv[1]](json.load(sys.stdin))
print(json.dumps({"seconds": seconds, "value": value}))
