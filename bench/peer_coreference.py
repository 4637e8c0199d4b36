"""The coreference programs' side of the benchmarks, under their own Python.

``peer_coreference.py scorch`` reads {"gold": documents, "pred": documents} as JSON, each a list of clusters of spans,
and prints the time of MUC, B³ and CEAF-e over all of them.
"""

import json
import sys
import time


def scorch(data):
    from scorch import scores

    sides = [[[{tuple(span) for span in cluster} for cluster in document] for document in data[side]]
             for side in ("gold", "pred")]  # fmt: skip
    start = time.perf_counter()
    for gold, pred in zip(*sides, strict=True):
        for metric in (scores.muc, scores.b_cubed, scores.ceaf_e):
            metric(gold, pred)
    return time.perf_counter() - start


print(json.dumps({"seconds": {"scorch": scorch}[sys.argv[1]](json.load(sys.stdin))}))
