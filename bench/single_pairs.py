"""One small pair in Python: what a score costs as a reward in a training loop."""

import time
from collections.abc import Callable, Iterator

import tallystick as ts
from bench.line import Line

GOLD = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"
PRED = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 w))"
CALLS, ROUNDS = 500, 7
#: An evaluator keeps what it has seen; a batch of this many pairs is usual.
BATCH = 64


def lines() -> Iterator[Line]:
    """The lines of the table that concern single pairs: the best of several rounds."""
    metric = ts.metric("smatch", task="amr")
    evaluator = ts.Evaluator(task="amr", metrics=["smatch"])

    def update() -> None:
        evaluator.update(GOLD, PRED)
        if len(evaluator) >= BATCH:
            evaluator.reset()

    for work, call, most in (
        ("ts.score", lambda: ts.score(GOLD, PRED, task="amr", metrics="smatch"), 60e-6),
        ("Evaluator.update", update, 40e-6),
        ("a metric's score", lambda: metric.score(GOLD, PRED), 25e-6),
    ):
        yield Line(f"one small pair of texts: {work}", "", None, _seconds(call), most=most)


def _seconds(call: Callable[[], object]) -> float:
    """Seconds of CPU time for a call, when everything is warm."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(CALLS):
            call()
        times.append(time.process_time() - start)
    return min(times) / CALLS
