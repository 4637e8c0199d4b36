"""The document programs' side of the benchmarks, under their own Python.

``peer_documents.py ancast`` reads {"folder": path} as JSON, scores every file in it against itself and prints the
time and the mean of the values.
"""

import json
import logging
import sys
import time
from pathlib import Path

logging.disable(logging.CRITICAL)


def ancast(data):
    from ancast import evaluate

    files = sorted(Path(data["folder"]).glob("*.umr"))
    start = time.perf_counter()
    values = [evaluate(str(file), str(file), data_format="umr", scope="doc")["comp"] for file in files]
    return time.perf_counter() - start, sum(values) / len(values)


seconds, value = {"ancast": ancast}[sys.argv[1]](json.load(sys.stdin))
print(json.dumps({"seconds": seconds, "value": value}))
